"""Which scores are published before the end of the game."""

from __future__ import annotations

from collections.abc import Mapping

from generator.rulesets.europe.feature import Feature
from generator.rulesets.europe.ruling_kinds import Kind, RulingFacts, rulings_of
from generator.rulesets.europe.scores import is_final
from generator.rulesets.europe.turn import Turn

__all__ = ["WithheldScores", "are_published"]


def are_published(turn: Turn) -> bool:
    """Whether everybody learns the scores of the year.

    The final ones always, and all where points can win in any year. Others by the option
    scoring.publish: always, in the years of `interim_years` in the table `victory`, or in no year;
    a ruling says otherwise.
    """
    rules = turn.facts.table("victory")
    if is_final(turn) or rules.get("mode") != "final_score":
        return True
    ruled = [one.flag("published") for one in rulings_of(turn, "publish")]
    if ruled:
        return ruled[-1]
    when = turn.options.get("scoring.publish", "always")
    first, last = rules.get("interim_years", (turn.year, turn.year))
    return when == "always" or (when == "window" and bool(first <= turn.year <= last))


class WithheldScores(Feature):
    """Lets the referee publish the scores of a year, or keep them back."""

    def rulings(self) -> Mapping[str, Kind]:
        return {"publish": Kind(("published",), (), "during", _check, _words, phases=("scoring",))}


def _check(turn: Turn, facts: RulingFacts) -> None:
    facts.flag("published")


def _words(turn: Turn, facts: RulingFacts) -> str:
    what = "published" if facts.flag("published") else "not published"
    return f"the scores of {turn.year} are {what}"
