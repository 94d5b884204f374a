"""Words that sentences of every part are made of."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["listed"]


def listed(names: Iterable[str]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    items = list(names)
    return " and ".join((", ".join(items[:-1]), items[-1])) if len(items) > 1 else "".join(items)
