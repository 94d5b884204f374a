"""The words of an order's line, and how names are compared.

    BATTLE vs:black play:MCP*, call:6   # at dawn
    battle  vs  black  play:mcp*  call:6

Words are in lower case; commas, and `:` and `=` at a word's end, only divide words. `vs:` is a word
of its own, for a name of several words may follow it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from typing import Final

from generator.engine.forms.tokens import Token
from generator.engine.orders.faults import did_you_mean

__all__ = ["SEPARATORS", "Unreadable", "nearest", "plain", "tokens_of"]

_WORD: Final = re.compile(r"[^\s,;>&+]+|\+\d+|[>&+]")
SEPARATORS: Final = frozenset({">", "and", "&", "+"})
"""What stands between the things of a list, beside commas."""


class Unreadable(Exception):
    """A line that cannot be read: where, why, and what to write instead."""

    def __init__(self, column: int, problem: str, hint: str = "") -> None:
        self.column = column
        self.problem = problem
        self.hint = hint
        super().__init__(problem)


def tokens_of(line: str) -> tuple[Token, ...]:
    """The words of a line without its comment."""
    found = []
    for match in _WORD.finditer(line.partition("#")[0]):
        word, start = match[0].rstrip(":=."), match.start()
        if word[:3].lower() == "vs:":
            found.append(Token("word", start, start + 2, "vs"))
            word, start = word[3:], start + 3
        if word:
            found.append(Token("word", start, start + len(word), word.lower()))
    return tuple(found)


@cache
def plain(text: str) -> str:
    """A name as one types it: lower case, one word, without accents."""
    from unicodedata import normalize

    bare = normalize("NFKD", text.lower().replace(" ", "-"))
    return "".join(letter for letter in bare if letter.isascii())


def nearest(text: str, known: Iterable[str]) -> str:
    """What was probably meant, or which there are if these are few."""
    names = list(dict.fromkeys(known))
    near = get_close_matches(text, names, n=1, cutoff=0.6)
    return did_you_mean(near, f"one of {', '.join(names)}" if len(names) <= 12 else "")
