"""Battles in a report: each battle round a row, with its rules."""

from __future__ import annotations

from generator.rulesets.westphalia.wars.fighting import fight
from generator.rulesets.westphalia.wars.telling import battle_sections, melee_sections
from tests.rules.westphalia.table import after, lots, six
from tests.rules.westphalia.test_battle_phases import opened
from tests.rules.westphalia.test_religious_example import fought


def test_a_private_battle_is_a_table_of_its_rounds() -> None:
    done = after(fight, opened(six(), "red: black").state, {}, lots())
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
    done = fought()
    (section,) = melee_sections(done.events)
    said = [row[3] for row in section.plain_rows if row[0] == "2"]
    green = [
        "Green discards 1C",
        "may not play cavalry in the next battle round",
        "routs, for 1C is nothing but cavalry",
        "puts 1C on the pile",
        "has lost",
    ]
    assert said == [
        f"Pikemen stop cavalry: {'; '.join(green)}",
        "Cavalry rides down musketeers: White discards 1M; discards 1P 1M",
        "Green leaves the melee",
        "Purple waits in reserve",
    ]
    last = [row[3] for row in section.plain_rows if row[0] == "7"]
    assert "routs, 4 against 8 cards" in last[0]
    assert last[1:] == ["Red leaves the melee"]
    won = "The Catholic League wins the Religious War after 7 battle rounds (POW-RWB-11)"
    assert section.lines[-1] == won


def test_without_a_battle_there_is_nothing_to_tell() -> None:
    assert melee_sections(()) == ()
    assert battle_sections(six(), ()) == ()
