"""Version 3 in few words: positions, sheets, and phases one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from generator.engine.phases import Resolution, Ruling
from generator.rulesets.europe.features.marked_units import Marks
from generator.rulesets.europe.features.modifiers import ModifierState, Sanctioned
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.statuses import free_status
from generator.rulesets.europe_1615_v3 import EDITION
from tests.rules.europe.building import play, position

Played = Resolution[EuropeState]


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


def sheets(state: EuropeState, *rulings: Ruling, **texts: str | Sequence[Any]) -> Played:
    """The phase with these sheets; lines may be separated by semicolons."""
    orders = {
        power: text.replace(" ; ", "\n") if isinstance(text, str) else text
        for power, text in texts.items()
    }
    return play(EDITION, state, orders, rulings)


def at(state: EuropeState, phase: str, **changes: Any) -> EuropeState:
    """A state in another phase of its year."""
    return replace(state, moment=EDITION.moment_of(state.year, phase), **changes)


def through(state: EuropeState, phase: str, **texts: dict[str, str]) -> list[Played]:
    """All phases up to and with the next one of that name; `texts` has the sheets of a phase by
    its name: through(state, "fall", spring={"france": "A PAR H"})."""
    played: list[Played] = []
    while not played or played[-1].moment.phase != phase:
        played.append(sheets(state, **texts.get(state.moment.phase, {})))
        state = played[-1].state
    return played
