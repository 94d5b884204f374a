"""Europe 1615: Prelude to War, Version 3, for five powers.

Its year has three movements, with politics before each, and two parts of winter.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import Annotated, Final

from generator.engine.course import FEATURES, NEW_YEAR, REFUSED, Course, Phase, Step
from generator.engine.movement import No, Stand
from generator.engine.typed import Table, knob
from generator.rulesets.europe.course import YEAR as FAMILY
from generator.rulesets.europe.course import family_steps
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.features import (
    annual_infs,
    counterbalance,
    levies,
    rounds,
    sanctions,
    winter,
)
from generator.rulesets.europe.features.abandonment import Abandonment, played_powers
from generator.rulesets.europe.features.agreement import Agreement
from generator.rulesets.europe.features.annual_infs import AnnualInfs, year_of
from generator.rulesets.europe.features.ballots import Ballots
from generator.rulesets.europe.features.counterbalance import Counterbalance
from generator.rulesets.europe.features.levies import Dominions, status_of_land
from generator.rulesets.europe.features.marked_units import MarkedUnits
from generator.rulesets.europe.features.rounds import Awards, Rounds, rounds_of
from generator.rulesets.europe.features.sanctions import Sanctions
from generator.rulesets.europe.features.waivers import CaptureWaivers
from generator.rulesets.europe.features.weighted_votes import WeightedVotes
from generator.rulesets.europe.reading.catalogue import BUILD_FORMS, DISBAND_FORMS, INFLUENCE, PASS
from generator.rulesets.europe.ruleset import EuropeRuleset
from generator.rulesets.europe.state.standing import CLOSED
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import BuildUnit, BuyUnit, DisbandUnit
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.passage import Passage
from generator.rulesets.europe.turn.turn import Turn


class ContingentPassage(Passage):
    """A move into land of a neutral state is an attack on the foreign unit there: it goes in where
    it dislodges that unit, and stays out where the unit leaves voluntarily.

    A unit that is inside already has no way into other land of the state.
    """

    def may_enter(self, mover: Stand, province: str) -> No | None:
        refusal = super().may_enter(mover, province)
        if refusal is None or self._is_ruled(mover, province) or not self._is_shut(province):
            return refusal
        holder = self.standing.holders[province]
        if self._is_inside(mover, holder) or self._foreigner(province) is None:
            return refusal
        return None

    def may_follow(self, mover: Stand, leaver: Stand) -> No | None:
        province = leaver[1].province
        if self._is_ruled(mover, province) or not self._is_shut(province):
            return None
        name = self.facts.name_of(self.standing.holders[province])
        text = f"{name} is neutral, and nobody may follow a unit that leaves its land"
        return self.no("neutral-left", text)

    def license_at(self, owner: str, province: str) -> No | None:
        victim = self._foreigner(province) if self._is_shut(province) else None
        if victim is None or self.friends(owner, victim[0]):
            return super().license_at(owner, province)
        name = self.facts.name_of(self.standing.holders[province])
        text = f"{name} is neutral, and a foreign unit in its land may be attacked"
        return self.no("neutral-guest", text)

    def _is_ruled(self, mover: Stand, province: str) -> bool:
        return (mover[1].province, province) in self._ruled

    def _is_shut(self, province: str) -> bool:
        """Whether a province is land of a neutral state, as far as that is known."""
        standing = self.standing
        if standing.lords.get(province) != CLOSED:
            return False
        return self.foresees or not standing.may_change(province)

    def _is_inside(self, mover: Stand, holder: str) -> bool:
        """Whether a unit is in land of the state, and was not driven out of it just now."""
        start = mover[1].province
        return self.standing.holders.get(start) == holder and self.at.get(start) == mover

    def _foreigner(self, province: str) -> Stand | None:
        """The unit in a province that is not its holder's, if there is one."""
        stand = self.at.get(province)
        return stand if stand and stand[0] != self.standing.holders[province] else None


_MARK: Final = "islamic"


class Faiths(Table, frozen=True):
    """The table `faiths`."""

    guarded: Annotated[
        tuple[str, ...], knob("The provinces into which no Christian helps a Muslim", "E15V3-CM-1")
    ] = ()


class ThreePassage(ContingentPassage):
    """Land of neutral states is closed, and faith limits who supports and convoys whom."""

    tables = MappingProxyType({"faiths": Faiths})

    def may_help(self, helper: Stand, helped: Stand, to: str, *, convoy: bool) -> No | None:
        if to == helped[1].province or self._is_muslim(helper[0]) == self._is_muslim(helped[0]):
            return None
        name = self.facts.board.name_of(to)
        verb = "convoy" if convoy else "support"
        if self._is_muslim(helped[0]):
            if to not in self.facts.of(Faiths).guarded:
                return None
            cause = "faith-convoy" if convoy else "faith-guarded"
            return self.no(cause, f"Christians {verb} no Muslim into {name}")
        victim = self.at.get(to)
        if not convoy and victim is not None and self._is_muslim(victim[0]):
            return self.no("faith-attack", "Muslims support no Christian against a Muslim unit")
        if not self._is_islamic_center(to) or self._are_allied(helper[0], helped[0]):
            return None
        text = f"{name} is an Islamic center, into which Muslims {verb} only Christians of their"
        return self.no("faith-center", f"{text} own alliance")

    def _is_muslim(self, owner: str) -> bool:
        return is_minor(owner) and _MARK in self.facts.states[owner].marks

    def _is_islamic_center(self, province: str) -> bool:
        land = self.facts.provinces.get(province)
        return land is not None and land.center > 0 and self._is_muslim(land.owner)

    def _are_allied(self, one: str, other: str) -> bool:
        """Whether two units belong to one alliance; while that is not known, they may."""
        if not self.foresees:
            return True
        return self.standing.friendly(one, other)


SEASONS: Final = ("spring", "summer", "fall")
_RETREATS: Final = tuple(f"{season}-retreats" for season in SEASONS)
_ORDERS: Final = "spring, summer and fall"
_FALL_ORDERS: Final = "fall and early winter"


def _retreating(state: EuropeState) -> tuple[str, ...]:
    played = played_powers(state)
    return tuple(power for power in FAMILY["retreats"].awaits(state) if power in played)


def _after(season: str, following: str, turn: Turn) -> str:
    return f"{season}-retreats" if turn.displaced else following


def _seasons() -> tuple[Phase, ...]:
    """Each season has its movement, and its retreats where a power has a choice."""
    phases: list[Phase] = []
    for season, following in zip(SEASONS, (*SEASONS[1:], "early-winter"), strict=True):
        phases += (
            Phase(
                season,
                f"{{year}}, {season}",
                # The movement of the phase goes by the statuses that INFs and attacks make.
                (
                    *family_steps("diplomatic", "influence", "attacks"),
                    Step("spent INFs", annual_infs.count_spent),
                    *family_steps("diplomatic", "rulings", "statuses"),
                    *family_steps("adjustment", "markers"),
                    *family_steps("movement", "orders", "refusals", "moves", "displacement"),
                ),
                awaits=played_powers,
                following=partial(_after, season, following),
                forms=(*INFLUENCE, *PASS),
                units="movement",
                secret=REFUSED,
                name=season,
                # Fall has all that spring has, and waivers, which early winter takes as well.
                order=f"an order of {_FALL_ORDERS if season == 'fall' else _ORDERS}",
                business=f"{season}",
                traits=frozenset({"politics"}),
                sections=(
                    "placements",
                    "Diplomatic attacks, in the order resolved",
                    FEATURES,
                    "Changes of status",
                    "Confessional markers",
                    "tracker",
                    *FAMILY["movement"].sections[:-1],
                    "Orders ignored",
                ),
            ),
            Phase(
                f"{season}-retreats",
                f"{{year}}, {season} retreats",
                FAMILY["retreats"].steps,
                awaits=_retreating,
                following=following,
                units="retreat",
                name=f"the retreats of {season}",
                order="a retreat order",
                business="retreats",
                sections=FAMILY["retreats"].sections,
            ),
        )
    return tuple(phases)


YEAR: Final = Course(
    (
        Phase(
            "status-check",
            "{year}, status check",
            (
                Step("INFs of fallen powers", winter.drop_fallen_infs),
                Step("enactments", sanctions.enact_modifiers),
                Step("allotments", annual_infs.allot),
                Step("cancellations", sanctions.end_modifiers),
                *family_steps("diplomatic", "statuses"),
                *family_steps("adjustment", "markers"),
                Step("order of the year", annual_infs.fix_order),
                *family_steps("adjustment", "refusals"),
            ),
            following="spring",
            name="the status check",
            business="the status check",
            sections=(
                "INFs of the new year",
                FEATURES,
                "Changes of status",
                "Confessional markers",
            ),
        ),
        *_seasons(),
        Phase(
            "early-winter",
            "{year}, early winter",
            # Captures are judged together; what follows from them comes after, surplus units last.
            (
                Step("captures", winter.settle_claims, tried=False),
                # Who holds what is ruled before anything hangs on it: statuses, powers that fall,
                # units.
                *family_steps("diplomatic", "rulings", "statuses"),
                Step("fallen powers", winter.end_powers, tried=False),
                Step(
                    "surplus units", winter.disband_surplus, (DisbandUnit,), "units are disbanded"
                ),
                Step("cancellations", sanctions.end_modifiers, tried=False),
                *family_steps("adjustment", "refusals", "markers"),
                Step("endings", rounds.settle_endings, tried=False),
            ),
            awaits=played_powers,
            following="late-winter",
            forms=(*DISBAND_FORMS, *PASS),
            secret=REFUSED,
            name="early winter",
            order="an order of early winter",
            business="captures and disbands",
            traits=frozenset({"land"}),
            sections=(FEATURES, *FAMILY["adjustment"].sections, "The game"),
        ),
        Phase(
            "late-winter",
            "{year}, late winter",
            (
                Step("rebuilt units", levies.rebuild_states, tried=False),
                Step("builds", levies.build_for_powers, (BuildUnit,), "units are built"),
                Step(
                    "builds of states",
                    levies.build_for_states,
                    (BuyUnit,),
                    "units are built for states",
                ),
                *family_steps("builds", "refusals"),
            ),
            awaits=played_powers,
            following="scoring",
            forms=(*BUILD_FORMS, *PASS),
            secret=REFUSED,
            name="late winter",
            order="an order of late winter",
            business="builds and ballots",
            sections=("States build", "Builds", FEATURES),
        ),
        Phase(
            "scoring",
            "{year}, scoring",
            (*family_steps("scoring", "refusals"), Step("scores", rounds.score_round)),
            name="scoring",
            business="scoring",
            sections=("scores", FEATURES, "The game", "The new year"),
        ),
    ),
    {**FAMILY.others, NEW_YEAR: (Step("first phase", lambda turn: turn.go("status-check")),)},
)


class Version3(Edition):
    """The features of only this edition: INFs of the whole year, modifiers, rounds, and closed
    states."""

    polls = True

    status = staticmethod(status_of_land)
    frees = staticmethod(winter.found_center)
    bar_build = staticmethod(sanctions.bar_build)
    retreats = staticmethod(sanctions.may_retreat)
    order_names = staticmethod(sanctions.modifier_names)
    measures = staticmethod(sanctions.measures_of)
    unit_letter = staticmethod(sanctions.unit_letter)
    counts = staticmethod(counterbalance.counts_of)
    tally = staticmethod(rounds_of)
    count_facts = staticmethod(counterbalance.count_facts)

    def allotment(self, politics: Turn | EuropeState, power: str) -> int:
        year = year_of(politics)
        return year.allotment.get(power, 0) - year.spent.get(power, 0)

    def yearly_infs(self, state: EuropeState, power: str) -> int:
        return year_of(state).allotment.get(power, 0)

    def attack_ranks(self, turn: Turn) -> Mapping[str, int]:
        return {power: number for number, power in enumerate(year_of(turn).attack_order)}


EDITION: Final = Version3(
    __name__,
    (
        Abandonment("early-winter", "captures"),
        AnnualInfs(),
        # Before the sanctions, because it is above them.
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
        Agreement(),
    ),
    ThreePassage,
    YEAR,
)
RULESET: Final = EuropeRuleset(EDITION)
