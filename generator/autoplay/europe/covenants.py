"""Surrenders, requests for support, and what decrees ask, in editions that have them.

What a power does is drawn from its own draws; what two have agreed on by letter, for both at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from generator.autoplay.europe.outlook import Outlook
from generator.autoplay.europe.permits import outcomes, permitted
from generator.engine.chance import Chance
from generator.rulesets.europe.features.papal_support import Requests, RequestSupport
from generator.rulesets.europe.features.surrenders import AcceptSurrender, Surrender, SurrenderBook
from generator.rulesets.europe.features.treaties import Ally, LeaveAlliance
from generator.rulesets.europe.state.values import Declare, DiplomaticAttack, PlaceInfs

LENIENT: Final = 78
"""How often a surrender is accepted, in percent."""
DESPAIR: Final = 70
"""How often the beaten surrender, in percent of the years."""
ASKS: Final = 60
"""How often a power asks for support that is owed to it, in percent of the years."""


def heed_decrees(outlook: Outlook, orders: Sequence[Any]) -> list[Any]:
    """The orders of a power without those that decrees which it obeys forbid, and with those that
    they ask for."""
    heeded = list(orders)
    for decree in outlook.obeyed:
        demand = decree.order.demand
        if demand.sort == "not_influence":
            heeded = [o for o in heeded if not isinstance(o, PlaceInfs) or o.state != demand.place]
        elif demand.sort == "not_attack":
            heeded = [
                o
                for o in heeded
                if not isinstance(o, DiplomaticAttack)
                or demand.power not in ("", o.power)
                or demand.place not in ("", o.state)
            ]
        elif demand.sort in ("not_ally", "leave_alliance"):
            heeded = [
                o for o in heeded if not isinstance(o, Ally) or demand.power not in ("", *o.powers)
            ]
            leaves = any(isinstance(o, LeaveAlliance) and o.power == demand.power for o in heeded)
            if demand.power in outlook.relations.friends[outlook.power] and not leaves:
                heeded.append(LeaveAlliance(demand.power))
    return heeded


def offer_surrender(outlook: Outlook, told: Sequence[Any], draws: Chance) -> tuple[Surrender, ...]:
    """A surrender of the beaten to all who are too strong for it."""
    state, power, strength = outlook.state, outlook.power, outlook.relations.strength
    if "surrenders" not in state.parts:
        return ()
    ending = {
        order.power for order in told if isinstance(order, Declare) and order.kind == "armistice"
    }
    lost = [c for c in outlook.facts.powers[power].centers if outlook.standing.holders[c] != power]
    victors = tuple(
        other
        for other in outlook.relations.enemies[power]
        if other not in ending
        and outlook.standing.at_war(power, other)
        and (lost or strength[power] * 5 <= strength[other] * 2)
    )
    if not victors or draws.number(100) >= DESPAIR:
        return ()
    order = Surrender(victors, 2 * len(victors) + draws.number(4))
    return permitted(outlook.edition, state, power, [order])


def accept_surrenders(outlook: Outlook) -> tuple[AcceptSurrender, ...]:
    """The answers to the surrenders of the year; the greedy fight on."""
    book: SurrenderBook | None = outlook.state.parts.get("surrenders")
    year = outlook.state.year
    found = []
    for offer in book.offered if book else ():
        if offer.effective_year <= year or outlook.power not in offer.victors:
            continue
        mood = outlook.relations.chance.branch(
            f"autoplay mercy {outlook.power} {offer.power} {year}"
        )
        if outlook.power not in offer.accepted and mood.number(100) < LENIENT:
            found.append(AcceptSurrender(offer.power, offer.indemnity))
    return tuple(found)


def ask_support(outlook: Outlook, draws: Chance) -> tuple[RequestSupport, ...]:
    """A first request for support in a war that entitles the power to it."""
    requests: Requests | None = outlook.state.parts.get("support")
    if requests is None or any(request.power == outlook.power for request in requests.requests):
        return ()
    for enemy in outlook.relations.enemies[outlook.power]:
        order = RequestSupport(enemy, 1 + draws.number(3))
        asks = outlook.standing.at_war(outlook.power, enemy) and draws.number(100) < ASKS
        if asks and outcomes(outlook.edition, outlook.state, outlook.power, [order]) == (
            "success",
        ):
            return (order,)
    return ()
