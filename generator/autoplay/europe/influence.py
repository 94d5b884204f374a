"""Where a power puts its INFs, and whose influence it attacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from generator.autoplay.europe.outlook import Outlook, permitted
from generator.engine.adjustments import steps_from
from generator.engine.chance import Chance
from generator.rulesets.europe.data.facts import Minor
from generator.rulesets.europe.state.standing import Status
from generator.rulesets.europe.state.values import DiplomaticAttack, PlaceInfs
from generator.rulesets.europe.steps.statuses import confession_of, status_of

NEARNESS: Final = (100, 100, 72, 46, 28, 16, 9, 5)
"""The weight of a state so many steps from home, in percent."""
WHIM: Final = 25
PARTIAL: Final = 35
"""The worth of half the way to an alignment, in percent."""
DENIAL: Final = 30
"""The worth of taking a state from someone else, in percent."""
SPARED: Final = 55
"""How often a state is left unaligned that an own army could walk into, in percent."""
ATTACKS: Final = 18
"""The gain from which on an attack is made; less is kept for a better day."""


_steps_from: Final = cache(steps_from)


class _Aim(NamedTuple):
    """INFs for a state: so many, for so much."""

    state: str
    number: int
    value: int


def choose_placements(outlook: Outlook, budget: int, draws: Chance) -> tuple[PlaceInfs, ...]:
    """Choose placements of INFs: never more than `budget`, and all of it where any state is
    open."""
    state, power = outlook.state, outlook.power
    asked = [PlaceInfs(1, code) for code in state.states]
    allowed = [order.state for order in permitted(outlook.edition, state, power, asked)]
    if budget <= 0 or not allowed:
        return ()
    aims = [aim for code in allowed for aim in _aims(outlook, code, budget)]
    drawn = [
        (aim.value * (100 - WHIM + draws.number(2 * WHIM + 1)) // aim.number, aim) for aim in aims
    ]
    drawn.sort(key=lambda wish: (-wish[0], wish[1].state, wish[1].number))
    placed: dict[str, int] = {}
    left = budget
    for value, aim in drawn:
        if value > 0 and aim.state not in placed and 0 < aim.number <= left:
            placed[aim.state] = aim.number
            left -= aim.number
    if left:
        rest = max(allowed, key=lambda code: (_strengthen(outlook, code), code))
        placed[rest] = placed.get(rest, 0) + left
    return tuple(PlaceInfs(number, code) for code, number in placed.items())


def _aims(outlook: Outlook, code: str, budget: int) -> list[_Aim]:
    """The possible uses of INFs in a state."""
    state, power = outlook.state, outlook.power
    row, status = state.infs[code], state.statuses[code]
    own, total = row.get(power, 0), sum(row.values())
    value = _worth(outlook, code)
    if not own and _is_prey(outlook, code, status):
        return []
    if status.patron == power:
        return _keep(outlook, code, own, total, value)
    need = total - 2 * own + 1
    if need <= budget:
        return [
            _Aim(code, min(budget, need + more), value + more * value // 12)
            for more in outlook.margins(code)
        ]
    aims = []
    if need <= 2 * budget:
        aims.append(_Aim(code, budget, value * PARTIAL // 100))
    if status.patron:
        # Enough to leave the patron with no more than half.
        deny = 2 * row.get(status.patron, 0) - total
        if 0 < deny <= budget:
            grudge = max(0, 40 - outlook.relations.affinity(power, status.patron))
            aims.append(_Aim(code, deny, value * DENIAL // 100 * grudge // 40))
    return aims


def _keep(outlook: Outlook, code: str, own: int, total: int, value: int) -> list[_Aim]:
    """INFs that keep a state, or that make it a vassal."""
    margin = 2 * own - total
    aims = []
    wanted = 2 + (total - own > 0) * 2 + (value > 60)
    if margin < wanted:
        aims.append(_Aim(code, wanted - margin, value * (wanted - margin + 1) // (wanted + 3)))
    vassal = outlook.facts.influence.vassal_infs
    if vassal and vassal * 2 // 5 <= own < vassal:
        missing = vassal - own
        share = min(missing, max(2, vassal // 6))
        aims.append(_Aim(code, share, value * share * 2 // (missing + share)))
    return aims


def _worth(outlook: Outlook, code: str) -> int:
    """The value to a power of having a state on its side."""
    facts, minor = outlook.facts, outlook.facts.states[code]
    steps = _steps_from(outlook.board, outlook.home)
    far = min(steps.get(place, 99) for place in minor.provinces)
    near = NEARNESS[min(far, len(NEARNESS) - 1)]
    worth = 14 + 3 * len(minor.provinces)
    if minor.home:
        worth += 14 + 4 * facts.centers[minor.home]
        worth += _faith(outlook, code)
        if _pays(outlook, minor):
            worth += 9 * facts.centers[minor.home]
    return worth * near // 100


def _pays(outlook: Outlook, minor: Minor) -> bool:
    rules = outlook.facts.treasury.aligned_income
    if rules is None or outlook.power not in rules.powers:
        return False
    return not rules.minors or rules.minors in minor.marks


def _faith(outlook: Outlook, code: str) -> int:
    """The worth of a marker in a state: one of another confession is worth more to turn."""
    marker = outlook.state.markers.get(code, "")
    own = outlook.facts.powers[outlook.power].confession
    return 2 if marker == own else 14 if marker else 9


def _is_prey(outlook: Outlook, code: str, status: Status) -> bool:
    """Whether a state is rather taken by arms: unaligned, and an own army is beside it."""
    if status.kind != "unaligned":
        return False
    seat = outlook.facts.states[code].seat
    beside = any(
        outlook.ways(index).get(seat) == 1 and outlook.stands[index][0] == outlook.power
        for index in outlook.own
    )
    draws = outlook.relations.chance.branch(f"autoplay prey {code} {outlook.power}")
    return beside and draws.number(100) < SPARED


def _strengthen(outlook: Outlook, code: str) -> int:
    """Where INFs go that have no better use."""
    status = outlook.state.statuses[code]
    worth = _worth(outlook, code)
    if status.kind == "vassal":
        return worth // 4
    if _is_prey(outlook, code, status):
        return 0
    return worth * (3 if status.patron == outlook.power else 1)


def choose_attack(
    outlook: Outlook, placed: Sequence[PlaceInfs], draws: Chance
) -> DiplomaticAttack | None:
    """The diplomatic attack that helps most after the power's own placements, if any does."""
    state, power = outlook.state, outlook.power
    infs: dict[str, dict[str, int]] = {code: dict(row) for code, row in state.infs.items()}
    for order in placed:
        infs[order.state][power] = infs[order.state].get(power, 0) + order.number
    found: list[tuple[int, DiplomaticAttack]] = []
    for code, row in infs.items():
        own = row.get(power, 0)
        if not own or state.statuses[code].kind == "captured":
            continue
        field = _field(outlook, code, row)
        for rival in outlook.facts.powers:
            theirs = row.get(rival, 0)
            if not theirs or rival == power or rival in outlook.relations.friends[power]:
                continue
            value = _attack_value(outlook, field, row, rival)
            value = value * (100 - WHIM + draws.number(2 * WHIM + 1)) // 100
            if value >= ATTACKS:
                found.append((value, DiplomaticAttack(code, rival)))
    found.sort(key=lambda wish: (-wish[0], str(wish[1])))
    for order in permitted(outlook.edition, state, power, [order for _, order in found]):
        return order  # type: ignore[no-any-return]
    return None


class _Field(NamedTuple):
    """A state before a diplomatic attack: its status and confession by its INFs, and its worth."""

    state: str
    status: Status
    confession: str
    worth: int


def _field(outlook: Outlook, code: str, row: Mapping[str, int]) -> _Field:
    facts = outlook.facts
    confession = confession_of(facts, code, row) if facts.states[code].home else ""
    return _Field(code, status_of(facts, row), confession, _worth(outlook, code))


def _attack_value(outlook: Outlook, field: _Field, row: Mapping[str, int], rival: str) -> int:
    """The gain if a power and its rival wear each other out in a state."""
    facts, power = outlook.facts, outlook.power
    code, before, was, worth = field
    lost = min(row.get(power, 0), row[rival])
    after = {**row, power: row.get(power, 0) - lost, rival: row[rival] - lost}
    then = status_of(facts, after)
    grudge = max(10, 60 - outlook.relations.affinity(power, rival))
    value = _rank(then, power) * worth - _rank(before, power) * worth
    if before.patron == rival and then.patron != rival:
        value += worth * grudge // 60
    if before.kind == "vassal" and then.kind != "vassal" and before.patron == rival:
        value += worth
    if facts.states[code].home:
        own = facts.powers[power].confession
        comes = confession_of(facts, code, after)
        value += 12 * ((comes == own) - (was == own)) - 8 * ((comes != own) - (was != own))
    if before.patron == power and then.patron == power:
        # The rival is thrown out while the state stays: good while the rival is small.
        value += worth // 3 - 4 * lost
    if then.kind == "unaligned" and before.kind != "unaligned":
        value += _spoils(outlook, code)
    return value - 2 * lost


def _spoils(outlook: Outlook, code: str) -> int:
    """The gain of an own army beside a state if no one had influence there any more."""
    minor = outlook.facts.states[code]
    beside = any(
        owner == outlook.power
        and unit.kind == "A"
        and minor.seat in outlook.board.army_from(unit.at)
        for owner, unit in (outlook.stands[index] for index in outlook.own)
    )
    guard = sum(unit.strength for unit in outlook.state.units.get(code, ()))
    worth = 12 * (1 + outlook.facts.centers.get(minor.seat, 0))
    return worth // (1 + guard) if beside else 0


def _rank(status: Status, power: str) -> int:
    return {"aligned": 2, "vassal": 3}.get(status.kind, 0) if status.patron == power else 0
