"""One side of a battle, and the numbers that a game's tables set for all of them; and
its cards before the first battle round: dealing and swapping."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.engine.chance import Lots

Type = Literal["P", "M", "C"]

PIKEMEN: Final[Type] = "P"
MUSKETEERS: Final[Type] = "M"
CAVALRY: Final[Type] = "C"
TYPES: Final[tuple[Type, ...]] = (PIKEMEN, MUSKETEERS, CAVALRY)
"""The types, in the order that settles ties."""

INFANTRY: Final[tuple[Type, ...]] = (PIKEMEN, MUSKETEERS)
NAMES: Final[dict[Type, str]] = {"P": "pikemen", "M": "musketeers", "C": "cavalry"}


class Cards(Struct, frozen=True):
    """How many cards of each type; none is negative."""

    pikemen: int = 0
    musketeers: int = 0
    cavalry: int = 0

    def __post_init__(self) -> None:
        if min(self.pikemen, self.musketeers, self.cavalry) < 0:
            raise ValueError(f"{self!r} counts less than no cards")

    @classmethod
    def of(cls, types: Iterable[str]) -> Cards:
        """The cards in a run of letters: `Cards.of("MMC")`. Raises ValueError for others."""
        letters = list(types)
        strange = [letter for letter in letters if letter not in TYPES]
        if strange:
            raise ValueError(f"{strange[0]} is no card: P, M and C are")
        return cls(*(letters.count(kind) for kind in TYPES))

    def __getitem__(self, kind: Type) -> int:
        return (self.pikemen, self.musketeers, self.cavalry)[TYPES.index(kind)]

    def __iter__(self) -> Iterator[Type]:
        """Each card, pikemen first."""
        for kind in TYPES:
            yield from (kind,) * self[kind]

    def __len__(self) -> int:
        return self.pikemen + self.musketeers + self.cavalry

    def __add__(self, other: Cards) -> Cards:
        return Cards(*(self[kind] + other[kind] for kind in TYPES))

    def __sub__(self, other: Cards) -> Cards:
        """Raises ValueError if more is taken than there is."""
        return Cards(*(self[kind] - other[kind] for kind in TYPES))

    def __str__(self) -> str:
        """The notation of records: "4P 2M 1C", with "-" for no cards at all."""
        return " ".join(f"{self[kind]}{kind}" for kind in TYPES if self[kind]) or "-"

    @property
    def letters(self) -> str:
        """The notation of orders and files: "PPPPMMC". `of` reads it back."""
        return "".join(self)

    @property
    def infantry(self) -> int:
        return self.pikemen + self.musketeers

    @property
    def is_cavalry_only(self) -> bool:
        return self.cavalry > 0 and self.infantry == 0

    def most(self) -> Type | None:
        """The most numerous type, None without cards; ties go to P, then M."""
        most: Type = max(TYPES, key=lambda kind: self[kind])
        return most if self[most] else None


NONE: Final = Cards()


class Terms(Struct, frozen=True):
    """The rulebook's tables on battles. Counts of cards, ratios as whole numbers.

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


def muster(power: int, terms: Terms) -> tuple[int, int]:
    """How many cards an army of this Imperial Power is dealt, and how much goes to reserves."""
    hand = min(terms.hand_max, power)
    return hand, power - hand


def decks_needed(powers: Sequence[int], terms: Terms) -> int:
    """The number of whole decks that all hands and swaps need; at least one."""
    cards = sum(muster(power, terms)[0] + terms.swap_max for power in powers)
    return max(1, -(-cards // len(terms.deck)))


def deal(
    powers: Sequence[int], terms: Terms, lots: Lots, label: str, *, decks: int = 1
) -> tuple[list[Army], tuple[Type, ...]]:
    """Shuffle a deck and deal an army from its top for each of these Imperial Powers, in order.
    Returns the armies, and the rest of the deck from its top."""
    rest = lots.shuffle(label, tuple(terms.deck) * decks, shown=False)
    armies = []
    for power in powers:
        hand, reserves = muster(power, terms)
        armies.append(Army(hand=Cards.of(rest[:hand]), reserves=reserves))
        rest = rest[hand:]
    return armies, rest


def swap(
    army: Army, unwanted: Sequence[Type], deck: tuple[Type, ...], terms: Terms
) -> tuple[Army, tuple[Type, ...], Cards, Cards]:
    """The army after its swap, the deck after it, and the cards discarded and drawn.

    Cards that it does not hold, and more than may be swapped, are passed over. The deck gives its
    top; swapped cards are out of the battle.
    """
    discarded = Cards()
    for kind in unwanted:
        if len(discarded) < terms.swap_max and army.hand[kind] > discarded[kind]:
            discarded += Cards.of(kind)
    drawn, rest = Cards.of(deck[: len(discarded)]), deck[len(discarded) :]
    hand = army.hand - discarded + drawn
    army = replace(army, hand=hand, aside=army.aside + discarded)
    return army, rest, discarded, drawn
