"""The links that each command adds to the chain. A game without a chain gets none.

And the check whether the public record of a game fits its chain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from generator.archive.files.layout import AMENDMENTS, CHAIN, REVEALED, REVEALED_SEED, key_of
from generator.archive.files.reading import FileErrors
from generator.archive.files.writing import Change, commit, writing
from generator.archive.game.chain import (
    CORRECTION,
    REVEAL,
    UNDO,
    Link,
    Record,
    extended,
    format_chain,
    known,
    order_of,
    read_chain,
    shortened,
)
from generator.archive.game.game import Game, check_there, load_game
from generator.archive.record.public_record import (
    Files,
    bound,
    files_of_folder,
    item_path,
    record_of,
    with_change,
)
from generator.engine.errors import FileError, Place

_AT_THE_END: Final = ("seed", REVEALED)

_AMEND: Final = (
    "restore it with git restore, or record the change and its reason with theatrum amend"
)


def first_chain(name: str, texts: Mapping[str, str]) -> dict[str, str]:
    """The chain of a new game, made of the texts of its files by path."""
    files = Files(Path(name), frozenset(texts), lambda path: texts[path].encode())
    return {CHAIN: format_chain(extended((), bound(record_of(files))))}


def begin_chain(folder: Path) -> int:
    """Begin the chain of a game that has none, or add links that an older program left out; returns
    how many are new. Raises FileError."""
    check_there(folder)
    with writing(folder):
        links, game = read_chain(folder), load_game(folder)
        now = bound(record_of(files_of_folder(folder), known(links)))
        found = extended(
            links, _without_revelations(now, links, is_told=game.is_over or game.settings.archived)
        )
        if found != links:
            commit(folder, Change({CHAIN: format_chain(found)}))
    return len(found) - len(links)


def with_phase(folder: Path, change: Change) -> dict[str, str]:
    """The chain after the change that adjudicates a phase."""
    links = read_chain(folder)
    if not links:
        return {}
    before = known(links)
    now = record_of(with_change(files_of_folder(folder), change), before)
    now = _without_revelations(now, links, is_told=REVEALED_SEED in change.writes)
    return _chain_file(links, extended(links, now, written=_touched(change, before, now)))


def without_phase(folder: Path, change: Change) -> dict[str, str]:
    """The chain after the change that takes the last phase back. Its links go, and leave no trace;
    but not if something else was corrected after it: then the undoing is noted."""
    links = read_chain(folder)
    if not links:
        return {}
    files = with_change(files_of_folder(folder), change)
    last = max(map(order_of, _phases(files)))
    # A phase whose state is missing, and which others still follow, was not undone.
    there = frozenset(phase for phase in known(links) if phase and order_of(phase) <= last)
    short = shortened(links, there)
    before = known(short)
    now = record_of(files, there)
    shared = {item: value for item, value in now[""].items() if item in before[""]}
    left = {phase: own for phase, own in before.items() if phase in there}
    after = {"": shared, **left}
    return _chain_file(links, extended(short, after, UNDO, _touched(change, before, after)))


def with_correction(folder: Path, copy: Path, change: Change, number: int) -> dict[str, str]:
    """The chain of a game after a correction: `copy` is the corrected game, except for the change
    of amendments.toml."""
    links = read_chain(folder)
    if not links:
        return {}
    game = load_game(copy)
    now = record_of(with_change(files_of_folder(copy), change))
    now = _without_revelations(now, links, is_told=game.is_over or game.settings.archived)
    return _chain_file(links, extended(links, now, f"{CORRECTION}{number}", None))


def with_revelation(folder: Path, change: Change) -> dict[str, str]:
    """The chain after the change that reveals the secrets."""
    links = read_chain(folder)
    if not links:
        return {}
    before = known(links)
    now = {**before, "": record_of(with_change(files_of_folder(folder), change), before)[""]}
    return _chain_file(links, extended(links, now, REVEAL, _touched(change, before, now)))


def rewritten_items(folder: Path, copy: Path) -> tuple[str, ...]:
    """The items of no phase that differ from the chain of a game: press, and promises of game.toml.
    `copy` is the game as it is now; the files that its phases rewrite are left out."""
    old = known(read_chain(folder))[""]
    new = record_of(files_of_folder(copy), known(read_chain(copy)))[""]
    return tuple(
        item
        for item in old
        if item.startswith(("press/", "settings/")) and old[item] != new.get(item)
    )


def _without_revelations(now: Record, links: tuple[Link, ...], *, is_told: bool) -> Record:
    """A record without files that belong to the end, if they are there in a game that is not
    over."""
    if is_told:
        return now
    old = known(links)[""]
    shared = {item: v for item, v in now[""].items() if item not in _AT_THE_END or item in old}
    return {**now, "": shared}


def _chain_file(before: tuple[Link, ...], after: tuple[Link, ...]) -> dict[str, str]:
    return {CHAIN: format_chain(after)} if after != before else {}


def _phases(files: Files) -> Iterable[str]:
    for path in files.paths:
        year, _, name = path.partition("/state/")
        if name:
            yield f"{year} {name.removesuffix('.toml')}"


def _touched(change: Change, *records: Record) -> frozenset[str]:
    """The items of no phase in files that the change writes or removes."""
    paths = {*change.writes, *change.removes}
    if any(path.startswith(f"{REVEALED}/") for path in paths):
        paths.add(REVEALED)
    return frozenset(
        item for record in records for item in record.get("", {}) if item_path("", item) in paths
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
    """The name of an item for people."""
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
    A new item counts only if it was added to a phase that had been played."""
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
