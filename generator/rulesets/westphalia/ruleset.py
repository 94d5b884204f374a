"""The ruleset as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from generator.engine.errors import GameError
from generator.engine.phases import Document, Moment, OrderBook, Resolution, Ruling, Setup, Sheet
from generator.engine.rulebook import Rulebook
from generator.engine.ruleset import Ending, Option, PowerFacts, Ruleset, Schedule
from generator.rulesets.westphalia.data import facts
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.year.course import COURSE, awaited, schedule_of

if TYPE_CHECKING:
    from generator.engine.briefing import Brief
    from generator.engine.budget import Budget
    from generator.engine.chance import Chance
    from generator.engine.chronicle import Gazetteer, Snapshot
    from generator.engine.picture import Picture
    from generator.engine.primer import Primer
    from generator.engine.records import Record
    from generator.engine.report import Section
    from generator.engine.verdicts import Event

__all__ = ["RULESET", "WestphaliaRuleset"]


class WestphaliaRuleset:
    """The Peace of Westphalia. What only some commands need is imported by them, so that checking
    orders starts at once."""

    id: Final = "westphalia"
    draws_lots: Final = True

    @property
    def title(self) -> str:
        return str(facts.facts().title)

    @property
    def rulebook(self) -> Rulebook:
        return facts.rulebook()

    @property
    def powers(self) -> Mapping[str, PowerFacts]:
        return facts.powers()

    @property
    def options(self) -> Mapping[str, Option]:
        return facts.options()

    @property
    def fact_tables(self) -> Mapping[str, Any]:
        return facts.fact_tables()

    @contextmanager
    def adjusted(self, tables: Mapping[str, Any]) -> Iterator[Ruleset[State]]:
        from generator.rulesets.westphalia.reading.slots import forget_names

        with facts.adjusted(tables):
            forget_names()
            yield self
        forget_names()

    def options_setting(self, path: str) -> tuple[str, ...]:
        """None: the options of this ruleset decide rules, and set no entry."""
        return ()

    def names(self) -> Mapping[str, str]:
        """The provinces of the largest board; they have no names but their ids."""
        from generator.rulesets.westphalia.data.board import hex_board

        most = hex_board(facts.facts().game.players_max)
        return {code: code for code in most.hexes}

    def opening(self, setup: Setup) -> State:
        if "state" in setup.position:
            from generator.rulesets.westphalia.record.document import resume_game

            return resume_game(setup)
        from generator.rulesets.westphalia.setup.opening import open_game

        return open_game(setup)

    def moment(self, state: State) -> Moment:
        return state.moment

    def phase_title(self, moment: Moment) -> str:
        if moment.phase not in COURSE:
            raise GameError(f"there is no phase {moment.phase}")
        return COURSE.title(moment)

    def awaits(self, state: State) -> tuple[str, ...]:
        return awaited(state)

    def schedule(self, state: State) -> Schedule:
        return schedule_of(state)

    def ending(self, state: State) -> Ending | None:
        return state.ending

    def subject(self, order: Any) -> Hashable:
        from generator.engine.corrections import subject_of
        from generator.rulesets.westphalia.state.war_orders import BattleOrder

        # Of two orders with the same subject one corrects the other: one script for each battle.
        is_script = isinstance(order, BattleOrder)
        return ("BattleOrder", order.script.versus) if is_script else subject_of(order)

    def read(self, state: State, texts: Mapping[str, str]) -> OrderBook:
        from generator.rulesets.westphalia.reading.read import read_sheets

        return read_sheets(state, texts)

    def order_in(self, before: State, text: str) -> Any:
        from generator.rulesets.westphalia.reading.read import recorded_order

        return recorded_order(before, text)

    def adjudicate(
        self, state: State, book: OrderBook, rulings: Sequence[Ruling], chance: Chance
    ) -> Resolution[State]:
        from generator.rulesets.westphalia.playing.playing import play_phase

        return play_phase(state, book, rulings, chance)

    def governed(self, state: State, rulings: Sequence[Ruling]) -> State:
        from generator.rulesets.westphalia.playing.rulings import governed_state

        return governed_state(state, rulings)

    def dump(self, state: State) -> Document:
        from generator.rulesets.westphalia.record.document import dump_state

        return dump_state(state)

    def load(self, document: Document) -> State:
        from generator.rulesets.westphalia.record.document import load_state

        return load_state(document)

    def picture(self, state: State) -> Picture:
        from generator.rulesets.westphalia.telling.pictures import picture_of_state

        return picture_of_state(state)

    def picture_of(self, before: State, resolution: Resolution[State]) -> Picture:
        from generator.rulesets.westphalia.telling.pictures import picture_of_phase

        return picture_of_phase(before, resolution)

    def summary(self, before: State, resolution: Resolution[State]) -> tuple[str, ...]:
        from generator.rulesets.westphalia.telling.report import summarize

        return summarize(before, resolution)

    def report(self, before: State, resolution: Resolution[State]) -> tuple[Section, ...]:
        from generator.rulesets.westphalia.telling.report import make_report

        return make_report(before, resolution)

    def standings(self, state: State) -> tuple[tuple[str, Mapping[str, int]], ...]:
        from generator.rulesets.westphalia.telling.chronicle import standings

        return standings(state)

    def gazetteer(self, state: State) -> Gazetteer:
        from generator.rulesets.westphalia.telling.chronicle import make_gazetteer

        return make_gazetteer(state)

    def snapshot(self, state: State) -> Snapshot:
        from generator.rulesets.westphalia.telling.chronicle import take_snapshot

        return take_snapshot(state)

    def influence_changes(self, resolution: Resolution[State]) -> Sequence[Any]:
        from generator.rulesets.westphalia.telling.chronicle import influence_changes

        return influence_changes(resolution)

    def minors_of(self, state: State, event: Event) -> tuple[str, ...]:
        from generator.rulesets.westphalia.telling.chronicle import minors_of

        return minors_of(state, event)

    def records(self, resolution: Resolution[State]) -> Sequence[Record]:
        from generator.rulesets.westphalia.state.records import records_of

        return records_of(resolution)

    def tables(self, state: State) -> tuple[Section, ...]:
        from generator.rulesets.westphalia.telling.tables import standing_tables

        return standing_tables(state)

    def advice(self, state: State, power: str) -> str:
        from generator.rulesets.westphalia.telling.tables import home_advice

        return home_advice(state, power)

    def brief(self, state: State, power: str) -> Brief:
        from generator.rulesets.westphalia.telling.briefing import brief_of

        return brief_of(state, power)

    def own_secrets(self, state: State, power: str) -> tuple[str, ...]:
        from generator.rulesets.westphalia.telling.briefing import own_secrets_of

        return tuple(own_secrets_of(state, power))

    def budget(self, state: State, sheet: Sheet) -> Budget:
        from generator.rulesets.westphalia.playing.budget import budget_of_sheet

        return budget_of_sheet(state, sheet)

    def primer(self) -> Primer:
        from generator.rulesets.westphalia.telling.primer import westphalia_primer

        return westphalia_primer()

    def answer(self, case: Mapping[str, Any], *, verdicts: bool = True) -> dict[str, Any]:
        from generator.rulesets.westphalia.answer import answer_case

        return answer_case(case, verdicts)


RULESET: Final[Ruleset[State]] = WestphaliaRuleset()
