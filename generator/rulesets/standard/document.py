"""States as tables that people can read, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from generator.engine.board import Board, province_of
from generator.engine.errors import FileError, GameError
from generator.engine.knobs import options_problems
from generator.engine.phases import Document
from generator.engine.retreats import Stranded
from generator.engine.ruleset import Ending
from generator.engine.units import Unit, parse_unit
from generator.rulesets.standard import facts
from generator.rulesets.standard.course import COURSE
from generator.rulesets.standard.soundness import problems
from generator.rulesets.standard.state import (
    StandardState,
    arrange,
    frozen,
    unit_problem,
)

__all__ = ["dump_state", "load_state", "read_tables"]

TABLES: Final = (
    "year",
    "phase",
    "contested",
    "units",
    "centers",
    "land",
    "options",
    "dislodged",
    "ending",
)
ENDINGS: Final = ("victory", "draw", "ended")


def dump_state(state: StandardState) -> Document:
    """The state as tables in a stable order; empty ones are left out, but never `units`."""
    tables: dict[str, Any] = {"year": state.moment.year, "phase": state.moment.phase}
    if state.contested:
        tables["contested"] = list(state.contested)
    tables["units"] = {
        power: [str(unit) for unit in units] for power, units in state.units.items() if units
    }
    tables["centers"] = _by_power(state.centers)
    if state.land:
        tables["land"] = _by_power(state.land)
    if state.options:
        tables["options"] = dict(state.options)
    if state.dislodged:
        tables["dislodged"] = [
            {
                "power": one.owner,
                "unit": str(one.unit),
                "from": one.attacker_from or "convoy",
                "retreats": list(one.places),
            }
            for one in state.dislodged
        ]
    if state.ending:
        tables["ending"] = {
            "kind": state.ending.kind,
            "powers": list(state.ending.powers),
            "text": state.ending.text,
        }
    return Document(MappingProxyType(tables))


def load_state(document: Document) -> StandardState:
    """The state that `dump_state` wrote. Raises FileError that lists all that is wrong."""
    tables = document.public
    for name in ("year", "phase", "units", "centers"):
        if name not in tables:
            raise FileError(f"the state has no {name}")
    return read_tables(tables, options=None)


def read_tables(
    tables: Mapping[str, Any],
    options: Mapping[str, Any] | None,
    default: StandardState | None = None,
) -> StandardState:
    """The state in `tables`; what they leave out is taken from `default`.

    `options` override the table of that name. Raises FileError that lists all that is wrong.
    """
    wrong: list[str] = []
    board = facts.board()
    unknown = [name for name in tables if name not in TABLES]
    if unknown:
        wrong.append(f"there is no {', '.join(unknown)} (a position has {', '.join(TABLES)})")
    year = tables.get("year", default.moment.year if default else None)
    if not isinstance(year, int) or isinstance(year, bool) or not 1 <= year <= 9999:
        wrong.append(f"year {year!r} is not a year (a whole number from 1 to 9999)")
        year = 1
    phase = tables.get("phase", default.moment.phase if default else None)
    if phase not in COURSE.slugs:
        wrong.append(f"there is no phase {phase!r} (phases: {', '.join(COURSE.slugs)})")
        phase = COURSE.slugs[0]
    units: Mapping[str, Sequence[Unit]] = default.units if default else {}
    if "units" in tables:
        units = _read_units(board, tables["units"], wrong)
    centers = default.centers if default else {}
    if "centers" in tables:
        centers = _read_owners(board, tables["centers"], "centers", wrong)
    land = default.land if default else {}
    if "land" in tables:
        land = _read_owners(board, tables["land"], "land", wrong)
    if options is None:
        options = _read_options(tables.get("options", {}), wrong)
    state = StandardState(
        COURSE.moment(year, phase),
        arrange(units),
        frozen(centers),
        frozen(land),
        MappingProxyType(dict(options)),
        _read_dislodged(board, tables.get("dislodged", []), wrong),
        _read_contested(board, tables.get("contested", []), wrong),
        _read_ending(tables.get("ending"), wrong),
    )
    if not wrong:
        wrong.extend(problems(state))
    if wrong:
        raise FileError("; ".join(wrong))
    return state


def _by_power(owners: Mapping[str, str]) -> dict[str, list[str]]:
    tables: dict[str, list[str]] = {}
    for power in facts.powers():
        own = [code for code, owner in owners.items() if owner == power]
        if own:
            tables[power] = own
    return tables


def _is_texts(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(text, str) for text in value)


def _known_power(power: object, where: str, wrong: list[str]) -> bool:
    if power in facts.powers():
        return True
    wrong.append(f"{where}: there is no power {power!r} (powers: {', '.join(facts.powers())})")
    return False


def _read_unit(board: Board, text: object, where: str, wrong: list[str]) -> Unit | None:
    if not isinstance(text, str):
        wrong.append(f"{where}: {text!r} is not a unit")
        return None
    try:
        unit = parse_unit(text)
    except GameError as error:
        wrong.append(f"{where}: {error}")
        return None
    problem = unit_problem(board, unit)
    if problem:
        wrong.append(f"{where}: {text}: {problem}")
        return None
    return unit


def _read_units(board: Board, table: object, wrong: list[str]) -> dict[str, list[Unit]]:
    units: dict[str, list[Unit]] = {}
    seen: dict[str, str] = {}
    if not isinstance(table, Mapping):
        wrong.append("units is not a table of powers")
        return units
    for power, texts in table.items():
        if not _known_power(power, "units", wrong):
            continue
        if not _is_texts(texts):
            wrong.append(f"units of {power}: not a list of texts")
            continue
        own = units.setdefault(power, [])
        for text in texts:
            unit = _read_unit(board, text, f"units of {power}", wrong)
            if unit is None:
                continue
            if unit.province in seen:
                wrong.append(f"units of {power}: {text}: {seen[unit.province]} stands there too")
                continue
            seen[unit.province] = f"{power}'s {text}"
            own.append(unit)
    return units


def _read_owners(board: Board, table: object, name: str, wrong: list[str]) -> dict[str, str]:
    owners: dict[str, str] = {}
    if not isinstance(table, Mapping):
        wrong.append(f"{name} is not a table of powers")
        return owners
    for power, codes in table.items():
        if not _known_power(power, name, wrong):
            continue
        if not _is_texts(codes):
            wrong.append(f"{name} of {power}: not a list of texts")
            continue
        for code in codes:
            one = board.provinces.get(code)
            if one is None:
                wrong.append(f"{name} of {power}: there is no province {code}")
            elif name == "centers" and not one.center:
                wrong.append(f"{name} of {power}: {code} is not a supply center")
            elif code in owners:
                wrong.append(f"{name} of {power}: {code} already belongs to {owners[code]}")
            else:
                owners[code] = power
    return owners


def _read_options(table: object, wrong: list[str]) -> dict[str, Any]:
    if not isinstance(table, Mapping):
        wrong.append("options is not a table")
        return {}
    found: dict[str, Any] = {}
    for name, value in table.items():
        problem = option_problem(name, value)
        if problem:
            wrong.append(problem)
        else:
            found[name] = value
    return found


def option_problem(name: str, value: object) -> str:
    """Why an option cannot have a value, or ""."""
    return "; ".join(options_problems(facts.options(), {name: value}))


def _read_dislodged(board: Board, entries: object, wrong: list[str]) -> tuple[Stranded, ...]:
    if not isinstance(entries, list | tuple) or not all(isinstance(e, Mapping) for e in entries):
        wrong.append("dislodged is not a list of tables")
        return ()
    found: list[Stranded] = []
    for entry in entries:
        power = entry.get("power")
        if not _known_power(power, "dislodged", wrong):
            continue
        unit = _read_unit(board, entry.get("unit"), f"dislodged of {power}", wrong)
        places = entry.get("retreats", [])
        if unit is None:
            continue
        if not _is_texts(places):
            wrong.append(f"dislodged {unit}: retreats is not a list of places")
            continue
        origin = entry.get("from", "convoy")
        if origin != "convoy" and origin not in board.provinces:
            wrong.append(f'dislodged {unit}: from is {origin!r}, not a province or "convoy"')
            continue
        extra = [name for name in entry if name not in ("power", "unit", "from", "retreats")]
        if extra:
            wrong.append(f"dislodged {unit}: there is no {', '.join(extra)}")
            continue
        came_from = None if origin == "convoy" else origin
        found.append(Stranded(str(power), unit, came_from, tuple(places)))
    return tuple(found)


def _read_contested(board: Board, codes: object, wrong: list[str]) -> tuple[str, ...]:
    if not isinstance(codes, list | tuple) or not _is_texts(codes):
        wrong.append("contested is not a list of provinces")
        return ()
    for code in codes:
        if province_of(code) != code or code not in board.provinces:
            wrong.append(f"contested: there is no province {code}")
    return tuple(sorted(codes))


def _read_ending(table: object, wrong: list[str]) -> Ending | None:
    if table is None:
        return None
    if not isinstance(table, Mapping):
        wrong.append("ending is not a table")
        return None
    kind, powers, text = table.get("kind"), table.get("powers"), table.get("text")
    if kind not in ENDINGS or not isinstance(powers, list | tuple) or not isinstance(text, str):
        wrong.append(f"ending needs kind ({', '.join(ENDINGS)}), powers and text")
        return None
    good: Iterable[str] = [p for p in powers if _known_power(p, "ending", wrong)]
    return Ending(kind, tuple(good), text)
