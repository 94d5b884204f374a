"""A game that begins with a state of another one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from generator.engine.errors import FileError
from generator.engine.phases import Document, Setup
from generator.rulesets.westphalia.record.loading import load_state
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.year.course import CARDS, COURSE

__all__ = ["resume_game"]

_STATE_FILE: Final = ("format", "verdicts", "events", "state")


def resume_game(setup: Setup) -> State:
    """The state in a file of a game's folder, as it stands there but for the options given: of any
    Round and phase but those of battles. Raises FileError."""
    strange = [name for name in setup.position if name not in _STATE_FILE]
    tables = setup.position["state"]
    if strange or not isinstance(tables, Mapping):
        raise FileError(f"beside a state there cannot be {', '.join(strange) or 'text'}")
    if "ending" in tables:
        raise FileError("a game cannot open with its ending")
    chosen = tables.get("options", {})
    options = {**(chosen if isinstance(chosen, Mapping) else {}), **setup.options}
    state = load_state(Document({**tables, "options": options}))
    phase = state.moment.phase
    if phase not in COURSE:
        raise FileError(f"there is no phase {phase!r}")
    if CARDS in COURSE[phase].traits:
        raise FileError(
            f"a game cannot open with {phase}: who holds which cards is secret",
            hint="begin before the battles, or after them",
        )
    return state
