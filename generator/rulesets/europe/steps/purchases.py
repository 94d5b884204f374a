"""The builds phase of powers: armies reduced and units disbanded, then purchases: their order,
their prices and their limits; and the money that every power has left."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from generator.engine.docket import Entry
from generator.engine.events import EventKind, Sentence
from generator.engine.units import Unit
from generator.engine.verdicts import Event
from generator.engine.words import count
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.state.values import (
    BolsterUnit,
    BuildUnit,
    BuyUnit,
    DisbandUnit,
    ReduceUnit,
)
from generator.rulesets.europe.steps.minor_builds import BUILDS
from generator.rulesets.europe.steps.offers import offer_for, unit_meant
from generator.rulesets.europe.steps.prices import (
    Purse,
    amount,
    debt_words,
    exceeds,
    next_price,
    purses,
    wealth,
    wealth_known_to,
)
from generator.rulesets.europe.steps.unit_orders import DISBANDED
from generator.rulesets.europe.turn.feature import Refusal, StrengthOffer
from generator.rulesets.europe.turn.rulings import rulings_of
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import Story, side_in, unit_words


def reduce_units(turn: Turn) -> None:
    """Reduce and disband as ordered, without a refund. A power that does so may not bolster."""
    for entry in turn.entries_of(ReduceUnit, DisbandUnit):
        power, order = entry.power, entry.order
        unit = unit_meant(turn, power, order.unit)
        if unit is None:
            cause = "disband-no-unit" if isinstance(order, DisbandUnit) else "reduce-no-unit"
            said = f"{turn.facts.name_of(power)} has no {order.unit}"
            turn.settle(entry, "illegal", (cause, said))
        elif isinstance(order, DisbandUnit):
            _disband(turn, entry, unit)
        else:
            _reduce(turn, entry, unit, order.points)


def _disband(turn: Turn, entry: Entry, unit: Unit) -> None:
    power = entry.power
    turn.stands.remove((power, unit))
    words = unit_words(turn.facts, power, unit)
    turn.settle(entry, "success", ("disband-made", f"{words} is disbanded; nothing is paid back"))
    turn.report(
        DISBANDED,
        "disband-made",
        f"{words} is disbanded by order",
        weight=8,
        power=power,
        unit=str(unit),
        points=unit.strength,
    )
    turn.barred[power] = ("bolster-after-disband", f"{words} was disbanded in this phase")


def _reduce(turn: Turn, entry: Entry, unit: Unit, points: int) -> None:
    power = entry.power
    words = unit_words(turn.facts, power, unit)
    if not 1 <= points < unit.strength:
        said = f"{words} has strength {unit.strength} and must keep at least 1"
        if points < 1:
            said = f"nobody can be reduced by {points}"
        turn.settle(entry, "illegal", ("reduce-too-far", said))
        return
    after = replace(unit, strength=unit.strength - points)
    turn.stands[turn.stands.index((power, unit))] = (power, after)
    said = f"{words} is reduced by {count(points, 'point')} to strength {after.strength}"
    turn.settle(entry, "success", ("reduce-made", f"{said}; nothing is paid back"))
    turn.report(
        REDUCED,
        "reduce-made",
        said,
        power=power,
        unit=str(unit),
        points=points,
        strength=after.strength,
    )
    said = f"{words} was reduced in this phase"
    turn.barred.setdefault(power, ("bolster-after-reduction", said))


# --- purchases

_Sale = tuple[str, StrengthOffer, dict[str, Any]]
"""The buyer, the purchase, and its figures."""


def buy_strength(turn: Turn) -> None:
    """Serve every power's purchases, each list in written order.

    Where several powers buy for one state its patron is served first, then the others in attack
    order. A power that gave up strength may not bolster, or by edition buys nothing.
    """
    market = _Market(turn)
    queues = _queues(turn, market)
    waiting = [power for power, queue in queues.items() if queue]
    while waiting:
        ready = [power for power in waiting if _may_go(turn, queues, power)]
        # No power is ready when patrons wait for each other: then the attack order decides.
        power = (ready or waiting)[0]
        market.serve(power, queues[power].popleft())
        waiting = [power for power in waiting if queues[power]]
    _report_sales(turn, market.sales)


def _queues(turn: Turn, market: _Market) -> dict[str, deque[Entry]]:
    """Each power's purchases as written; powers in attack order."""
    order = sorted(market.purses, key=lambda power: turn.facts.rank.get(power, len(market.purses)))
    queues: dict[str, deque[Entry]] = {power: deque() for power in order}
    for entry in turn.entries_of(BuildUnit, BuyUnit, BolsterUnit, *turn.edition.purchases):
        if entry.power in queues:
            queues[entry.power].append(entry)
    return queues


def _may_go(turn: Turn, queues: Mapping[str, deque[Entry]], power: str) -> bool:
    """Whether no power with a better claim still wants to buy for the state of the next
    purchase."""
    state = _state_of(queues[power][0])
    if not state or state not in turn.statuses:
        return True
    patron = turn.statuses[state].patron
    before = [patron] if patron in queues and patron != power else []
    if patron != power:
        ranked = list(queues)
        before += ranked[: ranked.index(power)]
    return not any(_state_of(entry) == state for other in before for entry in queues[other])


def _state_of(entry: Entry) -> str:
    state: str = getattr(entry.order, "state", "")
    return state


class _Market:
    """The purses of all powers, and what was sold."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.purses = purses(turn)
        self.asked = dict.fromkeys(self.purses, 0)
        self.sales: list[_Sale] = []
        for ruling in rulings_of(turn, "prices"):
            self.purses[ruling.power].ruled = ruling.prices

    def serve(self, power: str, entry: Entry) -> None:
        """Sell what an entry asks for, or refuse it."""
        turn, purse = self.turn, self.purses[power]
        number, self.asked[power] = self.asked[power], self.asked[power] + 1
        own = turn.edition.offer(turn, power, entry.order)
        offer = offer_for(turn, power, entry.order) if own is None else own
        builds_on = turn.facts.builds.after_reductions
        if (
            isinstance(offer, StrengthOffer)
            and power in turn.barred
            and not (builds_on and not offer.bolsters)
        ):
            cause, why = turn.barred[power]
            nothing = "bolsters nobody" if builds_on else "buys nothing"
            offer = Refusal("illegal", cause, f"{why}, so {_name(turn, power)} {nothing}")
        if isinstance(offer, StrengthOffer):
            refusal = _over_the_cap(turn, purse, offer)
            price = purse.price(turn.facts, offer.points, number)
            funds = wealth(turn, power)
            if refusal is None and funds < 0:
                refusal = Refusal("illegal", "in-debt", debt_words(turn, power))
            elif refusal is None and price > funds:
                costs = f"it costs {amount(turn, price)}"
                said = f"{costs}, and {_name(turn, power)} has {amount(turn, funds)}"
                refusal = Refusal("excess", "funds-short", said)
            if refusal is None:
                self._sell(purse, entry, offer, price)
                return
            offer = refusal
        turn.settle(entry, offer.outcome, (offer.cause, offer.text))

    def _sell(self, purse: Purse, entry: Entry, offer: StrengthOffer, price: int) -> None:
        turn, power = self.turn, purse.power
        was = purse.strength + purse.lent
        turn.treasury[power] -= price
        offer.deliver()
        if offer.state:
            if offer.units:
                turn.extra_units[offer.state] = turn.extra_units.get(offer.state, 0) + 1
            purse.lent += offer.points
        else:
            purse.units += offer.units
            purse.strength += offer.points
        left = turn.treasury[power]
        paid = f"for {amount(turn, price)}, at strength {was}; {amount(turn, left)} left"
        said = f"{_name(turn, power)} {offer.words}"
        said += f" {paid}" if turn.facts.treasury.public else ""
        turn.settle(entry, "success", (offer.cause, said))
        figures = {
            "sort": offer.sort,
            "state": offer.state,
            "unit": str(offer.unit),
            "points": offer.points,
            "price": price,
            "strength": purse.strength,
            "treasury": left,
        }
        self.sales.append((power, offer, figures))


def _over_the_cap(turn: Turn, purse: Purse, offer: StrengthOffer) -> Refusal | None:
    """Why a power may not have so much strength, or None; nor buy so much in one phase, where
    nothing is sold beyond the table of prices."""
    now, table = purse.strength + purse.lent, turn.facts.price
    sold_out = turn.facts.costs.beyond == "none"
    if sold_out and now + offer.points > len(table) and (offer.state or purse.lent):
        said = f"{_name(turn, purse.power)} buys at strength {now}, and beyond {len(table)} nothing"
        return Refusal("excess", "cap-strength", f"{said} is sold")
    if offer.state:
        return None
    caps, name = turn.facts.caps, _name(turn, purse.power)
    if exceeds(purse.units + offer.units, caps.units):
        said = f"{name} has {purse.units} units, and {caps.units} are the most"
        return Refusal("excess", "cap-units", said)
    if exceeds(purse.strength + offer.points, caps.total_strength):
        said = f"{name} has strength {purse.strength}, and {caps.total_strength} is the most"
        return Refusal("excess", "cap-strength", said)
    return None


def _report_sales(turn: Turn, sales: list[_Sale]) -> None:
    """Report purchases power by power, each power's as they were made."""
    powers = list(turn.facts.powers)
    for power, offer, figures in sorted(sales, key=lambda sale: powers.index(sale[0])):
        weight = None if offer.units else 9
        said = PURCHASE.text(
            power=_name(turn, power),
            what=offer.words,
            price=str(figures["price"]),
            currency=turn.facts.treasury.currency,
        )
        known_to = wealth_known_to(turn, power)
        turn.report(
            PURCHASE, offer.cause, said, weight=weight, known_to=known_to, power=power, **figures
        )
        seen = {name: figures[name] for name in figures if name not in ("price", "treasury")}
        report_seen(turn, power, offer.cause, offer.words, weight=weight, **seen)


def report_seen(
    turn: Turn, power: str, cause: str, what: str, weight: int | None = None, **data: Any
) -> None:
    """Where its price is secret, report the purchases of a power publicly."""
    if not turn.facts.treasury.public:
        told = {"power": power, "what": what, **data}
        said = f"{_name(turn, power)} {what}"
        turn.report(PURCHASE_SEEN, cause, said, weight=weight, **told)


def _name(turn: Turn, power: str) -> str:
    return turn.facts.name_of(power)


def report_treasuries(turn: Turn) -> None:
    """Report every power's treasury, military strength and next price (0: nothing more)."""
    rows = {
        purse.power: {
            "treasury": turn.treasury.get(purse.power, 0),
            "units": purse.units,
            "strength": purse.strength,
            "next_price": next_price(turn.facts, purse.strength),
        }
        for purse in purses(turn).values()
    }
    together = [rows] if turn.facts.treasury.public else [{power: rows[power]} for power in rows]
    for told in together:
        said = "; ".join(
            f"{turn.facts.name_of(power)} {amount(turn, row['treasury'])}, strength "
            f"{row['strength']}, "
            + (f"next point {row['next_price']}" if row["next_price"] else "no next point")
            for power, row in told.items()
        )
        said = f"treasuries and strengths: {said}"
        known_to = wealth_known_to(turn, *told)
        turn.report(TREASURIES, "treasuries", said, known_to=known_to, by_power=told)


# --- the kinds of events


def _strengths(story: Story, events: list[Event]) -> str:
    """Armies made stronger and weaker, and those of states fortified."""
    parts = []
    for sort, one, many in (
        ("bolster", "bolsters", "bolster"),
        ("fortification", "fortifies", "fortify"),
        ("", "reduces", "reduce"),
    ):
        told = [event.data for event in events if event.data.get("sort", "") == sort]
        if not told:
            continue
        powers = list(dict.fromkeys(data["power"] for data in told))
        what = "armies"
        if sort == "bolster":
            what = f"armies by {count(sum(data['points'] for data in told), 'point')}"
        elif sort:
            what = story.names(dict.fromkeys(data["state"] for data in told))
        parts.append(f"{story.names(powers)} {one if len(powers) == 1 else many} {what}")
    return "; ".join(parts)


STRENGTHS: Final = Sentence(_strengths)


def _bought(facts: Facts, event: Event) -> str:
    name, price = facts.name_of(event.data["power"]), str(event.data["price"])
    return PURCHASE.parts(event.text, power=name, price=price)["what"]


PURCHASE: Final = EventKind(
    "purchase",
    section="Purchases",
    topics=("treasury",),
    weight=10,
    says="{power} {what} for {price} {currency}",
    columns={"Power": side_in("power"), "buys": _bought, "for": "price", "Treasury": "treasury"},
    sentences=(BUILDS, STRENGTHS),
    account=lambda event: [(event.data["power"], event.data["sort"], -event.data["price"])],
)
PURCHASE_SEEN: Final = EventKind(
    "purchase-seen",
    section="Purchases",
    weight=10,
    columns={"Power": side_in("power"), "buys": "what"},
    sentences=(BUILDS, STRENGTHS),
)
REDUCED: Final = EventKind("reduced", section="Given up", weight=6, sentences=(STRENGTHS,))
TREASURIES: Final = EventKind("treasuries", topics=("treasury",), tabled=True)
