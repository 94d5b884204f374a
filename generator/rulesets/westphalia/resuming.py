"""A game that begins with a state of another one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from generator.engine.errors import FileError
from generator.engine.phases import Document, Setup
from generator.rulesets.westphalia.loading import load_state
from generator.rulesets.westphalia.phases import is_phase, kind_of
from generator.rulesets.westphalia.state import State

__all__ = ["resume_game"]

_STATE_FILE: Final = ("format", "verdicts", "events", "state")
_OF_CARDS: Final = frozenset(
    {
        "battles", "battle-round", "swaps", "scripts", "treaties",
        "religious-war", "melee-round", "religious-swaps", "religious-scripts",
        "religious-treaties",
    }
)  # fmt: skip
"""The kinds of phases that play with cards that are dealt in secret."""


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
    if not is_phase(phase):
        raise FileError(f"there is no phase {phase!r}")
    if kind_of(phase)[0] in _OF_CARDS:
        raise FileError(
            f"a game cannot open with {phase}: who holds which cards is secret",
            hint="begin before the battles, or after them",
        )
    return state
