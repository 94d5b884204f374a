"""Handled minor states: E19D-HND, and the cases X-53 to X-55."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given as hypothesis_given
from hypothesis import settings
from hypothesis import strategies as st

from generator.engine.errors import GameError
from generator.engine.phases import Ruling
from generator.rulesets.europe.features.handlers import acting_handler, handlers_of
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619_draft import EDITION, RULESET
from tests.rules.europe.building import events, opening, units_of
from tests.rules.europe_1619_draft.drafted import at, diplomatic, given
from tests.rules.europe_1619_draft.lots import Played, draw, published, told

POSTS = ("sweden", "france", "denmark")
AUSTRIAN = {"OTT": {"austria": 5}}


def handled(phase: str = "movement", posts: tuple[str, ...] = POSTS, **parts: Any) -> EuropeState:
    """A position with the handlers of the Ottomans, who are aligned with Austria."""
    before = {"units": {"OTT": ["A SER"]}, "infs": AUSTRIAN, **parts}
    state = diplomatic(**before) if phase == "diplomatic" else given(phase=phase, **before)
    secret = MappingProxyType({"OTT": posts})
    return at(state, phase, parts=MappingProxyType({**state.parts, "handlers": secret}))


def move(power: str, order: str = "A SER - HUN", **parts: Any) -> Played:
    return draw(handled(**parts), **{power: order})


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
        (text,) = told(played, power)
        assert f"the {place} handler" in text
    assert "handler" not in published(played)
    assert RULESET.dump(played.state).private["handlers"] == {"OTT": [first, second, third]}
    again = draw(at(played.state, "movement"))
    assert not events(again, "handler")


@pytest.mark.rule("E19D-HND-1")
def test_the_seed_decides_and_other_seeds_draw_others():
    found = {handlers_of(draw(opening(EDITION), seed=f"{n}").state, "OTT") for n in range(12)}
    assert len(found) > 6


@pytest.mark.rule("E19D-HND-6")
def test_a_silent_handlers_place_is_taken_by_the_next():
    assert units_of(move("france").state, "OTT") == ["A HUN"]
    assert units_of(move("denmark").state, "OTT") == ["A HUN"]
    assert units_of(draw(handled()).state, "OTT") == ["A SER"]
    assert units_of(move("england").state, "OTT") == ["A SER"]


@pytest.mark.rule("E19D-HND-6")
def test_x_54_a_second_handler_that_gains_the_state_stays_and_is_skipped():
    state = handled("diplomatic", infs={"OTT": {"france": 6}})
    played = draw(state)
    assert handlers_of(played.state, "OTT") == POSTS
    assert acting_handler(played.state, "OTT", {"sweden", "france", "denmark"}) == "sweden"
    assert acting_handler(played.state, "OTT", {"france", "denmark"}) == "denmark"
    assert acting_handler(played.state, "OTT", {"france"}) == ""


@pytest.mark.rule("E19D-HND-10")
def test_a_fallen_handler_is_replaced_at_the_bottom():
    units = {"austria": ["F STO"], "OTT": ["A MAC"]}
    state = handled("adjustment", units=units, wars=[("austria", "sweden")])
    played = draw(state)
    assert "sweden" in played.state.eliminated
    posts = handlers_of(played.state, "OTT")
    assert posts[:2] == ("france", "denmark")
    assert len(set(posts)) == 3
    assert "sweden" not in posts
    assert "handler" not in published(played)


@pytest.mark.rule("E19D-HND-10")
def test_the_referee_replaces_a_handler_that_has_left():
    facts = {"state": "OTT", "place": 1, "power": "england"}
    ruling = Ruling(1, "movement", "handler", "a new player", "", {**facts, "secret": True})
    played = draw(handled(), ruling, england="A SER - HUN")
    assert handlers_of(played.state, "OTT") == ("england", "france", "denmark")
    assert units_of(played.state, "OTT") == ["A HUN"]
    assert "first handler" in " ".join(told(played, "england"))
    assert "handler" not in published(played)
    with pytest.raises(GameError, match="add secret = true"):
        draw(handled(), Ruling(1, "movement", "handler", "x", "", facts))


def test_a_check_of_one_sheet_tells_its_author_what_the_rules_say():
    state = handled()
    (complaint,) = RULESET.read(state, {"austria": "A SER - HUN\nA VIE H"}).complaints[:1]
    assert (complaint.power, complaint.severity) == ("austria", "error")
    assert not [
        one
        for one in RULESET.read(state, {"sweden": "A SER - HUN"}).complaints
        if one.severity == "error"
    ]


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
