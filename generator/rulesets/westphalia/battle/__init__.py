"""Battles with cards: pikemen, musketeers and cavalry, one card a side in each battle round.

Pure: armies and orders in, armies and a record of every step with the rule that decided it out.
Nothing here knows of provinces, players' religions or the state of a game.

    armies   Army(hand=Cards.of("PPMC"), reserves=2), Army(hand=Cards.of("MMC"))
    plays    Play("M", reinforce_at=2), Play("C")
    after    Round(1, ("M", "C"), effects, armies): the cavalry rides down the musketeers

Invariants: no count of cards is negative; a card is in the hand, in the pile, or among the swapped
cards of one army; an army calls its reserves once; each effect has its side (0 or 1) and the rule
that caused it.
"""

from __future__ import annotations
