"""What the program writes in the guide is what it knows now."""

from __future__ import annotations

import re
from typing import get_type_hints

import pytest

from generator.commands.examples import EXAMPLES
from generator.rulesets import get_ruleset, ruleset_ids
from tests.guide.reference import END, RECORDS, by_hand, keys, meanings, table, written
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


@pytest.mark.parametrize("name", RECORDS)
def test_every_key_of_a_file_has_its_meaning(name: str) -> None:
    """A version is found by its path, which has its power, its phase and its number."""
    by_path = {"power", "number", "mail", "phase"} if name == "versions" else set()
    known = {*get_type_hints(RECORDS[name])} - {"model_config"}
    assert known - {*meanings(RECORDS[name])} == by_path
    assert any(block.split()[1:] == [name] for block in BLOCKS)


def test_keys_have_their_types_and_their_defaults() -> None:
    rows = keys("game.toml").splitlines()
    assert "| `title` | text | needed | the game's name for people |" in rows
    assert any(
        row.startswith('| `orders` | `"public"` or `"private"` | `"public"` |') for row in rows
    )
    assert any(row.startswith("| `archived` | `true` or `false` | `false` |") for row in rows)
    assert any(row.startswith("| `since` | date | needed |") for row in keys("pause").splitlines())


def test_a_table_has_a_line_below_its_heads() -> None:
    assert table(("A", "B"), [("1", "2")]) == "| A | B |\n|---|---|\n| 1 | 2 |\n"


def test_the_guide_stays_short() -> None:
    """The words that a person writes, in all pages, and in those that are looked up."""
    words = {name.removesuffix(".md"): len(by_hand(text).split()) for name, text in PAGES.items()}
    assert sum(words.values()) <= 30_000
    assert sum(words[name] for name in REFERENCE) <= 18_100
