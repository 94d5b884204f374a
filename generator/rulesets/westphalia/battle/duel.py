"""A battle of two sides: round by round as cards are revealed, or to its end by scripts."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.rulesets.westphalia.battle.army import Terms
from generator.rulesets.westphalia.battle.cards import Type
from generator.rulesets.westphalia.battle.exchange import Effect, Pair, clash
from generator.rulesets.westphalia.battle.reinforce import force_calls, volunteer


class Play(Struct, frozen=True):
    """What a side does in one battle round.

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
    """A battle as it stands. `result` is the index of the winner, or "inconclusive"; None: it runs.

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

    A side that has won calls no reinforcements any more; in a melee, see `melee`.
    """
    one, other = plays
    cards = (one.card, other.card)
    result = clash(battle.armies, cards, terms, (one.strip, other.strip))
    after = force_calls(result, (one.wishes, other.wishes))
    effects = result.effects + after.effects
    armies = after.armies
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
