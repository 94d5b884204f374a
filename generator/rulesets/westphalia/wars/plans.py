"""What a player ordered for a battle: the script and the swap that fit it, and live cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from generator.rulesets.westphalia.battle.army import Army
from generator.rulesets.westphalia.battle.cards import Type
from generator.rulesets.westphalia.battle.duel import Play
from generator.rulesets.westphalia.battle.script import AUTOMATIC, Script, playable_card
from generator.rulesets.westphalia.step import Course
from generator.rulesets.westphalia.wars.orders import BattleOrder, Call, PlayCard, Swap
from generator.rulesets.westphalia.wars.skipping import skip

__all__ = ["Orders", "Plan", "judge_plans", "live_play", "plan_for"]

Orders = Mapping[str, Sequence[Any]]
"""What each player ordered, in written order."""

_CALL_NOW = 99
"""More cards than any hand holds: a live call comes whatever is left."""

Line = TypeVar("Line", Swap, PlayCard, Call)


@dataclass(frozen=True, slots=True)
class Plan:
    """A script, and the cards to swap before the battle, with those wished for instead."""

    script: Script
    swap: tuple[Type, ...] = ()
    want: tuple[Type, ...] = ()


def plan_for(leader: str, enemy: str, orders: Orders) -> Plan:
    """What the leader of a side wants against an enemy ("religious": in the Religious War).

    A line for this enemy goes before one for any; of several equals the last one counts. Without
    a leader, or a script of his, the automatic script plays.
    """
    lines = orders.get(leader, ()) if leader else ()
    scripts = [line.script for line in lines if isinstance(line, BattleOrder)]
    fitting = [one for one in scripts if one.versus == enemy]
    default = [one for one in scripts if one.versus == "default"]
    script = (fitting or default or [AUTOMATIC])[-1]
    line = _last(Swap, enemy, lines)
    if line is not None:
        return Plan(script, line.cards, line.want)
    return Plan(script, script.swap, script.want)


def _last(kind: type[Line], enemy: str, lines: Iterable[Any]) -> Line | None:
    own = [line for line in lines if isinstance(line, kind)]
    fitting = [line for line in own if line.versus == enemy]
    found = fitting or [line for line in own if not line.versus]
    return found[-1] if found else None


def live_play(
    leader: str, enemy: str, orders: Orders, army: Army, scripted: Callable[[], Play]
) -> Play:
    """The play of one battle round: as ordered, and for the rest as `scripted` says."""
    lines = orders.get(leader, ()) if leader else ()
    card, call = _last(PlayCard, enemy, lines), _last(Call, enemy, lines)
    if card is None:
        play = scripted()
    else:
        script = plan_for(leader, enemy, orders).script
        play = Play(
            playable_card(card.card, army, script.on_unavailable),
            script.reinforce_at,
            script.reinforce_pick,
            script.rifling,
        )
    if call is not None:
        at = _CALL_NOW if call.willing else 0
        play = replace(play, reinforce_at=at, wishes=call.wishes or play.wishes)
    return play


def judge_plans(course: Course, orders: Orders, battles: Mapping[str, Sequence[str]]) -> None:
    """Verdicts for scripts, swaps and live cards. `battles` has the enemies of each leader."""
    for player in course.state.order:
        met = battles.get(player, ())
        for line in orders.get(player, ()):
            if not isinstance(line, BattleOrder | Swap | PlayCard | Call):
                continue
            versus = line.script.versus if isinstance(line, BattleOrder) else line.versus
            if versus in met or (met and versus in ("", "default")):
                rule = "POW-BAT-5" if isinstance(line, Swap) else "POW-MAIL-5"
                rule = "POW-MAIL-4" if isinstance(line, PlayCard | Call) else rule
                # A card that was played is public, and what else was planned is not.
                known_to = () if isinstance(line, PlayCard) else (player,)
                course.judge(
                    player, str(line), "success", (rule, "used in battle"), known_to=known_to
                )
            else:
                said = "no such battle is fought" if versus else "no battle is fought"
                skip(course, player, line, "void", ("POW-BAT-1", said))
