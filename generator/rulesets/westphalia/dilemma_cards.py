"""The dilemma cards that players commit, and the games that are played with them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

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
        chosen: dict[str, Card] = {}
        known_to = () if shown else (player,)
        for entry, order in turn.orders(player, Dilemma):
            if order.role in chosen:
                text = "the line before is replaced by this one"
            else:
                text = "committed"
            chosen[order.role] = order.card
            turn.settle(entry, "success", ("POW-DIL-2", text), known_to=known_to)
        for role in ("lead", "follow"):
            if role not in chosen:
                order = Dilemma(role, _CAREFUL)
                text = "cooperates without a word"
                turn.automatic(player, order, "POW-MAIL-3", text, known_to)
        cards[player] = (chosen.get("lead", _CAREFUL), chosen.get("follow", _CAREFUL))
    return cards


def play_all(turn: Turn) -> None:
    """R5a with the cards that all players have committed."""
    play_games(turn.course, turn.state.cards)
    turn.course.state = replace(turn.state, cards=NOTHING)


def play_one(turn: Turn, game: Game) -> None:
    """One game, for which both have chosen their cards just now."""
    cards = []
    for player, role in ((game.leader, "lead"), (game.follower, "follow")):
        card = _CAREFUL
        given = [pair for pair in turn.orders(player, Dilemma) if pair[1].role == role]
        for entry, order in given:
            turn.settle(entry, "success", ("POW-DIL-2", "shown together"))
            card = order.card
        if not given:
            order = Dilemma(role, card)  # type: ignore[arg-type]
            turn.automatic(player, order, "POW-MAIL-3", "cooperates without a word")
        cards.append(card)
    play_game(turn.course, game, cards[0], cards[1])
