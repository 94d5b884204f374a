"""What follows on what between the setup and the wars of a Round, in both paces of play."""

from __future__ import annotations

from generator.rulesets.westphalia.closing.balloting import ask_next
from generator.rulesets.westphalia.diplomacy.declaring import open_wars
from generator.rulesets.westphalia.diplomacy.games import games_of, play_all
from generator.rulesets.westphalia.land.victory import check_victory
from generator.rulesets.westphalia.state.pacing import (
    are_open,
    are_sequential,
    engaged,
    is_stepwise,
    waging,
)
from generator.rulesets.westphalia.turn.turn import Turn
from generator.rulesets.westphalia.year.flow import to_battles

__all__ = [
    "to_actions",
    "to_declarations",
    "to_diplomacy",
    "to_faith",
    "to_first_election",
    "to_games",
]


def to_first_election(turn: Turn) -> None:
    """The first influence is placed: the first Emperor is elected."""
    if not (are_open(turn.before) and ask_next(turn, 1)):
        turn.go("first-election")


def to_faith(turn: Turn) -> None:
    """After the rolls: the dice are placed, if there are any."""
    if turn.state.dice:
        turn.go("faith-1" if is_stepwise(turn.before) else "faith")
    elif not check_victory(turn.progress, "faith"):
        to_diplomacy(turn)


def to_diplomacy(turn: Turn) -> None:
    """After Combat Heresy: the second choice, if it comes now, and the Diplomacy Game."""
    if turn.before.option("turn_choice") == "two_step":
        turn.go("second-choice")
    else:
        to_games(turn)


def to_games(turn: Turn) -> None:
    if not are_sequential(turn.before):
        play_all(turn)
        to_actions(turn)
    elif not turn.begin("game", games_of(turn.state)):
        to_actions(turn)


def to_actions(turn: Turn) -> None:
    if not is_stepwise(turn.before):
        turn.go("diplomacy")
    elif not turn.begin("actions", engaged(turn.state)):
        to_declarations(turn)


def to_declarations(turn: Turn) -> None:
    """Stepwise: the wars of the Round are opened, and the first player may declare one."""
    turn.progress.take(open_wars(turn.state))
    if not turn.begin("declarations", waging(turn.state)):
        to_battles(turn)
