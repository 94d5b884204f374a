"""Draws for trying a phase: they count themselves, so that a result shows what rests on chance."""

from __future__ import annotations

from generator.engine.chance import Chance


class CountedChance(Chance):
    """Draws from the desk's seed. `count` is the number of draws of this object and of all
    its branches; a key that is asked for counts as one, since draws come of it."""

    def __init__(self, seed: str, purpose: str) -> None:
        super().__init__(seed, purpose)
        # A list: a branch is a copy of this object, and counts here, too.
        self._count = [0]

    @property
    def count(self) -> int:
        return self._count[0]

    def key(self, purpose: str) -> bytes:
        self._count[0] += 1
        return super().key(purpose)

    def number(self, below: int) -> int:
        # One of one is no draw: nothing else could come of it.
        self._count[0] += below > 1
        return super().number(below)
