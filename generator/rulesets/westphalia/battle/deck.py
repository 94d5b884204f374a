"""The deck: shuffling, dealing, and swapping cards before the first battle round."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from generator.engine.lots import Lots
from generator.rulesets.westphalia.battle.army import Army, Terms
from generator.rulesets.westphalia.battle.cards import Cards, Type


class Deal(Struct, frozen=True):
    """Armies as dealt, in the order of dealing, and the rest of the deck from its top."""

    armies: tuple[Army, ...]
    deck: tuple[Type, ...]


def muster(power: int, terms: Terms) -> tuple[int, int]:
    """How many cards an army of this Imperial Power is dealt, and how much goes to reserves."""
    hand = min(terms.hand_max, power)
    return hand, power - hand


def decks_needed(powers: Sequence[int], terms: Terms) -> int:
    """Whole decks enough for everybody's hand and swaps; at least one."""
    cards = sum(muster(power, terms)[0] + terms.swap_max for power in powers)
    return max(1, -(-cards // len(terms.deck)))


def deal(
    powers: Sequence[int],
    terms: Terms,
    lots: Lots,
    label: str,
    *,
    decks: int = 1,
    deck: Sequence[Type] = (),
) -> Deal:
    """A shuffled deck, and from its top an army for each of these Imperial Powers, in order.

    `deck` is what is left of one that has been shuffled before, if it is to be used instead.
    """
    rest = tuple(deck) or lots.shuffle(label, tuple(terms.deck) * decks, shown=False)
    armies = []
    for power in powers:
        hand, reserves = muster(power, terms)
        armies.append(Army(hand=Cards.of(rest[:hand]), reserves=reserves))
        rest = rest[hand:]
    return Deal(tuple(armies), rest)


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
