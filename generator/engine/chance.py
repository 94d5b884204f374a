"""Randomness that anyone can replay: HMAC-SHA-256 of the game's seed, run as a counter; and lots by
labels, which can be asked for again.

Each part of a game, such as a Round, has its own secret, made from the game's seed. Its hash is
published before that part, the secret itself when the part is over. A draw of `Lots` depends only
on the secret and its label, so that no draw disturbs another.

    lots = Lots(lambda: secret)
    lots.die("r2/faith/red/1")                     a roll from 1 to 6
    lots.shuffle("r2/upheaval/bag", ["a", "b"])    all of them, in a drawn order
    lots.ledger                                    what was drawn, line by line
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, Self, TypeVar

from generator.engine.errors import BrokenPromise, GameError

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
        """New draws from the same seed for another purpose, independent of those here."""
        other = copy(self)
        other._purpose = purpose.encode()
        other._counter = 0
        return other

    def key(self, purpose: str) -> bytes:
        """A secret of 32 bytes for `purpose`, the same in every phase of the game.

        For a ruleset that draws from its own keys and discloses them one by one: disclosed keys
        reveal nothing of the seed, of its draws or of other keys.
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


_WHOLE: Final = 2**64


class Draw(NamedTuple):
    """A line of the ledger: the draw under a label, from 0 to `below` - 1.

    `shown` is False for a draw that stays secret until the secret itself is published. Of a shuffle
    `below` is the number of things, and `value` is -1.
    """

    label: str
    below: int
    value: int
    shown: bool = True


def commitment_to(secret: bytes) -> str:
    """The hash of such a secret, as hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


class Lots:
    """The lots of one part of a game. `used` are the labels that have been drawn before in it.

    `redone` shows which labels are drawn again, and for which time: {label: number}; `thrown` has
    numbers that were found by hand instead: {label: value}, from 0. The secret is only asked for
    when something is drawn.
    """

    def __init__(
        self,
        secret: Callable[[], bytes],
        used: Sequence[str] = (),
        redone: Mapping[str, int] | None = None,
        thrown: Mapping[str, int] | None = None,
    ) -> None:
        self._secret = secret
        self._key = b""
        self._redone = dict(redone or {})
        self._thrown = dict(thrown or {})
        self._used = set(used)
        self.ledger: list[Draw] = []

    def number(self, label: str, below: int, *, shown: bool = True) -> int:
        """An integer from 0 to `below` - 1. BrokenPromise: the label has been used. GameError: a
        number found by hand is not one of these."""
        label = self._claim(label)
        value = self._thrown.get(label, -1)
        if label not in self._thrown:
            value = self._drawn(label, below)
        elif not 0 <= value < below:
            raise GameError(f"the lot {label} is from 1 to {below}, not {value + 1}")
        self.ledger.append(Draw(label, below, value, shown))
        return value

    def die(self, label: str) -> int:
        """A roll from 1 to 6."""
        return 1 + self.number(label, 6)

    def shuffle(self, label: str, items: Sequence[T], *, shown: bool = True) -> tuple[T, ...]:
        """All of `items`, given in a stated order, in a drawn one. BrokenPromise: the label has
        been used. GameError: a number was found by hand for it."""
        if label in self._thrown:
            raise GameError(f"the lot {label} puts things in order, and shows no number")
        label = self._claim(label)
        rest = list(items)
        for last in range(len(rest) - 1, 0, -1):
            other = self._drawn(f"{label}/{last}", last + 1)
            rest[last], rest[other] = rest[other], rest[last]
        self.ledger.append(Draw(label, len(rest), -1, shown))
        return tuple(rest)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that were drawn here, in order."""
        return tuple(draw.label for draw in self.ledger)

    def was_drawn(self, label: str) -> bool:
        """Whether anything was drawn here under a label, also if it was drawn again."""
        return any(drawn == label or drawn.startswith(f"{label}/redo") for drawn in self.labels)

    def _claim(self, label: str) -> str:
        if label in self._redone:
            label = f"{label}/redo{self._redone[label]}"
        if label in self._used:
            raise BrokenPromise(f"the lot {label} has been drawn already")
        self._used.add(label)
        return label

    def _drawn(self, label: str, below: int) -> int:
        if not 1 <= below <= 2**32:
            raise ValueError(f"below must be from 1 to 2**32, not {below}")
        if not self._key:
            self._key = self._secret()
        limit = _WHOLE - _WHOLE % below
        attempt = 0
        while True:
            message = f"{label}#{attempt}".encode()
            value = int.from_bytes(hmac.digest(self._key, message, "sha256")[:8], "big")
            if value < limit:
                return value % below
            attempt += 1
