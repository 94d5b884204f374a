"""Names where states have codes: "The Ottoman Empire", "Army Paris", "Spain - Dutch Republic".

The types of a ruleset's tables show where names are (see typed.py): `Named` beside the type of a
text that is a name, `Written` beside that of a text with names inside.

    respell({"infs": {"Hesse": "Ottoman Empire 5"}}, shape)
        {"infs": {"HES": "ottoman 5"}}

Nothing is refused here: an unknown name stays as it was written, and the reader of the tables
complains about it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from types import UnionType
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from generator.engine.board import Board
from generator.engine.forms.tokens import words_of
from generator.engine.orders.words import SHORT_COASTS
from generator.engine.rulebook import PowerFacts
from generator.engine.typed import KeyPath, Named, path_words
from generator.engine.words import nearest

T = TypeVar("T")
Spellings = Mapping[tuple[str, ...], str]
"""The words of names, folded, with the codes that they stand for."""

_UNIT: Final = re.compile(
    r"(a|army|f|fleet)\.?\s+(.+?)((?:\s*\+\s*\d{1,2})?)((?:\s*\([A-Z]\))?)", re.IGNORECASE
)
_LETTER: Final = re.compile(r"(.+?)\s*\(([A-Z])\)")
_COAST: Final = re.compile(r"(.+?)[\s,/(]+((?:[nsew]|north|south|east|west)(?:ern)?[\s.]*"
                           r"(?:c|coast)?)\.?\)?", re.IGNORECASE)  # fmt: skip


class Written(NamedTuple):
    """Beside the type of an entry with names inside: `read` writes it with codes, and leaves what
    it does not understand."""

    read: Callable[[Any, Namer], Any]


class Shape(Struct, frozen=True):
    """How the tables of a game are written: the type of each, the facts by which `Named` looks
    names up, and what names are called, the likelier meanings first. `secrets` are the tables that
    are kept from a public state."""

    kinds: Mapping[str, Any]
    facts: Any
    board: Board | None
    spellings: tuple[Spellings, ...]
    secrets: tuple[str, ...] = ()


class Namer:
    """The names of a game."""

    def __init__(self, shape: Shape) -> None:
        self.facts = shape.facts
        self.board = shape.board
        self._spellings = shape.spellings

    def code(self, text: str, known: Collection[str]) -> str:
        """The one of these codes that a text names; the text itself where it names none."""
        if text in known:
            return text
        if any(mark.isdigit() for mark in text):
            return text  # no name has a number, and the words of a text leave it out
        words = words_of(text.replace("_", " "))
        for spellings in self._spellings if words else ():
            if (code := spellings.get(words, "")) in known:
                return code
        folded = {words_of(code.replace("_", " ")): code for code in known}
        return folded.get(words, text) if words else text

    def named(self, text: str, kind: Any) -> str:
        """The same for a type with `Named` beside it."""
        found = _beside(kind, Named)
        return self.code(text, found.among(self.facts)) if found else text

    def place(self, text: str) -> str:
        """The code of a place, with its coast."""
        places = frozenset(self.board.places if self.board is not None else ())
        whole = self.code(text, places)
        split = None if whole in places else _COAST.fullmatch(text.strip())
        if split is None:
            return whole
        coast = split[2].casefold().replace(".", "").split()
        short = SHORT_COASTS.get(" ".join(coast), f"{coast[0][0].upper()}C")
        at = f"{self.code(split[1], places)}/{short}"
        return at if at in places else text

    def unit(self, text: str) -> str:
        """A unit as states have it: "A FLA +1"; behind it "(W)", if a letter is there."""
        found = _UNIT.fullmatch(text.strip())
        if found is None:
            return text
        points = int(found[3].strip(" +") or 0)
        letter = found[4].strip()
        kind, at = found[1][0].upper(), self.place(found[2])
        return f"{kind} {at}{f' +{points}' if points else ''}{f' {letter}' if letter else ''}"


def written(read: Callable[[str, Namer], str]) -> Written:
    """How to write a text with codes; any other value stays as it is."""
    return Written(lambda value, namer: read(value, namer) if isinstance(value, str) else value)


UnitText = Annotated[str, written(lambda text, namer: namer.unit(text))]
PlaceText = Annotated[str, written(lambda text, namer: namer.place(text))]
PhaseText = Annotated[
    str, written(lambda text, namer: "-".join(text.casefold().replace("_", " ").split()))
]


def shape_of(
    tables: type[Struct],
    facts: Any,
    board: Board,
    powers: Mapping[str, PowerFacts],
    places: Mapping[str, str],
) -> Shape:
    """The shape of positions with these tables, in which powers and places have only their
    names."""
    named: dict[tuple[str, ...], str] = {}
    for power, info in powers.items():
        for name in filter(None, (power, info.name, info.short, info.adjective)):
            named.setdefault(words_of(name), power)
    lands = {words_of(name): code for code, name in places.items()}
    lands |= {words_of(code): code for code in places}
    kinds = {field.encode_name: field.type for field in msgspec.structs.fields(tables)}
    return Shape(kinds, facts, board, (named, lands))


def split_letter(text: str) -> tuple[str, str]:
    """A unit's text without the letter behind it, and the letter: "A SIL (W)"."""
    found = _LETTER.fullmatch(text.strip())
    return (found[1], found[2]) if found else (text, "")


def misread_unit(text: str, board: Board, example: str) -> str:
    """Why a text is not a unit, and what to write instead."""
    found = _UNIT.fullmatch(text.strip())
    if found is None:
        return f"not a unit (a unit is written like {example!r})"
    kind, at, letter = found[1][0].upper(), found[2], found[4].strip()
    if number := re.fullmatch(r"(.+?)\s+(\d{1,2})", at):
        points = int(number[2]) - 1
        right = f"{kind} {number[1]}{f' +{points}' if points > 0 else ''}"
        return f"not a unit (strength {number[2]} is written {right!r})"
    if at in board.places:
        hint = f"it carries no letter: leave out {letter}" if letter else f"like {example!r}"
        return f"not a unit ({hint})"
    names = {board.name_of(place): place for place in board.places}
    known = names | {place: place for place in board.places}
    hint = nearest(at, known, None, known)
    said = at if at.isupper() else repr(at)
    return f"there is no province {said}{f' ({hint})' if hint else ''}"


def respell(
    tables: Mapping[str, Any], shape: Shape
) -> tuple[dict[str, Any], dict[KeyPath, KeyPath], list[tuple[KeyPath, str]]]:
    """Tables with codes in place of names; the former path of each entry whose key had another
    name; and the entries that occur twice, each with a sentence about it."""
    reader = _Respelling(Namer(shape))
    for name, table in tables.items():
        if name in shape.kinds:
            tables = {**tables, name: reader.value(table, shape.kinds[name], (name,), (name,))}
    return dict(tables), reader.moved, reader.faults


class _Respelling:
    """Walks through tables along their types."""

    def __init__(self, namer: Namer) -> None:
        self._namer = namer
        self.moved: dict[KeyPath, KeyPath] = {}
        self.faults: list[tuple[KeyPath, str]] = []

    def value(self, value: Any, kind: Any, path: KeyPath, before: KeyPath) -> Any:
        if path != before:
            self.moved[path] = before
        for one in get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,):
            if written := _beside(one, Written):
                value = written.read(value, self._namer)
            plain = one.__origin__ if hasattr(one, "__metadata__") else one
            base = get_origin(plain) or plain
            if isinstance(value, str):
                if base is Literal:
                    return self._namer.code(value, get_args(plain))
                if _beside(one, Named):
                    return self._namer.named(value, one)
            elif isinstance(value, Mapping) and isinstance(base, type):
                if issubclass(base, Struct):
                    return self._record(value, base, path, before)
                if issubclass(base, Mapping):
                    return self._mapping(value, get_args(plain), path, before)
            elif isinstance(value, list | tuple) and base is tuple:
                item = get_args(plain)[0]
                return [
                    self.value(row, item, (*path, number), (*before, number))
                    for number, row in enumerate(value)
                ]
        return value

    def _record(
        self, table: Mapping[str, Any], kind: type[Struct], path: KeyPath, before: KeyPath
    ) -> dict[str, Any]:
        fields = {field.encode_name: field.type for field in msgspec.structs.fields(kind)}
        return {
            key: self.value(one, fields[key], (*path, key), (*before, key))
            if key in fields
            else one
            for key, one in table.items()
        }

    def _mapping(
        self, table: Mapping[str, Any], kinds: tuple[Any, Any], path: KeyPath, before: KeyPath
    ) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, one in table.items():
            code = self.value(key, kinds[0], path, path)
            if code in found:
                self.faults.append(((*before, key), f"{path_words(path)}: {code} appears twice"))
                continue
            found[code] = self.value(one, kinds[1], (*path, code), (*before, key))
        return found


def _beside(kind: Any, sort: type[T]) -> T | None:
    return next((meta for meta in getattr(kind, "__metadata__", ()) if type(meta) is sort), None)
