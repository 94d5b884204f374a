"""INFs for wealth: in the builds phase some powers buy INFs, which they place next year."""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated, Final

from msgspec import Struct

from generator.engine.course import Added, Step
from generator.engine.events import EventKind
from generator.engine.forms.pattern import filled, forms
from generator.engine.report import Section, table
from generator.engine.typed import Positive, Table, knob
from generator.engine.words import count
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.prices import amount, debt_words, wealth, wealth_known_to
from generator.rulesets.europe.steps.purchases import report_seen
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import named_side, side_in


class BuyInfs(Struct, frozen=True):
    """`BUY INF 3`."""

    number: int

    def __str__(self) -> str:
        return f"BUY INF {self.number}"


class InfPurchases(Table, frozen=True):
    """The table `inf_purchases`."""

    powers: Annotated[tuple[str, ...], knob("The powers that may buy INFs", "E15V7-PAP-20")] = ()
    price: Annotated[Positive, knob("The cost of an INF", "E15V7-PAP-19")] = 1


BOUGHT: Final = EventKind(
    "infs-bought",
    section="INFs bought",
    topics=("treasury", "influence"),
    weight=9,
    columns={"Power": side_in("power"), "INFs": "number", "for": "price", "Treasury": "treasury"},
    account=lambda event: [(event.data["power"], event.kind, -event.data["price"])],
)

_INF: Final = "(INFS|INF|INFLUENCE)"


class BoughtInfs(Feature):
    """Sells INFs; the state keeps them until INFs are placed, and they are lost after that."""

    tables = MappingProxyType({"inf_purchases": InfPurchases})
    forms = MappingProxyType(
        {
            "builds": forms(
                "BUY INF 3",
                filled(BuyInfs),
                f"(BUY|BUYS|PURCHASE) {_INF} {{number:number}}",
                f"(BUY|BUYS|PURCHASE) {{number:number}} {_INF}",
            )
        }
    )
    events = (BOUGHT,)
    accounts = MappingProxyType({"infs-bought": ("INFs", "Purchases", "infs-bought")})

    def steps(self) -> tuple[Added, ...]:
        buy = Step("bought INFs", _buy, (BuyInfs,), "INFs are bought")
        return (
            Added("movement", Step("bought INFs", _forget), after="influence"),
            Added("builds", buy, after="purchases"),
        )

    def registers(self, state: EuropeState) -> tuple[Section, ...]:
        # Once they are placed, those of the next year are of interest, and what is bought for it.
        facts, year = state.facts, state.year + (state.moment.phase != "movement")
        ranks = facts.rank_in(year)
        infs = {
            power: facts.infs_of(power, year) + state.extra_infs.get(power, 0)
            for power in sorted(state.living, key=lambda power: ranks[power])
        }
        if state.ending or not any(infs.values()):
            return ()
        rows = [(named_side(facts, power), str(number)) for power, number in infs.items()]
        title = f"INFs to place in {year}, in the order of attacks"
        return (table(title, ("Power", "INFs"), rows),)


def _forget(turn: Turn) -> None:
    turn.extra_infs = {}


def _buy(turn: Turn) -> None:
    rules = turn.facts.of(InfPurchases)
    for entry in turn.entries_of(BuyInfs):
        power, number = entry.power, entry.order.number
        name, price = turn.facts.name_of(power), number * rules.price
        if power not in rules.powers:
            turn.settle(entry, "illegal", ("infs-not-sold", f"{name} cannot buy INFs"))
        elif number < 1:
            said = f"{count(number, 'INF')} cannot be bought"
            turn.settle(entry, "illegal", ("infs-not-sold", said))
        elif (has := wealth(turn, power)) < 0:
            turn.settle(entry, "illegal", ("in-debt", debt_words(turn, power)))
        elif has < price:
            said = f"it costs {amount(turn, price)}, and {name} has {amount(turn, has)}"
            turn.settle(entry, "excess", ("funds-short", said))
        else:
            turn.treasury[power] -= price
            turn.extra_infs[power] = turn.extra_infs.get(power, 0) + number
            what = f"buys {count(number, 'INF')} for {turn.year + 1}"
            said = f"{name} {what}, for {amount(turn, price)}; "
            said += f"{amount(turn, turn.treasury[power])} left"
            seen = said if turn.facts.treasury.public else f"{name} {what}"
            turn.settle(entry, "success", ("infs-bought", seen))
            turn.report(
                BOUGHT,
                "infs-bought",
                said,
                known_to=wealth_known_to(turn, power),
                power=power,
                number=number,
                price=price,
                treasury=turn.treasury[power],
            )
            report_seen(turn, power, "infs-bought", what, weight=9, sort="infs")
