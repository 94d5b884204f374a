"""What follows a phase without anybody's order: centers, elimination, the end, the next phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from generator.engine.phases import Moment
from generator.engine.ruleset import Ending
from generator.engine.units import Unit
from generator.rulesets.standard import facts
from generator.rulesets.standard.course import COURSE, kind_of
from generator.rulesets.standard.event_kinds import CENTER_TAKEN, DRAW, UNITS_DUE, VICTORY
from generator.rulesets.standard.retreat_phase import disband_all
from generator.rulesets.standard.state import StandardState, center_counts, flatten, frozen
from generator.rulesets.standard.turn import Turn
from generator.rulesets.standard.winter_phase import adjustments, carry_out, due_words, dues
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


def taken_centers(state: StandardState) -> dict[str, str]:
    """The centers that change hands at the end of a fall, in the order of units, with those who
    take them."""
    board = facts.board()
    return {
        unit.province: power
        for power, unit in state.stands()
        if board.provinces[unit.province].center and state.centers.get(unit.province) != power
    }


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


def report_ending(turn: Turn, ending: Ending, cause: str = "") -> None:
    """Report the end; `cause` where votes brought it."""
    kind = VICTORY if ending.kind == "victory" else DRAW
    turn.report(kind, cause or kind.slug, ending.text, ending.powers)


def proceed(
    turn: Turn, state: StandardState, overrule: Callable[[StandardState], StandardState]
) -> StandardState:
    """The state that waits for the next phase in which somebody decides.

    `state` is the position that the turn has made, its moment the phase that was played.
    `overrule` sets the centers as the referee ruled, after they changed hands by the rules.
    """
    moment = state.moment
    state = overrule(state)
    if kind_of(moment.phase) == "movement":
        if any(unit.places for unit in turn.dislodged):
            return replace(
                state,
                moment=_following(state, moment),
                dislodged=turn.dislodged,
                contested=turn.contested,
            )
        disband_all(turn, turn.dislodged)
        moment = _following(state, moment)
    if moment.phase == "spring-retreats":
        return replace(state, moment=_following(state, moment))
    if moment.phase == "fall-retreats":
        moment = _following(state, moment)
        before, taken = state.centers, taken_centers(state)
        state = overrule(replace(state, centers=frozen({**before, **taken})))
        for code, power in taken.items():
            if state.centers.get(code) == power:
                _report_taken(turn, code, power, before.get(code))
        state = replace(state, moment=moment, ending=ending_of(state, moment.year))
        due = dues(state)
        if state.ending:
            return state
        if any(adjustment.decides for adjustment in due.values()):
            for power, adjustment in due.items():
                words = due_words(power, adjustment)
                if words:
                    turn.report(UNITS_DUE, "units-due", words, (power,))
            return state
        # Nobody has a choice, but a power that lost its last center still loses its units.
        units = carry_out(turn, state, adjustments(state, {}), unused=False)
        state = replace(state, units=units)
    return replace(state, moment=COURSE.moment(moment.year + 1, COURSE.slugs[0]))


def _following(state: StandardState, moment: Moment) -> Moment:
    """The next phase of the same year."""
    return COURSE.moment(moment.year, COURSE[moment.phase].next_after(state))


def _report_taken(turn: Turn, code: str, power: str, loser: str | None) -> None:
    text, powers = f"{power_name(power)} takes {place(code)}", (power,)
    if loser is None:
        turn.report(CENTER_TAKEN, "center-taken", text, powers, (code,))
    else:
        text += f" from {power_name(loser)}"
        turn.report(CENTER_TAKEN, "center-taken", text, (*powers, loser), (code,))
