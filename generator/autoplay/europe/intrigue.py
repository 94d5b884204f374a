"""Declarations: alliances and their ends, wars and armistices, a plan that lasts for years;
surrenders, requests for support, and what decrees ask, in editions that have them. And the Papacy's
own means: decrees against powers that displease it, support, and INFs for wealth.

Letters between two powers behind the referee's back are drawn once for both, so that most offers
find their answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from generator.autoplay.europe.outlook import Outlook, outcomes, permitted
from generator.autoplay.europe.relations import FAITH
from generator.engine.chance import Chance
from generator.rulesets.europe.features.bought_infs import BuyInfs, InfPurchases
from generator.rulesets.europe.features.decree_records import (
    DecreeRules,
    Demand,
    IssueDecree,
    book_of,
)
from generator.rulesets.europe.features.papal_support import Requests, RequestSupport, SupportRules
from generator.rulesets.europe.features.surrenders import AcceptSurrender, Surrender, SurrenderBook
from generator.rulesets.europe.features.treaties import Ally, LeaveAlliance
from generator.rulesets.europe.state.standing import pair_of
from generator.rulesets.europe.state.values import (
    BolsterUnit,
    BuildUnit,
    Declare,
    DiplomaticAttack,
    PlaceInfs,
    Transfer,
)

WARS: Final = 2
"""How many wars a player wants at once."""
QUARREL: Final = 34
"""How likely a player looks for a war in a year, in percent."""
PARTS_BELOW: Final = -12
"""The affinity below which an alliance is dissolved."""
TEMPTED: Final = 40
"""The worth of a neighbor's land from which on anyone thinks of war."""
WEARY: Final = (0, 6, 16, 28, 40, 52, 62, 70)
"""How likely both think of peace in each year of a war, in percent."""
BETRAYS: Final = 40
"""How often a faithless ally with a weak neighbor for a friend gives in, in percent."""
IDLE: Final = 25
"""How much likelier a power without anything to take looks for a war, in percent."""

LENIENT: Final = 78
"""How often a surrender is accepted, in percent."""
DESPAIR: Final = 70
"""How often the beaten surrender, in percent of the years."""
ASKS: Final = 60
"""How often a power asks for support that is owed to it, in percent of the years."""
DECREES: Final = 65
"""How often a decree is given for which there is a reason, in percent of the years."""
SUPPORTS: Final = 60
"""How often a request for support is met, in percent."""
MOST_INFS: Final = 3
"""The most INFs that are bought in a year."""


def choose_declarations(outlook: Outlook, draws: Chance) -> tuple[Any, ...]:
    """All that the power declares this year; never two things toward one power, unless it leaves
    an alliance for a war."""
    others = [power for power in outlook.state.living if power != outlook.power]
    ends = [*_partings(outlook, others, draws), *_armistices(outlook, others, draws)]
    wars = _wars(outlook, others, draws)
    told = {end.power for end in (*ends, *wars)}
    unions = _alliances(outlook, [other for other in others if other not in told], draws)
    declared: list[Any] = [*wars, *ends, *unions]
    if outlook.has_treaties:
        declared = _as_treaties(outlook, declared)
    return tuple(permitted(outlook.edition, outlook.state, outlook.power, declared))


def _as_treaties(outlook: Outlook, declared: list[Declare]) -> list[Any]:
    """Declarations in the words of treaties: those of three stand for the pairs in them, and who
    leaves an ally that tempts it declares war in the same year."""
    power, orders = outlook.power, list[Any]()
    fights = len(outlook.relations.enemies[power]) + any(
        change.kind == "war" for change in declared
    )
    for change in declared:
        if change.kind == "alliance":
            circle = next(c for c in outlook.relations.circles if {power, change.power} <= {*c})
            orders.append(Ally(tuple(other for other in circle if other != power)))
        elif change.kind == "dissolution":
            orders.append(LeaveAlliance(change.power))
            if temptation(outlook, change.power) >= TEMPTED and fights < WARS:
                orders.append(Declare("war", change.power))
                fights += 1
        else:
            orders.append(change)
    return list(dict.fromkeys(orders))


def _legal(outlook: Outlook, orders: list[Declare]) -> list[str]:
    """The powers toward which a declaration is permitted."""
    if outlook.has_treaties and orders and orders[0].kind in ("alliance", "dissolution"):
        # Those are judged when they have become treaties.
        return [order.power for order in orders]
    found = permitted(outlook.edition, outlook.state, outlook.power, orders)
    return [order.power for order in found]


# --- peace and friendship


def _alliances(outlook: Outlook, others: list[str], draws: Chance) -> list[Declare]:
    """The alliances agreed on; a player who breaks his word breaks this one too, and ignores the
    other's offer."""
    relations, power = outlook.relations, outlook.power
    agreed = [other for other in others if pair_of(outlook.facts, power, other) in relations.pacts]
    if outlook.has_treaties:
        circle = [other for c in relations.circles if power in c for other in c if other != power]
        agreed = [other for other in others if other in circle]
    return [
        Declare("alliance", other)
        for other in _legal(outlook, [Declare("alliance", other) for other in agreed])
        if draws.number(100) < 60 + FAITH * 2 // 5
    ]


def _partings(outlook: Outlook, others: list[str], draws: Chance) -> list[Declare]:
    relations, power = outlook.relations, outlook.power
    found = []
    for other in relations.friends[power]:
        if other not in others:
            continue
        cold = relations.affinity(power, other) < PARTS_BELOW
        price = 2 * TEMPTED * FAITH // 100
        tempted = temptation(outlook, other) > price and draws.number(100) >= FAITH
        if cold or (tempted and draws.number(100) < BETRAYS):
            found.append(Declare("dissolution", other))
    allowed = _legal(outlook, found)
    return [order for order in found if order.power in allowed]


def _armistices(outlook: Outlook, others: list[str], draws: Chance) -> list[Declare]:
    """Peace with those of whom both sides have had enough, or who are out of reach."""
    state, relations, power = outlook.state, outlook.relations, outlook.power
    found = []
    for other in relations.enemies[power]:
        pair = pair_of(outlook.facts, power, other)
        relation = state.relations.get(pair)
        if other not in others or relation is None or relation.kind != "war":
            continue
        years = min(state.year - relation.since, len(WEARY) - 1)
        weary = WEARY[years]
        if years > 1 and not temptation(outlook, other) and not _is_pressed(outlook, other):
            weary += 30
        mine, theirs = relations.strength[power], relations.strength[other]
        weary += 12 if mine < theirs else -12 * (mine > 2 * theirs)
        both = relations.chance.branch(f"autoplay peace {'-'.join(pair)} {state.year}")
        # The mood of the year is common to both; how each feels about it is its own.
        if both.number(100) + draws.number(21) - 10 < weary:
            found.append(Declare("armistice", other))
    return found


def _is_pressed(outlook: Outlook, other: str) -> bool:
    """Whether an enemy is at or on the power's land."""
    standing = outlook.standing
    for index in outlook.foes:
        owner, unit = outlook.stands[index]
        if standing.side_of(owner) == other:
            near = (unit.province, *outlook.board.army_from(unit.province))
            if any(standing.lords.get(code) == outlook.power for code in near):
                return True
    return False


# --- war


def _wars(outlook: Outlook, others: list[str], draws: Chance) -> list[Declare]:
    relations, power = outlook.relations, outlook.power
    fights = len(relations.enemies[power])
    if fights >= WARS:
        return []
    idle = not _has_prey(outlook)
    quarrel = QUARREL + (IDLE if idle else 0)
    least = TEMPTED * 2 // 3 if idle else TEMPTED
    if draws.number(100) >= quarrel // (1 + fights):
        return []
    open_to = _legal(outlook, [Declare("war", other) for other in others])
    wanted = []
    for other in open_to:
        if other in relations.friends[power]:
            continue
        worth = temptation(outlook, other)
        relation = outlook.state.relations.get(pair_of(outlook.facts, power, other))
        if relation is not None and relation.after == "alliance":
            # A power that left an alliance for this war keeps to its plan.
            worth += worth // 2
        worth = worth * (100 - relations.affinity(power, other) // 2) // 100
        worth += 60 if other == relations.feared else 0
        wanted.append((worth * (75 + draws.number(51)) // 100, other))
    wanted.sort(key=lambda wish: (-wish[0], wish[1]))
    return [Declare("war", other) for worth, other in wanted[:1] if worth >= least]


def _has_prey(outlook: Outlook) -> bool:
    """Whether there is land that the power can take as things are."""
    for index in outlook.own:
        owner, unit = outlook.stands[index]
        if owner == outlook.power and outlook.hope(owner, unit.kind, unit.at) > 0:
            return True
    return False


def temptation(outlook: Outlook, other: str) -> int:
    """The worth of a war with another power: its land in reach, weighed by the strengths."""
    facts, standing = outlook.facts, outlook.standing
    near = _reach(outlook)
    worth = 0
    for code, lord in standing.lords.items():
        if lord == other and code in near:
            land = facts.provinces[code]
            # Land of a state on its side is lost to it with the next change of influence.
            lent = standing.holders[code] != other
            worth += (10 + 11 * land.center) // (near[code] * (2 if lent else 1))
    relations = outlook.relations
    mine = relations.strength[outlook.power] + 1
    theirs = relations.strength[other] + 1
    for enemy in relations.enemies[other]:
        # A power that fights elsewhere has fewer units to spare.
        if enemy != outlook.power:
            mine += relations.strength[enemy] // 3
    return worth * min(200, 100 * mine // theirs) // 100


def _reach(outlook: Outlook) -> dict[str, int]:
    """How many steps each province is from the power's own units, up to two; land only."""
    board = outlook.board
    near: dict[str, int] = {}
    for index in outlook.own:
        owner, unit = outlook.stands[index]
        if owner != outlook.power:
            continue
        first = _next(outlook, unit.kind, (unit.at,))
        for steps, places in ((1, first), (2, _next(outlook, unit.kind, first))):
            for place in places:
                code = place.partition("/")[0]
                near.setdefault(code, steps)
                near[code] = min(near[code], steps)
    return {code: steps for code, steps in near.items() if board.provinces[code].kind != "sea"}


def _next(outlook: Outlook, kind: str, places: tuple[str, ...]) -> tuple[str, ...]:
    board = outlook.board
    found: dict[str, None] = {}
    for place in places:
        ways = board.army_from(place) if kind == "A" else board.fleet_from(place)
        found.update(dict.fromkeys(ways))
    return tuple(found)


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
    number = min(MOST_INFS, (wealth + 1) // 2 // rules.price)
    return (BuyInfs(number),) if number > 0 else ()
