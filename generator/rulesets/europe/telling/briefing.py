"""The orders that a power has to give now, and the facts it should know of a position: debts and
years, who may enter its land, and the INFs that would tip the minor states. Every answer is that of
the steps by which the phases are played."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from generator.engine.briefing import ENTRANTS, NOTHING, Brief, Placing, reach
from generator.engine.chronicle import Debt
from generator.engine.phases import OrderBook
from generator.engine.report import Section, table
from generator.engine.words import count, listed
from generator.rulesets.europe.state.standing import Status
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import BuildUnit, PlaceInfs
from generator.rulesets.europe.steps.declarations import waits
from generator.rulesets.europe.steps.influence import allotment_of, bar_placement
from generator.rulesets.europe.steps.movement import passage_of
from generator.rulesets.europe.steps.statuses import free_status, status_words
from generator.rulesets.europe.telling.chronicle import debts_of
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.passage import Passage
from generator.rulesets.europe.turn.turn import Turn

_MOST: Final = 25
"""INFs beyond which no one tips a state in one year."""
_NEAR: Final = 4
"""States of others are included if so many INFs, or those of the year, would win them."""

_CHANGES: Final = MappingProxyType(
    {
        "war": "war with {} begins",
        "alliance": "the alliance with {} begins",
        "armistice": "the war with {} ends by an armistice",
        "surrender": "the war with {} ends by a surrender",
        "dissolution": "the alliance with {} ends",
    }
)


def brief_of(edition: Edition, state: EuropeState, power: str) -> Brief:
    """The facts that a power should know of a state that has only public knowledge."""
    if power not in state.living or state.ending is not None:
        return Brief()
    expires = tuple(_expiring(edition, state, power))
    return Brief(expires, _entrants(edition, state, power), _minors(edition, state, power))


# --- what is owed, and what ends or begins in a certain year


def _expiring(edition: Edition, state: EuropeState, power: str) -> Iterator[str]:
    for debt in debts_of(edition, state):
        if debt.amount + debt.interest and power in (debt.lender, debt.debtor):
            yield _debt_words(state, debt, power)
    for change in state.changes:
        if power in change.pair:
            other = state.facts.name_of(_other(change.pair, power))
            yield f"{_CHANGES[change.kind].format(other)} in {change.year}"
    for pair, relation in state.relations.items():
        wait = waits(state.facts, relation)
        if power in pair and wait and state.year < relation.since + wait[1]:
            name = state.facts.name_of(_other(pair, power))
            yield (
                f"the {relation.after} with {name} ended in {relation.since}: {wait[0]} may be "
                f"declared from {relation.since + wait[1]} on"
            )
    for feature in edition.public_features(state.facts):
        yield from feature.expires(state, power)


def _debt_words(state: EuropeState, debt: Debt, power: str) -> str:
    name, currency = state.facts.name_of, state.facts.treasury.currency
    interest = f", {debt.interest} of it interest" if debt.interest else ""
    due = f", due by the end of {debt.due}" if debt.due else ", without a date"
    late = ", overdue" if debt.due and debt.due < state.year else ""
    words = f"{debt.amount + debt.interest} {currency}{interest}{due}{late}"
    if debt.debtor == power:
        return f"you owe {name(debt.lender) if debt.lender else 'the referee'} {words}"
    return f"{name(debt.debtor)} owes you {words}"


def _other(pair: tuple[str, str], power: str) -> str:
    return pair[1] if pair[0] == power else pair[0]


# --- who may enter


def _entrants(edition: Edition, state: EuropeState, power: str) -> Section:
    """The powers that the tests of movement let into land of a power or of its states."""
    turn = Turn(edition, state, OrderBook({}))
    passage = passage_of(turn, state.stands)
    lands = [code for code, lord in state.standing.lords.items() if lord == power]
    rows = [
        row
        for other in state.living
        if other != power and (row := _entrant(state, passage, power, other, lands))
    ]
    head = ("Power", "Relation to you", "May enter", "Can be there at once")
    notes = ("Land of your states counts as yours. Convoys are not counted.",)
    return table(ENTRANTS, head, rows, notes=notes) if rows else NOTHING


def _entrant(
    state: EuropeState, passage: Passage, power: str, other: str, lands: list[str]
) -> tuple[str, ...] | None:
    """The lands of these that a power may enter, and those that its units reach; None for
    nothing."""
    standing = state.standing
    units = [stand for stand in state.stands if standing.side_of(stand[0]) == other]
    entered = [
        code for code in lands if any(passage.may_enter(stand, code) is None for stand in units)
    ]
    if not entered:
        return None
    relation = state.standing.relation(power, other)
    since = next(
        (one.since for pair, one in state.relations.items() if {*pair} == {power, other}), 0
    )
    stands = {"war": "at war", "alliance": "allied", "peace": "at peace"}[relation]
    names = state.facts.board.name_of
    where = "all of it" if len(entered) == len(lands) else listed(map(names, entered))
    return (
        state.facts.name_of(other),
        f"{stands} since {since}" if since else stands,
        where,
        reach(
            state.facts.board,
            units,
            entered,
            lambda stand, code: passage.may_enter(stand, code) is None,
        ),
    )


# --- minor states


def with_infs(state: EuropeState, code: str, power: str, number: int) -> EuropeState:
    """The state with so many more INFs of a power in a minor state."""
    row = dict(state.infs.get(code, {}))
    row[power] = row.get(power, 0) + number
    return replace(state, infs=MappingProxyType({**state.infs, code: MappingProxyType(row)}))


def needed_infs(edition: Edition, state: EuropeState, code: str, power: str, wanted: str) -> int:
    """How many more INFs of `power` it takes, if nothing else changes, until a minor state is
    aligned with it (`wanted` is `power`), or no longer with `wanted`; 0 where no number does."""
    for number in range(1, _MOST + 1):
        patron = free_status(edition, with_infs(state, code, power, number), code).patron
        if (patron == power) if wanted == power else (patron != wanted):
            return number
    return 0


def placing_of(edition: Edition, state: EuropeState, power: str) -> Placing | None:
    """The INFs that a power may place, and how many more align each state that is open to it."""
    left = allotment_of(edition, state, power)
    if not left or state.ending is not None:
        return None
    turn = Turn(edition, state, OrderBook({}))
    needed = {
        code: number
        for code, status in state.statuses.items()
        if state.facts.states[code].pliant
        and status.kind != "captured"
        and bar_placement(turn, power, PlaceInfs(1, code)) is None
        and free_status(edition, state, code).patron != power
        and (number := needed_infs(edition, state, code, power, power))
    }
    return Placing(left, MappingProxyType(needed))


def tipping_words(edition: Edition, state: EuropeState, code: str, power: str) -> str:
    """The words about tipping a minor state, for a power: the INFs that it needs, or that others
    have."""
    turn = Turn(edition, state, OrderBook({}))
    status = state.statuses[code]
    may_place = {
        other: bar_placement(turn, other, PlaceInfs(1, code)) is None for other in state.living
    }
    if status.kind == "captured":
        who = (
            "you lose" if status.captor == power else f"{state.facts.name_of(status.captor)} loses"
        )
        return f"its INFs count again when {who} it"
    if free_status(edition, state, code).patron != power:
        if not may_place[power]:
            return "closed to your INFs"
        needed = needed_infs(edition, state, code, power, power)
        if not needed:
            return "out of your reach"
        return f"{count(needed, 'more INF')} from you would align it"
    rivals = [other for other in state.living if other != power and may_place[other]]
    if not rivals:
        return "no one else may place INFs in it"
    # Of all that have nothing there, one speaks for the others.
    known = [rival for rival in rivals if state.infs[code].get(rival)]
    fresh = [rival for rival in rivals if rival not in known]
    found = [
        (number, rival in known, rival)
        for rival in (*known, *fresh[:1])
        if (number := needed_infs(edition, state, code, rival, power))
    ]
    if not found:
        return "no single power can tip it this year"
    least = min(number for number, _, _ in found)
    names = [state.facts.name_of(one) for number, _, one in found if number == least]
    if any(number == least and not has for number, has, _ in found):
        names = ["any power"]
    return f"{' or '.join(names)} can tip it with {count(least, 'more INF')}"


def _minors(edition: Edition, state: EuropeState, power: str) -> Section:
    """The states where a power has INFs or provinces to gain: its own, then the cheapest to win."""
    budget = max(allotment_of(edition, state, power), _NEAR)
    ranked = []
    for order, (code, status) in enumerate(state.statuses.items()):
        if not state.facts.states[code].pliant:
            continue
        own = state.infs[code].get(power, 0)
        said = tipping_words(edition, state, code, power)
        mine = status.patron == power
        needed = 0 if mine else needed_infs(edition, state, code, power, power)
        if mine or own or (said.endswith("align it") and needed <= budget):
            value = state.facts.provinces[state.facts.states[code].seat].center
            key = (not mine, not own, needed or _MOST + 1, -value, order)
            ranked.append((key, _minor_row(state, code, status, power, said)))
    ranked.sort()
    head = ("State", "Stands", "INFs", "What would tip it")
    notes = ("INFs: yours, the most that another has, all. Diplomatic attacks are not counted.",)
    rows = [row for _, row in ranked]
    return table("Minor states", head, rows, notes=notes) if rows else NOTHING


def _minor_row(
    state: EuropeState, code: str, status: Status, power: str, said: str
) -> tuple[str, ...]:
    facts, infs = state.facts, state.infs[code]
    others = {one: number for one, number in infs.items() if one != power and number}
    rival = max(others, key=lambda one: others[one], default="")
    most = f"{facts.name_of(rival)} {others[rival]}" if rival else "nobody else"
    stands = status_words(facts, status)
    if status.patron == power:
        stands = "your vassal" if status.kind == "vassal" else "aligned with you"
    numbers = f"{infs.get(power, 0)}, {most}, all {sum(infs.values())}"
    return (facts.name_of(code), stands, numbers, said)


_ALLOTS: Final = "politics"
"""The trait of the phase in which INFs are placed."""


def duties_of(edition: Edition, state: EuropeState, power: str) -> Iterator[str]:
    """INFs to place, units to order, dislodged units, money to spend and loans to pay back."""
    phase = edition.course[state.moment.phase]
    facts, standing = state.facts, state.standing
    if _ALLOTS in phase.traits:
        infs = facts.infs_of(power, state.year) + state.extra_infs.get(power, 0)
        if infs:
            yield f"{count(infs, 'INF')} to place"
    if phase.units == "movement":
        units = sum(standing.side_of(owner) == power for owner, _ in state.stands)
        if units:
            yield f"{count(units, 'unit')} to order"
    if phase.units == "retreat":
        displaced = [
            str(stray.unit)
            for stray in state.displaced
            if stray.places and standing.side_of(stray.owner) == power
        ]
        if displaced:
            yield f"{count(len(displaced), 'dislodged unit')}: {listed(displaced)}"
    if any(BuildUnit in step.takes for step in edition.course.steps(phase.slug)):
        yield from _money(edition, state, power)


def _money(edition: Edition, state: EuropeState, power: str) -> Iterator[str]:
    currency = state.facts.treasury.currency
    before = "" if "income" in edition.course else ", and the income of the year"
    if state.facts.treasury.public:
        yield f"{state.treasury.get(power, 0)} {currency} to spend{before}"
    for loan in state.loans:
        if loan.debtor == power:
            owed = f"{loan.amount + loan.interest} {currency}"
            due = f", due in {loan.due}" if loan.due else ""
            yield f"{owed} owed to {state.facts.name_of(loan.lender)}{due}"
