"""Reading a case of `theatrum resolve`: everything is checked, and nothing is guessed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from generator.engine.board import Board, province_of
from generator.engine.errors import UsageError
from generator.engine.orders import PhaseKind
from generator.engine.retreats import Stranded
from generator.engine.rulebook import options_problems
from generator.engine.units import Kind, Unit
from generator.rulesets.standard.facts import Facts
from generator.rulesets.standard.state import kind_of, unit_problem


class Case(NamedTuple):
    """A case that is valid input. `names` gives each power the spelling of the input, `where` the
    place in `stands` of the unit in a province."""

    facts: Facts
    phase: PhaseKind
    names: Mapping[str, str]
    stands: Sequence[tuple[str, Unit]]
    where: Mapping[str, int]
    orders: Sequence[tuple[str, Sequence[str]]]
    centers: Mapping[str, str]
    dislodged: tuple[Stranded, ...]
    options: Mapping[str, Any]
    season: str


def last_phases(facts: Facts) -> Mapping[PhaseKind, str]:
    """The last phase of a year of each kind."""
    return {kind_of(facts, phase.slug): phase.slug for phase in facts.course.phases}


def read_case(facts: Facts, case: object) -> Case:
    """The case in a parsed line. UsageError says what is wrong with it."""
    if not isinstance(case, Mapping):
        raise UsageError("a case is a JSON object")
    phase = _read_phase(facts, case)
    names: dict[str, str] = {}
    stands, where = _read_units(facts, case, names)
    orders = _tables(facts, case, "orders", names, needed=False)
    dislodged = _read_dislodged(facts, case, names, where) if phase == "retreat" else ()
    season = case.get("season")
    centers = _read_centers(facts, case, names, needed=phase == "build")
    return Case(
        facts,
        phase,
        names,
        stands,
        where,
        orders,
        centers,
        dislodged,
        _read_options(facts, case),
        season.lower() if isinstance(season, str) and centers else "",
    )


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


def _read_phase(facts: Facts, case: Mapping[str, Any]) -> PhaseKind:
    given, phases = case.get("phase"), last_phases(facts)
    for phase in phases:
        if given == phase:
            return phase
    raise UsageError(f"there is no phase {given!r}", hint=f"phases: {', '.join(phases)}")


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
) -> tuple[list[tuple[str, Unit]], dict[str, int]]:
    known, province = known_units(facts.board), provinces(facts.board)
    stands: list[tuple[str, Unit]] = []
    where: dict[str, int] = {}
    for power, texts in _tables(facts, case, "units", names):
        for text in texts:
            unit = known.get(text)
            if unit is None:
                raise _not_a_unit(facts.board, text, f"units of {names[power]}")
            code = province[unit.at]
            if code in where:
                other = str(stands[where[code]][1])
                problem = f"{other} is in the same province"
                raise UsageError("listed twice" if other == text else problem, text=text)
            where[code] = len(stands)
            stands.append((power, unit))
    return stands, where


def _not_a_unit(board: Board, text: str, where: str) -> UsageError:
    kind, _, at = text.partition(" ")
    if kind in ("A", "F") and at and board.is_place(province_of(at)):
        problem = unit_problem(board, Unit("A" if kind == "A" else "F", at))
    elif kind in ("A", "F") and at:
        problem = f"there is no province {at}"
    else:
        problem = "not a unit (units look like 'A VIE' or 'F SPA/SC')"
    return UsageError(problem, text=f"{where}: {text}")


def _read_dislodged(
    facts: Facts, case: Mapping[str, Any], names: dict[str, str], occupied: Mapping[str, int]
) -> tuple[Stranded, ...]:
    retreats = case.get("retreats")
    if not isinstance(retreats, Mapping):
        raise UsageError("retreats is missing or not an object", hint='{"ITALY: A DEN": ["SWE"]}')
    board, known = facts.board, known_units(facts.board)
    found = []
    seen: set[str] = set()
    for power, texts in _tables(facts, case, "dislodged", names):
        for text in texts:
            unit = known.get(text)
            if unit is None:
                raise _not_a_unit(facts.board, text, f"dislodged of {names[power]}")
            if unit.province in seen:
                raise UsageError("two units are dislodged in one province", text=text)
            seen.add(unit.province)
            places = retreats.get(f"{names[power]}: {text}")
            if not isinstance(places, list | tuple):
                raise UsageError("no list of retreats", text=f"{names[power]}: {text}")
            for place in places:
                if not isinstance(place, str) or not board.is_place(place):
                    raise UsageError(f"there is no place {place!r}", text=f"retreats of {text}")
                if f"{unit.kind} {place}" not in known:
                    raise UsageError(f"{unit} cannot be in {place}", text=f"retreats of {text}")
                if province_of(place) in occupied:
                    raise UsageError(f"{place} is occupied", text=f"retreats of {text}")
            found.append(Stranded(power, unit, None, tuple(places)))
    return tuple(found)


def _read_options(facts: Facts, case: Mapping[str, Any]) -> Mapping[str, Any]:
    options = case.get("options")
    if options is None:
        return MappingProxyType({})
    if not isinstance(options, Mapping):
        raise UsageError("options is not an object")
    for problem in options_problems(facts.options, options):
        raise UsageError(problem)
    return options


@cache
def known_units(board: Board) -> Mapping[str, Unit]:
    """Every unit that can stand on the board, by its notation."""
    kinds: tuple[Kind, ...] = ("A", "F")
    units = (Unit(kind, place) for kind in kinds for place in board.places)
    return {str(unit): unit for unit in units if not unit_problem(board, unit)}


@cache
def provinces(board: Board) -> Mapping[str, str]:
    """The province of every place, looked up rather than cut out of its code."""
    return {place: province_of(place) for place in board.places}
