"""A battle of two sides: round by round as cards are revealed, or to its end by scripts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.rulesets.westphalia.battle.army import NONE, Army, Cards, Terms, Type
from generator.rulesets.westphalia.battle.exchange import Effect, Front, Pair, clash


class Aftermath(Struct, frozen=True):
    """The armies after two cards and the calls that they forced; `lost` are the sides that are out
    of the battle."""

    armies: Pair
    effects: tuple[Effect, ...]
    lost: frozenset[int]


def picked(pile: Cards, count: int, wishes: Sequence[Type]) -> Cards:
    """Up to `count` cards of a pile: those wished for, in order, then the most numerous left."""
    taken, rest = NONE, pile
    for wish in wishes:
        if len(taken) < count and rest[wish]:
            taken, rest = taken + Cards.of(wish), rest - Cards.of(wish)
    while len(taken) < count and (kind := rest.most()):
        taken, rest = taken + Cards.of(kind), rest - Cards.of(kind)
    return taken


def call_up(army: Army, wishes: Sequence[Type]) -> tuple[Army, Cards]:
    """The army after its one call, and the cards that it took. It must still have reserves to
    call."""
    taken = picked(army.pile, army.reserves, wishes)
    called = replace(army, hand=army.hand + taken, pile=army.pile - taken, called=True)
    return called, taken


def meet(
    armies: Pair,
    plays: tuple[Play, Play],
    terms: Terms,
    fronts: tuple[Front, Front] = (Front(), Front()),
) -> Aftermath:
    """The cards of both sides revealed together, and the consequences of routs and empty hands,
    judged for each side separately. Raises ValueError for a card that cannot be played."""
    one, other = plays
    result = clash(armies, (one.card, other.card), terms, (one.strip, other.strip), fronts)
    after: list[Army] = []
    effects = [*result.effects]
    lost: set[int] = set()
    for side, (army, play) in enumerate(zip(result.armies, plays, strict=True)):
        if side in result.routed or not len(army.hand):
            army, done = _rally(army, side, play.wishes)
            effects += done
            if done[-1].kind == "lost":
                lost.add(side)
        after.append(army)
    return Aftermath((after[0], after[1]), tuple(effects), frozenset(lost))


def _rally(army: Army, side: int, wishes: Sequence[Type]) -> tuple[Army, list[Effect]]:
    """A side that routs or has run out: it calls, or it has lost. The last effect is one or the
    other."""
    effects = [Effect(side, "POW-BAT-20", "spent", army.hand)]
    army = army.rout()
    if army.may_call:
        army, taken = call_up(army, wishes)
        effects.append(Effect(side, "POW-BAT-20", "calls", taken))
        if not (army.banned and army.hand.is_cavalry_only):
            return army, effects
        # The ban outlives the call, and no card that it may play has come.
        effects.append(Effect(side, "POW-BAT-23", "routs", army.hand))
        army = army.rout()
    effects.append(Effect(side, "POW-BAT-21", "lost"))
    return army, effects


def volunteer(
    army: Army, side: int, reinforce_at: int, wishes: Sequence[Type]
) -> tuple[Army, tuple[Effect, ...]]:
    """A side that still fights calls, if its hand has come down to `reinforce_at` cards.

    An empty pile gives nothing, so that the one call is kept for later.
    """
    if not (army.may_call and len(army.pile) and len(army.hand) <= reinforce_at):
        return army, ()
    army, taken = call_up(army, wishes)
    return army, (Effect(side, "POW-BAT-19", "calls", taken),)


class Play(Struct, frozen=True):
    """The actions of one side in one battle round.

    It calls reinforcements of its own will when the round leaves it `reinforce_at` cards or
    fewer; 0 is never. `wishes` are the cards it would call, voluntarily or not, and `strip` the
    types that its musketeers strip, each in order.
    """

    card: Type
    reinforce_at: int = 0
    wishes: tuple[Type, ...] = ()
    strip: tuple[Type, ...] = ()


class Round(Struct, frozen=True):
    """One battle round as it went: the cards, each step with its rule, the armies after it."""

    number: int
    cards: tuple[Type, Type]
    effects: tuple[Effect, ...]
    armies: Pair


class Battle(Struct, frozen=True):
    """A battle in its present state. `result` is the index of the winner, or "inconclusive"; None
    while it runs.

    `fought` counts the battle rounds; `rounds` are those that were fought since it was stored.
    """

    armies: Pair
    fought: int = 0
    rounds: tuple[Round, ...] = ()
    result: Literal[0, 1, "inconclusive"] | None = None

    @property
    def is_over(self) -> bool:
        return self.result is not None


def fight_round(battle: Battle, plays: tuple[Play, Play], terms: Terms) -> Battle:
    """The battle after one more battle round. Raises ValueError for a card that cannot be played.

    A side that has won no longer calls reinforcements; in a melee, see `melee`.
    """
    cards, after = (plays[0].card, plays[1].card), meet(battle.armies, plays, terms)
    armies, effects = after.armies, after.effects
    if not after.lost:
        (first, called), (second, joined) = (
            volunteer(army, side, play.reinforce_at, play.wishes)
            for side, (army, play) in enumerate(zip(armies, plays, strict=True))
        )
        armies, effects = (first, second), effects + called + joined
    number = battle.fought + 1
    return replace(
        battle,
        armies=armies,
        fought=number,
        rounds=(*battle.rounds, Round(number, cards, effects, armies)),
        result=_result(after.lost),
    )


def _result(lost: frozenset[int]) -> Literal[0, 1, "inconclusive"] | None:
    if not lost:
        return None
    if len(lost) == 2:
        return "inconclusive"
    return 1 if 0 in lost else 0
