"""Data of features that the program no longer has: named once, and left where it is."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from generator.archive.files.reading import TomlText
from generator.engine.errors import FileError, LeftOver, Place

# The replacements. Files are given as their paths in the game's folder.
FILES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "moved.toml": "games stay on their site: put the address in this file on one of your "
        "pages, such as site/home.md",
        "promises.toml": "players can make promises in press",
        "private/promises.toml": "players can make promises in press",
        "auction.toml": "game.toml lists the players of the powers",
        "auction-bids.toml": "game.toml lists the players of the powers",
        "private/auction.toml": "theatrum players auction takes all bids in one file",
        "private/chance.toml": "draws depend on the seed, whose hash is in game.toml",
    }
)
Settings = Mapping[tuple[str, ...], str]
_MAIL: Final = "players send their orders by mail"
SETTINGS: Final[Settings] = MappingProxyType(
    {
        ("logins",): _MAIL,
        ("chance", "event"): "draws depend on the seed, and in older games on chance.toml",
    }
)
"""Entries of game.toml by their keys."""
SITE_SETTINGS: Final[Settings] = MappingProxyType({("repository",): _MAIL, ("branch",): _MAIL})
"""Entries of site.toml."""


def tell_files(folder: Path) -> None:
    """Name the files in a game's folder that nothing reads any more."""
    for name, instead in FILES.items():
        if (folder / name).exists():
            tell_file(folder / name, instead)


def tell_file(path: Path, instead: str) -> None:
    """Report a file that nothing reads any more, with its replacement."""
    tell(FileError("is no longer used", place=Place(str(path)), hint=instead))


def used_settings(toml: TomlText, unused: Settings) -> Mapping[str, Any]:
    """The entries of a file of settings without those that nothing reads any more: these are
    named."""
    data: Mapping[str, Any] = toml.data
    for keys, instead in unused.items():
        used = _without(data, keys)
        if used != data:
            tell(toml.error(f"{'.'.join(keys)} is no longer used", *keys, hint=instead))
        data = used
    return data


def _without(table: Mapping[str, Any], keys: tuple[str, ...]) -> Mapping[str, Any]:
    first, *rest = keys
    inner = table.get(first)
    if first not in table or (rest and not isinstance(inner, Mapping)):
        return table
    if rest and inner is not None:
        return {**table, first: _without(inner, tuple(rest))}
    return {key: value for key, value in table.items() if key != first}


def tell(what: FileError) -> None:
    """Name something that nothing reads any more."""
    warnings.warn(str(what), LeftOver, stacklevel=1)
