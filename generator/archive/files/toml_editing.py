"""Small changes to a TOML file that a person wrote: comments, order and line ends stay."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from generator.archive.files.reading import TomlText, parse_toml
from generator.archive.files.toml_layout import format_value
from generator.engine.errors import FileError, Place
from generator.engine.toml_places import KeyPath

Keys = tuple[str, ...]
Value = bool | str | date | tuple[str, ...] | tuple[date, ...]


def with_value(path: Path, before: str, keys: Keys, value: Value) -> str:
    """The text of a TOML file in which the key has the value; all else is as it was.

    `path` is for messages. A key that is new is last in its table, a table that is new at the
    end of the file. Raises FileError if `before` is not TOML, and where the table is written in a
    way that this cannot change.
    """
    written = _value(value)

    def edit(toml: TomlText) -> str:
        text = _edited(toml, keys, written)
        wanted = _tables_with(toml.data, keys, value)
        return _checked(toml, text, wanted, ".".join(keys), f"{keys[-1]} = {written}")

    return _edit_keeping_ends(path, before, edit)


def with_row(path: Path, before: str, key: str, row: Mapping[str, str]) -> str:
    """The text with one more table in the list of tables [[key]], after its last one, or at the end
    of the file. Raises FileError as `with_value` does."""
    lines = [f"[[{_key(key)}]]", *(f"{_key(name)} = {_value(item)}" for name, item in row.items())]

    def edit(toml: TomlText) -> str:
        text, rows = toml.text, toml.data.get(key, [])
        at = _end_of_table(toml, (key, len(rows) - 1)) if rows else len(text)
        gap = "" if not at else "\n" if text[:at].endswith("\n") else "\n\n"
        edited = "\n".join([f"{text[:at]}{gap}{lines[0]}", *lines[1:], text[at:]])
        wanted = {**toml.data, key: [*rows, dict(row)]}
        return _checked(toml, edited, wanted, f"[[{key}]]", "; ".join(lines))

    return _edit_keeping_ends(path, before, edit)


def without_table(path: Path, before: str, key: str) -> tuple[str, str]:
    """The text without the table `key`, and the lines that were taken out of it.

    The remarks within the table, and right below its last line, go with it. Raises FileError as
    `with_value` does.
    """
    taken: list[str] = []

    def edit(toml: TomlText) -> str:
        lines = toml.text.splitlines(keepends=True)
        gone = _lines_of(toml, key)
        for number in sorted(gone):
            while number + 1 < len(lines) and lines[number + 1].lstrip().startswith("#"):
                number += 1
                gone.add(number)
        taken.extend(lines[number] for number in sorted(gone))
        last = max(gone, default=-1) + 1
        before_it = [line for number, line in enumerate(lines[:last]) if number not in gone]
        # Of the empty lines around a table one is enough.
        if (
            gone
            and not "".join(lines[last : last + 1]).strip()
            and not "".join(before_it[-1:]).strip()
        ):
            gone.add(last)
        edited = "".join(line for number, line in enumerate(lines) if number not in gone)
        wanted = {name: value for name, value in toml.data.items() if name != key}
        return _checked(toml, edited, wanted, key, f"remove {key}")

    return _edit_keeping_ends(path, before, edit), "".join(taken)


def _lines_of(toml: TomlText, key: str) -> set[int]:
    """The lines, from 0, that a table is on; all from the first to the last where it has a
    head."""
    text = toml.text
    found: set[int] = set()
    for path, spot in toml.spots.items():
        if path[0] == key:
            # The spot of a bare value includes the characters that end it.
            end = spot.key + len(text[spot.key : spot.end].rstrip())
            found.update(range(text.count("\n", 0, spot.key), text.count("\n", 0, end) + 1))
    if (key,) in toml.spots and text[toml.spots[key,].key] == "[":
        found.update(range(min(found), max(found)))
    return found


def _edit_keeping_ends(path: Path, before: str, edit: Callable[[TomlText], str]) -> str:
    """A text that was edited, with the line ends and the byte order mark that it had."""
    end = "\r\n" if "\r\n" in before else "\n"
    plain = before.replace("\r\n", "\n")
    mark = "\ufeff" if plain.startswith("\ufeff") else ""
    return mark + edit(parse_toml(plain.removeprefix("\ufeff"), path)).replace("\n", end)


def without(path: Path, before: str, keys: Keys) -> str:
    """The text of a TOML file without a key, or without a table and its keys; all else is as it
    was. Raises FileError if `before` is not TOML, and where that is written in a way that this
    cannot change."""
    end = "\r\n" if "\r\n" in before else "\n"
    plain = before.replace("\r\n", "\n")
    mark = "\ufeff" if plain.startswith("\ufeff") else ""
    toml = parse_toml(plain.removeprefix("\ufeff"), path)
    text = toml.text
    own = {toml.line_of(spot.key) for at, spot in toml.spots.items() if at[: len(keys)] == keys}
    lines: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        # Of the empty lines around what goes, one stays.
        if number not in own and (line or number - 1 not in own or (lines and lines[-1])):
            lines.append(line)
    left = "\n".join(lines)
    left = left.rstrip("\n") + "\n" if left.endswith("\n\n") and not text.endswith("\n\n") else left
    try:
        found = parse_toml(left, path).data
    except FileError:
        found = {}
    if found != _tables_without(toml.data, keys):
        raise FileError(
            f"{'.'.join(keys)} cannot be removed by theatrum", place=toml.place(*keys),
            hint="remove it by hand",
        )  # fmt: skip
    return mark + left.replace("\n", end)


def _tables_without(data: Mapping[str, Any], keys: Keys) -> dict[str, Any]:
    """The tables without the entry under `keys`."""
    if len(keys) == 1:
        return {key: value for key, value in data.items() if key != keys[0]}
    return {**data, keys[0]: _tables_without(data[keys[0]], keys[1:])}


def _edited(toml: TomlText, keys: Keys, value: str) -> str:
    text, spots = toml.text, toml.spots
    if keys in spots:
        spot = spots[keys]
        # The spot of a bare value includes the characters that end it.
        end = spot.value + len(text[spot.value : spot.end].rstrip())
        return f"{text[: spot.value]}{value}{text[end:]}"
    line = f"{_key(keys[-1])} = {value}\n"
    table = keys[:-1]
    if table and table not in spots:
        gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
        return f"{text}{gap}[{'.'.join(map(_key, table))}]\n{line}"
    at = _end_of_table(toml, table)
    if at == len(text) and text and not text.endswith("\n"):
        line = f"\n{line}"
    return f"{text[:at]}{line}{text[at:]}"


def _end_of_table(toml: TomlText, table: KeyPath) -> int:
    """The offset of the line after the last key of a table; () is the top of the file."""
    text = toml.text
    start = toml.spots[table].key if table else -1
    later = [spot.key for path, spot in toml.spots.items() if _is_header(toml, path)]
    end = min((at for at in later if at > start), default=len(text))
    own = [spot.end for spot in toml.spots.values() if start <= spot.key < end]
    last = max(own, default=0)
    line = text.find("\n", last) if own else -1
    return line + 1 if line >= 0 else (len(text) if own else 0)


def _is_header(toml: TomlText, path: KeyPath) -> bool:
    """Whether the entry at a path is the head of a table in square brackets."""
    value: Any = toml.data
    for key in path:
        value = value[key]
    return isinstance(value, Mapping) and toml.text[toml.spots[path].key] == "["


def _checked(toml: TomlText, text: str, wanted: Mapping[str, Any], what: str, hint: str) -> str:
    """Return the new text. Raises FileError unless it parses to exactly the wanted tables."""
    try:
        found = parse_toml(text, toml.path).data
    except FileError:
        found = {}
    if found != wanted:
        raise FileError(
            f"{what} cannot be written here by theatrum",
            place=Place(str(toml.path)),
            hint=f"write it by hand: {hint}",
        )
    return text


def _tables_with(data: Mapping[str, Any], keys: Keys, value: Any) -> dict[str, Any]:
    inner = data.get(keys[0], {})
    if len(keys) == 1:
        return {**data, keys[0]: list(value) if isinstance(value, tuple) else value}
    return {
        **data,
        keys[0]: _tables_with(inner if isinstance(inner, Mapping) else {}, keys[1:], value),
    }


def _key(key: str) -> str:
    plain = all(c.isascii() and (c.isalnum() or c in "-_") for c in key)
    return key if key and plain else format_value(key)


def _value(value: Value) -> str:
    """A value as TOML has it; a time in UTC ends in Z."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, datetime):
        said = value.isoformat(timespec="seconds")
        return f"{said[:-6]}Z" if value.utcoffset() == timedelta() else said
    if isinstance(value, tuple):
        return f"[{', '.join(map(_value, value))}]"
    return value.isoformat() if isinstance(value, date) else format_value(value)
