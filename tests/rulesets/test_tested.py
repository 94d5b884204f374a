"""The record of which tests check which rule, which each ruleset carries."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.cli import main
from generator.rulesets import get_ruleset, ruleset_folder, ruleset_ids
from generator.rulesets.coverage import (
    RECORD,
    format_record,
    read_record,
    recorded_rules,
    rule_tests,
)

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_record_is_what_the_tests_say(ruleset: str) -> None:
    """If this fails, `make rules` writes the record anew."""
    folder = ruleset_folder(ruleset)
    rules = recorded_rules(folder, get_ruleset(ruleset).rulebook)
    text = format_record(rule_tests(TESTS), rules)
    assert (folder / RECORD).read_text(encoding="utf-8") == text


def test_rules_for_variants_have_tests_as_those_of_rulesets_have() -> None:
    folder = ruleset_folder("standard")
    added = recorded_rules(folder, get_ruleset("standard").rulebook) - {
        rule.id for rule in get_ruleset("standard").rulebook.rules
    }
    assert added == {"VAR-BLD-1", "VAR-NTR-1", "VAR-NTR-2"}
    assert added <= set(read_record(folder) or {})


def test_record_reads_back_the_same(tmp_path: Path) -> None:
    tests = {
        "X-1": ("tests/a.py::TestOne::test_b", "tests/b.py::test_c"),
        "X-2": ("tests/a.py::test_a",),
        "Y-1": ("tests/a.py::test_a",),
    }
    (tmp_path / RECORD).write_text(format_record(tests, ("X-1", "X-2")), encoding="utf-8")
    assert dict(read_record(tmp_path) or {}) == {"X-1": tests["X-1"], "X-2": tests["X-2"]}


def test_folder_without_a_record_says_nothing(tmp_path: Path) -> None:
    assert read_record(tmp_path) is None


def test_folder_of_a_ruleset_holds_its_rulebook() -> None:
    assert (ruleset_folder("standard") / "rules.toml").is_file()
    assert (ruleset_folder("europe-1619-draft") / "rules").is_dir()


def test_record_is_written_by_the_command_only_where_it_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from generator.commands import ruleset

    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "test_x.py").write_text(
        "import pytest\n@pytest.mark.rule('STD-GEN-1')\ndef test_x(): pass\n", encoding="utf-8"
    )
    folder = tmp_path / "standard"
    folder.mkdir()
    monkeypatch.setattr(ruleset, "TESTS", tests)
    monkeypatch.setattr(ruleset, "ruleset_folder", lambda name: folder)
    assert (
        main(["ruleset", "rules", "standard", "--coverage", "--record"]) == 1
    )  # the other rules lack tests
    assert dict(read_record(folder) or {}) == {"STD-GEN-1": ("tests/test_x.py::test_x",)}
    assert "written" in capsys.readouterr().err
    main(["ruleset", "rules", "standard", "--coverage", "--record"])
    assert f"{RECORD} written" not in capsys.readouterr().err
    monkeypatch.setattr(ruleset, "ruleset_folder", lambda name: Path("/elsewhere"))
    main(["ruleset", "rules", "standard", "--record"])  # a ruleset of another package is left alone
