"""Battles with cards: pikemen, musketeers and cavalry, one card a side in each battle round.

Pure: armies and orders in, armies and a record of every step with the rule that decided it out.
Nothing here knows of provinces, players' religions or the state of a game.

    armies   Army(hand=Cards.of("PPMC"), reserves=2), Army(hand=Cards.of("MMC"))
    plays    Play("M", reinforce_at=2), Play("C")
    after    Round(1, ("M", "C"), effects, armies): the cavalry rides down the musketeers

Invariants: no count of cards is negative; a card is in the hand, the pile, or aside of one army;
an army calls its reserves once; each effect names its side (0 or 1) and the rule that caused it.

    cards.py      the three types and counted cards
    army.py       one side: hand, discard pile, reserves; the terms that a game's tables set;
                  dealing and swapping
    exchange.py   two cards against each other, and all that follows
    reinforce.py  routs, forced and voluntary calls for reinforcements
    script.py     standing orders for a whole battle, as players write them; the automatic script
    duel.py       a battle of two sides, round by round or to its end
    melee.py      the battle of two Leagues
"""

from __future__ import annotations
