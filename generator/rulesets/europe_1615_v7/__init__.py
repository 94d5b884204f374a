"""Europe 1615: Prelude to War, Version 7, for eleven powers.

Its year has politics and movement in one phase, then income, then builds.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Final

from generator.engine.course import FEATURES, REFUSED, Added, Course, Phase, Step
from generator.engine.deferred import DeferredModule
from generator.engine.words import listed
from generator.rulesets.europe.course import YEAR as FAMILY
from generator.rulesets.europe.course import family_steps, living
from generator.rulesets.europe.features.autonomy import Autonomy
from generator.rulesets.europe.features.bought_infs import BoughtInfs
from generator.rulesets.europe.features.changing_objectives import ChangingObjectives
from generator.rulesets.europe.features.compliance import Compliance
from generator.rulesets.europe.features.credit import Credit, debt_of, debts_of, owed_to
from generator.rulesets.europe.features.decree_records import COMMANDS
from generator.rulesets.europe.features.decrees import PapalDecrees
from generator.rulesets.europe.features.extension import Extension
from generator.rulesets.europe.features.handlers import HandlerHistory, Handlers, replace_patrons
from generator.rulesets.europe.features.handover import Handover, may_hand_over
from generator.rulesets.europe.features.papal_support import PapalSupport
from generator.rulesets.europe.features.preferences import Preferences, preferred_type
from generator.rulesets.europe.features.publishing import WithheldScores
from generator.rulesets.europe.features.rebellion import (
    Rebellion,
    is_in_revolt,
    judge_captured,
    marks_of_moods,
)
from generator.rulesets.europe.features.retreat_wishes import RetreatWishes, WishRules
from generator.rulesets.europe.features.surrenders import Surrenders
from generator.rulesets.europe.features.treaties import Treaties
from generator.rulesets.europe.reading.catalogue import DIPLOMACY, PAIRWISE_PACTS, STEPWISE_BUILDS
from generator.rulesets.europe.ruleset import EuropeRuleset
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.influence import RULED_ORDER
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.passage import Passage
from generator.rulesets.europe.turn.rulings import EuropeRuling, LivingPower, MinorState
from generator.rulesets.europe.turn.turn import Turn


class AttacksRuling(EuropeRuling, frozen=True):
    """the order of attacks: decides which powers attack first, everywhere or in one state"""

    point = "during"
    phases = ("movement",)
    powers: tuple[LivingPower, ...]
    state: MinorState | None = None

    def words(self, turn: Turn) -> str:
        names = [turn.facts.name_of(power) for power in self.powers]
        where = f" in {turn.facts.name_of(self.state)}" if self.state else ""
        that = "that" if len(names) == 1 else "those"
        return f"the diplomatic attacks{where} begin with {that} of {listed(names)}"


class AttackRulings(Feature):
    """Lets the referee decide who attacks first, everywhere or in one state."""

    rulings = MappingProxyType({RULED_ORDER: AttacksRuling})


captures = DeferredModule("generator.rulesets.europe.steps.captures")
income = DeferredModule("generator.rulesets.europe.steps.income")
markers = DeferredModule("generator.rulesets.europe.steps.markers")


def _retreating(state: EuropeState) -> Iterable[str]:
    """There is no retreat phase where retreats are only wished for in advance."""
    return () if state.facts.of(WishRules).alone else FAMILY["retreats"].awaits(state)


def _free_vacated(turn: Turn) -> None:
    """Free the land whose unit was given up in the builds phase."""
    captures.free_vacated(turn, turn.before.at)
    markers.set_markers(turn)


_JOINT: Final = Phase(
    "movement",
    "{year}, politics and movement",
    # Orders are settled in the order of the rulebook: politics first, whose statuses the
    # movement of the same phase goes by.
    (
        *family_steps("diplomatic", "influence", "attacks", "rulings", "statuses"),
        Step("promotions", replace_patrons, tried=False),
        *family_steps("adjustment", "markers"),
        *family_steps("diplomatic", "declarations"),
        *family_steps("movement", "orders", "refusals", "moves", "displacement"),
    ),
    awaits=living,
    following=FAMILY["movement"].following,
    forms=tuple(form for form in DIPLOMACY if form not in PAIRWISE_PACTS),
    units="movement",
    secret=REFUSED,
    name="the phase of politics and movement",
    order="an order of politics and movement",
    business="politics and movement",
    traits=frozenset({"politics"}),
    sections=(
        *FAMILY["diplomatic"].sections,
        "Confessional markers",
        "Orders that states do not follow",
        *FAMILY["movement"].sections[:-1],
    ),
)

_INCOME: Final = Phase(
    "income",
    "{year}, income and maintenance",
    # A feature's own phases come before or after these.
    (
        Step("debtors", income.note_debtors),
        *family_steps("builds", "income"),
        Step("donations", income.pay_donations),
        Step("maintenance", income.pay_maintenance),
        *family_steps("builds", "treasuries", "refusals"),
    ),
    awaits=living,
    following="builds",
    forms=STEPWISE_BUILDS,
    secret=REFUSED,
    name="the income phase",
    order="an order of the income phase",
    business="income and maintenance",
    sections=("Income", "Donations", FEATURES, "Maintenance", "Transfers", "ledger", "strengths"),
)

_ADJUSTMENT: Final = FAMILY.changing(
    "adjustment",
    # Land changes hands once, in the order of the rulebook. What a state that comes to nobody, or
    # loses its home, has held comes free before and after the captures; powers fall when all of
    # them are booked, and what is left without a unit comes free last.
    steps=(
        *family_steps("adjustment", "refusals"),
        Step("unaligned states", captures.disband_unaligned),
        Step("captures", captures.book_captures),
        Step("captured states", captures.take_states),
        Step("lost proxies", captures.release_vacated),
        Step("fallen powers", captures.end_powers),
        Step("vacancies", captures.free_vacated),
        *family_steps("adjustment", "rulings", "proxies", "markers"),
    ),
    awaits=may_hand_over,
    following="income",
    secret=REFUSED,
    order="an order of map adjustment",
    sections=(
        "Powers eliminated",
        "Handed over",
        *FAMILY["adjustment"].sections[2:],
        "Rebellion",
        FEATURES,
    ),
)["adjustment"]

YEAR: Final = Course(
    (
        _JOINT,
        FAMILY.changing("retreats", awaits=_retreating)["retreats"],
        _ADJUSTMENT,
        _INCOME,
        FAMILY.changing(
            "builds",
            # Income can be spent at once, and states build after the powers.
            steps=(
                *family_steps("builds", "reductions", "purchases"),
                *family_steps("builds", "minor builds", "treasuries", "refusals"),
            ),
            forms=STEPWISE_BUILDS,
            sections=(
                "Transfers",
                "ledger",
                "Given up",
                "Free again",
                "Changes of status",
                "Confessional markers",
                "Rebellion",
                "Purchases",
                FEATURES,
                "States build",
                "strengths",
            ),
        )["builds"],
        FAMILY.changing("scoring", sections=(*FAMILY["scoring"].sections, "Objectives"))["scoring"],
    ),
    FAMILY.others,
).adding(Added("builds", Step("vacancies", _free_vacated), after="minor builds"))


class Version7(Edition):
    """The features of only this edition: rebellions, loans by the book, and the preferences of
    patrons."""

    on_capture = staticmethod(judge_captured)
    bar_income = staticmethod(is_in_revolt)
    marks = staticmethod(marks_of_moods)
    owes = staticmethod(owed_to)
    debts = staticmethod(debts_of)
    debt = staticmethod(debt_of)
    prefers = staticmethod(preferred_type)


EDITION: Final = Version7(
    __name__,
    (
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
    ),
    Passage,
    YEAR,
)
RULESET: Final = EuropeRuleset(EDITION)
