"""Size limits for files: above what anybody writes, and below what would fill the memory."""

from __future__ import annotations

from typing import Final

LONGEST_SETTINGS: Final = 1024 * 1024
"""Bytes of a file that the referee writes: game.toml, a position, a year's rulings, site.toml."""
LONGEST_ORDERS: Final = 4 * 1024 * 1024
"""Bytes of a power's order file, which may hold the mails of a whole year."""
LONGEST_PRESS: Final = 1024 * 1024
"""Bytes of a press file or of a page of the site: about a novel."""
LONGEST_STATE: Final = 8 * 1024 * 1024
"""Bytes of a state with its verdicts and events: a hundred times the largest so far."""
LONGEST_FILE: Final = 64 * 1024 * 1024
"""Bytes of any other file."""

DEEPEST: Final = 40
"""How deep tables and lists may be nested in TOML, and how many parts a dotted key may have."""
MOST_KEYS: Final = 2000
"""Keys in a file that the referee or a player writes."""


def size_words(size: int) -> str:
    """A limit for people: "4 MiB"."""
    return f"{size // 1024 // 1024} MiB"
