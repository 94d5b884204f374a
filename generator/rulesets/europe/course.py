"""The family's year: what happens in which order, who is awaited, and what stays secret.

Editions replace a phase or the order of its steps; features add steps of their own.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from generator.engine.course import END, FEATURES, NEW_YEAR, REFUSED, Course, Phase, Step, Steps
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

_UNITS: Final = (Hold, Move, SupportHold, SupportMove, Convoy)


# --- who is awaited


def living(state: EuropeState) -> tuple[str, ...]:
    """The powers of a phase in which all that are left decide something."""
    return state.living


def _retreating(state: EuropeState) -> tuple[str, ...]:
    """The powers with a unit that may choose where to retreat."""
    standing = state.standing
    deciding = {
        standing.side_of(displaced.owner) for displaced in state.displaced if displaced.places
    }
    return tuple(power for power in state.living if power in deciding)


# --- what each phase does


def _diplomatic() -> Steps:
    from generator.rulesets.europe.rulings.kinds import apply_rulings
    from generator.rulesets.europe.steps.declarations import declare
    from generator.rulesets.europe.steps.influence import place_infs, resolve_attacks
    from generator.rulesets.europe.steps.statuses import settle_statuses

    return (
        # Everybody's placements are booked before the first attack.
        Step("influence", place_infs, (PlaceInfs,), "INFs are placed"),
        Step("attacks", resolve_attacks, (DiplomaticAttack,), "diplomatic attacks are ordered"),
        Step("declarations", declare, (Declare,), "declarations are made"),
        Step("refusals", refuse_rest),
        Step("rulings", lambda turn: apply_rulings(turn, "during")),
        Step("statuses", settle_statuses, tried=False),
    )


def _movement() -> Steps:
    from generator.rulesets.europe.steps.movement import displace_units, move_units, resolve_orders

    return (
        Step("orders", resolve_orders, _UNITS, "units are ordered about"),
        Step("refusals", refuse_rest),
        Step("moves", move_units, tried=False),
        # The position check: who may not stay has to leave, as those who were dislodged.
        Step("displacement", displace_units, tried=False),
    )


def _retreats() -> Steps:
    from generator.rulesets.europe.steps.retreats import carry_out_retreats, resolve_retreat_orders

    return (
        Step("retreats", resolve_retreat_orders, (Retreat, Disband), "units retreat"),
        Step("refusals", refuse_rest),
        Step("departures", carry_out_retreats),
    )


def _adjustment() -> Steps:
    from generator.rulesets.europe.rulings.kinds import rule_land
    from generator.rulesets.europe.steps.captures import report_proxies, settle_land
    from generator.rulesets.europe.steps.markers import set_markers

    return (
        Step("refusals", refuse_rest),
        Step("land", settle_land),
        Step("rulings", rule_land, when=lambda turn: bool(turn.rulings)),
        Step("proxies", report_proxies),
        Step("markers", set_markers),
    )


def _builds() -> Steps:
    from generator.rulesets.europe.steps.income import pay_income
    from generator.rulesets.europe.steps.minor_builds import build_states
    from generator.rulesets.europe.steps.purchases import (
        buy_strength,
        reduce_units,
        report_treasuries,
    )
    from generator.rulesets.europe.steps.transfers import make_transfers, report_loans

    strength = (BuildUnit, BuyUnit, BolsterUnit, ReduceUnit, DisbandUnit)
    return (
        Step("income", pay_income),
        Step("reductions", reduce_units, (ReduceUnit, DisbandUnit)),
        Step("transfers", make_transfers, (Transfer,), "treasury points change hands"),
        Step("minor builds", build_states, (MinorBuild, MinorDisband), "minor states build"),
        Step("purchases", buy_strength, strength, "strength is bought and given up"),
        Step("loans", report_loans, tried=False),
        Step("treasuries", report_treasuries, tried=False),
        Step("refusals", refuse_rest),
    )


def _scoring() -> Steps:
    from generator.rulesets.europe.steps.scores import score_year

    return Step("refusals", refuse_rest), Step("scores", score_year)


# --- what belongs to no single phase


def _new_year() -> Steps:
    from generator.rulesets.europe.steps.year import allot_infs, take_effect

    return Step("declarations", take_effect), Step("allotments", allot_infs)


def _end() -> Steps:
    from generator.rulesets.europe.steps.minor_builds import clamp_extra_units

    return (Step("bought units", clamp_extra_units, when=lambda turn: bool(turn.extra_units)),)


YEAR: Final = Course(
    (
        Phase(
            "diplomatic",
            "{year}, diplomacy",
            _diplomatic,
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
            _movement,
            awaits=living,
            # Who has to leave and cannot is disbanded at once; retreats are a phase only where
            # somebody has a choice.
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
            _retreats,
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
            _adjustment,
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
            _builds,
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
            _scoring,
            name="scoring",
            business="scoring",
            sections=("scores", "The game", "The new year", "INFs of the new year"),
        ),
    ),
    MappingProxyType({NEW_YEAR: _new_year, END: _end}),
)


def family_steps(part: str, *names: str) -> Steps:
    """The family's steps of these names in a phase, in its order, for phases of an edition."""
    return tuple(step for step in YEAR[part].steps() if step.name in names)
