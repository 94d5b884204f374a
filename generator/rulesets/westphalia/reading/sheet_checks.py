"""What is wrong with the orders of one sheet beside each other: lines that replace or use up what
other lines need."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from generator.engine.complaints import Severity
from generator.engine.phases import WrittenOrder
from generator.rulesets.westphalia.diplomacy.declaring import target_refusal
from generator.rulesets.westphalia.diplomacy.foreign import may_choose_home
from generator.rulesets.westphalia.faith.choosing import usual_tasks
from generator.rulesets.westphalia.faith.conversion import conversion_refusal
from generator.rulesets.westphalia.faith.dice import place_refusal
from generator.rulesets.westphalia.land.leagues import Refusal, league_refusal
from generator.rulesets.westphalia.state.orders import (
    Choose,
    Concede,
    Convert,
    Council,
    Dilemma,
    Faith,
    JoinLeague,
    LeaveEmpire,
    Loss,
    PlaceInfluence,
    Vote,
    Winner,
)
from generator.rulesets.westphalia.state.pacing import is_stepwise
from generator.rulesets.westphalia.state.state import Religion, State, Task, other_religion
from generator.rulesets.westphalia.state.war_orders import (
    BattleOrder,
    Call,
    DeclareReligiousWar,
    PlayCard,
    Swap,
)
from generator.rulesets.westphalia.state.words import count
from generator.rulesets.westphalia.year.course import asks_to_leave, kind_of

__all__ = ["check_sheet", "replaced_lines"]

Found = Iterator[tuple[int, Refusal]]
"""Problems with the number (from 0) of the order that has each."""


def check_sheet(state: State, player: str, orders: Sequence[WrittenOrder]) -> Found:
    """Why orders of a sheet would do nothing, or less than they say, for what other lines say."""
    kind = kind_of(state)
    if kind == "choice":
        yield from _conversions(state, player, orders)
    if kind == "conversion":
        yield from _votes(state, player, orders)
    if kind in ("diplomacy", "actions"):
        yield from _placements(state, player, orders)
    if kind in ("diplomacy", "declarations"):
        yield from _religious_wars(state, player, orders, merged=kind == "diplomacy")
    if kind == "faith":
        yield from _dice(state, player, orders)


def replaced_lines(
    state: State, player: str, orders: Sequence[WrittenOrder]
) -> Iterator[tuple[int, Severity, Refusal]]:
    """POW-MAIL-2: the lines that a later one replaces, which is an error where it says something
    else: somebody who says two things has to say which."""
    last = {key: one for one in orders if (key := _slot(state, player, one.order)) is not None}
    for index, one in enumerate(orders):
        key = _slot(state, player, one.order)
        if key is not None and one is not last[key]:
            text = f"line {last[key].line} counts instead: {last[key].order}"
            severity: Severity = "error" if one.order != last[key].order else "warning"
            yield index, severity, Refusal("POW-MAIL-2", text)


def _slot(state: State, player: str, order: Any) -> Hashable:
    """What only one order can fill, None for orders that stand beside each other."""
    slot: tuple[object, ...] = ()
    match order:
        case Choose() | Convert() | Council() | Winner() | Concede() | Loss():
            slot = ()
        case Dilemma():
            slot = (order.role,)
        case Vote():
            slot = (order.elector,)
        case BattleOrder():
            slot = (order.script.versus,)
        case Swap() | PlayCard() | Call():
            slot = (order.versus,)
        case JoinLeague() if order.target and kind_of(state) != "leagues":
            slot = (order.target,)
        case LeaveEmpire() if not _leaves(state, player):
            slot = ()
        case _:
            return None
    return (type(order), *slot)


def _leaves(state: State, player: str) -> bool:
    """Whether homes are a list by preference in this phase, and not a wish."""
    in_turn = kind_of(state) == "tradeoffs" and not is_stepwise(state)
    return may_choose_home(state, player) or asks_to_leave(state) or in_turn


def _conversions(state: State, player: str, orders: Sequence[WrittenOrder]) -> Found:
    """POW-CNV-2: converting is for those who Combat Heresy in this very Round."""
    chosen = [one.order for one in orders if isinstance(one.order, Choose)]
    at_once = state.option("turn_choice") == "at_once"
    tasks: tuple[Task, ...] = usual_tasks(state, player)
    if chosen and (len(chosen[-1].tasks) == 2 or not at_once):
        tasks = chosen[-1].tasks
    decided = state.with_player(player, tasks=tasks)
    refusal = conversion_refusal(decided, player)
    for index, one in enumerate(orders):
        if isinstance(one.order, Convert) and one.order.yes and refusal:
            yield index, refusal
    yield from _votes(state, player, [] if refusal else orders, orders)


def _votes(
    state: State,
    player: str,
    converting: Sequence[WrittenOrder],
    orders: Sequence[WrittenOrder] | None = None,
) -> Found:
    """POW-REF-5: who is Catholic after the conversions votes on a Council. `converting` are the
    orders among which a conversion counts."""
    decided = [one.order for one in converting if isinstance(one.order, Convert)]
    religion: Religion = state.players[player].religion
    if decided and decided[-1].yes:
        religion = other_religion(religion)
    for index, one in enumerate(converting if orders is None else orders):
        if isinstance(one.order, Council) and religion != "catholic":
            yield index, Refusal("POW-REF-5", "only Catholics vote")


def _placements(state: State, player: str, orders: Sequence[WrittenOrder]) -> Found:
    """POW-ACT-1: together no more is placed than is saved."""
    left = state.players[player].saved
    for index, one in enumerate(orders):
        if isinstance(one.order, PlaceInfluence):
            if one.order.number > left:
                said = f"{count(left, 'DI', 'DI')} is left by the lines before" if left else ""
                yield index, Refusal("POW-ACT-1", said or "no saved DI is left by then")
            left = max(0, left - one.order.number)


def _religious_wars(
    state: State, player: str, orders: Sequence[WrittenOrder], *, merged: bool
) -> Found:
    """POW-RWD-1 to 3, with the League and the influence that the sheet asks for before."""
    now = replace(state, religious_war=None) if merged else state
    placed: set[str] = set()
    for index, one in enumerate(orders):
        order = one.order
        if isinstance(order, JoinLeague) and not order.target:
            if order.league and league_refusal(now, player, order.league) is None:
                now = now.with_player(player, league=order.league)
        elif isinstance(order, PlaceInfluence):
            placed.add(order.principality)
        elif isinstance(order, DeclareReligiousWar):
            refusal = target_refusal(now, player, order.target)
            if refusal and not (refusal.rule == "POW-RWD-3" and order.target in placed):
                yield index, refusal


def _dice(state: State, player: str, orders: Sequence[WrittenOrder]) -> Found:
    """POW-FTH-5: dice are placed in the order of the lines until none is left."""
    left = state.dice.get(player, 0)
    if not state.dice:
        return
    for index, one in enumerate(orders):
        order = one.order
        if not isinstance(order, Faith) or place_refusal(state, player, order.place):
            continue
        if not left:
            yield index, Refusal("POW-FTH-5", "no die is left by then")
        elif order.dice > left:
            yield index, Refusal("POW-FTH-5", f"no more than {left} of the dice are left by then")
        left = max(0, left - (order.dice or left))
