"""The winter of standard Diplomacy: builds, removals, civil disorder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from generator.engine.adjustments import Adjustment, Sites, open_sites, resolve_adjustment
from generator.engine.docket import Entry
from generator.engine.orders.values import AnyOrder, Build, Disband, Remove
from generator.engine.units import Piece, Unit
from generator.engine.verdicts import NO_ORDER, Reason, Verdict
from generator.engine.words import listed, spelled
from generator.rulesets.standard.event_kinds import BUILD_UNUSED, BUILT, CIVIL_DISORDER, REMOVED
from generator.rulesets.standard.facts import NEUTRAL, Facts
from generator.rulesets.standard.state import StandardState, arrange
from generator.rulesets.standard.turn import Turn


class Due(NamedTuple):
    """The builds or removals of a power in winter.

    `number` counts builds, or removals where it is negative; `sites` are the vacant centers in
    which it may build.
    """

    number: int
    sites: tuple[str, ...]
    units: int

    @property
    def decides(self) -> bool:
        """Whether the power has a choice: a build that it can make, or the units to remove."""
        if self.number > 0:
            return bool(self.sites)
        return 0 < -self.number < self.units


def sites_of(state: StandardState, power: str) -> Sites:
    return Sites(state.facts.sites(power), frozenset(state.owned(power)))


def dues(state: StandardState) -> dict[str, Due]:
    """The builds or removals due from each power if winter came now."""
    occupied = {unit.province for _, unit in state.stands()}
    found = {}
    for power in state.facts.powers:
        sites, units = sites_of(state, power), len(state.units[power])
        found[power] = Due(len(sites.owned) - units, open_sites(sites, occupied), units)
    return found


def complete(state: StandardState, power: str, order: AnyOrder) -> AnyOrder:
    """The order with the unit as it is on the board, and without the coast of an army."""
    if isinstance(order, Build):
        piece = order.unit
        one = state.facts.board.provinces.get(piece.province)
        inland = one is not None and one.kind == "inland"
        is_army = piece.kind == "A" or (inland and not piece.kind)
        return Build(Piece("A", piece.province)) if is_army else order
    if isinstance(order, Remove | Disband):
        own = {unit.province: unit for unit in state.units.get(power, ())}
        unit = own.get(order.unit.province)
        return Remove(unit.piece if unit else order.unit)
    return order


def adjust(turn: Turn) -> None:
    """Build and remove as ordered, and settle all entries. The first legal ones count."""
    state = turn.before
    entries: dict[str, list[Entry]] = {power: [] for power in turn.facts.powers}
    for entry in turn.open:
        power, order = entry.power, entry.order
        if order is not None:
            entry.order = complete(state, power, order)
        if power not in entries:
            turn.settle(entry, "illegal", ("no-such-unit", f"there is no power {power}"))
        elif order is None:
            turn.settle(entry, "illegal", ("unreadable", entry.unread))
        else:
            entries[power].append(entry)
    results = adjustments(state, entries)
    for power, result in results.items():
        for entry, fate in zip(entries[power], result.fates, strict=True):
            turn.settle(entry, fate.outcome, (fate.cause, fate.text))
        for unit in result.disordered:
            said = "the farthest from the nearest own center of the units that are left"
            order, reason = Remove(unit.piece), Reason(turn.cites("civil-disorder"), said)
            turn.add_verdict(
                Verdict(power, str(order), "success", (reason,), note=NO_ORDER, meaning=order)
            )
    turn.units = carry_out(turn, state, results)


def adjustments(
    state: StandardState, entries: Mapping[str, Sequence[Entry]]
) -> dict[str, Adjustment]:
    """The result of every power's winter orders, or of having given none."""
    occupied = [unit.province for _, unit in state.stands()]
    due = dues(state)
    return {
        power: resolve_adjustment(
            state.facts.board,
            [entry.order for entry in entries.get(power, ())],
            due[power].number,
            sites_of(state, power),
            state.units[power],
            occupied,
        )
        for power in due
    }


def carry_out(
    turn: Turn, state: StandardState, results: Mapping[str, Adjustment], unused: bool = True
) -> Mapping[str, tuple[Unit, ...]]:
    """Report the builds and removals of a winter, and the builds that are left `unused`. Returns
    the units after it."""
    facts = turn.facts
    units: dict[str, list[Unit]] = {NEUTRAL: list(state.units.get(NEUTRAL, ()))}
    for power, result in results.items():
        gone = {*result.removed, *result.disordered}
        units[power] = [unit for unit in state.units[power] if unit not in gone]
        units[power] += result.built
        for unit in result.built:
            kind = "an army" if unit.kind == "A" else "a fleet"
            text = f"{facts.name_of(power)} builds {kind} in {facts.place(unit.at)}"
            turn.report(BUILT, "build-made", text, (power,), (unit.province,))
        for unit in result.removed:
            text = f"{facts.unit_words(power, unit)} is removed"
            turn.report(REMOVED, "remove-made", text, (power,), (unit.province,))
        for unit in result.disordered:
            text = f"{facts.unit_words(power, unit)} is removed by the rule for civil disorder"
            turn.report(CIVIL_DISORDER, "civil-disorder", text, (power,), (unit.province,))
        if result.unused and unused:
            text = f"{facts.name_of(power)} leaves {spelled(result.unused, 'build')} unused"
            turn.report(BUILD_UNUSED, "build-unused", text, (power,))
    return arrange(facts, units)


def due_words(facts: Facts, power: str, due: Due) -> str:
    """`Austria has two builds (Trieste, Vienna)`, or "" if nothing is due."""
    name = facts.name_of(power)
    if due.number > 0:
        nowhere = "no vacant center" if facts.anywhere else "no vacant home center"
        where = listed(map(facts.place, due.sites)) or nowhere
        return f"{name} may make {spelled(due.number, 'build')} ({where})"
    if due.number < 0:
        return f"{name} must remove {spelled(-due.number, 'unit')}"
    return ""
