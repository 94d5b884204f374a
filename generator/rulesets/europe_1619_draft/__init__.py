"""Europe 1619 as the draft of 2017 has it, for eleven players, or seven to twelve."""

from __future__ import annotations

from typing import Any, Final

from generator.engine.course import reordered
from generator.rulesets.europe.course import YEAR
from generator.rulesets.europe.features import attrition, fortification
from generator.rulesets.europe.features.attrition import Attrition, worn_sign
from generator.rulesets.europe.features.decrees import PapalDecrees
from generator.rulesets.europe.features.draw_votes import DrawVotes
from generator.rulesets.europe.features.extension import Extension
from generator.rulesets.europe.features.fortification import Fortification, Fortify, offer_steps
from generator.rulesets.europe.features.handlers import Handlers
from generator.rulesets.europe.features.objectives import Objectives
from generator.rulesets.europe.features.publishing import WithheldScores
from generator.rulesets.europe.features.violations import Violations
from generator.rulesets.europe.ruleset import EuropeRuleset
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.feature import Feature, Refusal, StrengthOffer
from generator.rulesets.europe.turn.passage import Passage
from generator.rulesets.europe.turn.turn import Turn

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


class Draft(Edition):
    """The features of only this edition: attrition, and fortified minor states."""

    purchases = (Fortify,)

    bar_removal = staticmethod(fortification.bar_removal)
    bar_retreat = staticmethod(attrition.bar_retreat)
    unit_sign = staticmethod(worn_sign)

    def offer(self, turn: Turn, power: str, order: Any) -> StrengthOffer | Refusal | None:
        return offer_steps(turn, power, order) if isinstance(order, Fortify) else None


EDITION: Final = Draft(__name__, FEATURES, Passage, _DRAFT_YEAR)
RULESET: Final = EuropeRuleset(EDITION)
