"""Knobs: what authors of a ruleset, and the games that play it, may set.

There are two kinds. An *entry* is a field of a table of rules in a ruleset's data files. The table
is a Struct, and each entry of it has its type, its range, its default, its meaning and its rule:

    class Victory(Table, frozen=True):
        threshold: Annotated[Positive, knob("The points that win", "E19-END-1")] = 25

An *option* is a choice that the rulebook leaves open; a game makes it in the [options] of its
game.toml. It is a row of options.toml:

    [[option]]
    id = "victory.points"
    sets = "victory.threshold"  # the entry that it sets
    title = "The points that win"
    default = 25
    rule = "E19-END-1"

Tables are read once, when a ruleset is loaded. An entry that a table does not have, and a value
that an entry cannot have, are refused with file, line and column.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType, NoneType
from typing import Annotated, Any, Final, Literal, TypeVar, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

from generator.engine.errors import FileError, Place
from generator.engine.rulebook import Option
from generator.engine.words import nearest

T = TypeVar("T")
KeyPath = tuple[str | int, ...]

_COLOR: Final = re.compile(r"#[0-9A-Fa-f]{6}")
_KINDS: Final = {
    bool: "true or false", int: "a whole number", float: "a number", str: "a text", list: "a list"
}  # fmt: skip


Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]


def knob(meaning: str, rule: str = "") -> Meta:
    """What stands beside the type of an entry. `rule` is a rule of an edition that has it."""
    return Meta(description=meaning, extra={"rule": rule})


# --- tables


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of rules in a ruleset's data files; its entries are its fields."""


class FaultyTable(FileError):
    """A table with entries that cannot be. `faults` are where they stand, what is wrong, and what
    to write instead."""

    def __init__(self, faults: list[tuple[KeyPath, str, str]], file: Path | None = None) -> None:
        self.faults = faults
        self.lines = [str(_fault_at(file, *fault)) for fault in faults]
        super().__init__("\n".join(self.lines))


def read_table(
    value: Mapping[str, Any], kind: type[T], *path: str | int, file: Path | None = None
) -> T:
    """A table as the Struct that declares its entries. Raises FaultyTable, which lists all that is
    wrong. `path` is where the table stands in the file, for which the places are looked up."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        raise FaultyTable(list(_faults(value, kind, path)), file) from None


def _fault_at(file: Path | None, path: KeyPath, problem: str, hint: str) -> FileError:
    place = None
    if file is not None:
        from generator.engine.toml_places import find_spots, line_and_column

        text = file.read_text(encoding="utf-8")
        spots = find_spots(text)
        found = next((path[:n] for n in range(len(path), 0, -1) if path[:n] in spots), None)
        line, column = line_and_column(text, spots[found].key) if found else (0, 0)
        place = Place(str(file), line, column)
    return FileError(problem, place=place, hint=hint)


def _faults(value: Any, kind: Any, path: KeyPath) -> Iterator[tuple[KeyPath, str, str]]:
    """What is wrong with a value of this type, at the innermost place."""
    inner = next(
        (alternative for alternative in alternatives(kind) if _is_container(alternative)), None
    )
    if inner is None or not isinstance(value, Mapping | list | tuple):
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError:
            yield path, f"{path_words(path)} cannot be {value!r}", value_words(kind)
    elif isinstance(value, Mapping) and isinstance(inner, type) and issubclass(inner, Struct):
        known = {field.encode_name: field for field in msgspec.structs.fields(inner)}
        for key, item in value.items():
            if key in known:
                yield from _faults(item, known[key].type, (*path, key))
            else:
                where = path_words(path) or "the file"
                yield (*path, key), f"there is no {key} in {where}", nearest(key, known, "entries")
        for name, field in known.items():
            if field.required and name not in value:
                yield (*path, name), f"{path_words((*path, name))} is missing", ""
    elif isinstance(value, Mapping) and get_origin(inner) is not tuple:
        for key, item in value.items():
            yield from _faults(item, get_args(inner)[1], (*path, key))
    elif not isinstance(value, Mapping) and get_origin(inner) is tuple:
        if (kinds := get_args(inner))[-1] is not Ellipsis and len(kinds) != len(value):
            yield path, f"{path_words(path)} cannot be {value!r}", f"{len(kinds)} of them"
        for number, item in enumerate(value):
            yield from _faults(item, kinds[0], (*path, number))
    else:
        yield path, f"{path_words(path)} cannot be {value!r}", value_words(kind)


def path_words(path: KeyPath) -> str:
    """A place in a table for people: `reichstag.agenda, row 2: target.who`."""
    words = ""
    for before, part in zip(("", *path), path, strict=False):
        if isinstance(part, int):
            words += f", row {part + 1}"
        else:
            words += f"{': ' if isinstance(before, int) else '.' if words else ''}{part}"
    return words


def alternatives(kind: Any) -> tuple[Any, ...]:
    """The types that a value may have: those of a union, or the one."""
    if hasattr(kind, "__metadata__"):
        kind = kind.__origin__
    if get_origin(kind) is None or get_origin(kind) in (tuple, Literal) or _is_container(kind):
        return (kind,)
    return get_args(kind)


def _is_container(kind: Any) -> bool:
    origin = get_origin(kind)
    if isinstance(kind, type) and origin is None:
        return issubclass(kind, Struct)
    return origin is tuple or (isinstance(origin, type) and issubclass(origin, Mapping))


# --- what the guide says of tables


class TableEntry(Struct, frozen=True):
    """An entry of a table for people. `values` says what it may be."""

    name: str
    values: str
    default: Any
    meaning: str
    rule: str


def entries_of(table: type[Struct]) -> Iterator[TableEntry]:
    """The entries of a table, in its order; those of tables inside it by their dotted names."""
    for field in msgspec.structs.fields(table):
        for inner in alternatives(field.type):
            if isinstance(inner, type) and issubclass(inner, Struct):
                yield from (
                    msgspec.structs.replace(row, name=f"{field.encode_name}.{row.name}")
                    for row in entries_of(inner)
                )
        for meta in _metas_of(field.type):
            if meta.description:
                rule = str((meta.extra or {}).get("rule", ""))
                default = None if field.required else field.default
                yield TableEntry(
                    field.encode_name, value_words(field.type), default, meta.description, rule
                )


def _metas_of(kind: Any) -> list[Meta]:
    return [meta for meta in getattr(kind, "__metadata__", ()) if isinstance(meta, Meta)]


def value_words(kind: Any) -> str:
    """What a value of this type may be: `true or false`, `a whole number, 1 or more`."""
    for meta in _metas_of(kind):
        if meta.ge is not None:
            return f"a whole number, {_range_words(meta.ge, meta.le)}"
    return " or ".join(
        words
        for alternative in alternatives(kind)
        if (words := _type_words(alternative)) is not None
    )


def _type_words(kind: Any) -> str | None:
    if kind is NoneType:
        return None
    if _metas_of(kind):
        return value_words(kind)
    if get_origin(kind) is Literal:
        return ", ".join(get_args(kind))
    if get_origin(kind) is tuple:
        return f"a list ({value_words(get_args(kind)[0])})"
    return _KINDS.get(kind, "a table")


def _range_words(least: Any, most: Any) -> str:
    return f"{least} to {most}" if most is not None else f"{least} or more"


# --- options


def read_options(rows: Iterable[Mapping[str, Any]]) -> Mapping[str, Option]:
    """The options in the rows of options.toml, in their order."""
    found = {}
    for row in rows:
        choices = row.get("choices", {})
        if isinstance(choices, list):
            choices = {choice["value"]: choice["means"] for choice in choices}
        found[row["id"]] = Option(
            row["id"],
            row["title"],
            row["default"],
            MappingProxyType(dict(choices)),
            row["rule"],
            row.get("least"),
            row.get("most"),
            row.get("holds", ""),
            row.get("opening", False),
        )
    return MappingProxyType(found)


def option_problem(option: Option, value: object) -> str:
    """What the value of an option would have to be, or "" for one that is right."""
    if option.choices:
        # 1 is not True, and 15.0 is not 15, whatever Python says.
        fits = any(value == choice and type(value) is type(choice) for choice in option.choices)
        return "" if fits else ", ".join(map(_shown, option.choices))
    wanted = values_of(option)
    if type(value) is not type(option.default):
        return wanted
    if option.holds == "color" and not _COLOR.fullmatch(str(value)):
        return f"{wanted} like {option.default!r}"
    if isinstance(value, int) and (
        (option.least is not None and value < option.least)
        or (option.most is not None and value > option.most)
    ):
        return wanted
    return ""


def options_problems(options: Mapping[str, Option], given: Mapping[str, Any]) -> list[str]:
    """What is wrong with options that a game gives, as sentences."""
    found = []
    for name, value in given.items():
        if name not in options:
            found.append(f"there is no option {name} ({nearest(name, options, 'options')})")
        elif wanted := option_problem(options[name], value):
            choices = "choices: " if options[name].choices else ""
            found.append(f"option {name} cannot be {value!r} ({choices}{wanted})")
    return found


def values_of(option: Option) -> str:
    """What an option without choices may be: `a whole number, 1 or more`."""
    kind = type(option.default)
    words = f"a {option.holds}" if option.holds == "color" else _KINDS.get(kind, kind.__name__)
    if option.least is None:
        return words
    return f"{words}, {_range_words(option.least, option.most)}"


def _shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
