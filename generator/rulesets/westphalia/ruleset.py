"""The ruleset as the rest of the program sees it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from generator.engine.deferred import deferred
from generator.engine.errors import GameError
from generator.engine.phases import Moment, Setup
from generator.engine.rulebook import Option, PowerFacts, Rulebook
from generator.engine.ruleset import Ending, Ruleset, Schedule
from generator.rulesets.westphalia.data import facts
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.year.course import COURSE, awaited, schedule_of

if TYPE_CHECKING:
    from generator.engine.naming import Shape


class WestphaliaRuleset(Ruleset[State]):
    """The Peace of Westphalia. Methods import the modules that only some commands need, so that
    checking orders starts at once."""

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

    def shape(self, options: Mapping[str, Any]) -> Shape:
        from generator.rulesets.westphalia.setup.opening import board_shape

        return board_shape()

    def names(self) -> Mapping[str, str]:
        """The provinces of the largest board; they have no names but their ids."""
        from generator.rulesets.westphalia.data.board import hex_board

        most = hex_board(facts.facts().game.players_max)
        return {code: code for code in most.hexes}

    @property
    def articled(self) -> tuple[str, ...]:
        return facts.facts().the

    def opening(self, setup: Setup) -> State:
        if "state" in setup.position:
            from generator.rulesets.westphalia.document import resume_game

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

    def in_words(self, order: str) -> str:
        from generator.rulesets.westphalia.battle.script import battle_words

        return battle_words(
            {power: one.short or one.name for power, one in self.powers.items()}, order
        )

    subject = deferred("generator.rulesets.westphalia.state.orders:subject")
    read = deferred("generator.rulesets.westphalia.reading.read:read_sheets")
    order_in = deferred("generator.rulesets.westphalia.reading.read:recorded_order")
    adjudicate = deferred("generator.rulesets.westphalia.playing.playing:play_phase")
    governed = deferred("generator.rulesets.westphalia.playing.playing:governed_state")
    dump = deferred("generator.rulesets.westphalia.document:dump_state")
    load = deferred("generator.rulesets.westphalia.document:load_state")
    picture = deferred("generator.rulesets.westphalia.telling.pictures:picture_of_state")
    picture_of = deferred("generator.rulesets.westphalia.telling.pictures:picture_of_phase")
    summary = deferred("generator.rulesets.westphalia.telling.tables:summarize")
    report = deferred("generator.rulesets.westphalia.telling.tables:make_report")
    standings = deferred("generator.rulesets.westphalia.telling.chronicle:standings")
    gazetteer = deferred("generator.rulesets.westphalia.telling.chronicle:make_gazetteer")
    snapshot = deferred("generator.rulesets.westphalia.telling.chronicle:take_snapshot")
    influence_changes = deferred(
        "generator.rulesets.westphalia.telling.chronicle:influence_changes"
    )
    minors_of = deferred("generator.rulesets.westphalia.telling.chronicle:minors_of")
    records = deferred("generator.rulesets.westphalia.telling.tables:records_of")
    tables = deferred("generator.rulesets.westphalia.telling.tables:standing_tables")
    advice = deferred("generator.rulesets.westphalia.telling.tables:home_advice")
    brief = deferred("generator.rulesets.westphalia.telling.briefing:brief_of")
    placing = deferred("generator.rulesets.westphalia.telling.briefing:placing_of")
    budget = deferred("generator.rulesets.westphalia.telling.briefing:budget_of_sheet")
    confided = deferred("generator.rulesets.westphalia.telling.briefing:confide")
    primer = deferred("generator.rulesets.westphalia.playing.playing:westphalia_primer")


RULESET: Final = WestphaliaRuleset()
