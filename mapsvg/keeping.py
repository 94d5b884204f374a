"""Pieces of SVG that are kept from one map to the next: the one trick for speed of this package.

A game's maps are much alike: most provinces, pieces and centers look as they did a phase before.
A function that draws one of them takes all that it depends on as arguments, gives its texts, and is
marked with `kept`. It is its own plain twin: without the mark it gives the same text every time,
which tests/mapsvg/test_keeping.py compares.

Gain: 8 % of the processor time of a full build of the sample site, 9.2 s instead of 10.0 s.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")  # a text, or several

STORES: list[Callable[..., object]] = []
"""Every function whose texts are kept; `__wrapped__` is its plain twin."""


def kept(most: int) -> Callable[[Callable[_P, _T]], Callable[_P, _T]]:
    """Keep the texts that a drawing function gave last, at most so many."""

    def mark(draw: Callable[_P, _T]) -> Callable[_P, _T]:
        store = lru_cache(maxsize=most)(draw)
        STORES.append(store)
        return store  # type: ignore[return-value]  # takes what `draw` takes, if it can be a key

    return mark
