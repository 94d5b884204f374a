"""How much of a file is read: more than anybody writes, and too little to fill the memory."""

from __future__ import annotations

from typing import Final

__all__ = [
    "DEEPEST",
    "LONGEST_FILE",
    "LONGEST_ORDERS",
    "LONGEST_PRESS",
    "LONGEST_SETTINGS",
    "LONGEST_STATE",
    "MOST_KEYS",
    "size_words",
]

LONGEST_SETTINGS: Final = 1024 * 1024
"""Bytes of a file that the referee writes: game.toml, a position, a year's rulings, site.toml."""
LONGEST_ORDERS: Final = 4 * 1024 * 1024
"""Bytes of a power's order file: the mails of a whole year fit in."""
LONGEST_PRESS: Final = 1024 * 1024
"""Bytes of a press file or of a page of the site; a novel has as many."""
LONGEST_STATE: Final = 8 * 1024 * 1024
"""Bytes of a state with its verdicts and events; the largest so far has a hundredth of them."""
LONGEST_FILE: Final = 64 * 1024 * 1024
"""Bytes of any other file."""

DEEPEST: Final = 40
"""Tables and lists within each other in TOML, and parts of a dotted key."""
MOST_KEYS: Final = 2000
"""Keys in a file that the referee or a player writes."""


def size_words(size: int) -> str:
    """A limit for people: "4 MiB"."""
    return f"{size // 1024 // 1024} MiB"
