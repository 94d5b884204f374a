"""R3 and R4 up to the rolls: choices, conversions, and the faith that is earned."""

from __future__ import annotations

from types import MappingProxyType

from msgspec.structs import replace

from generator.rulesets.westphalia.choosing import choose_at_once, choose_first
from generator.rulesets.westphalia.conversion import (
    awaits_council,
    conversion_refusal,
    convert_player,
    hold_council,
)
from generator.rulesets.westphalia.dilemma_cards import are_sequential, take_cards
from generator.rulesets.westphalia.faith import roll_faith
from generator.rulesets.westphalia.orders import Convert, Council
from generator.rulesets.westphalia.sequence import is_stepwise, to_faith
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn

__all__ = ["convert_and_roll", "play"]


def play(turn: Turn) -> None:
    take_standing_orders(turn)
    if turn.before.option("turn_choice") == "at_once":
        choose_at_once(turn)
        if not are_sequential(turn.before):
            cards = take_cards(turn)
            turn.progress.state = replace(turn.state, cards=MappingProxyType(cards))
    else:
        choose_first(turn)
    if is_stepwise(turn):
        turn.go("conversion")
    else:
        convert_and_roll(turn)


def convert_and_roll(turn: Turn) -> None:
    """R4a to R4c."""
    _convert(turn)
    if awaits_council(turn.state):
        hold_council(turn.progress, _council_votes(turn), turn.lots)
    roll_faith(turn.progress, turn.lots)
    to_faith(turn)


def _convert(turn: Turn) -> None:
    """POW-CNV-3: all decide at once; then they convert in Initiative Order."""
    converts = []
    for player in turn.state.initiative:
        found = turn.last(player, Convert)
        if found is None:
            if conversion_refusal(turn.state, player) is None:
                stays = Convert(False)
                turn.automatic(player, stays, "POW-MAIL-3", "nobody converts without a word")
            continue
        entry, order = found
        refusal = conversion_refusal(turn.state, player) if order.yes else None
        if refusal is not None:
            turn.settle(entry, "illegal", refusal)
            continue
        text = "converts" if order.yes else "stays"
        turn.settle(entry, "success", ("POW-CNV-3", text))
        if order.yes:
            converts.append(player)
    for player in converts:
        convert_player(turn.progress, player)


def _council_votes(turn: Turn) -> dict[str, str]:
    votes: dict[str, str] = {}
    for player in turn.state.initiative:
        found = turn.last(player, Council)
        catholic = turn.state.players[player].religion == "catholic"
        if found is None:
            if catholic:
                text = "without a vote: with the French"
                turn.automatic(player, Council("french"), "POW-REF-5", text)
            continue
        if not catholic:
            turn.settle(found[0], "illegal", ("POW-REF-5", "only Catholics vote"))
            continue
        turn.settle(found[0], "success", ("POW-REF-5", "counted"))
        votes[player] = found[1].vote
    return votes
