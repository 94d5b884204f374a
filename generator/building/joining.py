"""Shards of a site, each built by itself, put together in one output folder.

    theatrum build --shard 1/2 --output shards/1       shards/1/g/...   shards/.cache/site/1.sqlite
    theatrum build --shard 2/2 --output shards/2       shards/2/h/...   shards/.cache/site/2.sqlite
    theatrum build --join shards/1 shards/2            _site/ has both, and what spans games

Joining copies files and what the shards' manifests say of them. The build that follows finds the
pages of the games fresh and makes the others. Should a shard be out of date, or of another version
of the program, the keys of its pages differ and they are made anew: the site is right in any case.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from generator.building.build import manifest_file
from generator.building.manifest import Entry, Manifest, open_manifest, read_manifest
from generator.building.output import LISTING, claim
from generator.building.writing import write_whole
from generator.engine.errors import FileError, Place
from generator.engine.words import count
from generator.pages.base.page import file_of


def join_shards(shards: Sequence[Path], output: Path) -> int:
    """Copy what shards have made into an output folder; gives the number of files copied.

    What stands there already from the same shard is left alone. Raises FileError for a folder that
    is no shard or lacks a file, for a game that two shards have, and for a disk that does not take
    it; nothing has been copied then but whole pages, which the next build looks at.
    """
    owners: dict[str, Path] = {}
    for shard in shards:
        for game in _games_of(shard):
            if game in owners:
                raise FileError(
                    f"has the game {game}, which {owners[game]} has, too",
                    place=Place(str(shard)),
                    hint="join the shards of one division: 1/3, 2/3 and 3/3",
                )
            owners[game] = shard
    claim(output)
    copied = 0
    with open_manifest(manifest_file(output)) as manifest:
        known = manifest.entries()
        try:
            for shard in shards:
                with read_manifest(manifest_file(shard)) as part:
                    taken = _take(shard, part, output, manifest, known)
                    if taken:
                        manifest.take_facts(part)
                    copied += taken
            if copied:
                for mark in ("site", "links", "index"):
                    manifest.set_mark(mark, "")
        finally:
            manifest.keep()
    return copied


def _games_of(shard: Path) -> tuple[str, ...]:
    """The games that a shard has. Raises FileError for another folder, or half a shard."""
    if not (shard / LISTING).is_file():
        raise FileError(
            "is no shard of a site",
            place=Place(str(shard)),
            hint="theatrum build --shard 1/2 --output FOLDER makes one",
        )
    with read_manifest(manifest_file(shard)) as part:
        entries = part.entries()
    lost = [address for address in entries if not (shard / file_of(address)).is_file()]
    if lost or not (entries or manifest_file(shard).is_file()):
        missing = f"lacks {count(len(lost), 'file')}" if lost else "has come without its manifest"
        raise FileError(
            missing,
            place=Place(str(shard)),
            hint=f"bring {shard.name}/ and .cache/site/{shard.name}.sqlite beside it, both whole",
        )
    return tuple(dict.fromkeys(entry.game for entry in entries.values() if entry.game))


def _take(
    shard: Path, part: Manifest, output: Path, manifest: Manifest, known: dict[str, Entry]
) -> int:
    copied = 0
    for address, entry in part.entries().items():
        file = file_of(address)
        if not entry.game or _is_there(output / file, known.get(address), entry):
            continue
        written = write_whole(str(output / file), (shard / file).read_bytes())
        here = Entry(entry.game, entry.kind, entry.key, written.size, written.modified)
        manifest.take(address, here, part)
        copied += 1
    return copied


def _is_there(file: Path, known: Entry | None, entry: Entry) -> bool:
    if known is None or known.key != entry.key:
        return False
    try:
        return known.is_like(os.stat(file))
    except OSError:
        return False
