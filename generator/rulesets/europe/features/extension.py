"""The vote on a tie: how long the game continues beyond its last year, and who decides it."""

from __future__ import annotations

from types import MappingProxyType
from typing import ClassVar, Final, Literal

from msgspec import Struct

from generator.engine.course import Phase, Step
from generator.engine.events import EventKind
from generator.engine.forms.pattern import filled, forms
from generator.engine.ruleset import Ending
from generator.engine.typed import Positive, Record
from generator.engine.words import count, listed
from generator.rulesets.europe.reading.catalogue import PASS
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.scores import TIE, end_game, leaders_of
from generator.rulesets.europe.steps.year import open_year
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.rulings import EuropeRuling, rulings_of
from generator.rulesets.europe.turn.turn import Turn, refuse_rest

EXTENDED: Final = EventKind("extended", section="The game", weight=90, sentences=TIE.sentences)


class Vote(Struct, frozen=True):
    """A vote on how a tied game continues: `EXTEND 2` (years) or `DRAW`."""

    corrected: ClassVar[tuple[str, ...]] = ("kind", "years")
    kind: Literal["extend", "draw"]
    years: int = 0

    def __str__(self) -> str:
        return f"EXTEND {self.years}" if self.kind == "extend" else "DRAW"


_FORMS: Final = (
    *forms(
        "EXTEND 2",
        filled(Vote, kind="extend", years=1),
        "[VOTE] [TO] EXTEND [BY|FOR] [{years:number}] [YEAR|YEARS]",
    ),
    *forms("DRAW", filled(Vote, kind="draw"), "[VOTE] [FOR|TO] [A] DRAW"),
    *PASS,
)


class Extended(Record, frozen=True):
    """The last year of the game as it was agreed on; 0 without an extension."""

    until: int = 0


def _voters(state: EuropeState) -> tuple[str, ...]:
    """The powers that decide how a tied game continues, in order."""
    if state.facts.victory.voters == "tied":
        return leaders_of(state)
    return state.living


def _decide(turn: Turn) -> None:
    """Extend the game, or end it with a draw, as the votes or a ruling have it."""
    asked, tied = _voters(turn.before), leaders_of(turn.before)
    # The votes that count: one of each power.
    votes = [
        entry.order
        for entry in turn.entries
        if isinstance(entry.order, Vote) and entry.verdict and entry.verdict.outcome == "success"
    ]
    ruled = [ruling.years for ruling in rulings_of(turn, "extend")]
    extensions = [vote.years for vote in votes if vote.kind == "extend"]
    if ruled:
        _extend(turn, ruled[-1])
    elif len(extensions) == len(asked):
        # A voter for three years agrees to one; after the most at a time they vote again.
        most = turn.facts.victory.extension_years
        _extend(turn, min(extensions if most is None else (*extensions, most)))
    else:
        is_agreed = len(votes) == len(asked) and not extensions
        why = "it is agreed" if is_agreed else "there is no agreement on an extension"
        text = f"A draw of {listed(map(turn.facts.name_of, tied))}: {why}"
        end_game(turn, Ending("draw", tied, text), "vote-drawn")


def _count_votes(turn: Turn) -> None:
    """Settle all entries with votes; the first vote of each power that is asked counts."""
    voted: set[str] = set()
    asked = _voters(turn.before)
    for entry in turn.entries_of(Vote):
        name = turn.facts.name_of(entry.power)
        if entry.power not in asked:
            text = f"{name} is not tied, and the tied powers alone decide"
            turn.settle(entry, "illegal", ("vote-not-asked", text))
        elif entry.order.kind == "extend" and entry.order.years < 1:
            text = "an extension lasts one year or more"
            turn.settle(entry, "illegal", ("vote-years", text))
        elif entry.power in voted:
            turn.settle(entry, "excess", ("vote-twice", f"the first vote of {name} counts"))
        else:
            voted.add(entry.power)
            kind = entry.order.kind
            years = count(entry.order.years, "more year") if kind == "extend" else "a draw"
            turn.settle(entry, "success", ("vote-cast", f"{name} votes for {years}"))


def _extend(turn: Turn, years: int) -> None:
    until = turn.year + years
    _extend_until(turn, until)
    turn.report(
        EXTENDED,
        "vote-extended",
        f"the game is extended by {count(years, 'year')}, until {until}",
        powers=leaders_of(turn.before),
        until=until,
    )
    open_year(turn, turn.year + 1)


_VOTE: Final = Phase(
    "vote",
    "{year}, vote on the tie",
    (
        Step("votes", _count_votes, (Vote,), "votes are cast"),
        Step("refusals", refuse_rest),
        Step("decision", _decide),
    ),
    awaits=_voters,
    forms=_FORMS,
    name="the vote",
    order="a vote",
    business="voting",
    sections=("The game", "The new year", "INFs of the new year"),
)


class ExtendRuling(EuropeRuling, frozen=True):
    """more years: extends the game beyond its last year"""

    point = "during"
    phases = ("scoring", _VOTE.slug)
    years: Positive

    def words(self, turn: Turn) -> str:
        until = max(turn.facts.last_year, turn.year) + self.years
        return f"the game goes on, and no tie ends it before {until}"


class Extension(Feature):
    """Puts a tie at the end of the game to the vote, and remembers how long it was extended."""

    key = "extension"
    part = Extended
    events = (EXTENDED,)
    phases = (_VOTE,)
    rulings = MappingProxyType({"extend": ExtendRuling})

    def ruled_to_go_on(self, turn: Turn) -> bool:
        ruled = rulings_of(turn, "extend")
        if ruled:
            last = max(turn.facts.last_year, turn.year)
            _extend_until(turn, last + ruled[0].years)
        return bool(ruled)

    def settle_tie(self, turn: Turn, said: str) -> bool:
        """Put the tie to the vote, unless an extension that was agreed on still runs."""
        leaders, until = leaders_of(turn), _extended_until(turn)
        if turn.year < until:
            text = f"{said}; the game goes on until {until}"
            turn.report(TIE, "tie", text, powers=leaders)
            open_year(turn, turn.year + 1)
        else:
            text = f"{said}: extend the game, or draw?"
            turn.report(TIE, "tie", text, powers=leaders, weight=90)
            turn.go(_VOTE.slug)
        return True


def _extend_until(turn: Turn, year: int) -> None:
    """Extend the game to the end of a year, unless it already lasts longer."""
    turn.parts[Extension.key] = Extended(max(year, _extended_until(turn)))


def _extended_until(turn: Turn) -> int:
    """The last year that was agreed on, 0 if the game was never extended."""
    extended: Extended = turn.parts.get(Extension.key) or Extended()
    return extended.until
