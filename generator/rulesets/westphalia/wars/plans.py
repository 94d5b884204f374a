"""What a player ordered for a battle: the script and the swap that fit it, and live cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from generator.rulesets.westphalia.battle.army import Army
from generator.rulesets.westphalia.battle.cards import Type
from generator.rulesets.westphalia.battle.duel import Play
from generator.rulesets.westphalia.battle.script import (
    AUTOMATIC,
    Script,
    guess_strip,
    playable_card,
)
from generator.rulesets.westphalia.state.war_orders import BattleOrder, Call, PlayCard, Swap

__all__ = ["NO_PLAN", "Orders", "Plan", "last_of", "live_play", "plan_for", "script_of"]

Orders = Mapping[str, Sequence[Any]]
"""What each player ordered, in written order."""

_CALL_NOW = 99
"""More cards than any hand holds: a live call comes whatever is left."""

Line = TypeVar("Line", bound=Swap | PlayCard | Call)


class Plan(Struct, frozen=True):
    """A script, and the cards to swap before the battle, with those wished for instead."""

    script: Script = AUTOMATIC
    swap: tuple[Type, ...] = ()
    want: tuple[Type, ...] = ()


NO_PLAN: Final = Plan()
"""What is played for who has ordered nothing: the automatic script, and no swap."""


def plan_for(leader: str, enemy: str, orders: Orders, filed: Plan = NO_PLAN) -> Plan:
    """What the leader of a side wants against an enemy ("religious": in the Religious War).

    A line for this enemy goes before one for any; of several equals the last one counts. What no
    line says stays as it was `filed` in a phase before. Without a leader, or a script of his, the
    automatic script plays.
    """
    lines = orders.get(leader, ()) if leader else ()
    order = script_of(enemy, lines)
    script = order.script if order is not None else filed.script
    line = last_of(Swap, enemy, lines)
    if line is not None:
        return Plan(script, line.cards, line.want)
    if order is not None and script.swap:
        return Plan(script, script.swap, script.want)
    return Plan(script, filed.swap, filed.want)


def script_of(enemy: str, lines: Iterable[Any]) -> BattleOrder | None:
    """The line with the script that counts against an enemy, None without one."""
    own = [line for line in lines if isinstance(line, BattleOrder)]
    fitting = [line for line in own if line.script.versus == enemy]
    found = fitting or [line for line in own if line.script.versus == "default"]
    return found[-1] if found else None


def last_of(kind: type[Line], enemy: str, lines: Iterable[Any]) -> Line | None:
    """The line of a kind that counts against an enemy, None without one."""
    own = [line for line in lines if isinstance(line, kind)]
    fitting = [line for line in own if line.versus == enemy]
    found = fitting or [line for line in own if not line.versus]
    return found[-1] if found else None


def live_play(
    lines: Sequence[Any],
    enemy: str,
    script: Script,
    armies: tuple[Army, Army],
    scripted: Callable[[], Play],
) -> Play:
    """The play of one battle round: as a leader's `lines` say, and for the rest as `scripted`.

    `armies` are his own and the enemy's.
    """
    mine, theirs = armies
    card, call = last_of(PlayCard, enemy, lines), last_of(Call, enemy, lines)
    if card is None:
        play = scripted()
    else:
        play = Play(
            playable_card(card.card, mine, script.on_unavailable),
            script.reinforce_at,
            script.reinforce_pick,
            script.rifling or guess_strip(theirs),
        )
    if call is not None:
        at = _CALL_NOW if call.willing else 0
        play = replace(play, reinforce_at=at, wishes=call.wishes or play.wishes)
    return play
