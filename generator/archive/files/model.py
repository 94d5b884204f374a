"""Settings files as declared models: what may stand in a file, and what is said of what may not.

A model is a Struct. Each entry has its type, and beside it what a value of that type must be:

    class Club(Struct, frozen=True):
        title: Annotated[str, Must("{key} is not a text", 'write: {key} = "..."')]
        zone: Annotated[str, Must("{key} is not a text"), Must("no zone {value}", "", is_zone)] = ""

    faults_of({"titel": 3}, Club)    (titel): there is no titel here (did you mean title?)
                                     (title): title is missing (write: title = "...")

All faults of a file are found at once; `made` is for a file without any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Final, Literal, NamedTuple, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from generator.engine.words import nearest

Path = tuple[str | int, ...]


class Must(NamedTuple):
    """What an entry must be. `said` tells what is wrong with a value that is not, `hint` what to
    write instead, with `{key}` and `{value}` in their places. The first one of an entry is told of
    values of another type, each of a value that does not pass its test. `missing` is said instead
    of an entry that has to be there."""

    said: str
    hint: str | Callable[[Any], str] = ""
    test: Callable[[Any], object] = lambda value: True
    missing: tuple[str, str] | None = None


class SettingFault(NamedTuple):
    """What is wrong in a file, where, and what to write instead."""

    path: Path
    problem: str
    hint: str

    @classmethod
    def of(cls, path: Path, value: Any, must: Must) -> SettingFault:
        key = next((part for part in reversed(path) if isinstance(part, str)), "")
        hint = must.hint(value) if callable(must.hint) else must.hint.format(key=key)
        return cls(path, must.said.format(key=key, value=value), hint)


_TABLE: Final = Must("{key} is not a table", "write a line [{key}]")
_UNKNOWN: Final = "there is no {key} here"


def faults_of(
    value: Any, kind: Any, path: Path = (), unknown: str = _UNKNOWN, noun: str = "keys"
) -> Iterator[SettingFault]:
    """What is wrong with the value of a type, in the order of the model.

    `unknown` is said of entries that a table does not have at its top, and `noun` is what they are
    called where the one that was meant is looked for.
    """
    kind, musts = _split(kind)
    if not _is_of(value, kind):
        yield SettingFault.of(path, value, (*musts, _TABLE)[0])
    elif failed := next((must for must in musts if not must.test(value)), None):
        yield SettingFault.of(path, value, failed)
    elif isinstance(value, Mapping) and _is_struct(kind):
        fields = _fields(kind)
        for key in value:
            if key not in fields:
                hint = nearest(key, fields, noun)
                yield SettingFault((*path, key), unknown.format(key=key), hint)
        for name, field in fields.items():
            if name in value:
                yield from faults_of(value[name], field.type, (*path, name))
            elif field.required:
                must = _split(field.type)[1][-1]
                missing = Must(*must.missing) if must.missing else must
                yield SettingFault.of((*path, name), "", missing)
    elif isinstance(value, Mapping) and (kinds := get_args(kind)):
        for key, item in value.items():
            if _is_of(item, _split(kinds[1])[0]):
                yield from faults_of(key, kinds[0], (*path, key))
            yield from faults_of(item, kinds[1], (*path, key))
    elif isinstance(value, list) and (kinds := get_args(kind)):
        for number, item in enumerate(value):
            yield from faults_of(item, kinds[0], (*path, number))


def made(value: Any, kind: Any) -> Any:
    """The value of a type in a file without faults: its tables as Structs and read-only mappings,
    its lists as tuples."""
    kind, _ = _split(kind)
    if isinstance(value, Mapping) and _is_struct(kind):
        fields = _fields(kind)
        return kind(**{name: made(item, fields[name].type) for name, item in value.items()})
    if isinstance(value, Mapping):
        item_kind = get_args(kind)[1] if get_args(kind) else Any
        return MappingProxyType({key: made(item, item_kind) for key, item in value.items()})
    if isinstance(value, list) and get_args(kind):
        return tuple(made(item, get_args(kind)[0]) for item in value)
    return value


@cache
def _fields(kind: type[Struct]) -> Mapping[str, msgspec.structs.FieldInfo]:
    return {field.name: field for field in msgspec.structs.fields(kind)}


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)


@cache
def _split(kind: Any) -> tuple[Any, tuple[Must, ...]]:
    """A type without what stands beside it, and that; None is no value of a file."""
    musts = tuple(meta for meta in getattr(kind, "__metadata__", ()) if isinstance(meta, Must))
    kind = getattr(kind, "__origin__", kind) if musts else kind
    if get_origin(kind) in (Union, UnionType):
        (inner,) = (inner for inner in get_args(kind) if inner is not NoneType)
        inner_kind, inner_musts = _split(inner)
        return inner_kind, (*musts, *inner_musts)
    return kind, musts


def _is_of(value: Any, kind: Any) -> bool:
    if kind is Any:
        return True
    origin = get_origin(kind) or kind
    if origin is Literal:
        return value in get_args(kind)
    if origin is tuple:
        return isinstance(value, list)
    if _is_struct(origin):
        return isinstance(value, Mapping)
    # True is a whole number for Python, and not for people.
    return type(value) is origin if origin in (bool, int) else isinstance(value, origin)
