"""The battles of a Battle Phase: sides, leaders, automatic victories, hands, and the fighting."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from generator.engine.errors import GameError
from generator.rulesets.westphalia.battle.army import Terms
from generator.rulesets.westphalia.battle.deck import deal, swap
from generator.rulesets.westphalia.battle.duel import Battle, fight_out, fight_round
from generator.rulesets.westphalia.battle.script import scripted_plays
from generator.rulesets.westphalia.facts import facts
from generator.rulesets.westphalia.lots import Lots
from generator.rulesets.westphalia.power import imperial_power
from generator.rulesets.westphalia.state import State, War
from generator.rulesets.westphalia.step import Course, Step
from generator.rulesets.westphalia.wars.fields import Field, Side, field_of, told, with_field
from generator.rulesets.westphalia.wars.plans import Orders, judge_plans, live_play, plan_for
from generator.rulesets.westphalia.wars.telling import (
    tell_battle,
    tell_hand,
    tell_rounds,
    tell_swap,
)
from generator.rulesets.westphalia.words import name_of, player_name

__all__ = [
    "belligerents",
    "fight",
    "is_frozen",
    "next_battle_phase",
    "open_battles",
    "play_round",
    "swap_hands",
    "terms_of",
    "with_leader",
]


def terms_of(state: State) -> Terms:
    """What the rulebook says of battles in this Round of this game."""
    return Terms.of(facts()["battle"], state.round, state.options)


def next_battle_phase(state: State) -> int:
    """The first Battle Phase with a war that waits; 0 when there is none."""
    return min((war.phase for war in state.wars if war.status == "pending"), default=0)


def open_battles(state: State, phase: int, lots: Lots) -> Step:
    """Cancel what cannot take place, fix the sides, settle automatic victories, deal the hands."""
    course = Course(state)
    wars = [war for war in state.wars if war.phase == phase and war.status == "pending"]
    fought = [war for war in wars if not _cancel(course, war)]
    sides = {war.number: _sides(course.state, war) for war in fought}
    dealt = [war for war in fought if not _wins_at_once(course, war, sides[war.number])]
    busy = {power for war in dealt for power in (war.attacker, war.defender)}
    decks = _Decks(course.state, phase, lots)
    for war in dealt:
        attacker, defender = sides[war.number]
        if not state.is_player(war.defender):
            defender = replace(defender, leader=_leader(course, war, busy))
            busy.add(defender.leader)
        field = decks.deal(war, (attacker, defender))
        course.state = replace(course.state, hands=with_field(course.state.hands, field))
        _tell_opening(course, war, field)
        _note_fighters(course, war)
    return course.step()


def _cancel(course: Course, war: War) -> bool:
    """POW-WAR-14: whether a war cannot take place any more."""
    state = course.state
    gone = ""
    for side in (war.attacker, war.defender):
        if state.is_player(side):
            gone = f"{player_name(side)} has left the Empire" if state.players[side].left else gone
        elif side not in state.principalities:
            gone = f"{name_of(state, side)} exists no longer"
        elif state.principalities[side].ally == war.attacker:
            gone = f"{name_of(state, side)} has become the attacker's ally"
    if not gone:
        return False
    course.state = state.with_war(war.number, status="cancelled")
    course.tell(
        "war-cancelled",
        "POW-WAR-14",
        f"War {war.number} does not take place: {gone}",
        _players(state, war),
        weight=3,
        war=war.number,
    )
    return True


def _sides(state: State, war: War) -> tuple[Side, Side]:
    """POW-WAR-10: each player with his allies of now; a principality fights alone."""
    attacker, defender = (
        Side(
            power,
            power if state.is_player(power) else "",
            state.allies_of(power) if state.is_player(power) else (),
            imperial_power(state, power),
        )
        for power in (war.attacker, war.defender)
    )
    return attacker, defender


def _wins_at_once(course: Course, war: War, sides: tuple[Side, Side]) -> bool:
    """POW-BAT-2: whether one side is so much stronger that no card is dealt."""
    first, second = sides
    ratio = terms_of(course.state).autowin_ratio
    if first.strength == second.strength == 0:
        winner, status, said = "", "inconclusive", "neither side has any strength"
    elif first.strength >= ratio * second.strength:
        winner, status = first.power, "won"
        said = f"{name_of(course.state, winner)} wins without cards"
    elif second.strength >= ratio * first.strength:
        winner, status = second.power, "won"
        said = f"{name_of(course.state, winner)} wins without cards"
    else:
        return False
    hands = with_field(course.state.hands, Field(war.number, sides, None, swapped=True))
    course.state = replace(course.state, hands=hands)
    course.state = course.state.with_war(war.number, status=status, winner=winner)
    course.tell(
        "automatic-victory",
        "POW-BAT-2",
        f"War {war.number}: {said}, {first.strength} against {second.strength} IP",
        _players(course.state, war),
        weight=6,
        war=war.number,
        winner=winner,
        strengths=[first.strength, second.strength],
    )
    _note_fighters(course, war)
    return True


def _leader(course: Course, war: War, busy: set[str]) -> str:
    """POW-BAT-25: who plays the cards of a principality, "" for the automatic script."""
    state = course.state
    if state.option("principality_leader") == "auto":
        return ""
    start = state.order.index(war.attacker) + 1
    after = (*state.order[start:], *state.order[: start - 1])
    leader = next((player for player in after if player not in busy), "")
    name = name_of(state, war.defender)
    if leader:
        text = f"{player_name(leader)} leads {name} in war {war.number}"
    else:
        text = f"Nobody is free to lead {name} in war {war.number}: the automatic script does"
    course.tell(
        "leader",
        "POW-BAT-25" if leader else "POW-BAT-26",
        text,
        (leader,) if leader else (),
        war=war.number,
        leader=leader,
        principality=war.defender,
    )
    return leader


class _Decks:
    """The decks of a Battle Phase: one for each battle, or one for as many as it is enough for."""

    def __init__(self, state: State, phase: int, lots: Lots) -> None:
        self._terms = terms_of(state)
        self._shared = state.option("deck_mode") == "shared"
        self._prefix = f"r{state.round}"
        self._phase = phase
        self._lots = lots
        self._left: tuple[Any, ...] = ()
        self._number = 0

    def deal(self, war: War, sides: tuple[Side, Side]) -> Field:
        """The field of a war, with its hands. POW-BAT-3, 4: the attacker is dealt first."""
        strengths = [side.strength for side in sides]
        spare = 2 * self._terms.swap_max
        if not self._shared:
            label = f"{self._prefix}/war{war.number}/deck"
            dealt = deal(strengths, self._terms, self._lots, label)
        else:
            need = spare + sum(min(self._terms.hand_max, one) for one in strengths)
            if len(self._left) < need:
                # What cannot be dealt any more waits until the cards are shuffled again.
                self._number += 1
                label = f"{self._prefix}/phase{self._phase}/deck/{self._number}"
                self._left = self._lots.shuffle(label, tuple(self._terms.deck), shown=False)
            dealt = deal(strengths, self._terms, self._lots, "", deck=self._left)
            self._left = dealt.deck[spare:]
        first, second = dealt.armies
        return Field(war.number, sides, Battle((first, second)), dealt.deck[:spare])


def _tell_opening(course: Course, war: War, field: Field) -> None:
    first, second = (name_of(course.state, side.power) for side in field.sides)
    strengths = [side.strength for side in field.sides]
    course.tell(
        "battle-opened",
        "POW-BAT-3",
        f"War {war.number}: {first} with {strengths[0]} IP against {second} with {strengths[1]}",
        _players(course.state, war),
        weight=2,
        war=war.number,
        strengths=strengths,
        allies=[list(side.allies) for side in field.sides],
        leaders=[side.leader for side in field.sides],
    )
    assert field.battle is not None
    for side, army in zip(field.sides, field.battle.armies, strict=True):
        tell_hand(course, side.leader, side.power, army, str(war.number))


def _note_fighters(course: Course, war: War) -> None:
    """For the Tradeoffs: both players have fought, perhaps against a Foreign Power."""
    pair = (war.attacker, war.defender)
    for player, enemy in (pair, reversed(pair)):
        if course.state.is_player(player):
            foe = course.state.players.get(enemy)
            against = foe is not None and foe.foreign is not None
            had = course.state.players[player].fought_foreign
            course.state = course.state.with_player(
                player, fought=True, fought_foreign=had or against
            )


def belligerents(state: State) -> tuple[tuple[str, int], ...]:
    """Who has cards to play in a private war, as (player, number of the war), in order of wars."""
    return tuple(
        (side.leader, war.number)
        for war, field in _running(state)
        for side in field.sides
        if side.leader
    )


def with_leader(state: State, war: War, leader: str) -> State:
    """POW-BAT-26: the referee names who leads a principality, "" for the automatic script.

    Raises GameError if no principality has cards to play in that war, or it is its enemy.
    """
    field = field_of(state.hands, war)
    if field is None or field.battle is None or state.is_player(war.defender):
        raise GameError(f"nobody leads a principality in war {war.number} now")
    if leader == war.attacker or (leader and not state.is_player(leader)):
        raise GameError(f"{leader} cannot lead {war.defender} in war {war.number}")
    attacker, defender = field.sides
    changed = replace(field, sides=(attacker, replace(defender, leader=leader)))
    return replace(state, hands=with_field(state.hands, changed))


def is_frozen(state: State, player: str) -> bool:
    """Whether a player is between the deal of a battle of his own and its treaty (POW-DI-5)."""
    fields = (field_of(state.hands, war) for war in state.wars)
    return any(
        player == side.power for field in fields if field is not None for side in field.sides
    )


def swap_hands(state: State, orders: Orders) -> Step:
    """POW-BAT-5: every side discards up to two cards and draws as many, the attacker first."""
    course = Course(state)
    _swap(course, orders)
    judge_plans(course, orders, _met(state))
    return course.step()


def _swap(course: Course, orders: Orders) -> None:
    terms = terms_of(course.state)
    for war, field in _running(course.state):
        if field.swapped or field.battle is None:
            continue
        deck, armies = field.deck, list(field.battle.armies)
        for number, side in enumerate(field.sides):
            enemy = field.sides[1 - number].power
            plan = plan_for(side.leader, enemy, orders)
            army, deck, out, new = swap(armies[number], plan.swap, deck, terms, plan.want)
            armies[number] = army
            swapped = (army, out, new)
            tell_swap(course, side.leader, side.power, plan.swap, swapped, str(war.number))
        battle = replace(field.battle, armies=(armies[0], armies[1]))
        done = replace(field, battle=battle, deck=(), swapped=True)
        course.state = replace(course.state, hands=with_field(course.state.hands, done))


def fight(state: State, orders: Orders, lots: Lots) -> Step:
    """All battles of the phase to their end: swaps, then the scripts (POW-MAIL-5).

    Who leads a side and sent no script for this enemy, nor one by default, plays automatically.
    """
    course = Course(state)
    terms, met = terms_of(state), _met(state)
    _swap(course, orders)
    for war, field in _running(course.state):
        assert field.battle is not None
        one, other = field.sides
        scripts = (
            plan_for(one.leader, other.power, orders).script,
            plan_for(other.leader, one.power, orders).script,
        )
        names = (one.power, other.power)
        label = f"r{state.round}/war{war.number}"
        choose = partial(scripted_plays, scripts=scripts, names=names, lots=lots, label=label)
        battle = fight_out(field.battle, choose, terms)
        _store(course, war, replace(field, battle=battle))
    judge_plans(course, orders, met)
    return course.step()


def _met(state: State) -> dict[str, list[str]]:
    """The enemies that each leader has in the battles that run."""
    met: dict[str, list[str]] = {}
    for _, field in _running(state):
        for index, side in enumerate(field.sides):
            if side.leader:
                met.setdefault(side.leader, []).append(field.sides[1 - index].power)
    return met


def play_round(state: State, orders: Orders, lots: Lots) -> Step:
    """One battle round of every battle that runs (POW-MAIL-4): `PLAY`, with `CALL` or `NOCALL`.

    Who names no card has it played by the script on file, or automatically. The hands have been
    swapped before.
    """
    course = Course(state)
    terms, met = terms_of(state), _met(state)
    for war, field in _running(course.state):
        assert field.battle is not None
        number = field.battle.fought + 1
        plays = []
        for index, side in enumerate(field.sides):
            enemy = field.sides[1 - index].power
            script = plan_for(side.leader, enemy, orders).script
            mine, theirs = field.battle.armies[index], field.battle.armies[1 - index]
            label = f"r{state.round}/war{war.number}/auto/{side.power}/{number}"
            scripted = partial(script.next_play, number, mine, theirs, lots, label)
            plays.append(live_play(side.leader, enemy, orders, mine, scripted))
        battle = fight_round(field.battle, (plays[0], plays[1]), terms)
        _store(course, war, replace(field, battle=battle))
    judge_plans(course, orders, met)
    return course.step()


def _running(state: State) -> list[tuple[War, Field]]:
    """The private wars whose battles are not over, in the order of their declaration."""
    found = ((war, field_of(state.hands, war)) for war in state.wars)
    return [
        (war, field)
        for war, field in found
        if field is not None
        and field.battle is not None
        and not field.battle.is_over
        and war.status == "pending"
    ]


def _store(course: Course, war: War, field: Field) -> None:
    """Keep a battle, tell what happened in it, and mark the war if it is decided."""
    battle = field.battle
    assert battle is not None
    if battle.is_over:
        winner = "" if battle.result == "inconclusive" else field.sides[battle.result or 0].power
        status = "won" if winner else "inconclusive"
        course.state = course.state.with_war(war.number, status=status, winner=winner)
        tell_battle(course, war, field, winner)
    else:
        tell_rounds(course, war, field)
    course.state = replace(course.state, hands=with_field(course.state.hands, told(field)))


def _players(state: State, war: War) -> tuple[str, ...]:
    return tuple(one for one in (war.attacker, war.defender) if state.is_player(one))
