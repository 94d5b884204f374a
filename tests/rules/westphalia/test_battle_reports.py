"""Battles in a report: each battle round a row, with its rules."""

from __future__ import annotations

from generator.rulesets.westphalia.wars.battles import open_battles
from generator.rulesets.westphalia.wars.fighting import fight
from generator.rulesets.westphalia.wars.telling import battle_sections, melee_sections
from tests.rules.westphalia.rounds import leagues_at_war, play
from tests.rules.westphalia.table import after, lots, six, wars


def test_a_private_battle_is_a_table_of_its_rounds() -> None:
    dealt = after(open_battles, wars(six(), "red: black").state, 1, lots()).state
    done = after(fight, dealt, {}, lots())
    (section,) = battle_sections(done.state, done.events)
    assert section.title == "War 1: Red against Black"
    assert section.columns[1:3] == ("Red", "Black")
    rounds = next(event for event in done.events if event.kind == "battle").data["rounds"]
    assert [row[0] for row in section.plain_rows] == [str(one["number"]) for one in rounds]
    for row, one, entry in zip(section.plain_rows, rounds, section.rows, strict=True):
        assert row[1:3] == tuple(one["cards"])
        assert row[4:6] == tuple(one["hands"])
        assert row[6:8] == tuple(one["piles"])
        assert row[8].split(", ") == list(dict.fromkeys(step["rule"] for step in one["steps"]))
        assert done.events[entry.event - 1].kind == "battle"


def test_the_religious_war_is_a_table_of_fights_and_moves() -> None:
    events = play(leagues_at_war()).events
    (section,) = melee_sections(events)
    ticks = [one for one in events if one.kind == "melee-tick"]
    assert len(ticks) > 3
    for tick in ticks:
        rows = [row[3] for row in section.plain_rows if row[0] == str(tick.data["number"])]
        fights = tick.data["fights"]
        texts = [one["text"][0].upper() + one["text"][1:] for one in fights]
        assert [row.partition(" (")[0] for row in rows[: len(fights)]] == texts
        assert len(rows) == len(fights) + len(tick.data["moves"])
    (end,) = [one for one in events if one.kind == "melee-ended"]
    assert section.lines[-1] == f"{end.text} ({end.rule})"


def test_without_a_battle_there_is_nothing_to_tell() -> None:
    assert melee_sections(()) == ()
    assert battle_sections(six(), ()) == ()
