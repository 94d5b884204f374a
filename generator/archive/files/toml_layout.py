"""TOML as the archive writes it: stable, one unit or order a line, and easy to read in a diff.

tomli_w writes each key, string and number; this module decides what is on which line. Strings and
arrays are written so that they are JSON as well. Tables inside arrays are on one line each. States
hold neither dates nor nulls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import isfinite
from typing import Any, Final

from generator.engine.errors import BrokenPromise

WIDTH: Final = 100
_INDENT: Final = "    "


def format_toml(tables: Mapping[str, Any], comment: str = "") -> str:
    """The text of a TOML file. Keys keep their order, but plain values come before tables."""
    lines = [f"# {line}" for line in comment.splitlines()]
    lines += _table(tables, ())
    return "\n".join(lines).lstrip("\n") + "\n"


def _table(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    for key, value in table.items():
        if not isinstance(value, Mapping):
            name = _key(key)
            yield f"{name} = {_assigned(value, len(name) + 3)}"
    for key, value in table.items():
        if isinstance(value, Mapping):
            inner = (*path, key)
            yield ""
            yield f"[{'.'.join(map(_key, inner))}]"
            yield from _table(value, inner)


@lru_cache(maxsize=4096)
def _key(key: str) -> str:
    """A key as it is written. The files of a game have the same keys again and again."""
    _check_key(key)
    return _dump({key: 0}).removesuffix(" = 0\n")


def _assigned(value: Any, used: int) -> str:
    """A value after its key: on the same line if it fits, otherwise an item a line.

    Items that are lists or tables themselves always have a line each.
    """
    if not isinstance(value, list | tuple) or not value:
        return format_value(value)
    if not any(isinstance(item, list | tuple | Mapping) for item in value):
        line = format_value(value)
        if used + len(line) <= WIDTH:
            return line
    return "".join(["[\n", *(f"{_INDENT}{format_value(item)},\n" for item in value), "]"])


def format_value(value: Any) -> str:
    """A value on one line."""
    return _plain_value(value) if type(value) in (str, int) else _any_value(value)


@lru_cache(maxsize=4096)
def _plain_value(value: str | int) -> str:
    return _any_value(value)


def _any_value(value: Any) -> str:
    _check_value(value)
    # Inside two lists, or tomli_w would write a table, or a list of tables, below a header.
    text = _dump({"v": [[value]]})
    # Line ends are only where tomli_w breaks lists: in strings they are written as \\n.
    line = text.replace(",\n]", "]").replace("[\n", "[").replace(",\n", ", ")
    return line.removeprefix("v = [[").removesuffix("]]\n")


def _dump(table: Mapping[str, Any]) -> str:
    import tomli_w  # only what writes pays for it: `theatrum check` and `status` do not

    # TOML allows a tab as it is, and JSON does not.
    return tomli_w.dumps(table, indent=0).replace("\t", "\\t")


def _check_value(value: Any) -> None:
    """Raises BrokenPromise for what tomli_w would write, and no state may hold."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            _check_key(key)
            _check_value(inner)
    elif isinstance(value, list | tuple):
        for item in value:
            _check_value(item)
    elif not isinstance(value, str | int) and not (isinstance(value, float) and isfinite(value)):
        raise BrokenPromise(f"{value!r} has no place in a TOML file of the archive")


def _check_key(key: Any) -> None:
    if not isinstance(key, str):
        raise BrokenPromise(f"{key!r} cannot be a key of a TOML table")


def literal_text(text: str) -> str:
    """A text of many lines as a TOML string whose lines a person can read and edit.

    Where the text holds what TOML would have to escape, it becomes a string on one line.
    """
    plain = all(c in "\n\t" or (c >= " " and c not in "\\\x7f") for c in text)
    if plain and '"""' not in text and not text.endswith('"'):
        return f'"""\n{text}"""'
    return format_value(text)
