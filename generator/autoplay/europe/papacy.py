"""The Papacy's own means: decrees against powers that displease it, support, and INFs for
wealth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from generator.autoplay.europe.outlook import Outlook, permitted
from generator.rulesets.europe.features.bought_infs import BuyInfs, InfPurchases
from generator.rulesets.europe.features.decree_records import (
    DecreeRules,
    Demand,
    IssueDecree,
    book_of,
)
from generator.rulesets.europe.features.papal_support import SupportRules
from generator.rulesets.europe.state.values import BolsterUnit, BuildUnit, Transfer

DECREES: Final = 65
"""How often a decree is given for which there is a reason, in percent of the years."""
SUPPORTS: Final = 60
"""How often a request for support is met, in percent."""
MOST: Final = 3
"""The most INFs that are bought in a year."""


def choose_decree(outlook: Outlook) -> tuple[IssueDecree, ...]:
    """One decree, if there is a reason for one that has not been given yet."""
    rules, state = outlook.facts.of(DecreeRules), outlook.state
    if "compliance" not in state.parts or outlook.power != rules.power:
        return ()
    draws = outlook.relations.chance.branch(f"autoplay decree {state.year}")
    given = [
        (decree.order.demand, power) for decree in book_of(state).issued for power in decree.targets
    ]
    wanted = [
        order
        for order in _reasons(outlook, rules)
        if not any((order.demand, power) in given for power in order.targets)
    ]
    if not wanted or draws.number(100) >= DECREES:
        return ()
    sort = draws.pick(list(dict.fromkeys(order.demand.sort for order in wanted)))
    order = draws.pick([order for order in wanted if order.demand.sort == sort])
    return permitted(outlook.edition, state, outlook.power, [order])


def _reasons(outlook: Outlook, rules: DecreeRules) -> Iterator[IssueDecree]:
    """Decrees against acts of its own confession that displease the Papacy: alliances with others,
    armies before its doors, influence that is in its way."""
    facts, state, power = outlook.facts, outlook.state, outlook.power
    for target in state.living:
        if target == power or facts.powers[target].confession != rules.targets:
            continue
        if len(book_of(state).ignored_by(target)) >= rules.tolerated > 0:
            yield IssueDecree((target,), Demand("excommunicate"))
        for friend in outlook.relations.friends[target]:
            if facts.powers[friend].confession != rules.targets:
                yield IssueDecree((target,), Demand("leave_alliance", power=friend))
        for code in state.states:
            if state.infs[code].get(power, 0) and state.infs[code].get(target, 0):
                yield IssueDecree((target,), Demand("not_attack", code, power))
        for unit in state.units.get(target, ()):
            for near in outlook.board.army_from(unit.province) if unit.kind == "A" else ():
                owner = facts.provinces[near].owner
                if owner in facts.states and state.infs.get(owner, {}).get(power, 0):
                    yield IssueDecree((target,), Demand("not_enter", near))


def grants_of_support(outlook: Outlook) -> tuple[Transfer, ...]:
    """Grants for those whose first request waits for an answer, as far as the money goes."""
    state, power, facts = outlook.state, outlook.power, outlook.facts
    rules, wealth, found = facts.of(SupportRules), state.treasury.get(power, 0), list[Transfer]()
    if "support" not in state.parts or rules.power != power:
        return ()
    draws = outlook.relations.chance.branch(f"autoplay support {state.year}")
    for request in state.parts["support"].requests:
        if request.answer or wealth < rules.minimum or draws.number(100) >= SUPPORTS:
            continue
        sum_ = min(wealth, rules.minimum + draws.number(2))
        found.append(Transfer("grant", sum_, request.power))
        wealth -= sum_
    return tuple(found)


def buy_infs(outlook: Outlook, spent: int, bought: Sequence[Any]) -> tuple[BuyInfs, ...]:
    """INFs for half of what is left when arms are bought for next year, by who may buy any."""
    state, power, rules = outlook.state, outlook.power, outlook.facts.of(InfPurchases)
    if power not in rules.powers:
        return ()
    strength = sum(unit.strength for unit in state.units.get(power, ()))
    wealth = state.treasury.get(power, 0) - spent
    for order in bought:
        if isinstance(order, BuildUnit | BolsterUnit):
            wealth -= outlook.facts.price_at(strength)
            strength += 1
    number = min(MOST, (wealth + 1) // 2 // rules.price)
    return (BuyInfs(number),) if number > 0 else ()
