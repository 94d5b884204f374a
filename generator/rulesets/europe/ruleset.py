"""An edition as a ruleset: what the rest of the program asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

from generator.engine.course import REFEREES
from generator.engine.errors import GameError
from generator.engine.phases import Document, Moment, OrderBook, Resolution, Ruling, Setup, Sheet
from generator.engine.rulebook import Rulebook
from generator.engine.ruleset import Ending, Option, PowerFacts
from generator.rulesets.europe.record.opening import open_game
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.turn.edition import Edition

if TYPE_CHECKING:
    from generator.engine.briefing import Brief
    from generator.engine.budget import Budget
    from generator.engine.chance import Chance
    from generator.engine.chronicle import Gazetteer, InfluenceChange, LedgerLine, Snapshot
    from generator.engine.hindsight import Remedy
    from generator.engine.offers import Offer
    from generator.engine.picture import Picture
    from generator.engine.primer import Primer
    from generator.engine.records import Measure, Record
    from generator.engine.report import Section
    from generator.engine.verdicts import Event

__all__ = ["EuropeRuleset"]


class EuropeRuleset:
    """A ruleset of the family. What only some commands need is imported when it is asked for."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    @property
    def id(self) -> str:
        return self.edition.id

    @property
    def title(self) -> str:
        return self.edition.title

    @property
    def rulebook(self) -> Rulebook:
        return self.edition.rulebook

    @property
    def powers(self) -> Mapping[str, PowerFacts]:
        return self.edition.powers

    @property
    def options(self) -> Mapping[str, Option]:
        return self.edition.options

    @property
    def fact_tables(self) -> Mapping[str, Any]:
        return self.edition.tables

    def adjusted(self, tables: Mapping[str, Any]) -> AbstractContextManager[EuropeRuleset]:
        edition = self.edition.adjusted(tables)
        edition.facts_for({one.id: one.default for one in self.options.values()}, {})
        return nullcontext(EuropeRuleset(edition))

    def options_setting(self, path: str) -> tuple[str, ...]:
        from generator.rulesets.europe.data.alternatives import options_setting

        return options_setting(self.edition.option_rows, self.edition.entries, path)

    @property
    def draws_lots(self) -> bool:
        return any(feature.draws_lots for feature in self.edition.features)

    def names(self) -> Mapping[str, str]:
        board = self.edition.board
        return {place: board.name_of(place) for place in board.places}

    def opening(self, setup: Setup) -> EuropeState:
        return open_game(self.edition, setup)

    def oddities(self, state: EuropeState) -> tuple[str, ...]:
        from generator.rulesets.europe.record.oddities import oddities

        return tuple(oddities(self.edition, state))

    def moment(self, state: EuropeState) -> Moment:
        return state.moment

    def phase_title(self, moment: Moment) -> str:
        return self.edition.course.title(moment)

    def awaits(self, state: EuropeState) -> tuple[str, ...]:
        return self.edition.course.awaited(state)

    def waits_for_referee(self, state: EuropeState) -> bool:
        return REFEREES in self.edition.course[state.moment.phase].traits

    def ending(self, state: EuropeState) -> Ending | None:
        return state.ending

    def read(self, state: EuropeState, texts: Mapping[str, str]) -> OrderBook:
        from generator.rulesets.europe.playing.read import read_sheets

        return read_sheets(self.edition, state, texts)

    def adjudicate(
        self, state: EuropeState, book: OrderBook, rulings: Sequence[Ruling], chance: Chance
    ) -> Resolution[EuropeState]:
        from generator.rulesets.europe.playing.play import play_phase

        if state.ending is not None:
            raise GameError(f"the game is over: {state.ending.text}")
        return play_phase(self.edition, state, book, rulings, chance)

    def order_in(self, before: EuropeState, text: str) -> Any:
        from generator.rulesets.europe.reading.reader import recorded_order

        return recorded_order(self.edition, before.facts, before.moment.phase, text)

    def governed(self, state: EuropeState, rulings: Sequence[Ruling]) -> EuropeState:
        from generator.rulesets.europe.playing.play import governed_state

        return governed_state(self.edition, state, rulings)

    def dump(self, state: EuropeState) -> Document:
        from generator.rulesets.europe.record.document import dump_state

        return dump_state(self.edition, state)

    def load(self, document: Document) -> EuropeState:
        from generator.rulesets.europe.record.document import load_state

        return load_state(self.edition, document)

    def picture(self, state: EuropeState) -> Picture:
        from generator.rulesets.europe.telling.pictures import picture_of_position

        return picture_of_position(self.edition, state)

    def picture_of(self, before: EuropeState, resolution: Resolution[EuropeState]) -> Picture:
        from generator.rulesets.europe.telling.pictures import picture_of_phase

        return picture_of_phase(self.edition, before, resolution)

    def summary(self, before: EuropeState, resolution: Resolution[EuropeState]) -> tuple[str, ...]:
        from generator.rulesets.europe.telling.summary import summarize

        return summarize(self.edition, before, resolution)

    def report(
        self, before: EuropeState, resolution: Resolution[EuropeState]
    ) -> tuple[Section, ...]:
        from generator.rulesets.europe.telling.report import report_phase

        return report_phase(self.edition, before, resolution)

    def standings(self, state: EuropeState) -> tuple[tuple[str, Mapping[str, int]], ...]:
        from generator.rulesets.europe.telling.summary import standings

        return standings(self.edition, state)

    def remedies(
        self,
        before: EuropeState,
        resolution: Resolution[EuropeState],
        rulings: Sequence[Ruling] = (),
    ) -> Mapping[int, Remedy]:
        from generator.rulesets.europe.telling.hindsight import remedies

        return remedies(self.edition, before, resolution, rulings)

    def gazetteer(self, state: EuropeState) -> Gazetteer:
        from generator.rulesets.europe.telling.chronicle import make_gazetteer

        return make_gazetteer(self.edition, state)

    def snapshot(self, state: EuropeState) -> Snapshot:
        from generator.rulesets.europe.telling.chronicle import take_snapshot

        return take_snapshot(self.edition, state)

    def with_scores(self, snapshot: Snapshot, resolution: Resolution[EuropeState]) -> Snapshot:
        from generator.rulesets.europe.telling.chronicle import with_scores

        return with_scores(snapshot, resolution)

    def with_secrets(self, snapshot: Snapshot, state: EuropeState) -> Snapshot:
        from generator.rulesets.europe.telling.chronicle import with_secrets

        return with_secrets(snapshot, state)

    def influence_changes(self, resolution: Resolution[EuropeState]) -> tuple[InfluenceChange, ...]:
        from generator.rulesets.europe.telling.chronicle import influence_changes

        return influence_changes(resolution)

    def minors_of(self, state: EuropeState, event: Event) -> tuple[str, ...]:
        from generator.rulesets.europe.telling.chronicle import minors_of

        return minors_of(state.facts, event)

    def ledger(self, resolution: Resolution[EuropeState]) -> tuple[LedgerLine, ...]:
        from generator.engine.events import by_slug, ledger_lines
        from generator.rulesets.europe.telling.event_kinds import events_of

        return tuple(ledger_lines(by_slug(events_of(self.edition)), resolution.events))

    def duties(self, state: EuropeState, power: str) -> tuple[str, ...]:
        from generator.rulesets.europe.telling.duties import duties_of

        return tuple(duties_of(self.edition, state, power))

    def brief(self, state: EuropeState, power: str) -> Brief:
        from generator.rulesets.europe.telling.briefing import brief_of

        return brief_of(self.edition, state, power)

    def own_secrets(self, state: EuropeState, power: str) -> tuple[str, ...]:
        from generator.rulesets.europe.telling.briefing import own_secrets_of

        return tuple(own_secrets_of(self.edition, state, power))

    def budget(self, state: EuropeState, sheet: Sheet) -> Budget:
        from generator.rulesets.europe.playing.budget import budget_of_sheet

        return budget_of_sheet(self.edition, state, sheet)

    def records(self, resolution: Resolution[EuropeState]) -> tuple[Record, ...]:
        from generator.engine.events import by_slug, record_lines
        from generator.rulesets.europe.telling.event_kinds import events_of

        kinds, facts = by_slug(events_of(self.edition)), resolution.state.facts
        return tuple(record_lines(facts, kinds, resolution.events))

    def tables(self, state: EuropeState) -> tuple[Section, ...]:
        return tuple(
            section
            for feature in self.edition.public_features(state.facts)
            for section in feature.registers(state)
            if section.lines or section.entries
        )

    def measures(self, state: EuropeState) -> tuple[Measure, ...]:
        causes = self.rulebook.causes
        return tuple(
            measure._replace(rules=tuple(causes[one] for one in measure.rules if one in causes))
            for feature in self.edition.public_features(state.facts)
            for measure in feature.measures(state)
        )

    def primer(self) -> Primer:
        from generator.rulesets.europe.telling.primer import family_primer

        return family_primer(self.edition)

    def offers(self, state: EuropeState) -> tuple[Offer, ...]:
        from generator.rulesets.europe.playing.offers import offers_of

        return offers_of(self.edition, state)

    def answer(self, case: Mapping[str, Any], *, verdicts: bool = True) -> dict[str, Any]:
        from generator.rulesets.europe.answer import answer_case

        return answer_case(self.edition, case, verdicts)
