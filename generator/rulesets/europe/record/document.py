"""States as tables that people can read."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from generator.engine.errors import FileError
from generator.engine.phases import Document
from generator.rulesets.europe.record.tables import StateReader
from generator.rulesets.europe.state.soundness import flaws_of
from generator.rulesets.europe.state.standing import Relation, Status
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.turn.edition import Edition

__all__ = ["dump_state", "load_state"]


def dump_state(edition: Edition, state: EuropeState) -> Document:
    """The state as tables in a stable order; empty ones are left out, but never `units`."""
    tables: dict[str, Any] = {"year": state.moment.year, "phase": state.moment.phase}
    for name, codes in (("founded", state.founded), ("contested", state.contested)):
        if codes:
            tables[name] = list(codes)
    tables |= _rows(state)
    tables["units"] = {
        side: [str(unit) for unit in units] for side, units in state.units.items() if units
    }
    tables["infs"] = {c: infs_words(row) for c, row in state.infs.items() if any(row.values())}
    tables["statuses"] = {code: status_words(one) for code, one in state.statuses.items()}
    named = {
        "captures": {c: f"{one.holder} {one.year}" for c, one in state.captures.items()},
        "markers": dict(state.markers),
        "treasury": dict(state.treasury),
        "relations": {"-".join(p): relation_words(one) for p, one in state.relations.items()},
        "extra_units": dict(state.extra_units),
        "eliminated": dict(state.eliminated),
        "scores": {power: dict(row) for power, row in state.scores.items()},
        "totals": dict(state.totals),
        "options": {
            name: state.options[name]
            for name, option in edition.options.items()
            if state.options[name] != option.default
        },
        "setup": _plain(state.setup),
    }
    tables |= {name: table for name, table in named.items() if table}
    private: dict[str, Mapping[str, Any]] = {}
    for feature in edition.features:
        if feature.key:
            part = feature.dump(state.parts[feature.key])
            if part and feature.secret:
                private[feature.key] = part
            elif part:
                tables[feature.key] = part
    if state.ending:
        tables["ending"] = {
            "kind": state.ending.kind,
            "powers": list(state.ending.powers),
            "text": state.ending.text,
        }
    return Document(MappingProxyType(tables), MappingProxyType(private))


def _rows(state: EuropeState) -> dict[str, Any]:
    """The lists of the state, a row each."""
    tables: dict[str, Any] = {
        "changes": [
            {"year": one.year, "kind": one.kind, "powers": list(one.pair), "by": list(one.by)}
            for one in state.changes
        ],
        "loans": [
            {
                "year": one.year,
                "lender": one.lender,
                "debtor": one.debtor,
                "amount": one.amount,
                "interest": one.interest,
                "due": one.due,
            }
            for one in state.loans
        ],
        "displaced": [
            {
                "owner": one.owner,
                "unit": str(one.unit),
                "cause": one.cause,
                "from": one.attacker_from,
                "retreats": list(one.places),
            }
            for one in state.displaced
        ],
    }
    return {name: rows for name, rows in tables.items() if rows}


def infs_words(row: Mapping[str, int]) -> str:
    """`denmark 2, france 5`."""
    return ", ".join(f"{power} {number}" for power, number in row.items() if number)


def status_words(status: Status) -> str:
    """`neutral`, `aligned union`, `captured HES`."""
    return " ".join(word for word in (status.kind, status.patron, status.captor) if word)


def relation_words(relation: Relation) -> str:
    """`war 1619`, `peace 1625 after war`."""
    after = f" after {relation.after}" if relation.after else ""
    return f"{relation.kind} {relation.since}{after}"


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value


def load_state(edition: Edition, document: Document) -> EuropeState:
    """The state that `dump_state` wrote. Raises FileError that lists all that is wrong."""
    tables = document.public
    for name in ("year", "phase", "units"):
        if name not in tables:
            raise FileError(f"the state has no {name}")
    reader = StateReader(edition)
    state = reader.read(tables, document.private)
    wrong = reader.wrong or flaws_of(state)
    if wrong:
        raise FileError("; ".join(wrong))
    return state
