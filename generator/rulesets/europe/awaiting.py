"""From whom orders are due."""

from __future__ import annotations

from generator.rulesets.europe.extension import voters
from generator.rulesets.europe.state import EuropeState

__all__ = ["awaited"]


def awaited(state: EuropeState) -> tuple[str, ...]:
    """The powers from whom orders are due; nobody in map adjustment and scoring."""
    if state.ending is not None or state.moment.phase in ("adjustment", "scoring"):
        return ()
    if state.moment.phase == "vote":
        return voters(state)
    if state.moment.phase != "retreats":
        return state.living
    standing = state.standing
    deciding = {standing.side_of(one.owner) for one in state.displaced if one.places}
    return tuple(power for power in state.living if power in deciding)
