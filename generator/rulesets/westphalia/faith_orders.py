"""R4, the dice of faith as players place them; then they convert."""

from __future__ import annotations

from generator.rulesets.westphalia.dice import (
    Placement,
    automatic_faith,
    keep_dice,
    lying_dice,
    place_dice,
    place_refusal,
)
from generator.rulesets.westphalia.event_kinds import DICE_LOST, DICE_PLACED
from generator.rulesets.westphalia.orders import Faith
from generator.rulesets.westphalia.pacing import dealt
from generator.rulesets.westphalia.spreading import convert_by_dice
from generator.rulesets.westphalia.turn import Turn
from generator.rulesets.westphalia.words import RELIGION, count, name_of, player_name

__all__ = [
    "place_faith",
]


def place_faith(turn: Turn) -> None:
    """All players with dice, or stepwise the n-th of them, upon what lies there already."""
    there = lying_dice(turn.state)
    players = dealt(turn.state)
    for player in turn.of_phase(players):
        there = _place(turn, there, player)
    if turn.go_on(players):
        turn.progress.state = keep_dice(turn.state, there)
        return
    convert_by_dice(turn.progress, there)


def _place(turn: Turn, there: Placement, player: str) -> Placement:
    """One player's dice, all at once."""
    given = turn.orders(player, Faith)
    legal = []
    for entry, order in given:
        refusal = place_refusal(turn.state, player, order.place)
        if refusal is not None:
            turn.settle(entry, "illegal", refusal)
        else:
            legal.append((entry, order))
    if given:
        orders = tuple(order for _, order in legal)
    else:
        orders = automatic_faith(turn.state, there, player)
    there, used = place_dice(turn.state, there, player, orders)
    religion = RELIGION[turn.state.players[player].religion]
    for index, (order, dice) in enumerate(used):
        if given:
            entry = legal[index][0]
            if dice:
                turn.settle(entry, "success", ("POW-FTH-5", count(dice, "die", "dice")))
            else:
                turn.settle(entry, "excess", ("POW-FTH-5", "no die was left"))
        else:
            turn.automatic(player, order, "POW-FTH-15", count(dice, "die", "dice"))
        if dice:
            where = name_of(turn.state, order.place)
            turn.progress.tell(
                DICE_PLACED,
                "POW-FTH-5",
                f"{player_name(player)} places {count(dice, f'{religion} die', f'{religion} dice')}"
                f" on {where}",
                (player,),
                (order.place,) if order.place in turn.state.provinces else (),
                place=order.place,
                number=dice,
            )
    left = turn.state.dice[player] - sum(dice for _, dice in used)
    if left:
        lost = "it is lost" if left == 1 else "they are lost"
        text = f"{player_name(player)} leaves {count(left, 'die', 'dice')} unplaced: {lost}"
        turn.progress.tell(DICE_LOST, "POW-FTH-5", text, (player,), number=left)
    return there
