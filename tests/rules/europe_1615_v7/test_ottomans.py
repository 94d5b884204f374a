"""The Ottomans and their handlers: E15V7-OTT, edge cases 58 to 60, scenario 6."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given as with_any
from hypothesis import settings
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.engine.chance import Chance
from generator.engine.phases import Ruling
from generator.rulesets.europe.features.handlers import Succession, handlers_of, retired_handlers
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v7 import EDITION, RULESET
from tests.rules.europe.building import opening
from tests.rules.europe_1615_v7.seven import Played, given

POSTS = ("denmark", "france", "poland")
SPANISH = {"OTT": {"spain": 5}}


def draw(state: EuropeState, *rulings: Ruling, seed: str = "seed", **texts: str) -> Played:
    """The phase with these sheets, and with lots."""
    moment = state.moment
    written = {power: text.replace(" ; ", "\n") for power, text in texts.items()}
    chance = Chance(seed, f"{moment.year}/{moment.slug}")
    played = RULESET.adjudicate(state, RULESET.read(state, written), rulings, chance)
    document = RULESET.dump(played.state)
    assert RULESET.load(document) == played.state
    return played


def handled(
    posts: tuple[str, ...] = POSTS,
    history: tuple[Succession, ...] = (),
    phase: str = "movement",
    **parts: Any,
) -> EuropeState:
    """A position with Ottoman units and their handlers; Spain is the patron."""
    state = given(phase=phase, **{"units": {"OTT": ["A SER"]}, "infs": SPANISH, **parts})
    secret = {"handlers": {"OTT": posts}, "succession": {"OTT": history}}
    frozen = {key: MappingProxyType(one) for key, one in secret.items()}
    return replace(state, parts=MappingProxyType({**state.parts, **frozen}))


def on_to(state: EuropeState, year: int, **infs: int) -> EuropeState:
    """The movement phase of a year, with these INFs in the Ottoman Empire."""
    rows = MappingProxyType({**state.infs, "OTT": MappingProxyType(infs)})
    return replace(state, moment=EDITION.moment_of(year, "movement"), infs=rows)


def posts(played: Played) -> tuple[str, ...]:
    return handlers_of(played.state, "OTT")


def published(played: Played) -> str:
    """All that everybody learns: the state, events and verdicts that are public."""
    said: list[Any] = [dict(RULESET.dump(played.state).public)]
    said += [one for one in played.events if one.public]
    said += [one for one in played.verdicts if one.public]
    return "\n".join(map(str, said))


def told(played: Played, power: str) -> list[str]:
    """What a power alone is told."""
    return [one.text for one in played.events if one.known_to == (power,)]


@pytest.mark.rule("E15V7-OTT-1")
@pytest.mark.rule("E15V7-OTT-2")
@settings(max_examples=15, deadline=None)
@with_any(seed=st.text("abcdefgh", min_size=1, max_size=8))
def test_three_distinct_handlers_are_drawn_the_first_one_protestant(seed: str):
    played = draw(opening(EDITION), seed=seed)
    found = posts(played)
    assert found[0] in ("sweden", "denmark", "dutch", "england", "palatinate")
    assert len(set(found)) == 3
    assert set(found) <= set(played.state.facts.powers)


@pytest.mark.rule("E15V7-OTT-2")
def test_the_others_are_of_any_confession():
    seconds = {posts(draw(opening(EDITION), seed=str(number)))[1] for number in range(30)}
    confessions = {opening(EDITION).facts.powers[power].confession for power in seconds}
    assert confessions == {"catholic", "protestant"}


@pytest.mark.rule("E15V7-OTT-3")
def test_each_knows_his_own_seat_and_the_public_none():
    played = draw(opening(EDITION))
    for power, place in zip(posts(played), ("first", "second", "third"), strict=True):
        (text,) = (one for one in told(played, power) if "handler" in one)
        assert f"the {place} handler" in text
    assert "handler" not in published(played)
    private = RULESET.dump(played.state).private
    assert private["handlers"] == {"OTT": list(posts(played))}
    (row,) = private["succession"]["OTT"]
    assert row == {"year": 1615, "handlers": list(posts(played))}


@pytest.mark.rule("E15V7-OTT-12")
@settings(max_examples=20, deadline=None)
@with_any(seed=st.integers(0, 10**6))
def test_the_new_one_is_no_handler_nor_retired_nor_the_patron(seed: int):
    """Year after year another power is the patron."""
    state, powers = handled(), list(opening(EDITION).facts.powers)
    for turn in range(5):
        patron = handlers_of(state, "OTT")[0] if turn % 2 else powers[(seed + turn) % 11]
        before = retired_handlers(state, "OTT")
        played = draw(on_to(state, 1616 + turn, **{patron: 5}), seed=f"{seed}/{turn}")
        found = posts(played)
        assert len(set(found)) == 3
        assert found[0] != patron
        if found != handlers_of(state, "OTT"):
            assert found[-1] not in (*before, patron)
        state = played.state
