"""Hindsight: the one change of another unit's order that would have made a failed order succeed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Literal, Protocol, runtime_checkable

from msgspec import Struct

from generator.engine.phases import Resolution, Ruling

RemedyKind = Literal["support", "convoy", "without", "matched", "none"]

_NO_REMEDIES: Final[Mapping[int, Remedy]] = MappingProxyType({})


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


@runtime_checkable
class Hindsight(Protocol):
    """A ruleset that knows what would have helped."""

    def remedies(
        self, before: Any, resolution: Resolution[Any], rulings: Sequence[Ruling] = ()
    ) -> Mapping[int, Remedy]:
        """A remedy for each order that failed, by the number of its verdict (from 1).

        Only public verdicts of `resolution` and public rulings are used: nothing that is secret
        is named, changed or given away. Empty where what is public does not give the outcomes of
        the phase, and for phases in which nothing is looked for.
        """
        ...


def remedies_of(
    ruleset: object, before: Any, resolution: Resolution[Any], rulings: Sequence[Ruling] = ()
) -> Mapping[int, Remedy]:
    """The remedies that a ruleset knows for a phase; none of a ruleset without hindsight.

    `rulings` are those of the phase. Numbers count the verdicts of `resolution` as it is given.
    """
    if isinstance(ruleset, Hindsight):
        return ruleset.remedies(before, resolution, rulings)
    return _NO_REMEDIES
