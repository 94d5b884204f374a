"""The first state of a game: the rulebook's opening, or a position that replaces parts of it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from generator.engine.errors import FaultyState, FileError, GameError
from generator.engine.phases import Document, Setup
from generator.rulesets.europe.data.chosen import choose
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.data.variation import VARIED
from generator.rulesets.europe.record.document import load_state
from generator.rulesets.europe.record.placing import (
    crowded_hint,
    flat,
    place_opening,
    secret_names,
    tables_in,
    take_table,
)
from generator.rulesets.europe.state.standing import Pair, Relation, pair_of
from generator.rulesets.europe.state.state import EuropeState, arrange
from generator.rulesets.europe.steps.markers import first_markers
from generator.rulesets.europe.steps.statuses import free_status
from generator.rulesets.europe.turn.edition import Edition

_STATE_FILE: Final = ("format", "verdicts", "events", "state")


def open_game(edition: Edition, setup: Setup) -> EuropeState:
    """The first state of a game.

    `setup.position` is a state's file as it stands, or has any table of a state, tables of VARIED,
    `wars` and `alliances` (lists of pairs). Units are replaced side by side, INFs state by state,
    all else entry by entry; `blank` lists tables to begin without. Statuses and markers follow from
    INFs and captures where they are not given, and so does what falls away with captured states and
    with powers that are out of the game. Raises GameError for an option, FileError for a position
    that cannot be.
    """
    if "state" in setup.position:
        return _resume(edition, setup)
    wrong: list[str] = []
    given = tables_in(setup.position, wrong)
    chosen, own = (dict(take_table(given, name, wrong)) for name in ("options", "setup"))
    options, faults = choose(edition, {**flat(chosen), **flat(setup.options)})
    varied = {**own, **{name: given.pop(name) for name in VARIED if name in given}}
    facts = _facts(edition, options, varied, wrong)
    wrong += faults
    if "treasuries" in setup.position and not facts.treasury.public:
        # Tables are withheld from a public position by their own names.
        wrong.append("treasuries: they are secret in this game: call the table treasury")
    if not wrong or given:
        state = _standard(edition, options, facts, varied)
        state = place_opening(edition, state, given, wrong) if given else state
    if wrong and setup.position:
        raise FaultyState(wrong, crowded_hint(wrong))
    if wrong:
        raise GameError("; ".join(wrong))
    return state


def _facts(
    edition: Edition, options: dict[str, Any], varied: dict[str, Any], wrong: list[str]
) -> Facts:
    """The facts of a game. What they do not allow is said, and left out of options and tables, so
    that the rest can be checked."""
    try:
        return edition.facts_for(options, varied)
    except FileError as error:
        if not varied:
            raise
        wrong += getattr(error, "faults", (error.problem,))
        varied.clear()
        return _facts(edition, options, varied, wrong)
    except GameError as error:
        hint = f" ({error.hint})" if error.hint else ""
        wrong.append(f"{error.problem}{hint}")
        options |= {one.id: one.default for one in edition.options.values()}
        return edition.facts_for(options, varied)


def _resume(edition: Edition, setup: Setup) -> EuropeState:
    """The state in a file of a game's folder, as it stands there but for the options given."""
    strange = [name for name in setup.position if name not in _STATE_FILE]
    tables = setup.position["state"]
    if strange or not isinstance(tables, Mapping):
        raise FileError(f"beside a state there cannot be {', '.join(strange) or 'text'}")
    if "ending" in tables:
        raise FileError("a game cannot open with its ending", hint="to play on, leave it out")
    options = {**tables.get("options", {}), **flat(setup.options)}
    # What is kept secret stands in files of its own; a position has it among the rest.
    facts = edition.facts_for(choose(edition, flat(options))[0], tables.get("setup", {}))
    secret = {name: tables[name] for name in secret_names(edition, facts) if name in tables}
    public = {name: table for name, table in tables.items() if name not in secret}
    return load_state(edition, Document({**public, "options": options}, secret))


def _standard(
    edition: Edition, options: Mapping[str, Any], facts: Facts, varied: Mapping[str, Any]
) -> EuropeState:
    """The opening of the rulebook."""
    start = facts.setup.infs
    infs = {
        state: {
            power: start[power][state] for power in facts.powers if state in start.get(power, ())
        }
        for state in facts.minors
    }
    stands = [
        *((power, unit) for power, one in facts.powers.items() for unit in one.units),
        *((state, unit) for state, one in facts.minors.items() for unit in one.units),
    ]
    state = EuropeState(
        moment=edition.moment_of(facts.first_year, edition.course.slugs[0]),
        facts=facts,
        options=MappingProxyType(dict(options)),
        units=MappingProxyType(arrange(facts, facts.powers, stands)),
        infs=MappingProxyType(infs),
        statuses=MappingProxyType({}),
        treasury=MappingProxyType(
            dict.fromkeys(facts.powers if facts.treasury.kept else (), facts.treasury.start)
        ),
        relations=MappingProxyType(_relations(facts)),
        parts=MappingProxyType(
            {feature.key: feature.load({}, facts) for feature in edition.features if feature.key}
        ),
        setup=MappingProxyType(dict(varied)),
    )
    statuses = {code: free_status(edition, state, code) for code in infs}
    state = replace(state, statuses=MappingProxyType(statuses))
    state = replace(state, markers=MappingProxyType(first_markers(state)))
    for feature in edition.features:
        state = feature.completed(state)
    return state


def _relations(facts: Facts) -> dict[Pair, Relation]:
    return {
        pair_of(facts, *row.powers): Relation(row.kind, facts.first_year)
        for row in facts.setup.relations
    }
