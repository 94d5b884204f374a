"""A Battle Phase until it is fought: sides, leaders, automatic victories, hands."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from generator.engine.chance import Lots
from generator.engine.errors import GameError
from generator.rulesets.westphalia.battle.army import Terms, deal
from generator.rulesets.westphalia.battle.duel import Battle
from generator.rulesets.westphalia.data import event_kinds as kinds
from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.state.power import imperial_power
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State, War, WarStatus
from generator.rulesets.westphalia.state.words import name_of, player_name
from generator.rulesets.westphalia.wars.fields import (
    Field,
    Muster,
    Side,
    field_of,
    keep_field,
    muster_of,
)
from generator.rulesets.westphalia.wars.plans import NO_PLAN
from generator.rulesets.westphalia.wars.telling import tell_hand


def terms_of(state: State) -> Terms:
    """The rulebook's terms of battles in this Round of this game."""
    return Terms.of(msgspec.structs.asdict(facts().battle), state.round)


def next_battle_phase(state: State) -> int:
    """The first Battle Phase with a war that waits; 0 if there is no such phase."""
    return min((war.phase for war in state.wars if war.status == "pending"), default=0)


def open_battles(progress: Progress, phase: int, lots: Lots) -> None:
    """Cancel wars that cannot take place, fix the sides, settle automatic victories, deal the
    hands."""
    state = progress.state
    wars = [war for war in state.wars if war.phase == phase and war.status == "pending"]
    sides = [(war, _sides(progress.state, war)) for war in wars if not _cancel(progress, war)]
    dealt = [(war, both) for war, both in sides if not _wins_at_once(progress, war, both)]
    busy = {power for war, _ in dealt for power in (war.attacker, war.defender)}
    for war, both in dealt:
        field = _deal(progress.state, lots, war, both)
        if not state.is_player(war.defender):
            leader = _leader(progress, war, busy)
            busy.add(leader)
            field = _led_by(field, leader)
        keep_field(progress, field)
        _tell_opening(progress, field)
        note_fighters(progress, (war.attacker,), (war.defender,))


def _led_by(field: Field, leader: str) -> Field:
    """The field with another player of the defender's cards, without any plan."""
    attacker, defender = field.sides
    return replace(field, sides=(attacker, replace(defender, leader=leader, plan=NO_PLAN)))


def _cancel(progress: Progress, war: War) -> bool:
    """POW-WAR-14: whether a war can no longer take place."""
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
    progress.change_war(war.number, status="cancelled")
    progress.tell(
        kinds.WAR_CANCELLED,
        "POW-WAR-14",
        f"War {war.number} does not take place: {gone}",
        (war.attacker, war.defender),
        weight=3,
        war=war.number,
    )
    return True


def _sides(state: State, war: War) -> tuple[Side, ...]:
    """POW-WAR-10: each player with his present allies; a principality has no allies to help it."""
    return tuple(
        Side(
            power,
            power if state.is_player(power) else "",
            state.allies_of(power) if state.is_player(power) else (),
            imperial_power(state, power),
        )
        for power in (war.attacker, war.defender)
    )


def _wins_at_once(progress: Progress, war: War, sides: tuple[Side, ...]) -> bool:
    """POW-BAT-2: whether one side is so much stronger that no card is dealt."""
    state, (first, second) = progress.state, sides
    ratio = terms_of(state).autowin_ratio
    winner = ""
    if first.strength == second.strength == 0:
        said = "neither side has any strength"
    elif first.strength >= ratio * second.strength:
        winner = first.power
    elif second.strength >= ratio * first.strength:
        winner = second.power
    else:
        return False
    if winner:
        said = f"{name_of(state, winner)} wins without cards"
    field = Field(war.number, None, sides=sides, swapped=True)
    status: WarStatus = "won" if winner else "inconclusive"
    keep_field(progress, field)
    progress.change_war(war.number, status=status, winner=winner)
    progress.tell(
        kinds.AUTOMATIC_VICTORY,
        "POW-BAT-2",
        f"War {war.number}: {said}, {first.strength} against {second.strength} IP",
        (war.attacker, war.defender),
        weight=6,
        war=war.number,
        winner=winner,
        strengths=[first.strength, second.strength],
    )
    note_fighters(progress, (war.attacker,), (war.defender,))
    return True


def _leader(progress: Progress, war: War, busy: set[str]) -> str:
    """POW-BAT-25: the player of a principality's cards, "" for the automatic script."""
    state = progress.state
    start = state.order.index(war.attacker) + 1
    # A player who has left the Empire does nothing else in this Round (POW-FP-3).
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
        (leader,),
        war=war.number,
        leader=leader,
        principality=war.defender,
    )


def _deal(state: State, lots: Lots, war: War, sides: tuple[Side, ...]) -> Field:
    """The field of a war, with its hands out of a separate deck. POW-BAT-3, 4: the attacker is
    dealt first."""
    terms = terms_of(state)
    strengths = [side.strength for side in sides]
    armies, deck = deal(strengths, terms, lots, f"r{state.round}/war{war.number}/deck")
    battle = Battle((armies[0], armies[1]))
    return Field(war.number, battle, sides=sides, deck=deck[: 2 * terms.swap_max])


def _tell_opening(progress: Progress, field: Field) -> None:
    first, second = (name_of(progress.state, side.power) for side in field.sides)
    strengths = [side.strength for side in field.sides]
    progress.tell(
        kinds.BATTLE_OPENED,
        "POW-BAT-3",
        f"War {field.war}: {first} with {strengths[0]} IP against {second} with {strengths[1]}",
        (side.power for side in field.sides),
        war=field.war,
        strengths=strengths,
        allies=[list(side.allies) for side in field.sides],
        leaders=[side.leader for side in field.sides],
    )
    for side in field.sides:
        tell_hand(progress, side, field.armies[side.power], field.key)


def note_fighters(progress: Progress, first: Sequence[str], second: Sequence[str]) -> None:
    """For the Tradeoffs: the players of both sides have fought, perhaps against a Foreign Power
    (POW-RWD-13)."""
    players = progress.state.players
    for own, foes in ((first, second), (second, first)):
        against = any(foe in players and players[foe].foreign is not None for foe in foes)
        for player in own:
            if player in players:
                abroad = against or players[player].fought_foreign
                progress.change_player(player, fought=True, fought_foreign=abroad)


def replace_leader(progress: Progress, war: War, leader: str) -> None:
    """POW-BAT-26: the referee chooses the leader of a principality, "" for the automatic script.

    The new leader sees its hand; the plans of the old one are dropped. Raises GameError if no
    principality has cards to play in that war, or its leader is a player who may not lead it.
    """
    state = progress.state
    field = field_of(state.hands, war)
    if state.is_player(war.defender) or field is None or field not in running(state):
        raise GameError(f"no one leads a principality in war {war.number} now")
    name = name_of(state, war.defender)
    if leader == war.attacker:
        raise GameError(f"{leader} cannot lead {name} in war {war.number}: it is the attacker")
    if leader and state.players[leader].left:
        raise GameError(f"{leader} cannot lead {name}: it has left the Empire in this Round")
    field = _led_by(field, leader)
    keep_field(progress, field)
    _tell_leader(progress, war, leader, "POW-BAT-26")
    tell_hand(progress, field.sides[1], field.armies[war.defender], field.key)


def is_frozen(state: State, player: str) -> bool:
    """Whether a player is between the deal of one of his battles and its treaty (POW-DI-5)."""
    return any(player == side.power for field in state.hands.values() for side in field.sides)


def enemies_met(state: State) -> dict[str, list[str]]:
    """The leaders with cards to play now, each with the enemies in the battles under way."""
    met: dict[str, list[str]] = {}
    for field in running(state):
        for side in field.fighting:
            if side.leader:
                met.setdefault(side.leader, []).append(field.enemy_of(side.power))
    return met


def running(state: State) -> list[Field | Muster]:
    """The battles under way: those of private wars in the order of their declaration, or
    that of the Religious War."""
    fields = [field_of(state.hands, war) for war in state.wars if war.status == "pending"]
    return [one for one in (*fields, muster_of(state.hands)) if one is not None and not one.is_over]
