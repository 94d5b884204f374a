"""Reading the files of a game folder: never through a symbolic link, always as UTF-8.

Messages on broken TOML are in plain words: tomli's are for programmers.
The limits are above anything that people write, and below anything that would fill the memory.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import IO, Any, Final, Generic, TypeVar

import tomli

from generator.engine.errors import FileError, Place
from generator.engine.toml_places import (
    KeyPath,
    Spot,
    find_spots,
    line_and_column,
    line_starts,
    string_offsets,
)
from generator.engine.typed import Fault, FaultyTable, read_table

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

T = TypeVar("T")

_AT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)\Z")
# O_NONBLOCK: a pipe in the place of a file would make us wait forever.
_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)

_LONGEST_NUMBER: Final = 64
_DEEP_HINT: Final = f"nest tables and lists at most {DEEPEST} deep"
_PART: Final = r"""\.[ \t]*(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')[ \t]*"""
# The first part is outside the group: `re` then runs from dot to dot, not through every letter.
_DOTTED: Final = re.compile(rf"{_PART}(?:{_PART}){{{DEEPEST - 1}}}")
_QUOTED: Final = re.compile("\"\"\"|'''|\"|'|#")
_TOKENS: Final = {
    '"""': re.compile(r'(?:[^"\\]|\\.|"(?!""))*+"{3,5}', re.DOTALL),
    "'''": re.compile(r"(?:[^']|'(?!''))*+'{3,5}"),
    '"': re.compile(r'(?:[^"\\\n]|\\.)*+"'),
    "'": re.compile(r"[^'\n]*+'"),
    "#": re.compile(r"[^\n]*+"),
}


class FileErrors(FileError):
    """Several errors of files, to be shown together, one a line."""

    def __init__(self, errors: list[FileError]) -> None:
        super().__init__(errors[0].problem, place=errors[0].place)
        self.errors = tuple(errors)

    def __str__(self) -> str:
        return "\n".join(map(str, self.errors))


def read_bytes(path: Path, longest: int = LONGEST_FILE) -> bytes:
    """The contents of a regular file of at most so many bytes. Raises FileError, also for a
    symbolic link."""
    with open_plain(path) as file:
        try:
            # Python allocates as many bytes as are asked for, so ask for the file's size.
            size = min(os.fstat(file.fileno()).st_size, longest)
            data = file.read(size + 1)
            if len(data) > size:  # it grew since
                data += file.read(longest + 1 - len(data))
        except OSError as error:
            raise FileError(f"cannot be read: {reason(error)}", place=Place(str(path))) from None
    if len(data) > longest:
        raise FileError(
            "is too long",
            place=Place(str(path)),
            hint=f"such a file has at most {size_words(longest)}",
        )
    return data


class Remembered(Generic[T]):
    """Results of reading files, by path, each valid for as long as its file is unchanged: when many
    mails come in at once, each asks for all those before it."""

    def __init__(self) -> None:
        self._kept: dict[Path, tuple[tuple[int, ...], T]] = {}

    def get(self, path: Path, read: Callable[[], T]) -> T:
        """A file as `read` reads it. Raises the errors of `read`."""
        try:
            facts = path.lstat()
        except (OSError, ValueError):
            return read()
        now = (facts.st_ino, facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns)
        known = self._kept.get(path)
        if known is None or known[0] != now:
            known = self._kept[path] = (now, read())
        return known[1]


def open_plain(path: Path) -> IO[bytes]:
    """A regular file, opened to be read. Raises FileError, also for a symbolic link."""
    place = Place(str(path))
    try:
        if not hasattr(os, "O_NOFOLLOW") and path.is_symlink():
            raise OSError(errno.ELOOP, "Is a symbolic link")
        descriptor = os.open(path, _FLAGS | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError) as error:  # a ValueError: for NUL in a name
        if not isinstance(error, OSError):
            raise FileError(f"cannot be read: {error}", place=place) from None
        if error.errno == errno.ELOOP or (error.errno == errno.EMLINK and path.is_symlink()):
            raise FileError(
                "is a symbolic link", place=place, hint="replace it with the file itself"
            ) from None
        raise FileError(f"cannot be read: {reason(error)}", place=place) from None
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise FileError("is not a plain file", place=place, hint="replace it with a file")
    return os.fdopen(descriptor, "rb")


def reason(error: OSError) -> str:
    """The system's own words for an error, in lower case."""
    words = error.strerror or type(error).__name__
    return words[:1].lower() + words[1:]


def read_text(path: Path, longest: int = LONGEST_FILE) -> str:
    """The contents of a UTF-8 file, line ends as "\\n". A byte order mark is left out."""
    return text_in(read_bytes(path, longest), path)


def text_in(raw: bytes, path: Path) -> str:
    """The same as `read_text`, of bytes that have been read. Raises FileError."""
    return _decoded(raw, path).removeprefix("\ufeff").replace("\r\n", "\n")


def read_exact_text(path: Path) -> str:
    """Return the unchanged contents of a UTF-8 file. Raises FileError with the place of a bad
    byte."""
    return _decoded(read_bytes(path), path)


def _decoded(raw: bytes, path: Path) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        start = raw.rfind(b"\n", 0, error.start) + 1
        column = len(raw[start : error.start].decode("utf-8", "replace")) + 1
        raise FileError(
            f"byte 0x{raw[error.start]:02x} is not UTF-8",
            place=Place(str(path), line, column),
            hint="save the file as UTF-8",
        ) from None


@dataclass(frozen=True)
class TomlText:
    """A parsed TOML file, with the text that it was parsed from and the places in it."""

    path: Path
    text: str
    data: Mapping[str, Any] = field(compare=False)

    @cached_property
    def spots(self) -> Mapping[KeyPath, Spot]:
        return find_spots(self.text)

    @cached_property
    def _line_starts(self) -> Sequence[int]:
        return line_starts(self.text)

    @cached_property
    def _strings(self) -> dict[KeyPath, tuple[Sequence[int], Sequence[int]]]:
        """Of each string that was asked for, where its lines start in it, and where each of its
        characters is in the file. A sheet may have a complaint for each of its lines."""
        return {}

    def place(self, *keys: str | int) -> Place:
        """The place of a key, or of the nearest table around it if the key is missing."""
        for length in range(len(keys), 0, -1):
            spot = self.spots.get(keys[:length])
            if spot is not None:
                return self._at(spot.key)
        return Place(str(self.path))

    def place_in(self, keys: KeyPath, line: int, column: int) -> Place:
        """Where a line and column (from 1) of the string under `keys` are in the file."""
        spot = self.spots.get(keys)
        if spot is None or line < 1 or self.text[spot.value] not in "\"'":
            return self.place(*keys)
        if keys not in self._strings:
            value, offsets = string_offsets(self.text, spot.value)
            self._strings[keys] = line_starts(value), offsets
        starts, characters = self._strings[keys]
        if line > len(starts):
            return self._at(characters[-1])
        at = starts[line - 1] + max(column, 1) - 1
        return self._at(characters[min(at, len(characters) - 1)])

    def error(self, problem: str, *keys: str | int, hint: str = "") -> FileError:
        """A FileError at the place of a key."""
        return FileError(problem, place=self.place(*keys), hint=hint)

    def faults(self, faults: Iterable[Fault]) -> list[FileError]:
        """The faults of the file, each at its place."""
        return [self.error(one.problem, *one.path, hint=one.hint) for one in faults]

    def read(self, kind: type[T], data: Any = None) -> T:
        """The file, or `data` of it, as the type that declares it. Raises FileErrors."""
        try:
            return read_table(self.data if data is None else data, kind)
        except FaultyTable as error:
            raise FileErrors(self.faults(error.faults)) from None

    def line_of(self, offset: int) -> int:
        """The line, from 1, of an offset into the text."""
        return bisect_right(self._line_starts, offset)

    def _at(self, offset: int) -> Place:
        line = self.line_of(offset)
        return Place(str(self.path), line, offset - self._line_starts[line - 1] + 1)


def parse_toml(text: str, path: Path, most_keys: int = 0) -> TomlText:
    """The tables in a text. Raises FileError with line and column for broken TOML, and for more
    than `most_keys` keys (0: any number)."""
    if _is_dotted_bomb(text):
        raise FileError("is nested too deeply", place=Place(str(path)), hint=_DEEP_HINT)
    try:
        data = tomli.loads(text)
        _check_shape(data, path, most_keys)
        return TomlText(path, text, data)
    except tomli.TOMLDecodeError as error:
        raise _broken(text, path, str(error)) from None
    except RecursionError:
        raise FileError("is nested too deeply", place=Place(str(path)), hint=_DEEP_HINT) from None
    except ValueError as error:  # an impossible date, or a number of thousands of digits
        raise FileError(f"is not TOML: {error}", place=Place(str(path))) from None


def _is_dotted_bomb(text: str) -> bool:
    """Whether a key has so many parts that reading it takes time and room by their square."""
    if not _DOTTED.search(text):
        return False
    # Strings and remarks have no keys: players may write such a line in them.
    keys: list[str] = []
    at = 0
    while found := _QUOTED.search(text, at):
        keys.append(text[at : found.start()])
        ends = _TOKENS[found[0]].match(text, found.end())
        if ends is None:  # it never ends, and tomli reports where it begins
            break
        # A quoted part of a key counts as one.
        keys.append("q" if found[0] in "\"'" else "")
        at = ends.end()
    else:
        keys.append(text[at:])
    return _DOTTED.search("".join(keys)) is not None


def _check_shape(data: Mapping[str, Any], path: Path, most_keys: int) -> None:
    """Raises FileError for tables nested too deep, too many keys, and numbers that cannot be."""
    keys = 0
    level: list[Any] = [data]
    for _ in range(DEEPEST):
        inner: list[Any] = []
        for table in level:
            values = table
            if type(table) is dict:
                keys += len(table)
                values = table.values()
            for value in values:
                # tomli makes no subclasses, and most values are texts.
                kind = type(value)
                if kind is str:
                    continue
                if kind is dict or kind is list:
                    inner.append(value)
                # Python itself refuses longer ones as decimals, but not as hexadecimals.
                elif kind is int and value.bit_length() > _LONGEST_NUMBER:
                    raise FileError(
                        "has a number beyond 64 bits",
                        place=Place(str(path)),
                        hint="write a smaller number",
                    )
        level = inner
    if level:
        raise FileError("is nested too deeply", place=Place(str(path)), hint=_DEEP_HINT)
    if most_keys and keys > most_keys:
        hint = f"such a file has at most {most_keys}"
        raise FileError(f"has too many keys, {keys}", place=Place(str(path)), hint=hint)


def _broken(text: str, path: Path, message: str) -> FileError:
    found = _AT.search(message)
    problem = _AT.sub("", message)
    line, column = line_and_column(text, len(text))
    if found and found[1]:
        line, column = int(found[1]), int(found[2])
    hint = ""
    for quote in ('"""', "'''"):
        if text.count(quote) % 2:
            opened = line_and_column(text, text.rindex(quote))[0]
            hint = f"unmatched {quote}, opened in line {opened}"
    written = text.split("\n")[line - 1]
    said, remedy = slip_words(problem, written[: column - 1], written[column - 1 :])
    return FileError(said, place=Place(str(path), line, column), hint=hint or remedy)


def read_toml(path: Path, longest: int = LONGEST_STATE, most_keys: int = 0) -> TomlText:
    """The parsed file. Raises FileError with its place, also beyond the limits."""
    return parse_toml(read_text(path, longest), path, most_keys)


def is_folder(path: Path) -> bool:
    """Whether there is a folder; False if nothing is there. Raises FileError for a link or file."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return False
    except OSError as error:
        raise FileError(f"cannot be read: {reason(error)}", place=Place(str(path))) from None
    if stat.S_ISLNK(mode):
        raise FileError(
            "is a symbolic link", place=Place(str(path)), hint="replace it with the file itself"
        )
    if not stat.S_ISDIR(mode):
        raise FileError("is not a folder", place=Place(str(path)))
    return True


def check_links(folder: Path) -> None:
    """Raises FileError for a symbolic link anywhere in a folder. A file below a linked folder would
    be read, and no one would see that it is another's."""
    folders = [folder]
    while folders:
        at = folders.pop()
        try:
            with os.scandir(at) as found:
                for entry in found:
                    if entry.is_symlink():
                        hint = "replace it with the file itself"
                        raise FileError("is a symbolic link", place=Place(entry.path), hint=hint)
                    if entry.is_dir():
                        folders.append(Path(entry.path))
        except OSError as error:
            raise FileError(f"cannot be read: {reason(error)}", place=Place(str(at))) from None


def entries(folder: Path) -> tuple[str, ...]:
    """The names in a folder, sorted; hidden ones and editors' copies (`x~`) left out."""
    if not is_folder(folder):
        return ()
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        raise FileError(f"cannot be read: {reason(error)}", place=Place(str(folder))) from None
    return tuple(name for name in names if not name.startswith(".") and not name.endswith("~"))


def size_words(size: int) -> str:
    """A limit for people: "4 MiB"."""
    return f"{size // 1024 // 1024} MiB"


_KEY: Final = re.compile(r"([^=:\[\]{}#,]+)[=:]")
_CURLY: Final = "“”„‘’«»"
_LONGEST: Final = 60
_SPOILED: Final = re.compile(r"\d{1,4}[-./:]\d")


def slip_words(message: str, before: str, after: str) -> tuple[str, str]:
    """The problem, and what to write instead. `message` is tomli's, `before` and `after` are the
    parts of the line around the place where tomli stopped."""
    found = _KEY.match(before + after)
    key = (found[1].strip() if found else "") or "title"
    rest = after.strip()[:_LONGEST]
    line = (before + after).strip()
    low = message.lower()
    if low == "invalid value":
        return _value(key, rest, is_listed="[" in before or "{" in before)
    if low.startswith("expected newline"):
        return _left_over(key, before, rest)
    if low.startswith("expected '='"):
        return _after_key(before, rest)
    if low.startswith("invalid statement"):
        if rest.startswith("="):
            return "the name before = is missing", 'write: name = "value"'
        return _after_key("", rest)
    if name := re.search(r"\('(.+?)',?\) twice|namespace \(?'(.+?)',?\)?\Z", message):
        name_of = (name[1] or name[2]).replace("', '", ".")
        table = line if line.startswith("[") else f"[{name_of}]"
        return f"{table} appears twice", "put all its lines below the first one"
    if low == "cannot overwrite a value":
        name_here = line.strip("[]") if line.startswith("[") else key
        return f"{name_here} appears twice", "keep one of them"
    if low.startswith("duplicate inline"):
        return f"{message.split()[-1].strip(chr(39))} appears twice", "keep one of them"
    kind = next((start for start in _SAYINGS if low.startswith(start)), "")
    return _SAYINGS.get(kind, (message[:1].lower() + message[1:], ""))


_SAYINGS: Final = {
    "expected ']": (
        "the ] after the name of a table is missing",
        "write nothing else on its line: [players], or [[replacements]]",
    ),
    "unterminated": ('the " at the end of a text is missing', 'write: title = "Demo"'),
    "illegal character '\\n'": (
        'the " at the end of a text is missing',
        'put a text of several lines between """ and """',
    ),
    "illegal character": ("a text has an invisible character", "remove it"),
    "unclosed array": ("a list has no end, or a comma is missing", 'write: ["one", "two"]'),
    "unclosed inline": ("a { has no }, or a comma is missing", 'write: { a = "one", b = "two" }'),
    "unescaped": ("a text has a \\", "write \\\\, or put the text between '...'"),
    "invalid hex": ("a text has a \\", "write \\\\, or put the text between '...'"),
    "escaped character": ("\\u in a text is not followed by the number of a letter", ""),
    "invalid initial": (
        "a name is missing, or has a letter that needs quotes",
        'write names like "Böhmen" in quotes, and put everything between { and } on one line',
    ),
    "expected \"'''\"": ("the ''' at the end of a text is missing", ""),
    'expected "\'"': ("the ' at the end of a text is missing", 'write: title = "Demo"'),
    "invalid date": ("there is no such day or time", "write a date like 2027-03-01"),
}


def _value(key: str, rest: str, *, is_listed: bool) -> tuple[str, str]:
    word = re.split(r"\s*[#,\]}]", rest)[0]
    if not word:
        return f"the value of {key} is missing", f'write: {key} = "..."'
    if word[0] in _CURLY:
        plain = word.strip(_CURLY)
        return "quotes must be straight", f'write: {key} = "{plain}"'
    if word.lower() in ("true", "false", "yes", "no"):
        meant = "true" if word.lower() in ("true", "yes") else "false"
        return f"{word} is not true or false", f"write: {key} = {meant}"
    if not any(letter.isalpha() for letter in word):
        return f"{word} is not a number", f"write: {key} = 1"
    item = f'"{word}"'
    return "a text needs quotes", f"write: {item if is_listed else f'{key} = {item}'}"


def _left_over(key: str, before: str, rest: str) -> tuple[str, str]:
    written = before.partition("=")[2].strip() + rest
    if _SPOILED.match(written):
        return (
            f"{written} is not a date or a time",
            f"write: {key} = 2027-03-01, or 2027-03-01T20:00:00; a text needs quotes",
        )
    if re.match(r"[+-]?0\d", written):
        return f"{written} begins with a 0", f"write: {key} = {written.lstrip('0') or 0}"
    if written.startswith("'"):
        return "a text ends at its second '", f'write: {key} = "..."'
    if written[:1].isdigit():
        return f"{written} is not a number", f'a text needs quotes: {key} = "{written}"'
    return f"the line continues after its value: {rest}", "write one key and its value on each line"


def _after_key(before: str, rest: str) -> tuple[str, str]:
    if rest.startswith(":"):
        return "a name needs = after it, not :", f"write: {before.strip()} = ..."
    if rest and ord(rest[0]) > 127:
        name = re.split(r"\s*[=:]", before + rest)[0].strip()
        return f"a name with the letter {rest[0]} needs quotes", f'write: "{name}" = ...'
    if rest.startswith("]"):
        return "the [ before the name of a table is missing", f"write: [{before.strip()}]"
    return "the = between a name and its value is missing", 'write: title = "Demo"'
