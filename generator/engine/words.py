"""Words that sentences of every part are made of, and articles before names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
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


def headed(text: str) -> str:
    """A text as it begins a line: `Moves bounce`; names keep their capitals."""
    return f"{text[:1].upper()}{text[1:]}"


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

    `cutoff` is how alike two names must be, from 0 to 1.
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
    """The known keys, by the keys themselves and by the names that a mapping's values have."""
    codes = {code: code for code in known}
    if not isinstance(known, Mapping):
        return codes
    return {getattr(item, "name", "") or code: code for code, item in known.items()} | codes


def nearest(
    name: str, known: Iterable[str], label: str | None, code_of: Mapping[str, str] = _NONE
) -> str:
    """A hint for a name that is not known: the one probably meant, otherwise all there are; of
    long lists, without a label, nothing. `code_of` is what to write instead of some of them."""
    names = {word.casefold(): code_of.get(word, word) for word in known}
    if close := closest(name, names):
        return f"did you mean {names[close]}?"
    if label is None:
        return ""
    all_names = ", ".join(dict.fromkeys(names.values()))
    return f"{label}: {all_names}" if names else f"there are no {label}"


# --- articles before names: "the Dutch Republic is at war with the Papacy"


_NAMED: Final = re.compile(r"\b[A-Z][\w’'-]* \Z")
_ARTICLE: Final = re.compile(r"\b(?:[Tt]he|[Aa]n?|[Nn]o) \Z")
_BEGINS: Final = re.compile(r"(?:\A|[.;(] ?)\Z")
_LISTED: Final = re.compile(r"(?:[:;,] | and |\()\Z")


@lru_cache(maxsize=32)
def article_adder(names: tuple[str, ...]) -> Callable[[str], str]:
    """A function that puts "the" before these names in a sentence, unless they have an article.

    A name that only heads a line ("Papacy: 4 points"), is in a list with numbers ("Spain 11,
    Papacy 5"), is part of a longer one ("Catholic League") or of a quotation stays bare.
    """
    if not names:
        return str
    either = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return partial(_with_articles, re.compile(rf"(?<![\w-])(?:{either})(?![\w-])"))


def _with_articles(named: re.Pattern[str], text: str) -> str:
    if not named.search(text):
        return text
    parts: list[str] = []
    done = 0
    for found in named.finditer(text):
        before, after = text[: found.start()], text[found.end() :]
        parts.append(text[done : found.start()])
        done = found.start()
        if _takes_one(before, after):
            parts.append("The " if re.search(r"(?:\A|[.!?] )\Z", before) else "the ")
    return "".join((*parts, text[done:]))


def _takes_one(before: str, after: str) -> bool:
    """Whether a name between these takes an article."""
    if before.count("“") > before.count("”") or not (before or after):
        return False
    if _ARTICLE.search(before) or _NAMED.search(before):
        return False
    heads = _BEGINS.search(before) and after.startswith(":")
    counted = _LISTED.search(before) and re.match(r" −?-?\d", after)
    return not heads and not counted
