"""One side of a battle, and the numbers that a game's tables set for all of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from generator.rulesets.westphalia.battle.cards import CAVALRY, NONE, TYPES, Cards, Type


class Terms(Struct, frozen=True):
    """What the rulebook's tables say about battles. Counts of cards, ratios as whole numbers.

    `rifling` is whether musketeers have advanced rifling in this round of the game.
    """

    hand_max: int
    swap_max: int
    autowin_ratio: int
    charge_rout_ratio: int
    charge_infantry: int
    rifling: bool
    deck: Cards

    @classmethod
    def of(cls, battle: Mapping[str, Any], number: int) -> Terms:
        """The terms of round `number` of a game. `battle` is [battle] of facts.toml."""
        return cls(
            hand_max=battle["hand_max"],
            swap_max=battle["swap_max"],
            autowin_ratio=battle["autowin_ratio"],
            charge_rout_ratio=battle["charge_rout_ratio"],
            charge_infantry=battle["charge_infantry"],
            rifling=number >= battle["rifling_from_round"],
            deck=Cards(*(battle["deck"][kind] for kind in TYPES)),
        )


class Army(Struct, frozen=True):
    """The cards of one side.

    `pile` is its battle discard pile, from which reinforcements come; `aside` are swapped cards,
    which are out of the battle. `reserves` is the Imperial Power above the hand's limit. `banned`
    is whether it may not play cavalry in the coming battle round.
    """

    hand: Cards = NONE
    pile: Cards = NONE
    aside: Cards = NONE
    reserves: int = 0
    called: bool = False
    banned: bool = False

    @property
    def may_call(self) -> bool:
        """Whether it still has reserves to call."""
        return self.reserves > 0 and not self.called

    @property
    def playable(self) -> tuple[Type, ...]:
        """The types that it may play now."""
        return tuple(
            kind for kind in TYPES if self.hand[kind] and not (kind == CAVALRY and self.banned)
        )

    def discard(self, cards: Cards) -> Army:
        """The army after cards went from its hand to its pile."""
        return replace(self, hand=self.hand - cards, pile=self.pile + cards)

    def rout(self) -> Army:
        """The army after all of its hand went to its pile."""
        return self.discard(self.hand)
