"""R4, placement and resolution: the dice of faith go onto the map and convert."""

from __future__ import annotations

from generator.rulesets.westphalia.dice import (
    Placement,
    automatic_faith,
    keep_dice,
    lying_dice,
    place_dice,
    place_refusal,
)
from generator.rulesets.westphalia.orders import Faith
from generator.rulesets.westphalia.phases import kind_of
from generator.rulesets.westphalia.sequence import dealt, next_of, to_diplomacy
from generator.rulesets.westphalia.spreading import convert_by_dice
from generator.rulesets.westphalia.standing_orders import take_standing_orders
from generator.rulesets.westphalia.turn import Turn
from generator.rulesets.westphalia.victory import check_victory
from generator.rulesets.westphalia.words import RELIGION, count, name_of, player_name

__all__ = ["play"]


def play(turn: Turn) -> None:
    """All players with dice, or stepwise the n-th of them, upon what lies there already."""
    take_standing_orders(turn)
    _, number = kind_of(turn.before.moment.phase)
    there = lying_dice(turn.state)
    players = dealt(turn.state)
    for player in players[number - 1 : number] if number else players:
        there = _place(turn, there, player)
    if number and next_of(turn, "faith", players, number):
        turn.progress.state = keep_dice(turn.state, there)
        return
    convert_by_dice(turn.progress, there)
    if not check_victory(turn.progress, "faith"):
        to_diplomacy(turn)


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
                "dice-placed",
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
        turn.progress.tell("dice-lost", "POW-FTH-5", text, (player,), number=left)
    return there
