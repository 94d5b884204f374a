"""Secrets in whole games: what is told, to whom, and not before its time."""

from __future__ import annotations

from functools import partial
from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace

from generator.engine.chance import Chance, Lots
from generator.rulesets.westphalia.battle.army import Army
from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.document import dump_state
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.turn import secret_message
from generator.rulesets.westphalia.wars.fields import Field
from generator.rulesets.westphalia.year.course import kind_of
from tests.autoplay.westphalia.playing import Played
from tests.rules.westphalia.rounds import at_phase
from tests.rules.westphalia.rounds import play as adjudicate
from tests.rules.westphalia.table import six
from tests.rules.westphalia.whole_games import SEEDS, every_game, games


def public_text(one: Played) -> str:
    """All that a phase shows to everybody."""
    events = [event for event in one.resolution.events if event.public]
    verdicts = [verdict for verdict in one.resolution.verdicts if not verdict.known_to]
    return f"{events} {verdicts} {dump_state(one.resolution.state).public}"


@every_game
@pytest.mark.rule("POW-RNG-2")
def test_a_secret_is_told_when_its_round_is_over_and_not_before(name: str) -> None:
    seed = Chance(SEEDS[name], "")
    for number in range(facts().game.rounds + 1):
        secret = seed.key(secret_message("game", number)).hex()
        told = [one for one in games()[name] if secret in public_text(one)]
        assert len(told) == (number <= games()[name][-1].resolution.state.round)
        for one in told:
            after = one.resolution.state
            begun = after.round > number if number else not after.setup
            assert begun or after.ending is not None


@every_game
@pytest.mark.rule("POW-RNG-1")
def test_a_draw_that_is_told_can_be_drawn_again_and_a_hidden_one_is_not_told(name: str) -> None:
    seed = Chance(SEEDS[name], "")
    for one in games()[name]:
        number = 0 if one.before.setup else one.before.round
        secret = seed.key(secret_message("game", number))
        lots = Lots(partial(bytes, secret))
        for event in one.resolution.events:
            for _, label, below, value in event.data.get("draws", ()):
                if "/deck" in label or "/auto/" in label:
                    assert value == -1
                elif value >= 0:
                    assert lots.number(label, below) == value


@every_game
@pytest.mark.rule("POW-MAIL-1")
def test_what_is_held_in_hand_does_not_show(name: str) -> None:
    """Other cards in every hand, other wishes, other cards of the Diplomacy Game: the public
    document stays the same, and no public event of the deal tells a hand."""
    for one in games()[name]:
        state = one.resolution.state
        public = dump_state(state).public
        assert not {"hands", "armies", "cards", "wishes"} & set(public)
        assert dump_state(_otherwise(state)).public == public
        # Where battles end and others begin, what lies open of one may look like the next hand.
        dealt = set() if one.before.hands else set(state.hands)
        text = public_text(one)
        for key in dealt:
            for army in _armies(state.hands[key]):
                if len(army.hand) > 2:
                    assert str(army.hand) not in text
                    assert f"'{army.hand.letters}'" not in text


def _armies(one: Any) -> tuple[Army, ...]:
    if isinstance(one, Field):
        return one.battle.armies if one.battle else ()
    return tuple(one.melee.armies.values()) if one.melee else ()


def _otherwise(state: State) -> State:
    state = replace(state, hands=MappingProxyType({}), cards=MappingProxyType({}))
    for player in state.players:
        wishes = replace(state.players[player].wishes, loss=("saved",), home="france")
        state = state.with_player(player, wishes=wishes)
    return state


@every_game
@pytest.mark.rule("POW-MAIL-1")
def test_plans_for_battle_and_uncovered_cards_are_known_to_their_owner_only(name: str) -> None:
    for one in games()[name]:
        kind = kind_of(one.before)
        committed = bool(one.resolution.state.cards)
        for verdict in one.resolution.verdicts:
            verb = verdict.order.split()[0]
            secret = verb in ("BATTLE", "CONCEDE", "LOSS") and verdict.outcome == "success"
            secret |= verb == "DILEMMA" and kind == "choice" and committed
            secret |= any(reason.text.startswith("cannot be read") for reason in verdict.reasons)
            if secret:
                assert verdict.known_to == (verdict.power,), (one.before.moment, verdict)


@pytest.mark.rule("POW-MAIL-1")
def test_a_secret_that_is_misspelled_is_a_secret() -> None:
    state = at_phase(six(), "choice")
    done = adjudicate(state, {"red": "DILEMMA LEAD competee", "black": "LOSS saevd > hesse"})
    for written in ("DILEMMA LEAD competee", "LOSS saevd > hesse"):
        [verdict] = [one for one in done.verdicts if one.order == written]
        assert verdict.known_to == (verdict.power,)
