"""What follows a phase without anybody's order: centers, elimination, the end, the next phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from generator.engine.retreats import Stranded
from generator.engine.ruleset import Ending
from generator.engine.units import Unit
from generator.engine.verdicts import Event
from generator.rulesets.standard import facts
from generator.rulesets.standard.course import COURSE, kind_of
from generator.rulesets.standard.event_kinds import (
    BUILD_UNUSED,
    CENTER_TAKEN,
    DRAW,
    UNITS_DUE,
    VICTORY,
)
from generator.rulesets.standard.played import event
from generator.rulesets.standard.retreat_phase import disband_all
from generator.rulesets.standard.state import StandardState, center_counts, flatten, frozen
from generator.rulesets.standard.winter_phase import due_words, dues, play_winter
from generator.rulesets.standard.words import listed, place, power_name, spelled


def paint(land: Mapping[str, str], units: Mapping[str, tuple[Unit, ...]]) -> Mapping[str, str]:
    """Who stood last on each piece of land without a center, after units have moved."""
    board = facts.board()
    painted = dict(land)
    for power, unit in flatten(units):
        one = board.provinces[unit.province]
        if one.kind != "sea" and not one.center:
            painted[unit.province] = power
    return frozen(painted)


def count_centers(state: StandardState) -> tuple[StandardState, tuple[Event, ...]]:
    """The state when the centers have changed hands at the end of a fall."""
    board = facts.board()
    centers = dict(state.centers)
    events = []
    for power, unit in state.stands():
        code = unit.province
        if not board.provinces[code].center or centers.get(code) == power:
            continue
        loser = centers.get(code)
        text = f"{power_name(power)} takes {place(code)}"
        powers: tuple[str, ...] = (power,)
        if loser is not None:
            text += f" from {power_name(loser)}"
            powers = (power, loser)
        centers[code] = power
        events.append(event(CENTER_TAKEN, "center-taken", text, powers, (code,)))
    return replace(state, centers=frozen(centers)), tuple(events)


def alive(state: StandardState) -> tuple[str, ...]:
    """The powers that own a center or have a unit, dislodged ones included."""
    owners = set(state.centers.values()) | {stranded.owner for stranded in state.dislodged}
    return tuple(power for power, units in state.units.items() if units or power in owners)


def victory_of(state: StandardState) -> Ending | None:
    """The victory of the power that has enough centers, and more than any other."""
    counts = center_counts(state)
    most = max(counts.values())
    leaders = [power for power, number in counts.items() if number == most]
    if most < state.option("victory-centers") or len(leaders) > 1:
        return None
    text = f"{power_name(leaders[0])} wins with {spelled(most, 'center')}"
    return Ending("victory", (leaders[0],), text)


def draw_of(state: StandardState, why: str, powers: tuple[str, ...] = ()) -> Ending:
    """A draw between `powers`, or between all that still own a center."""
    sharing = powers or tuple(p for p, number in center_counts(state).items() if number)
    names = [power_name(power) for power in sharing]
    if state.option("draws") == "scored":
        scores = scores_of(state)
        names = [f"{name} {scores[power]}" for name, power in zip(names, sharing, strict=True)]
    return Ending("draw", sharing, f"{why}: a draw of {listed(names)}" if names else why)


def scores_of(state: StandardState) -> dict[str, str]:
    """What a scored draw gives each power of 100 points, with one decimal: its share of the sum of
    the squares of all powers' centers. Rounding never adds up to more or less than 100."""
    squares = {power: number**2 for power, number in center_counts(state).items()}
    total = sum(squares.values())
    if not total:
        return dict.fromkeys(squares, "0.0")
    tenths = {power: 1000 * square // total for power, square in squares.items()}
    # The tenths that rounding down left over go to the largest remainders, first powers first.
    left = 1000 - sum(tenths.values())
    for power in sorted(squares, key=lambda power: -(1000 * squares[power] % total))[:left]:
        tenths[power] += 1
    return {power: f"{points // 10}.{points % 10}" for power, points in tenths.items()}


def ending_of(state: StandardState, year: int) -> Ending | None:
    """How the game ends with the fall of `year`, or None."""
    won = victory_of(state)
    last = state.option("end-year")
    if won is None and last and year >= last:
        return draw_of(state, f"{last} was the last year")
    return won


def ending_event(ending: Ending, cause: str = "") -> Event:
    """The event of the end; `cause` where votes brought it."""
    kind = VICTORY if ending.kind == "victory" else DRAW
    return event(kind, cause or kind.slug, ending.text, ending.powers)


def proceed(
    state: StandardState,
    stranded: tuple[Stranded, ...],
    contested: tuple[str, ...],
    overrule: Callable[[StandardState], StandardState],
) -> tuple[StandardState, tuple[Event, ...]]:
    """The state that waits for the next phase in which somebody decides.

    `state.moment` is the phase that was played; `stranded` the units that it dislodged. `overrule`
    sets the centers as the referee ruled, after they changed hands by the rules.
    """
    moment = state.moment
    state = overrule(state)
    events: list[Event] = []
    if kind_of(moment.phase) == "movement":
        if any(unit.places for unit in stranded):
            at = COURSE.moment(moment.year, COURSE[moment.phase].next_after(state))
            return replace(state, moment=at, dislodged=stranded, contested=contested), ()
        events.extend(disband_all(stranded))
        moment = COURSE.moment(moment.year, COURSE[moment.phase].next_after(state))
    state = replace(state, dislodged=(), contested=())
    if moment.phase == "spring-retreats":
        at = COURSE.moment(moment.year, COURSE[moment.phase].next_after(state))
        return replace(state, moment=at), tuple(events)
    if moment.phase == "fall-retreats":
        moment = COURSE.moment(moment.year, COURSE[moment.phase].next_after(state))
        counted, taken = count_centers(state)
        state = overrule(counted)
        events.extend(
            event for event in taken if state.centers.get(event.provinces[0]) == event.powers[0]
        )
        state = replace(state, moment=moment, ending=ending_of(state, moment.year))
        due = dues(state)
        if state.ending:
            return state, tuple(events)
        if any(adjustment.decides for adjustment in due.values()):
            for power, adjustment in due.items():
                words = due_words(power, adjustment)
                if words:
                    events.append(event(UNITS_DUE, "units-due", words, (power,)))
            return state, tuple(events)
        # Nobody has a choice, but a power that lost its last center still loses its units.
        played = play_winter(state, {})
        events.extend(event for event in played.events if event.kind != BUILD_UNUSED.slug)
        state = replace(state, units=played.units)
    spring = COURSE.moment(moment.year + 1, COURSE.slugs[0])
    return replace(state, moment=spring), tuple(events)
