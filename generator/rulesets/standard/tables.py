"""What the files of a variant on the base of Diplomacy may say. A game that is imported brings its
variant along, so names that stand in addresses and styles are of the plainest kind."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from generator.engine.typed import Table

POWER_ID: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
CODE: Final = re.compile(r"[A-Z][A-Z0-9]{0,7}")
RULE_ID: Final = re.compile(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*")
Color = Annotated[str, Meta(pattern="^#[0-9A-Fa-f]{6}$")]


class Power(Table, frozen=True):
    name: str
    color: Color
    adjective: str = ""
    letter: Annotated[str, Meta(max_length=2)] = ""
    homes: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    territory: tuple[str, ...] = ()


class Neutral(Table, frozen=True):
    units: tuple[str, ...]


class Default(Table, frozen=True):
    default: Any


class Facts(Table, frozen=True):
    """ruleset.toml."""

    title: str
    first_year: Annotated[int, Meta(ge=1)]
    powers: Mapping[str, Power]
    base: Literal["standard"] = "standard"
    credits: str = ""
    victory: Annotated[int, Meta(ge=1)] | None = None
    build: Literal["home", "anywhere"] = "home"
    neutral: Neutral | None = None
    options: Mapping[str, Default] = {}


class Shore(Table, frozen=True):
    name: str
    fleet: tuple[str, ...]


class Province(Table, frozen=True):
    name: str
    kind: Literal["inland", "coastal", "sea", "impassable"]
    center: bool = False
    aliases: tuple[str, ...] = ()
    army: tuple[str, ...] = ()
    fleet: tuple[str, ...] = ()
    coasts: Mapping[str, Shore] = {}


class Grid(Table, frozen=True):
    rows: str
    cell: int = 600


class Topology(Table, frozen=True):
    """board.toml."""

    provinces: Mapping[str, Province]
    ambiguous: Mapping[str, tuple[str, ...]] = {}
    map: Grid | None = None
