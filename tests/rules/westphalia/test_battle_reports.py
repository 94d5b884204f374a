"""Battles in a report: each battle round a row, with its rules, and orders in words beside their
codes."""

from __future__ import annotations

import pytest

from generator.engine.chance import Lots
from generator.rulesets import get_ruleset
from generator.rulesets.westphalia.wars.battles import open_battles
from generator.rulesets.westphalia.wars.fighting import fight
from generator.rulesets.westphalia.wars.telling import battle_sections, melee_sections
from tests.rules.westphalia.rounds import leagues_at_war, play
from tests.rules.westphalia.table import after, events, foreign, lots, six, wars


@pytest.mark.rule("POW-BAT-4")
def test_one_deck_a_battle_and_the_attacker_first(vector: Lots) -> None:
    state = foreign(six(), "red", "S", 2)
    field = after(open_battles, wars(state, "red: black").state, 1, vector).state.hands["1"]
    # Of black's cards, the next four are P M P M.
    assert [army.hand.letters for army in field.battle.armies] == ["PMCCCC", "PPMM"]
    assert "".join(field.deck) == "MPCM"


@pytest.mark.rule("POW-BAT-27")
@pytest.mark.rule("POW-MAIL-5")
def test_battles_do_not_touch_each_other_and_are_told_with_the_rule_of_each_step() -> None:
    """War 1 and its cards are the same whether or not another war is fought beside it."""
    told = []
    for declared in (["red: black"], ["red: black", "green: white"]):
        dealt = after(open_battles, wars(six(), *declared).state, 1, lots()).state
        told.append(events(after(fight, dealt, {}, lots()), "battle")[0])
    assert told[0] == told[1]
    rounds = told[0].data["rounds"]
    assert [one["number"] for one in rounds] == list(range(1, told[0].data["fought"] + 1))
    rules = {step["rule"] for one in rounds for step in one["steps"]}
    assert rules <= {f"POW-BAT-{number}" for number in range(7, 24)}
    assert all(one["steps"] for one in rounds)


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


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (
            "BATTLE vs:black play:M* instead:PCM",
            (
                "against Black Dragon: plays musketeers, then at random by what it holds; "
                "instead of a card that it lacks: pikemen, cavalry, musketeers"
            ),
        ),
        (
            "BATTLE vs:red swap:PPC want:M weights:1/4/1 rifling:CM",
            (
                "against Red Phoenix: swaps 2 pikemen and 1 cavalry for 1 musketeers before the "
                "battle; plays at random, 1 for pikemen, 4 for musketeers and 1 for cavalry; "
                "strips with rifling: cavalry, musketeers"
            ),
        ),
        (
            "BATTLE vs:religious policy:most call:6 pick:MC",
            (
                "in a Religious War: plays what it has most of; calls reinforcements at 6 cards; "
                "asks for reinforcements of these: musketeers, cavalry"
            ),
        ),
        ("BATTLE vs:default policy:least", "in every other battle: plays what it has least of"),
        ("BATTLE vs:bavaria", "against Bavaria: plays at random by what it holds"),
        ("SWAP vs:black CC", ""),
        ("BATTLE nonsense", ""),
    ],
)
def test_a_battle_order_is_told_in_words(order: str, said: str) -> None:
    assert get_ruleset("westphalia").in_words(order) == said


def test_orders_of_other_rulesets_are_no_codes() -> None:
    assert get_ruleset("standard").in_words("A PAR - BUR") == ""
