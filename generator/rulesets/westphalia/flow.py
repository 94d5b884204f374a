"""What follows on the wars of a Round, where the next phase hangs on what has happened."""

from __future__ import annotations

from typing import Any, Final

from generator.rulesets.westphalia.leagues import reset_leagues
from generator.rulesets.westphalia.orders import Withdraw
from generator.rulesets.westphalia.progress import Progress
from generator.rulesets.westphalia.standing_orders import withdraw_now
from generator.rulesets.westphalia.turn import Turn
from generator.rulesets.westphalia.victory import check_victory
from generator.rulesets.westphalia.wars.battles import (
    are_apart,
    belligerents,
    is_frozen,
    next_battle_phase,
    open_battles,
)
from generator.rulesets.westphalia.wars.gathering import gather_leagues
from generator.rulesets.westphalia.wars.orders import (
    BattleOrder,
    Call,
    ExchangeElectors,
    PlayCard,
    RequestInitiative,
    Swap,
    Treaty,
    Yield,
)
from generator.rulesets.westphalia.wars.outcome import conclude_religious_war
from generator.rulesets.westphalia.wars.treaties import conclude

__all__ = [
    "after_religious_war",
    "conclude_battles",
    "conclude_melee",
    "frozen_players",
    "orders_of_all",
    "put_off",
    "to_battles",
]

_OF_BATTLES: Final = (BattleOrder, Swap, RequestInitiative, PlayCard, Call)
_OF_TREATIES: Final = (Treaty, Yield, ExchangeElectors)


def orders_of_all(turn: Turn) -> dict[str, list[Any]]:
    """What every player has ordered for battles and treaties, as written."""
    return {
        player: [order for _, order in turn.orders(player, *_OF_BATTLES, *_OF_TREATIES)]
        for player in turn.before.seats
    }


def frozen_players(turn: Turn) -> frozenset[str]:
    """The players whose influence has to stay where it is, because they are in a battle."""
    if not turn.before.option("withdraw_freeze"):
        return frozenset()
    return frozenset(one for one in turn.before.seats if is_frozen(turn.before, one))


def put_off(turn: Turn) -> None:
    """The battle goes on: what was ordered for its treaty has come too early, and who is in it
    withdraws no influence (POW-DI-5)."""
    for player in turn.before.seats:
        for entry, order in turn.orders(player, *_OF_TREATIES, Withdraw):
            if isinstance(order, Withdraw):
                reason = ("POW-DI-5", "influence stays until the treaty: order it again then")
            else:
                reason = ("POW-PCE-23", "the treaty comes later: order it again then")
            turn.settle(entry, "void", reason, known_to=(player,))


def conclude_battles(turn: Turn, phase: int) -> None:
    """The treaties of a Battle Phase; then those who were in it may withdraw, and the next one
    follows."""
    turn.progress.take(conclude(turn.state, phase, orders_of_all(turn), _is_over))
    withdraw_now(turn, frozenset(turn.before.seats))
    if not turn.is_over:
        to_battles(turn)


def conclude_melee(turn: Turn) -> None:
    """What the Religious War has decided, and what follows it."""
    turn.progress.take(conclude_religious_war(turn.state, orders_of_all(turn), _is_over))
    withdraw_now(turn, frozenset(turn.before.seats))
    if not turn.is_over:
        after_religious_war(turn)


def _is_over(progress: Progress) -> bool:
    return check_victory(progress, "treaty")


def to_battles(turn: Turn) -> None:
    """The next Battle Phase with wars; after the last one the Religious War, if there is one."""
    while phase := next_battle_phase(turn.state):
        turn.progress.take(open_battles(turn.state, phase, turn.lots))
        if not turn.state.hands:
            continue
        # Where all is won without cards, only treaties are left to make.
        settled = are_apart(turn.state) and not belligerents(turn.state)
        turn.go(f"treaties-{phase}" if settled else f"battles-{phase}")
        return
    war = turn.state.religious_war
    if war is not None and war.target not in turn.state.principalities:
        # There is nothing to gather for, which is told (POW-RWD-5).
        turn.progress.take(gather_leagues(turn.state, {}))
        war = turn.state.religious_war
    if war is None or war.status != "pending":
        after_religious_war(turn)
    else:
        turn.go("leagues")


def after_religious_war(turn: Turn) -> None:
    """The Leagues end (POW-LEA-6), and what is left of the Round follows."""
    reset_leagues(turn.progress)
    if not check_victory(turn.progress, "religious-war"):
        turn.go("tradeoffs" if turn.before.option("pacing") == "stepwise" else "election")
