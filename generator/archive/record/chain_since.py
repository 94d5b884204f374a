"""The public record of a game compared with an earlier commit: the changes since."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from generator.archive.files.layout import CHAIN, GAME, PUBLIC, REVEALED, key_of
from generator.archive.files.names import is_slug
from generator.archive.files.reading import LONGEST_FILE, text_in
from generator.archive.game.chain import SHOWN, Link, Record, links_in, read_chain
from generator.archive.git.repository import (
    FILE_MODE,
    Remote,
    Repository,
    commit_of,
    files_of,
    query,
    read_blobs,
)
from generator.archive.record.amendments import read_amendments
from generator.archive.record.chaining import differences, named
from generator.archive.record.public_record import (
    PROMISES,
    Files,
    bound,
    files_of_folder,
    is_press,
    record_of,
)
from generator.engine.errors import FileError, Place

_MODES: Final = (FILE_MODE, "100755")  # some tools mark files as programs


class Since(Struct, frozen=True):
    """The fate of the public record of a commit. `rewritten` are changes and removals that no
    correction accounts for, as (phase, text), with the phase "1901 1-spring-movement", or "" for
    the whole game; `noted` are those that one does, and those of settings that no promise covers.
    `is_chained`: the game had a chain then."""

    commit: str
    rewritten: tuple[tuple[str, str], ...]
    noted: tuple[str, ...]
    is_chained: bool


def compare_since(folder: Path, repository: Repository, revision: str) -> Since:
    """The public record of a game beside that of a commit. Raises FileError and GitError, and
    UsageError if there is no such commit."""
    commit = commit_of(repository, revision)
    old = _files_of_commit(folder, repository, commit)
    if not old.paths:
        return Since(commit, (), ("the game did not exist then",), is_chained=False)
    before: tuple[Link, ...] = ()
    if CHAIN in old.paths:
        before = links_in(text_in(old.read(CHAIN), old.top / CHAIN), old.top / CHAIN)
    links = read_chain(folder)
    then, now = bound(record_of(old)), record_of(files_of_folder(folder))
    kept = _common_links(before, links)
    later = links[kept:]
    rewritten: list[tuple[str, str]] = []
    noted: list[str] = []
    if before and not links:
        rewritten.append(("", f"{CHAIN} existed, and is gone"))
    for link in before[kept:] if links else ():
        rewritten.append((link.phase, _lost(link, now)))
    lost = {phase for phase, _ in rewritten if phase}
    corrected = _corrected(folder, then) if not before else {}
    for phase, item, problem in differences(then, now):
        text = f"{named(item)} {problem}"
        if phase and phase not in now:
            if item != "state":
                continue
            text = "undone"
        text = f"{phase}: {text}" if phase else text
        why = _why(later, phase, item) or corrected.get(phase, "")
        if why:
            noted.append(f"{text} ({why})")
        elif phase not in lost:
            rewritten.append((phase, text))
    noted += _settings_changed(old, files_of_folder(folder))
    return Since(commit, tuple(rewritten), tuple(noted), bool(before))


def games_gone(games: Path, repository: Repository, revision: str) -> tuple[str, ...]:
    """The games of a commit whose folders are gone. Raises GitError, and UsageError for an unknown
    commit."""
    top = repository.path(games)
    paths = (blob.path for blob in files_of(repository, commit_of(repository, revision), top))
    names = (path.removeprefix(f"{top}/").partition("/") for path in paths)
    then = dict.fromkeys(name for name, _, rest in names if rest == GAME and is_slug(name))
    return tuple(name for name in then if not (games / name / GAME).is_file())


def rewritten_in_public(
    repository: Repository, remote: Remote | None, folders: Iterable[Path]
) -> tuple[tuple[str, str], ...]:
    """The items that publishing these games would rewrite: pairs of a game and what was public of
    it and is another now. Public is what the last commit has, and what was last seen at the remote.
    Raises GitError."""
    revisions = ["HEAD"] if repository.has_commits() else []
    if remote is not None:
        seen = f"refs/remotes/{remote.name}/{remote.ref.removeprefix('refs/heads/')}"
        if not query(repository.top, "rev-parse", "--verify", "--quiet", seen).code:
            revisions.append(seen)
    found: dict[tuple[str, str], None] = {}
    for folder in folders:
        is_game = is_slug(folder.name) and (folder / GAME).is_file()
        for revision in revisions if is_game else ():
            try:
                since = compare_since(folder, repository, revision)
            except FileError:  # a file committed by hand may be broken, and repaired since
                continue
            for phase, text in since.rewritten:
                # The rest of a game without a chain is the referee's own matter, as always.
                if phase or since.is_chained:
                    found[folder.name, text] = None
    return tuple(found)


def _common_links(before: Sequence[Link], now: Sequence[Link]) -> int:
    pairs = zip(before, now, strict=False)
    return next(
        (number for number, (old, new) in enumerate(pairs) if old.head != new.head),
        min(len(before), len(now)),
    )


def _lost(link: Link, now: Record) -> str:
    why = f" ({link.why})" if link.why else ""
    what = "it was undone and has changed" if link.phase in now else "it was undone"
    if now.get(link.phase, {}).get("state") == link.items.get("state"):
        what = "its state is the same, but not all that was published with it or before it"
    return f"{link.phase}{why} had the record {link.head[:SHOWN]}, which is gone: {what}"


def _why(later: Sequence[Link], phase: str, item: str) -> str:
    """The correction or undo by which the record itself explains a change; "" if none does."""
    for link in reversed(later):
        if link.why and (link.phase == phase if phase else item in link.items):
            return link.why
    return ""


def _settings_changed(then: Files, now: Files) -> Iterator[str]:
    """The public settings that nothing is promised of, and that are not as they were: players,
    replacements, deadlines and the like."""
    before, after = (
        _leaves(files.toml(GAME).data, ()) if GAME in files.paths else {} for files in (then, now)
    )
    for key in dict.fromkeys([*before, *after]):
        if key[0] in PROMISES or before.get(key) == after.get(key):
            continue
        name = f"{GAME}: {'.'.join(key)}"
        if key not in before:
            yield f"{name} added: {after[key]}"
        elif key not in after:
            yield f"{name} removed: {before[key]}"
        else:
            yield f"{name} changed from {before[key]} to {after[key]}"


def _leaves(value: Any, path: tuple[str, ...]) -> dict[tuple[str, ...], Any]:
    """The values of a file except tables, by their keys; tables in lists by their numbers."""
    if isinstance(value, list) and any(isinstance(item, dict) for item in value):
        value = {str(number): item for number, item in enumerate(value, 1)}
    if not isinstance(value, dict):
        return {path: value}
    found: dict[tuple[str, ...], Any] = {}
    for key, inner in value.items():
        found |= _leaves(inner, (*path, key))
    return found


def _corrected(folder: Path, then: Record) -> dict[str, str]:
    """The correction of each phase that was corrected since then: a game without a chain has no
    other record of it."""
    return {
        key_of(row.moment): f"correction {number}"
        for number, amendment in enumerate(read_amendments(folder), 1)
        for row in amendment.changed
        if then.get(key_of(row.moment), {}).get("state") == row.before
    }


def _files_of_commit(folder: Path, repository: Repository, commit: str) -> Files:
    """The public files of a game in a commit; none if it was not there."""
    top = repository.path(folder)
    blobs = {
        blob.path.removeprefix(f"{top}/"): blob.name
        for blob in files_of(repository, commit, top)
        if blob.mode in _MODES
    }
    wanted = {path: name for path, name in blobs.items() if _is_public(path)}
    texts = read_blobs(repository, wanted.values(), LONGEST_FILE)

    def read(path: str) -> bytes:
        data = texts[wanted[path]]
        if data is None:
            raise FileError("is too long", place=Place(f"{commit[:12]}:{top}/{path}"))
        return data

    return Files(Path(f"{commit[:12]}:{top}"), frozenset(wanted), read)


def _is_public(path: str) -> bool:
    top, _, rest = path.partition("/")
    if top == "press":
        return is_press(rest)
    return path in PUBLIC if not rest else top == REVEALED or top.isdigit()
