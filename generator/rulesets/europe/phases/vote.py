"""The vote on a tie: extend the game, or draw."""

from __future__ import annotations

from generator.engine.ruleset import Ending
from generator.rulesets.europe.extension import extend_until, voters
from generator.rulesets.europe.refusals import refuse_rest
from generator.rulesets.europe.ruling_kinds import rulings_of
from generator.rulesets.europe.scores import leaders_of
from generator.rulesets.europe.turn import Turn
from generator.rulesets.europe.values import Vote
from generator.rulesets.europe.words import count, listed
from generator.rulesets.europe.year import open_year

__all__ = ["play"]


def play(turn: Turn) -> None:
    asked = voters(turn.before)
    votes = _count_votes(turn, asked)
    refuse_rest(turn)
    ruled = [one.number("years") for one in rulings_of(turn, "extend")]
    extensions = [vote.years for vote in votes.values() if vote.kind == "extend"]
    if ruled:
        _extend(turn, ruled[-1])
    elif len(extensions) == len(asked):
        # Whoever wants three years agrees to one; after the most at a time they vote again.
        most = turn.facts.victory.extension_years
        _extend(turn, min(extensions if most is None else (*extensions, most)))
    else:
        _draw(turn, all_agree=len(votes) == len(asked) and not extensions)


def _count_votes(turn: Turn, asked: tuple[str, ...]) -> dict[str, Vote]:
    """The vote of each power that gave one; settles all entries with votes."""
    votes: dict[str, Vote] = {}
    for entry in turn.entries_of(Vote):
        name = turn.facts.name_of(entry.power)
        if entry.power not in asked:
            text = f"{name} is not tied, and the tied powers alone decide"
            turn.settle(entry, "illegal", ("vote-not-asked", text))
        elif entry.order.kind == "extend" and entry.order.years < 1:
            text = "an extension lasts one year or more"
            turn.settle(entry, "illegal", ("vote-years", text))
        elif entry.power in votes:
            turn.settle(entry, "excess", ("vote-twice", f"the first vote of {name} counts"))
        else:
            votes[entry.power] = entry.order
            kind = entry.order.kind
            years = count(entry.order.years, "more year") if kind == "extend" else "a draw"
            turn.settle(entry, "success", ("vote-cast", f"{name} votes for {years}"))
    return votes


def _extend(turn: Turn, years: int) -> None:
    until = turn.year + years
    extend_until(turn, until)
    turn.report(
        "extended",
        "vote-extended",
        f"the game is extended by {count(years, 'year')}, until {until}",
        powers=leaders_of(turn.before),
        weight=90,
        until=until,
    )
    open_year(turn, turn.year + 1)


def _draw(turn: Turn, *, all_agree: bool) -> None:
    tied = leaders_of(turn.before)
    names = listed(turn.facts.name_of(power) for power in tied)
    why = "it is agreed" if all_agree else "there is no agreement on an extension"
    turn.end(Ending("draw", tied, f"A draw of {names}: {why}"))
    turn.report("game-over", "vote-drawn", f"A draw of {names}: {why}", powers=tied, weight=100)
    turn.go(turn.moment.phase)
