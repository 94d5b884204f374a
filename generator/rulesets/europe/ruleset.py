"""An edition as a ruleset: what the rest of the program asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from generator.engine.course import REFEREES
from generator.engine.deferred import deferred
from generator.engine.errors import GameError
from generator.engine.phases import Moment, OrderBook, Resolution, Ruling, Setup
from generator.engine.rulebook import options_problems
from generator.engine.ruleset import Ending, Ruleset
from generator.rulesets.europe.record.opening import open_game
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.turn.edition import Edition

if TYPE_CHECKING:
    from generator.engine.chance import Chance
    from generator.engine.chronicle import Measure
    from generator.engine.report import Section


class EuropeRuleset(Ruleset[EuropeState]):
    """A ruleset of the family. Modules that only some commands need are imported on demand."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    id = property(attrgetter("edition.id"))
    title = property(attrgetter("edition.title"))
    rulebook = property(attrgetter("edition.rulebook"))
    powers = property(attrgetter("edition.powers"))
    options = property(attrgetter("edition.options"))
    fact_tables = property(attrgetter("edition.tables"))

    @property
    def articled(self) -> tuple[str, ...]:
        return tuple(self.edition.tables.get("the", ()))

    def with_tables(self, tables: Mapping[str, Any]) -> EuropeRuleset:
        edition = self.edition.adjusted(tables)
        edition.facts_for({option.id: option.default for option in self.options.values()}, {})
        return EuropeRuleset(edition)

    def with_defaults(self, defaults: Mapping[str, Any]) -> EuropeRuleset:
        if wrong := options_problems(self.options, defaults):
            raise GameError("; ".join(wrong))
        return EuropeRuleset(self.edition.with_defaults(defaults))

    options_setting = deferred(
        "generator.rulesets.europe.data.variation:options_setting", "edition"
    )

    @property
    def draws_lots(self) -> bool:
        return any(feature.draws_lots for feature in self.edition.features)

    def names(self) -> Mapping[str, str]:
        board = self.edition.board
        return {place: board.name_of(place) for place in board.places}

    def opening(self, setup: Setup) -> EuropeState:
        return open_game(self.edition, setup)

    shape = deferred("generator.rulesets.europe.record.opening:shape_of", "edition")
    sheets = deferred("generator.rulesets.europe.telling.report_tables:sheets_of", "edition")

    def oddities(self, state: EuropeState) -> tuple[str, ...]:
        from generator.rulesets.europe.record.document import oddities

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

    brief = deferred("generator.rulesets.europe.telling.briefing:brief_of", "edition")
    placing = deferred("generator.rulesets.europe.telling.briefing:placing_of", "edition")
    budget = deferred("generator.rulesets.europe.playing.offers:budget_of_sheet", "edition")
    read = deferred("generator.rulesets.europe.playing.read:read_sheets", "edition")

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

    governed = deferred("generator.rulesets.europe.playing.play:governed_state", "edition")
    confided = deferred("generator.rulesets.europe.record.document:confide", "edition")
    dump = deferred("generator.rulesets.europe.record.document:dump_state", "edition")
    load = deferred("generator.rulesets.europe.record.document:load_state", "edition")
    picture = deferred("generator.rulesets.europe.telling.pictures:picture_of_position", "edition")
    picture_of = deferred("generator.rulesets.europe.telling.pictures:picture_of_phase", "edition")
    summary = deferred("generator.rulesets.europe.telling.report:summarize", "edition")
    report = deferred("generator.rulesets.europe.telling.report:report_phase", "edition")
    standings = deferred("generator.rulesets.europe.telling.report:standings", "edition")

    remedies = deferred("generator.rulesets.europe.telling.hindsight:remedies", "edition")
    gazetteer = deferred("generator.rulesets.europe.telling.chronicle:make_gazetteer", "edition")
    snapshot = deferred("generator.rulesets.europe.telling.chronicle:take_snapshot", "edition")
    with_scores = deferred("generator.rulesets.europe.telling.chronicle:with_scores")
    with_secrets = deferred("generator.rulesets.europe.telling.chronicle:with_secrets")
    influence_changes = deferred("generator.rulesets.europe.telling.chronicle:influence_changes")
    minors_of = deferred("generator.rulesets.europe.telling.chronicle:minors_of")
    ledger = deferred("generator.rulesets.europe.telling.chronicle:ledger_of", "edition")
    records = deferred("generator.rulesets.europe.telling.chronicle:records_of", "edition")

    def duties(self, state: EuropeState, power: str) -> tuple[str, ...]:
        from generator.rulesets.europe.telling.briefing import duties_of

        return tuple(duties_of(self.edition, state, power))

    def tables(self, state: EuropeState) -> tuple[Section, ...]:
        return tuple(
            section
            for feature in self.edition.public_features(state.facts)
            for section in feature.registers(state)
            if section.rows
        )

    def measures(self, state: EuropeState) -> tuple[Measure, ...]:
        causes = self.rulebook.causes
        return tuple(
            measure._replace(rules=tuple(causes[rule] for rule in measure.rules if rule in causes))
            for measure in self.edition.measures(state)
        )

    primer = deferred("generator.rulesets.europe.telling.primer:family_primer", "edition")
    offers = deferred("generator.rulesets.europe.playing.offers:offers_of", "edition")
