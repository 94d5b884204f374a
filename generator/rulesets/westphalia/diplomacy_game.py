"""The Diplomacy Game: two cards, shown together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from generator.rulesets.westphalia.facts import facts
from generator.rulesets.westphalia.influence import gain
from generator.rulesets.westphalia.progress import Progress
from generator.rulesets.westphalia.state import State
from generator.rulesets.westphalia.words import player_name

__all__ = ["Game", "games_of", "play_game", "play_games"]


class Game(NamedTuple):
    """One game: the player whose turn it is, and the next in Initiative."""

    leader: str
    follower: str


def games_of(state: State) -> tuple[Game, ...]:
    """POW-DIL-1: the games of the Round, in Initiative Order. Who left the Empire leads none."""
    order = state.initiative
    return tuple(
        Game(player, order[(index + 1) % len(order)])
        for index, player in enumerate(order)
        if "diplomacy" in state.players[player].tasks and not state.players[player].left
    )


def play_games(progress: Progress, cards: Mapping[str, tuple[str, str]]) -> None:
    """R5a: all games, one after the other. `cards` has each player's card as leader and as
    follower; who has none cooperates."""
    for game in games_of(progress.state):
        lead = cards.get(game.leader, ("cooperate", "cooperate"))[0]
        follow = cards.get(game.follower, ("cooperate", "cooperate"))[1]
        play_game(progress, game, lead, follow)


def play_game(progress: Progress, game: Game, lead: str, follow: str) -> None:
    """POW-DIL-2 to 6: one game with two cards."""
    won = facts()["dilemma"][f"{lead}_{follow}"]
    rule = "POW-DIL-4"
    if lead == follow:
        rule = "POW-DIL-3" if lead == "cooperate" else "POW-DIL-5"
    progress.tell(
        "dilemma",
        rule,
        f"{player_name(game.leader)} ({lead}) and {player_name(game.follower)} ({follow}): "
        f"{won[0]} DI and {won[1]} DI",
        (game.leader, game.follower),
        cards=(lead, follow),
        influence=tuple(won),
    )
    gain(progress, game.leader, won[0], rule, "as leader in the Diplomacy Game")
    rule = "POW-DIL-6" if "diplomacy" not in _tasks(progress, game.follower) else rule
    gain(progress, game.follower, won[1], rule, "as follower in the Diplomacy Game")


def _tasks(progress: Progress, player: str) -> tuple[str, ...]:
    return progress.state.players[player].tasks
