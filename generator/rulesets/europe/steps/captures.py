"""Captures and liberations: who holds which land once the units have come to rest."""

from __future__ import annotations

from collections.abc import Container, Mapping

from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.state.standing import Capture, Standing, Status
from generator.rulesets.europe.state.state import Stand
from generator.rulesets.europe.steps.capture_reports import (
    report_capture,
    report_disbanded,
    report_fall,
    report_freed_state,
    report_proxy,
    report_release,
    vacancy_cause,
)
from generator.rulesets.europe.steps.elimination import eliminate
from generator.rulesets.europe.steps.position import check_position
from generator.rulesets.europe.steps.statuses import status_of, status_words
from generator.rulesets.europe.turn.turn import Turn


def book_captures(turn: Turn) -> bool:
    """Free the captures that no unit keeps and book new ones; whether anything changed.

    Every province is judged by the politics before this step.
    """
    standing = turn.standing
    at = _occupants(turn)
    booked: list[tuple[str, Capture | None]] = []
    for code in turn.facts.provinces:
        held, stand = turn.captures.get(code), at.get(code)
        if held is None:
            taker = _taker(turn, standing, code, stand)
        elif stand is None or _is_ward_of_owner(standing, code, held.holder):
            taker = ""
        elif _is_friend(turn, standing, stand, held.holder):
            taker = held.holder
        else:
            taker = _taker(turn, standing, code, stand)
        if taker == (held.holder if held else ""):
            continue
        booked.append((code, Capture(taker, turn.year) if taker else None))
        if held and not taker:
            _report_freed(turn, standing, code, held.holder, stand)
        else:
            report_capture(turn, standing, code, taker, held)
    for code, capture in booked:
        if capture:
            turn.edition.on_capture(turn, code, capture.holder)
            turn.captures[code] = capture
        else:
            del turn.captures[code]
    if booked:
        turn.politics_changed()
    return bool(booked)


def release_vacated(turn: Turn, among: Container[str] | None = None) -> bool:
    """Free the captures without a unit of the holder or of a friend; whether there were any. Only
    these provinces, if some are given."""
    standing, at = turn.standing, _occupants(turn)
    freed = {}
    for code, held in turn.captures.items():
        if among is not None and code not in among:
            continue
        stand = at.get(code)
        if stand is None or not standing.friendly(stand[0], held.holder):
            freed[code] = held.holder
    for code, holder in freed.items():
        del turn.captures[code]
        loser = turn.facts.name_of(holder)
        why = f"no unit of {loser} or its friends stands there"
        cause = vacancy_cause(turn, standing.owners[code], code)
        report_release(turn, standing, code, holder, cause, why)
    if freed:
        turn.politics_changed()
    return bool(freed)


def _occupants(turn: Turn) -> dict[str, Stand]:
    return {unit.province: (side, unit) for side, unit in turn.stands}


def _is_friend(turn: Turn, standing: Standing, stand: Stand, holder: str) -> bool:
    """Whether a unit keeps land for its holder: a friend of his, but not the owner."""
    return standing.friendly(stand[0], holder) and check_position(turn, *stand).kind != "liberate"


def _is_ward_of_owner(standing: Standing, code: str, holder: str) -> bool:
    """Whether a state holds land of the very power that it is aligned with, and gives it back."""
    owner = standing.owners[code]
    returns = standing.facts.control.wards_return
    return returns and is_minor(holder) and bool(owner) and standing.lord_of(holder) == owner


def _taker(turn: Turn, standing: Standing, code: str, stand: Stand | None) -> str:
    """The side that captures a province with the unit that is there, or ""."""
    if stand is None:
        return ""
    side, unit = stand
    found = check_position(turn, side, unit)
    if found.kind != "capture":
        return ""
    taker = standing.side_of(side)
    wanted = all(feature.captures(turn, taker, code) for feature in turn.edition.features)
    return side if wanted else ""


def _report_freed(
    turn: Turn, standing: Standing, code: str, holder: str, stand: Stand | None
) -> None:
    facts, owner = turn.facts, standing.owners[code]
    loser = facts.name_of(holder)
    cause = vacancy_cause(turn, owner, code)
    if _is_ward_of_owner(standing, code, holder):
        cause = "freed-by-alignment"
        why = f"{loser} is aligned with {facts.name_of(owner)} and cannot keep it"
    elif stand is None:
        why = f"no unit of {loser} or its friends stands there"
    else:
        found = check_position(turn, *stand)
        why = f"{facts.name_of(stand[0])}, whose unit stands there, is no friend of {loser}"
        if found.kind == "liberate":
            own = owner in (stand[0], standing.side_of(stand[0]))
            cause = "freed-by-owner" if own else "freed-by-unit"
            why = f"a unit of {facts.name_of(stand[0])} has freed it"
    report_release(turn, standing, code, holder, cause, why)


def take_states(turn: Turn) -> bool:
    """Let the states fall whose seats are captured, all at once; whether anything changed."""
    standing = turn.standing
    seats = {state: turn.facts.states[state].seat for state in turn.states}
    fallen = {
        code: standing.holders[seat]
        for code, seat in seats.items()
        if standing.holders[seat] != code
    }
    new = [state for state in fallen if turn.statuses[state].kind != "captured"]
    for state, captor in fallen.items():
        turn.statuses[state] = Status("captured", "", captor)
    for state in new:
        report_fall(turn, state, fallen[state])
    units = dict.fromkeys(fallen, "its home is captured")
    land = {state: f"{turn.facts.name_of(state)} has fallen" for state in fallen}
    changed = _lose_all(turn, units, land, ("state-units-disbanded", "state-holding-freed"))
    if fallen:
        turn.politics_changed()
    return changed or bool(new)


def disband_unaligned(turn: Turn) -> None:
    """Let the states that are not aligned lose their units and captures.

    Those whose units secret handlers order keep both.
    """
    loose = {
        state: status_words(turn.facts, turn.statuses[state])
        for state in turn.states
        if turn.statuses[state].kind in ("unaligned", "neutral")
        and not turn.facts.states[state].handled
    }
    units = {state: f"it is {words}" for state, words in loose.items()}
    land = {state: f"{turn.facts.name_of(state)} is {words}" for state, words in loose.items()}
    causes = ("unaligned-units-disbanded", "unaligned-holding-freed")
    if _lose_all(turn, units, land, causes):
        turn.politics_changed()
        free_states(turn)


def _lose_all(
    turn: Turn, units: Mapping[str, str], land: Mapping[str, str], causes: tuple[str, str]
) -> bool:
    """Take their units and captures from states; whether they had any. For each state: why it
    loses its units, and why its captures come free."""
    standing, changed = turn.standing, False
    for state, why in units.items():
        lost = sorted(str(unit) for side, unit in turn.stands if side == state)
        if lost:
            changed = True
            turn.extra_units.pop(state, None)
            report_disbanded(turn, state, lost, causes[0], why)
    turn.stands = [stand for stand in turn.stands if stand[0] not in units]
    for code in [code for code, one in turn.captures.items() if one.holder in land]:
        changed = True
        holder = turn.captures.pop(code).holder
        if not turn.edition.frees(turn, code, land[holder]):
            report_release(turn, standing, code, holder, causes[1], land[holder])
    return changed


def free_states(turn: Turn) -> bool:
    """Give the states whose seats are free again a status; whether there are any."""
    holders = turn.standing.holders
    freed = [
        state
        for state in turn.states
        if turn.statuses[state].kind == "captured"
        and holders[turn.facts.states[state].seat] == state
    ]
    for state in freed:
        turn.statuses[state] = status_of(turn.facts, turn.infs.get(state, {}))
        report_freed_state(turn, state, turn.statuses[state])
    if freed:
        turn.politics_changed()
    return bool(freed)


def report_proxies(turn: Turn) -> None:
    """Report every capture that is kept through a friend of its holder."""
    at = {unit.province: side for side, unit in turn.stands}
    for code in turn.facts.provinces:
        held = turn.captures.get(code)
        if held and at.get(code, held.holder) != held.holder:
            report_proxy(turn, code, held.holder, at[code])


# --- map adjustment as a whole


def settle_land(turn: Turn) -> None:
    """Settle who holds what, again and again until nothing changes.

    That ends: land changes hands a second time only when a side has lost its units or has left the
    game in between, and neither comes back in this phase. With `captures = "once"` in the table
    `control` no one captures land that comes free in this phase; land that no unit keeps still
    comes free.
    """
    again = release_vacated if turn.facts.control.captures == "once" else book_captures
    book_captures(turn)
    changed = True
    while changed:
        changed = take_states(turn)
        changed |= free_states(turn)
        changed |= eliminate(turn)
        changed |= again(turn)


def end_powers(turn: Turn) -> None:
    """Let powers fall, and with them the units of the states that this leaves without a patron.

    For years that list the steps of map adjustment one by one, instead of `settle_land`.
    """
    if eliminate(turn):
        disband_unaligned(turn)


def free_vacated(turn: Turn, among: Container[str] | None = None) -> None:
    """Free the land that no unit keeps, only among these provinces if some are given; settle
    states."""
    release_vacated(turn, among)
    free_states(turn)
