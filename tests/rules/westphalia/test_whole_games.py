"""What is true at every moment of whole games, however they are played."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from types import MappingProxyType
from typing import Any

import pytest

from generator.rulesets.westphalia.document import dump_state
from generator.rulesets.westphalia.state.power import imperial_power
from generator.rulesets.westphalia.wars.fields import Field
from generator.rulesets.westphalia.year.course import kind_of
from tests.autoplay.westphalia.playing import whole_game
from tests.rules.westphalia.whole_games import (
    NAMES,
    cards_of,
    check_influence,
    every_game,
    games,
    on_board,
    states_of,
)

DECK = Counter({"P": 18, "M": 18, "C": 18})


def test_every_game_is_named() -> None:
    assert tuple(games()) == NAMES


def test_every_end_of_a_war_is_reached() -> None:
    told = {
        event.kind for game in games().values() for one in game for event in one.resolution.events
    }
    assert told >= {
        "automatic-victory", "battle", "defender-named", "left-empire", "eliminated", "melee-ended",
        "melee-tick", "principality-destroyed", "principality-founded", "religious-war-unopposed",
        "religious-war-won", "treaty", "treaty-automatic", "vassalized", "war-cancelled", "yielded",
    }  # fmt: skip


@every_game
@pytest.mark.rule("POW-ELE-12")
def test_there_are_seven_electors_and_none_is_a_player(name: str) -> None:
    for state in on_board(name):
        assert len(state.electors) == 7
        assert not set(state.electors) & set(state.players)
        # Between the death of an Emperor and the election there is none, step by step.
        if not state.setup and kind_of(state) not in ("election", "ballot"):
            assert state.emperor in state.players


@every_game
def test_events_account_for_all_influence(name: str) -> None:
    for one in games()[name]:
        check_influence(one)


@every_game
def test_nothing_is_counted_below_zero(name: str) -> None:
    for state in states_of(name):
        for player, one in state.players.items():
            assert min(one.saints, one.reformation, one.saved) >= 0
            assert not (one.saints and one.reformation)
            assert imperial_power(state, player) >= 0
            assert one.foreign is None or one.foreign.home_ip >= 0


@every_game
@pytest.mark.rule("POW-LEA-6")
def test_leagues_stand_from_diplomacy_to_the_religious_war_only(name: str) -> None:
    without = {"upheaval", "choice", "conversion", "second-choice", "faith", "game", "tradeoffs",
               "leaving", "election", "closing", "ballot", "peace"}  # fmt: skip
    for state in states_of(name):
        if kind_of(state) in without:
            assert not any(one.league for one in state.players.values())
            assert not state.hands


@every_game
@pytest.mark.rule("POW-WAR-9")
def test_nobody_stands_twice_in_a_battle_phase(name: str) -> None:
    for state in states_of(name):
        stands: Counter[tuple[str, int]] = Counter()
        for war in state.wars:
            assert 1 <= war.phase <= 3
            if war.status != "cancelled":
                stands.update([(war.attacker, war.phase), (war.defender, war.phase)])
        assert all(number == 1 for number in stands.values())


@every_game
@pytest.mark.rule("POW-BAT-25")
@pytest.mark.rule("POW-BAT-26")
def test_who_leads_a_principality_has_no_other_battle(name: str) -> None:
    """Nor does anybody lead two of them, or fight for the one whom he attacks."""
    for state in states_of(name):
        led: list[str] = []
        fighting: set[str] = set()
        for one in state.hands.values():
            # Who wins or loses without cards has time for others' battles.
            if not isinstance(one, Field) or one.battle is None:
                continue
            for side in one.sides:
                if state.is_player(side.power):
                    assert side.leader == side.power
                    fighting.add(side.power)
                else:
                    assert not side.allies
                    led += [side.leader] * bool(side.leader)
        assert len(set(led)) == len(led)
        assert not fighting & set(led)


@every_game
@pytest.mark.rule("POW-CNV-2")
@pytest.mark.rule("POW-CNV-5")
def test_a_player_changes_religion_only_where_conversions_are_made(name: str) -> None:
    for one in games()[name]:
        after = one.resolution.state
        told = {
            event.powers[0] for event in one.resolution.events if event.kind == "player-converted"
        }
        changed = {
            seat
            for seat, row in one.before.players.items()
            if row.religion != after.players[seat].religion
        }
        # Who goes and comes back in one phase cannot be: it is once a Round.
        assert changed == told
        assert not any(one.before.players[seat].foreign for seat in changed)
        if changed:
            assert kind_of(one.before) in ("choice", "conversion")


@every_game
@pytest.mark.rule("POW-BAT-4")
def test_a_battle_is_dealt_from_one_deck(name: str) -> None:
    """Never more cards of a type than the deck has, whatever is left of it."""
    for state in states_of(name):
        for one in state.hands.values():
            if isinstance(one, Field) and one.battle is not None:
                assert sum(map(cards_of, one.battle.armies), Counter(one.deck)) <= DECK


@every_game
def test_every_verdict_and_event_names_a_rule_of_the_book(name: str) -> None:
    from generator.rulesets.westphalia.ruleset import RULESET

    rules = {rule.id for rule in RULESET.rulebook.rules}
    for one in games()[name]:
        assert {event.rule for event in one.resolution.events} <= rules
        for verdict in one.resolution.verdicts:
            assert verdict.reasons
            assert {reason.rule for reason in verdict.reasons} <= rules


# --- the same again

_AGAIN = """
from tests.rules.westphalia.test_whole_games import digest
print(digest())
"""


def digest() -> str:
    """The hash of all that two games wrote down: sheets, verdicts, events and states."""
    found = hashlib.sha256()
    for game in (whole_game("a"), whole_game("again", pacing="stepwise", battle_play="live")):
        for one in game:
            document = dump_state(one.resolution.state)
            told = f"{one.sheets} {one.resolution.verdicts} {one.resolution.events}"
            found.update(told.encode())
            found.update(json.dumps([_plain(document.public), _plain(document.private)]).encode())
    return found.hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, dict | MappingProxyType):
        return {key: _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value


def test_games_are_the_same_whatever_the_order_of_sets() -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", _AGAIN],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert found == {digest()}
