"""A Battle Phase until it is fought: sides, leaders, automatic victories, hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from generator.engine.errors import GameError
from generator.rulesets.westphalia.battle.army import Terms
from generator.rulesets.westphalia.battle.deck import deal
from generator.rulesets.westphalia.battle.duel import Battle
from generator.rulesets.westphalia.data import event_kinds as kinds
from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.data.lots import Lots
from generator.rulesets.westphalia.state.power import imperial_power
from generator.rulesets.westphalia.state.progress import Effects, Progress
from generator.rulesets.westphalia.state.state import State, War
from generator.rulesets.westphalia.state.words import name_of, player_name
from generator.rulesets.westphalia.wars.fields import (
    Field,
    Side,
    field_of,
    muster_of,
    with_field,
)
from generator.rulesets.westphalia.wars.plans import NO_PLAN
from generator.rulesets.westphalia.wars.telling import tell_hand

__all__ = [
    "belligerents",
    "enemies_met",
    "is_frozen",
    "next_battle_phase",
    "open_battles",
    "replace_leader",
    "running",
    "terms_of",
]


_Sides = tuple[Side, Side]


def terms_of(state: State) -> Terms:
    """What the rulebook says of battles in this Round of this game."""
    return Terms.of(msgspec.structs.asdict(facts().battle), state.round, state.options)


def next_battle_phase(state: State) -> int:
    """The first Battle Phase with a war that waits; 0 when there is none."""
    return min((war.phase for war in state.wars if war.status == "pending"), default=0)


def open_battles(state: State, phase: int, lots: Lots) -> Effects:
    """Cancel what cannot take place, fix the sides, settle automatic victories, deal the hands."""
    progress = Progress(state)
    wars = [war for war in state.wars if war.phase == phase and war.status == "pending"]
    fought = [war for war in wars if not _cancel(progress, war)]
    sides = {war.number: _sides(progress.state, war) for war in fought}
    dealt = [war for war in fought if not _wins_at_once(progress, war, sides[war.number])]
    busy = {power for war in dealt for power in (war.attacker, war.defender)}
    fields = _Decks(progress.state, phase, lots).deal(dealt, sides)
    for war in dealt:
        field = fields[war.number]
        if not state.is_player(war.defender):
            attacker, defender = field.sides
            defender = replace(defender, leader=_leader(progress, war, busy))
            busy.add(defender.leader)
            field = replace(field, sides=(attacker, defender))
        progress.state = replace(progress.state, hands=with_field(progress.state.hands, field))
        _tell_opening(progress, war, field)
        _note_fighters(progress, war)
    return progress.effects()


def _cancel(progress: Progress, war: War) -> bool:
    """POW-WAR-14: whether a war cannot take place any more."""
    state = progress.state
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
    progress.state = state.with_war(war.number, status="cancelled")
    progress.tell(
        kinds.WAR_CANCELLED,
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


def _wins_at_once(progress: Progress, war: War, sides: tuple[Side, Side]) -> bool:
    """POW-BAT-2: whether one side is so much stronger that no card is dealt."""
    first, second = sides
    ratio = terms_of(progress.state).autowin_ratio
    if first.strength == second.strength == 0:
        winner, status, said = "", "inconclusive", "neither side has any strength"
    elif first.strength >= ratio * second.strength:
        winner, status = first.power, "won"
        said = f"{name_of(progress.state, winner)} wins without cards"
    elif second.strength >= ratio * first.strength:
        winner, status = second.power, "won"
        said = f"{name_of(progress.state, winner)} wins without cards"
    else:
        return False
    hands = with_field(progress.state.hands, Field(war.number, sides, None, swapped=True))
    progress.state = replace(progress.state, hands=hands)
    progress.state = progress.state.with_war(war.number, status=status, winner=winner)
    progress.tell(
        kinds.AUTOMATIC_VICTORY,
        "POW-BAT-2",
        f"War {war.number}: {said}, {first.strength} against {second.strength} IP",
        _players(progress.state, war),
        weight=6,
        war=war.number,
        winner=winner,
        strengths=[first.strength, second.strength],
    )
    _note_fighters(progress, war)
    return True


def _leader(progress: Progress, war: War, busy: set[str]) -> str:
    """POW-BAT-25: who plays the cards of a principality, "" for the automatic script."""
    state = progress.state
    if state.option("principality_leader") == "auto":
        return ""
    start = state.order.index(war.attacker) + 1
    # Who has left the Empire does nothing else in this Round (POW-FP-3).
    after = (*state.order[start:], *state.order[: start - 1])
    free = (one for one in after if one not in busy and not state.players[one].left)
    leader = next(free, "")
    if leader:
        _tell_leader(progress, war, leader, "POW-BAT-25")
    else:
        name = name_of(state, war.defender)
        said = f"Nobody is free to lead {name} in war {war.number}: the automatic script does"
        _tell_leader(progress, war, "", "POW-BAT-26", said)
    return leader


def _tell_leader(progress: Progress, war: War, leader: str, rule: str, text: str = "") -> None:
    who = player_name(leader) if leader else "The automatic script"
    text = text or f"{who} leads {name_of(progress.state, war.defender)} in war {war.number}"
    progress.tell(
        kinds.LEADER,
        rule,
        text,
        (leader,) if leader else (),
        war=war.number,
        leader=leader,
        principality=war.defender,
    )


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

    def deal(self, wars: Sequence[War], sides: Mapping[int, _Sides]) -> dict[int, Field]:
        """The fields of wars, with their hands. POW-BAT-3, 4: the attacker is dealt first.

        What a shared deck is not enough for waits until it is shuffled again, after the others.
        """
        fields: dict[int, Field] = {}
        waiting = list(wars)
        while waiting:
            if self._shared:
                self._number += 1
                label = f"{self._prefix}/phase{self._phase}/deck/{self._number}"
                self._left = self._lots.shuffle(label, tuple(self._terms.deck), shown=False)
            fitting = [war for war in waiting if self._deal(war, sides[war.number], fields)]
            waiting = [war for war in waiting if war not in fitting]
        return fields

    def _deal(self, war: War, sides: _Sides, fields: dict[int, Field]) -> bool:
        """Deal the hands of one war, if the deck is enough for them; whether it was."""
        strengths = [side.strength for side in sides]
        spare = 2 * self._terms.swap_max
        if self._shared:
            need = spare + sum(min(self._terms.hand_max, one) for one in strengths)
            if len(self._left) < need:
                return False
            dealt = deal(strengths, self._terms, self._lots, "", deck=self._left)
            self._left = dealt.deck[spare:]
        else:
            label = f"{self._prefix}/war{war.number}/deck"
            dealt = deal(strengths, self._terms, self._lots, label)
        first, second = dealt.armies
        # Who chooses what to draw may choose from the whole deck, unless other battles share it.
        whole = self._terms.swap_chosen and not self._shared
        deck = dealt.deck if whole else dealt.deck[:spare]
        fields[war.number] = Field(war.number, sides, Battle((first, second)), deck)
        return True


def _tell_opening(progress: Progress, war: War, field: Field) -> None:
    first, second = (name_of(progress.state, side.power) for side in field.sides)
    strengths = [side.strength for side in field.sides]
    progress.tell(
        kinds.BATTLE_OPENED,
        "POW-BAT-3",
        f"War {war.number}: {first} with {strengths[0]} IP against {second} with {strengths[1]}",
        _players(progress.state, war),
        weight=2,
        war=war.number,
        strengths=strengths,
        allies=[list(side.allies) for side in field.sides],
        leaders=[side.leader for side in field.sides],
    )
    assert field.battle is not None
    for side, army in zip(field.sides, field.battle.armies, strict=True):
        tell_hand(progress, side.leader, side.power, army, str(war.number))


def _note_fighters(progress: Progress, war: War) -> None:
    """For the Tradeoffs: both players have fought, perhaps against a Foreign Power."""
    pair = (war.attacker, war.defender)
    for player, enemy in (pair, reversed(pair)):
        if progress.state.is_player(player):
            foe = progress.state.players.get(enemy)
            against = foe is not None and foe.foreign is not None
            had = progress.state.players[player].fought_foreign
            progress.state = progress.state.with_player(
                player, fought=True, fought_foreign=had or against
            )


def belligerents(state: State) -> tuple[tuple[str, int], ...]:
    """Who has cards to play in a private war, as (player, number of the war), in order of wars."""
    return tuple(
        (side.leader, war.number)
        for war, field in running(state)
        for side in field.sides
        if side.leader
    )


def replace_leader(progress: Progress, war: War, leader: str) -> None:
    """POW-BAT-26: the referee names who leads a principality, "" for the automatic script.

    The new leader is told its hand; what the old one had planned is dropped. Raises GameError if
    no principality has cards to play in that war, or it is led by somebody who may not.
    """
    state = progress.state
    field = field_of(state.hands, war)
    if state.is_player(war.defender) or field is None or (war, field) not in running(state):
        raise GameError(f"nobody leads a principality in war {war.number} now")
    name = name_of(state, war.defender)
    if leader == war.attacker:
        raise GameError(f"{leader} cannot lead {name} in war {war.number}: it is the attacker")
    if leader and state.players[leader].left:
        raise GameError(f"{leader} cannot lead {name}: it has left the Empire in this Round")
    attacker, defender = field.sides
    defender = replace(defender, leader=leader, plan=NO_PLAN)
    field = replace(field, sides=(attacker, defender))
    progress.state = replace(state, hands=with_field(state.hands, field))
    _tell_leader(progress, war, leader, "POW-BAT-26")
    assert field.battle is not None
    tell_hand(progress, leader, war.defender, field.battle.armies[1], str(war.number))


def is_frozen(state: State, player: str) -> bool:
    """Whether a player is between the deal of a battle of his own and its treaty (POW-DI-5)."""
    fields = (field_of(state.hands, war) for war in state.wars)
    muster = muster_of(state.hands)
    return (muster is not None and player in muster.hosts) or any(
        player == side.power for field in fields if field is not None for side in field.sides
    )


def enemies_met(state: State) -> dict[str, list[str]]:
    """The enemies that each leader has in the battles that run."""
    met: dict[str, list[str]] = {}
    for _, field in running(state):
        for index, side in enumerate(field.sides):
            if side.leader:
                met.setdefault(side.leader, []).append(field.sides[1 - index].power)
    return met


def running(state: State) -> list[tuple[War, Field]]:
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


def _players(state: State, war: War) -> tuple[str, ...]:
    return tuple(one for one in (war.attacker, war.defender) if state.is_player(one))
