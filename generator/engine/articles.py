"""Articles before names: "the Dutch Republic is at war with the Papacy".

Texts that states keep have bare names. The article is added where they are shown, to the names that
a ruleset lists.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Final

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
