"""Reading a case of `theatrum resolve`: everything is checked, and nothing is guessed."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any, NamedTuple

from generator.engine.board import Board, province_of
from generator.engine.errors import Complaint, UsageError
from generator.engine.orders import PhaseKind, read_order
from generator.engine.phases import Moment, OrderBook, Sheet, WrittenOrder
from generator.engine.retreats import Stranded
from generator.engine.rulebook import options_problems
from generator.engine.units import Unit
from generator.rulesets.standard.facts import Facts
from generator.rulesets.standard.state import StandardState, arrange, kind_of


class Case(NamedTuple):
    """A case that is valid input. `names` gives each power the spelling of the input."""

    before: StandardState
    book: OrderBook
    names: Mapping[str, str]
    season: str


def read_case(facts: Facts, case: object) -> Case:
    """The case in a parsed line. UsageError says what is wrong with it."""
    if not isinstance(case, Mapping):
        raise UsageError("a case is a JSON object")
    # The last phase of a year of each kind.
    phases = {kind_of(facts, phase.slug): phase.slug for phase in facts.course.phases}
    kind = next((one for one in phases if one == case.get("phase")), None)
    if kind is None:
        problem, hint = f"there is no phase {case.get('phase')!r}", f"phases: {', '.join(phases)}"
        raise UsageError(problem, hint=hint)
    names: dict[str, str] = {}
    units = _read_units(facts, case, names)
    sheets = {
        power: Sheet(power, tuple(_written(facts, kind, text) for text in texts))
        for power, texts in _tables(facts, case, "orders", names, needed=False)
    }
    occupied = {unit.province for own in units.values() for unit in own}
    dislodged = _read_dislodged(facts, case, names, occupied) if kind == "retreat" else ()
    centers = _read_centers(facts, case, names, needed=kind == "build")
    before = StandardState(
        facts,
        Moment(0, 0, phases[kind]),
        arrange(facts, units),
        centers,
        options=_read_options(facts, case),
        dislodged=dislodged,
    )
    season = case.get("season")
    season = season.lower() if isinstance(season, str) and centers else ""
    return Case(before, OrderBook(sheets), names, season)


def _written(facts: Facts, kind: PhaseKind, text: str) -> WrittenOrder:
    order = read_order(text, facts.board, kind)
    return WrittenOrder(text, 0, 0, None if isinstance(order, Complaint) else order)


def _read_centers(
    facts: Facts, case: Mapping[str, Any], names: dict[str, str], needed: bool
) -> Mapping[str, str]:
    known = frozenset(facts.board.centers)
    centers: dict[str, str] = {}
    for power, codes in _tables(facts, case, "centers", names, needed):
        for code in codes:
            if code not in known:
                raise UsageError("not a supply center", text=f"centers: {code}")
            if centers.setdefault(code, power) != power:
                raise UsageError("two powers own one center", text=f"centers: {code}")
    return centers


def _tables(
    facts: Facts, case: Mapping[str, Any], name: str, names: dict[str, str], needed: bool = True
) -> list[tuple[str, Sequence[str]]]:
    """A table of lists of texts, one for each power; notes how the input spells the powers."""
    table = case.get(name)
    if table is None:
        if needed:
            raise UsageError(f"{name} is missing")
        return []
    if not isinstance(table, dict):
        raise UsageError(f"{name} is not an object of powers")
    powers = facts.owners if name in ("units", "dislodged") else facts.powers
    found: list[tuple[str, Sequence[str]]] = []
    for spelled, texts in table.items():
        power = spelled.lower() if isinstance(spelled, str) else ""
        if power not in powers:
            known = ", ".join(powers).upper()
            raise UsageError(f"there is no power {spelled!r}", text=name, hint=f"powers: {known}")
        if names.setdefault(power, spelled) != spelled:
            raise UsageError(f"{names[power]} is also spelled {spelled}", text=name)
        if not isinstance(texts, list | tuple):
            raise UsageError(f"{spelled} has no list", text=name)
        for text in texts:
            if not isinstance(text, str):
                raise UsageError(f"{text!r} is not a text", text=f"{name} of {spelled}")
        found.append((power, texts))
    return found


def _read_units(
    facts: Facts, case: Mapping[str, Any], names: dict[str, str]
) -> dict[str, list[Unit]]:
    units: dict[str, list[Unit]] = {}
    there: dict[str, str] = {}
    for power, texts in _tables(facts, case, "units", names):
        for text in texts:
            unit = _unit(facts.board, text, f"units of {names[power]}")
            other = there.get(unit.province)
            if other is not None:
                problem = f"{other} is in the same province"
                raise UsageError("listed twice" if other == text else problem, text=text)
            there[unit.province] = text
            units.setdefault(power, []).append(unit)
    return units


def _unit(board: Board, text: str, where: str) -> Unit:
    kind, _, at = text.partition(" ")
    if kind not in ("A", "F") or not at:
        problem = "not a unit (units look like 'A VIE' or 'F SPA/SC')"
    else:
        unit = Unit("A" if kind == "A" else "F", at)
        problem = board.standing_problem(kind, at)
        if not problem and board.is_place(at):
            return unit
    raise UsageError(problem or f"there is no place {at}", text=f"{where}: {text}")


def _read_dislodged(
    facts: Facts, case: Mapping[str, Any], names: dict[str, str], occupied: Container[str]
) -> tuple[Stranded, ...]:
    retreats = case.get("retreats")
    if not isinstance(retreats, Mapping):
        raise UsageError("retreats is missing or not an object", hint='{"ITALY: A DEN": ["SWE"]}')
    board, found = facts.board, []
    seen: set[str] = set()
    for power, texts in _tables(facts, case, "dislodged", names):
        for text in texts:
            unit = _unit(board, text, f"dislodged of {names[power]}")
            if unit.province in seen:
                raise UsageError("two units are dislodged in one province", text=text)
            seen.add(unit.province)
            places = retreats.get(f"{names[power]}: {text}")
            if not isinstance(places, list | tuple):
                raise UsageError("no list of retreats", text=f"{names[power]}: {text}")
            for place in places:
                if not isinstance(place, str) or not board.is_place(place):
                    raise UsageError(f"there is no place {place!r}", text=f"retreats of {text}")
                if board.standing_problem(unit.kind, place):
                    raise UsageError(f"{unit} cannot be in {place}", text=f"retreats of {text}")
                if province_of(place) in occupied:
                    raise UsageError(f"{place} is occupied", text=f"retreats of {text}")
            found.append(Stranded(power, unit, None, tuple(places)))
    return tuple(found)


def _read_options(facts: Facts, case: Mapping[str, Any]) -> Mapping[str, Any]:
    options = case.get("options")
    if not isinstance(options, Mapping | None):
        raise UsageError("options is not an object")
    for problem in options_problems(facts.options, options or {}):
        raise UsageError(problem)
    return options or {}
