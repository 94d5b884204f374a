"""Words that sentences of every part are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

_NONE: Final[Mapping[str, str]] = MappingProxyType({})
_NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
)  # fmt: skip


def listed(names: Iterable[str]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    items = list(names)
    return " and ".join((", ".join(items[:-1]), items[-1])) if len(items) > 1 else "".join(items)


def count(number: int, noun: str, plural: str = "") -> str:
    """`1 unit`, `3 units`, `2 armies`; a noun with another plural brings it."""
    return f"{number} {_noun(number, noun, plural)}"


def spelled(number: int, noun: str, plural: str = "") -> str:
    """`no builds`, `one build`, `two builds`, `12 builds`."""
    word = _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)
    return f"{word} {_noun(number, noun, plural)}"


def _noun(number: int, noun: str, plural: str) -> str:
    if number == 1:
        return noun
    if plural:
        return plural
    is_y = noun.endswith("y") and noun[-2:-1] not in "aeou"
    return f"{noun[:-1]}ies" if is_y else f"{noun}s"


def closest(name: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """The known name that was probably meant, in any case of letters; "" if none is close.

    `cutoff` says how alike two names must be, from 0 to 1.
    """
    import difflib  # only when something is wrong

    names = {word.casefold(): word for word in known}
    close = difflib.get_close_matches(name.casefold(), names, n=1, cutoff=cutoff)
    return names[close[0]] if close else ""


def unknown(name: object, known: Iterable[str]) -> str:
    """`there is no 'frnce' (did you mean france?)`."""
    codes = codes_by_name(known)
    close = closest(str(name), codes)
    return f"there is no {name!r}{f' (did you mean {codes[close]}?)' if close else ''}"


def codes_by_name(known: Iterable[str]) -> dict[str, str]:
    """What is known, by itself and by the names that the values of a mapping have."""
    codes = {code: code for code in known}
    if not isinstance(known, Mapping):
        return codes
    return {getattr(item, "name", "") or code: code for code, item in known.items()} | codes


def nearest(
    name: str, known: Iterable[str], label: str | None, code_of: Mapping[str, str] = _NONE
) -> str:
    """A hint for a name that is not known: the one probably meant, otherwise all there are; of
    long lists, without a label, nothing. `code_of` says what to write instead of some of them."""
    names = {word.casefold(): code_of.get(word, word) for word in known}
    if close := closest(name, names):
        return f"did you mean {names[close]}?"
    if label is None:
        return ""
    all_names = ", ".join(dict.fromkeys(names.values()))
    return f"{label}: {all_names}" if names else f"there are no {label}"
