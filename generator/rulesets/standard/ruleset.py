"""The ruleset of a folder of data files as the rest of the program sees it, and its year."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Self

from generator.engine.course import Course, Phase, Step
from generator.engine.deferred import deferred
from generator.engine.orders import recorded_order
from generator.engine.phases import Moment, OrderBook, Resolution, Ruling
from generator.engine.rulebook import Option, PowerFacts, Rulebook
from generator.engine.ruleset import Ending, Ruleset
from generator.rulesets.standard.facts import (
    Facts,
    Policy,
    Settle,
    Source,
    as_in_diplomacy,
    read_facts,
)
from generator.rulesets.standard.movement import move_units, retreat
from generator.rulesets.standard.play import adjudicate_phase
from generator.rulesets.standard.state import StandardState
from generator.rulesets.standard.votes import read_vote
from generator.rulesets.standard.winter_phase import adjust, dues

if TYPE_CHECKING:
    from generator.engine.briefing import Brief
    from generator.engine.chance import Chance
    from generator.engine.naming import Shape
    from generator.engine.report import Section
    from generator.engine.verdicts import Remedy


def _retreating(state: StandardState) -> list[str]:
    owners = {stranded.owner for stranded in state.dislodged if stranded.places}
    return [power for power in state.facts.powers if power in owners]


_MOVEMENT: Final[Mapping[str, Any]] = {
    "steps": (Step("movement", move_units),),
    "awaits": lambda state: [power for power in state.facts.powers if state.units[power]],
    "units": "movement",
}
_RETREATS: Final[Mapping[str, Any]] = {
    "steps": (Step("retreats", retreat),),
    "awaits": _retreating,
    "units": "retreat",
}
_WINTER: Final[Mapping[str, Any]] = {
    "steps": (Step("builds and removals", adjust),),
    "awaits": lambda state: [power for power, due in dues(state).items() if due.decides],
}


def _year(*phases: tuple[str, str, Mapping[str, Any]]) -> Course:
    """A year of phases, each with its slug and its title; the first follows the last."""
    following = [slug for slug, _, _ in (*phases[1:], phases[0])]
    return Course(
        tuple(
            Phase(slug, title, following=after, **fields)
            for (slug, title, fields), after in zip(phases, following, strict=True)
        )
    )


# A phase without any decisions is passed over (`aftermath`).
COURSE: Final = _year(
    ("spring-movement", "Spring {year}, movement", _MOVEMENT),
    ("spring-retreats", "Spring {year}, retreats", _RETREATS),
    ("fall-movement", "Fall {year}, movement", _MOVEMENT),
    ("fall-retreats", "Fall {year}, retreats", _RETREATS),
    ("winter-adjustments", "Winter {year}, builds and removals", _WINTER),
)


def make_course(data: Mapping[str, Any]) -> Course:
    """The year of a variant. One that titles its own `phases` has movement in all of them; any
    other has the year of Diplomacy."""
    titles = data.get("phases")
    if titles is None:
        return COURSE
    return _year(*((slug, title, _MOVEMENT) for slug, title in titles.items()))


class StandardRuleset(Ruleset[StandardState]):
    """Diplomacy, or a variant of it. Its data are read when first asked for.

    Methods import the modules that only some commands need, so that checking orders starts at once.
    """

    id = ""

    def __init__(
        self,
        id: str,
        source: Source,
        *,
        policy: Policy = as_in_diplomacy,
        settle: Settle | None = None,
    ) -> None:
        self.id = id
        self.source = source
        self._rules_in_code = (policy, settle)

    @cached_property
    def facts(self) -> Facts:
        """The contents of the data files; read when first asked for."""
        return self._facts()

    def _facts(self, tables: Mapping[str, Any] | None = None) -> Facts:
        return read_facts(self.source, make_course, *self._rules_in_code, tables, self.id)

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

    def with_tables(self, tables: Mapping[str, Any]) -> Self:
        other = copy(self)
        other.__dict__["facts"] = self._facts(tables)
        return other

    def options_setting(self, path: str) -> tuple[str, ...]:
        """The option itself, where the path leads into the table of options."""
        top, _, rest = path.partition(".")
        return (rest.partition(".")[0],) if top == "options" and rest else ()

    def names(self) -> Mapping[str, str]:
        board = self.facts.board
        return {place: board.name_of(place) for place in board.places}

    def shape(self, options: Mapping[str, Any]) -> Shape:
        from generator.engine.naming import shape_of
        from generator.rulesets.standard.document import Tables

        facts = self.facts
        return shape_of(Tables, facts, facts.board, facts.powers, self.names())

    def sheets(self, state: StandardState) -> tuple[Section, ...]:
        from generator.engine.report import position_table

        rows = {power: (state.units[power], state.owned(power)) for power in self.powers}
        return (position_table(self.powers, rows),)

    def moment(self, state: StandardState) -> Moment:
        return state.moment

    def phase_title(self, moment: Moment) -> str:
        return self.facts.course.title(moment)

    def awaits(self, state: StandardState) -> tuple[str, ...]:
        return self.facts.course.awaited(state)

    def ending(self, state: StandardState) -> Ending | None:
        return state.ending

    def order_in(self, before: StandardState, text: str) -> Any:
        facts = before.facts
        return read_vote(facts, text) or recorded_order(text, facts.board, before.kind)

    def adjudicate(
        self, state: StandardState, book: OrderBook, rulings: Sequence[Ruling], chance: Chance
    ) -> Resolution[StandardState]:
        return adjudicate_phase(state, book, rulings)

    def remedies(
        self,
        before: StandardState,
        resolution: Resolution[StandardState],
        rulings: Sequence[Ruling] = (),
    ) -> Mapping[int, Remedy]:
        from generator.rulesets.standard.movement import remedies

        return remedies(before, resolution)

    def brief(self, state: StandardState, power: str) -> Brief:
        from generator.engine.briefing import Brief, by_reach

        lands = (*state.owned(power), *(c for c, one in state.land.items() if one == power))
        stands, policy = state.stands(), state.policy()
        return Brief(entrants=by_reach(self.facts.board, self.powers, stands, power, lands, policy))

    opening = deferred("generator.rulesets.standard.document:open_game", "facts")
    dump = deferred("generator.rulesets.standard.document:dump_state")
    load = deferred("generator.rulesets.standard.document:load_state", "facts")
    oddities = deferred("generator.rulesets.standard.document:oddities")
    read = deferred("generator.rulesets.standard.read:read_sheets")
    duties = deferred("generator.rulesets.standard.read:duties_of")
    offers = deferred("generator.rulesets.standard.read:offers_of")
    primer = deferred("generator.rulesets.standard.primer:make_primer", "facts")
    answer = deferred("generator.rulesets.standard.case:answer_case", "facts")
    picture = deferred("generator.rulesets.standard.pictures:picture_of_position")
    picture_of = deferred("generator.rulesets.standard.pictures:picture_of_phase")
    gazetteer = deferred("generator.rulesets.standard.pictures:make_gazetteer")
    snapshot = deferred("generator.rulesets.standard.pictures:take_snapshot")
    summary = deferred("generator.rulesets.standard.summary:summarize")
    report = deferred("generator.rulesets.standard.summary:arrange_chapters")
    standings = deferred("generator.rulesets.standard.summary:standings")
