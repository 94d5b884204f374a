"""The form of a game's JSON: what the document consists of, and the JSON Schema of it.

The document is made of values that the pages and the engine have anyway; of these it leaves out the
fields listed here. A value becomes an object of its fields, a mapping an object, a tuple a list:

    Bond(("austria", "spain"), "alliance", 1619)
    {"powers": ["austria", "spain"], "kind": "alliance", "since": 1619, "due": 0, "by": []}

The schema follows from the types of the fields, and explains them in the words of the docstrings.
All of these values are public: a field that is added to one is in the document, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import cache
from operator import attrgetter
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from generator.engine.chronicle import (
    Bond,
    CountFacts,
    Deed,
    InfluenceChange,
    MinorFacts,
    MinorStand,
    ProvinceFacts,
    RecordFacts,
    Snapshot,
)
from generator.pages.base.public import PublicEvent, PublicVerdict

FORM: Final = 2
"""The version of the form; it grows when a program that reads the old one would go wrong."""
_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

Counts = Mapping[str, int]
"""By power."""


class PlayerData(Struct, frozen=True):
    """Somebody who plays a power, or has played it. `since` is the first phase of theirs, like
    "1623 diplomatic"; "" from the start. `note` is the referee's word to readers."""

    player: str
    since: str
    note: str


class PowerData(Struct, frozen=True):
    """A power. `player` is who plays it now, or ""; `players` are all who have played it, in their
    order."""

    name: str
    player: str
    players: tuple[PlayerData, ...]


class WordsData(Struct, frozen=True):
    """The names of what the rest of the document calls by codes.

    `influence` is placed in minor states; "" where the ruleset has no such thing. `points` are what
    victory is measured by, `goal` is how many of them win; 0 where no number does.
    """

    influence: str
    points: str
    goal: int
    provinces: Mapping[str, ProvinceFacts]
    minors: Mapping[str, MinorFacts]
    statuses: Mapping[str, str]
    marks: Mapping[str, str]
    bonds: Mapping[str, str]
    scores: Mapping[str, str]
    figures: Mapping[str, str]
    counts: Mapping[str, CountFacts]
    records: Mapping[str, RecordFacts]


class RulingData(Struct, frozen=True):
    """A decision of the referee. `number` counts the rulings of the year."""

    number: int
    kind: str
    reason: str
    rule: str
    facts: Mapping[str, str]


class RecordData(Struct, frozen=True):
    """A line of a list, with a cell for each column of the list. `event` is the number of the event
    that tells of it. `deeds` say who did what to whom: [who, whom, what]."""

    kind: str
    event: int
    cells: tuple[str, ...]
    deeds: tuple[Deed, ...]


class PhaseData(Struct, frozen=True):
    """An adjudicated phase, and what it changed of the position.

    `address` is that of its page, from the root of the site; the row of a verdict has the anchor
    `o<number>` there, the line of an event `e<number>`. `due` is when its orders were due, in RFC
    3339; "" where game.toml does not say. `influence` are the changes of it. `position` is what
    makes the position after it of the one before: a JSON Merge Patch (RFC 7396), the first onto the
    opening's.
    """

    year: int
    phase: str
    title: str
    address: str
    due: str
    summary: tuple[str, ...]
    verdicts: tuple[PublicVerdict, ...]
    events: tuple[PublicEvent, ...]
    rulings: tuple[RulingData, ...]
    influence: tuple[InfluenceChange, ...]
    records: tuple[RecordData, ...]
    standings: Mapping[str, Counts]
    position: Mapping[str, Any]


class OpeningData(Struct, frozen=True):
    """The position before the first orders."""

    year: int
    title: str
    position: Snapshot


class NowData(Struct, frozen=True):
    """The phase that is due, from the powers of `awaits`, or how the game ended."""

    year: int
    phase: str
    title: str
    awaits: tuple[str, ...]
    ending: str
    winners: tuple[str, ...]


class PressData(Struct, frozen=True):
    """A text of the press, in Markdown."""

    name: str
    title: str
    author: str
    date: str
    text: str


class GameData(Struct, frozen=True, rename={"schema": "$schema"}):
    """A game of Theatrum as everyone may know it, phase by phase.

    Published at `<game>/game.json` beside the pages. Powers, provinces, minor states and rules go
    by the codes and ids of the game's ruleset. `$schema` is where this schema is, from the
    document; `theatrum` is the version of this form. `name` is that of the game's folder, and the
    first part of its addresses. `credit` is who designed the ruleset, or "". `introduction` is
    Markdown, by the referee. `seed_commitment` is
    the SHA-256 hash of the secret seed, or "". `options` are those of the ruleset that the game
    sets. `phases` are in the order in which they were played.
    """

    schema: str
    theatrum: Literal[2]
    name: str
    title: str
    ruleset: str
    credit: str
    introduction: str
    seed_commitment: str
    options: Mapping[str, Any]
    powers: Mapping[str, PowerData]
    words: WordsData
    opening: OpeningData
    now: NowData
    press: tuple[PressData, ...]
    phases: tuple[PhaseData, ...]


_LEFT_OUT: Final[Mapping[type, tuple[str, ...]]] = {
    ProvinceFacts: ("id", "notes"),
    MinorFacts: ("id", "label", "notes"),
    CountFacts: ("note", "rule"),
    RecordFacts: ("note", "rule", "deeds_title", "waiting"),
    Snapshot: ("debts",),
    PublicEvent: ("ruling",),
    PublicVerdict: ("why", "remedy"),
}
_TUPLES: Final = frozenset({Bond, PublicEvent, InfluenceChange, MinorStand, PublicVerdict})
"""Tuples that are objects in the document; others are lists."""


@cache
def _fields(value: Any) -> Mapping[str, str] | None:
    """The names in the document of a value's fields, by their own; None for what has no fields."""
    if isinstance(value, type) and issubclass(value, Struct):
        names = dict(zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True))
    elif value in _TUPLES:
        names = {name: name for name in value._fields}
    else:
        return None
    left_out = _LEFT_OUT.get(value, ())
    return {name: shown for name, shown in names.items() if name not in left_out}


def as_data(game: GameData) -> dict[str, Any]:
    """A game as the document has it, of tables and lists."""
    found: dict[str, Any] = _converter(GameData)(game)
    return found


def position_data(position: Snapshot) -> dict[str, Any]:
    """A position as the document has it."""
    found: dict[str, Any] = _converter(Snapshot)(position)
    return found


def merge_patch(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The way from `before` to `after`: a JSON Merge Patch (RFC 7396), in which None removes.
    Neither has its own None."""
    found: dict[str, Any] = {}
    for key, value in after.items():
        was = before.get(key)
        if was != value:
            if isinstance(was, Mapping) and isinstance(value, Mapping):
                found[key] = merge_patch(was, value)
            else:
                found[key] = value
    return {**found, **dict.fromkeys(key for key in before if key not in after)}


@cache
def _converter(kind: Any) -> Callable[[Any], Any]:
    """A function from values of a type to what JSON can hold. It goes by the type, not by each
    value: most of what a game has are words and numbers, which stay as they are."""
    fields = _fields(kind)
    if fields is not None:
        hints = get_type_hints(kind)
        get, shown = attrgetter(*fields), tuple(fields.values())
        changed = [
            (fields[name], to)
            for name in fields
            if (to := _converter(hints[name])) is not _as_it_is
        ]

        def to_object(value: Any) -> dict[str, Any]:
            made = dict(zip(shown, get(value), strict=True))
            for name, to in changed:
                made[name] = to(made[name])
            return made

        return to_object
    if get_origin(kind) not in (tuple, Mapping):
        return _as_it_is
    inner = [_converter(part) for part in get_args(kind) if part is not ...]
    if all(to is _as_it_is for to in inner):
        return _as_it_is if get_origin(kind) is tuple else dict
    if get_origin(kind) is tuple:
        return lambda value: [inner[0](item) for item in value]
    return lambda value: {key: inner[1](item) for key, item in value.items()}


def _as_it_is(value: Any) -> Any:
    return value


@cache
def _form(kind: Any) -> Any:
    """A type of what the document has in place of values of this one."""
    fields = _fields(kind)
    if fields is not None:
        hints = get_type_hints(kind)
        found = msgspec.defstruct(
            kind.__name__.removesuffix("Data"),
            [(name, _form(hints[name])) for name in fields],
            rename=dict(fields),
            forbid_unknown_fields=True,
        )
        found.__doc__ = _meaning(kind)
        return found
    parts = tuple(part if part is ... else _form(part) for part in get_args(kind))
    if not parts or get_origin(kind) is Literal:
        return kind
    return (tuple if get_origin(kind) is tuple else dict)[parts]


def _meaning(kind: type) -> str:
    """The docstring of a value, without the sentences about fields that are left out."""
    sentences = re.split(r"(?<=\.)\s+", " ".join((kind.__doc__ or "").split()))
    unsaid = [f"`{name}`" for name in _LEFT_OUT.get(kind, ())]
    return " ".join(
        sentence for sentence in sentences if not any(name in sentence for name in unsaid)
    )


def game_form() -> Any:
    """The type that a document decodes to; it refuses whatever else there is."""
    return _form(GameData)


def schema_json() -> bytes:
    """The JSON Schema of the document."""
    _, parts = msgspec.json.schema_components([game_form()])
    whole = parts.pop("Game")
    schema = {"$schema": _DIALECT, **whole, "$defs": dict(sorted(parts.items()))}
    return f"{json.dumps(schema, indent=1, ensure_ascii=False)}\n".encode()
