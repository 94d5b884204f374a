"""Whether the public record of a game is what its chain says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from generator.archive.files.layout import AMENDMENTS, CHAIN, key_of
from generator.archive.files.reading import FileErrors
from generator.archive.game.chain import CORRECTION, Link, Record, known, read_chain
from generator.archive.game.game import Game
from generator.archive.record.public_record import files_of_folder, item_path, record_of
from generator.engine.errors import FileError, Place

_AMEND: Final = (
    "restore it with git restore, or record the change and its reason with theatrum amend"
)


def check_chain(game: Game) -> str:
    """The head of a game's chain, "" without one. Raises FileErrors that name everything public
    that is not as it was, and with which phase it was published."""
    folder = game.folder
    links = read_chain(folder)
    if not links:
        return ""
    then, now = known(links), record_of(files_of_folder(folder))
    errors = [
        FileError(
            f"{named(item)}: {problem} since {_since(links, phase, item)}",
            place=Place(str(folder / item_path(phase, item))),
            hint=_AMEND,
        )
        for phase, item, problem in differences(then, now)
    ]
    errors += [
        FileError(
            f"{key_of(record.moment)} has no link in {CHAIN}",
            place=Place(str(record.path)),
            hint=f"run theatrum upgrade {game.slug}",
        )
        for record in game.phases
        if key_of(record.moment) not in then
    ]
    errors += [
        FileError(
            f"{named(item)} has no link in {CHAIN}",
            place=Place(str(folder / AMENDMENTS)),
            hint="make corrections with theatrum amend; remove one made by hand",
        )
        for item in now[""]
        if item.startswith("amendment/") and item not in then[""]
    ]
    noted = {(link.why, item) for link in links for item in link.items}
    errors += [
        FileError(
            f"{link.phase} has a link for a {link.why} that does not exist",
            place=Place(str(folder / CHAIN)),
            hint="see the commits that changed the file",
        )
        for link in links
        if link.why.startswith(CORRECTION)
        and (link.why, f"amendment/{link.why.removeprefix(CORRECTION)}") not in noted
    ]
    if errors:
        raise FileErrors(errors)
    return links[-1].head


def named(item: str) -> str:
    """What people call an item."""
    kind, _, name = item.partition("/")
    words = {
        "orders": f"orders of {name}",
        "author": f"who wrote the orders of {name}",
        "settings": f"setting {name}",
        "amendment": f"correction {name}",
        "press": f"press {name}",
        "revealed": "what was revealed",
    }
    return words.get(kind, item)


def _since(links: Sequence[Link], phase: str, item: str) -> str:
    """The phase of the newest link that lists an item."""
    return phase or next(link.phase for link in reversed(links) if item in link.items)


def differences(then: Record, now: Record) -> Iterator[tuple[str, str, str]]:
    """Phase, item and problem ("changed", "removed", "added") of everything that is not as it was.
    What is new is no difference, unless it was added to a phase that had been played."""
    for phase, items in then.items():
        here = now.get(phase, {})
        for item, value in items.items():
            if item not in here:
                yield phase, item, "removed"
            elif here[item] != value:
                yield phase, item, "changed"
        for item in here if phase else ():
            if item not in items:
                yield phase, item, "added"
