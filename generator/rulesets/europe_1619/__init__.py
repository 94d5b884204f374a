"""Europe 1619, the edition of 26 February 2018 for fifteen players."""

from __future__ import annotations

from typing import Final

from generator.rulesets.europe.course import YEAR
from generator.rulesets.europe.features.extension import Extension
from generator.rulesets.europe.ruleset import EuropeRuleset
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe_1619.papacy import PapalImmunity
from generator.rulesets.europe_1619.passage import ImperialPassage
from generator.rulesets.europe_1619.reichstag import Reichstag

__all__ = ["EDITION", "RULESET"]

EDITION: Final = Edition(
    __name__, (PapalImmunity(), Reichstag(), Extension()), ImperialPassage, YEAR
)
RULESET: Final = EuropeRuleset(EDITION)
