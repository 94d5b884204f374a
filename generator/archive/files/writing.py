"""Writing to a game folder: a change of many files is made as a whole, or not at all.

    commit(folder, Change(writes, removes))

    .theatrum-staging/    0, 1, 2 ...     the new texts, numbered in the order of the journal
                          journal.json    {"writes": ["1901/state/1-spring.toml"], "removes": []}
        | one rename: the change is decided
    .theatrum-commit/     the same files
        | each file is renamed to its place, each path of `removes` is unlinked
    (gone)                the journal goes last

Invariants.
- Before the rename nothing in the game has changed; after it the change will be finished, if not
  by this process then by `recover`, which every reader and writer calls first.
- `_finish` may be repeated from any point: a number that is no longer in the commit folder is
  already in its place, and a path that is gone is not removed twice.
- Every file and every folder that got a new name is synced before the step that relies on it.
- Only the holder of the folder's lock writes, and the lock goes away with its process. A reader
  that meets a commit folder waits for the lock for some seconds, and finishes the change if its
  writer has died.

Why a journal and not one rename of the whole folder: the folder is the referee's own, open in
editors and watched by git, and a game of thousands of files is not copied for one phase.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Final

from msgspec import Struct, field

from generator.archive.files.layout import COMMIT, STAGING
from generator.archive.files.names import is_relative
from generator.archive.files.reading import is_folder, read_bytes, reason
from generator.engine.errors import FileError, GameError, Place

LOCK: Final = ".theatrum.lock"
JOURNAL: Final = "journal.json"
PRIVATE: Final = "private/"
# Both are 0 where the system has no such thing.
_NOFOLLOW: Final[int] = getattr(os, "O_NOFOLLOW", 0)
_BINARY: Final[int] = getattr(os, "O_BINARY", 0)
NEW_FILE: Final[int] = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY
"""For os.open: a file that is not there yet; its line ends stay as they are written."""
_PATIENCE: Final = 3.0  # seconds that a reader waits for a writer to finish its renames

StrPath = str | os.PathLike[str]
_HELD: Final = (5, 32)
"""The errors of Windows while another process has the file open, such as a virus scanner."""
_MOVING_PATIENCE: Final = 3.0
_PAUSE: Final = 0.05
_lent: Final[ContextVar[frozenset[Path]]] = ContextVar("lent", default=frozenset())


class Change(Struct, frozen=True):
    """Files to write and to remove, by their paths relative to the game's folder, with "/"."""

    writes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    removes: tuple[str, ...] = ()


def commit(folder: Path, change: Change) -> None:
    """Make a change whole. The caller holds the folder's lock.

    Raises FileError; unless its message reads otherwise, nothing has changed then.
    """
    import json

    for path in (*change.writes, *change.removes):
        _check_path(folder, path)
    staging = folder / STAGING
    made: list[Path] = []
    try:
        _remove_tree(staging)
        os.mkdir(staging)
        journal = {"writes": list(change.writes), "removes": list(change.removes)}
        for number, (path, text) in enumerate(change.writes.items()):
            _write_file(staging / str(number), text.encode(), secret=path.startswith(PRIVATE))
        _write_file(staging / JOURNAL, json.dumps(journal, indent=1).encode())
        _sync(staging)
        for path in change.writes:
            _make_folders(folder, PurePosixPath(path).parent, made)
        patiently(os.rename, staging, folder / COMMIT)
    except (OSError, UnicodeEncodeError) as error:
        with suppress(OSError):
            _remove_tree(staging)
        for created in reversed(made):
            with suppress(OSError):
                os.rmdir(created)
        raise _unwritten(folder, error) from None
    _finish(folder)


def _unwritten(folder: Path, error: OSError | UnicodeEncodeError) -> FileError:
    why = reason(error) if isinstance(error, OSError) else str(error)
    return FileError(
        f"cannot be written: {why}; nothing was changed",
        place=Place(str(folder)),
        hint="fix that, then run the command again",
    )


@contextmanager
def writing(folder: Path, *, lends: bool = False) -> Iterator[None]:
    """Holds the lock of a folder, after whatever was interrupted there has been finished. `lends`
    is that of `locked`."""
    is_first = not is_lent(folder)
    with locked(folder, lends=lends):
        if is_first:
            _recover_locked(folder)
        yield


def recover(folder: Path) -> None:
    """Finish or forget a change that was interrupted; for readers, without the lock.

    Waits for a writer that is alive. Raises GameError or FileError if it stays in the way.
    """
    until = time.monotonic() + _PATIENCE
    while os.path.lexists(folder / COMMIT):
        try:
            with locked(folder):
                _recover_locked(folder)
        except GameError:
            if time.monotonic() > until:
                raise
            time.sleep(0.02)


def _recover_locked(folder: Path) -> None:
    if os.path.lexists(folder / COMMIT):
        _finish(folder)
    if os.path.lexists(folder / STAGING):
        with suppress(OSError):
            _remove_tree(folder / STAGING)
            _prune(folder)


def _finish(folder: Path) -> None:
    """Put the files of the commit folder in their places. May be repeated from any point on."""
    ready = folder / COMMIT
    try:
        _sync(folder)
        if os.path.lexists(ready / JOURNAL):
            writes, removes = _read_journal(folder)
            for number, path in enumerate(writes):
                if os.path.lexists(ready / str(number)):
                    _make_folders(folder, PurePosixPath(path).parent, [])
                    patiently(os.replace, ready / str(number), folder / path)
            for path in removes:
                with suppress(FileNotFoundError):
                    os.unlink(folder / path)
            changed = map(PurePosixPath, (*writes, *removes))
            for parent in sorted({parent for path in changed for parent in path.parents}):
                with suppress(FileNotFoundError):
                    _sync(folder / parent)
            os.unlink(ready / JOURNAL)
        _remove_tree(ready)
        _prune(folder)
    except OSError as error:
        raise FileError(
            f"a change is recorded, but not all of its files are written: {reason(error)}",
            place=Place(str(folder)),
            hint="fix that; any command then finishes the change",
        ) from None


def _read_journal(folder: Path) -> tuple[list[str], list[str]]:
    import json

    path = folder / COMMIT / JOURNAL
    is_folder(path.parent)
    try:
        journal = json.loads(read_bytes(path))
        writes, removes = journal["writes"], journal["removes"]
        for name in (*writes, *removes):
            _check_path(folder, name)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise FileError(
            "is not a journal of theatrum",
            place=Place(str(path)),
            hint="look at it, and remove it if it is not yours",
        ) from None
    return writes, removes


def _check_path(folder: Path, path: str) -> None:
    """Refuses a path that leads out of the folder: by its parts, or by a link on the way."""
    if not isinstance(path, str) or not is_relative(path):
        raise FileError("is not a path inside a game", place=Place(str(folder)), text=repr(path))
    for parent in PurePosixPath(path).parents:
        is_folder(folder / parent)
    if (folder / path).is_symlink():
        raise FileError("is a symbolic link", place=Place(str(folder / path)))


def create_folder(
    root: Path, name: str, files: Mapping[str, str], check: Callable[[Path], None]
) -> Path:
    """A new game folder with these files, made by one rename. `check` may refuse it before.

    `check` is given the folder as it will be, under another name. Raises GameError if there is
    such a folder already, FileError if it cannot be written.
    """
    target = root / name
    staging = root / f".theatrum-new-{name}"
    try:
        root.mkdir(parents=True, exist_ok=True)
        is_folder(root)
        with locked(root):
            if os.path.lexists(target):
                raise GameError(f"there is a {target} already", hint="choose another name")
            try:
                _remove_tree(staging)
                made = [staging, staging / name]
                for each in made:
                    os.mkdir(each)
                for path, text in files.items():
                    _check_path(staging / name, path)
                    _make_folders(staging / name, PurePosixPath(path).parent, made)
                    secret = path.startswith(PRIVATE)
                    _write_file(staging / name / path, text.encode(), secret=secret)
                for each in reversed(made):
                    _sync(each)
                check(staging / name)
                patiently(os.rename, staging / name, target)
                _sync(root)
            finally:
                with suppress(OSError):
                    _remove_tree(staging)
    except (OSError, UnicodeEncodeError) as error:
        raise _unwritten(target, error) from None
    return target


def _write_file(path: Path, data: bytes, *, secret: bool = False) -> None:
    descriptor = os.open(path, NEW_FILE, 0o600 if secret else 0o644)
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sync(folder: Path) -> None:
    """Make the names in a folder last. Windows cannot open folders, and needs no call for it."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _make_folders(folder: Path, path: PurePosixPath, made: list[Path]) -> None:
    at = folder
    for part in path.parts:
        at = at / part
        if not is_folder(at):
            os.mkdir(at, 0o700 if at == folder / "private" else 0o777)
            made.append(at)
            _sync(at.parent)


def _remove_tree(path: Path) -> None:
    if os.path.islink(path):
        os.unlink(path)
    elif os.path.lexists(path):
        import shutil  # slow to import, and only writers come here

        shutil.rmtree(path)


def _prune(folder: Path) -> None:
    """Remove the empty folders of years: an undone phase leaves none, nor does an interruption."""
    for top in (folder, *(folder / name for name in ("private", "revealed", "sealed"))):
        if top.is_symlink() or not top.is_dir():
            continue
        for year in sorted(top.iterdir()):
            if year.name.isdigit() and year.is_dir() and not year.is_symlink():
                for at, _, _ in sorted(os.walk(year), reverse=True):
                    with suppress(OSError):  # not empty
                        os.rmdir(at)
        if top.name in ("revealed", "sealed"):
            with suppress(OSError):
                os.rmdir(top)


def patiently(move: Callable[[StrPath, StrPath], None], source: StrPath, target: StrPath) -> None:
    """Call os.rename or os.replace; again for some seconds while Windows reports the file as held.

    Raises OSError, as they do.
    """
    until = time.monotonic() + _MOVING_PATIENCE
    while True:
        try:
            return move(source, target)
        except PermissionError as error:
            if getattr(error, "winerror", 0) not in _HELD or time.monotonic() > until:
                raise
        time.sleep(_PAUSE)


@contextmanager
def locked(folder: Path, *, lends: bool = False) -> Iterator[None]:
    """Holds the lock of a folder. Raises GameError at once if another process holds it. With
    `lends`, commands that are run meanwhile use it: the local page compares what it has shown, and
    then runs one.

    The system drops the lock when its holder dies, so no one has to clean up after a crash.
    """
    path = folder / LOCK
    if path in _lent.get():
        yield
        return
    descriptor = _acquire(path)
    token = _lent.set(_lent.get() | {path} if lends else _lent.get())
    try:
        yield
    finally:
        _lent.reset(token)
        # Removed while the lock is held: a command that waits for the old file sees it is gone.
        is_removed = _remove(path)
        os.close(descriptor)
        if not is_removed:  # Windows removes no file that is open
            _remove(path)


def is_lent(folder: Path) -> bool:
    """Whether the process that runs this command has lent it the lock of a folder."""
    return folder / LOCK in _lent.get()


def _remove(path: Path) -> bool:
    try:
        os.unlink(path)
    except OSError:
        return False
    return True


def _acquire(path: Path) -> int:
    from filelock import lock_descriptor  # slow to import, and only writers come here

    while True:
        try:
            if not _NOFOLLOW and path.is_symlink():
                raise OSError(errno.ELOOP, "Is a symbolic link")
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | _NOFOLLOW | _BINARY, 0o644)
        except OSError as error:
            raise _unlockable(path, error) from None
        try:
            is_free = lock_descriptor(descriptor, blocking=False)
        except OSError as error:
            os.close(descriptor)
            raise _unlockable(path, error) from None
        if not is_free:
            holder = _holder(descriptor)
            os.close(descriptor)
            raise GameError(
                f"another theatrum{holder} is writing to {path.parent}",
                hint="wait until it has finished, then run the command again",
            )
        if _is_same(descriptor, path):
            with suppress(OSError):  # the number is for people; a full disk may leave it out
                os.ftruncate(descriptor, 0)
                os.write(descriptor, f" {os.getpid()}\n".encode())
            return descriptor
        os.close(descriptor)


def _unlockable(path: Path, error: OSError) -> FileError:
    return FileError(
        f"cannot be locked: {reason(error)}; nothing was changed",
        place=Place(str(path)),
        hint="make sure that you may write to the folder",
    )


def _holder(descriptor: int) -> str:
    """The holder of the lock, in words; "" where the file does not name it."""
    try:
        # Windows locks the first byte, which no other process can read then.
        os.lseek(descriptor, 1, os.SEEK_SET)
        text = os.read(descriptor, 20).decode("ascii", "replace").strip()
    except OSError:
        return ""
    return f" (process {text})" if text.isdigit() else ""


def _is_same(descriptor: int, path: Path) -> bool:
    """Whether the locked file is still the one under that name."""
    if os.name == "nt":  # Windows removes no open file
        return True
    try:
        there = os.stat(path, follow_symlinks=False)
    except FileNotFoundError:
        return False
    here = os.fstat(descriptor)
    return (here.st_dev, here.st_ino) == (there.st_dev, there.st_ino)
