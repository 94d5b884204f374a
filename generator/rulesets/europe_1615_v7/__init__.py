"""Europe 1615: Prelude to War, Version 7, for eleven powers."""

from __future__ import annotations

from typing import Final

from generator.rulesets.europe.features.attack_rulings import AttackRulings
from generator.rulesets.europe.features.autonomy import Autonomy
from generator.rulesets.europe.features.bought_infs import BoughtInfs
from generator.rulesets.europe.features.changing_objectives import ChangingObjectives
from generator.rulesets.europe.features.compliance import Compliance
from generator.rulesets.europe.features.credit import Credit
from generator.rulesets.europe.features.decrees import PapalDecrees
from generator.rulesets.europe.features.extension import Extension
from generator.rulesets.europe.features.handlers import HandlerHistory, Handlers
from generator.rulesets.europe.features.handover import Handover
from generator.rulesets.europe.features.papal_orders import COMMANDS
from generator.rulesets.europe.features.papal_support import PapalSupport
from generator.rulesets.europe.features.preferences import Preferences
from generator.rulesets.europe.features.publishing import WithheldScores
from generator.rulesets.europe.features.rebellion import Rebellion
from generator.rulesets.europe.features.retreat_wishes import RetreatWishes
from generator.rulesets.europe.features.surrenders import Surrenders
from generator.rulesets.europe.features.treaties import Treaties
from generator.rulesets.europe.ruleset import EuropeRuleset
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.passage import Passage
from generator.rulesets.europe_1615_v7.year import YEAR

__all__ = ["EDITION", "RULESET"]

FEATURES: Final[tuple[Feature, ...]] = (
    Treaties(),
    Surrenders(),
    Handlers(),
    HandlerHistory(),
    Autonomy(),
    RetreatWishes(),
    Rebellion(),
    Handover(),
    Credit(),
    BoughtInfs(),
    Preferences(),
    PapalDecrees(COMMANDS, before="influence"),
    Compliance(),
    PapalSupport(),
    ChangingObjectives(),
    AttackRulings(),
    WithheldScores(),
    Extension(),
)

EDITION: Final = Edition(__name__, FEATURES, Passage, YEAR)
RULESET: Final = EuropeRuleset(EDITION)
