"""Finding rulesets, and finding the tests of their rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator import rulesets
from generator.engine.errors import GameError
from generator.rulesets import get_ruleset, is_built_in, ruleset_ids
from generator.rulesets.coverage import rule_tests


def test_the_built_in_rulesets_are_found() -> None:
    for ruleset in ("europe-1619", "europe-1619-draft", "standard"):
        assert ruleset in ruleset_ids()
        assert get_ruleset(ruleset).id == ruleset


def test_a_ruleset_of_another_package_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    points = tmp_path / "Fens-1.0.dist-info" / "entry_points.txt"
    points.parent.mkdir()
    (tmp_path / "old.egg-info").write_text("a file, as some have it", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert not rulesets._may_bring_rulesets(str(tmp_path))
    points.write_text(f"[{rulesets.GROUP}]\nfens = fens:RULESET\n", encoding="utf-8")
    assert rulesets._may_bring_rulesets(str(tmp_path))
    rulesets._entries.cache_clear()
    try:
        assert "fens" in ruleset_ids()
    finally:
        rulesets._entries.cache_clear()


def test_a_zip_file_may_bring_rulesets_and_nothing_brings_none(tmp_path: Path) -> None:
    file = tmp_path / "packages.zip"
    assert not rulesets._may_bring_rulesets(str(file))
    file.write_bytes(b"")
    assert rulesets._may_bring_rulesets(str(file))


def test_an_unknown_ruleset_names_the_nearest() -> None:
    with pytest.raises(GameError) as caught:
        get_ruleset("standart")
    assert str(caught.value).startswith("there is no ruleset standart (did you mean standard?")


def test_marked_tests_are_found_without_running_them(tmp_path: Path) -> None:
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "test_it.py").write_text(
        "import pytest\n"
        "raise RuntimeError\n"
        '@pytest.mark.rule("X-1")\n'
        '@pytest.mark.rule("X-2")\n'
        "def test_one(): ...\n"
        '@pytest.mark.rule("X-1")\n'
        "class TestMore:\n"
        "    def test_two(self): ...\n"
        '@pytest.mark.rule("X-3")\n'
        "def helper(): ...\n",
        encoding="utf-8",
    )
    assert dict(rule_tests(folder)) == {
        "X-1": ("tests/test_it.py::TestMore::test_two", "tests/test_it.py::test_one"),
        "X-2": ("tests/test_it.py::test_one",),
    }


def test_no_tests_where_there_is_no_folder(tmp_path: Path) -> None:
    assert dict(rule_tests(tmp_path / "missing")) == {}


def test_every_rulebook_says_who_designed_the_game() -> None:
    designers = {
        "europe-1615-v3": "Matthew Medeiros",
        "europe-1615-v7": "Matthew Medeiros",
        "europe-1619": "Matthew Medeiros",
        "europe-1619-draft": "Matthew Medeiros",
        "standard": "Allan B. Calhamer",
        "westphalia": "Garrett McMillan and Oliver Barnum",
    }
    assert set(designers) == {name for name in ruleset_ids() if is_built_in(name)}
    for name, designer in designers.items():
        assert get_ruleset(name).rulebook.credit.startswith(f"designed by {designer}")
    assert "Lucas B. Kruijswijk" in get_ruleset("standard").rulebook.credit
