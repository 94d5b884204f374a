"""The forms of orders over kinds of tokens, and the one way to split a line into orders."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct

from generator.engine.orders.words import PhaseKind

Forms = tuple[tuple[str, str], ...]

# A list behind one BUILD or REMOVE, and a chain of seas, may be this long.
_LIST: Final = 8
_CHAIN: Final = "(?:-p){0,12}"


def _unit(name: str) -> str:
    return f"(?P<{name}>N?t?N?f?pn?k?)"


_U: Final = _unit("unit")
_O: Final = _unit("other")
_TO: Final = f"-(?P<to>p{_CHAIN})"
_VIA: Final = "(?P<via>v)"
_LISTS: Final = tuple(
    "".join(_unit(f"unit{number}") for number in range(count)) for count in range(1, _LIST + 1)
)

# Each form and its pattern. Where a pattern could stop earlier, what it would leave cannot begin
# an order; so each form has one end, and only forms count for the ways to split a line.
_FORMS: Final[Mapping[PhaseKind, Forms]] = {
    "movement": (
        ("hold", f"{_U}-?h"),
        ("move", f"{_U}{_TO}{_VIA}?"),
        ("move", f"{_U}-(?P<to>p){_VIA}-?(?P<seas>p{_CHAIN})"),
        ("move", f"{_U}{_VIA}-?(?P<to>(?:p-){{0,12}}p)"),
        ("support-hold", f"{_U}-?s{_O}(?:-?h)?"),
        ("support-hold", f"{_U}-?sh-?{_O}"),
        ("support-move", f"{_U}-?s{_O}{_TO}{_VIA}?"),
        ("support-move", f"{_U}-?s-(?P<to>p)(?P<other>ft?p)"),
        ("convoy", f"{_U}-?c{_O}{_TO}{_VIA}?"),
        ("convoy", f"{_U}-?c-(?P<to>p)(?P<other>ft?p)"),
    ),
    "retreat": (
        ("retreat", f"{_U}(?:-r?|r)-?(?P<to>p){_VIA}?"),
        ("disband", f"{_U}-?r?-?[dx]"),
        ("disband", f"[dx]{_U}"),
    ),
    "build": (
        ("build", f"{_U}-?b"),
        *(("build", f"b{units}") for units in _LISTS),
        ("remove", f"{_U}-?[dx]"),
        *(("remove", f"[dx]{units}") for units in _LISTS),
        ("waive", "N?(?:wb?|bw)"),
    ),
}
# Forms that only begin a line: in the middle, the form before might claim their first word.
_FIRST: Final[Mapping[PhaseKind, Forms]] = {
    "movement": (("hold", f"h{_U}"),),
    "retreat": (("retreat", f"r{_U}-?(?P<to>p){_VIA}?"),),
    "build": (),
}
_BEGINS: Final[Mapping[PhaseKind, re.Pattern[str]]] = {
    "movement": re.compile("N?tN?f?[p?!]"),
    "retreat": re.compile("N?tN?f?[p?!]|[dx]N?t"),
    "build": re.compile("N?tN?f?[p?!]|[bdx]N?t|w"),
}
_ENDS: Final = "pnkhvdxbw"
_VERB: Final = re.compile("[-hscvrdxbw]")


class Found(Struct, frozen=True):
    """One order found in a string of kinds: its form, its span, and the spans of its parts."""

    form: str
    start: int
    end: int
    spans: Mapping[str, tuple[int, int]]


class Split(Struct, frozen=True):
    """The parts of a string of kinds, in its order.

    `broken` is the span that cannot be read, if any. `is_ambiguous`: there are several ways to
    split it, and then nothing was found.
    """

    found: tuple[Found, ...] = ()
    broken: tuple[int, int] | None = None
    is_ambiguous: bool = False


@lru_cache(maxsize=8)
def _patterns(kind: PhaseKind, first: bool) -> tuple[tuple[str, re.Pattern[str]], ...]:
    forms = _FIRST[kind] + _FORMS[kind] if first else _FORMS[kind]
    return tuple((form, re.compile(pattern)) for form, pattern in forms)


def _found_at(
    kinds: str, at: int, kind: PhaseKind, fits: Callable[[Found], bool]
) -> tuple[Found, ...]:
    found: list[Found] = []
    for form, pattern in _patterns(kind, at == 0):
        match = pattern.match(kinds, at)
        if match is not None:
            spans = {name: match.span(name) for name, part in match.groupdict().items() if part}
            one = Found(form, at, match.end(), spans)
            if fits(one):
                found.append(one)
    return tuple(found)


def begins_order(kinds: str, at: int, kind: PhaseKind) -> bool:
    """Whether an order plainly begins at `at`, and the words before need nothing more."""
    return _BEGINS[kind].match(kinds, at) is not None and (at == 0 or kinds[at - 1] in _ENDS)


def split_kinds(kinds: str, kind: PhaseKind, fits: Callable[[Found], bool]) -> Split:
    """Split a string of kinds into orders if that can be done in only one way.

    `fits` refuses a form for what its places are. If the whole cannot be read, the orders that
    plainly are before and behind the broken part are found all the same.
    """
    size = len(kinds)
    edges = [_found_at(kinds, at, kind, fits) for at in range(size)]
    behind = [0] * size + [1]
    for at in range(size - 1, -1, -1):
        behind[at] = min(2, sum(behind[edge.end] for edge in edges[at]))
    if behind[0] == 1:
        return Split(_walk(edges, behind, 0))
    if behind[0] > 1:
        return Split(is_ambiguous=True)
    ahead = [1] + [0] * size
    before: list[Found | None] = [None] * (size + 1)
    for at in range(size):
        if ahead[at]:
            for edge in edges[at]:
                ahead[edge.end] = min(2, ahead[edge.end] + ahead[at])
                before[edge.end] = edge
    start = max(
        at for at in range(size) if at == 0 or (ahead[at] == 1 and begins_order(kinds, at, kind))
    )
    leading: list[Found] = []
    at = start
    while (last := before[at]) is not None and at > 0:
        leading.append(last)
        at = last.start
    # A unit without a word behind it may have lost its S or C: `A PAR A MAR - BUR`.
    verb = _VERB.search(kinds, start)
    end = next(
        (
            at
            for at in range(verb.end() if verb else size, size)
            if behind[at] == 1 and begins_order(kinds, at, kind)
        ),
        size,
    )
    return Split((*reversed(leading), *_walk(edges, behind, end)), (start, end))


def _walk(edges: list[tuple[Found, ...]], behind: list[int], at: int) -> tuple[Found, ...]:
    """The orders from `at` to the end, where there is one way only."""
    found: list[Found] = []
    while at < len(edges):
        one = next(edge for edge in edges[at] if behind[edge.end])
        found.append(one)
        at = one.end
    return tuple(found)
