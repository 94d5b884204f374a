"""Scores that are not published before the end of the game."""

from __future__ import annotations

from collections.abc import Mapping

from generator.engine.rulings import Kind
from generator.rulesets.europe.feature import Feature
from generator.rulesets.europe.ruling_kinds import RulingFacts, rulings_of
from generator.rulesets.europe.scores import is_final
from generator.rulesets.europe.turn import Turn

__all__ = ["WithheldScores"]


class WithheldScores(Feature):
    """Keeps scores from the players until the years in which they are published.

    The final ones are always published, and all where points can win in any year. Others by the
    option scoring.publish: always, in the years of `interim_years` in the table `victory`, or in no
    year; a ruling says otherwise.
    """

    def withholds_scores(self, turn: Turn) -> bool:
        rules = turn.facts.table("victory")
        if is_final(turn) or rules.get("mode") != "final_score":
            return False
        ruled = [one.flag("published") for one in rulings_of(turn, "publish")]
        if ruled:
            return not ruled[-1]
        when = turn.options.get("scoring.publish", "always")
        first, last = rules.get("interim_years", (turn.year, turn.year))
        in_window = bool(first <= turn.year <= last)
        return not (when == "always" or (when == "window" and in_window))

    def rulings(self) -> Mapping[str, Kind]:
        return {"publish": Kind(("published",), (), "during", _check, _words, phases=("scoring",))}


def _check(turn: Turn, facts: RulingFacts) -> None:
    facts.flag("published")


def _words(turn: Turn, facts: RulingFacts) -> str:
    what = "published" if facts.flag("published") else "not published"
    return f"the scores of {turn.year} are {what}"
