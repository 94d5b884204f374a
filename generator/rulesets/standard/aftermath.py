"""The steps after a phase that need no orders: centers, elimination, the end, the next phase."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from generator.engine.phases import Moment
from generator.engine.ruleset import Ending
from generator.engine.verdicts import Event
from generator.engine.words import listed, spelled
from generator.rulesets.standard.event_kinds import CENTER_TAKEN, DRAW, UNITS_DUE, VICTORY
from generator.rulesets.standard.facts import NEUTRAL
from generator.rulesets.standard.movement import disband_all
from generator.rulesets.standard.state import StandardState, frozen
from generator.rulesets.standard.turn import Turn
from generator.rulesets.standard.winter_phase import adjustments, carry_out, due_words, dues


def taken_centers(state: StandardState) -> dict[str, str]:
    """The centers occupied by units of powers that do not own them, with the powers that take them,
    in the order of units."""
    provinces, powers, taken = state.facts.board.provinces, state.facts.powers, {}
    for power, unit in state.stands():
        code = unit.province
        if provinces[code].center and power in powers and state.centers.get(code) != power:
            taken[code] = power
    return taken


def take_centers(
    state: StandardState, overrule: Callable[[StandardState], StandardState] = lambda state: state
) -> tuple[StandardState, list[Event]]:
    """Give each occupied center to the power whose unit occupies it; the others keep their owners.
    Return the events of those that change hands as well, as far as `overrule` lets them."""
    before, taken = state.centers, taken_centers(state)
    state = overrule(replace(state, centers=frozen({**before, **taken})))
    facts, events = state.facts, []
    for code, power in taken.items():
        if state.centers.get(code) != power:
            continue
        text, powers = f"{facts.name_of(power)} takes {facts.place(code)}", [power]
        if code in before:
            text += f" from {facts.name_of(before[code])}"
            powers.append(before[code])
        rule = facts.rulebook.cites("center-taken")
        events.append(CENTER_TAKEN.event(rule, text, powers, (code,), None, (), {}))
    return state, events


def alive(state: StandardState) -> tuple[str, ...]:
    """The powers that own a center or have a unit, dislodged ones included."""
    owners = set(state.centers.values()) | {stranded.owner for stranded in state.dislodged}
    return tuple(p for p in state.facts.powers if state.units[p] or p in owners)


def draw_of(state: StandardState, why: str, powers: tuple[str, ...] = ()) -> Ending:
    """A draw between `powers`, or between all powers that still own a center."""
    sharing = powers or tuple(p for p, number in state.center_counts().items() if number)
    names = [state.facts.name_of(power) for power in sharing]
    if state.option("draws") == "scored":
        scores = scores_of(state)
        names = [f"{name} {scores[power]}" for name, power in zip(names, sharing, strict=True)]
    return Ending("draw", sharing, f"{why}: a draw of {listed(names)}" if names else why)


def scores_of(state: StandardState) -> dict[str, str]:
    """The points of 100 that a scored draw gives each power, with one decimal: its share of the sum
    of the squares of all powers' centers. Rounded, they always add up to 100."""
    squares = {power: number**2 for power, number in state.center_counts().items()}
    total = sum(squares.values())
    if not total:
        return dict.fromkeys(squares, "0.0")
    tenths = {power: 1000 * square // total for power, square in squares.items()}
    # The tenths that rounding down left over go to the largest remainders, first powers first.
    left = 1000 - sum(tenths.values())
    for power in sorted(squares, key=lambda power: -(1000 * squares[power] % total))[:left]:
        tenths[power] += 1
    return {power: f"{points // 10}.{points % 10}" for power, points in tenths.items()}


def ending_of(state: StandardState) -> Ending | None:
    """How the game ends with the fall of the year: by the victory of the power that has enough
    centers, and more than any other, or with the last year."""
    counts, last = state.center_counts(), state.option("end-year")
    most = max(counts.values())
    leaders = [power for power, number in counts.items() if number == most]
    if most >= state.option("victory-centers") and len(leaders) == 1:
        text = f"{state.facts.name_of(leaders[0])} wins with {spelled(most, 'center')}"
        return Ending("victory", (leaders[0],), text)
    if last and state.moment.year >= last:
        return draw_of(state, f"{last} was the last year")
    return None


def report_ending(turn: Turn, ending: Ending, cause: str = "") -> None:
    """Report the end, with its `cause` if it came by votes."""
    kind = VICTORY if ending.kind == "victory" else DRAW
    turn.report(kind, cause or kind.slug, ending.text, ending.powers)


def proceed(
    turn: Turn, state: StandardState, overrule: Callable[[StandardState], StandardState]
) -> StandardState:
    """The state that waits for the next phase in which a power has a decision to make.

    `state` is the position that the turn has made, its moment the phase that was played.
    `overrule` sets the centers as the referee ruled, after they changed hands by the rules.
    """
    facts, following = turn.facts, _following(state)
    state = overrule(state)
    disband_all(turn, tuple(lost for lost in turn.dislodged if lost.owner == NEUTRAL))
    turn.dislodged = tuple(lost for lost in turn.dislodged if lost.owner != NEUTRAL)
    if facts.course[following.phase].units == "retreat":
        if any(unit.places for unit in turn.dislodged):
            return replace(
                state, moment=following, dislodged=turn.dislodged, contested=turn.contested
            )
        state = replace(state, moment=following)
    disband_all(turn, turn.dislodged)
    if facts.settle:
        state, events = facts.settle(facts, state)
        turn.events += events
        state = overrule(state)
        return state if state.ending else replace(state, moment=_following(state))
    if state.moment.phase == "fall-retreats":
        return _end_fall(turn, state, overrule)
    return replace(state, moment=_following(state))


def _end_fall(
    turn: Turn, state: StandardState, overrule: Callable[[StandardState], StandardState]
) -> StandardState:
    """Centers change hands; then the game may end, or winter comes with its builds."""
    state, taken = take_centers(state, overrule)
    turn.events += taken
    winter = replace(state, moment=_following(state), ending=ending_of(state))
    due = dues(winter)
    if winter.ending:
        return winter
    if any(adjustment.decides for adjustment in due.values()):
        for power, adjustment in due.items():
            if words := due_words(turn.facts, power, adjustment):
                turn.report(UNITS_DUE, "units-due", words, (power,))
        return winter
    # No power has a choice, but one that lost its last center still loses its units.
    units = carry_out(turn, winter, adjustments(winter, {}), unused=False)
    return replace(winter, units=units, moment=_following(winter))


def _following(state: StandardState) -> Moment:
    """The phase that follows the one of a state; after the last of a year comes the first."""
    course, moment = state.facts.course, state.moment
    phase = course[moment.phase].next_after(state)
    return course.moment(moment.year + (phase == course.slugs[0]), phase)
