"""The fighting of a Battle Phase: to its end by scripts, or one battle round after the other."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from generator.rulesets.westphalia.battle.duel import fight_out, fight_round
from generator.rulesets.westphalia.battle.script import AUTOMATIC, Script, scripted_plays
from generator.rulesets.westphalia.data.lots import Lots
from generator.rulesets.westphalia.state.progress import Effects, Progress
from generator.rulesets.westphalia.state.state import State, War
from generator.rulesets.westphalia.wars.battles import enemies_met, running, terms_of
from generator.rulesets.westphalia.wars.fields import Field, Side, told, with_field
from generator.rulesets.westphalia.wars.judging import Lived, judge_plans, tell_automatic
from generator.rulesets.westphalia.wars.plans import Orders, live_play, plan_for, script_of
from generator.rulesets.westphalia.wars.swaps import judge_requests, swap_cards, swapped_leaders
from generator.rulesets.westphalia.wars.telling import tell_battle, tell_rounds

__all__ = ["fight", "play_round"]


def fight(state: State, orders: Orders, lots: Lots) -> Effects:
    """All battles of the phase to their end: swaps, then the scripts (POW-MAIL-5).

    Who leads a side and sent no script for this enemy, nor one by default, plays automatically.
    """
    progress = Progress(state)
    terms, met, done = terms_of(state), enemies_met(state), swapped_leaders(state)
    swap_cards(progress, orders)
    for war, field in running(progress.state):
        assert field.battle is not None
        one, other = field.sides
        scripts = (_script(progress, one, other, orders), _script(progress, other, one, orders))
        names = (one.power, other.power)
        label = f"r{state.round}/war{war.number}"
        choose = partial(scripted_plays, scripts=scripts, names=names, lots=lots, label=label)
        battle = fight_out(field.battle, choose, terms)
        _store(progress, war, replace(field, battle=battle))
    judge_plans(progress, orders, met, swapped=done)
    judge_requests(progress, orders, met)
    return progress.effects()


def _script(progress: Progress, side: Side, enemy: Side, orders: Orders) -> Script:
    """The script of a side for a whole battle; whose leader sent none is told."""
    lines = orders.get(side.leader, ())
    filed = side.plan.script != AUTOMATIC
    if side.leader and not filed and script_of(enemy.power, lines) is None:
        tell_automatic(progress, side.leader, enemy.power)
    return plan_for(side.leader, enemy.power, orders, side.plan).script


def play_round(state: State, orders: Orders, lots: Lots) -> Effects:
    """One battle round of every battle that runs (POW-MAIL-4): `PLAY`, with `CALL` or `NOCALL`.

    Who names no card has it played by the script on file, or automatically. The hands have been
    swapped before.
    """
    progress = Progress(state)
    met = enemies_met(state)
    lived: dict[tuple[str, str], Lived] = {}
    for war, field in running(state):
        before, names = field.battle, [side.power for side in field.sides]
        assert before is not None
        field = _play_field(state, war, field, orders, lots)
        battle = field.battle
        assert battle is not None
        done = battle.rounds[-1]
        for index, side in enumerate(field.sides):
            effects = tuple(one for one in done.effects if one.side == index)
            lived[side.leader, names[1 - index]] = Lived(
                before.armies[index],
                done.cards[index],
                side.plan.script,
                effects,
                battle.is_over,
            )
        _store(progress, war, field)
    judge_plans(progress, orders, met, swapped=tuple(met), lived=lived)
    return progress.effects()


def _play_field(state: State, war: War, field: Field, orders: Orders, lots: Lots) -> Field:
    """A battle after one more battle round, with what its leaders have ordered for the rest."""
    assert field.battle is not None
    number = field.battle.fought + 1
    plays, sides = [], []
    for index, side in enumerate(field.sides):
        enemy = field.sides[1 - index].power
        plan = plan_for(side.leader, enemy, orders, side.plan)
        armies = field.battle.armies[index], field.battle.armies[1 - index]
        label = f"r{state.round}/war{war.number}/auto/{side.power}/{number}"
        scripted = partial(plan.script.next_play, number, *armies, lots, label)
        lines = orders.get(side.leader, ())
        plays.append(live_play(lines, enemy, plan.script, armies, scripted))
        sides.append(replace(side, plan=plan))
    battle = fight_round(field.battle, (plays[0], plays[1]), terms_of(state))
    return replace(field, battle=battle, sides=(sides[0], sides[1]))


def _store(progress: Progress, war: War, field: Field) -> None:
    """Keep a battle, tell what happened in it, and mark the war if it is decided."""
    battle = field.battle
    assert battle is not None
    if battle.is_over:
        winner = "" if battle.result == "inconclusive" else field.sides[battle.result or 0].power
        status = "won" if winner else "inconclusive"
        progress.state = progress.state.with_war(war.number, status=status, winner=winner)
        tell_battle(progress, war, field, winner)
    else:
        tell_rounds(progress, war, field)
    progress.state = replace(progress.state, hands=with_field(progress.state.hands, told(field)))
