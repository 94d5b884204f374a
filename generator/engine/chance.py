"""Randomness that anyone can replay: HMAC-SHA-256 of the game's seed, run as a counter."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from copy import copy
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Self, TypeVar

if TYPE_CHECKING:
    from hashlib import _Hash as Hash

T = TypeVar("T")

_BLOCK: Final = 64
"""The bytes that SHA-256 takes at a time."""


def commitment(seed: str) -> str:
    """The hash of a seed that a referee publishes before the game, as hexadecimal."""
    return hashlib.sha256(seed.encode()).hexdigest()


@lru_cache(maxsize=4)
def _halves(key: bytes) -> tuple[Hash, Hash]:
    """The two hashes of HMAC-SHA-256 (RFC 2104) with the key in them and nothing else yet.

    A game draws millions of times with one key. To be copied, never to be written to.
    """
    block = (hashlib.sha256(key).digest() if len(key) > _BLOCK else key).ljust(_BLOCK, b"\0")
    inner, outer = (bytes(byte ^ pad for byte in block) for pad in (0x36, 0x5C))
    return hashlib.sha256(inner), hashlib.sha256(outer)


class Chance:
    """The draws of one phase. The same seed, purpose and sequence of calls give the same draws.

    The one object of the engine that changes: it counts the draws made. `purpose` is the phase's
    name, so that phases do not share draws.
    """

    def __init__(self, seed: str, purpose: str) -> None:
        self._key = seed.encode()
        self._inner, self._outer = _halves(self._key)
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
            # hmac.digest(self._key, message, "sha256"), in a third of its time: see _halves.
            inner, outer = self._inner.copy(), self._outer.copy()
            inner.update(message)
            outer.update(inner.digest())
            drawn = int.from_bytes(outer.digest()[:8], "big")
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
