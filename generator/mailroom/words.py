"""The words of letters, by what they mean to a reader: words.toml."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import tomli

from generator.engine.orders.words import (
    BUILD,
    CONVOY,
    DISBAND,
    KEYWORDS,
    REMOVE,
    RETREAT,
    SUPPORT,
    WAIVE,
    fold,
)

_DATA: Final[Mapping[str, Any]] = tomli.loads(
    Path(__file__).with_name("words.toml").read_text("utf-8")
)
_LONG_KINDS: Final = (SUPPORT, CONVOY, RETREAT, DISBAND, BUILD, REMOVE, WAIVE)

PHASES: Final[Mapping[str, str]] = MappingProxyType(
    {word: phase for phase, words in _DATA["phases"].items() for word in words.split()}
)
"""Other words for phases, each with the one that stands for it."""


def _sets() -> dict[str, frozenset[str]]:
    found = {
        meaning: frozenset(map(fold, words.split())) for meaning, words in _DATA["words"].items()
    }
    # Words that hardly occur in a sentence about anything else.
    strong = frozenset(w for w, kind in KEYWORDS.items() if kind in _LONG_KINDS and len(w) > 4)
    found["topic"] |= found["prose"]
    found["voting"] |= found["vote"]
    found["talk"] = found["prose"] - found["article"]
    found["order"] = strong.union(*(found[name] for name in ("named", "vote", "attack", "unit")))
    return {**found, "strong": strong}


def _patterns() -> dict[str, re.Pattern[str]]:
    pieces = {f"{{{name}}}": _joined(text) for name, text in _DATA["pieces"].items()}
    forms = {
        "phrases": r"(?<!\w)(?:{})(?!\w)",
        "lines": r"\A(?:{})\Z",
        "fronts": r"\A(?:{})",
        "marks": "{}",
    }
    found = {}
    for table, form in forms.items():
        for meaning, text in _DATA[table].items():
            whole = _joined(text)
            for name, piece in pieces.items():
                whole = whole.replace(name, piece)
            found[meaning] = re.compile(form.replace("{}", whole), re.IGNORECASE)
    return found


def _joined(text: str) -> str:
    return "".join(map(str.strip, text.split("\n"))).replace(" ", r"\s+")


WORDS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(_sets())
"""Single words by meaning, as `fold` gives them."""
_PATTERNS: Final = _patterns()
_INSTEAD: Final = re.compile(r",?\s+instead\W*\Z", re.IGNORECASE)


def says(meaning: str, text: str) -> re.Match[str] | None:
    """The part of a text with a meaning: words in it, all of it, or its beginning, as words.toml
    has it; None where it has none."""
    return _PATTERNS[meaning].search(text)


def pattern(meaning: str) -> str:
    """The pattern of a meaning, to be a part of another."""
    return _PATTERNS[meaning].pattern


def unspoken(line: str) -> str:
    """A line without the author in front: `I declare war` is `declare war`."""
    spoken = says("spoken", line)
    return line[spoken.end() :] if spoken is not None else line


def corrected(line: str) -> str:
    """A line without the words that make it a correction: `make that 4 on Genoa`."""
    found = says("correction", line)
    return _INSTEAD.sub("", line[found.end() :]) if found is not None else line


def is_former(line: str) -> bool:
    """Whether the orders below a line no longer count, or do not count yet: `Draft:`."""
    return bool(says("over", line) or says("former", line))
