"""The battles that are under way: swaps before them, then to their end by scripts, or one battle
round after the other.

Private wars and the Religious War share all of this. Swaps are made by all at once, or in
Initiative Order where a player asks for it (POW-BAT-5). In order, the first swaps at once, and each
other one in a phase of his own, when the cards that went before are known.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from generator.engine.chance import Lots
from generator.engine.errors import GameError
from generator.rulesets.westphalia.battle.army import swap
from generator.rulesets.westphalia.battle.duel import Play
from generator.rulesets.westphalia.battle.melee import Fight, line_up
from generator.rulesets.westphalia.battle.script import AUTOMATIC
from generator.rulesets.westphalia.data.event_kinds import SWAPS_IN_ORDER
from generator.rulesets.westphalia.state.orders import BattleOrder, RequestInitiative
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State, WarStatus
from generator.rulesets.westphalia.state.words import listed, name_of, player_name
from generator.rulesets.westphalia.wars.battles import enemies_met, running, terms_of
from generator.rulesets.westphalia.wars.fields import RELIGIOUS, Field, Muster, Side, keep_field
from generator.rulesets.westphalia.wars.plans import (
    LiveRound,
    Orders,
    judge_automatic,
    judge_plans,
    last_of,
    live_play,
    no_battle,
    plan_for,
)
from generator.rulesets.westphalia.wars.telling import tell_battle, tell_melee, tell_swap


def late_leaders(state: State) -> tuple[str, ...]:
    """The leaders who have yet to swap after others have, in the order of the wars."""
    return tuple(field.side_of(power).leader for field in running(state) for power in field.late)


def _swapped_leaders(state: State) -> tuple[str, ...]:
    """The leaders who have no swap left, in the order of the wars."""
    return tuple(
        side.leader
        for field in running(state)
        for side in field.sides
        if field.swapped or (field.late and side.power not in field.late)
    )


def is_put_off(state: State, orders: Orders) -> bool:
    """Whether a swap has to wait for a later phase than this one."""
    return bool(_in_order(state, orders)) or any(len(one.late) > 1 for one in running(state))


def _in_order(state: State, orders: Orders) -> dict[str, tuple[Side, ...]]:
    """The sides of each battle that swap one after the other because one of their leaders asks for
    it now, by the key of the battle."""
    found = {}
    for field in running(state):
        able = [side for side in field.sides if side.leader and len(field.armies[side.power].hand)]
        able.sort(key=lambda side: state.order.index(side.leader))
        is_asked = any(_asks(side.leader, orders) for side in able)
        # If only one player has cards to swap, there is no one to wait for.
        if is_asked and len(able) > 1 and not (field.swapped or field.late):
            found[field.key] = tuple(able)
    return found


def _asks(player: str, orders: Orders) -> bool:
    """Whether a player requests Initiative Order."""
    return any(isinstance(line, RequestInitiative) for line in orders.get(player, ()))


def swap_hands(progress: Progress, orders: Orders) -> None:
    """Every side discards up to two cards and draws as many; then Leagues line up.

    If a leader asks for it, only the first in Initiative Order swaps; called again, the next one.
    The leaders' orders for the battle are kept.
    """
    state = progress.state
    met, done, in_order = enemies_met(state), _swapped_leaders(state), _in_order(state, orders)
    for field in running(state):
        keep_field(progress, _with_plans(field, orders))
    _swap_cards(progress, orders, in_order)
    late = late_leaders(progress.state)
    judge_plans(progress, orders, met, fought=False, waiting=late, swapped=done)
    heard = [side.leader for sides in in_order.values() for side in sides]
    _judge_requests(progress, orders, met, heard)


def _with_plans(field: Field | Muster, orders: Orders) -> Field | Muster:
    """A field with the orders of its sides' leaders for the rest of the battle."""
    plans = {
        side.power: plan_for(side.leader, field.enemy_of(side.power), orders, side.plan)
        for side in field.fighting
    }
    sides = (replace(side, plan=plans.get(side.power, side.plan)) for side in field.sides)
    return replace(field, sides=tuple(sides))


def _swap_cards(
    progress: Progress, orders: Orders, in_order: Mapping[str, tuple[Side, ...]]
) -> None:
    """The swaps of the battles that run; of those `in_order` only the first leader's."""
    state, terms = progress.state, terms_of(progress.state)
    for field in running(progress.state):
        if field.swapped:
            continue
        _need_cards(state, field)
        ordered = in_order.get(field.key, ())
        if ordered:
            _tell_order(progress, [side.leader for side in ordered], orders, field.key)
        line = field.late or tuple(side.power for side in ordered)
        deck, armies = field.deck, dict(field.armies)
        for side in field.sides:
            if line and side.power != line[0]:
                continue
            plan = plan_for(side.leader, field.enemy_of(side.power), orders, side.plan)
            army, deck, out, new = swap(armies[side.power], plan.swap, deck, terms)
            armies[side.power] = army
            tell_swap(progress, side, plan.swap, (army, out, new), field.key)
        late = line[1:]
        field = replace(field.with_armies(armies), late=late, swapped=not late)
        field = replace(field, deck=deck if late else ())
        if isinstance(field, Muster) and field.melee and field.swapped:
            melee = line_up(field.melee.order, field.melee.side, armies)
            _store(progress, replace(field, melee=melee))
        else:
            keep_field(progress, field)


def fight(progress: Progress, orders: Orders, lots: Lots) -> None:
    """All battles to their end: swaps, then the scripts (POW-MAIL-5, POW-RWB-3 to 11).

    A leader who sent no script for this enemy, nor a default one, plays automatically.
    """
    state = progress.state
    met, done = enemies_met(state), _swapped_leaders(state)
    for field in running(state):
        for side in field.fighting:
            enemy, filed = field.enemy_of(side.power), side.plan.script != AUTOMATIC
            silent = last_of(BattleOrder, enemy, orders.get(side.leader, ())) is None
            if side.leader and silent and not filed:
                unsaid = BattleOrder(replace(AUTOMATIC, versus=enemy))
                judge_automatic(progress, side.leader, unsaid)
    _swap_cards(progress, orders, {})
    for field in running(progress.state):
        while not field.is_over:
            field, _ = _fight_round(state, field, orders, lots, live=False)
        _store(progress, field)
    judge_plans(progress, orders, met, swapped=done)
    _judge_requests(progress, orders, met)


def play_round(progress: Progress, orders: Orders, lots: Lots) -> None:
    """One battle round of every battle that runs (POW-MAIL-4): `PLAY`, with `CALL` or `NOCALL`.

    If a player chooses no card, the script on file plays one, or the automatic script. The hands
    have been swapped before.
    """
    state = progress.state
    met = enemies_met(state)
    played: dict[tuple[str, str], LiveRound] = {}
    for before in running(state):
        field = _with_plans(before, orders)
        field, fights = _fight_round(state, field, orders, lots, live=True)
        for one in fights:
            for index, (power, card) in enumerate(zip(one.members, one.cards, strict=True)):
                side, army = field.side_of(power), before.armies[power]
                effects = tuple(effect for effect in one.effects if effect.side == index)
                played[side.leader, field.enemy_of(power)] = LiveRound(
                    army, card, side.plan.script, effects, field.is_over
                )
        _store(progress, field)
    judge_plans(progress, orders, met, swapped=tuple(met), live=played)


def _fight_round(
    state: State, field: Field | Muster, orders: Orders, lots: Lots, *, live: bool
) -> tuple[Field | Muster, tuple[Fight, ...]]:
    """A battle after one more battle round, and the record of it; live play uses single cards."""
    _need_cards(state, field)
    plays: dict[str, Play] = {}
    for pair in field.pairs:
        for power, foe in (pair, pair[::-1]):
            side, enemy = field.side_of(power), field.enemy_of(power)
            script = plan_for(side.leader, enemy, orders, side.plan).script
            armies, number = (field.armies[power], field.armies[foe]), field.rounds_of(power) + 1
            label = f"r{state.round}/{field.label}/auto/{power}/{number}"
            scripted = partial(script.next_play, number, *armies, lots, label)
            lines = orders.get(side.leader, ()) if live else ()
            plays[power] = live_play(lines, enemy, script, armies, scripted)
    return field.fought(plays, terms_of(state))


def _need_cards(state: State, field: Field | Muster) -> None:
    """Raises GameError if cards are unknown without which the course of a battle cannot be
    known."""
    if field.unknown:
        whose = listed(name_of(state, power) for power in field.unknown)
        raise GameError(
            f"a battle cannot be tried without the cards of {whose}",
            hint="only their player and the referee know them",
        )


def _store(progress: Progress, field: Field | Muster) -> None:
    """Keep a battle, report its events, and mark the war if it is decided."""
    war = progress.state.religious_war
    status: WarStatus = "won" if field.winner else "inconclusive"
    if isinstance(field, Field):
        if field.is_over:
            progress.change_war(field.war, status=status, winner=field.winner)
        tell_battle(progress, field)
    else:
        if field.is_over and war is not None:
            war = replace(war, status=status, winner=field.winner)
            progress.change(religious_war=war)
        tell_melee(progress, field)
    keep_field(progress, field.without_rounds())


def _tell_order(progress: Progress, leaders: Sequence[str], orders: Orders, battle: str) -> None:
    """Report that swaps go in Initiative Order, and who asked for it. `battle` is its key."""
    asked_by = [one for one in leaders if _asks(one, orders)]
    where = "Religious War" if battle == RELIGIOUS else f"War {battle}"
    who = f"{listed(map(player_name, asked_by))} {'ask' if len(asked_by) > 1 else 'asks'}"
    first, *others = map(player_name, leaders)
    text = f"{where}: {who} for Initiative Order; {first} swaps first, then {listed(others)}"
    progress.tell(SWAPS_IN_ORDER, "POW-BAT-5", text, asked_by, battle=battle, order=list(leaders))


def _judge_requests(
    progress: Progress, orders: Orders, fighting: Collection[str], heard: Collection[str] = ()
) -> None:
    """Verdicts for requests of Initiative Order. Of those who are `fighting`, `heard` are the
    players whose swaps go in it."""
    for player in progress.state.order:
        for line in orders.get(player, ()):
            if not isinstance(line, RequestInitiative):
                continue
            if player in heard:
                said = "swaps are made in Initiative Order"
                progress.judge(player, line, "success", ("POW-BAT-5", said))
                continue
            said = "there are no swaps to put in order" if player in fighting else no_battle()
            progress.skip(player, line, "void", ("POW-BAT-5", said))
