"""What follows on what between the choice and the wars of a Round, in both paces of play.

With merged pacing several steps share a deadline. Stepwise, each step has its own, and where
players act one after the other each of them has.
"""

from __future__ import annotations

from generator.rulesets.westphalia.balloting import are_open, ask_next
from generator.rulesets.westphalia.dilemma_cards import are_sequential, play_all
from generator.rulesets.westphalia.diplomacy_game import games_of
from generator.rulesets.westphalia.flow import to_battles
from generator.rulesets.westphalia.state import State
from generator.rulesets.westphalia.turn import Turn
from generator.rulesets.westphalia.victory import check_victory
from generator.rulesets.westphalia.wars.declaring import open_wars

__all__ = [
    "dealt",
    "engaged",
    "is_stepwise",
    "next_of",
    "to_actions",
    "to_declarations",
    "to_diplomacy",
    "to_election",
    "to_faith",
    "to_first_election",
    "to_games",
    "to_influence",
    "waging",
]


def is_stepwise(turn: Turn) -> bool:
    return bool(turn.before.option("pacing") == "stepwise")


def dealt(state: State) -> tuple[str, ...]:
    """The players with dice to place, in Initiative Order."""
    return tuple(player for player in state.order if state.dice.get(player))


def engaged(state: State) -> tuple[str, ...]:
    """The players who Engage in Diplomacy, in Initiative Order."""
    return tuple(player for player in state.order if "diplomacy" in state.players[player].tasks)


def waging(state: State) -> tuple[str, ...]:
    """The players who Wage War, in Initiative Order."""
    return tuple(player for player in state.order if "war" in state.players[player].tasks)


def next_of(turn: Turn, kind: str, several: tuple[object, ...], number: int) -> bool:
    """Go to the phase of the next one after the `number`-th, counted from 1; whether there is
    one."""
    if number >= len(several):
        return False
    turn.go(f"{kind}-{number + 1}")
    return True


def to_influence(turn: Turn) -> None:
    """The board is full: the first influence is placed."""
    turn.go("influence-1" if is_stepwise(turn) else "influence")


def to_first_election(turn: Turn) -> None:
    """The first influence is placed: the first Emperor is elected."""
    if not (are_open(turn.before) and ask_next(turn, 1)):
        turn.go("first-election")


def to_election(turn: Turn) -> None:
    """Stepwise: the throne is empty."""
    if not (are_open(turn.before) and ask_next(turn, 1)):
        turn.go("election")


def to_faith(turn: Turn) -> None:
    """After the rolls: the dice are placed, if there are any."""
    if not turn.state.dice:
        if not check_victory(turn.progress, "faith"):
            to_diplomacy(turn)
    elif is_stepwise(turn):
        turn.go("faith-1")
    else:
        turn.go("faith")


def to_diplomacy(turn: Turn) -> None:
    """After Combat Heresy: the second choice, if it comes now, and the Diplomacy Game."""
    if turn.before.option("turn_choice") == "two_step":
        turn.go("second-choice")
    else:
        to_games(turn)


def to_games(turn: Turn) -> None:
    if are_sequential(turn.before):
        if not next_of(turn, "game", games_of(turn.state), 0):
            to_actions(turn)
        return
    play_all(turn)
    to_actions(turn)


def to_actions(turn: Turn) -> None:
    if not is_stepwise(turn):
        turn.go("diplomacy")
    elif not next_of(turn, "actions", engaged(turn.state), 0):
        to_declarations(turn)


def to_declarations(turn: Turn) -> None:
    """Stepwise: the wars of the Round are opened, and the first player may declare one."""
    turn.progress.take(open_wars(turn.state))
    if not next_of(turn, "declarations", waging(turn.state), 0):
        to_battles(turn)
