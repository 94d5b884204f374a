"""One case of `theatrum resolve`: plain tables in, plain tables out. Everything is checked, and
nothing is guessed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, NoReturn, get_args

from msgspec.structs import replace

from generator.engine.board import Board, province_of
from generator.engine.errors import Complaint, UsageError
from generator.engine.orders import order_reader
from generator.engine.phases import Moment, OrderBook, Sheet, WrittenOrder
from generator.engine.retreats import Stranded
from generator.engine.rulebook import options_problems
from generator.engine.units import Kind, Unit
from generator.engine.verdicts import Verdict
from generator.rulesets.standard.aftermath import taken_centers
from generator.rulesets.standard.document import by_power
from generator.rulesets.standard.facts import Facts
from generator.rulesets.standard.state import StandardState, arrange, kind_of
from generator.rulesets.standard.turn import Turn


def answer_case(facts: Facts, case: Mapping[str, Any], verdicts: bool = True) -> dict[str, Any]:
    """The answer to one case. Raises UsageError for invalid input."""
    before, book, names, season = read_case(facts, case)
    turn = Turn(before, book)
    facts.course.play(before.moment.phase, turn)
    answer: dict[str, Any] = {"id": case["id"]} if "id" in case else {}
    answer["after"] = _by_name(names, turn.units)
    lost: dict[str, list[str]] = {}
    retreats: dict[str, list[str]] = {}
    for stranded in turn.dislodged:
        lost.setdefault(stranded.owner, []).append(str(stranded.unit))
        retreats[f"{names[stranded.owner]}: {stranded.unit}"] = sorted(stranded.places)
    answer["dislodged"] = _by_name(names, lost)
    answer["retreats"] = dict(sorted(retreats.items()))
    if season == "fall" and before.kind != "build" and not any(retreats.values()):
        taken = taken_centers(replace(before, units=turn.units))
        answer["centers"] = _by_name(names, by_power(facts, {**before.centers, **taken}))
    if verdicts:
        answer["verdicts"] = [_verdict(names, verdict) for verdict in turn.verdicts()]
    return answer


def _by_name(
    names: Mapping[str, str], table: Mapping[str, Iterable[object]]
) -> dict[str, list[str]]:
    """The rows that are not empty, by the powers' names as the input spells them."""
    rows = ((names[power], sorted(map(str, own))) for power, own in table.items() if own)
    return dict(sorted(rows))


def _verdict(names: Mapping[str, str], verdict: Verdict) -> dict[str, Any]:
    said = {
        "power": names.get(verdict.power, verdict.power),
        "order": (verdict.written or verdict.order).strip(),
        "outcome": verdict.outcome,
        "reasons": [{"rule": rule, "text": text} for rule, text in verdict.reasons],
    }
    return {**said, "note": verdict.note} if verdict.note else said


class Case(NamedTuple):
    """A case that is valid input. `names` gives each power the spelling of the input."""

    before: StandardState
    book: OrderBook
    names: Mapping[str, str]
    season: str


def read_case(facts: Facts, case: object) -> Case:
    """The case in a parsed line. The UsageError explains what is wrong with it."""
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
    read = order_reader(facts.board).read
    sheets = {}
    for power, texts in _tables(facts, case, "orders", names, needed=False):
        orders = []
        for number, text in enumerate(texts):
            order = read(text, kind)
            meant = None if isinstance(order, Complaint) else order
            orders.append(WrittenOrder(text, 0, 0, meant, number=number))
        sheets[power] = Sheet(power, tuple(orders))
    dislodged = _read_dislodged(facts, case, names, units) if kind == "retreat" else ()
    centers = _read_centers(facts, case, names, needed=kind == "build")
    options = case.get("options")
    if not isinstance(options, Mapping | None):
        raise UsageError("options is not an object")
    for problem in options_problems(facts.options, options or {}):
        raise UsageError(problem)
    before = StandardState(
        facts,
        Moment(0, 0, phases[kind]),
        arrange(facts, units),
        centers,
        options=options or {},
        dislodged=dislodged,
    )
    season = case.get("season")
    season = season.lower() if isinstance(season, str) and centers else ""
    return Case(before, OrderBook(sheets), names, season)


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
    known = _known_units(facts.board)
    for power, texts in _tables(facts, case, "units", names):
        own = units[power] = []
        for text in texts:
            unit = known.get(text) or _no_unit(facts.board, text, f"units of {names[power]}")
            province = unit.province
            other = there.get(province)
            if other is not None:
                problem = f"{other} is in the same province"
                raise UsageError("listed twice" if other == text else problem, text=text)
            there[province] = text
            own.append(unit)
    return units


def _no_unit(board: Board, text: str, where: str) -> NoReturn:
    kind, _, at = text.partition(" ")
    problem = "not a unit (units look like 'A VIE' or 'F SPA/SC')"
    if kind in ("A", "F") and at:
        problem = board.standing_problem(kind, at) or f"there is no place {at}"
    raise UsageError(problem, text=f"{where}: {text}")


@cache
def _known_units(board: Board) -> Mapping[str, Unit]:
    """Every unit that the board has room for, by its notation."""
    units = [Unit(kind, at) for kind in get_args(Kind) for at in board.places]
    return {str(unit): unit for unit in units if not board.standing_problem(unit.kind, unit.at)}


def _read_dislodged(
    facts: Facts, case: Mapping[str, Any], names: dict[str, str], units: Mapping[str, list[Unit]]
) -> tuple[Stranded, ...]:
    retreats = case.get("retreats")
    if not isinstance(retreats, Mapping):
        raise UsageError("retreats is missing or not an object", hint='{"ITALY: A DEN": ["SWE"]}')
    board, known, found = facts.board, _known_units(facts.board), []
    occupied = {unit.province for own in units.values() for unit in own}
    seen: set[str] = set()
    for power, texts in _tables(facts, case, "dislodged", names):
        for text in texts:
            unit = known.get(text) or _no_unit(board, text, f"dislodged of {names[power]}")
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
