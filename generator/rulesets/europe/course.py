"""The family's year: what happens in which order, who is awaited, and what stays secret.

Editions replace a phase or the order of its steps; features add their own steps.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from generator.engine.course import END, FEATURES, NEW_YEAR, REFUSED, Course, Phase, Step, Steps
from generator.engine.deferred import DeferredModule
from generator.engine.orders.values import (
    Convoy,
    Disband,
    Hold,
    Move,
    Retreat,
    SupportHold,
    SupportMove,
)
from generator.rulesets.europe.reading.catalogue import BUILDS, DIPLOMACY
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import (
    BolsterUnit,
    BuildUnit,
    BuyUnit,
    Declare,
    DiplomaticAttack,
    DisbandUnit,
    MinorBuild,
    MinorDisband,
    PlaceInfs,
    ReduceUnit,
    Transfer,
)
from generator.rulesets.europe.turn.turn import refuse_rest

kinds = DeferredModule("generator.rulesets.europe.rulings.kinds")
captures = DeferredModule("generator.rulesets.europe.steps.captures")
declarations = DeferredModule("generator.rulesets.europe.steps.declarations")
income = DeferredModule("generator.rulesets.europe.steps.income")
influence = DeferredModule("generator.rulesets.europe.steps.influence")
markers = DeferredModule("generator.rulesets.europe.steps.markers")
minor_builds = DeferredModule("generator.rulesets.europe.steps.minor_builds")
movement = DeferredModule("generator.rulesets.europe.steps.movement")
purchases = DeferredModule("generator.rulesets.europe.steps.purchases")
retreats = DeferredModule("generator.rulesets.europe.steps.retreats")
scores = DeferredModule("generator.rulesets.europe.steps.scores")
statuses = DeferredModule("generator.rulesets.europe.steps.statuses")
transfers = DeferredModule("generator.rulesets.europe.steps.transfers")
year = DeferredModule("generator.rulesets.europe.steps.year")

_STRENGTH: Final = (BuildUnit, BuyUnit, BolsterUnit, ReduceUnit, DisbandUnit)
_UNITS: Final = (Hold, Move, SupportHold, SupportMove, Convoy)


# --- who is awaited


def living(state: EuropeState) -> tuple[str, ...]:
    """The powers of a phase in which all that are left decide something."""
    return state.living


def _retreating(state: EuropeState) -> tuple[str, ...]:
    """The powers with a unit that may choose where to retreat."""
    standing = state.standing
    deciding = {standing.side_of(one.owner) for one in state.displaced if one.places}
    return tuple(power for power in state.living if power in deciding)


_BUILDS: Final = (
    Step("income", income.pay_income),
    Step("reductions", purchases.reduce_units, (ReduceUnit, DisbandUnit)),
    Step("transfers", transfers.make_transfers, (Transfer,), "treasury points change hands"),
    Step(
        "minor builds", minor_builds.build_states, (MinorBuild, MinorDisband), "minor states build"
    ),
    Step("purchases", purchases.buy_strength, _STRENGTH, "strength is bought and given up"),
    Step("loans", transfers.report_loans, tried=False),
    Step("treasuries", purchases.report_treasuries, tried=False),
    Step("refusals", refuse_rest),
)

YEAR: Final = Course(
    (
        Phase(
            "diplomatic",
            "{year}, diplomacy",
            (
                # All placements are booked before the first attack.
                Step("influence", influence.place_infs, (PlaceInfs,), "INFs are placed"),
                Step(
                    "attacks",
                    influence.resolve_attacks,
                    (DiplomaticAttack,),
                    "diplomatic attacks are ordered",
                ),
                Step("declarations", declarations.declare, (Declare,), "declarations are made"),
                Step("refusals", refuse_rest),
                Step("rulings", lambda turn: kinds.apply_rulings(turn, "during")),
                Step("statuses", statuses.settle_statuses, tried=False),
            ),
            awaits=living,
            following="movement",
            forms=DIPLOMACY,
            secret=REFUSED,
            name="the diplomatic phase",
            order="a diplomatic order",
            business="diplomacy",
            traits=frozenset({"politics"}),
            sections=(
                "placements",
                "Diplomatic attacks, in the order resolved",
                FEATURES,
                "Declarations",
                "Changes of status",
                "tracker",
                "relations",
            ),
        ),
        Phase(
            "movement",
            "{year}, orders and adjudication",
            (
                Step("orders", movement.resolve_orders, _UNITS, "units are ordered about"),
                Step("refusals", refuse_rest),
                Step("moves", movement.move_units, tried=False),
                # The position check: who may not stay has to leave, as those who were dislodged.
                Step("displacement", movement.displace_units, tried=False),
            ),
            awaits=living,
            # A unit that has to leave and cannot is disbanded at once; retreats are a
            # phase only where a power has a choice.
            following=lambda turn: "retreats" if turn.displaced else "adjustment",
            units="movement",
            name="the movement phase",
            order="a movement order",
            business="orders",
            sections=("Dislodged", "Must leave", "may retreat", "Disbanded", "Standoffs", FEATURES),
        ),
        Phase(
            "retreats",
            "{year}, retreats",
            (
                Step(
                    "retreats", retreats.resolve_retreat_orders, (Retreat, Disband), "units retreat"
                ),
                Step("refusals", refuse_rest),
                Step("departures", retreats.carry_out_retreats),
            ),
            awaits=_retreating,
            following="adjustment",
            units="retreat",
            name="the retreats",
            order="a retreat order",
            business="retreats",
            sections=("Retreats", "Disbanded"),
        ),
        Phase(
            "adjustment",
            "{year}, map adjustment",
            (
                Step("refusals", refuse_rest),
                Step("land", captures.settle_land),
                Step("rulings", kinds.rule_land, when=lambda turn: bool(turn.rulings)),
                Step("proxies", captures.report_proxies),
                Step("markers", markers.set_markers),
            ),
            following="builds",
            name="map adjustment",
            business="map adjustment",
            traits=frozenset({"land"}),
            sections=(
                "Powers eliminated",
                "New states",
                "Captured",
                "Free again",
                "States captured",
                "Units lost",
                "Kept by proxy",
                "Changes of status",
                "Confessional markers",
            ),
        ),
        Phase(
            "builds",
            "{year}, builds and transactions",
            _BUILDS,
            awaits=living,
            following="scoring",
            forms=BUILDS,
            secret=REFUSED,
            name="the builds phase",
            order="an order of the builds phase",
            business="builds and transactions",
            sections=(
                "Income",
                "Transfers",
                "ledger",
                "Given up",
                "States build",
                "Purchases",
                "strengths",
            ),
        ),
        Phase(
            "scoring",
            "{year}, scoring",
            (Step("refusals", refuse_rest), Step("scores", scores.score_year)),
            name="scoring",
            business="scoring",
            sections=("scores", "The game", "The new year", "INFs of the new year"),
        ),
    ),
    MappingProxyType(
        {
            NEW_YEAR: (
                Step("declarations", year.take_effect),
                Step("allotments", year.allot_infs),
            ),
            END: (
                Step(
                    "bought units",
                    minor_builds.clamp_extra_units,
                    when=lambda turn: bool(turn.extra_units),
                ),
            ),
        }
    ),
)


def family_steps(part: str, *names: str) -> Steps:
    """The family's steps of these names in a phase, in its order, for phases of an edition."""
    return tuple(step for step in YEAR[part].steps if step.name in names)
