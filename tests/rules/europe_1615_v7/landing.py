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


def earned(state: EuropeState, power: str) -> int:
    """What a power is paid for land in the income phase of this year."""
    played = sheets(at(state, "income"))
    (event,) = (one for one in played.events if one.kind == "income" and one.data["power"] == power)
    land = ("home_center", "captured_center", "captured_province")
    return sum(item["tp"] for item in event.data["items"] if item["source"] in land)


def holder(played: Played | EuropeState, code: str) -> str:
    state = played if isinstance(played, EuropeState) else played.state
    return state.standing.holders[code]


def mood(played: Played | EuropeState, code: str) -> tuple[str, int]:
    """The marker of captured land, and the year in which a revolt ends."""
    state = played if isinstance(played, EuropeState) else played.state
    found = state.parts["rebellion"].get(code, Mood())
    return found.marker, found.ends if found.marker == "revolt" else 0


def with_moods(state: EuropeState, moods: Mapping[str, Mood]) -> EuropeState:
    parts = MappingProxyType({**state.parts, "rebellion": MappingProxyType(dict(moods))})
    return replace(state, parts=parts)


def rules_of(played: Played, kind: str) -> list[tuple[str, str]]:
    """The events of a kind: where, and the rule that each of them cites."""
    return [(one.provinces[0], one.rule) for one in played.events if one.kind == kind]
