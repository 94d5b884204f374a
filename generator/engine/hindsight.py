"""Hindsight: the one change of another unit's order that would have made a failed order succeed."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

RemedyKind = Literal["support", "convoy", "without", "matched", "none"]


class Remedy(Struct, frozen=True):
    """One change of one order of another unit after which the order would have succeeded.

    `orders` are canonical: for "support" and "convoy" at most two orders of which each alone would
    have done, for "matched" those that an unmatched order waited for, for "without" the one order
    that should not have been given (its unit holds instead). "none": there is no such change, and
    `orders` is empty. `powers` runs parallel to `orders`: whose order each is, a power's id or,
    where it is secret who orders the unit, its owner. `text` says all that in one or two sentences.
    """

    kind: RemedyKind
    text: str
    orders: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()
