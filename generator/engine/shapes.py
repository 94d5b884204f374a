"""The shape of what a state's file holds, declared by types.

A Struct says which entries a table has, of which types, with which defaults; where a name of the
game stands, the type says of what:

    class Act(Record, frozen=True):
        decree: int
        power: Power

    Power = Annotated[str, Named(lambda facts: facts.powers)]

    read_shape({"decree": "1", "power": "frnce"}, Act, facts, "act")
        FileError: act.decree cannot be '1' (a whole number)
    read_shape({"decree": 1, "power": "frnce"}, Act, facts, "act")
        FileError: act.power: there is no 'frnce' (did you mean france?)

The types are read by msgspec; names are looked up after that, because the powers and the states of
a game follow from its options, which stand in the same file.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple, get_args

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo

from generator.engine.errors import FaultyState, FileError
from generator.engine.knobs import FaultyTable, KeyPath, alternatives, path_words, read_table
from generator.engine.words import codes_by_name, nearest, unknown


class Named(NamedTuple):
    """Beside the type of a text: the names of a game that it may be, out of the game's facts, and
    what they are called where a list of all may be told ("power")."""

    among: Callable[[Any], Mapping[str, Any]]
    noun: str = ""


@cache
def _fields(kind: type[Struct]) -> Mapping[str, FieldInfo]:
    return {field.name: field for field in msgspec.structs.fields(kind)}


class Record(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table or a row of a state's file. Entries that have their default are not written."""


def read_shape(tables: Any, kind: Any, facts: Any, *path: str | int) -> Any:
    """The value of a type in a state's file. Raises FileError with all that is wrong."""
    try:
        value = read_table(tables, kind, *path)
    except FaultyTable as error:
        raise FaultyState(error.lines) from None
    wrong = list(strangers(value, kind, facts, path))
    if wrong:
        raise FaultyState(wrong)
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

    What is wrong with it is added to `wrong`, and what is sound of it is kept, so that the rest of
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


def strangers(value: Any, kind: Any, facts: Any, path: KeyPath) -> Iterator[str]:
    """The names in a value of a type that the game does not have, as sentences.

    An entry that has its default names nobody: "" stands for no power.
    """
    if not _has_names(kind):
        return
    if named := _named(kind):
        known = named.among(facts)
        if value not in known:
            codes = codes_by_name(known)
            hint = f"{named.noun} {value!r} ({nearest(value, codes, f'{named.noun}s', codes)})"
            said = f"there is no {hint}" if named.noun else unknown(value, known)
            yield f"{path_words(path)}: {said}"
    elif isinstance(value, Struct):
        for field in _fields_with_names(type(value)):
            item = getattr(value, field.name)
            if item != field.default:
                yield from strangers(item, field.type, facts, (*path, field.encode_name))
    elif isinstance(value, Mapping):
        key_kind, item_kind = _kinds_within(kind)
        named = _named(key_kind)
        if named and not named.among(facts).keys() >= value.keys():
            for key in value:
                yield from strangers(key, key_kind, facts, path)
        if _has_names(item_kind) and not _all_known(value.values(), item_kind, facts):
            for key, item in value.items():
                yield from strangers(item, item_kind, facts, (*path, key))
    elif isinstance(value, tuple):
        (item_kind, *_) = get_args(kind)
        if _all_known(value, item_kind, facts):
            return
        for number, item in enumerate(value):
            row = (number,) if isinstance(item, Struct) else ()
            yield from strangers(item, item_kind, facts, (*path, *row))


def _all_known(values: Collection[Any], kind: Any, facts: Any) -> bool:
    """Whether it is plain at a glance that no value is a stranger: there is none, or all are texts,
    each a name that the game has or no name at all."""
    if not values or not all(isinstance(value, str) for value in values):
        return not values
    named = _named(kind)
    return named is None or named.among(facts).keys() >= set(values)


def _named(kind: Any) -> Named | None:
    return next((meta for meta in getattr(kind, "__metadata__", ()) if type(meta) is Named), None)


@cache
def _fields_with_names(kind: type[Struct]) -> tuple[FieldInfo, ...]:
    return tuple(field for field in _fields(kind).values() if _has_names(field.type))


@cache
def _kinds_within(kind: Any) -> tuple[Any, Any]:
    """The types of the keys and of the items of a mapping, or of the one among alternatives."""
    keys, items = next(filter(None, map(get_args, alternatives(kind))))
    return keys, items


@cache
def _has_names(kind: Any) -> bool:
    """Whether names of the game stand in a value of this type."""
    if isinstance(kind, type) and issubclass(kind, Struct):
        return any(_has_names(field.type) for field in _fields(kind).values())
    return _named(kind) is not None or any(map(_has_names, get_args(kind)))


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
