"""States as tables that people can read, and back; and the first state of a game.

year = 1901
phase = "fall-retreats"
contested = ["BOH"]
dislodged = [{ power = "austria", unit = "F TRI", from = "VEN", retreats = ["ALB"] }]
[units]
italy = ["A TRI", "F NAP"]
[centers]
italy = ["NAP", "ROM", "VEN"]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, field
from msgspec.structs import asdict, replace

from generator.engine.board import Board
from generator.engine.errors import FaultyState, FileError, GameError
from generator.engine.naming import PlaceText, UnitText, misread_unit
from generator.engine.phases import Document, Setup
from generator.engine.retreats import Stranded
from generator.engine.rulebook import options_problems
from generator.engine.ruleset import Ending
from generator.engine.typed import Named, Record, as_tables, read_entry
from generator.engine.units import Unit, parse_unit
from generator.engine.words import spelled
from generator.rulesets.standard.facts import NEUTRAL, Facts
from generator.rulesets.standard.state import StandardState, arrange, frozen, paint, problems

Power = Annotated[str, Named(lambda facts: facts.powers, "power")]
Owner = Annotated[str, Named(lambda facts: dict.fromkeys(facts.owners), "power")]
Province = Annotated[str, Named(lambda facts: facts.board.provinces)]
PhaseSlug = Annotated[str, Named(lambda facts: dict.fromkeys(facts.course.slugs), "phase")]


class DislodgedRow(Record, frozen=True, kw_only=True, omit_defaults=False):
    """A unit that waits for its retreat, its attacker's province or "convoy"."""

    power: Power
    unit: UnitText
    origin: Province = field(default="convoy", name="from")
    retreats: tuple[PlaceText, ...] = ()


class Ended(Record, frozen=True):
    kind: Literal["victory", "draw", "ended"]
    powers: tuple[Power, ...]
    text: str


class Tables(Record, frozen=True, omit_defaults=False):
    """The tables of a state, in their order."""

    year: Annotated[int, Meta(ge=1, le=9999)]
    """the current year"""
    phase: PhaseSlug
    """the current phase"""
    contested: tuple[Province, ...] = ()
    """provinces left empty by a standoff; only before retreats"""
    units: Mapping[Owner, tuple[UnitText, ...]] = {}
    """power = its units: `["A PAR", "F SPA/SC"]`"""
    centers: Mapping[Power, tuple[Province, ...]] = {}
    """power = its centers"""
    land: Mapping[Power, tuple[Province, ...]] = {}
    """power = other provinces that its units were the last to occupy; they show its color"""
    options: Mapping[str, Any] = {}
    """options that are not at their defaults"""
    notes: Mapping[str, Any] = {}
    """further facts of a variant; Diplomacy has none"""
    dislodged: tuple[DislodgedRow, ...] = ()
    """units that wait for their retreat: `power`, `unit`, `from` (the origin of the attack, or
    `convoy`), `retreats`"""
    ending: Ended | None = None
    """`kind` (`victory`, `draw`, `ended`), `powers`, `text`"""


TABLES: Final = Tables.__struct_fields__


def dump_state(state: StandardState) -> Document:
    """The state as tables in a stable order; empty ones are left out, but never `units` and
    `centers`."""
    written = Tables(
        year=state.moment.year,
        phase=state.moment.phase,
        contested=state.contested,
        units={power: tuple(map(str, units)) for power, units in state.units.items() if units},
        centers=by_power(state.facts, state.centers),
        land=by_power(state.facts, state.land),
        options=state.options,
        notes=state.notes,
        dislodged=tuple(
            DislodgedRow(
                power=stranded.owner,
                unit=str(stranded.unit),
                origin=stranded.attacker_from or "convoy",
                retreats=stranded.places,
            )
            for stranded in state.dislodged
        ),
        ending=Ended(**asdict(state.ending)) if state.ending else None,
    )
    tables = as_tables(written).items()
    kept = {name: table for name, table in tables if table or name in ("units", "centers")}
    return Document(MappingProxyType(kept))


def by_power(facts: Facts, owners: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """The possessions of each power that owns anything."""
    tables: dict[str, list[str]] = {power: [] for power in facts.powers}
    for code, owner in owners.items():
        tables[owner].append(code)
    return {power: tuple(own) for power, own in tables.items() if own}


def load_state(facts: Facts, document: Document) -> StandardState:
    """The state that `dump_state` wrote. Raises a FileError that lists all problems."""
    for name in ("year", "phase", "units", "centers"):
        if name not in document.public:
            raise FileError(f"the state has no {name}")
    return read_tables(facts, document.public)


def read_tables(
    facts: Facts,
    tables: Mapping[str, Any],
    options: Mapping[str, Any] | None = None,
    default: StandardState | None = None,
) -> StandardState:
    """The state in `tables`; what they leave out is taken from `default`.

    `options` override the table of that name. Raises a FileError that lists all problems.
    """
    wrong: list[str] = []
    board, course = facts.board, facts.course
    unknown = [name for name in tables if name not in TABLES]
    if unknown:
        wrong.append(f"there is no {', '.join(unknown)} (a position has {', '.join(TABLES)})")
    moment = default.moment if default else course.moment(1, course.slugs[0])
    instead = {"year": moment.year, "phase": moment.phase}
    found = Tables(
        **{
            name: read_entry(tables, Tables, name, facts, wrong, instead.get(name))
            for name in TABLES
        }
    )
    if options is None:
        options = found.options
        wrong += options_problems(facts.options, options)
    given: dict[str, Any] = {
        "units": {
            power: _units(board, texts, f"units of {power}", wrong)
            for power, texts in found.units.items()
        },
        "centers": _owners(found.centers, "centers", wrong),
        "land": _owners(found.land, "land", wrong),
    }
    if default:
        given |= {name: getattr(default, name) for name in given if name not in tables}
    state = StandardState(
        facts,
        course.moment(found.year, found.phase),
        arrange(facts, given["units"]),
        frozen(given["centers"]),
        frozen(given["land"]),
        MappingProxyType(dict(options)),
        tuple(
            Stranded(row.power, unit, None if row.origin == "convoy" else row.origin, row.retreats)
            for row in found.dislodged
            for unit in _units(board, (row.unit,), f"dislodged of {row.power}", wrong)
        ),
        tuple(sorted(found.contested)),
        Ending(**asdict(found.ending)) if found.ending else None,
        MappingProxyType(dict(found.notes)),
    )
    wrong += problems(state)
    if wrong:
        raise FaultyState(wrong)
    return state


def _units(board: Board, texts: Sequence[str], where: str, wrong: list[str]) -> list[Unit]:
    units = []
    for text in texts:
        try:
            unit = parse_unit(text)
        except GameError:
            unit = None
        if unit is not None and unit.province in board.provinces:
            units.append(unit)
        else:
            wrong.append(f"{where}: {text}: {misread_unit(text, board, 'A BUD')}")
    return units


def _owners(given: Mapping[str, Sequence[str]], name: str, wrong: list[str]) -> dict[str, str]:
    owners: dict[str, str] = {}
    for power, codes in given.items():
        for code in codes:
            if code in owners:
                wrong.append(f"{name} of {power}: {code} already belongs to {owners[code]}")
            owners.setdefault(code, power)
    return owners


def open_game(facts: Facts, setup: Setup) -> StandardState:
    """The first state. `setup.position` has the tables of a state, each of them optional.

    A given table replaces the whole table of the opening: powers that `units` leaves out have no
    units. Raises GameError for an option, FileError for an impossible position.
    """
    options = _options(facts, setup.options)
    default = StandardState(
        facts,
        facts.course.moment(facts.first_year, facts.course.slugs[0]),
        arrange(facts, {**facts.opening, NEUTRAL: facts.neutral}),
        frozen({code: power for power, own in facts.homes.items() for code in own}),
        frozen(facts.territory),
        options,
    )
    if not setup.position:
        return default
    if "ending" in setup.position:
        raise FileError("a game cannot open with its ending", hint="to play on, leave it out")
    tables = {name: table for name, table in setup.position.items() if name != "options"}
    if "options" in setup.position:
        table = setup.position["options"]
        if not isinstance(table, Mapping):
            raise FileError("options is not a table")
        options = _options(facts, {**table, **setup.options})
    state = read_tables(facts, tables, options, default)
    if state.kind == "retreat" and not state.dislodged:
        raise FileError(f"a game cannot open with {state.moment.phase}: no unit is dislodged")
    if "land" in setup.position:
        return state
    return replace(state, land=paint(facts, state.land, state.units))


def oddities(state: StandardState) -> tuple[str, ...]:
    """Warnings about a position that is strange but can be played."""
    said, facts = [], state.facts
    for power in facts.powers:
        units, owned = len(state.units[power]), len(state.owned(power))
        has = f"{facts.name_of(power)} has"
        if not owned:
            said.append(f"{has} no center and {spelled(units, 'unit')}")
        elif units > owned and state.kind != "build":
            said.append(f"{has} {spelled(units, 'unit')} and {spelled(owned, 'center')}")
    for power, homes in facts.homes.items():
        if free := [code for code in homes if code not in state.centers]:
            whose = f"home centers of {facts.name_of(power)}"
            said.append(f"{whose} belong to no one: {', '.join(free)}")
    return tuple(said)


def _options(facts: Facts, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The options that differ from their defaults, in the ruleset's order."""
    wrong = options_problems(facts.options, given)
    if wrong:
        raise GameError("; ".join(wrong))
    return MappingProxyType(
        {
            name: given[name]
            for name, option in facts.options.items()
            if name in given and given[name] != option.default
        }
    )
