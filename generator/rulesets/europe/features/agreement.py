"""An agreement to stop: when all players want it, the game ends and the referee chooses the
winner."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from generator.engine.course import REFEREES, START, Phase, Step
from generator.engine.events import EventKind, Sentence
from generator.engine.forms.pattern import Form
from generator.engine.ruleset import Ending
from generator.engine.words import count, listed
from generator.rulesets.europe.features.abandonment import played_powers
from generator.rulesets.europe.features.draw_votes import DRAW_VOTES, DrawVotes
from generator.rulesets.europe.features.rounds import rounds_of
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.scores import end_game
from generator.rulesets.europe.turn.rulings import EuropeRuling, LivingPower, rulings_of
from generator.rulesets.europe.turn.turn import Turn, refuse_rest
from generator.rulesets.europe.wording import own_words


class AgreeStop(Struct, frozen=True):
    """`AGREE STOP`."""

    def __str__(self) -> str:
        return "AGREE STOP"


STOPPED: Final = EventKind(
    "stopped",
    section="The game",
    topics=("diplomacy",),
    weight=90,
    sentences=(Sentence(own_words),),
)


def _name_winner(turn: Turn) -> None:
    """End the game as it is ruled, or as it is suggested; without either no one has won."""
    ruled = [ruling.power for ruling in rulings_of(turn, "winner")]
    named, names = ruled[-1:] or suggested(turn), turn.facts.name_of
    if len(named) == 1:
        by = "the referee has named it" if ruled else "it is the power suggested"
        text = f"{names(named[0])} wins by agreement: {by}"
        ending = Ending("victory", (named[0],), text)
    else:
        ending = Ending("ended", (), "The game ends by agreement, and nobody is named the winner")
    end_game(turn, ending, "victory-agreed")


_PHASE: Final = Phase(
    "agreement",
    "{year}, agreement to stop",
    (Step("refusals", refuse_rest), Step("winner", _name_winner)),
    name="the agreement to stop",
    business="the agreement to stop",
    traits=frozenset({REFEREES}),
    sections=("The game",),
)


class WinnerRuling(EuropeRuling, frozen=True):
    """the winner by agreement: decides the winner when all powers have agreed to stop"""

    point = "during"
    phases = (_PHASE.slug,)
    power: LivingPower

    def words(self, turn: Turn) -> str:
        return f"{turn.facts.name_of(self.power)} wins"


class Agreement(DrawVotes):
    """Counts who wants to stop this year; a phase of its own waits for the referee's word."""

    key = "agreement"
    forms = MappingProxyType(
        {START: (Form("AGREE [TO] STOP", lambda slots: AgreeStop(), "AGREE STOP"),)}
    )
    events = (STOPPED, DRAW_VOTES)
    order = AgreeStop
    aim = "stop"
    cause = "stop-voted"
    new_year = "first phase"
    phases = (_PHASE,)
    rulings = MappingProxyType({"winner": WinnerRuling})

    def voters(self, turn: Turn) -> tuple[str, ...]:
        return played_powers(turn)

    def agree(self, turn: Turn, votes: list[str]) -> None:
        if turn.moment.phase == _PHASE.slug:
            return
        said = f"all powers agree to stop the game; the referee names the winner. {_hint(turn)}"
        turn.report(STOPPED, "stop-agreed", said, powers=votes)
        turn.displaced = ()  # there are no more retreats
        turn.go(_PHASE.slug)

    def oddities(self, state: EuropeState) -> Iterable[str]:
        if state.moment.phase == _PHASE.slug and state.ending is None:
            yield f"record the winner with a ruling of the kind winner. {_hint(state)}"


def suggested(politics: Turn | EuropeState) -> tuple[str, ...]:
    """The powers with the most rounds; of these, those with the most points of all years."""
    rounds = rounds_of(politics)

    def claim(power: str) -> tuple[int, int]:
        return rounds[power], politics.totals.get(power, 0)

    best = max(map(claim, rounds), default=(0, 0))
    return tuple(power for power in rounds if claim(power) == best)


def _hint(politics: Turn | EuropeState) -> str:
    """The suggestion of the program to the referee."""
    first = suggested(politics)
    rounds = max(rounds_of(politics).values(), default=0)
    names = listed(map(politics.facts.name_of, first))
    has = f"{'has' if len(first) == 1 else 'have'} won {count(rounds, 'round')}"
    if len(first) > 1:
        return f"{names} {has} each, with as many VPs: no power is suggested"
    total = count(politics.totals.get(first[0], 0), "VP")
    return f"{names} is suggested, which {has} and has {total} of all years"
