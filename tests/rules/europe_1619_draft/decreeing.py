"""Papal decrees in few words: announced, in effect, scored."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from generator.engine.phases import Ruling
from generator.rulesets.europe.features.decree_records import Decrees
from generator.rulesets.europe.state.state import EuropeState
from tests.rules.europe.building import events
from tests.rules.europe_1619_draft.drafted import Played, at, diplomatic, given, sheets


def announce(text: str, *rulings: Ruling, year: int = 1619, **parts: Any) -> Played:
    """The orders of a year with one sheet from the Papacy."""
    return sheets(given(year=year, **{"units": {}, **parts}), *rulings, papacy=text)


def bound(text: str, year: int = 1620, **parts: Any) -> EuropeState:
    """The diplomatic phase of a year in which a decree is in effect for its second year."""
    state = announce(text, year=year - 1).state
    (issued,) = state.parts["decrees"].issued
    issued = replace(issued, year=year - 2)
    parts = {"units": {}, **parts}
    before = diplomatic(year=year, **parts)
    return at(before, "diplomatic", parts={**before.parts, "decrees": Decrees((issued,))})


def announced(text: str, **parts: Any) -> EuropeState:
    """The diplomatic phase of 1620 after the decree was announced in 1619."""
    (issued,) = announce(text, year=1619).state.parts["decrees"].issued
    state = diplomatic(units={}, **parts)
    return at(state, "diplomatic", parts={**state.parts, "decrees": Decrees((issued,))})


def scored(state: EuropeState) -> Played:
    """The scoring of the year of a state."""
    return sheets(at(state, "scoring"))


def violated(played: Played) -> list[tuple[str, str]]:
    """The powers that violated decrees, and the rules that say so."""
    return [(one.data["power"], one.rule) for one in events(played, "violation")]


def lost(played: Played, power: str) -> int:
    (row,) = [one for one in events(played, "score") if one.data["power"] == power]
    return int(row.data["items"]["decree_violation"])
