"""The Diplomacy Game: the cards that players commit, and two of them shown together."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Final, NamedTuple

from generator.rulesets.westphalia.data.event_kinds import DILEMMA
from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.land.influence import gain
from generator.rulesets.westphalia.state.orders import Card, Dilemma, Role
from generator.rulesets.westphalia.state.pacing import is_stepwise
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import NOTHING, State
from generator.rulesets.westphalia.state.words import player_name
from generator.rulesets.westphalia.turn import Turn

_CAREFUL: Final[Card] = "cooperate"


class Game(NamedTuple):
    """One game: the player whose turn it is, and the next in Initiative."""

    leader: str
    follower: str


def games_of(state: State) -> tuple[Game, ...]:
    """POW-DIL-1: the games of the Round, in Initiative Order. A player who left the Empire leads no
    game."""
    order = state.initiative
    return tuple(
        Game(player, order[(index + 1) % len(order)])
        for index, player in enumerate(order)
        if "diplomacy" in state.players[player].tasks and not state.players[player].left
    )


def _play_game(progress: Progress, game: Game, lead: str, follow: str) -> None:
    """POW-DIL-2 to 6: one game with two cards."""
    won = facts().dilemma[f"{lead}_{follow}"]
    rule = "POW-DIL-4"
    if lead == follow:
        rule = "POW-DIL-3" if lead == "cooperate" else "POW-DIL-5"
    shown = f"{player_name(game.leader)} ({lead}) and {player_name(game.follower)} ({follow})"
    text = f"{shown}: {won[0]} DI and {won[1]} DI"
    progress.tell(DILEMMA, rule, text, game, cards=(lead, follow), influence=tuple(won))
    gain(progress, game.leader, won[0], rule, "as leader in the Diplomacy Game")
    if "diplomacy" not in progress.state.players[game.follower].tasks:
        rule = "POW-DIL-6"
    gain(progress, game.follower, won[1], rule, "as follower in the Diplomacy Game")


def commit_cards(turn: Turn) -> None:
    """All players commit their dilemma cards, unless each game has its own deadline. Until they are
    shown, only their owner knows them (POW-MAIL-1)."""
    if is_stepwise(turn.before):
        return
    cards: dict[str, tuple[str, str]] = {}
    for player in turn.before.seats:
        lead = _card_of(turn, player, "lead", "committed", (player,))
        cards[player] = (lead, _card_of(turn, player, "follow", "committed", (player,)))
    turn.change(cards=MappingProxyType(cards))


def play_all(turn: Turn) -> None:
    """R5a: all games, one after the other, with the cards that all players have committed; a player
    without a card cooperates."""
    silent = (_CAREFUL, _CAREFUL)
    for game in games_of(turn.state):
        lead = turn.state.cards.get(game.leader, silent)[0]
        _play_game(turn, game, lead, turn.state.cards.get(game.follower, silent)[1])
    turn.change(cards=NOTHING)


def play_next_game(turn: Turn) -> None:
    """One game, for which both have chosen their cards just now."""
    games = games_of(turn.state)
    game = games[turn.number - 1]
    lead = _card_of(turn, game.leader, "lead", "shown together")
    _play_game(turn, game, lead, _card_of(turn, game.follower, "follow", "shown together"))
    turn.go_on(games)


def _card_of(turn: Turn, player: str, role: Role, said: str, known_to: Iterable[str] = ()) -> Card:
    """A player's card for a role: the last one named (POW-MAIL-2), or the careful one."""
    given = [pair for pair in turn.orders(player, Dilemma) if pair[1].role == role]
    for entry, _ in given[:-1]:
        turn.settle(entry, "excess", ("POW-MAIL-2", "a later line counts"), known_to=known_to)
    for entry, order in given[-1:]:
        turn.settle(entry, "success", ("POW-DIL-2", said), known_to=known_to)
        return order.card
    silent = Dilemma(role, _CAREFUL)
    turn.automatic(player, silent, "POW-MAIL-3", "cooperates without a word", known_to)
    return _CAREFUL
