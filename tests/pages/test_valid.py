"""The sample games' site is valid to the letter: by rules of our own, and by the Nu HTML checker.

The checker is `vnu` (npm install --global vnu-jar), or the jar that THEATRUM_VNU names.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import html5lib
import pytest

from tests.browser.archive import page_kinds
from tests.pages.sample import ROOT

GAMES = ROOT / "games"
_HEADINGS = {"h1", "h2", "h3", "h4"}


@pytest.fixture(scope="module")
def pages(archive_site: Path) -> set[Path]:
    """A page of each kind, and the front page of each game."""
    largest = {archive_site / address for address in page_kinds(archive_site, GAMES).values()}
    pages = archive_site.glob("*/index.html")
    return largest | {file for file in pages if (GAMES / file.parent.name).is_dir()}


@pytest.fixture(scope="module")
def trees(pages: set[Path], archive_site: Path) -> dict[str, Any]:
    """The pages by their addresses; taken apart once, which takes long."""
    return {
        # No table and no section lies in a picture, and most of a page are pictures.
        page.relative_to(archive_site).as_posix(): html5lib.parse(
            re.sub(r"<svg.*?</svg>", "", page.read_text(encoding="utf-8"), flags=re.DOTALL),
            namespaceHTMLElements=False,
        )
        for page in sorted(pages)
    }


def widths(table: Any) -> list[int]:
    """How many columns each row of a table has, those that reach down from above included."""
    found = []
    for group in table:
        above: list[int] = []
        for row in group if group.tag in ("thead", "tbody", "tfoot") else ():
            above = [left - 1 for left in above if left > 1]
            width = len(above)
            for cell in row:
                span = int(cell.get("colspan", 1))
                width += span
                above += [int(cell.get("rowspan", 1))] * span
            found.append(width)
    return found


def test_a_row_that_is_too_wide_is_found() -> None:
    tree = html5lib.parse(
        "<table><thead><tr><th rowspan=2>a<th>b<tr><th>c<tbody><tr><td colspan=3>d</table>",
        namespaceHTMLElements=False,
    )
    assert widths(next(tree.iter("table"))) == [2, 2, 3]


def test_no_row_is_wider_or_narrower_than_the_head(trees: dict[str, Any]) -> None:
    wrong = [
        f"{name}: {table.get('id') or table.get('class')} has rows of {sorted(set(widths(table)))}"
        for name, tree in trees.items()
        for table in tree.iter("table")
        if max(widths(table), default=0) > widths(table)[0]
    ]
    assert wrong == []


def test_every_section_has_a_heading_or_a_name(trees: dict[str, Any]) -> None:
    wrong = [
        f"{name}: {section.get('class')}"
        for name, tree in trees.items()
        for section in tree.iter("section")
        if not section.get("aria-label")
        and not any(inside.tag in _HEADINGS for inside in section.iter())
    ]
    assert wrong == []


def checker() -> list[str]:
    jar, program = os.environ.get("THEATRUM_VNU", ""), shutil.which("vnu")
    if jar and shutil.which("java"):
        return ["java", "-Xss4m", "-jar", jar]
    if program is None:
        pytest.skip(
            "the Nu HTML checker is not here (npm install --global vnu-jar, or THEATRUM_VNU)"
        )
    return [program]


def test_nu_html_checker_finds_nothing(archive_site: Path, pages: set[Path]) -> None:
    """In what stands once in each game, too."""
    parts = {file for page in pages for file in page.parent.glob("*/index.html")}
    files = sorted(map(str, pages | parts))
    # To the checker a file is not of the same origin as the files beside it; to browsers it is.
    command = [
        *checker(),
        "--format",
        "gnu",
        "--filterpattern",
        ".*Content Security Policy.*",
        *files,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr.replace(archive_site.as_uri(), "").splitlines() == []
    assert done.returncode == 0
