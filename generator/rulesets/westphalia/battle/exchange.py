"""Two cards against each other, and all that follows before routed sides call reinforcements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.rulesets.westphalia.battle.army import (
    CAVALRY,
    INFANTRY,
    MUSKETEERS,
    NONE,
    PIKEMEN,
    TYPES,
    Army,
    Cards,
    Terms,
    Type,
)

Pair = tuple[Army, Army]

BEATS: Final[dict[Type, Type]] = {PIKEMEN: CAVALRY, MUSKETEERS: PIKEMEN, CAVALRY: MUSKETEERS}

_STRIP: Final[tuple[Type, ...]] = (CAVALRY, MUSKETEERS, PIKEMEN)
"""The order that settles ties where a player has not listed the types to strip: the first goes
first."""


class Effect(Struct, frozen=True):
    """One thing that a battle round did to `side` (0 or 1), and the rule that did it.

    `cards` are the cards lost, called or lacking, or those that rout; none for a ban. `against`
    counts the cards before which a small army routs after a charge.
    """

    side: int
    rule: str
    kind: Literal["discards", "lacks", "banned", "routs", "spent", "calls", "lost"]
    cards: Cards = NONE
    against: int = 0


class Front(Struct, frozen=True):
    """The forces behind a side, as far as a charge is concerned.

    `alone` is whether a small army routs before a large one: in a League only its last member
    does. `comrades` counts the cards of the side's other members, which make the enemy large.
    """

    alone: bool = True
    comrades: int = 0
    rule: str = "POW-BAT-18"


class Clash(Struct, frozen=True):
    """The armies after the cards have done their work; `routed` are the sides that rout."""

    armies: Pair
    effects: tuple[Effect, ...]
    routed: frozenset[int]


def clash(
    armies: Pair,
    cards: tuple[Type, Type],
    terms: Terms,
    strips: tuple[Sequence[Type], Sequence[Type]],
    fronts: tuple[Front, Front] = (Front(), Front()),
) -> Clash:
    """One card of each side, revealed together.

    `strips` are the types that a side names, in its order, when its musketeers strip a card.
    Raises ValueError for a card that its side may not play.
    """
    for army, card in zip(armies, cards, strict=True):
        if card not in army.playable:
            raise ValueError(f"{card} cannot be played from {army}")
    # A ban holds for one battle round: this one ends it, unless a new one is earned below.
    first, second = (replace(army, banned=False) for army in armies)
    one, other = cards
    if one == other:
        lost = Cards.of(one)
        both = (first.discard(lost), second.discard(lost))
        effects = tuple(Effect(side, "POW-BAT-7", "discards", lost) for side in (0, 1))
        return Clash(both, effects, frozenset())
    winner = 0 if BEATS[one] == other else 1
    loser = 1 - winner
    card = cards[winner]
    beaten = (first, second)[loser]
    if card == PIKEMEN:
        beaten, effects, routs = _stop_cavalry(beaten, loser)
    elif card == MUSKETEERS:
        beaten, effects, routs = _shoot_pikemen(beaten, loser, terms, strips[winner])
    else:
        strength = len((first, second)[winner].hand) + fronts[winner].comrades
        beaten, effects, routs = _charge(beaten, loser, strength, terms, fronts[loser])
    after = (beaten, second) if loser == 0 else (first, beaten)
    return Clash(after, effects, frozenset({loser} if routs else ()))


_Blow = tuple[Army, tuple[Effect, ...], bool]
"""The beaten army, what happened to it, and whether it routs."""


def _stop_cavalry(army: Army, side: int) -> _Blow:
    lost = Cards.of(CAVALRY)
    army = replace(army.discard(lost), banned=True)
    effects = [Effect(side, "POW-BAT-8", "discards", lost), Effect(side, "POW-BAT-9", "banned")]
    if army.hand.is_cavalry_only:
        effects.append(Effect(side, "POW-BAT-10", "routs", army.hand))
    return army, tuple(effects), army.hand.is_cavalry_only


def _shoot_pikemen(army: Army, side: int, terms: Terms, names: Sequence[Type]) -> _Blow:
    lost = Cards.of(PIKEMEN)
    army = army.discard(lost)
    effects = [Effect(side, "POW-BAT-11", "discards", lost)]
    if terms.rifling and len(army.hand):
        for kind in strip_order(names):
            named = Cards.of(kind)
            if army.hand[kind]:
                army = army.discard(named)
                effects.append(Effect(side, "POW-BAT-12", "discards", named))
                break
            effects.append(Effect(side, "POW-BAT-12", "lacks", named))
    return army, tuple(effects), False


def _charge(army: Army, side: int, strength: int, terms: Terms, front: Front) -> _Blow:
    """Musketeers ridden down. `strength` counts the cards that face what is left."""
    lost = Cards.of(MUSKETEERS)
    army = army.discard(lost)
    effects = [Effect(side, "POW-BAT-14", "discards", lost)]
    lacking = [kind for kind in INFANTRY if not army.hand[kind]]
    effects += [Effect(side, "POW-BAT-16", "lacks", Cards.of(kind)) for kind in lacking]
    if not lacking:
        further, rule = Cards.of((PIKEMEN, MUSKETEERS)), "POW-BAT-15"
    elif army.hand.infantry < terms.charge_infantry:
        effects.append(Effect(side, "POW-BAT-17", "routs", army.hand))
        return army, tuple(effects), True
    else:
        kind = next(kind for kind in INFANTRY if kind not in lacking)
        further, rule = Cards.of((kind,) * terms.charge_infantry), "POW-BAT-16"
    army = army.discard(further)
    effects.append(Effect(side, rule, "discards", further))
    left = len(army.hand)
    routs = front.alone and left > 0 and strength >= terms.charge_rout_ratio * left
    if routs:
        effects.append(Effect(side, front.rule, "routs", army.hand, strength))
    return army, tuple(effects), routs


def strip_order(names: Sequence[Type]) -> tuple[Type, ...]:
    """The types in the order of `names`, with those missing from it at the end."""
    order = dict.fromkeys((*names, *_STRIP))
    return tuple(kind for kind in order if kind in TYPES)
