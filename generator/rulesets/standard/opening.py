"""The first state of a game: the standard opening, or any position in its stead."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from generator.engine.errors import FileError, GameError
from generator.engine.phases import Setup
from generator.engine.units import parse_unit
from generator.rulesets.standard import facts
from generator.rulesets.standard.course import COURSE, kind_of
from generator.rulesets.standard.document import option_problem, read_tables
from generator.rulesets.standard.state import StandardState, arrange, flatten, frozen
from generator.rulesets.standard.words import power_name, spelled


def open_game(setup: Setup) -> StandardState:
    """The first state. `setup.position` has the tables of a state, each of them optional.

    A table that is given replaces the whole of the opening's: powers that `units` leaves out have
    no units. Raises GameError for an option, FileError for a position that cannot be.
    """
    options = _options(setup.options)
    default = StandardState(
        COURSE.moment(facts.facts()["first_year"], COURSE.slugs[0]),
        arrange(
            {
                power: [parse_unit(text) for text in row["units"]]
                for power, row in facts.facts()["powers"].items()
            }
        ),
        frozen({code: power for power, own in facts.homes().items() for code in own}),
        frozen(facts.territory()),
        options,
    )
    if not setup.position:
        return default
    if "ending" in setup.position:
        raise FileError("a game cannot open with its ending", hint="to play on, leave it out")
    tables = {name: table for name, table in setup.position.items() if name != "options"}
    if "options" in setup.position:
        options = _options({**_table(setup.position["options"]), **setup.options})
    state = read_tables(tables, options, default)
    if kind_of(state.moment.phase) == "retreat" and not state.dislodged:
        raise FileError(f"a game cannot open with {state.moment.phase}: no unit is dislodged")
    if "land" in setup.position:
        return state
    return _with_land(state)


def oddities(state: StandardState) -> tuple[str, ...]:
    """What is strange about a position, though it can be played."""
    said = []
    for power in facts.powers():
        units, owned = len(state.units[power]), len(state.owned(power))
        if not owned:
            said.append(f"{power_name(power)} has no center and {spelled(units, 'unit')}")
        elif units > owned and kind_of(state.moment.phase) != "build":
            said.append(
                f"{power_name(power)} has {spelled(units, 'unit')} and {spelled(owned, 'center')}"
            )
    for power, homes in facts.homes().items():
        free = [code for code in homes if code not in state.centers]
        if free:
            said.append(f"home centers of {power_name(power)} belong to nobody: {', '.join(free)}")
    return tuple(said)


def _with_land(state: StandardState) -> StandardState:
    """`state` with the land without a center under its units in their powers' colors."""
    board = facts.board()
    land = dict(state.land)
    for power, unit in flatten(state.units):
        one = board.provinces[unit.province]
        if one.kind != "sea" and not one.center:
            land[unit.province] = power
    return StandardState(
        state.moment,
        state.units,
        state.centers,
        frozen(land),
        state.options,
        state.dislodged,
        state.contested,
    )


def _table(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise FileError("options is not a table")
    return value


def _options(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The options that differ from their defaults, in the ruleset's order."""
    wrong = [said for name, value in given.items() if (said := option_problem(name, value))]
    if wrong:
        raise GameError("; ".join(wrong))
    return MappingProxyType(
        {
            name: given[name]
            for name, option in facts.options().items()
            if name in given and given[name] != option.default
        }
    )
