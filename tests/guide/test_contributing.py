"""The walkthrough that adds a kind of order, the glossary, and the length of CONTRIBUTING.md. The
other two walkthroughs have their own files, so that workers share them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.guide.contributing import (
    DOCS,
    Block,
    apply,
    check_claims,
    check_failure,
    check_walkthrough,
)
from tests.guide.walking import ROOT

PAGE = "new-order.md"


def test_walkthrough_does_what_it_shows(copy: Path) -> None:
    check_walkthrough(PAGE, copy)


def test_test_of_the_walkthrough_fails_without_the_change(copy: Path) -> None:
    check_failure(PAGE, copy)


def test_test_of_the_walkthrough_claims_something() -> None:
    check_claims(PAGE)


def test_every_walkthrough_has_a_file_that_tries_it() -> None:
    """Each page in docs/ but the glossary is that of one of these files, and linked."""
    files = Path(__file__).parent.glob("test_contributing*.py")
    code = "\n".join(file.read_text("utf-8") for file in files)
    tried = re.findall(r'^PAGE = "(.+)"$', code, re.M)
    assert sorted([*tried, "names.md"]) == sorted(page.name for page in DOCS.glob("*.md"))
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert all(f"](docs/{page.name})" in text for page in DOCS.glob("*.md"))


def test_contributing_is_short() -> None:
    assert len((ROOT / "CONTRIBUTING.md").read_text("utf-8").split()) <= 2500


def test_hunk_that_does_not_fit_fails(tmp_path: Path) -> None:
    (tmp_path / "file.py").write_text("one\ntwo\ntwo\n", encoding="utf-8")
    for lines in (" three\n+four\n", " two\n+three\n"):
        with pytest.raises(AssertionError, match="has these lines"):
            apply(Block("", f"--- a/file.py\n+++ b/file.py\n@@\n{lines}"), tmp_path)
    apply(Block("", "--- a/file.py\n+++ b/file.py\n@@\n-one\n two\n+three\n two\n"), tmp_path)
    assert (tmp_path / "file.py").read_text("utf-8") == "two\nthree\ntwo\n"


def test_names_of_the_glossary_exist() -> None:
    """A row's capitalized names are classes of the module or the folder that it names."""
    glossary = (DOCS / "names.md").read_text("utf-8")
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \(([\w/]+)", glossary, re.M)
    assert len(rows) > 30
    for names, place in rows:
        found = (
            path.read_text("utf-8")
            for top in ("generator", "mapsvg")
            for path in (ROOT / top).rglob("*.py")
            if f"/{place}" in path.as_posix()
        )
        code = "\n".join(found)
        for name in re.findall(r"`([A-Z]\w+)`", names):
            defined = rf"^class {name}\b|^{name} = "
            assert re.search(defined, code, re.M), f"{place} has no {name}"
