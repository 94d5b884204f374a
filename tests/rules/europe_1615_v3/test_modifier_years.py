"""A whole year with each of the nineteen modifiers: it comes into effect, what it says holds
whatever the players order, and the files of every phase come back as they were."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace

from generator.autoplay import get_player
from generator.engine.chance import Chance
from generator.engine.phases import Resolution
from generator.rulesets.europe.features.modifiers import (
    Modifier,
    ModifierState,
    Sanctioned,
    SanctionRules,
    holder_of,
    members,
)
from generator.rulesets.europe.features.sanctions import in_effect
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v3 import EDITION, RULESET
from tests.rules.europe.building import opening
from tests.rules.europe_1615_v3.three import given

MODIFIERS = opening(EDITION).facts.of(SanctionRules).modifier
INFS = {
    "SAV": {"france": 6}, "RHI": {"denmark": 4}, "HES": {"england": 2}, "BAV": {"spain": 5},
    "SAX": {"austria": 5, "spain": 2}, "LOWR": {"denmark": 5}, "SWE": {"denmark": 6, "england": 2},
    "POLN": {"austria": 7}, "DUT": {"england": 6}, "WES": {"france": 3}, "LOR": {"france": 4},
    "POR": {"spain": 6}, "SCOT": {"england": 4}, "TRA": {"austria": 3}, "IRE": {"spain": 3},
}  # fmt: skip
"""Where the powers stand in the first year that may have a modifier."""


def year_with(one: Modifier) -> list[tuple[EuropeState, Resolution[EuropeState]]]:
    """Every phase of 1616, in which the modifier has been voted, played by the program."""
    acts = Sanctioned(MappingProxyType({one.id: ModifierState("voted", 1615)}))
    opened = opening(EDITION).units
    units = {side: [str(unit) for unit in own] for side, own in opened.items()}
    known = given(phase="status-check", year=1616, units=units, infs=INFS)
    state = replace(known, parts=MappingProxyType({**known.parts, "sanctions": acts}))
    player, found = get_player(RULESET.id), []
    while state.year == 1616:
        texts = {
            power: "\n".join(player.write_orders(RULESET, state, power, Chance("years", "")))
            for power in RULESET.awaits(state)
        }
        chance = Chance("years", str(state.moment))
        done = RULESET.adjudicate(state, RULESET.read(state, texts), (), chance)
        found.append((state, done))
        state = done.state
    return found


def check_infs(one: Modifier, state: EuropeState, done: Resolution[EuropeState]) -> None:
    """Nobody places INFs against the modifier, and nobody attacks those whom it protects."""
    for event in done.events:
        data: Any = event.data
        if event.kind == "placement":
            right = one.sole_right
            for code in data["placed"]:
                if right is not None and code in right.states:
                    assert data["power"] == holder_of(state, right)
                for ban in one.deploy_ban:
                    banned = data["power"] in members(state.facts, ban.who)
                    marked = ban.marker and state.markers.get(code) == ban.marker
                    assert not (banned and (code in ban.states or marked))
        if event.kind == "diplomatic-attack":
            assert data["against"] not in one.immune


@pytest.mark.rule("E15V3-SAN-1", "E15V3-SAN-2", "E15V3-SAN-4")
@pytest.mark.parametrize(
    "one",
    [
        pytest.param(one, id=one.id, marks=[] if number % 4 == 0 else pytest.mark.slow)
        for number, one in enumerate(MODIFIERS)
    ],
)
def test_a_year_is_played_with_it(one: Modifier) -> None:
    phases = year_with(one)
    assert [state.moment.phase for state, _ in phases if "retreats" not in state.moment.phase] == [
        "status-check", "spring", "summer", "fall", "early-winter", "late-winter", "scoring",
    ]  # fmt: skip
    begun = phases[0][1].state
    assert [row.id for row in in_effect(begun)] == [one.id]
    strong = [unit for _, unit in begun.stands if unit.strength == 2]
    carried = one.dual in begun.parts["marks"].letters
    assert len(strong) == (1 if one.dual and carried else 0)
    assert carried == (one.dual not in ("", "S", "D"))
    if one.opens:
        assert one.opens in begun.infs
    for state, done in phases:
        assert RULESET.load(RULESET.dump(done.state)) == done.state
        if state.moment.phase in ("spring", "summer", "fall"):
            check_infs(one, state, done)
        shown = one.name in RULESET.picture(done.state).corner
        assert shown == (one in tuple(in_effect(done.state)))
