"""States as tables that people can read."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from generator.engine.errors import FaultyState, FileError
from generator.engine.phases import Document
from generator.engine.shapes import as_tables
from generator.rulesets.europe.record.tables import Ended, Leaving, StateReader, Tables
from generator.rulesets.europe.state.soundness import flaws_of
from generator.rulesets.europe.state.standing import Relation, Status
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.turn.edition import Edition

_ALWAYS: Final = ("units", "infs", "statuses")
"""Tables that are written even if they are empty."""


def dump_state(edition: Edition, state: EuropeState) -> Document:
    """The state as tables in a stable order."""
    ending, hidden = state.ending, not state.facts.treasury.public
    written = Tables(
        year=state.moment.year,
        phase=state.moment.phase,
        founded=state.founded,
        contested=state.contested,
        changes=state.changes,
        loans=state.loans,
        displaced=tuple(
            Leaving(
                owner=displaced.owner,
                unit=str(displaced.unit),
                cause=displaced.cause,
                origin=displaced.attacker_from,
                retreats=displaced.places,
            )
            for displaced in state.displaced
        ),
        units={side: tuple(map(str, units)) for side, units in state.units.items() if units},
        infs={code: infs_words(row) for code, row in state.infs.items() if any(row.values())},
        statuses={code: status_words(one) for code, one in state.statuses.items()},
        captures={code: f"{one.holder} {one.year}" for code, one in state.captures.items()},
        markers=state.markers,
        treasury={} if hidden else state.treasury,
        relations={"-".join(pair): relation_words(one) for pair, one in state.relations.items()},
        extra_units=state.extra_units,
        extra_infs=state.extra_infs,
        eliminated=state.eliminated,
        scores=state.scores,
        totals=state.totals,
        options={
            name: state.options[name]
            for name, option in edition.options.items()
            if state.options[name] != option.default
        },
        setup=state.setup,
    )
    tables = {name: table for name, table in as_tables(written).items() if table or name in _ALWAYS}
    private: dict[str, Mapping[str, Any]] = {"treasury": state.treasury} if hidden else {}
    for feature in edition.features:
        if feature.key and (part := feature.dump(state.parts[feature.key])):
            (private if feature.is_secret(state.facts) else tables)[feature.key] = part
    if ending:
        tables["ending"] = as_tables(Ended(ending.kind, ending.powers, ending.text))
    return Document(MappingProxyType(tables), MappingProxyType(private))


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
        raise FaultyState(wrong)
    return state
