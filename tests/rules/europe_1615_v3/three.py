"""Version 3 in few words: positions, sheets, and phases one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from generator.engine.phases import Resolution
from generator.rulesets.europe.features.marked_units import Marks
from generator.rulesets.europe.features.modifiers import ModifierState, Sanctioned
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.statuses import free_status
from generator.rulesets.europe_1615_v3 import EDITION
from tests.rules.europe.building import Years, position

Played = Resolution[EuropeState]

_YEARS = Years(EDITION)
sheets, at, through = _YEARS.sheets, _YEARS.at, _YEARS.through


def given(*, phase: str = "spring", year: int = 1615, **parts: Any) -> EuropeState:
    """A position before the orders of a phase, with what follows from it; spring of 1615 if no
    other is named."""
    own = parts.pop("parts", {})
    state = position(EDITION, phase=phase, year=year, **parts)
    made = {one.key: one.load({}, state.facts) for one in EDITION.features if one.follows}
    state = replace(state, parts=MappingProxyType({**state.parts, **made, **own}))
    for feature in EDITION.features:
        state = feature.completed(state)
    statuses = {
        code: status if status.kind == "captured" else free_status(EDITION, state, code)
        for code, status in state.statuses.items()
    }
    return replace(state, statuses=MappingProxyType(statuses))


def with_modifiers(
    modifiers: Sequence[str], *, letters: Mapping[str, str] | None = None, **parts: Any
) -> EuropeState:
    """Such a position in which modifiers are in effect, and the units with letters stand in these
    provinces."""
    acts = Sanctioned(
        MappingProxyType({one: ModifierState("in_effect", 1614) for one in modifiers})
    )
    found: dict[str, Any] = {"sanctions": acts}
    if letters is not None:
        found["marks"] = Marks(MappingProxyType(dict(letters)))
    known = given(**parts).parts
    return given(**parts, parts=MappingProxyType({**known, **found}))


def active(*modifiers: str, **parts: Any) -> EuropeState:
    """A position of 1617 in which modifiers are in effect."""
    return with_modifiers(modifiers, **{"year": 1617, **parts})
