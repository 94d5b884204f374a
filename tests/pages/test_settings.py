"""site.toml, and the guide that explains it."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.engine.errors import FileError, UsageError
from generator.engine.orders import read_orders
from generator.pages.base.settings import read_settings
from generator.pages.base.words import OUTCOME_LOOKS
from generator.rulesets.standard import RULESET
from tests.pages.sample import ROOT

GUIDE = ROOT / "site" / "guide"


def test_base_ends_with_a_slash_and_nav_keeps_its_order(tmp_path: Path) -> None:
    text = 'base = "https://example.org/x"\n[nav]\n"Z" = "z.md"\n"A" = ""\n'
    (tmp_path / "site.toml").write_text(text, encoding="utf-8")
    found = read_settings(tmp_path)
    assert found.base == "https://example.org/x/"
    assert list(found.nav.items()) == [("Z", "z.md"), ("A", "")]


def test_host_says_where_the_site_stands_unless_the_settings_do(tmp_path: Path) -> None:
    assert read_settings(tmp_path, "https://a.example/x").base == "https://a.example/x/"
    assert read_settings(tmp_path, "").base == ""
    with pytest.raises(UsageError, match="--base must be a whole address"):
        read_settings(tmp_path, "a.example")
    (tmp_path / "site.toml").write_text('base = "https://own.example"\n', encoding="utf-8")
    assert read_settings(tmp_path, "https://a.example/x").base == "https://own.example/"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('titel = "x"', r"site\.toml:1:1: there is no titel in the file \(did you mean title\?\)"),
        ('title = "x"\npng = "yes"', r"site\.toml:2:1: png cannot be 'yes' \(true or false\)"),
        ('base = "example.org"', r"base cannot be 'example.org' \(a whole address"),
        ("nav = 3", r"nav cannot be 3 \(a table \[nav\]\)"),
        ('desk = "big"', r"desk cannot be 'big' \(sheet, full\)"),
        ("title = ", r"site\.toml"),
    ],
)
def test_wrong_setting_is_named_with_its_line(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "site.toml").write_text(text, encoding="utf-8")
    with pytest.raises(FileError, match=problem):
        read_settings(tmp_path)


def test_guide_explains_every_verdict_in_the_words_of_the_pages() -> None:
    text = (GUIDE / "players.md").read_text(encoding="utf-8")
    named = [
        word.strip()
        for line in text.partition("## What the verdicts mean")[2].splitlines()
        if line.startswith("| ") and "Verdict" not in line
        for word in line.split("|")[1].split(",")
    ]
    assert named == [look.word for look in OUTCOME_LOOKS.values()]


def orders_of_the_guide() -> list[tuple[str, str]]:
    """Every order that the guide shows in a table, with the kind of its phase."""
    kinds = {"Movement": "movement", "Retreats": "retreat", "Builds and removals": "build"}
    found, kind = [], ""
    for line in (GUIDE / "orders.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            kind = kinds.get(line[3:], "")
        elif kind and line.startswith("| "):
            cells = line.split("|")[2:-1]
            found += [(kind, text) for cell in cells for text in cell.split("`")[1::2]]
    return found


def test_guide_shows_orders_of_every_phase() -> None:
    assert {kind for kind, _ in orders_of_the_guide()} == {"movement", "retreat", "build"}


@pytest.mark.parametrize(("kind", "text"), orders_of_the_guide())
def test_orders_in_the_guide_can_be_read(kind: str, text: str) -> None:
    orders, complaints = read_orders(text, RULESET.facts.board, kind)  # type: ignore[arg-type]
    assert not complaints
    assert [order.order is not None for order in orders] == [True]


def test_complaint_in_the_guide_is_the_one_that_is_given() -> None:
    _, complaints = read_orders("A MAR S A PAR - BUG", RULESET.facts.board, "movement")
    said = str(complaints[0]).partition("A MAR")[2]
    assert said in (GUIDE / "referees.md").read_text(encoding="utf-8")
