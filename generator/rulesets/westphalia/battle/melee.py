"""The battle of two Leagues: pairs fight at once, and the others wait in reserve.

A tick is one battle round of every pair. Between ticks those who are out leave, and victors look
for new opponents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from generator.rulesets.westphalia.battle.army import Army, Terms
from generator.rulesets.westphalia.battle.duel import Play, Round, meet, volunteer
from generator.rulesets.westphalia.battle.exchange import Front

Lines = tuple[tuple[str, ...], tuple[str, ...]]


class Fight(Round, frozen=True):
    """One battle round of a pair."""

    members: tuple[str, str]


class Move(Struct, frozen=True):
    """The move of a member between ticks: he leaves, faces `other`, or waits in reserve."""

    member: str
    kind: Literal["leaves", "faces", "waits"]
    rule: str
    other: str = ""


class Tick(Struct, frozen=True):
    """One tick: the fights, in the order of the pairs, and the moves after them. Tick 0 is the
    line-up and has no fights."""

    number: int
    fights: tuple[Fight, ...]
    moves: tuple[Move, ...]


class Melee(Struct, frozen=True):
    """A melee in its present state. Side 0 and 1 are the Leagues.

    `order` are all members in Initiative Order, `side` maps them to their League. `pairs` have the
    member of League 0 first; `lines` wait in reserve. `ticks` are those fought since it was stored.
    `result` is the League that has won, or "inconclusive"; None while it runs.
    """

    order: tuple[str, ...]
    side: Mapping[str, int]
    armies: Mapping[str, Army]
    pairs: tuple[tuple[str, str], ...] = ()
    lines: Lines = ((), ())
    fought: int = 0
    played: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    ticks: tuple[Tick, ...] = ()
    result: Literal[0, 1, "inconclusive"] | None = None

    @property
    def is_over(self) -> bool:
        return self.result is not None

    def present(self, side: int) -> tuple[str, ...]:
        """The members of a League who are still in the melee or its line, in Initiative Order."""
        fighting = {pair[side] for pair in self.pairs} | set(self.lines[side])
        return tuple(member for member in self.order if member in fighting)


def line_up(order: Sequence[str], side: Mapping[str, int], armies: Mapping[str, Army]) -> Melee:
    """The melee before its first tick: the first of each League face each other, and so on.

    `order` are the members in Initiative Order. A member without cards leaves at once.
    """
    empty = [member for member in order if not len(armies[member].hand)]
    moves = [Move(member, "leaves", "POW-RWB-7") for member in empty]
    stand = [member for member in order if member not in empty]
    lines = (
        tuple(member for member in stand if side[member] == 0),
        tuple(member for member in stand if side[member] == 1),
    )
    melee = Melee(tuple(order), dict(side), dict(armies), lines=lines)
    paired, faced = _pair_heads(melee, "POW-RWB-3")
    waits = [Move(one, "waits", "POW-RWB-3") for line in paired.lines for one in line]
    tick = Tick(0, (), (*moves, *faced, *waits))
    return _judged(replace(paired, ticks=(tick,)))


def fight_tick(melee: Melee, plays: Mapping[str, Play], terms: Terms) -> Melee:
    """The melee after one battle round of every pair and the moves that follow.

    `plays` has a play for every member who faces an enemy. Raises ValueError for a card that cannot
    be played.
    """
    armies = dict(melee.armies)
    fights: list[Fight] = []
    leaving: list[str] = []
    fronts = {member: _front(melee, member) for pair in melee.pairs for member in pair}
    number = melee.fought + 1
    for pair in melee.pairs:
        one, other = pair
        both = (plays[one], plays[other])
        met = (armies[one], armies[other])
        after = meet(met, both, terms, (fronts[one], fronts[other]))
        effects = after.effects
        for index, (member, play) in enumerate(zip(pair, both, strict=True)):
            army = after.armies[index]
            if index in after.lost:
                leaving.append(member)
            else:
                army, called = volunteer(army, index, play.reinforce_at, play.wishes)
                effects += called
            armies[member] = army
        cards = (both[0].card, both[1].card)
        fights.append(Fight(number, cards, effects, (armies[one], armies[other]), pair))
    played = dict(melee.played)
    for member in fronts:
        played[member] = played.get(member, 0) + 1
    melee = replace(melee, armies=armies, fought=number, played=played)
    melee, moves = _regroup(melee, leaving)
    melee = _judged(melee)
    if melee.is_over:
        # The last victor is in line, but has no one to wait for.
        moves = tuple(move for move in moves if move.kind == "leaves")
    tick = Tick(number, tuple(fights), moves)
    return replace(melee, ticks=(*melee.ticks, tick))


def _front(melee: Melee, member: str) -> Front:
    """In a single engagement numbers rout no one; a League's last member has the whole other League
    against him."""
    side = melee.side[member]
    engaged = len(melee.armies[member].hand)
    cards = sum(len(melee.armies[one].hand) for one in melee.present(side))
    return Front(len(melee.present(side)) == 1, cards - engaged, "POW-RWB-6")


def _regroup(melee: Melee, leaving: Sequence[str]) -> tuple[Melee, tuple[Move, ...]]:
    """Exits; victors, in Initiative Order, face the members who wait; the others queue; heads of
    lines pair.

    No ban has to be lifted: it is earned against pikemen who live, and is over a tick later.
    """
    moves = [Move(one, "leaves", "POW-RWB-7") for one in melee.order if one in leaving]
    broken = [pair for pair in melee.pairs if set(pair) & set(leaving)]
    both = [pair for pair in broken if set(pair) <= set(leaving)]
    moves = [
        replace(move, rule="POW-RWB-10") if any(move.member in pair for pair in both) else move
        for move in moves
    ]
    free = {member for pair in broken for member in pair if member not in leaving}
    pairs = [pair for pair in melee.pairs if pair not in broken]
    lines = [list(line) for line in melee.lines]
    waiting: list[str] = []
    for member in (one for one in melee.order if one in free):
        side = melee.side[member]
        enemies = lines[1 - side]
        if enemies:
            enemy = enemies.pop(0)
            pairs.append((member, enemy) if side == 0 else (enemy, member))
            moves.append(Move(member, "faces", "POW-RWB-8", enemy))
        else:
            waiting.append(member)
    for member in waiting:
        lines[melee.side[member]].append(member)
        moves.append(Move(member, "waits", "POW-RWB-8"))
    melee = replace(melee, pairs=tuple(pairs), lines=(tuple(lines[0]), tuple(lines[1])))
    melee, faced = _pair_heads(melee, "POW-RWB-9")
    return melee, (*moves, *faced)


def _pair_heads(melee: Melee, rule: str) -> tuple[Melee, tuple[Move, ...]]:
    first, second = melee.lines
    count = min(len(first), len(second))
    new = tuple(zip(first[:count], second[:count], strict=True))
    moves = tuple(Move(one, "faces", rule, other) for one, other in new)
    lines = (first[count:], second[count:])
    return replace(melee, pairs=(*melee.pairs, *new), lines=lines), moves


def _judged(melee: Melee) -> Melee:
    left = [bool(melee.present(side)) for side in (0, 1)]
    if all(left):
        return melee
    if not any(left):
        return replace(melee, result="inconclusive")
    return replace(melee, result=0 if left[0] else 1)
