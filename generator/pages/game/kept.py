"""Pages of a game that are kept, because everything that they are made from stayed the same.

After a change to its files, a phase usually has the same facts as before. Then the pages that
follow from the facts of the phases, some hundreds in a game, need not even be listed: a build notes
the digest of all that they follow from, and their addresses. So it does with the pages about
rulebooks, which show how often each rule was at work.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

if TYPE_CHECKING:
    from generator.pages.story.facts import Memory


class KeptPages(Struct, frozen=True):
    """All pages of a game, or these `addresses`, which are as the last build left them."""

    game: str = ""
    addresses: tuple[str, ...] = ()


class Notes(NamedTuple):
    """The notes of a build on pages that follow from its games.

    `key` is a digest of all that they follow from. `families` are their addresses, for each family
    in its order; `more` is a text with what else is known of them.
    """

    key: str
    families: tuple[tuple[str, ...], ...]
    more: str


def recall_notes(memory: Memory, game: str, key: str) -> Notes | None:
    """The notes on a game, or on pages of none (""), if the pages would follow from the same facts,
    and their files are as the build left them.

    Others are forgotten at once: a build that makes new pages and is cut short would leave them
    untrue.
    """
    text = memory.recall(_slot(game))
    if not text:
        return None
    noted, families, more = json.loads(text)
    addresses = [tuple(family) for family in families]
    if noted == key and memory.stand([address for own in addresses for address in own]):
        return Notes(noted, tuple(addresses), more)
    memory.remember(_slot(game), "", game)
    return None


def note(memory: Memory, game: str, notes: Notes) -> None:
    """Keep notes on a game, or on pages of none: only once all have been made and written."""
    memory.remember(_slot(game), json.dumps(notes), game)


def _slot(game: str) -> str:
    # One for each game: newer notes overwrite older ones.
    return f"told {game}"
