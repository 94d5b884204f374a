"""The history of things in a game: the spans of their values, and the reports about them.

The histories of powers, minor states and provinces are made of these. A span is drawn from the
moments at which a value is known, which may be phases or the ends of years:

    moments  1619 {BOH: austria}   1620 {BOH: bavaria}   1621 {}   1622 {BOH: austria}
    spans    BOH: austria 1619-1620, after it bavaria
                  bavaria 1620-1621, before it austria
                  austria 1622-, nothing before it

The spans of a thing are in order and do not overlap; between two of them there may be a gap, and
without a gap the `after` of the first is the value of the second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")
V = TypeVar("V")


class Span(NamedTuple, Generic[T, V]):
    """A thing had a value from one moment to another; `until` is None while it has it. `before` is
    the value that it had until then, `after` the one that it took; each is None if there was no
    value."""

    value: V
    since: T
    until: T | None = None
    before: V | None = None
    after: V | None = None


def spans_of(moments: Iterable[tuple[T, Mapping[str, V]]]) -> dict[str, list[Span[T, V]]]:
    """The spans of every thing that ever had a value, by its code."""
    found: dict[str, list[Span[T, V]]] = {}
    last: Mapping[str, V] = {}
    for moment, now in moments:
        # At most moments nothing has changed, and comparing what is equal as a whole is quick.
        if now == last:
            continue
        for code in dict.fromkeys((*last, *now)):
            old, new = last.get(code), now.get(code)
            if old == new:
                continue
            spans = found.setdefault(code, [])
            if old is not None:
                spans[-1] = spans[-1]._replace(until=moment, after=new)
            if new is not None:
                spans.append(Span(new, moment, before=old))
        last = now
    return found


def grouped(items: Iterable[T], codes: Callable[[T], Iterable[str]]) -> dict[str, list[T]]:
    """Items by each of the codes that they are about, in their order."""
    found: dict[str, list[T]] = {}
    for item in items:
        for code in codes(item):
            found.setdefault(code, []).append(item)
    return found
