"""TOML as the archive writes it: stable, one unit or order a line, and easy to read in a diff.

Strings and arrays are written so that they are JSON as well. Tables inside arrays stand on one
line each. There are no dates and no nulls: states hold neither.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from generator.engine.errors import BrokenPromise

__all__ = ["WIDTH", "format_toml", "format_value", "literal_text"]

WIDTH: Final = 100
_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")
_INDENT: Final = "    "


def format_toml(tables: Mapping[str, Any], comment: str = "") -> str:
    """The text of a TOML file. Keys keep their order, but plain values come before tables."""
    lines = [f"# {line}" for line in comment.splitlines()]
    lines += _table(tables, ())
    return "\n".join(lines).lstrip("\n") + "\n"


def _table(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    for key, value in table.items():
        if not isinstance(value, Mapping):
            yield f"{_key(key)} = {_assigned(value, len(_key(key)) + 3)}"
    for key, value in table.items():
        if isinstance(value, Mapping):
            inner = (*path, key)
            yield ""
            yield f"[{'.'.join(map(_key, inner))}]"
            yield from _table(value, inner)


def _key(key: str) -> str:
    if not isinstance(key, str):
        raise BrokenPromise(f"{key!r} cannot be a key of a TOML table")
    return key if _BARE.match(key) else format_value(key)


def _assigned(value: Any, used: int) -> str:
    """A value after its key: on the same line if it fits, otherwise an item a line.

    Items that are lists or tables themselves always have a line each.
    """
    if not isinstance(value, list | tuple) or not value:
        return format_value(value)
    line = format_value(value)
    nested = any(isinstance(item, list | tuple | Mapping) for item in value)
    if not nested and used + len(line) <= WIDTH:
        return line
    return "".join(["[\n", *(f"{_INDENT}{format_value(item)},\n" for item in value), "]"])


def format_value(value: Any) -> str:
    """A value on one line."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float() if value == value and abs(value) != float("inf"):
            return repr(value)
        case str():
            return _string(value)
        case Mapping():
            pairs = (f"{_key(key)} = {format_value(inner)}" for key, inner in value.items())
            return f"{{ {', '.join(pairs)} }}" if value else "{}"
        case Sequence():
            return f"[{', '.join(map(format_value, value))}]"
    raise BrokenPromise(f"{value!r} has no place in a TOML file of the archive")


def _string(text: str) -> str:
    # JSON leaves DEL as it is, and TOML does not allow that.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def literal_text(text: str) -> str:
    """A text of many lines as a TOML string whose lines a person can read and edit.

    Where the text holds what TOML would have to escape, it becomes a string on one line.
    """
    plain = all(c in "\n\t" or (c >= " " and c not in "\\\x7f") for c in text)
    if plain and '"""' not in text and not text.endswith('"'):
        return f'"""\n{text}"""'
    return _string(text)
