"""A draw by agreement: the game ends when all powers that are left ask for it in one year."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Final

from msgspec import Struct

from generator.engine.course import END, NEW_YEAR, START, Added, Step
from generator.engine.events import EventKind
from generator.engine.forms.pattern import Form
from generator.engine.ruleset import Ending
from generator.engine.words import count, listed
from generator.rulesets.europe.state.values import Power
from generator.rulesets.europe.steps.scores import GAME_OVER
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.turn import Turn


class ProposeDraw(Struct, frozen=True):
    """`DRAW`."""

    def __str__(self) -> str:
        return "DRAW"


Votes = Mapping[Power, int]
"""The powers that asked for a draw, and in which year."""

_KEY: Final = "draw_votes"
_FORMS: Final = (
    Form("[(VOTE|VOTES|PROPOSE|OFFER)] [(FOR|TO)] [A] DRAW", lambda slots: ProposeDraw(), "DRAW"),
)


DRAW_VOTES: Final = EventKind("draw-votes", weight=4)


_PHASES: Final = ("diplomatic", "movement", "retreats", "adjustment", "builds", "scoring")


class DrawVotes(Feature):
    """Counts the votes of a year, in every phase but the vote on a tie.

    Another agreement of all powers is one of these, with its own `order`: `aim` is what they agree
    to, `cause` that of a vote, `new_year` the step after which votes are forgotten.
    """

    key = _KEY
    part = Votes
    forms = MappingProxyType(dict.fromkeys(_PHASES, _FORMS))
    events: ClassVar[tuple[EventKind, ...]] = (DRAW_VOTES,)
    order: ClassVar[type] = ProposeDraw
    aim: ClassVar[str] = "a draw"
    cause: ClassVar[str] = "draw-voted"
    new_year: ClassVar[str] = "declarations"

    def steps(self) -> tuple[Added, ...]:
        return (
            Added(NEW_YEAR, Step("draw votes", self._forget), after=self.new_year),
            Added(START, Step("draw votes", self._take_votes, (self.order,))),
            Added(END, Step("draw votes", self._count_votes)),
        )

    def _forget(self, turn: Turn) -> None:
        turn.parts[self.key] = MappingProxyType({})

    def _take_votes(self, turn: Turn) -> None:
        votes = dict(turn.parts[self.key])
        late = _too_late(turn)
        for entry in turn.entries_of(self.order):
            if late:
                turn.settle(entry, "illegal", ("draw-too-late", late))
                continue
            votes[entry.power] = turn.year
            said = f"{turn.facts.name_of(entry.power)} agrees to {self.aim} in {turn.year}"
            turn.settle(entry, "success", (self.cause, said))
        order = [power for power in turn.facts.powers if power in votes]
        turn.parts[self.key] = MappingProxyType({power: votes[power] for power in order})

    def _count_votes(self, turn: Turn) -> None:
        asked = self.voters(turn)
        votes = [power for power in asked if power in turn.parts[self.key]]
        if not votes or turn.ending is not None:
            return
        if len(votes) == len(asked):
            self.agree(turn, votes)
        elif turn.parts[self.key] != turn.before.parts[self.key]:
            said = (
                f"{count(len(votes), 'power')} of {len(asked)} agree to {self.aim} in {turn.year}"
            )
            turn.report(DRAW_VOTES, self.cause, said, powers=votes, votes=len(votes))

    def voters(self, turn: Turn) -> tuple[str, ...]:
        """The powers that have to agree."""
        return turn.living

    def agree(self, turn: Turn, votes: list[str]) -> None:
        """All of them have agreed."""
        names = listed(map(turn.facts.name_of, votes))
        text = f"A draw of {names}: all that are left agree"
        turn.ending = Ending("draw", tuple(votes), text)
        turn.report(GAME_OVER, "draw-agreed", text, powers=votes)


def _too_late(turn: Turn) -> str:
    rules = turn.facts.victory
    last = rules.threshold_last_year
    if rules.mode == "final_score" or last is None or turn.year < last:
        return ""
    return f"powers agree on a draw before {last}, not in it"
