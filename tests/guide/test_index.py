"""The index of the guide is short, and every page is at most two clicks from it."""

from __future__ import annotations

import re

from tests.guide.walking import GUIDE


def linked(name: str) -> set[str]:
    return set(re.findall(r"\]\(([\w-]+\.md)[)#]", (GUIDE / name).read_text("utf-8")))


def test_every_page_is_at_most_two_clicks_away() -> None:
    first = linked("index.md")
    second = {page for name in first for page in linked(name)}
    pages = {path.name for path in GUIDE.glob("*.md")}
    assert pages - {"index.md"} - first - second == set()


def test_the_index_is_short() -> None:
    assert len((GUIDE / "index.md").read_text("utf-8").split()) <= 350
