"""Scores that are not published before the end of the game."""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated, Literal

from generator.engine.typed import Table, knob
from generator.rulesets.europe.steps.scores import is_final
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.rulings import EuropeRuling, rulings_of
from generator.rulesets.europe.turn.turn import Turn


class Publishing(Table, frozen=True):
    """The table `publishing`."""

    when: Annotated[
        Literal["always", "window", "final"],
        knob("Whether scores are published every year, in some years, or at the end", "E19D-SCO-3"),
    ] = "always"
    years: Annotated[
        tuple[int, int] | None, knob("The first and the last of these years", "E19D-SCO-3")
    ] = None


class PublishRuling(EuropeRuling, frozen=True):
    """publication: decides whether the scores of the year are published"""

    point = "during"
    phases = ("scoring",)
    published: bool

    def words(self, turn: Turn) -> str:
        what = "published" if self.published else "not published"
        return f"the scores of {turn.year} are {what}"


class WithheldScores(Feature):
    """Keeps scores from the players until the years in which they are published.

    The final ones are always published, and all where points can win in any year. Others are
    published by its table, unless a ruling changes that.
    """

    tables = MappingProxyType({"publishing": Publishing})
    rulings = MappingProxyType({"publish": PublishRuling})

    def withholds_scores(self, turn: Turn) -> bool:
        if is_final(turn) or turn.facts.victory.mode != "final_score":
            return False
        ruled = [ruling.published for ruling in rulings_of(turn, "publish")]
        if ruled:
            return not ruled[-1]
        rules = turn.facts.of(Publishing)
        first, last = rules.years or (turn.year, turn.year)
        in_window = first <= turn.year <= last
        return not (rules.when == "always" or (rules.when == "window" and in_window))
