"""The state of a plain game, and its form on disk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Annotated, Any

from msgspec import Struct, field
from msgspec.structs import replace

from generator.engine.errors import FaultyState, FileError, GameError
from generator.engine.knobs import options_problems
from generator.engine.naming import UnitText, misread_unit
from generator.engine.phases import Document
from generator.engine.ruleset import Ending
from generator.engine.shapes import Named
from generator.engine.units import Unit, parse_unit
from generator.engine.verdicts import Event
from generator.engine.words import unknown
from generator.rulesets.plain.facts import PlainFacts

Power = Annotated[str, Named(lambda facts: facts.powers)]


class Tables(Struct):
    """Which names stand where in the tables of a state."""

    units: Mapping[Power, tuple[UnitText, ...]]
    centers: Mapping[Annotated[str, Named(lambda facts: facts.board.centers)], Power]


class PlainState(Struct, frozen=True):
    """A position and the phase that it waits for.

    `units` has every power, its units sorted by their notation; `centers` maps owned centers to
    their owners, in board order. `options` are those that differ from their defaults. `notes` are
    what a variant remembers besides: tables, texts and numbers.
    """

    year: int
    phase: str
    units: Mapping[str, tuple[Unit, ...]]
    centers: Mapping[str, str]
    options: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    notes: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    ending: Ending | None = None

    def stands(self) -> list[tuple[str, Unit]]:
        """All units with their powers."""
        return [(power, unit) for power, own in self.units.items() for unit in own]

    def count(self, power: str) -> int:
        """How many centers a power owns."""
        return sum(owner == power for owner in self.centers.values())


def with_units(state: PlainState, units: Mapping[str, Iterable[Unit]]) -> PlainState:
    """`state` with these units; a power that is left out has none."""
    known = {power: tuple(sorted(units.get(power, ()), key=str)) for power in state.units}
    return replace(state, units=MappingProxyType(known))


def take_centers(facts: PlainFacts, state: PlainState) -> tuple[PlainState, list[Event]]:
    """Each center that a unit stands in is its power's; the others keep their owners. The events
    are of the cause "center-taken"."""
    centers, events = dict(state.centers), []
    for power, unit in state.stands():
        code = unit.province
        if facts.board.provinces[code].center and centers.get(code) != power:
            loser = facts.powers[centers[code]].name if code in centers else ""
            text = f"{facts.powers[power].name} takes {facts.board.name_of(code)}"
            text += f" from {loser}" if loser else ""
            events.append(facts.event("center-taken", text, power, code, weight=60))
            centers[code] = power
    ordered = {code: centers[code] for code in sorted(centers)}
    return replace(state, centers=MappingProxyType(ordered)), events


def dump_state(state: PlainState) -> Document:
    """The state as tables, those that are empty left out."""
    tables: dict[str, Any] = {"year": state.year, "phase": state.phase}
    tables["units"] = {power: [str(unit) for unit in own] for power, own in state.units.items()}
    tables["centers"] = dict(state.centers)
    for name, table in (("options", state.options), ("notes", state.notes)):
        if table:
            tables[name] = dict(table)
    if state.ending:
        kind, powers, text = state.ending.kind, state.ending.powers, state.ending.text
        tables["ending"] = {"kind": kind, "powers": list(powers), "text": text}
    return Document(tables)


def load_state(facts: PlainFacts, document: Document) -> PlainState:
    """The state that `dump_state` wrote. Raises FileError for what cannot be one."""
    tables = document.public
    try:
        ended = tables.get("ending")
        state = PlainState(
            int(tables["year"]),
            str(tables["phase"]),
            dict.fromkeys(facts.powers, ()),
            MappingProxyType(dict(tables["centers"])),
            MappingProxyType(dict(tables.get("options", {}))),
            MappingProxyType(dict(tables.get("notes", {}))),
            Ending(ended["kind"], tuple(ended["powers"]), ended["text"]) if ended else None,
        )
        texts = {power: list(own) for power, own in tables["units"].items()}
    except KeyError as error:
        raise FileError(f"the state has no {error.args[0]}") from None
    except (GameError, TypeError, ValueError, AttributeError) as error:
        raise FileError(f"the state cannot be read: {error}") from None
    units: dict[str, list[Unit]] = {power: [] for power in texts}
    wrong = [
        f"units: {unknown(power, facts.powers)}" for power in units if power not in facts.powers
    ]
    for power, text in ((power, text) for power, own in texts.items() for text in own):
        try:
            units[power].append(parse_unit(text))
        except (GameError, TypeError):
            said = misread_unit(str(text), facts.board, "A XYZ")
            wrong.append(f"units of {power}: {text}: {said}")
    wrong += options_problems(facts.options, state.options)
    wrong += _problems(facts, state, units)
    if wrong:
        raise FaultyState(wrong)
    return with_units(state, units)


def _problems(
    facts: PlainFacts, state: PlainState, units: Mapping[str, Iterable[Unit]]
) -> Iterable[str]:
    """What contradicts the board in a state."""
    if state.phase not in facts.course:
        yield f"there is no phase {state.phase}"
    taken: set[str] = set()
    for power, unit in ((power, unit) for power, own in units.items() for unit in own):
        problem = facts.board.standing_problem(unit.kind, unit.at)
        if problem or unit.province in taken:
            yield f"units of {power}: {unit}: {problem or 'another unit stands there'}"
        taken.add(unit.province)
    for code, owner in state.centers.items():
        if code not in facts.board.centers or owner not in facts.powers:
            yield f"centers: {code} is not a center of {owner}"
