"""Typed TOML: tables that Structs declare, read, checked and written.

A Struct declares the entries of a table with their types and defaults. Annotations add what a type
cannot express: the meaning of an entry, a test, the names of the game that it may be.

    class Act(Table, frozen=True):
        decree: Annotated[Positive, knob("The number of the decree", "E19D-DEC-1")]
        power: Power
        zone: Annotated[str, Must("there is no time zone {value}", "Europe/Vienna", is_zone)] = ""

    Power = Annotated[str, Named(lambda facts: facts.powers)]

    faults_of({"decree": 0, "power": "frnce"}, Act, ("act",), facts)
        act.decree cannot be 0 (a whole number, 1 or more)
        act.power: there is no 'frnce' (did you mean france?)

All that is wrong is found at once, each with the keys that lead to it. Values are made by msgspec.
Names are looked up apart from that, because the powers and states of a game follow from its
options, which are in the same file.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType, NoneType
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeVar, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, Meta, Struct
from msgspec.structs import FieldInfo

from generator.engine.errors import FaultyState, FileError, Place
from generator.engine.words import codes_by_name, nearest

T = TypeVar("T")
KeyPath = tuple[str | int, ...]

_KINDS: Final = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text in quotes",
    list: "a list",
}

# --- annotations of a type


Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]


def knob(meaning: str, rule: str = "") -> Meta:
    """The meaning of an entry of a table of rules. `rule` is a rule of an edition that has it."""
    return Meta(description=meaning, extra={"rule": rule})


class Named(NamedTuple):
    """The names of a game that a text may be, out of the game's facts, and the word for them in
    messages that may list all ("power")."""

    among: Callable[[Any], Mapping[str, Any]]
    noun: str = ""


class Must(NamedTuple):
    """A test of a value, the message if it fails, and what to write instead."""

    said: str
    hint: str
    test: Callable[[Any], object]


# --- tables


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """A table in a file; its entries are its fields."""


class Record(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table or a row of a state's file. Entries that have their default are not written."""


class Fault(NamedTuple):
    """A fault in a table, its place, and what to write instead."""

    path: KeyPath
    problem: str
    hint: str = ""

    def __str__(self) -> str:
        return f"{self.problem} ({self.hint})" if self.hint else self.problem


class FaultyTable(FileError):
    """A table with impossible entries, and the fault of each."""

    def __init__(self, faults: list[Fault], file: Path | None = None) -> None:
        self.faults = faults
        super().__init__("\n".join(str(_fault_at(file, *fault)) for fault in faults))


def read_table(
    value: Any, kind: type[T], *path: str | int, file: Path | None = None, facts: Any = None
) -> T:
    """A value as the type that declares it. Raises FaultyTable, which lists all that is wrong.

    `path` is where the table is in the file, for which the places are looked up; `facts` are
    those of the game whose names are in it.
    """
    try:
        made = msgspec.convert(value, kind)
        faults = list(faults_of(value, kind, path, facts, is_typed=True))
    except msgspec.ValidationError:
        faults = list(faults_of(value, kind, path, facts))
    if faults:
        raise FaultyTable(faults, file)
    return made


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


def read_shape(tables: Any, kind: Any, facts: Any, *path: str | int) -> Any:
    """The value of a type in a state's file. Raises FaultyState with all that is wrong."""
    try:
        value = read_table(tables, kind, *path, facts=facts)
    except FaultyTable as error:
        raise FaultyState(list(map(str, error.faults))) from None
    return MappingProxyType(value) if isinstance(value, dict) else value


def read_entry(
    tables: Mapping[str, Any],
    kind: type[Struct],
    name: str,
    facts: Any,
    wrong: list[str],
    instead: Any = None,
) -> Any:
    """One of the tables that a Struct declares; `instead`, or its default, where it is missing.

    Its faults are added to `wrong`, and its sound parts are kept, so that the rest of
    the file can be checked against that.
    """
    declared = _fields(kind)[name]
    if instead is None:
        is_table = declared.default is NODEFAULT
        instead = MappingProxyType({}) if is_table else declared.default
    if name not in tables:
        return instead
    value, sound = tables[name], instead
    try:
        return read_shape(value, declared.type, facts, name)
    except FileError as error:
        faults = [*getattr(error, "faults", (error.problem,))]
    if isinstance(value, Mapping) and isinstance(instead, Mapping):
        faults = []
        for key, item in value.items():
            try:
                sound = {**sound, **read_shape({key: item}, declared.type, facts, name)}
            except FileError as error:
                faults.append(error.problem)
    elif isinstance(value, list | tuple) and isinstance(instead, tuple):
        faults = []
        for number, item in enumerate(value):
            row = (name, number) if isinstance(item, Mapping) else (name,)
            try:
                sound = (*sound, read_shape(item, get_args(declared.type)[0], facts, *row))
            except FileError as error:
                faults.append(error.problem)
    wrong += faults
    return sound


# --- faults


def faults_of(
    value: Any, kind: Any, path: KeyPath = (), facts: Any = None, *, is_typed: bool = False
) -> Iterator[Fault]:
    """The faults of a value by its type, at the innermost place. Where its types are known to
    be right, only the annotations are checked."""
    if is_typed and not _has_checks(kind):
        return
    inner = _container(kind, is_table=isinstance(value, Mapping))
    if inner is None or not isinstance(value, Mapping | list | tuple):
        if not is_typed and not _fits(value, kind):
            yield Fault(path, f"{path_words(path)} cannot be {value!r}", _hint(kind, path, value))
        else:
            yield from _faults_beside(value, kind, path, facts)
    elif isinstance(value, Mapping) == (get_origin(inner) is tuple):
        yield Fault(path, f"{path_words(path)} cannot be {value!r}", _hint(kind, path, value))
    elif not isinstance(value, Mapping):
        if (kinds := get_args(inner))[-1] is not Ellipsis and len(kinds) != len(value):
            yield Fault(path, f"{path_words(path)} cannot be {value!r}", f"{len(kinds)} of them")
        if not (is_typed and _all_known(value, kinds[0], facts)):
            for number, item in enumerate(value):
                yield from faults_of(item, kinds[0], (*path, number), facts, is_typed=is_typed)
    elif _is_struct(inner):
        fields = _fields(inner)
        for key, item in value.items():
            if key not in fields:
                where = path_words(path) or "the file"
                hint = nearest(key, fields, "entries")
                yield Fault((*path, key), f"there is no {key} in {where}", hint)
            elif not isinstance(item, str) or item != fields[key].default:  # "" is no one
                yield from faults_of(item, fields[key].type, (*path, key), facts, is_typed=is_typed)
        for name, field in fields.items():
            if field.required and name not in value:
                hints = [one.hint for one in _beside(field.type) if isinstance(one, Must)]
                missing = f"{path_words((*path, name))} is missing"
                yield Fault((*path, name), missing, "".join(hints[:1]).format(key=name))
    else:
        key_kind, item_kind = get_args(inner)
        keys_are_known = is_typed and _all_known(value, key_kind, facts)
        if keys_are_known and _all_known(value.values(), item_kind, facts):
            return
        for key, item in value.items():
            faults = [] if keys_are_known else list(faults_of(key, key_kind, path, facts))
            yield from (fault._replace(path=(*path, key)) for fault in faults)
            if not faults:
                yield from faults_of(item, item_kind, (*path, key), facts, is_typed=is_typed)


def _fits(value: Any, kind: Any, *, strict: bool = True) -> bool:
    try:
        msgspec.convert(value, kind, strict=strict)
    except msgspec.ValidationError:
        return False
    return True


def _faults_beside(value: Any, kind: Any, path: KeyPath, facts: Any) -> Iterator[Fault]:
    """The names that the game does not have, and the first test that fails."""
    for one in _beside(kind):
        if isinstance(one, Must) and not one.test(value):
            key = next((part for part in reversed(path) if isinstance(part, str)), "")
            yield Fault(path, one.said.format(key=key, value=value), one.hint.format(key=key))
            return
        if isinstance(one, Named) and facts is not None and value not in one.among(facts):
            codes = codes_by_name(one.among(facts))
            codes.pop("", None)
            hint = nearest(value, codes, f"{one.noun}s" if one.noun else None, codes)
            where = path_words(path[:-1] if isinstance(path[-1], int) else path)
            said = f"there is no {one.noun} {value!r}" if one.noun else f"there is no {value!r}"
            yield Fault(path, f"{where}: {said}", hint)


def _all_known(values: Collection[Any], kind: Any, facts: Any) -> bool:
    """Whether it is plain at a glance that nothing is wrong beside the types: that all are names
    that the game has. A state has thousands of them."""
    if not values or not _has_checks(kind):
        return True
    named = _beside(kind)[:1]
    return (
        bool(named)
        and isinstance(named[0], Named)
        and all(isinstance(value, str) for value in values)
        and named[0].among(facts).keys() >= set(values)
    )


@cache
def _beside(kind: Any) -> tuple[Named | Must, ...]:
    """The notes beside a type, or beside one of its alternatives."""
    kinds = (kind, *(one for one in alternatives(kind) if one is not kind))
    metas = (meta for one in kinds for meta in getattr(one, "__metadata__", ()))
    return tuple(meta for meta in metas if isinstance(meta, Named | Must))


@cache
def _has_checks(kind: Any) -> bool:
    """Whether something is beside a type, or within it."""
    if _is_struct(kind):
        return any(_has_checks(field.type) for field in _fields(kind).values())
    return bool(_beside(kind)) or any(map(_has_checks, get_args(kind)))


def _hint(kind: Any, path: KeyPath, value: Any) -> str:
    words = value_words(kind)
    if isinstance(value, str) and _fits(value, kind, strict=False):
        return f"{words}, without the quotes"
    if words == "a table" and all(isinstance(part, str) for part in path):
        return f"{words} [{'.'.join(map(str, path))}]"
    return words


@cache
def _fields(kind: type[Struct]) -> Mapping[str, FieldInfo]:
    return {field.encode_name: field for field in msgspec.structs.fields(kind)}


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and get_origin(kind) is None and issubclass(kind, Struct)


@cache
def _container(kind: Any, *, is_table: bool) -> Any:
    """The table or list among the alternatives of a type: the one that is wanted, or another."""
    found: list[Any] = list(filter(_is_container, alternatives(kind)))
    wanted = [one for one in found if (get_origin(one) is tuple) is not is_table]
    return next(iter((*wanted, *found)), None)


def _is_container(kind: Any) -> bool:
    origin = get_origin(kind)
    is_mapping = isinstance(origin, type) and issubclass(origin, Mapping)
    return _is_struct(kind) or origin is tuple or is_mapping


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


# --- what values may be, for people


def metas_of(kind: Any) -> list[Meta]:
    return [meta for meta in getattr(kind, "__metadata__", ()) if isinstance(meta, Meta)]


def value_words(kind: Any) -> str:
    """The values of this type in words: `true or false`, `a whole number, 1 or more`."""
    for meta in metas_of(kind):
        if meta.ge is not None:
            return f"a whole number, {range_words(meta.ge, meta.le)}"
    return " or ".join(
        words
        for alternative in alternatives(kind)
        if (words := _type_words(alternative)) is not None
    )


def _type_words(kind: Any) -> str | None:
    if kind is NoneType:
        return None
    if metas_of(kind):
        return value_words(kind)
    if get_origin(kind) is Literal:
        return ", ".join(get_args(kind))
    if get_origin(kind) is tuple:
        return f"a list ({value_words(get_args(kind)[0])})"
    return _KINDS.get(kind, "a table")


def range_words(least: Any, most: Any) -> str:
    return f"{least} to {most}" if most is not None else f"{least} or more"


# --- written


def as_tables(value: Any) -> Any:
    """A value as dicts and lists, which TOML knows."""
    if isinstance(value, str | int):
        return value
    if isinstance(value, Struct):
        shortens = value.__struct_config__.omit_defaults
        return {
            field.encode_name: as_tables(item)
            for field in _fields(type(value)).values()
            if not _is_default(field, item := getattr(value, field.name)) or not shortens
        }
    if isinstance(value, Mapping):
        return {key: as_tables(item) for key, item in value.items()}
    return list(map(as_tables, value)) if isinstance(value, list | tuple) else value


def _is_default(field: FieldInfo, item: Any) -> bool:
    """msgspec itself takes an empty read-only mapping for something else than an empty dict."""
    return bool(item == field.default or (field.default_factory is dict and not item))
