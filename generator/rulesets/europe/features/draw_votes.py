"""A draw by agreement: the game ends when all powers that are left ask for it in one year."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from generator.engine.course import END, NEW_YEAR, START, Added, Step
from generator.engine.events import EventKind
from generator.engine.forms.pattern import Form
from generator.engine.ruleset import Ending
from generator.engine.words import count, listed
from generator.rulesets.europe.state.named import Power
from generator.rulesets.europe.steps.scores import GAME_OVER
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.turn import Turn

__all__ = ["DrawVotes", "ProposeDraw"]


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
    """Counts the votes of a year, in every phase but the vote on a tie."""

    key = _KEY
    part = Votes
    forms = MappingProxyType(dict.fromkeys(_PHASES, _FORMS))
    events = (DRAW_VOTES,)

    def steps(self) -> tuple[Added, ...]:
        return (
            Added(NEW_YEAR, Step("draw votes", self._forget), after="declarations"),
            Added(START, Step("draw votes", self._take_votes, (ProposeDraw,))),
            Added(END, Step("draw votes", self._count_votes)),
        )

    def _forget(self, turn: Turn) -> None:
        turn.parts[_KEY] = MappingProxyType({})

    def _take_votes(self, turn: Turn) -> None:
        votes = dict(turn.parts[_KEY])
        late = _too_late(turn)
        for entry in turn.entries_of(ProposeDraw):
            if late:
                turn.settle(entry, "illegal", ("draw-too-late", late))
                continue
            votes[entry.power] = turn.year
            said = f"{turn.facts.name_of(entry.power)} agrees to a draw in {turn.year}"
            turn.settle(entry, "success", ("draw-voted", said))
        order = [power for power in turn.facts.powers if power in votes]
        turn.parts[_KEY] = MappingProxyType({power: votes[power] for power in order})

    def _count_votes(self, turn: Turn) -> None:
        votes = [power for power in turn.living if power in turn.parts[_KEY]]
        if not votes or turn.ending is not None:
            return
        if len(votes) == len(turn.living):
            names = listed(map(turn.facts.name_of, votes))
            text = f"A draw of {names}: all that are left agree"
            turn.end(Ending("draw", tuple(votes), text))
            turn.report(GAME_OVER, "draw-agreed", text, powers=votes)
        elif turn.parts[_KEY] != turn.before.parts[_KEY]:
            self._report_votes(turn, votes)

    def _report_votes(self, turn: Turn, votes: list[str]) -> None:
        said = f"{count(len(votes), 'power')} of {len(turn.living)} agree to a draw in {turn.year}"
        turn.report(DRAW_VOTES, "draw-voted", said, powers=votes, votes=len(votes))


def _too_late(turn: Turn) -> str:
    """Why nobody can agree to a draw any more, or ""."""
    rules = turn.facts.victory
    last = rules.threshold_last_year
    if rules.mode == "final_score" or last is None or turn.year < last:
        return ""
    return f"powers agree on a draw before {last}, not in it"
