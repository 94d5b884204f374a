"""What the files of a variant on the base of Diplomacy may say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta

from generator.engine.knobs import Table

Color = Annotated[str, Meta(pattern="^#[0-9A-Fa-f]{6}$")]


class Power(Table, frozen=True):
    name: str
    color: Color
    adjective: str = ""
    letter: str = ""
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
