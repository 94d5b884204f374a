"""Mails on disk: a file with one, a mailbox in one file, a Maildir, a folder of mails."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from msgspec import Struct

from generator.archive.files.reading import FileErrors, entries, open_plain, read_bytes, reason
from generator.engine.errors import FileError, Place
from generator.mailroom.letter import LONGEST_MAIL, is_mbox, split_mbox

MOST_MAILS: Final = 1000
LONGEST_BOX: Final = 64 * 1024 * 1024
"""Bytes of all the mails of a mailbox together."""
_HEAD: Final = 2000
_MAILDIR: Final = ("cur", "new")
# The end of a mail's name in a Maildir, with the flags for a draft and for the trash.
_GONE: Final = re.compile(r"[:;!_-]2,[A-Za-z]*[DT][A-Za-z]*\Z")
# The same in the head of a mail in a mailbox: of Thunderbird's number the bit with the value 8.
_DELETED: Final = re.compile(
    rb"(?im)^(?:X-Mozilla-Status: *[0-9a-f]{3}[89a-f]|X-Status: *\w*[DT]\w*)[ \t]*\r?$"
)


class Mail(Struct, frozen=True):
    """A mail as it lies on disk. `name` identifies it to people: a path, with the number of the
    mail where several are in one file ("inbox.mbox#3"). Of a mail that is too long, `data` ends
    one byte beyond the limit."""

    name: str
    data: bytes


def mails_at(path: Path) -> tuple[Mail, ...]:
    """The mails of a file, or of a folder: by the names of its files, and in the order of a file.

    A Maildir is its folders `cur` and `new`, without drafts and what is in the trash; of another
    folder each file counts that is not hidden, and folders within it do not. Raises FileErrors for
    what cannot be read, for symbolic links, and for more than `MOST_MAILS` mails or `LONGEST_BOX`
    bytes.
    """
    errors: list[FileError] = []
    found: list[Mail] = []
    for file in _files(path):
        try:
            found += _mails_in(file)
        except FileError as error:
            errors.append(error)
        if len(found) > MOST_MAILS or sum(len(mail.data) for mail in found) > LONGEST_BOX:
            raise FileErrors([_too_much(path)])
    if errors:
        raise FileErrors(errors)
    if not found:
        raise FileErrors([FileError("there are no mails in it", place=Place(str(path)))])
    return tuple(found)


def _files(path: Path) -> list[Path]:
    """The files that may hold mails, by name. Those of a Maildir begin with when they came."""
    if path.is_symlink() or not path.is_dir():
        return [path]
    folders = [path / name for name in _MAILDIR if (path / name).is_dir()] or [path]
    try:
        files = [folder / name for folder in folders for name in entries(folder)]
    except FileError as error:
        raise FileErrors([error]) from None
    if folders != [path]:
        files = [file for file in files if not _GONE.search(file.name)]
    return sorted(
        (file for file in files if file.is_symlink() or not file.is_dir()),
        key=lambda file: (file.name, file),
    )


def _mails_in(file: Path) -> list[Mail]:
    with open_plain(file) as opened:
        try:
            head = opened.read(_HEAD)
            data = head if is_mbox(head) else head + opened.read(LONGEST_MAIL + 1 - len(head))
        except OSError as error:
            raise FileError(f"cannot be read: {reason(error)}", place=Place(str(file))) from None
    return mails_in(str(file), data if data is not head else read_bytes(file, LONGEST_BOX))


def mails_in(name: str, data: bytes) -> list[Mail]:
    """The mails in the bytes of a file of that name: one, or those of a mailbox. Raises FileError
    for too many."""
    if not is_mbox(data[:_HEAD]):
        return [Mail(name, data[: LONGEST_MAIL + 1])]
    mails = split_mbox(data)
    if len(mails) > MOST_MAILS:
        raise _too_much(name)
    if len(mails) == 1:
        return [Mail(name, mails[0][: LONGEST_MAIL + 1])]
    return [
        Mail(f"{name}#{number}", mail[: LONGEST_MAIL + 1])
        for number, mail in enumerate(mails, 1)
        if not _DELETED.search(re.split(rb"\r?\n\r?\n", mail, maxsplit=1)[0])
    ]


def _too_much(path: Path | str) -> FileError:
    size = LONGEST_BOX // 1024 // 1024
    hint = f"at most {MOST_MAILS} mails and {size} MiB at once; give it in parts"
    return FileError("there is too much in it", place=Place(str(path)), hint=hint)
