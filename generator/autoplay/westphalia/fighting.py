"""Cards: scripts for whole battles, and single cards in live play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from generator.autoplay.westphalia.outlook import Outlook
from generator.engine.chance import Chance
from generator.rulesets.westphalia.battle.army import Army
from generator.rulesets.westphalia.battle.cards import TYPES, Type
from generator.rulesets.westphalia.battle.script import Policy, Script
from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.state.orders import BattleOrder, Call, PlayCard
from generator.rulesets.westphalia.wars.fields import RELIGIOUS, field_of, muster_of

SCRIPTED: Final = 60
"""How often a player writes down the first cards himself, in percent."""


def own_armies(outlook: Outlook) -> Iterator[tuple[str, Army]]:
    """The armies whose cards the player sees and plays, each with its enemy."""
    state, player = outlook.state, outlook.player
    for war in state.wars:
        field = field_of(state.hands, war)
        if field is None or field.battle is None or field.battle.result is not None:
            continue
        for number, side in enumerate(field.sides):
            if side.leader == player:
                yield field.sides[1 - number].power, field.battle.armies[number]
    muster = muster_of(state.hands)
    if muster is not None and muster.melee is not None and player in muster.melee.armies:
        yield RELIGIOUS, muster.melee.armies[player]


def write_scripts(outlook: Outlook, draws: Chance) -> list[Any]:
    """A script for each battle."""
    return [
        BattleOrder(_script(outlook, enemy, army, draws)) for enemy, army in own_armies(outlook)
    ]


def _script(outlook: Outlook, enemy: str, army: Army, draws: Chance) -> Script:
    held = [kind for kind in TYPES if army.hand[kind]]
    cards: tuple[Type, ...] = ()
    if held and draws.number(100) < SCRIPTED:
        cards = tuple(draws.pick(held) for _ in range(1 + draws.number(3)))
    policy: Policy = draws.pick(("weighted", "weighted", "weighted", "most", "least"))
    weights: tuple[int, ...] = ()
    if policy == "weighted" and draws.number(2):
        weights = tuple(1 + draws.number(4) for _ in TYPES)
    rifled = outlook.state.round >= facts().battle.rifling_from_round
    return Script(
        enemy,
        swap=_surplus(army),
        play=cards,
        policy=policy,
        weights=weights,
        on_unavailable=draws.shuffle(TYPES),
        reinforce_at=3 + draws.number(4) if army.reserves else 0,
        reinforce_pick=tuple(draws.pick(TYPES) for _ in range(4)) if army.reserves else (),
        rifling=draws.shuffle(TYPES) if rifled else (),
    )


def _surplus(army: Army) -> tuple[Type, ...]:
    """What one has too much of: a hand of all three types has an answer to everything."""
    if not len(army.hand):
        return ()
    most = max(TYPES, key=lambda kind: army.hand[kind])
    least = min(army.hand[kind] for kind in TYPES)
    return (most,) * min(2, (army.hand[most] - least) // 2)


def play_cards(outlook: Outlook, draws: Chance) -> list[Any]:
    """One card for each battle, as likely as there are of its type."""
    return [
        PlayCard(draws.pick([kind for kind in army.hand if kind in army.playable]), enemy)
        for enemy, army in own_armies(outlook)
        if army.playable
    ]


def call_or_wait(outlook: Outlook, draws: Chance) -> list[Any]:
    """Reinforcements once the hand is small."""
    return [
        Call((draws.pick(TYPES), draws.pick(TYPES)), True, enemy)
        if len(army.hand) <= 5
        else Call((), False, enemy)
        for enemy, army in own_armies(outlook)
        if army.may_call
    ]
