"""Map adjustments and whole movements in few words, for the tests of captures and what follows."""

from __future__ import annotations

from typing import Any

from generator.engine.phases import Resolution
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import play, position

Played = Resolution[EuropeState]


def adjust(state: EuropeState | None = None, **fields: Any) -> Played:
    """A map adjustment, of a state or of a position in the words of `position`."""
    if state is None:
        state = position(EDITION, phase="adjustment", **fields)
    assert state.moment.phase == "adjustment"
    return play(EDITION, state)


def holder(played: Played, code: str) -> str:
    return played.state.standing.holders[code]


def status(played: Played, code: str) -> str:
    """A state's status: `aligned union`, `captured dutch`, `neutral`."""
    one = played.state.statuses[code]
    return " ".join(word for word in (one.kind, one.patron, one.captor) if word)
