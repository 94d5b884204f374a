"""Randomness that anyone can replay: HMAC-SHA-256 of the game's seed, run as a counter."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from copy import copy
from typing import Self, TypeVar

__all__ = ["Chance", "commitment"]

T = TypeVar("T")


def commitment(seed: str) -> str:
    """The hash of a seed that a referee publishes before the game, as hexadecimal."""
    return hashlib.sha256(seed.encode()).hexdigest()


class Chance:
    """The draws of one phase. The same seed, purpose and sequence of calls give the same draws.

    The one object of the engine that changes: it counts the draws made. `purpose` is the phase's
    name, so that phases do not share draws.
    """

    def __init__(self, seed: str, purpose: str) -> None:
        self._key = seed.encode()
        self._purpose = purpose.encode()
        self._counter = 0

    def branch(self, purpose: str) -> Self:
        """Draws from the same seed for another purpose; they start anew and disturb none here."""
        other = copy(self)
        other._purpose = purpose.encode()
        other._counter = 0
        return other

    def key(self, purpose: str) -> bytes:
        """A secret of 32 bytes for `purpose`, the same in every phase of the game.

        For a ruleset that draws from keys of its own and discloses them one by one: what has been
        disclosed tells nothing of the seed, of its draws or of other keys.
        """
        if "\0" in purpose:
            raise ValueError("a key's purpose has no zero byte: messages of draws have one")
        return hmac.digest(self._key, purpose.encode(), "sha256")

    def number(self, below: int) -> int:
        """An integer from 0 to `below` - 1, all equally likely. `below` is 1 to 2**32."""
        if not 1 <= below <= 2**32:
            raise ValueError(f"below must be from 1 to 2**32, not {below}")
        limit = 2**64 - 2**64 % below
        while True:
            message = self._purpose + b"\0" + self._counter.to_bytes(8, "big")
            self._counter += 1
            drawn = int.from_bytes(hmac.digest(self._key, message, "sha256")[:8], "big")
            if drawn < limit:
                return drawn % below

    def die(self, sides: int = 6) -> int:
        """A roll from 1 to `sides`."""
        return 1 + self.number(sides)

    def pick(self, items: Sequence[T]) -> T:
        """One of `items`; their order must be stated, never a set's."""
        return items[self.number(len(items))]

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """All of `items` in a drawn order."""
        rest = list(items)
        for last in range(len(rest) - 1, 0, -1):
            other = self.number(last + 1)
            rest[last], rest[other] = rest[other], rest[last]
        return tuple(rest)
