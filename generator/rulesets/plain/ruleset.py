"""A plain ruleset as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from copy import copy
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from generator.engine.errors import FileError
from generator.engine.movement import STANDARD_POLICY, MovementPolicy
from generator.engine.orders import recorded_order
from generator.engine.phases import Document, Moment, OrderBook, Resolution, Ruling, Setup
from generator.engine.powers import PowerFacts
from generator.engine.rulebook import Option, Rulebook
from generator.engine.ruleset import Ending, Ruleset
from generator.engine.verdicts import Event
from generator.rulesets.plain.facts import PlainFacts, read_facts
from generator.rulesets.plain.state import PlainState, dump_state, load_state
from generator.rulesets.plain.turn import Policy, Settle, awaited, play_phase, read_sheets

if TYPE_CHECKING:
    from generator.engine.briefing import Brief
    from generator.engine.chance import Chance
    from generator.engine.chronicle import Gazetteer, Snapshot
    from generator.engine.naming import Shape
    from generator.engine.offers import Offer
    from generator.engine.picture import Picture
    from generator.engine.primer import Primer
    from generator.engine.report import Section


def _as_always(facts: PlainFacts, state: PlainState) -> MovementPolicy:
    return STANDARD_POLICY


def _nothing_more(facts: PlainFacts, state: PlainState) -> tuple[PlainState, Sequence[Event]]:
    return state, ()


class PlainRuleset(Ruleset[PlainState]):
    """The ruleset of a folder of data files and two functions; see the package."""

    id = ""

    def __init__(
        self, id: str, folder: Path, *, policy: Policy = _as_always, settle: Settle = _nothing_more
    ) -> None:
        self.id = id
        self.folder = folder
        self._policy = policy
        self._settle = settle

    @cached_property
    def facts(self) -> PlainFacts:
        """What the data files say; read when first asked for."""
        return read_facts(self.folder)

    @property
    def title(self) -> str:
        return self.facts.title

    @property
    def rulebook(self) -> Rulebook:
        return self.facts.rulebook

    @property
    def powers(self) -> Mapping[str, PowerFacts]:
        return self.facts.powers

    @property
    def options(self) -> Mapping[str, Option]:
        return self.facts.options

    @property
    def fact_tables(self) -> Mapping[str, Any]:
        return self.facts.data

    def adjusted(self, tables: Mapping[str, Any]) -> AbstractContextManager[Self]:
        other = copy(self)
        other.__dict__["facts"] = read_facts(self.folder, tables)
        return nullcontext(other)

    def options_setting(self, path: str) -> tuple[str, ...]:
        """The option itself, where the path leads into the table of options."""
        top, _, rest = path.partition(".")
        return (rest.partition(".")[0],) if top == "options" and rest else ()

    def names(self) -> Mapping[str, str]:
        board = self.facts.board
        return {place: board.name_of(place) for place in board.places}

    def policy_for(self, state: PlainState) -> MovementPolicy:
        """The rules of movement in the phase that a state waits for."""
        return self._policy(self.facts, state)

    def opening(self, setup: Setup) -> PlainState:
        """The position of the data files, or parts of another one in its stead."""
        facts = self.facts
        first = PlainState(
            facts.first_year, facts.course.slugs[0], facts.opening, facts.homes, setup.options
        )
        if not setup.position:
            return first
        tables = dict(dump_state(first).public)
        unknown = [name for name in setup.position if name not in (*tables, "options", "notes")]
        if unknown or "ending" in setup.position:
            problem = f"a position has no table {(*unknown, 'ending')[0]}"
            raise FileError(problem, hint=f"tables: {', '.join(tables)}")
        return load_state(facts, Document({**tables, **setup.position}))

    def shape(self, options: Mapping[str, Any]) -> Shape:
        from generator.engine.naming import shape_of
        from generator.rulesets.plain.state import Tables

        facts = self.facts
        return shape_of(Tables, facts, facts.board, facts.powers, self.names())

    def sheets(self, state: PlainState) -> tuple[Section, ...]:
        from generator.engine.report import position_table

        owned: dict[str, list[str]] = {power: [] for power in self.powers}
        for code, power in state.centers.items():
            owned[power].append(code)
        rows = {power: (units, owned[power]) for power, units in state.units.items()}
        return (position_table(self.powers, rows),)

    def moment(self, state: PlainState) -> Moment:
        return self.facts.course.moment(state.year, state.phase)

    def phase_title(self, moment: Moment) -> str:
        return self.facts.course.title(moment)

    def awaits(self, state: PlainState) -> tuple[str, ...]:
        return awaited(self.facts, state)

    def ending(self, state: PlainState) -> Ending | None:
        return state.ending

    def read(self, state: PlainState, texts: Mapping[str, str]) -> OrderBook:
        return read_sheets(self.facts, state, texts, self._policy)

    def order_in(self, before: PlainState, text: str) -> Any:
        return recorded_order(text, self.facts.board, "movement")

    def adjudicate(
        self, state: PlainState, book: OrderBook, rulings: Sequence[Ruling], chance: Chance
    ) -> Resolution[PlainState]:
        return play_phase(self.facts, state, book, rulings, self._policy, self._settle)

    def dump(self, state: PlainState) -> Document:
        return dump_state(state)

    def load(self, document: Document) -> PlainState:
        return load_state(self.facts, document)

    def picture(self, state: PlainState) -> Picture:
        from generator.rulesets.plain.pictures import draw_position

        title = state.ending.text if state.ending else self.phase_title(self.moment(state))
        return draw_position(self.facts, state, title)

    def picture_of(self, before: PlainState, resolution: Resolution[PlainState]) -> Picture:
        from generator.rulesets.plain.pictures import draw_position

        title = self.phase_title(resolution.moment)
        return draw_position(self.facts, before, title, resolution.verdicts)

    def summary(self, before: PlainState, resolution: Resolution[PlainState]) -> tuple[str, ...]:
        telling = sorted(resolution.events, key=lambda event: -event.weight)[:3]
        said = tuple(f"{event.text[0].upper()}{event.text[1:]}." for event in telling)
        return said or ("Nothing is won or lost.",)

    def standings(self, state: PlainState) -> tuple[tuple[str, Mapping[str, int]], ...]:
        centers = {power: state.count(power) for power in self.powers}
        units = {power: len(own) for power, own in state.units.items()}
        return ("Centers", centers), ("Units", units)

    def brief(self, state: PlainState, power: str) -> Brief:
        from generator.engine.briefing import Brief, by_reach

        lands = [code for code, owner in state.centers.items() if owner == power]
        policy = self.policy_for(state)
        board, stands = self.facts.board, state.stands()
        return Brief(entrants=by_reach(board, self.powers, stands, power, lands, policy))

    def gazetteer(self, state: PlainState) -> Gazetteer:
        from generator.rulesets.plain.pictures import make_gazetteer

        return make_gazetteer(self.facts)

    def snapshot(self, state: PlainState) -> Snapshot:
        from generator.engine.chronicle import Snapshot

        (_, centers), (_, units) = self.standings(state)
        return Snapshot(
            holders=state.centers,
            units=tuple((power, str(unit)) for power, unit in state.stands()),
            figures={"centers": centers, "units": units},
            points=centers,
        )

    def primer(self) -> Primer:
        from generator.rulesets.plain.primer import make_primer

        return make_primer(self.facts)

    def offers(self, state: PlainState) -> tuple[Offer, ...]:
        from generator.engine.movement.choices import movement_choices
        from generator.engine.offers import Offer

        if state.ending is not None:
            return ()
        stands, policy = state.stands(), self.policy_for(state)
        choices = movement_choices(self.facts.board, stands, policy)
        return tuple(
            Offer(power, unit.at, str(unit.piece), found)
            for (power, unit), found in zip(stands, choices, strict=True)
        )
