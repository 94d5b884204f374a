"""Europe 1615: Prelude to War, Version 7, for eleven powers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Literal

from generator.engine.picture import MarkSign
from generator.rulesets.europe.features.attack_rulings import AttackRulings
from generator.rulesets.europe.features.autonomy import Autonomy
from generator.rulesets.europe.features.bought_infs import BoughtInfs
from generator.rulesets.europe.features.changing_objectives import ChangingObjectives
from generator.rulesets.europe.features.compliance import Compliance
from generator.rulesets.europe.features.credit import Credit, debt_of, debts_of, owed_to
from generator.rulesets.europe.features.decrees import PapalDecrees
from generator.rulesets.europe.features.extension import Extension
from generator.rulesets.europe.features.handlers import HandlerHistory, Handlers
from generator.rulesets.europe.features.handover import Handover
from generator.rulesets.europe.features.papal_orders import COMMANDS
from generator.rulesets.europe.features.papal_support import PapalSupport
from generator.rulesets.europe.features.preferences import Preferences, preferred_type
from generator.rulesets.europe.features.publishing import WithheldScores
from generator.rulesets.europe.features.rebellion import (
    Rebellion,
    is_in_revolt,
    judge_captured,
    marks_of_moods,
)
from generator.rulesets.europe.features.retreat_wishes import RetreatWishes
from generator.rulesets.europe.features.surrenders import Surrenders
from generator.rulesets.europe.features.treaties import Treaties
from generator.rulesets.europe.ruleset import EuropeRuleset
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.passage import Passage
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe_1615_v7.year import YEAR

if TYPE_CHECKING:
    from generator.engine.chronicle import Debt

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


class Version7(Edition):
    """What no other edition has: rebellions, loans by the book, and what patrons prefer."""

    def on_capture(self, turn: Turn, province: str, side: str) -> None:
        judge_captured(turn, province, side)

    def bar_income(self, turn: Turn, province: str) -> bool:
        return is_in_revolt(turn, province)

    def marks(self, state: EuropeState) -> Mapping[str, MarkSign]:
        return marks_of_moods(state)

    def owes(self, state: EuropeState, debtor: str, lender: str) -> int:
        return owed_to(state, debtor, lender)

    def debts(self, state: EuropeState) -> tuple[Debt, ...]:
        return debts_of(state)

    def debt(self, turn: Turn, power: str) -> int:
        return debt_of(turn, power)

    def prefers(self, turn: Turn, state: str) -> Literal["A", "F"] | None:
        return preferred_type(turn, state)


EDITION: Final = Version7(__name__, FEATURES, Passage, YEAR)
RULESET: Final = EuropeRuleset(EDITION)
