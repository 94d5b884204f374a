"""Land of Version 7 in few words: map adjustments, holders, markers and income."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from generator.rulesets.europe.features.rebellion import Mood
from generator.rulesets.europe.state.state import EuropeState
from tests.rules.europe_1615_v7.seven import Played, at, given, sheets


def landed(**parts: Any) -> EuropeState:
    """A position before map adjustment, with no units but those that are named."""
    parts.setdefault("units", {})
    return given(phase="adjustment", **parts)


def adjust(**parts: Any) -> Played:
    """The map adjustment of such a position."""
    return sheets(landed(**parts))


def next_year(state: EuropeState) -> EuropeState:
    """The position before the next map adjustment, with nothing that happens in between."""
    moment = replace(state.moment, year=state.year + 1)
    return at(replace(state, moment=moment), "adjustment")


def with_moods(state: EuropeState, moods: Mapping[str, Mood]) -> EuropeState:
    parts = MappingProxyType({**state.parts, "rebellion": MappingProxyType(dict(moods))})
    return replace(state, parts=parts)
