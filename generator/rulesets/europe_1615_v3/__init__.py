"""Europe 1615: Prelude to War, Version 3, for five powers."""

from __future__ import annotations

from typing import Final

from generator.rulesets.europe.features.abandonment import Abandonment
from generator.rulesets.europe.features.agreement import Agreement
from generator.rulesets.europe.features.annual_infs import AnnualInfs
from generator.rulesets.europe.features.awards import Awards
from generator.rulesets.europe.features.ballots import Ballots
from generator.rulesets.europe.features.counterbalance import Counterbalance
from generator.rulesets.europe.features.dominions import Dominions
from generator.rulesets.europe.features.endings import Endings
from generator.rulesets.europe.features.marked_units import MarkedUnits
from generator.rulesets.europe.features.rounds import Rounds
from generator.rulesets.europe.features.sanctions import Sanctions
from generator.rulesets.europe.features.waivers import CaptureWaivers
from generator.rulesets.europe.features.weighted_votes import WeightedVotes
from generator.rulesets.europe.ruleset import EuropeRuleset
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe_1615_v3.passage import ThreePassage
from generator.rulesets.europe_1615_v3.year import SEASONS, YEAR

__all__ = ["EDITION", "RULESET"]

_RETREATS: Final = tuple(f"{season}-retreats" for season in SEASONS)

FEATURES: Final[tuple[Feature, ...]] = (
    Abandonment("early-winter", "captures"),
    AnnualInfs(),
    # Before the sanctions, above which it stands.
    Counterbalance("status-check", "allotments"),
    WeightedVotes(SEASONS),
    Dominions(),
    CaptureWaivers({"fall": "orders", "early-winter": "captures"}, "early-winter"),
    Sanctions(SEASONS),
    Ballots(SEASONS, "late-winter", "builds of states"),
    MarkedUnits(
        SEASONS, _RETREATS, (("early-winter", "captures"), ("early-winter", "surplus units"))
    ),
    Awards(),
    Rounds(),
    Endings(),
    Agreement(),
)

EDITION: Final = Edition(__name__, FEATURES, ThreePassage, YEAR)
RULESET: Final = EuropeRuleset(EDITION)
