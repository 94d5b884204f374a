"""The year of Diplomacy: two movements with their retreats, and the winter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from generator.engine.course import Course, Phase, Step, Steps
from generator.rulesets.standard.movement_phase import move_units
from generator.rulesets.standard.retreat_phase import retreat
from generator.rulesets.standard.state import StandardState
from generator.rulesets.standard.winter_phase import adjust, dues


def make_course(data: Mapping[str, Any]) -> Course:
    """The year of a variant. One that titles its own `phases` has movement in all of them, the
    first after the last; any other has the year of Diplomacy."""
    titles = data.get("phases")
    if titles is None:
        return COURSE
    slugs = list(titles)
    following = dict(zip(slugs, [*slugs[1:], *slugs[:1]], strict=True))
    return Course(
        tuple(
            Phase(slug, title, _movement, _ordering, following[slug], units="movement")
            for slug, title in titles.items()
        )
    )


def _ordering(state: StandardState) -> tuple[str, ...]:
    return tuple(power for power in state.facts.powers if state.units[power])


def _movement() -> Steps:
    return (Step("movement", move_units),)


def _retreating(state: StandardState) -> tuple[str, ...]:
    owners = {stranded.owner for stranded in state.dislodged if stranded.places}
    return tuple(power for power in state.facts.powers if power in owners)


def _retreats() -> Steps:
    return (Step("retreats", retreat),)


def _adjusting(state: StandardState) -> tuple[str, ...]:
    return tuple(power for power, due in dues(state).items() if due.decides)


def _adjustments() -> Steps:
    return (Step("builds and removals", adjust),)


def _phase(slug: str, title: str, following: str, **fields: Any) -> Phase:
    return Phase(slug, title, following=following, **fields)


_MOVEMENT: Final = {"steps": _movement, "awaits": _ordering, "units": "movement"}
_RETREATS: Final = {"steps": _retreats, "awaits": _retreating, "units": "retreat"}
_WINTER: Final = {"steps": _adjustments, "awaits": _adjusting}

# A phase in which nobody decides anything is passed over (`aftermath`).
COURSE: Final = Course(
    (
        _phase("spring-movement", "Spring {year}, movement", "spring-retreats", **_MOVEMENT),
        _phase("spring-retreats", "Spring {year}, retreats", "fall-movement", **_RETREATS),
        _phase("fall-movement", "Fall {year}, movement", "fall-retreats", **_MOVEMENT),
        _phase("fall-retreats", "Fall {year}, retreats", "winter-adjustments", **_RETREATS),
        _phase(
            "winter-adjustments", "Winter {year}, builds and removals", "spring-movement", **_WINTER
        ),
    )
)
