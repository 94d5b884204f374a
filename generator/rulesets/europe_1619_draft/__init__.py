"""Europe 1619 as the draft of 2017 has it, for eleven players, or seven to twelve."""

from __future__ import annotations

from typing import Final

from generator.engine.course import reordered
from generator.rulesets.europe.course import YEAR
from generator.rulesets.europe.features.attrition import Attrition
from generator.rulesets.europe.features.decrees import PapalDecrees
from generator.rulesets.europe.features.draw_votes import DrawVotes
from generator.rulesets.europe.features.extension import Extension
from generator.rulesets.europe.features.fortification import Fortification
from generator.rulesets.europe.features.handlers import Handlers
from generator.rulesets.europe.features.objectives import Objectives
from generator.rulesets.europe.features.publishing import WithheldScores
from generator.rulesets.europe.features.violations import Violations
from generator.rulesets.europe.ruleset import EuropeRuleset
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.passage import Passage

__all__ = ["EDITION", "RULESET"]

FEATURES: Final[tuple[Feature, ...]] = (
    Attrition(),
    Fortification(),
    PapalDecrees(),
    Violations(),
    Handlers(),
    Objectives(),
    DrawVotes(),
    WithheldScores(),
    Extension(),
)

_PURCHASES_FIRST: Final = ("income", "transfers", "reductions", "purchases", "minor builds")

_DRAFT_YEAR: Final = YEAR.changing("movement", secret=frozenset({"illegal"})).changing(
    "builds", steps=reordered(YEAR["builds"].steps, _PURCHASES_FIRST)
)

EDITION: Final = Edition(__name__, FEATURES, Passage, _DRAFT_YEAR)
RULESET: Final = EuropeRuleset(EDITION)
