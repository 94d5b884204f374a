"""What changed in a phase, in one to three sentences, and how the players stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from generator.engine.phases import Resolution
from generator.engine.verdicts import Event
from generator.rulesets.westphalia.data.event_kinds import COMMITMENT, LOTS, RULING, SECRET
from generator.rulesets.westphalia.land.influence import total_influence
from generator.rulesets.westphalia.state.power import imperial_power
from generator.rulesets.westphalia.state.state import State

__all__ = ["standings", "summarize"]

_MOST: Final = 3
_QUIET: Final = (LOTS.slug, SECRET.slug, COMMITMENT.slug, RULING.slug)


def summarize(before: State, resolution: Resolution[State]) -> tuple[str, ...]:
    """What changed: the weightiest events, in the order in which they happened."""
    public = [one for one in resolution.events if one.public and one.kind not in _QUIET]
    best = sorted(public, key=lambda one: -one.weight)[:_MOST]
    told: Sequence[Event] = [one for one in public if one in best][:_MOST]
    return tuple(f"{one.text}." for one in told) or ("Nothing changed.",)


def standings(state: State) -> tuple[tuple[str, Mapping[str, int]], ...]:
    """Imperial Power, Saints or points, Influence and provinces of each player."""
    counts: dict[str, dict[str, int]] = {
        "Imperial Power": {one: imperial_power(state, one) for one in state.seats},
        "Saints": {one: state.players[one].saints for one in state.seats},
        "Reformation Points": {one: state.players[one].reformation for one in state.seats},
        "Influence": {one: total_influence(state, one) for one in state.seats},
        "Provinces": {one: len(state.lands[one]) for one in state.seats},
    }
    return tuple((title, MappingProxyType(row)) for title, row in counts.items())
