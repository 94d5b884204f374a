"""Captures that last: who takes what in winter, which states fall, and what comes free with them.

A unit claims the land where it is when the last movement of the year is over. All claims are judged
together, by the statuses of that movement:

    POLN  A WAR in BRA     BRA  A BRA in SAX     Denmark  A HOL in POLN's Warsaw

Denmark takes Warsaw, so Poland falls and its claim on Brandenburg is void; Brandenburg does not
fall, and takes Saxony.
"""

from __future__ import annotations

from collections.abc import Mapping

from generator.engine.adjustments import steps_from
from generator.engine.docket import Entry
from generator.engine.units import Unit
from generator.engine.words import count
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.state.standing import CLOSED, Capture, Status
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import DisbandUnit
from generator.rulesets.europe.steps.capture_reports import (
    report_capture,
    report_disbanded,
    report_fall,
    report_freed_state,
    report_release,
)
from generator.rulesets.europe.steps.elimination import (
    FOUNDED,
    falling_powers,
    open_land,
    report_end,
    take_infs,
)
from generator.rulesets.europe.steps.statuses import free_status, settle_statuses
from generator.rulesets.europe.steps.unit_orders import DISBANDED
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import unit_words


def claims_of(turn: Turn) -> dict[str, str]:
    """The provinces that units claim, with the side that claims each."""
    standing = turn.standing
    claims = {}
    for side, unit in turn.stands:
        code = unit.province
        if code not in turn.facts.provinces or standing.holders[code] == side:
            continue
        holder = standing.holders[code]
        taker = standing.side_of(side)
        if standing.lord_of(side) == CLOSED or (holder and standing.friendly(side, holder)):
            continue
        if all(feature.captures(turn, taker, code) for feature in turn.edition.features):
            claims[code] = side
    return claims


def fallen_by(turn: Turn, claims: Mapping[str, str]) -> dict[str, str]:
    """The states that lose their home by these claims, each with the side that claims it.

    A state does not fall to one that falls itself; those that claim each other's homes in a ring
    all fall.
    """
    claimed = {
        state: claims[turn.facts.states[state].seat]
        for state in turn.states
        if turn.facts.states[state].pliant
        and turn.statuses[state].kind != "captured"
        and turn.facts.states[state].seat in claims
    }
    known: dict[str, bool] = {}
    for state in claimed:
        chain: list[str] = []
        here = state
        while here in claimed and here not in known and here not in chain:
            chain.append(here)
            here = claimed[here]
        if here in chain:
            ring = chain[chain.index(here) :]
            known |= dict.fromkeys(ring, True)
            chain = chain[: chain.index(here)]
        falls = known.get(here, False)
        for code in reversed(chain):
            falls = not falls
            known[code] = falls
    return {state: claimed[state] for state in claimed if known[state]}


def settle_claims(turn: Turn) -> None:
    """Book the captures, and let the states fall whose homes are taken."""
    claims = claims_of(turn)
    fallen = fallen_by(turn, claims)
    standing = turn.standing
    taken = {code: side for code, side in claims.items() if side not in fallen}
    for code, side in taken.items():
        held = turn.captures.get(code)
        if standing.owners[code] == side:
            del turn.captures[code]
            assert held is not None  # a side that does not hold its own land has lost it
            name = turn.facts.name_of(side)
            report_release(turn, standing, code, held.holder, "freed-by-owner", f"{name} is back")
            continue
        report_capture(turn, standing, code, side, held)
        turn.edition.on_capture(turn, code, side)
        turn.captures[code] = Capture(side, turn.year)
    turn.politics_changed()
    for state in fallen:
        name = turn.facts.name_of(state)
        units = sorted(str(unit) for side, unit in turn.stands if side == state)
        turn.stands = [stand for stand in turn.stands if stand[0] != state]
        if units:
            why = "its home is captured"
            report_disbanded(turn, state, units, "state-units-disbanded", why)
        release_all(turn, state, "state-holding-freed", f"{name} has fallen")
    settle_homes(turn)


def release_all(turn: Turn, side: str, cause: str, why: str) -> None:
    """Free all that a side holds of others. The center of a power becomes a separate state."""
    standing = turn.standing
    for code in [code for code, one in turn.captures.items() if one.holder == side]:
        del turn.captures[code]
        if not found_center(turn, code, why):
            report_release(turn, standing, code, side, cause, why)
    turn.politics_changed()


def found_center(turn: Turn, province: str, why: str) -> bool:
    """Whether a province that comes free is the center of a power: then it becomes a state, also
    where the power has left the game and it has no owner."""
    native = turn.standing.owners[province] or turn.facts.provinces[province].owner
    if native not in turn.facts.powers or province not in turn.facts.centers:
        return False
    found_state(turn, province, "state-founded", why)
    return True


def found_state(turn: Turn, code: str, cause: str, why: str) -> None:
    """Bring into being a state that did not exist before; it has no INFs and no unit."""
    if code in turn.founded:
        return
    turn.founded.append(code)
    turn.founded.sort(key=list(turn.facts.latent).index)
    turn.infs[code] = {}
    turn.statuses[code] = Status("unaligned")
    turn.politics_changed()
    held = turn.standing.captor_of(turn.facts.states[code])
    turn.report(
        FOUNDED,
        cause,
        f"{turn.facts.name_of(code)} is a state of its own, open to influence: {why}",
        powers=(),
        provinces=turn.facts.latent[code].provinces,
        state=code,
        by=held,
    )


def settle_homes(turn: Turn) -> None:
    """Give the states whose homes are taken or free again their statuses."""
    fell, freed = [], []
    for state in turn.states:
        minor = turn.facts.states[state]
        captor = turn.standing.captor_of(minor)
        before = turn.statuses[state]
        if captor and before.captor != captor:
            turn.statuses[state] = Status("captured", "", captor)
            if before.kind != "captured":
                fell.append(state)
        elif not captor and before.kind == "captured":
            turn.statuses[state] = free_status(turn.edition, turn, state)
            freed.append(state)
    turn.politics_changed()
    for state in fell:
        report_fall(turn, state, turn.statuses[state].captor)
    for state in freed:
        report_freed_state(turn, state, turn.statuses[state])


def drop_fallen_infs(turn: Turn) -> None:
    """Take away the INFs that powers have left behind, and settle the statuses without them."""
    taken = [state for power in turn.eliminated for state in take_infs(turn, power)]
    settle_statuses(turn, dict.fromkeys(taken))


def end_powers(turn: Turn) -> None:
    """Let the powers fall that have lost what they cannot do without."""
    for power in falling_powers(turn):
        end_power(turn, power)


def end_power(turn: Turn, power: str, dissolved: str = "") -> None:
    """Take a power out of the game, with its units; its land is open to all. Its INFs stay until
    the year is over. `dissolved`: why it is; then its own centers become states."""
    holders = turn.standing.holders
    homes = [code for code in turn.facts.powers[power].centers if holders[code] == power]
    report_end(turn, power, holders, dissolved)
    turn.stands = [stand for stand in turn.stands if stand[0] != power]
    turn.displaced = tuple(displaced for displaced in turn.displaced if displaced.owner != power)
    turn.eliminated[power] = turn.year
    turn.politics_changed()
    why = f"{turn.facts.name_of(power)} is {'dissolved' if dissolved else 'eliminated'}"
    cause = "dissolved-holding-freed" if dissolved else "power-holding-freed"
    release_all(turn, power, cause, why)
    for code in homes:
        found_state(turn, code, "state-founded-dissolved", why)
    open_land(turn, power, "dissolved-land-ownerless" if dissolved else "land-ownerless")
    settle_homes(turn)
    for feature in turn.edition.features:
        feature.on_elimination(turn, power)


# --- units beyond the centers


def units_allowed(turn: Turn | EuropeState, side: str) -> int:
    """How many units a side may have: one for each center that it holds.

    A state that follows powers has those that it began with, and one for each center it has taken.
    """
    holders = turn.standing.holders
    held = [code for code in turn.facts.centers if holders[code] == side]
    if not is_minor(side) or not turn.facts.states[side].pliant:
        return len(held)
    minor = turn.facts.states[side]
    if holders[minor.seat] != side:
        return 0
    return len(minor.units) + sum(code not in minor.provinces for code in held)


def disband_surplus(turn: Turn) -> None:
    """Disband what sides have beyond their centers: what is ordered, in the order in which it is
    written, else the unit farthest from home, fleets first."""
    surplus = {}
    for side in dict.fromkeys(side for side, _ in turn.stands):
        units = sum(owner == side for owner, _ in turn.stands)
        if units > (allowed := units_allowed(turn, side)):
            surplus[side] = units - allowed
    for entry in turn.entries_of(DisbandUnit):
        _disband_ordered(turn, entry, surplus)
    for side, number in surplus.items():
        for _ in range(number):
            _remove(turn, side, _farthest(turn, side), "disband-missing", "no order names another")


def _disband_ordered(turn: Turn, entry: Entry, surplus: dict[str, int]) -> None:
    piece = entry.order.unit
    at = {unit.province: (side, unit) for side, unit in turn.stands}
    where = turn.board.name_of(piece.province)
    if piece.province not in at or piece.kind not in ("", at[piece.province][1].kind):
        turn.settle(entry, "illegal", ("disband-no-unit", f"there is no such unit in {where}"))
        return
    side, unit = at[piece.province]
    words = unit_words(turn.facts, side, unit)
    if turn.standing.side_of(side) != entry.power:
        said = f"{words} is not for {turn.facts.name_of(entry.power)} to disband"
        turn.settle(entry, "illegal", ("disband-no-unit", said))
    elif not surplus.get(side):
        said = f"{turn.facts.name_of(side)} has no more units than it may have"
        turn.settle(entry, "excess", ("disband-not-due", said))
    else:
        surplus[side] -= 1
        turn.settle(entry, "success", ("disband-due", f"{words} is disbanded"))
        _remove(turn, side, unit, "disband-due", f"ordered by {turn.facts.name_of(entry.power)}")


def _remove(turn: Turn, side: str, unit: Unit, cause: str, why: str) -> None:
    turn.stands.remove((side, unit))
    allowed = count(units_allowed(turn, side), "unit")
    lord = turn.standing.side_of(side)
    turn.report(
        DISBANDED,
        cause,
        f"{unit_words(turn.facts, side, unit)} is disbanded: "
        f"{turn.facts.name_of(side)} may have {allowed}; {why}",
        powers=[lord] if lord in turn.facts.powers else [],
        owner=side,
        unit=str(unit),
    )


def _farthest(turn: Turn, side: str) -> Unit:
    """The unit that a side gives up when no order chooses one."""
    if is_minor(side):
        minor = turn.facts.states[side]
        homes = tuple(c for c in minor.provinces if c in turn.facts.centers) or (minor.seat,)
    else:
        homes = turn.facts.powers[side].centers
    steps, far = steps_from(turn.board, homes), len(turn.board.provinces)
    own = [unit for owner, unit in turn.stands if owner == side]
    return min(own, key=lambda x: (-steps.get(x.province, far), x.kind == "A", x.province))
