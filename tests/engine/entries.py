"""The entries of tables of rules, for the tests that each has its meaning and its rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from generator.engine.typed import alternatives, metas_of, value_words


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
        for meta in metas_of(field.type):
            if meta.description:
                rule = str((meta.extra or {}).get("rule", ""))
                default = None if field.required else field.default
                yield TableEntry(
                    field.encode_name, value_words(field.type), default, meta.description, rule
                )
