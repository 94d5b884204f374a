"""Verdicts on what players ordered for battles: scripts, swaps and live cards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from generator.engine.verdicts import NO_ORDER
from generator.rulesets.westphalia.battle.army import Army
from generator.rulesets.westphalia.battle.cards import NAMES, Type
from generator.rulesets.westphalia.battle.exchange import Effect
from generator.rulesets.westphalia.battle.script import AUTOMATIC, Script
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.war_orders import BattleOrder, Call, PlayCard, Swap
from generator.rulesets.westphalia.wars.plans import Orders, last_of, script_of

if TYPE_CHECKING:
    from generator.engine.verdicts import Outcome

__all__ = ["Lived", "judge_plans", "no_battle", "tell_automatic"]

Line = BattleOrder | Swap | PlayCard | Call

Found = tuple["Outcome", str, str]
"""What became of a line: the outcome, the rule, and why."""


class Lived(Struct, frozen=True):
    """What a battle round of live play was for one side.

    `army` is the one before it, `card` what was played, `script` what plays where no card is named,
    `effects` are the side's own, and `is_over` is whether nobody is left to fight against.
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
    lived: Mapping[tuple[str, str], Lived] | None = None,
) -> None:
    """Verdicts for scripts, swaps and live cards. `battles` has the enemies of each leader.

    Scripts wait for a later phase unless battles are `fought` now, and so do the swaps of players
    who are `waiting`; those who have `swapped` do not again. `lived` tells for (leader, enemy) how
    a battle round of live play went.
    """
    for player in progress.state.order:
        lines, met = orders.get(player, ()), battles.get(player, ())
        for line in lines:
            if not isinstance(line, BattleOrder | Swap | PlayCard | Call):
                continue
            versus = line.script.versus if isinstance(line, BattleOrder) else line.versus
            enemies = [enemy for enemy in met if _counts(line, lines, enemy)]
            if not met or (versus not in met and versus not in ("", "default")):
                found: Found = "void", "POW-BAT-1", no_battle(versus, met)
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
            else:
                found = _live(line, [lived[player, enemy] for enemy in enemies] if lived else ())
            # A card that was played is public, and what else was planned is not.
            shown = isinstance(line, PlayCard) and found[0] == "success"
            known_to = () if shown else (player,)
            progress.judge(player, line, found[0], found[1:], known_to=known_to)
    for (player, enemy), one in (lived or {}).items():
        silent = last_of(PlayCard, enemy, orders.get(player, ())) is None
        if player and silent and one.script == AUTOMATIC:
            _judge_automatic(progress, player, PlayCard(one.card, enemy))


def tell_automatic(progress: Progress, leader: str, enemy: str) -> None:
    """POW-MAIL-3: the verdict on the script that plays for a leader who sent none."""
    _judge_automatic(progress, leader, BattleOrder(replace(AUTOMATIC, versus=enemy)))


def _judge_automatic(progress: Progress, player: str, line: BattleOrder | PlayCard) -> None:
    reason = ("POW-MAIL-6", "the automatic script")
    progress.judge(player, line, "success", reason, note=NO_ORDER)


def no_battle(versus: str = "", met: Iterable[str] = ()) -> str:
    """Why a line fits no battle of a player who meets these enemies."""
    enemies = ", ".join(met)
    if not enemies:
        return "the player has no battle to fight"
    return f"no such battle is fought: {versus} is not among the enemies ({enemies})"


def _counts(line: Line, lines: Sequence[Any], enemy: str) -> bool:
    """Whether a line is the one of its kind that counts in the battle against an enemy."""
    if isinstance(line, BattleOrder):
        return script_of(enemy, lines) is line
    return last_of(type(line), enemy, lines) is line


def _live(line: PlayCard | Call, rounds: Sequence[Lived]) -> Found:
    """What became of a live order, in one battle or more; of several the best is told."""
    found = [
        _played(line, one) if isinstance(line, PlayCard) else _called(line, one) for one in rounds
    ]
    if not found:
        return "void", "POW-MAIL-4", "no battle round is played now"
    return next((one for one in found if one[0] == "success"), found[0])


def _played(line: PlayCard, lived: Lived) -> Found:
    if lived.card == line.card:
        return "success", "POW-MAIL-4", "used in battle"
    said = "is banned" if lived.army.hand[line.card] else "is not held"
    text = f"{NAMES[line.card]} {said}: {NAMES[lived.card]} played instead"
    return "void", "POW-MAIL-4", text


def _called(line: Call, lived: Lived) -> Found:
    calls = [effect for effect in lived.effects if effect.kind == "calls"]
    if calls:
        forced = calls[0].rule == "POW-BAT-20"
        text = f"{'had to call: ' if forced else ''}{calls[0].cards} taken"
        return "success" if line.willing else "void", calls[0].rule, text
    if not line.willing:
        return "success", "POW-BAT-19", "calls nothing"
    if not lived.army.reserves:
        return "void", "POW-BAT-19", "there are no Reserves to call"
    if lived.army.called:
        return "void", "POW-BAT-19", "it has called before, and may call once in a battle"
    if lived.is_over:
        return "void", "POW-BAT-23", "the battle is over"
    return "void", "POW-BAT-19", "nothing lies on its discard pile: the call is kept for later"
