"""Positions and phases of the Europe family in few words, for tests of its rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from generator.engine.phases import OrderBook, Resolution, Ruling, Setup, Sheet, WrittenOrder
from generator.engine.units import parse_unit
from generator.engine.verdicts import Event, Verdict
from generator.rulesets.europe.playing.play import play_phase
from generator.rulesets.europe.record.opening import open_game
from generator.rulesets.europe.state.standing import Capture, Pair, Relation, Status, pair_of
from generator.rulesets.europe.state.state import EuropeState, arrange
from generator.rulesets.europe.steps.statuses import free_status
from generator.rulesets.europe.turn.edition import Edition

Texts = str | Sequence[Any]


def opening(edition: Edition, **options: Any) -> EuropeState:
    """The opening, with options by their names with `__` for the dot (scoring__mode="...")."""
    named = {name.replace("__", "."): value for name, value in options.items()}
    return open_game(edition, Setup(MappingProxyType(named)))


def position(
    edition: Edition,
    *,
    phase: str = "movement",
    year: int | None = None,
    units: Mapping[str, Iterable[str]] | None = None,
    infs: Mapping[str, Mapping[str, int]] | None = None,
    wars: Iterable[tuple[str, str]] | None = None,
    alliances: Iterable[tuple[str, str]] | None = None,
    captures: Mapping[str, str] | None = None,
    treasury: Mapping[str, int] | None = None,
    options: Mapping[str, Any] | None = None,
    tables: Mapping[str, Any] | None = None,
    **fields: Any,
) -> EuropeState:
    """The opening with parts replaced; statuses follow from INFs and captures.

    `units` replaces all units, `infs` the rows of the states it names (all others stay as they
    open), `wars` and `alliances` all relations, `captures` maps provinces to holders. `tables` are
    those of a game's own opening (centers, allotment, attack_order, price). `fields` are those of
    the state, for what is left.
    """
    state = open_game(edition, Setup(options or {}, tables or {}))
    facts = state.facts
    year = facts.first_year if year is None else year
    changes: dict[str, Any] = {"moment": edition.moment_of(year, phase)}
    if units is not None:
        stands = [(side, parse_unit(text)) for side, own in units.items() for text in own]
        changes["units"] = MappingProxyType(arrange(facts, facts.powers, stands))
    if wars is not None or alliances is not None:
        relations: dict[Pair, Relation] = {}
        for one, other in wars or ():
            relations[pair_of(facts, one, other)] = Relation("war", year)
        for one, other in alliances or ():
            relations[pair_of(facts, one, other)] = Relation("alliance", year)
        changes["relations"] = MappingProxyType(relations)
    held = {code: Capture(holder, year) for code, holder in (captures or {}).items()}
    changes["captures"] = MappingProxyType(held)
    opened = dict.fromkeys(fields.get("founded", ()), MappingProxyType({}))
    rows = {state: dict(row) for state, row in (*state.infs.items(), *opened.items())} | {
        code: dict(row) for code, row in (infs or {}).items()
    }
    changes["infs"] = MappingProxyType(rows)
    if treasury is not None:
        changes["treasury"] = MappingProxyType({**state.treasury, **treasury})
    placed = replace(state, **{**changes, **fields})
    if "statuses" in fields:
        return placed
    statuses = {
        code: Status("captured", "", held[facts.states[code].seat].holder)
        if facts.states[code].pliant and facts.states[code].seat in held
        else free_status(edition, placed, code)
        for code in rows
    }
    return replace(placed, statuses=MappingProxyType(statuses))


def play(
    edition: Edition,
    state: EuropeState,
    orders: Mapping[str, Texts] | None = None,
    rulings: Sequence[Ruling] = (),
) -> Resolution[EuropeState]:
    """Play the phase that `state` waits for. Orders are a sheet's text, or order values."""
    texts = {power: text for power, text in (orders or {}).items() if isinstance(text, str)}
    sheets: dict[str, Sheet] = {}
    if texts:
        from generator.rulesets.europe.playing.read import read_sheets

        sheets |= read_sheets(edition, state, texts).sheets
    for power, values in (orders or {}).items():
        if not isinstance(values, str):
            written = (WrittenOrder(str(one), n, 1, one) for n, one in enumerate(values, 1))
            sheets[power] = Sheet(power, tuple(written))
    return play_phase(edition, state, OrderBook(sheets), rulings)


class Years:
    """The phases of an edition one after the other, with sheets of a few words."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    def sheets(
        self, state: EuropeState, *rulings: Ruling, **texts: Texts
    ) -> Resolution[EuropeState]:
        """The phase with these sheets; lines may be separated by semicolons."""
        orders = {
            power: text.replace(" ; ", "\n") if isinstance(text, str) else text
            for power, text in texts.items()
        }
        return play(self.edition, state, orders, rulings)

    def at(self, state: EuropeState, phase: str, **changes: Any) -> EuropeState:
        """A state in another phase of its year."""
        return replace(state, moment=self.edition.moment_of(state.year, phase), **changes)

    def through(
        self, state: EuropeState, phase: str, **texts: dict[str, str]
    ) -> list[Resolution[EuropeState]]:
        """All phases up to and with the next one of that name; `texts` has the sheets of a phase
        by its name: through(state, "builds", movement={"france": "A PAR H"})."""
        played: list[Resolution[EuropeState]] = []
        while not played or played[-1].moment.phase != phase:
            played.append(self.sheets(state, **texts.get(state.moment.phase, {})))
            state = played[-1].state
        return played


def verdict(resolution: Resolution[Any], order: str, power: str = "") -> Verdict:
    """The one verdict for an order in its canonical notation (or as it was written)."""
    found = [
        one
        for one in resolution.verdicts
        if order in (one.order, one.written) and power in ("", one.power)
    ]
    assert len(found) == 1, f"{order}: {[str(one.order) for one in resolution.verdicts]}"
    return found[0]


def outcome(resolution: Resolution[Any], order: str, power: str = "") -> str:
    return verdict(resolution, order, power).outcome


def events(resolution: Resolution[Any], kind: str) -> list[Event]:
    return [one for one in resolution.events if one.kind == kind]


def units_of(state: EuropeState, side: str) -> list[str]:
    return [str(unit) for unit in state.units.get(side, ())]


def infs_in(state: EuropeState, code: str) -> dict[str, int]:
    """The INFs in a state, those of 0 left out."""
    return {power: number for power, number in state.infs[code].items() if number}
