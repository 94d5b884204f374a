"""Lots by labels: what the game draws can be asked for again, and anyone can replay it.

Each part of a game has a secret of its own, made from the game's seed: a Round, say. Its hash is
published before that part, the secret itself when the part is over. A draw is made from the secret
and its label alone, so that no draw disturbs another.

    lots = Lots(lambda: secret)
    lots.die("r2/faith/red/1")                     a roll from 1 to 6
    lots.shuffle("r2/upheaval/bag", ["a", "b"])    all of them, in a drawn order
    lots.ledger                                    what was drawn, line by line
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from generator.engine.errors import BrokenPromise, GameError

T = TypeVar("T")

_WHOLE: Final = 2**64


class Draw(NamedTuple):
    """A line of the ledger: what was drawn under which label, as 0 to `below` - 1.

    `shown` is False for what stays secret until the secret is told. Of a shuffle `below`
    is the number of things, and `value` is -1.
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

    `redone` says which labels are drawn anew, and for which time: {label: number}; `thrown` has
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
        """Whether anything was drawn here under a label, also if it was drawn anew."""
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
