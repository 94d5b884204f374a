"""States as tables that people can read; the part of a state that only one power knows; and what is
strange about a position, though it can be played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from generator.engine.errors import FaultyState, FileError
from generator.engine.phases import Document
from generator.engine.ruleset import Confided
from generator.engine.typed import as_tables
from generator.engine.words import listed
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.record.tables import Ended, Leaving, StateReader, Tables
from generator.rulesets.europe.state.soundness import flaws_of
from generator.rulesets.europe.state.standing import CLOSED, Relation, Status
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.elimination import has_fallen
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


def confide(edition: Edition, state: EuropeState, power: str) -> Confided:
    """Its treasury where treasuries are secret, and its own in the secret parts of features."""
    facts = state.facts
    tables: dict[str, Mapping[str, Any]] = {}
    lines: list[str] = []
    if not facts.treasury.public and power in state.treasury:
        tables["treasury"] = {power: state.treasury[power]}
        lines.append(
            f"{facts.name_of(power)} has {state.treasury[power]} {facts.treasury.currency}"
        )
    for feature in edition.features:
        if feature.key and feature.is_secret(facts):
            own = feature.confided(state, power)
            if own is not None:
                tables[feature.key] = feature.dump(own[0])
                lines += own[1]
    return Confided(tuple(lines), {name: table for name, table in tables.items() if table})


def oddities(edition: Edition, state: EuropeState) -> Iterator[str]:
    """Powers that have lost the land they depend on, and units where no one could have sent
    them."""
    yield from _powers(state)
    standing, facts, name = state.standing, state.facts, state.facts.name_of
    none_sold = bool(facts.price) and facts.minor_builds.purchase == "none"
    for side, unit in state.stands:
        if is_minor(side) and not facts.states[side].home:
            yield f"{unit} of {name(side)} has no center to come from"
        elif is_minor(side) and unit.strength > 1 and none_sold:
            yield f"{unit} of {name(side)} is stronger than units of states can be"
        holder = standing.holders.get(unit.province, "")
        if not holder or holder == side or standing.friendly(side, holder):
            continue
        place = facts.board.name_of(unit.province)
        where = f"{unit} of {name(side)} stands in {place}"
        lord = standing.lord_of(holder)
        if lord == CLOSED:
            yield f"{where}, though {name(holder)} is neutral"
        elif not facts.declarations.made:
            continue  # no power needs a war
        elif lord in facts.powers and not standing.at_war(standing.side_of(side), lord):
            yield f"{where} on the side of {name(lord)}, without a war"
    for code, row in state.infs.items():
        admitted = facts.states[code].deposit
        powers = [power for power in row if facts.powers[power].confession not in admitted]
        if admitted and powers:
            yield f"{listed(map(name, powers))} may place no INFs in {name(code)}, and have some"
    for feature in edition.features:
        yield from feature.oddities(state)


def _powers(state: EuropeState) -> Iterator[str]:
    standing, name = state.standing, state.facts.name_of
    fallen = [power for power in state.living if has_fallen(state, power)]
    for power in fallen:
        yield (
            f"{name(power)} has lost its home centers, and would be eliminated by the rules "
            f"(eliminated.{power} = {state.year})"
        )
    others = [power for power in state.living if power not in fallen]
    unarmed = [name(power) for power in others if not state.units.get(power)]
    landless = [name(power) for power in others if power not in standing.holders.values()]
    for powers, one, more in (
        (unarmed, "has no unit", "have no unit"),
        (landless, "holds no province", "hold no province"),
    ):
        if powers:
            yield f"{listed(powers)} {one if len(powers) == 1 else more}"
