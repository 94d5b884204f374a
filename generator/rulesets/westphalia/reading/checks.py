"""Problems with the orders of a sheet: first each order in the state in which it is written, then
all of them together, where a line replaces another or uses up what another needs."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from generator.engine.errors import Done, Severity
from generator.engine.phases import WrittenOrder
from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.diplomacy.actions import (
    gift_refusal,
    release_refusal,
    target_refusal,
    war_refusal,
)
from generator.rulesets.westphalia.diplomacy.foreign import (
    home_refusal,
    leaving_refusal,
    may_choose_home,
)
from generator.rulesets.westphalia.diplomacy.games import games_of
from generator.rulesets.westphalia.ending import alone_refusal, payers, voters_of
from generator.rulesets.westphalia.faith.conversion import conversion_refusal, usual_tasks
from generator.rulesets.westphalia.faith.dice import place_refusal
from generator.rulesets.westphalia.land.influence import Refusal, league_refusal
from generator.rulesets.westphalia.land.lands import name_problem
from generator.rulesets.westphalia.land.victory import tied_for_peace
from generator.rulesets.westphalia.setup.opening import (
    elector_size,
    land_refusal,
    provinces_refusal,
)
from generator.rulesets.westphalia.state import orders
from generator.rulesets.westphalia.state.orders import subject
from generator.rulesets.westphalia.state.pacing import are_open, is_stepwise
from generator.rulesets.westphalia.state.state import State, Task
from generator.rulesets.westphalia.state.words import count, name_of, player_name
from generator.rulesets.westphalia.wars.checking import battle_refusal
from generator.rulesets.westphalia.year.course import (
    COURSE,
    IN_TURN,
    asks_to_leave,
    awaited,
    kind_of,
)


def check_order(state: State, player: str, order: Any) -> Refusal | None:
    """Why an order would do nothing if it came to its turn now, or None.

    Actions of others before it may still change this, either way, so that it is only a warning.
    """
    return _own_refusal(state, player, order) or _not_asked(state, player, order)


def _not_asked(state: State, player: str, order: Any) -> Refusal | None:
    in_turn = IN_TURN in COURSE[state.moment.phase].traits
    due = awaited(state) if in_turn and not _is_standing(order) else ()
    if due and player not in due:
        return Refusal("POW-GEN-6", f"nothing is asked of {player_name(player)} in this phase")
    return None


_SETUPS: Final[Mapping[type, str]] = {
    orders.SetupProvinces: "provinces",
    orders.SetupInfluence: "influence",
}
"""The kinds of phases that these orders of the setup belong to."""


def _own_refusal(state: State, player: str, order: Any) -> Refusal | None:
    """Why an order is refused, no matter which players are asked for orders."""
    one = state.players[player]
    kind, number = kind_of(state), state.number
    setup = order.kind if isinstance(order, orders.SetupLand) else _SETUPS.get(type(order), kind)
    if setup != kind:
        return Refusal("POW-GEN-6", f"has no place in: {COURSE[kind].name}")
    match order:
        case orders.SetupProvinces():
            refusal = provinces_refusal(state, order.provinces)
            if refusal is None and order.capital and order.capital not in order.provinces:
                return Refusal("POW-SET-4", f"{order.capital} is not among them")
            return refusal
        case orders.SetupLand():
            size = elector_size(order.name) if order.kind == "elector" else state.size
            if order.kind == "elector" and not size:
                return Refusal("POW-SET-5", f"{order.name} is no Elector")
            return land_refusal(state, order.name, order.provinces, order.capital, size)
        case orders.SetupInfluence():
            held = facts().start.influence
            total = sum(number for _, number in order.placed)
            if total != held:
                return Refusal("POW-SET-15", f"{held} DI are to be placed, not {total}")
        case orders.Choose() if len(order.tasks) != 2:
            return Refusal("POW-CHO-1", "choose two of heresy, diplomacy and war")
        case orders.Dilemma():
            return _card_refusal(state, player, order.role, kind, number)
        case orders.Convert() if kind == "choice" and is_stepwise(state):
            return Refusal("POW-CNV-3", "conversions are asked for in the next phase")
        case orders.Convert(yes=True) if one.foreign or kind == "conversion":
            return conversion_refusal(state, player)
        case orders.Faith():
            refusal = place_refusal(state, player, order.place)
            return refusal or _also_refusal(state, player, order)
        case orders.PlaceInfluence() if kind in ("diplomacy", "actions"):
            if "diplomacy" not in one.tasks:
                return Refusal("POW-DI-6", "only who Engages in Diplomacy places influence")
        case orders.PlaceInfluence() if player != state.emperor:
            return Refusal("POW-TRD-5", "only the Emperor places influence now")
        case orders.DeclareWar() | orders.DeclareReligiousWar() if "war" not in one.tasks:
            return Refusal("POW-WAR-1", "only who Wages War declares one")
        case orders.DeclareWar() if order.target:
            return war_refusal(state, player, order.target)
        case orders.DeclareReligiousWar() if state.religion_of(order.target) == one.religion:
            name = name_of(state, order.target)
            return Refusal("POW-RWD-2", f"{name} is of the player's own religion")
        case orders.Release() | orders.Gift() if "diplomacy" not in one.tasks:
            return Refusal("POW-DI-6", "only who Engages in Diplomacy does so")
        case orders.Release():
            return release_refusal(state, player, order)
        case orders.Gift():
            return gift_refusal(state, player, order)
        case orders.JoinLeague() if order.league and not order.target:
            return league_refusal(state, player, order.league)
        case orders.Withdraw(principality) if principality:
            if not state.influence(player, principality):
                name = name_of(state, principality)
                return Refusal("POW-DI-3", f"there is no influence in {name}")
        case orders.Concede():
            foreign = [code for code in order.provinces if state.provinces[code].owner != player]
            if foreign:
                return Refusal("POW-UPH-4", f"{foreign[0]} is not the player's own")
        case orders.LeaveEmpire() if order.home:
            return _leaving_problem(state, player, order)
        case orders.RequestInitiative() if kind in ("tradeoffs", "election"):
            return _request_refusal(state, player)
        case orders.Vote() if kind in ("election", "closing") and are_open(state):
            return Refusal("POW-ELE-3", "ballots are open: who votes is asked after this phase")
        case orders.Vote():
            own = voters_of(state, player)
            if not own:
                return Refusal("POW-ELE-3", "the player is the ally of no Elector")
            if order.elector and order.elector not in own:
                name = name_of(state, order.elector)
                return Refusal("POW-ELE-3", f"the vote of {name} is somebody else's")
        case orders.Winner() if order.player not in tied_for_peace(state):
            return Refusal("POW-VIC-6", f"{player_name(order.player)} is not tied")
    return battle_refusal(state, player, order)


def _is_standing(order: Any) -> bool:
    """Whether an order is taken in any phase, and kept or carried out at once."""
    always = (orders.Concede, orders.Loss, orders.Withdraw, orders.LeaveEmpire)
    answers = isinstance(order, orders.JoinLeague) and order.target
    return isinstance(order, always) or bool(answers)


def _card_refusal(state: State, player: str, role: str, kind: str, number: int) -> Refusal | None:
    """Why a dilemma card is not taken in this phase, or None."""
    if kind == "game":
        game = games_of(state)[number - 1]
        own = "lead" if player == game.leader else "follow"
        return None if role == own else Refusal("POW-DIL-2", f"it is DILEMMA {own.upper()} now")
    if is_stepwise(state):
        return Refusal("POW-DIL-2", "cards are asked for game by game")
    return None


def _leaving_problem(state: State, player: str, order: orders.LeaveEmpire) -> Refusal | None:
    """Why a player may not have the home of his choice, or may not leave now, or None."""
    foreign = state.players[player].foreign
    if foreign is not None and not may_choose_home(state, player):
        return leaving_refusal(state, player)
    if bar := home_refusal(state, order.home, foreign.home if foreign else ""):
        return bar
    if foreign is not None:
        return None
    if order.name and (problem := name_problem(state, order.name)):
        return Refusal("POW-FP-6", problem)
    # Elsewhere it is a wish for the case that the player is driven out.
    return leaving_refusal(state, player) if asks_to_leave(state) else None


def _request_refusal(state: State, player: str) -> Refusal | None:
    """POW-TRD-8: why a player may not ask for Initiative Order in the Tradeoffs, or None."""
    if state.number:
        return Refusal("POW-TRD-8", "the Tradeoffs go in Initiative Order already")
    if kind_of(state) == "election" and is_stepwise(state):
        return Refusal("POW-TRD-8", "the Tradeoffs are over")
    return alone_refusal(payers(state), player)


def _also_refusal(state: State, player: str, order: orders.Faith) -> Refusal | None:
    """POW-FTH-13: why the province that a die is to bring along cannot come, or None."""
    if not order.also:
        return None
    for code in (order.place, *order.also):
        province = state.provinces.get(code)
        if province is None or province.owner != player:
            return Refusal("POW-FTH-13", f"{code} is not the player's own province")
        if province.religion == state.players[player].religion:
            return Refusal("POW-FTH-13", f"{code} is orthodox already")
    return None


Found = Iterator[tuple[int, Done, Refusal]]
"""Problems and the number (from 0) of the order that has each, and the result for that order."""


def check_sheet(state: State, player: str, lines: Sequence[WrittenOrder]) -> Found:
    """Why orders of a sheet would do nothing, or less than they ask for, because of other lines."""
    kind = kind_of(state)
    if kind == "choice":
        yield from _conversions(state, player, lines)
    if kind in ("diplomacy", "actions"):
        yield from _placements(state, player, lines)
    if kind in ("diplomacy", "declarations"):
        yield from _religious_wars(state, player, lines, merged=kind == "diplomacy")
    if kind == "faith":
        yield from _dice(state, player, lines)


def replaced_lines(
    state: State, player: str, lines: Sequence[WrittenOrder]
) -> Iterator[tuple[int, Severity, Refusal]]:
    """POW-MAIL-2: the lines that a later one replaces. It is an error if the two differ: the player
    has to choose one of them."""
    last = {key: one for one in lines if (key := _slot(state, player, one.order)) is not None}
    for index, one in enumerate(lines):
        key = _slot(state, player, one.order)
        if key is not None and one is not last[key]:
            text = f"line {last[key].line} counts instead: {last[key].order}"
            severity: Severity = "error" if one.order != last[key].order else "warning"
            yield index, severity, Refusal("POW-MAIL-2", text)


_ALONE: Final = (
    orders.Choose, orders.Convert, orders.Winner, orders.Concede, orders.Loss,
    orders.Dilemma, orders.Vote, orders.BattleOrder, orders.Swap, orders.PlayCard, orders.Call,
)  # fmt: skip
"""Of these the last about the same thing counts; others may be combined."""


def _slot(state: State, player: str, order: Any) -> Hashable:
    """The slot that only one order can fill; None for orders that may be combined."""
    match order:
        case orders.JoinLeague() if order.target and kind_of(state) != "leagues":
            return subject(order)
        case orders.LeaveEmpire() if not _leaves(state, player):
            return orders.LeaveEmpire
    return subject(order) if isinstance(order, _ALONE) else None


def _leaves(state: State, player: str) -> bool:
    """Whether homes are a list by preference in this phase, and not a wish."""
    in_turn = kind_of(state) == "tradeoffs" and not is_stepwise(state)
    return may_choose_home(state, player) or asks_to_leave(state) or in_turn


def _conversions(state: State, player: str, lines: Sequence[WrittenOrder]) -> Found:
    """POW-CNV-2: only those who Combat Heresy in the same Round may convert."""
    chosen = [one.order for one in lines if isinstance(one.order, orders.Choose)]
    tasks: tuple[Task, ...] = usual_tasks(state, player)
    if chosen and len(chosen[-1].tasks) == 2:
        tasks = chosen[-1].tasks
    decided = state.with_player(player, tasks=tasks)
    refusal = conversion_refusal(decided, player)
    for index, one in enumerate(lines):
        if isinstance(one.order, orders.Convert) and one.order.yes and refusal:
            yield index, "no", refusal


def _placements(state: State, player: str, lines: Sequence[WrittenOrder]) -> Found:
    """POW-ACT-1: no more DI is placed in total than is saved."""
    left = saved = state.players[player].saved
    for index, one in enumerate(lines):
        if isinstance(one.order, orders.PlaceInfluence):
            if one.order.number > left:
                said = "no saved DI is left by then"
                if left == saved:
                    said = f"no more than {left} DI is saved"
                elif left:
                    said = f"{count(left, 'DI', 'DI')} is left by the lines before"
                yield index, "partly" if left else "no", Refusal("POW-ACT-1", said)
            left = max(0, left - one.order.number)


def _religious_wars(
    state: State, player: str, lines: Sequence[WrittenOrder], *, merged: bool
) -> Found:
    """POW-RWD-1 to 3, with the League and the influence that the sheet asks for before."""
    now = replace(state, religious_war=None) if merged else state
    placed: set[str] = set()
    for index, one in enumerate(lines):
        order = one.order
        if isinstance(order, orders.JoinLeague) and not order.target:
            if order.league and league_refusal(now, player, order.league) is None:
                now = now.with_player(player, league=order.league)
        elif isinstance(order, orders.PlaceInfluence):
            placed.add(order.principality)
        elif isinstance(order, orders.DeclareReligiousWar):
            refusal = target_refusal(now, player, order.target)
            if refusal and not (refusal.rule == "POW-RWD-3" and order.target in placed):
                yield index, "perhaps", refusal


def _dice(state: State, player: str, lines: Sequence[WrittenOrder]) -> Found:
    """POW-FTH-5: dice are placed in the order of the lines until none is left."""
    left = state.dice.get(player, 0)
    if not state.dice:
        return
    for index, one in enumerate(lines):
        order = one.order
        if not isinstance(order, orders.Faith) or place_refusal(state, player, order.place):
            continue
        if not left:
            yield index, "no", Refusal("POW-FTH-5", "no die is left by then")
        elif order.dice > left:
            said = f"no more than {left} of the dice are left by then"
            yield index, "partly", Refusal("POW-FTH-5", said)
        left = max(0, left - (order.dice or left))
