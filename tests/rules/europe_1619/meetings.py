"""Meetings of the Reichstag in few words: a call with votes, and what was adopted before."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from generator.engine.phases import Ruling
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619 import EDITION
from generator.rulesets.europe_1619.reichstag import Meeting, Meetings, ReichstagCall
from tests.rules.europe.building import events, play
from tests.rules.europe_1619.years import Played, diplomatic


def vote(
    motion: str,
    ayes: str = "",
    nays: str = "",
    state: EuropeState | None = None,
    *rulings: Ruling,
    **more: str,
) -> Played:
    """A phase of 1622 with Austria's call and these votes; `more` are whole sheets to add."""
    state = diplomatic(1622) if state is None else state
    sheets = dict.fromkeys(ayes.split(), "REICHSTAG VOTE AYE")
    sheets |= dict.fromkeys(nays.split(), "REICHSTAG VOTE NAY")
    sheets |= more
    call = f"REICHSTAG CALL {motion}"
    sheets["austria"] = "\n".join(filter(None, [call, sheets.get("austria", "")]))
    return play(EDITION, state, sheets, rulings)


def result(played: Played) -> tuple[str, str, int, int]:
    """The rule, the result and the figures of the one meeting of a phase."""
    (event,) = events(played, "reichstag")
    return event.rule, event.data["result"], event.data["ayes"], event.data["electorate"]


def held(state: EuropeState) -> tuple[Meeting, ...]:
    meetings: Meetings = state.parts["reichstag"]
    return meetings.held


def adopted(motion: ReichstagCall, year: int = 1622, now: int = 1623, **parts: Any) -> EuropeState:
    """The diplomatic phase of a year with a motion that was adopted before."""
    state = diplomatic(now, **parts)
    meetings = Meetings((Meeting.of(year, motion, "passed", 3, 5),))
    return replace(state, parts=MappingProxyType({**state.parts, "reichstag": meetings}))
