"""Headings: what the program itself prints is understood, and places and chatter are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.archive import load_game
from generator.mailroom.headings import Headings
from generator.mailroom.mail_table import table_of
from generator.mailroom.table import MailTable
from tests.archive.games import command, new_game

GAMES = [
    ("standard", ()),
    ("europe-1619", ()),
    ("europe-1619-draft", ()),
    ("westphalia", ()),
    ("westphalia", ("pacing=stepwise",)),
    ("westphalia", ("battle_play=live", "election_ballot=open")),
]


def table(root: Path, ruleset: str, options: tuple[str, ...] = ()) -> MailTable:
    more = [word for option in options for word in ("--option", option)]
    folder = new_game(root, "game", ruleset, *more)
    while load_game(folder).current_moment.phase == "setup":
        assert command(folder, "adjudicate") == 0
    return table_of(load_game(folder))


def headings_of(table: MailTable) -> Headings:
    return Headings(table.powers, table.calendar, table.judge())


@pytest.mark.parametrize(("ruleset", "options"), GAMES)
def test_every_title_that_the_program_prints_is_a_heading(
    tmp_path: Path, ruleset: str, options: tuple[str, ...]
) -> None:
    game = table(tmp_path, ruleset, options)
    headings, calendar = headings_of(game), game.calendar
    name = next(iter(game.powers.values())).name
    for slug in calendar.open:
        title = calendar.titles[slug]
        bare = title.removeprefix(f"{calendar.year}, ")
        dated = f"{calendar.year} {slug}"
        for text in (title, bare, f"{title}:", dated, f"{name}, {title}", f"{name}: {title}"):
            heading = headings.read(text)
            assert heading is not None, text
            found = headings.phase(heading.words, calendar.phase, heading.numbers)
            assert found[0] == slug, text


@pytest.mark.parametrize("line", [*(f"FAITH {row}{n}" for row in "ABCDEFGHI" for n in (1, 6, 9))])
def test_a_place_behind_a_word_is_no_number(tmp_path: Path, line: str) -> None:
    assert headings_of(table(tmp_path, "westphalia")).read(line) is None


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Battle Phase2", {"battle", "2"}),
        ("S1510", None),
        ("Declarations of war", {"declaration"}),
        ("War", {"war"}),
        ("Imperial Election", {"imperial", "election"}),
        ("Tradeoffs, if any:", {"tradeoff"}),
    ],
)
def test_words_of_phases(tmp_path: Path, line: str, words: set[str] | None) -> None:
    heading = headings_of(table(tmp_path, "westphalia")).read(line)
    assert (None if heading is None else set(heading.words)) == words


@pytest.mark.parametrize(
    ("text", "year", "words"),
    [
        ("Spring 1901", 1901, {"spring"}),
        ("F1902", 1902, {"fall"}),
        ("S02", 1902, {"spring"}),
        ("Fall 03", 1903, {"fall"}),
        ("Herbst 1901", 1901, {"fall"}),
        ("Retreats, if any:", 0, {"retreat"}),
        ("1 March 2027", None, set()),
        ("Fall asleep", None, set()),
        ("A 12", None, set()),
    ],
)
def test_years_and_seasons(tmp_path: Path, text: str, year: int | None, words: set[str]) -> None:
    heading = headings_of(table(tmp_path, "standard")).read(text)
    found = (None, set()) if heading is None else (heading.year, set(heading.words))
    assert found == (year, words)


def test_a_number_of_a_round_is_one_of_the_game_until_a_battle_is_on(tmp_path: Path) -> None:
    heading = headings_of(table(tmp_path, "westphalia", ("battle_play=live",))).read("Round 2")
    assert heading is not None
    assert (heading.round, heading.words) == (2, frozenset())
