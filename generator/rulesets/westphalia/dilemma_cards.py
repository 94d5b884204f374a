"""The dilemma cards that players commit, and the games that are played with them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from msgspec.structs import replace

from generator.rulesets.westphalia.diplomacy_game import Game, play_game, play_games
from generator.rulesets.westphalia.orders import Card, Dilemma
from generator.rulesets.westphalia.state import NOTHING, State
from generator.rulesets.westphalia.turn import Turn

__all__ = ["are_sequential", "play_all", "play_one", "take_cards"]

_CAREFUL: Final[Card] = "cooperate"


def are_sequential(state: State) -> bool:
    """Whether each game has a deadline of its own, so that players see how the last one went."""
    if state.option("pacing") == "stepwise":
        return True
    return bool(state.option("dilemma_mode") == "sequential")


def take_cards(turn: Turn, *, shown: bool = False) -> dict[str, tuple[str, str]]:
    """The dilemma cards that all players commit: {player: (as leader, as follower)}.

    Until they are shown, only their owner knows them (POW-MAIL-1).
    """
    cards: dict[str, tuple[str, str]] = {}
    for player in turn.before.seats:
        known_to = () if shown else (player,)
        lead = _card_of(turn, player, "lead", "committed", known_to)
        cards[player] = (lead, _card_of(turn, player, "follow", "committed", known_to))
    return cards


def play_all(turn: Turn) -> None:
    """R5a with the cards that all players have committed."""
    play_games(turn.progress, turn.state.cards)
    turn.progress.state = replace(turn.state, cards=NOTHING)


def play_one(turn: Turn, game: Game) -> None:
    """One game, for which both have chosen their cards just now."""
    lead = _card_of(turn, game.leader, "lead", "shown together")
    play_game(turn.progress, game, lead, _card_of(turn, game.follower, "follow", "shown together"))


def _card_of(
    turn: Turn,
    player: str,
    role: Literal["lead", "follow"],
    said: str,
    known_to: Iterable[str] = (),
) -> Card:
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
