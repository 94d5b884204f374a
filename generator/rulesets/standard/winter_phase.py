"""The winter of standard Diplomacy: builds, removals, civil disorder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from generator.engine.adjustments import (
    Adjusted,
    Adjustment,
    Sites,
    open_sites,
    resolve_adjustment,
)
from generator.engine.orders.values import AnyOrder, Build, Disband, Remove
from generator.engine.units import Piece, Unit
from generator.engine.verdicts import NO_ORDER, Event, Verdict
from generator.rulesets.standard import facts
from generator.rulesets.standard.choice import Entry
from generator.rulesets.standard.event_kinds import BUILD_UNUSED, BUILT, CIVIL_DISORDER, REMOVED
from generator.rulesets.standard.played import Played, cited, entry_verdict, event, refusal_verdict
from generator.rulesets.standard.state import StandardState, arrange
from generator.rulesets.standard.words import listed, place, power_name, spelled, unit_words


class Due(NamedTuple):
    """What a power may or must do in winter.

    `number` counts builds, or removals where it is negative; `sites` are the vacant home centers.
    """

    number: int
    sites: tuple[str, ...]
    units: int

    @property
    def decides(self) -> bool:
        """Whether the power has anything to choose: a build it can make, or which units go."""
        if self.number > 0:
            return bool(self.sites)
        return 0 < -self.number < self.units


def sites_of(state: StandardState, power: str) -> Sites:
    return Sites(facts.homes()[power], frozenset(state.owned(power)))


def dues(state: StandardState) -> dict[str, Due]:
    """What is due from each power if winter came now."""
    occupied = {unit.province for _, unit in state.stands()}
    found = {}
    for power, units in state.units.items():
        sites = sites_of(state, power)
        number = len(sites.owned) - len(units)
        found[power] = Due(number, open_sites(sites, occupied), len(units))
    return found


def choose_adjustments(state: StandardState, lines: Sequence[Entry]) -> dict[str, list[Entry]]:
    """The entries of a winter, power by power. All readable ones go on to be counted."""
    chosen: dict[str, list[Entry]] = {power: [] for power in facts.powers()}
    for line in lines:
        own = {unit.province: unit for unit in state.units.get(line.power, ())}
        if line.order is None:
            if not line.cause:
                line = replace(line, cause="unreadable", text=line.unread)
        else:
            line = replace(line, order=_complete(own, line.order))
        chosen.setdefault(line.power, []).append(line)
    return chosen


def _complete(own: Mapping[str, Unit], order: AnyOrder) -> AnyOrder:
    """The order with the unit as it stands, and without the coast of an army."""
    if isinstance(order, Build):
        board, piece = facts.board(), order.unit
        one = board.provinces.get(piece.province)
        if one is not None and one.kind == "inland" and not piece.kind:
            return Build(Piece("A", piece.province))
        return Build(Piece("A", piece.province)) if piece.kind == "A" else order
    if isinstance(order, Remove | Disband):
        unit = own.get(order.unit.province)
        return Remove(unit.piece if unit else order.unit)
    return order


def adjust(state: StandardState, chosen: Mapping[str, list[Entry]]) -> dict[str, Adjustment]:
    """What becomes of every power's winter orders."""
    board = facts.board()
    occupied = [unit.province for _, unit in state.stands()]
    due = dues(state)
    return {
        power: resolve_adjustment(
            board,
            [None if entry.cause else entry.order for entry in chosen.get(power, ())],
            due[power].number,
            sites_of(state, power),
            units,
            occupied,
        )
        for power, units in state.units.items()
    }


def play_winter(state: StandardState, chosen: Mapping[str, list[Entry]]) -> Played:
    """Build and remove; also what happens in a winter in which nobody has a choice."""
    results = adjust(state, chosen)
    units: dict[str, list[Unit]] = {}
    verdicts: list[Verdict] = []
    events: list[Event] = []
    for power, result in results.items():
        gone = {*result.removed, *result.disordered}
        stay = [unit for unit in state.units[power] if unit not in gone]
        units[power] = [*stay, *result.built]
        for entry, fate in zip(chosen.get(power, ()), result.fates, strict=True):
            verdicts.append(_verdict(entry, fate))
        verdicts.extend(_disorder_verdicts(power, result))
        events.extend(_events(power, result))
    for power, entries in chosen.items():
        if power not in results:
            verdicts.extend(
                refusal_verdict(
                    replace(entry, cause="no-such-unit", text=f"there is no power {power}")
                )
                for entry in entries
            )
    return Played(arrange(units), (), (), tuple(verdicts), tuple(events))


def _verdict(entry: Entry, fate: Adjusted) -> Verdict:
    if entry.cause:
        return refusal_verdict(entry)
    return entry_verdict(entry, fate.outcome, (cited(fate.cause, fate.text),))


def _disorder_verdicts(power: str, result: Adjustment) -> list[Verdict]:
    said = "the farthest from the nearest own center of the units that are left"
    return [
        Verdict(
            power,
            str(Remove(unit.piece)),
            "success",
            (cited("civil-disorder", said),),
            note=NO_ORDER,
            meaning=Remove(unit.piece),
        )
        for unit in result.disordered
    ]


def _events(power: str, result: Adjustment) -> list[Event]:
    events = []
    for unit in result.built:
        kind = "an army" if unit.kind == "A" else "a fleet"
        text = f"{power_name(power)} builds {kind} in {place(unit.at)}"
        events.append(event(BUILT, "build-made", text, (power,), (unit.province,)))
    for unit in result.removed:
        text = f"{unit_words(power, unit)} is removed"
        events.append(event(REMOVED, "remove-made", text, (power,), (unit.province,)))
    for unit in result.disordered:
        text = f"{unit_words(power, unit)} is removed by the rule for civil disorder"
        events.append(event(CIVIL_DISORDER, "civil-disorder", text, (power,), (unit.province,)))
    if result.unused:
        text = f"{power_name(power)} leaves {spelled(result.unused, 'build')} unused"
        events.append(event(BUILD_UNUSED, "build-unused", text, (power,)))
    return events


def due_words(power: str, due: Due) -> str:
    """`Austria has two builds (Trieste, Vienna)`, or "" where nothing is due."""
    name = power_name(power)
    if due.number > 0:
        where = listed(place(site) for site in due.sites) or "no vacant home center"
        return f"{name} may make {spelled(due.number, 'build')} ({where})"
    if due.number < 0:
        return f"{name} must remove {spelled(-due.number, 'unit')}"
    return ""
