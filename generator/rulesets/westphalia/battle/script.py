"""Standing orders for a whole battle, and the automatic script for those who sent none."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Literal, get_args

from msgspec import Struct

from generator.engine.chance import Lots
from generator.rulesets.westphalia.battle.army import Army
from generator.rulesets.westphalia.battle.cards import CAVALRY, MUSKETEERS, PIKEMEN, TYPES, Type
from generator.rulesets.westphalia.battle.duel import Play

Policy = Literal["weighted", "most", "least"]
POLICIES: tuple[Policy, ...] = get_args(Policy)


class Script(Struct, frozen=True):
    """What one side does in a battle, come what may.

    `versus` is the opponent's id, "religious" or "default". `swap` is discarded before the battle
    as far as it is held; `want` are the cards hoped for in return, which changes nothing.
    `play` has the cards of the first battle rounds, and `policy` plays on from "*" or from the
    end. `weights` (for P, M, C) feed the policy "weighted"; empty, the cards held do.
    `on_unavailable` says what to play for a card that is not held or banned. `reinforce_at`,
    `reinforce_pick` and `rifling` are what a `Play` says of them; an empty `rifling` names what
    the enemy has lost least of.
    """

    versus: str = "default"
    swap: tuple[Type, ...] = ()
    want: tuple[Type, ...] = ()
    play: tuple[Type, ...] = ()
    policy: Policy = "weighted"
    weights: tuple[int, ...] = ()
    on_unavailable: tuple[Type, ...] = ()
    reinforce_at: int = 0
    reinforce_pick: tuple[Type, ...] = ()
    rifling: tuple[Type, ...] = ()

    def __str__(self) -> str:
        """The notation of order sheets; see notation.py."""
        parts = [f"vs:{self.versus}"]
        parts += [f"swap:{''.join(self.swap)}"] if self.swap else []
        parts += [f"want:{''.join(self.want)}"] if self.want else []
        parts += [f"play:{''.join(self.play)}*"] if self.play else []
        parts += [f"policy:{self.policy}"] if self.policy != "weighted" else []
        parts += [f"weights:{'/'.join(map(str, self.weights))}"] if self.weights else []
        parts += [f"instead:{''.join(self.on_unavailable)}"] if self.on_unavailable else []
        parts += [f"call:{self.reinforce_at}"] if self.reinforce_at else []
        parts += [f"pick:{''.join(self.reinforce_pick)}"] if self.reinforce_pick else []
        parts += [f"rifling:{''.join(self.rifling)}"] if self.rifling else []
        return " ".join(parts)

    def next_play(self, number: int, army: Army, enemy: Army, lots: Lots, label: str) -> Play:
        """The play for battle round `number` (1 is the first). `label` is the lot it may draw."""
        if number <= len(self.play):
            card = playable_card(self.play[number - 1], army, self.on_unavailable)
        else:
            card = self._by_policy(army, lots, label)
        strip = self.rifling or guess_strip(enemy)
        return Play(card, self.reinforce_at, self.reinforce_pick, strip)

    def _by_policy(self, army: Army, lots: Lots, label: str) -> Type:
        legal = army.playable
        if self.policy == "most":
            return max(legal, key=lambda kind: army.hand[kind])
        if self.policy == "least":
            return min(legal, key=lambda kind: army.hand[kind])
        held = [army.hand[kind] for kind in legal]
        weights = [self.weights[TYPES.index(kind)] for kind in legal] if self.weights else held
        if not sum(weights):
            weights = held
        if len(legal) == 1:
            return legal[0]
        drawn = lots.number(label, sum(weights), shown=False)
        return legal[bisect_right(list(accumulate(weights)), drawn)]


AUTOMATIC = Script()
"""No swap; each card as likely as any other that may be played; calls only when forced."""


def playable_card(wish: Type, army: Army, instead: Sequence[Type] = ()) -> Type:
    """The card wished for if it may be played, else the first that may: those of `instead`, then
    pikemen, musketeers, cavalry."""
    legal = army.playable
    return next(kind for kind in (wish, *instead, *TYPES) if kind in legal)


def guess_strip(enemy: Army) -> tuple[Type, ...]:
    """The types of which the enemy should hold most, from what lies open in his discard pile.

    All types are equally frequent in the deck, so it is what he has lost least of.
    """
    order: tuple[Type, ...] = (CAVALRY, MUSKETEERS, PIKEMEN)
    return tuple(sorted(order, key=lambda kind: enemy.pile[kind]))
