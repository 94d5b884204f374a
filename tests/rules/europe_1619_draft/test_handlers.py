"""Handled minor states: E19D-HND, and the cases X-53 to X-55."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given as hypothesis_given
from hypothesis import settings
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.engine.chance import Chance
from generator.engine.phases import Resolution
from generator.rulesets.europe.features.handlers import handlers_of
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619_draft import EDITION, RULESET
from tests.rules.europe.building import events, opening, position

Played = Resolution[EuropeState]


def draw(state: EuropeState, seed: str = "seed") -> Played:
    """The phase without orders, and with lots."""
    chance = Chance(seed, f"{state.moment.year}/{state.moment.slug}")
    return RULESET.adjudicate(state, RULESET.read(state, {}), (), chance)


def at(state: EuropeState, phase: str, **changes: Any) -> EuropeState:
    """A state in another phase of its year."""
    return replace(state, moment=EDITION.moment_of(state.year, phase), **changes)


def published(played: Played) -> str:
    """All that everybody learns: the state, events and verdicts that are public."""
    said = [one for one in (*played.events, *played.verdicts) if one.public]
    return f"{dict(RULESET.dump(played.state).public)} {said}"


@pytest.mark.rule("E19D-HND-1")
@settings(max_examples=12, deadline=None)
@hypothesis_given(seed=st.text("abcdefgh", min_size=1, max_size=8))
def test_three_handlers_are_drawn_before_the_first_phase(seed: str):
    played = draw(opening(EDITION, players=10), seed=seed)
    facts = played.state.facts
    ottoman, polish = (handlers_of(played.state, code) for code in ("OTT", "POLN"))
    for posts in (ottoman, polish):
        assert len(set(posts)) == 3
        assert set(posts) <= set(facts.powers)
    assert facts.powers[ottoman[0]].confession == "protestant"
    assert facts.powers[polish[0]].confession == "catholic"
    assert draw(opening(EDITION, players=10), seed=seed).state == played.state


@pytest.mark.rule("E19D-HND-1")
@pytest.mark.rule("E19D-PLR-2")
def test_only_the_referee_and_the_handler_know():
    played = draw(opening(EDITION))
    first, second, third = handlers_of(played.state, "OTT")
    for power, place in ((first, "first"), (second, "second"), (third, "third")):
        (text,) = [one.text for one in played.events if one.known_to == (power,)]
        assert f"the {place} handler" in text
    assert "handler" not in published(played)
    assert RULESET.dump(played.state).private["handlers"] == {"OTT": [first, second, third]}
    again = draw(at(played.state, "movement"))
    assert not events(again, "handler")


@pytest.mark.rule("E19D-HND-10")
def test_a_fallen_handler_is_replaced_at_the_bottom():
    units = {"austria": ["F STO"], "OTT": ["A MAC"]}
    state = position(
        EDITION,
        phase="adjustment",
        units=units,
        infs={"OTT": {"austria": 5}},
        wars=[("austria", "sweden")],
    )
    posts = MappingProxyType({"OTT": ("sweden", "france", "denmark")})
    parts = MappingProxyType({**state.parts, "handlers": posts})
    played = draw(replace(state, parts=parts))
    assert "sweden" in played.state.eliminated
    posts = handlers_of(played.state, "OTT")
    assert posts[:2] == ("france", "denmark")
    assert len(set(posts)) == 3
    assert "sweden" not in posts
    assert "handler" not in published(played)


@settings(max_examples=6, deadline=None)
@hypothesis_given(seed=st.integers(0, 10**6))
def test_the_first_handler_never_has_the_state_when_orders_are_read(seed: int):
    state = draw(opening(EDITION), seed=str(seed)).state
    powers = list(state.facts.powers)
    for turn in range(4):
        power = powers[(seed + turn) % len(powers)]
        infs = {"OTT": MappingProxyType({power: 9})}
        state = at(state, "diplomatic", infs=MappingProxyType({**state.infs, **infs}))
        state = draw(state, seed=str(seed)).state
        posts = handlers_of(state, "OTT")
        assert state.statuses["OTT"].patron == power != posts[0]
        assert len(set(posts)) == 3
