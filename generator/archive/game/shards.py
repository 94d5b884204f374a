"""Shards: a share of the games, for one of several machines that work side by side."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final
from zlib import crc32

from msgspec import Struct

from generator.engine.errors import UsageError
from generator.engine.orders.sheet import shown

MOST_SHARDS: Final = 256
"""As many jobs as a matrix of GitHub's workflows may have."""
_SHARD: Final = re.compile(r"(\d{1,3})/(\d{1,3})")


class Shard(Struct, frozen=True):
    """The third of eight shards: `Shard(3, 8)`. Numbers start at 1; `Shard(1, 1)` has all games.

    A game is in the shard that its name says, whatever other games there are: so what a shard has
    kept from its last build stays of use.
    """

    number: int
    of: int

    @property
    def is_whole(self) -> bool:
        """Whether all games are in it."""
        return self.of == 1

    @property
    def words(self) -> str:
        """ "of shard 3/8"; "" for all games."""
        return "" if self.is_whole else f"of shard {self.number}/{self.of}"

    def has(self, game: str) -> bool:
        """Whether the game of that name (its folder's) is in this shard."""
        return crc32(game.encode()) % self.of == self.number - 1

    def chosen(self, folders: Iterable[Path]) -> tuple[Path, ...]:
        """Those of the games' folders that are in this shard, in their order."""
        return tuple(folder for folder in folders if self.has(folder.name))


WHOLE: Final = Shard(1, 1)


def read_shard(text: str) -> Shard:
    """The shard that a text like "3/8" names, all games for "". Raises UsageError."""
    if not text:
        return WHOLE
    if (found := _SHARD.fullmatch(text)) and 1 <= int(found[1]) <= int(found[2]) <= MOST_SHARDS:
        return Shard(int(found[1]), int(found[2]))
    raise UsageError(
        "is no shard",
        text=repr(shown(text)),
        hint=f"--shard 3/8 is the third of eight shards; there may be {MOST_SHARDS}",
    )
