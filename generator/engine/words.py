"""Words that sentences of every part are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

__all__ = ["listed", "nearest"]

_NONE: Final[Mapping[str, str]] = MappingProxyType({})


def listed(names: Iterable[str]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    items = list(names)
    return " and ".join((", ".join(items[:-1]), items[-1])) if len(items) > 1 else "".join(items)


def nearest(
    name: str, known: Iterable[str], label: str | None, code_of: Mapping[str, str] = _NONE
) -> str:
    """A hint for a name that is not known: the one probably meant, otherwise all there are; of
    long lists, without a label, nothing. `code_of` says what to write instead of some of them."""
    import difflib  # only when something is wrong

    names = {one.casefold(): code_of.get(one, one) for one in known}
    close = difflib.get_close_matches(name.casefold(), names, n=1)
    if close:
        return f"did you mean {names[close[0]]}?"
    if label is None:
        return ""
    all_names = ", ".join(dict.fromkeys(names.values()))
    return f"{label}: {all_names}" if names else f"there are no {label}"
