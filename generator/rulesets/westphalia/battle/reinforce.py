"""The end of a battle round: routs, forced calls for reinforcements, defeats, voluntary calls."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from generator.rulesets.westphalia.battle.army import Army
from generator.rulesets.westphalia.battle.cards import NONE, Cards, Type
from generator.rulesets.westphalia.battle.exchange import Clash, Effect, Pair


class Aftermath(Struct, frozen=True):
    """The armies after forced calls; `lost` are the sides that are out of the battle."""

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
    """The army after its one call, and what it took. It must still have reserves to call."""
    taken = picked(army.pile, army.reserves, wishes)
    called = replace(army, hand=army.hand + taken, pile=army.pile - taken, called=True)
    return called, taken


def force_calls(result: Clash, wishes: tuple[Sequence[Type], Sequence[Type]]) -> Aftermath:
    """Both sides after routs and empty hands, each judged for itself."""
    armies: list[Army] = []
    effects: list[Effect] = []
    lost: set[int] = set()
    for side, army in enumerate(result.armies):
        if side in result.routed or not len(army.hand):
            army, done = _rally(army, side, wishes[side])
            effects += done
            if done[-1].kind == "lost":
                lost.add(side)
        armies.append(army)
    return Aftermath((armies[0], armies[1]), tuple(effects), frozenset(lost))


def _rally(army: Army, side: int, wishes: Sequence[Type]) -> tuple[Army, list[Effect]]:
    """A side that routs or has run out: it calls, or it has lost. The last effect tells which."""
    effects = [Effect(side, "POW-BAT-20", "spent", army.hand)]
    army = army.rout()
    if army.may_call:
        army, taken = call_up(army, wishes)
        effects.append(Effect(side, "POW-BAT-20", "calls", taken))
        if not (army.banned and army.hand.is_cavalry_only):
            return army, effects
        # The ban outlives the call, and nothing that it may play has come.
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
