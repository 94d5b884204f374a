"""The first state of a game: the standard opening, or any position in its stead."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from generator.engine.errors import FileError, GameError
from generator.engine.knobs import options_problems
from generator.engine.phases import Setup
from generator.engine.words import spelled
from generator.rulesets.standard.document import read_tables
from generator.rulesets.standard.facts import NEUTRAL, Facts
from generator.rulesets.standard.state import StandardState, arrange, frozen, paint


def open_game(facts: Facts, setup: Setup) -> StandardState:
    """The first state. `setup.position` has the tables of a state, each of them optional.

    A table that is given replaces the whole of the opening's: powers that `units` leaves out have
    no units. Raises GameError for an option, FileError for a position that cannot be.
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
        options = _options(facts, {**_table(setup.position["options"]), **setup.options})
    state = read_tables(facts, tables, options, default)
    if state.kind == "retreat" and not state.dislodged:
        raise FileError(f"a game cannot open with {state.moment.phase}: no unit is dislodged")
    if "land" in setup.position:
        return state
    return replace(state, land=paint(facts, state.land, state.units))


def oddities(state: StandardState) -> tuple[str, ...]:
    """What is strange about a position, though it can be played."""
    said, facts = [], state.facts
    for power in facts.powers:
        units, owned = len(state.units[power]), len(state.owned(power))
        has = f"{facts.name_of(power)} has"
        if not owned:
            said.append(f"{has} no center and {spelled(units, 'unit')}")
        elif units > owned and state.kind != "build":
            said.append(f"{has} {spelled(units, 'unit')} and {spelled(owned, 'center')}")
    for power, homes in facts.homes.items():
        free = [code for code in homes if code not in state.centers]
        if free:
            said.append(
                f"home centers of {facts.name_of(power)} belong to no one: {', '.join(free)}"
            )
    return tuple(said)


def _table(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise FileError("options is not a table")
    return value


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
