"""Europe 1615: Prelude to War, Version 3, for five powers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from generator.engine.chronicle import CountFacts, Measure
from generator.engine.units import Unit
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.features import counterbalance, sanctions, winter
from generator.rulesets.europe.features.abandonment import Abandonment
from generator.rulesets.europe.features.agreement import Agreement
from generator.rulesets.europe.features.annual_infs import AnnualInfs, year_of
from generator.rulesets.europe.features.awards import Awards
from generator.rulesets.europe.features.ballots import Ballots
from generator.rulesets.europe.features.counterbalance import Counterbalance
from generator.rulesets.europe.features.dominions import Dominions, status_of_land
from generator.rulesets.europe.features.endings import Endings
from generator.rulesets.europe.features.marked_units import MarkedUnits
from generator.rulesets.europe.features.rounds import Rounds, rounds_of
from generator.rulesets.europe.features.sanctions import Sanctions
from generator.rulesets.europe.features.waivers import CaptureWaivers
from generator.rulesets.europe.features.weighted_votes import WeightedVotes
from generator.rulesets.europe.ruleset import EuropeRuleset
from generator.rulesets.europe.state.standing import Status
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.feature import Feature, Tally
from generator.rulesets.europe.turn.turn import Turn
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


class Version3(Edition):
    """What no other edition has: INFs of the whole year, modifiers, rounds, and closed states."""

    polls = True

    def allotment(self, politics: Turn | EuropeState, power: str) -> int:
        year = year_of(politics)
        return year.allotment.get(power, 0) - year.spent.get(power, 0)

    def yearly_infs(self, state: EuropeState, power: str) -> int:
        return year_of(state).allotment.get(power, 0)

    def attack_ranks(self, turn: Turn) -> Mapping[str, int]:
        return {power: number for number, power in enumerate(year_of(turn).attack_order)}

    def status(
        self, politics: Turn | EuropeState, state: str, status: Status
    ) -> tuple[Status, tuple[str, str]] | None:
        return status_of_land(politics, state, status)

    def frees(self, turn: Turn, province: str, why: str) -> bool:
        return winter.found_center(turn, province, why)

    def bar_build(self, turn: Turn, power: str, province: str) -> tuple[str, str] | None:
        return sanctions.bar_build(turn, power, province)

    def retreats(self, turn: Turn, state: str) -> bool:
        return sanctions.may_retreat(turn, state)

    def order_names(self, facts: Facts) -> Mapping[str, Mapping[str, str]]:
        return sanctions.modifier_names(facts)

    def measures(self, state: EuropeState) -> tuple[Measure, ...]:
        return sanctions.measures_of(state)

    def unit_letter(self, state: EuropeState, side: str, unit: Unit) -> str:
        return sanctions.unit_letter(state, side, unit)

    def counts(self, state: EuropeState) -> Mapping[str, Mapping[str, int]]:
        return counterbalance.counts_of(state)

    def count_facts(self, facts: Facts) -> Mapping[str, CountFacts]:
        return counterbalance.count_facts(facts)

    def tally(self, state: EuropeState) -> Tally:
        return Tally("rounds", "VPs", rounds_of(state))


EDITION: Final = Version3(__name__, FEATURES, ThreePassage, YEAR)
RULESET: Final = EuropeRuleset(EDITION)
