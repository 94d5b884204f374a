"""The sections of phases' pages: what the rulesets put in order, with the numbers of events."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from generator.archive import load_game
from generator.engine.phases import Resolution
from generator.engine.report import Cell, Named, Section, chapters_of, report_of
from generator.rulesets.europe_1619 import EDITION
from generator.rulesets.europe_1619 import RULESET as EUROPE
from tests.rules.europe.building import opening, play

GAMES = Path(__file__).parents[2] / "games"
SAMPLES = ("first-light", "winter-king", "after-the-comet", "eleven-voices", "nine-winters")
Phase = tuple[Resolution[Any], tuple[Section, ...], tuple[Section, ...]]


@lru_cache(maxsize=5)
def phases(name: str) -> tuple[Phase, ...]:
    """Every phase of a sample game, with its sections and, where there is one, its report."""
    return tuple(_phases(name))


def _phases(name: str) -> Iterator[Phase]:
    game = load_game(GAMES / name)
    for record in game.phases:
        before, done = record.before(), record.resolution()
        ruleset: Any = game.ruleset
        yield (
            done,
            chapters_of(ruleset.report(before, done)),
            report_of(ruleset.report(before, done)),
        )


def names(cell: Cell) -> Iterator[Named]:
    parts: tuple[str | Named, ...] = (
        (cell,) if isinstance(cell, str | Named) else tuple(part for part in cell)
    )
    return (part for part in parts if isinstance(part, Named))


def text(cell: Cell) -> str:
    if isinstance(cell, str):
        return cell
    if isinstance(cell, Named):
        return cell.text
    return "".join(text(part) for part in cell)


def test_rulesets_have_chapters_or_a_report() -> None:
    """What Standard puts in order stands on pages only; its report lists the failed orders."""
    played = phases("first-light")
    assert any(chapters for _, chapters, _ in played)
    assert not any(report for _, _, report in played)
    assert not any(one.page_only for _, chapters, _ in phases("winter-king") for one in chapters)


@pytest.mark.parametrize("name", SAMPLES)
def test_every_row_has_a_cell_for_each_column_and_an_event_that_is_there(name: str) -> None:
    rows = 0
    for done, sections, _ in phases(name):
        told = [entry.event for one in sections for entry in one.rows if entry.event]
        assert len(set(told)) == len(told)
        assert all(1 <= number <= len(done.events) for number in told)
        for one in sections:
            assert 0 <= one.event <= len(done.events)
            for entry in one.rows:
                rows += 1
                assert len(entry.cells) == len(one.columns)
                if entry.event:
                    assert entry.rule == done.events[entry.event - 1].rule
    assert rows > 100


@pytest.mark.parametrize("name", SAMPLES)
def test_names_in_tables_are_those_of_sides_and_provinces(name: str) -> None:
    game = load_game(GAMES / name)
    ruleset: Any = game.ruleset
    gazetteer = ruleset.gazetteer(game.opening.state())
    sides = {*ruleset.powers, *gazetteer.minors}
    for _, sections, _ in phases(name):
        for named in (n for s in sections for e in s.rows for cell in e.cells for n in names(cell)):
            assert bool(named.side) != bool(named.province)
            assert named.side in sides if named.side else named.province in gazetteer.provinces


@pytest.mark.parametrize(
    "name", ["winter-king", "after-the-comet", "eleven-voices", "nine-winters"]
)
def test_tables_tell_the_same_events_as_the_sentences_of_the_report(name: str) -> None:
    seen: set[str] = set()
    for done, sections, report in phases(name):
        assert [one for one in report if not one.secret] == list(sections)
        for one in sections:
            if one.rows and one.lines:
                texts = [done.events[entry.event - 1] for entry in one.rows]
                assert [f"{event.text} ({event.rule})" for event in texts] == list(one.lines)
                seen.add(one.title)
            elif one.rows:
                seen.add(one.title.rstrip("0123456789"))
    own = set() if name == "nine-winters" else {"Declarations", "Income"}
    assert seen >= {"Captured", "Changes of status", "INFs of ", "Scores"} | own


@pytest.mark.rule("E19-REP-2")
def test_attacks_stand_before_and_after() -> None:
    sheets = {"france": "7: LOR\nATTACK SPAIN IN LOR", "spain": "2: LOR"}
    before = opening(EDITION)
    done = play(EDITION, before, sheets)
    found = {one.title: one for one in chapters_of(EUROPE.report(before, done))}
    table = found["Diplomatic attacks, in the order resolved"]
    attack = next(e.data for e in done.events if e.kind == "diplomatic-attack")
    cells = [text(cell) for cell in table.rows[0].cells]
    assert cells[:3] == ["France", "Spain", "Lorraine-Alsace"]
    assert cells[3] == f"{attack['before']['france']} → {attack['after']['france']}"
    assert cells[5] == str(attack["lost"]) == "2"


def test_chapters_leave_out_what_is_secret() -> None:
    before = opening(EDITION)
    done = play(EDITION, before, {"france": "99: ERF"})
    whole = EUROPE.report(before, done)
    assert any(one.secret for one in whole)
    assert not any(one.secret for one in chapters_of(EUROPE.report(before, done)))


def test_centers_are_told_with_those_who_lost_them() -> None:
    _, sections, _ = next(
        one for one in phases("first-light") if str(one[0].moment) == "1904 fall-retreats"
    )
    centers = sections[0]
    assert centers.columns == ("Center", "from", "by")
    rows = [tuple(map(text, entry.cells)) for entry in centers.rows]
    assert ("Naples", "Italy", "Austria") in rows
    assert ("Greece", "Austria", "Turkey") in rows
    assert {one.title for one in sections} >= {"Retreats", "Disbanded", "Builds due"}
