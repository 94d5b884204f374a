"""Battles with cards: pikemen, musketeers and cavalry, one card a side in each battle round.

Pure: armies and orders in, armies and a record of every step with the rule that decided it out.
Nothing here knows of provinces, players' religions or the state of a game.

    cards.py      the three types and counted cards
    army.py       one side: hand, discard pile, reserves; the terms that a game's tables set
    deck.py       shuffling, dealing and swapping
    exchange.py   two cards against each other, and all that follows
    reinforce.py  routs, forced and voluntary calls for reinforcements
    script.py     standing orders for a whole battle, and the automatic script
    notation.py   scripts as players write them
    duel.py       a battle of two sides, round by round or to its end
    melee.py      the battle of two Leagues
"""

from __future__ import annotations
