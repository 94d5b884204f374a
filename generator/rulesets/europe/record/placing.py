"""Positions of a referee's own: the opening with the parts that a file replaces."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from generator.engine.errors import FileError
from generator.rulesets.europe.record.document import dump_state
from generator.rulesets.europe.record.tables import StateReader, absent_tables
from generator.rulesets.europe.state.soundness import excess_of, flaws_of
from generator.rulesets.europe.state.standing import Status
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.markers import first_markers
from generator.rulesets.europe.steps.statuses import free_status
from generator.rulesets.europe.turn.edition import Edition

BLANKS: Final = ("units", "infs", "relations")
"""Tables that a position may begin without."""

ALIASES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "influence": "infs",
        "control": "captures",
        "treasuries": "treasury",
        "allotments": "allotment",
        "costs": "price",
        "prices": "price",
        "center_values": "centers",
    }
)
"""Other names of tables that a position may use."""

_MERGED: Final = ("units", "infs", "captures", "treasury", "relations")
_CROWDED: Final = 'units replace those of the sides you name; blank = ["units"] begins without any'


def tables_in(position: Mapping[str, Any]) -> dict[str, Any]:
    """The tables of a position, each under its own name."""
    given: dict[str, Any] = {}
    for name, table in position.items():
        own = ALIASES.get(name, name)
        if own in given:
            raise FileError(f"{name} and {own} are the same table")
        given[own] = table
    return given


def place_opening(edition: Edition, state: EuropeState, given: Mapping[str, Any]) -> EuropeState:
    """An opening with the tables of a position. FileError lists all that is wrong with it."""
    given = dict(given)
    if "ending" in given:
        raise FileError("a game cannot open with its ending")
    _refuse_missing(state, given)
    blank = _blank(given.pop("blank", []))
    ruled = {name: given.pop(name, {}) for name in ("statuses", "markers")}
    document = dump_state(edition, state)
    tables = {**document.public, **_what_stays(state, given), "statuses": {}, "markers": {}}
    tables |= {name: {} for name in blank}
    for feature in edition.features:
        if feature.follows:
            tables.pop(feature.key, None)
    _add_relations(edition, tables, given)
    for name, table in given.items():
        if name in _MERGED and isinstance(table, Mapping):
            tables[name] = {**tables.get(name, {}), **_spelled(name, table)}
        else:
            tables[name] = table
    reader = StateReader(edition)
    # What is kept secret stands in files of its own; a position has it among the rest.
    secret = {name: tables.pop(name) for name in _secret_names(edition, state) if name in tables}
    placed = reader.read(tables, {**document.private, **secret})
    if not reader.wrong:
        placed = _with_statuses(reader, placed, ruled)
    wrong = reader.wrong or (*flaws_of(placed), *excess_of(placed))
    if wrong:
        crowded = any("stands there too" in fault for fault in wrong)
        raise FileError("; ".join(wrong), hint=_CROWDED if crowded else "")
    return placed


def _refuse_missing(state: EuropeState, given: Mapping[str, Any]) -> None:
    """Raises FileError for money and relations where the edition has none."""
    names = absent_tables(state.facts)
    if not state.facts.declarations.made:
        names += ("wars", "alliances")
    wrong = [f"{name}: this ruleset has none" for name in names if given.get(name)]
    if wrong:
        raise FileError("; ".join(wrong))


def _secret_names(edition: Edition, state: EuropeState) -> tuple[str, ...]:
    """The names of the parts of a state that are kept secret."""
    hidden = () if state.facts.treasury.public else ("treasury",)
    parts = (
        feature.key
        for feature in edition.features
        if feature.key and feature.is_secret(state.facts)
    )
    return (*hidden, *parts)


def _blank(names: Any) -> list[str]:
    if not isinstance(names, list) or not all(name in BLANKS for name in names):
        raise FileError(f"blank cannot be {names!r}", hint=f"a list of {', '.join(BLANKS)}")
    return names


def _what_stays(state: EuropeState, given: Mapping[str, Any]) -> dict[str, Any]:
    """The opening's tables without what powers that are out of the game and captured states had."""
    facts = state.facts
    fallen, captures = (_table(given, name) for name in ("eliminated", "captures"))
    states = [code for code, one in facts.minors.items() if captures.get(one.seat)]
    tables: dict[str, Any] = {
        "units": {
            side: [str(unit) for unit in units]
            for side, units in state.units.items()
            if side not in fallen and side not in states
        },
        "infs": {
            code: {power: number for power, number in row.items() if power not in fallen}
            for code, row in state.infs.items()
        },
        "treasury": {p: number for p, number in state.treasury.items() if p not in fallen},
        "relations": {
            "-".join(pair): f"{one.kind} {one.since}"
            for pair, one in state.relations.items()
            if not any(power in fallen for power in pair)
        },
    }
    founded = [code for code, one in facts.latent.items() if one.created_by in fallen]
    return {**tables, "founded": founded} if founded else tables


def _table(given: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    table = given.get(name)
    return table if isinstance(table, Mapping) else {}


def _add_relations(edition: Edition, tables: dict[str, Any], given: dict[str, Any]) -> None:
    """Put the relations of a position in the place of those between the same powers."""
    table = given.pop("relations", {})
    if not isinstance(table, Mapping):
        raise FileError("relations is not a table")
    order = list(edition.powers)
    rows: dict[str, Any] = {}
    for names, relation in table.items():
        _add_relation(rows, order, names.split("-"), relation, "relations")
    for name, kind in (("wars", "war"), ("alliances", "alliance")):
        pairs = given.pop(name, [])
        for pair in pairs if isinstance(pairs, list) else [pairs]:
            if not isinstance(pair, list) or len(pair) != 2 or not all(p in order for p in pair):
                raise FileError(f"{name}: {pair!r} is not a pair of powers")
            _add_relation(rows, order, pair, kind, name)
    tables["relations"] = {**tables["relations"], **rows}


def _add_relation(
    rows: dict[str, Any], order: list[str], pair: list[str], relation: Any, where: str
) -> None:
    known = all(power in order for power in pair)
    names = "-".join(sorted(pair, key=order.index) if known else pair)
    if names in rows:
        raise FileError(f"{where}: {names} are named twice")
    rows[names] = relation


def _spelled(name: str, table: Mapping[str, Any]) -> dict[str, Any]:
    """A table of a position in the form in which states write it."""
    if name == "captures":
        return {code: str(holder) for code, holder in table.items() if holder != ""}
    return dict(table)


def _with_statuses(
    reader: StateReader, placed: EuropeState, ruled: Mapping[str, Any]
) -> EuropeState:
    """A state with the statuses and the markers that follow from the rest, or that are given."""
    given = reader.entry(ruled, "statuses")
    statuses = {code: _status(reader.edition, placed, code) for code in placed.states}
    chosen = reader.statuses(given, placed.states)
    statuses |= {code: chosen[code] for code in given if code in chosen}
    placed = replace(placed, statuses=MappingProxyType(statuses))
    none = [code for code, marker in _table(ruled, "markers").items() if marker == ""]
    if none:
        rest = {code: one for code, one in ruled["markers"].items() if code not in none}
        ruled = {**ruled, "markers": rest}
    markers = {**first_markers(placed), **reader.entry(ruled, "markers")}
    kept = {c: markers[c] for c in placed.facts.states if c in markers and c not in none}
    return replace(placed, markers=MappingProxyType(kept))


def _status(edition: Edition, state: EuropeState, code: str) -> Status:
    """The status of a state as it follows from INFs and captures."""
    captor = state.standing.captor_of(state.facts.states[code])
    if captor:
        return Status("captured", "", captor)
    return free_status(edition, state, code)
