"""The builds phase: a power's purchases, for itself and for states, its loans and repayments."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from generator.autoplay.europe.marching import ferry_values
from generator.autoplay.europe.outlook import Outlook, outcomes, quiet_turn
from generator.autoplay.europe.relations import FAITH
from generator.engine.chance import Chance
from generator.engine.phases import OrderBook
from generator.engine.units import Kind, Piece, Unit
from generator.rulesets.europe.features.credit_book import AgreeLoan, CreditBook, CreditRules
from generator.rulesets.europe.features.preferences import Prefer
from generator.rulesets.europe.playing.play import play_phase
from generator.rulesets.europe.state.values import (
    BolsterUnit,
    BuildUnit,
    BuyUnit,
    DisbandUnit,
    MinorBuild,
    MinorDisband,
    Transfer,
)
from generator.rulesets.europe.steps.income import income_of
from generator.rulesets.europe.steps.offers import bolster_site
from generator.rulesets.europe.steps.prices import exceeds, next_price, purses
from generator.rulesets.europe.steps.transfers import owed
from generator.rulesets.europe.turn.turn import Turn

WHIM: Final = 20
SAVES: Final = 10
"""The part of its treasury that a player never spends, in percent."""
INTEREST: Final = 15
"""The interest that a player asks for a loan, in percent."""
LENDS: Final = 3
"""TP left over from which a friend in need is lent some."""
MOST: Final = 12
"""The most that anyone lends at once."""
YEARS: Final = 3
"""For how many years a loan is given."""
HELPS: Final = 60
"""How often a friend is helped who could be, in percent."""
GRANTS: Final = 30
"""How often help to a comrade in arms is given and not lent, in percent."""
NAVY: Final = 40
"""The share of fleets, in percent, from which another is hardly wanted."""
PREFERS: Final = 50
"""How often a patron wants an army of a state on the coast, in percent."""
FRONT: Final = 14
"""The worth of a bolster for each point of a foe's strength beside an army."""

FOND: Final = 5
"""The affinity from which a power lends."""
SHARE: Final = 2
"""A lender parts with this part of its wealth at most: 2 is a half."""
ENFORCED: Final = 55
"""How often a loan is enforced, in percent."""
FORGETS: Final = 5
"""How often one of the two forgets to write it down, in percent."""


class _Purse(Struct):
    """The money left to spend, and the strength that sets the price."""

    funds: int
    strength: int
    income: int
    lent: int = 0


def choose_builds(outlook: Outlook, draws: Chance, spent: int = 0) -> tuple[Any, ...]:
    """All orders of the builds phase, in the order in which money should be spent. `spent` is what
    the power sends to others before."""
    turn = quiet_turn(outlook.edition, outlook.state)
    income = {
        power: sum(tp for parts in sources.values() for tp in parts.values())
        for power, sources in income_of(turn).items()
    }
    # Where income has its own phase, it is in the treasury by now.
    paid = "income" in outlook.edition.course
    coming = {p: 0 if paid else tp for p, tp in income.items()}
    funds = {p: outlook.state.treasury.get(p, 0) + coming.get(p, 0) for p in outlook.state.living}
    own = purses(turn)[outlook.power]
    purse = _Purse(funds[outlook.power] - spent, own.strength, income[outlook.power])
    orders: list[Any] = list(_for_states(outlook, draws))
    orders += _repayments(outlook, purse, draws)
    orders += _savings(outlook, purse)
    # Savings are not spent on arms; a friend may have them as a loan.
    kept = purse.funds * SAVES // 100
    purse.funds -= kept
    bought = _purchases(outlook, turn, purse, draws)
    purse.funds += kept
    if "credit" not in outlook.state.parts:
        orders += _loans(outlook, turn, purse, funds, draws)
    orders += bought
    judged = outcomes(outlook.edition, outlook.state, outlook.power, orders)
    return tuple(o for o, result in zip(orders, judged, strict=True) if result == "success")


# --- money of others


def _repayments(outlook: Outlook, purse: _Purse, draws: Chance) -> list[Transfer]:
    """The debts that are due and can be paid; the faithless forget them."""
    found = []
    for loan in outlook.state.loans:
        if loan.debtor != outlook.power or loan.lender not in outlook.state.living:
            continue
        honest = outlook.relations.chance.branch(
            f"autoplay debt {loan.debtor} {loan.lender} {loan.year}"
        )
        if not loan.due or loan.due > outlook.state.year + draws.number(2):
            continue
        paid = min(owed(loan), purse.funds)
        if paid and honest.number(100) < FAITH:
            found.append(Transfer("repayment", paid, loan.lender))
            purse.funds -= paid
    return found


def _loans(
    outlook: Outlook, turn: Turn, purse: _Purse, funds: dict[str, int], draws: Chance
) -> list[Transfer]:
    """A loan to the friend at war who lacks least for its next point of strength, or a grant.

    Only the richest friend of the needy lends, and no one who is in debt.
    """
    relations, power = outlook.relations, outlook.power
    spare = purse.funds
    loans = outlook.state.loans
    if spare < LENDS or any(loan.debtor == power for loan in loans):
        return []
    best: tuple[int, str] | None = None
    for friend in relations.friends[power]:
        debts = sum(owed(loan) for loan in loans if loan.debtor == friend)
        price = next_price(outlook.facts, purses(turn)[friend].strength)
        lacks = price - funds[friend]
        richest = max(relations.friends[friend], key=lambda enemy: (funds[enemy], enemy))
        in_need = relations.enemies[friend] and 0 < lacks <= min(spare, MOST) and debts <= price
        if in_need and richest == power and funds[power] > funds[friend]:
            best = min(best or (lacks, friend), (lacks, friend))
    if best is None or draws.number(100) >= HELPS:
        return []
    lacks, friend = best
    comrades = set(relations.enemies[power]) & set(relations.enemies[friend])
    if comrades and lacks <= spare // 2 and draws.number(100) < GRANTS:
        purse.funds -= lacks
        return [Transfer("grant", lacks, friend)]
    interest = (lacks * INTEREST + 50) // 100
    purse.funds -= lacks
    return [Transfer("loan", lacks, friend, interest, outlook.state.year + YEARS)]


# --- purchases


class _Ware(Struct, frozen=True):
    value: int
    order: Any
    foreign: bool = False


def _purchases(outlook: Outlook, turn: Turn, purse: _Purse, draws: Chance) -> list[Any]:
    """The best that can be paid, one point after the other."""
    limit = outlook.facts.caps
    wares = [*_new_units(outlook), *_bolsters(outlook, turn), *_aid(outlook)]
    drawn = [
        replace(ware, value=ware.value * (100 - WHIM + draws.number(2 * WHIM + 1)) // 100)
        for ware in wares
    ]
    bought: list[Any] = []
    strength, units = purse.strength, len(outlook.state.units.get(outlook.power, ()))
    while drawn:
        price = outlook.facts.price_at(strength + purse.lent)
        if price > purse.funds or not _can_keep(outlook, strength + 1, purse, price):
            break
        capped = exceeds(strength + 1, limit.total_strength)
        drawn = [wish for wish in drawn if wish.value > 0 and (wish.foreign or not capped)]
        if exceeds(units + 1, limit.units):
            drawn = [wish for wish in drawn if not isinstance(wish.order, BuildUnit)]
        if not drawn:
            break
        best = max(drawn, key=lambda wish: (wish.value, str(wish.order)))
        drawn.remove(best)
        at = best.order.unit.province
        if isinstance(best.order, BolsterUnit):
            # The next point for the same army is worth less.
            drawn.append(replace(best, value=best.value * 3 // 5))
        else:
            drawn = [wish for wish in drawn if wish.order.unit.province != at]
        if isinstance(best.order, BuildUnit):
            units += 1
        if best.foreign:
            purse.lent += 1
        else:
            strength += 1
        purse.funds -= price
        bought.append(best.order)
    return bought if "income" in outlook.edition.course else _joined(bought)


def _can_keep(outlook: Outlook, strength: int, purse: _Purse, price: int) -> bool:
    """Whether the next year's income and the money left pay for the maintenance of a strength."""
    return purse.funds - price + purse.income >= outlook.facts.treasury.maintenance * strength


def _savings(outlook: Outlook, purse: _Purse) -> list[DisbandUnit]:
    """The unit that is given up by a power that would be in debt next year: its least useful."""
    facts, state = outlook.facts, outlook.state
    units = state.units.get(outlook.power, ())
    if (
        not facts.treasury.maintenance
        or len(units) < 2
        or _can_keep(outlook, purse.strength, purse, 0)
    ):
        return []
    least = min(units, key=lambda unit: (outlook.gain(outlook.power, unit.kind, unit.province),
                                         unit.strength, str(unit)))  # fmt: skip
    return [DisbandUnit(least.piece)]


def _joined(bought: list[Any]) -> list[Any]:
    """`bought` with the points for one army in one order, where it was first wanted."""
    orders: list[Any] = []
    for order in bought:
        same = [
            i
            for i, other in enumerate(orders)
            if isinstance(order, BolsterUnit)
            and isinstance(other, BolsterUnit)
            and (order.unit, order.state) == (other.unit, other.state)
        ]
        if same:
            orders[same[0]] = replace(orders[same[0]], points=orders[same[0]].points + order.points)
        else:
            orders.append(order)
    return orders


def _new_units(outlook: Outlook) -> list[_Ware]:
    """Units on the vacant sites that the power holds, armies or fleets as there is use for them."""
    one, found = outlook.facts.powers[outlook.power], []
    ferries = ferry_values(outlook)
    for code in (*one.centers, *one.build_sites):
        if outlook.standing.holders[code] != outlook.power or code in outlook.at:
            continue
        army = outlook.hope(outlook.power, "A", code) + outlook.gain(outlook.power, "A", code)
        found.append(_Ware(30 + army, BuildUnit(Piece("A", code))))
        province = outlook.board.provinces[code]
        if province.kind != "coastal":
            continue
        for place in [f"{code}/{coast}" for coast in province.coasts] or [code]:
            if not outlook.board.fleet_from(place):
                continue
            worth = outlook.hope(outlook.power, "F", place) + _lift(outlook, place, ferries)
            worth += outlook.gain(outlook.power, "A", code)
            if not _fleets(outlook):
                worth += 12
            value = 22 + worth * 3 // 4
            if _fleets(outlook) * 100 >= NAVY * len(outlook.state.units[outlook.power]) > 0:
                value //= 3
            found.append(_Ware(value, BuildUnit(Piece("F", place))))
    return found


def _lift(outlook: Outlook, place: str, ferries: Any) -> int:
    """The worth of a new fleet for ferrying from the seas beside its port."""
    return max((ferries.get(sea, 0) for sea in outlook.board.fleet_from(place)), default=0)


def _fleets(outlook: Outlook) -> int:
    own = outlook.state.units.get(outlook.power, ())
    return sum(unit.kind == "F" for unit in own)


def _bolsters(outlook: Outlook, turn: Turn) -> list[_Ware]:
    found = []
    for unit in outlook.state.units.get(outlook.power, ()):
        if unit.kind == "A" and bolster_site(turn, outlook.power, unit.province):
            found.append(_Ware(_use_of(outlook, unit), BolsterUnit(unit.piece)))
    return found


def _use_of(outlook: Outlook, unit: Unit) -> int:
    """The worth of more strength to an army in its place."""
    beside = outlook.threats.get(unit.province, 0)
    near = sum(
        outlook.stands[index][1].strength
        for index in outlook.foes
        if outlook.stands[index][1].province in outlook.board.army_from(unit.province)
    )
    return 20 + FRONT * min(4, beside + near) - 6 * (unit.strength - 1)


def _aid(outlook: Outlook) -> list[_Ware]:
    """Armies of states on one's side that could be stronger, and units for vacant homes."""
    found = []
    for code in outlook.state.states:
        if outlook.state.statuses[code].patron != outlook.power:
            continue
        minor = outlook.facts.states[code]
        threat = outlook.threats.get(minor.home, 0)
        for unit in outlook.state.units.get(code, ()):
            land = outlook.facts.provinces.get(unit.province)
            if unit.kind == "A" and land is not None and land.center:
                worth = _use_of(outlook, unit) - 20
                found.append(_Ware(worth, BolsterUnit(unit.piece, 1, code), True))
        vacant = minor.home and minor.home not in outlook.at
        if vacant and outlook.state.units.get(code) and threat:
            worth = 10 + FRONT * min(2, threat)
            found.append(_Ware(worth, BuyUnit(Piece("A", minor.home), code), True))
    return found


# --- states


def _for_states(outlook: Outlook, draws: Chance) -> list[Any]:
    """A patron's choices: the type of an automatic build, and what a state gives up."""
    found: list[Any] = []
    state = outlook.state
    for code in state.states:
        minor = outlook.facts.states[code]
        if state.statuses[code].patron != outlook.power or not minor.home:
            continue
        units = state.units.get(code, ())
        held = sum(outlook.standing.holders[c] == code for c in outlook.facts.centers)
        empty = len(units) < held and minor.home not in outlook.at and minor.coastal
        if empty and "preferences" in state.parts:
            if draws.number(100) < PREFERS:
                found.append(Prefer(code, "A"))
        elif empty:
            kind: Kind = "A" if outlook.board.army_from(minor.home) else "F"
            coasts = tuple(outlook.board.provinces[minor.home].coasts)
            coast = draws.pick(coasts) if coasts and kind == "F" else ""
            found.append(MinorBuild(code, kind, coast))
        if len(units) > held + state.extra_units.get(code, 0):
            least = min(
                units,
                key=lambda unit: (
                    unit.strength,
                    outlook.gain(code, unit.kind, unit.province),
                    str(unit),
                ),
            )
            found.append(MinorDisband(code, least.piece))
    return found


def agree_on_loans(outlook: Outlook) -> tuple[AgreeLoan, ...]:
    """The power's side of the loans that were agreed on by letter this year: each lends to one at
    most, and borrows from one."""
    state, power = outlook.state, outlook.power
    if "credit" not in state.parts:
        return ()
    lenders: set[str] = set()
    found = []
    for borrower in state.living:
        order = _agreed(outlook, borrower, lenders)
        if order is None:
            continue
        lenders.add(order.other)
        own = outlook.relations.chance.branch(f"autoplay loan {state.year} {borrower} {power}")
        if power in (borrower, order.other) and own.number(100) >= FORGETS:
            lends = power == order.other
            found.append(AgreeLoan(not lends, order.amount, borrower if lends else order.other,
                                   order.repay, order.due, order.enforced))  # fmt: skip
    return tuple(found)


def _agreed(outlook: Outlook, borrower: str, taken: set[str]) -> AgreeLoan | None:
    """The loan that a power takes this year, in the words of the borrower, or None."""
    state, relations = outlook.state, outlook.relations
    book: CreditBook = state.parts["credit"]
    wealth = state.treasury
    if any(loan.borrower == borrower and loan.owed for loan in book.loans):
        return None
    never = outlook.facts.of(CreditRules).never_lend
    lenders = [
        other
        for other in state.living
        if other not in (borrower, *never, *taken, *relations.enemies[borrower])
        and relations.affinity(borrower, other) >= FOND
        and wealth.get(other, 0) > max(3, wealth.get(borrower, 0))
    ]
    draws = relations.chance.branch(f"autoplay loan {state.year} {borrower}")
    needy = wealth.get(borrower, 0) < 0 or relations.enemies[borrower]
    if not lenders or draws.number(100) >= (60 if needy else 15):
        return None
    lender = max(lenders, key=lambda other: (relations.affinity(borrower, other), other))
    lent = min(wealth[lender] // SHARE, 2 + draws.number(5))
    repay = lent + (lent * INTEREST + 50) // 100
    due = state.year + 1 + draws.number(3)
    return AgreeLoan(True, lent, lender, repay, due, draws.number(100) < ENFORCED)


def repay_when_due(outlook: Outlook, draws: Chance) -> tuple[Transfer, ...]:
    """The debts that are due and can be paid when the year's income is in; the faithless forget
    them. Enforced loans are paid without an order in their year; in default they are a debt that
    all want to be rid of."""
    book: CreditBook | None = outlook.state.parts.get("credit")
    power, year = outlook.power, outlook.state.year
    own = [loan for loan in book.loans if loan.borrower == power and loan.owed] if book else []
    due = [
        loan
        for loan in own
        if (loan.due < year if loan.enforced else
            loan.due <= year + draws.number(2) and draws.number(100) < FAITH)
    ]  # fmt: skip
    if not due:
        return ()
    after = play_phase(outlook.edition, outlook.state, OrderBook({})).state
    funds, found = after.treasury.get(power, 0), list[Any]()
    for loan in due:
        paid = min(loan.owed, funds)
        if paid > 0:
            found.append(Transfer("repayment", paid, loan.lender))
            funds -= paid
    return tuple(found)
