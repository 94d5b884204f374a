"""The places of the keys and strings in a TOML text, for the line and column of complaints.

Works on text that tomli has accepted; it finds places and checks nothing. `value_in` reads a value
from the command line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import tomli

from generator.engine.errors import UsageError

KeyPath = tuple[str | int, ...]

_BLANK: Final = frozenset(" \t\n")
_ENDS: Final = frozenset(",]}#\n")
_SHORT: Final = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}


class Spot(NamedTuple):
    """Offsets into the text: where a key and its value start, and where the value ends."""

    key: int
    value: int
    end: int


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Line and column, both from 1, of an offset."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def line_starts(text: str) -> list[int]:
    """The offset at which each line starts."""
    return [0, *(found.end() for found in re.finditer("\n", text))]


def find_spots(text: str) -> Mapping[KeyPath, Spot]:
    """The spot of every table, key and array item, under its path from the top.

    Tables of an array of tables and items of an array have their index, from 0, in the path.
    """
    return _Scanner(text).scan()


def string_offsets(text: str, start: int) -> tuple[str, list[int]]:
    """The value of the string token at `start`, and the offset of each of its characters.

    One more offset follows: that of the closing quote.
    """
    quote = text[start]
    width = 3 if text.startswith(quote * 3, start) else 1
    at = start + width
    if width == 3 and text.startswith("\n", at):
        at += 1
    end = _string_end(text, start) - width
    value: list[str] = []
    offsets: list[int] = []
    while at < end:
        character, after = text[at], at + 1
        if quote == '"' and character == "\\":
            character, after = _escaped(text, at)
        if character:
            value.append(character)
            offsets.append(at)
        at = after
    return "".join(value), [*offsets, end]


def _escaped(text: str, at: int) -> tuple[str, int]:
    """The character that the backslash at `at` means ("" for a continued line), and where it
    ends."""
    letter = text[at + 1]
    if letter in _SHORT:
        return _SHORT[letter], at + 2
    if letter in "uU":
        after = at + (6 if letter == "u" else 10)
        return chr(int(text[at + 2 : after], 16)), after
    after = at + 1
    while text[after] in _BLANK:
        after += 1
    return "", after


def _string_end(text: str, start: int) -> int:
    quote = text[start]
    width = 3 if text.startswith(quote * 3, start) else 1
    at = start + width
    while True:
        if quote == '"' and text[at] == "\\":
            at += 2
        elif text.startswith(quote * width, at):
            at += width
            # One or two quotes may come right before the three that close.
            while width == 3 and text.startswith(quote, at):
                at += 1
            return at
        else:
            at += 1


class _Scanner:
    """Walks a text once. `at` is its present position."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.spots: dict[KeyPath, Spot] = {}
        self.lengths: dict[KeyPath, int] = {}

    def scan(self) -> dict[KeyPath, Spot]:
        table: KeyPath = ()
        while True:
            self._skip_blank()
            if self.at >= len(self.text):
                return self.spots
            if self.text[self.at] == "[":
                table = self._header()
            else:
                self._pair(table)

    def _skip_blank(self) -> None:
        text, at = self.text, self.at
        while at < len(text):
            if text[at] in _BLANK:
                at += 1
            elif text[at] == "#":
                end = text.find("\n", at)
                at = len(text) if end < 0 else end
            else:
                break
        self.at = at

    def _skip_spaces(self) -> None:
        while self.at < len(self.text) and self.text[self.at] in " \t":
            self.at += 1

    def _header(self) -> KeyPath:
        start = self.at
        width = 2 if self.text.startswith("[[", start) else 1
        self.at += width
        names = self._key()
        self.at += width
        path: KeyPath = ()
        for number, name in enumerate(names):
            path = (*path, name)
            last = number == len(names) - 1
            if last and width == 2:
                index = self.lengths.get(path, 0)
                self.lengths[path] = index + 1
                self.spots.setdefault(path, Spot(start, start, self.at))
                path = (*path, index)
            elif not last and path in self.lengths:
                path = (*path, self.lengths[path] - 1)
        self.spots[path] = Spot(start, start, self.at)
        return path

    def _key(self) -> list[str]:
        """The parts of the dotted key at `at`; ends after it and the spaces that follow."""
        parts: list[str] = []
        while True:
            self._skip_spaces()
            if self.text[self.at] in "\"'":
                parts.append(string_offsets(self.text, self.at)[0])
                self.at = _string_end(self.text, self.at)
            else:
                start = self.at
                while self.text[self.at].isalnum() or self.text[self.at] in "-_":
                    self.at += 1
                parts.append(self.text[start : self.at])
            self._skip_spaces()
            if self.text[self.at] != ".":
                return parts
            self.at += 1

    def _pair(self, table: KeyPath) -> None:
        start = self.at
        path: KeyPath = table
        for name in self._key():
            path = (*path, name)
            self.spots.setdefault(path, Spot(start, start, start))
        self.at += 1  # the equals sign
        self._skip_spaces()
        value = self.at
        self._value(path)
        self.spots[path] = Spot(start, value, self.at)

    def _value(self, path: KeyPath) -> None:
        first = self.text[self.at]
        if first in "\"'":
            self.at = _string_end(self.text, self.at)
        elif first == "[":
            self._array(path)
        elif first == "{":
            self._inline(path)
        else:
            while self.at < len(self.text) and self.text[self.at] not in _ENDS:
                self.at += 1

    def _array(self, path: KeyPath) -> None:
        self.at += 1
        index = 0
        while True:
            self._skip_blank()
            if self.text[self.at] == "]":
                self.at += 1
                return
            if self.text[self.at] == ",":
                self.at += 1
                continue
            start = self.at
            self._value((*path, index))
            self.spots[(*path, index)] = Spot(start, start, self.at)
            index += 1

    def _inline(self, path: KeyPath) -> None:
        self.at += 1
        while True:
            self._skip_blank()
            if self.text[self.at] == "}":
                self.at += 1
                return
            if self.text[self.at] == ",":
                self.at += 1
            else:
                self._pair(path)


_DEEPEST: Final = 40
_SHOWN: Final = 40


def value_in(written: str) -> Any:
    """A value as TOML has it; a word without quotes is a text. Raises UsageError for one that is
    nested too deep, or no number that can be."""
    shown = written if len(written) <= _SHOWN else f"{written[:_SHOWN]}..."
    problem = "is nested too deeply"
    try:
        value = tomli.loads(f"value = {written}")["value"]
    except tomli.TOMLDecodeError:
        return written
    except (RecursionError, ValueError) as error:
        if not isinstance(error, RecursionError):
            problem = "is not a number that can be"
        raise UsageError(problem, text=shown) from None
    level = [value]
    for _ in range(_DEEPEST):
        level = [
            item
            for table in level
            if isinstance(table, dict | list)
            for item in (table.values() if isinstance(table, dict) else table)
        ]
    if level:
        raise UsageError(problem, text=shown, hint=f"at most {_DEEPEST} lists around a value")
    return value
