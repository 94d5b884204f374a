"""Sheets of Version 7 by dice: lines of every kind, such as count and such as do not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from generator.engine.phases import Moment
from generator.rulesets.europe.features.surrenders import SurrenderBook
from generator.rulesets.europe.state.state import EuropeState
from tests.rulesets.europe.random_play import book_of

# What phases of this year take is what other editions order in several.
_LIKE: Mapping[str, tuple[str, ...]] = {
    "movement": ("diplomatic", "movement"),
    "income": ("builds",),
}


def sheets_of(state: EuropeState, dice: Random) -> dict[str, str]:
    """A sheet for each power of the phase that a state waits for; some send none."""
    phase = state.moment.phase
    lines: dict[str, list[str]] = {power: [] for power in state.living if dice.random() < 0.95}
    for like in _LIKE.get(phase, (phase,)):
        book = book_of(replace(state, moment=Moment(state.year, 1, like)), dice)
        for power, sheet in book.sheets.items():
            if power in lines:
                lines[power] += [str(one.order) for one in sheet.orders if one.order is not None]
    if phase == "movement":
        for power, more in _pacts(state, dice):
            lines.get(power, []).append(more)
    for power, own in lines.items():
        own += _WRITERS[phase](state, dice, power) if phase in _WRITERS else ()
        own += [f"TRANSFER {code} TO {_side(state, dice)}" for code in _some(dice, state.captures)]
        dice.shuffle(own)
    return {power: "\n".join(own) for power, own in lines.items()}


def _some(dice: Random, names: Any) -> list[str]:
    return [name for name in names if dice.random() < 0.2]


def _power(state: EuropeState, dice: Random) -> str:
    return dice.choice(list(state.facts.powers))


def _side(state: EuropeState, dice: Random) -> str:
    return dice.choice([*state.facts.powers, *state.states, *state.states]).upper()


def _place(state: EuropeState, dice: Random) -> str:
    return dice.choice([*state.facts.provinces, *state.states])


def _pacts(state: EuropeState, dice: Random) -> Iterator[tuple[str, str]]:
    """Declarations that several powers make together, or fail to."""
    for _ in range(3):
        members = dice.sample(list(state.living), min(len(state.living), dice.choice((2, 2, 3))))
        for power in members:
            if dice.random() < 0.9:
                others = [one.upper() for one in members if one != power]
                yield power, f"DECLARE ALLIANCE: {', '.join(others)}"
    for pair, relation in state.relations.items():
        if relation.kind == "war" and dice.random() < 0.2:
            one, other = pair if dice.random() < 0.5 else reversed(pair)
            sum_ = dice.randint(0, 5)
            yield one, f"SURRENDER: {other.upper()}; INDEMNITY {sum_}"
            if dice.random() < 0.8:
                taken = sum_ if dice.random() < 0.8 else sum_ + 1
                yield other, f"ACCEPT SURRENDER: {one.upper()}; INDEMNITY {taken}"
        elif relation.kind == "war" and dice.random() < 0.2:
            yield pair[0], f"ARMISTICE: {pair[1].upper()}"
            yield pair[1], f"ARMISTICE: {pair[0].upper()}"


def _politics(state: EuropeState, dice: Random, power: str) -> Iterator[str]:
    def any_power() -> str:
        return _power(state, dice).upper()

    if dice.random() < 0.3:
        yield f"DECLARE WAR: {any_power()}"
    if dice.random() < 0.2:
        yield f"BREAK ALLIANCE: {dice.choice((any_power(), 'ALL'))}"
    if power == "papacy" or dice.random() < 0.02:
        yield f"DECREE: {any_power()}, FRANCE; {_demand(state, dice)}"
        if dice.random() < 0.2:
            yield f"WITHDRAW DECREE {dice.randint(1, 4)}"
    if dice.random() < 0.2:
        yield f"REQUEST SUPPORT: PAPACY; WAR {any_power()}; AMOUNT {dice.randint(0, 4)}"
    if dice.random() < 0.3:
        yield f"PREFER {dice.choice(list(state.states))}: {dice.choice(('ARMY', 'FLEET'))}"
    for unit in state.units.get(power, ()):
        if unit.strength > 1 or dice.random() < 0.1:
            places = ", ".join(_place(state, dice) for _ in range(2))
            near = sorted(state.facts.board.provinces[unit.province].army)
            yield f"IF DISLODGED {unit.piece} - {', '.join(near[:3]) or places}"
    yield from _objectives(state, dice)


def _objectives(state: EuropeState, dice: Random) -> Iterator[str]:
    place, code, other = _place(state, dice), dice.choice(list(state.states)), _power(state, dice)
    goals = (
        ("MILITARY", f"OCCUPY {place}"),
        ("POLITICAL", f"ALIGN {code}"),
        ("STRATEGIC", f"ELIMINATE {other.upper()}"),
        ("STRATEGIC", f"NO_INFLUENCE {other.upper()} IN {code}"),
        ("STRATEGIC", f"ALL(OCCUPY {place}, NOT(ALIGN {code}))"),
        ("STRATEGIC", "CENTERS >= 6"),
        ("MILITARY", f"ALIGN {code}"),
        ("STRATEGIC", 'TEXT "a quiet year"'),
    )
    start = state.year == state.facts.first_year
    for kind, goal in goals:
        if dice.random() < (0.5 if start else 0.03):
            yield f"{'' if start else 'CHANGE '}OBJECTIVE {kind}: {goal}"


def _demand(state: EuropeState, dice: Random) -> str:
    place, code, other = _place(state, dice), dice.choice(list(state.states)), _power(state, dice)
    return dice.choice(
        (
            f"FORBID_ENTER {place}",
            f"VACATE {place}",
            f"FORBID_ALLIANCE {other.upper()}",
            f"WITHDRAW_ALLIANCE {other.upper()}",
            f"FORBID_ATTACK {other.upper()} IN {code}",
            f"FORBID_INFLUENCE {code}",
            "EXCOMMUNICATE",
            'TEXT "Pray for rain."',
        )
    )


def _money(state: EuropeState, dice: Random, power: str) -> Iterator[str]:
    partner = list(state.facts.powers)[(list(state.facts.powers).index(power) + 1) % 11]
    lender = list(state.facts.powers)[(list(state.facts.powers).index(power) - 1) % 11]
    terms = f"REPAY {2 + state.year % 2} IN {state.year + 2}{'; ENFORCED' * (state.year % 3 > 0)}"
    if dice.random() < 0.7:
        yield f"LOAN 2 TO {partner.upper()}; {terms}"
    if dice.random() < 0.7:
        yield f"ACCEPT LOAN 2 FROM {lender.upper()}; {terms}"
    if dice.random() < 0.4:
        yield f"GRANT {dice.randint(0, 4)} TO {_power(state, dice).upper()}"
    for loan in state.parts["credit"].loans:
        if loan.borrower == power and loan.owed and dice.random() < 0.4:
            yield f"REPAY {dice.randint(1, loan.owed)} TO {loan.lender.upper()}"
    offers: SurrenderBook = state.parts["surrenders"]
    for one in offers.offered:
        if power in one.victors and dice.random() < 0.5:
            yield f"ACCEPT SURRENDER: {one.power.upper()}; INDEMNITY {one.indemnity}"
    yield from _objectives(state, dice)


def _builds(state: EuropeState, dice: Random, power: str) -> Iterator[str]:
    yield from _money(state, dice, power)
    if power == "papacy" or dice.random() < 0.05:
        yield f"BUY INF {dice.randint(0, 4)}"
    if dice.random() < 0.2:
        yield f"PREFER {dice.choice(list(state.states))}: {dice.choice(('ARMY', 'FLEET'))}"


_WRITERS: Any = {"movement": _politics, "income": _money, "builds": _builds}
