"""What the program writes in the guide is what it knows now."""

from __future__ import annotations

import re

import pytest

from generator.commands.examples import EXAMPLES
from generator.rulesets import get_ruleset, ruleset_ids
from tests.guide.reference import END, by_hand, table, written
from tests.guide.walking import GUIDE

PAGES = {file.name: file.read_text("utf-8") for file in GUIDE.glob("*.md")}
BLOCKS = {
    block: page for page in PAGES.values() for block in re.findall(r"generated: (.+) -->", page)
}

REFERENCE = [
    "commands",
    "designers",
    "formats",
    "json",
    "options",
    "orders",
    "orders-europe",
    "orders-westphalia",
    "positions",
    "positions-europe",
    "repository",
    "ruleset-methods",
    "rulesets",
    "ruling-kinds",
    "states",
    "themes",
    "trial",
    "variants",
    "version3",
    "version7",
    "westphalia",
]


@pytest.mark.parametrize("page", PAGES)
def test_blocks_are_as_the_program_writes_them(page: str) -> None:
    """`make guide` writes them."""
    assert PAGES[page] == written(PAGES[page])


def test_a_block_that_says_something_else_is_written_again() -> None:
    page = "Before.\n\n<!-- generated: options standard -->\n\nstale\n\n" + END + "\n\nAfter.\n"
    new = written(page)
    assert "stale" not in new
    assert "| `convoy-paradox` | `szykman` |" in new
    assert written(new) == new
    assert by_hand(new) == by_hand(page) == "Before.\n\n\n\nAfter.\n"


def test_every_ruleset_has_its_options_and_its_orders() -> None:
    for ruleset in ruleset_ids():
        assert f"options {ruleset}" in BLOCKS
        assert ruleset == "standard" or any(
            block.startswith(f"orders {ruleset}") for block in BLOCKS
        )


def test_every_command_is_in_the_list() -> None:
    page = PAGES["commands.md"]
    assert {*re.findall(r"^### theatrum (.+)$", page, re.MULTILINE)} == {*EXAMPLES}


def test_every_kind_of_ruling_is_in_a_table() -> None:
    page = PAGES["ruling-kinds.md"]
    for ruleset in ruleset_ids():
        for kind, taught in get_ruleset(ruleset).primer().rulings.items():
            assert re.search(rf"^\| `{kind}` \|.*\| {re.escape(taught.means)} \|", page, re.M)


def test_a_table_has_a_line_below_its_heads() -> None:
    assert table(("A", "B"), [("1", "2")]) == "| A | B |\n|---|---|\n| 1 | 2 |\n"


def test_the_reference_only_gets_shorter() -> None:
    """The words that a person writes, in the pages that are looked up."""
    pages = (text for name, text in PAGES.items() if name.removesuffix(".md") in REFERENCE)
    assert sum(len(by_hand(text).split()) for text in pages) <= 24_300
