"""The orders of players for battles: the script and the swap that fit one, live cards, and the
verdicts on all of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from generator.engine.verdicts import NO_ORDER, Outcome
from generator.rulesets.westphalia.battle.army import NAMES, Army, Type
from generator.rulesets.westphalia.battle.duel import Play
from generator.rulesets.westphalia.battle.exchange import Effect
from generator.rulesets.westphalia.battle.script import (
    AUTOMATIC,
    Script,
    guess_strip,
    playable_card,
)
from generator.rulesets.westphalia.state.orders import BattleOrder, Call, PlayCard, Swap
from generator.rulesets.westphalia.state.progress import Progress

Orders = Mapping[str, Sequence[Any]]
"""The orders of each player, in written order."""

_CALL_NOW = 99
"""More cards than any hand holds: a live call comes no matter how many are left."""

Line = TypeVar("Line", bound=BattleOrder | Swap | PlayCard | Call)


class Plan(Struct, frozen=True):
    """A script, and the cards to swap before the battle, with those wished for instead."""

    script: Script = AUTOMATIC
    swap: tuple[Type, ...] = ()
    want: tuple[Type, ...] = ()


NO_PLAN: Final = Plan()
"""The plan of a player without orders: the automatic script, and no swap."""


def plan_for(leader: str, enemy: str, orders: Orders, filed: Plan = NO_PLAN) -> Plan:
    """The plan of a side's leader against an enemy ("religious": in the Religious War).

    A line for this enemy goes before one for any; of several equals the last one counts. The parts
    that no line sets stay as they were `filed` in a phase before. Without a leader, or a script of
    his, the automatic script plays.
    """
    lines = orders.get(leader, ()) if leader else ()
    order = last_of(BattleOrder, enemy, lines)
    script = order.script if order is not None else filed.script
    line = last_of(Swap, enemy, lines)
    if line is not None:
        return Plan(script, line.cards, line.want)
    if order is not None and script.swap:
        return Plan(script, script.swap, script.want)
    return Plan(script, filed.swap, filed.want)


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
    """The play of one battle round: the leader's `lines`, and for the rest as `scripted`.

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


_Found = tuple[Outcome, str, str]
"""The result of a line: the outcome, the rule, and why."""


class LiveRound(Struct, frozen=True):
    """A battle round of live play for one side.

    `army` is the one before it, `card` the card played, `script` chooses the card if no line does,
    `effects` are the side's own, and `is_over` is whether there is no enemy left to fight.
    """

    army: Army
    card: Type
    script: Script
    effects: tuple[Effect, ...]
    is_over: bool


def judge_plans(
    progress: Progress,
    orders: Orders,
    battles: Mapping[str, Sequence[str]],
    *,
    fought: bool = True,
    waiting: Collection[str] = (),
    swapped: Collection[str] = (),
    live: Mapping[tuple[str, str], LiveRound] | None = None,
) -> None:
    """Verdicts for scripts, swaps and live cards. `battles` has the enemies of each leader.

    Scripts wait for a later phase unless battles are `fought` now, and so do the swaps of players
    who are `waiting`; those who have `swapped` do not again. `live` holds how a battle round of
    live play went for (leader, enemy).
    """
    live = live or {}
    for player in progress.state.order:
        lines, met = orders.get(player, ()), battles.get(player, ())
        for line in lines:
            if not isinstance(line, BattleOrder | Swap | PlayCard | Call):
                continue
            enemies = [enemy for enemy in met if last_of(type(line), enemy, lines) is line]
            if not met or line.versus not in ("", *met):
                found: _Found = "void", "POW-BAT-1", no_battle(line.versus, met)
            elif not enemies:
                found = "excess", "POW-MAIL-2", "another line counts in this battle"
            elif isinstance(line, Swap) and player in swapped:
                found = "void", "POW-BAT-5", "the cards have been swapped"
            elif isinstance(line, Swap):
                kept = player in waiting
                said = "kept until it is the player's turn to swap" if kept else "used in battle"
                found = "success", "POW-BAT-5", said
            elif isinstance(line, BattleOrder):
                said = "used in battle" if fought else "kept for the battle"
                found = "success", "POW-MAIL-5", said
            elif not live:
                found = "void", "POW-MAIL-4", "no battle round is played now"
            else:
                told = [_live(line, live[player, enemy]) for enemy in enemies]
                # Of several battles the best result counts.
                found = next((one for one in told if one[0] == "success"), told[0])
            # A card that was played is public, but the rest of the plan is not.
            shown = isinstance(line, PlayCard) and found[0] == "success"
            known_to = () if shown else (player,)
            progress.judge(player, line, found[0], found[1:], known_to=known_to)
    for (player, enemy), one in live.items():
        silent = last_of(PlayCard, enemy, orders.get(player, ())) is None
        if player and silent and one.script == AUTOMATIC:
            judge_automatic(progress, player, PlayCard(one.card, enemy))


def judge_automatic(progress: Progress, player: str, line: BattleOrder | PlayCard) -> None:
    """POW-MAIL-3: the verdict on the automatic play for a leader who sent nothing."""
    reason = ("POW-MAIL-6", "the automatic script")
    progress.judge(player, line, "success", reason, note=NO_ORDER)


def no_battle(versus: str = "", met: Iterable[str] = ()) -> str:
    """Why a line fits no battle of a player who meets these enemies."""
    enemies = ", ".join(met)
    if not enemies:
        return "the player has no battle to fight"
    return f"no such battle is fought: {versus} is not among the enemies ({enemies})"


def _live(line: PlayCard | Call, live: LiveRound) -> _Found:
    """The result of a live order in one battle."""
    if isinstance(line, PlayCard):
        if live.card == line.card:
            return "success", "POW-MAIL-4", "used in battle"
        said = "is banned" if live.army.hand[line.card] else "is not held"
        text = f"{NAMES[line.card]} {said}: {NAMES[live.card]} played instead"
        return "void", "POW-MAIL-4", text
    calls = [effect for effect in live.effects if effect.kind == "calls"]
    if calls:
        forced = calls[0].rule == "POW-BAT-20"
        text = f"{'had to call: ' if forced else ''}{calls[0].cards} taken"
        return "success" if line.willing else "void", calls[0].rule, text
    if not line.willing:
        return "success", "POW-BAT-19", "calls nothing"
    if not live.army.reserves:
        return "void", "POW-BAT-19", "there are no Reserves to call"
    if live.army.called:
        return "void", "POW-BAT-19", "it has called before, and may call once in a battle"
    if live.is_over:
        return "void", "POW-BAT-23", "the battle is over"
    return "void", "POW-BAT-19", "nothing lies on its discard pile: the call is kept for later"
