"""Primers teach a ruleset: how its orders are written and what rulings do, in its own words.

A form is a pattern with slots: `<unit> - <place>` fits `A PAR - BUR`. A slot's name begins with its
kind, so that one pattern may hold two of a kind: `<unit> S <unit2>`. A form may list the words that
fill a slot, and the words may have slots, too: `NOT ENTER <place>`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct

from generator.engine.errors import FileError
from generator.engine.rulings import NOTE, Kinds, Note, facts_of

_RANGE: Final = re.compile(r"(\d+)\.\.(\d+)")
_SLOT: Final = re.compile(r"<([a-z]+\d*)>")
_SLOTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "unit": r"[A-Z] \S+(?: \+\d+)?",
        "kind": r"[A-Z](?:/\S+)?",
        "place": r"[^\s,:>]+",
        "state": r"[^\s,:>]+",
        "power": r"[^\s,:>]+",
        "side": r"[^\s,:>]+",
        "powers": r"[^\s,:>]+(?:, [^\s,:>]+)*",
        "number": r"\d+",
        "year": r"\d{4}",
        "measure": r".+",
        "text": r".+",
    }
)
SlotNames = Callable[[str, str], str]
"""A slot's kind and what is in it -> what people call it."""


class OrderForm(Struct, frozen=True):
    """One kind of order. `example` is an order of the ruleset's own board, `means` a sentence in
    which the slots of `pattern` are in braces.

    `words` are what may fill a slot, by its name, and `joins` what is between several of them
    in a slot that takes several. With `influence`, it places influence in a minor state.
    """

    title: str
    example: str
    pattern: str
    means: str
    words: Mapping[str, tuple[str, ...]] = {}
    joins: Mapping[str, str] = {}
    influence: bool = False

    def read(self, order: str, names: SlotNames) -> str:
        """The meaning of an order of this form; "" for an order of another form."""
        found = _expression(self.pattern).fullmatch(order)
        if found is None:
            return ""
        words = {slot: names(_kind(slot), text) for slot, text in found.groupdict().items()}
        return self.means.format_map(words)

    def filled(self, order: str) -> Mapping[str, str]:
        """The values in the slots of an order of this form, by their names."""
        found = _expression(self.pattern).fullmatch(order)
        return found.groupdict() if found else {}


class OrderPart(Struct, frozen=True):
    """The orders of some phases. `phases` are their slugs, and with `always` a sheet of any other
    phase may hold such orders, too; `rules` are about a phase without any."""

    title: str
    phases: tuple[str, ...]
    note: str
    rules: tuple[str, ...]
    forms: tuple[OrderForm, ...]
    always: bool = False


class TaughtRuling(Struct, frozen=True):
    """A kind of ruling: `means` completes a sentence that begins with "it": "gives the unit another
    order". `facts` are the names of all that it may have."""

    title: str
    means: str
    facts: tuple[str, ...] = ()


class Primer(Struct, frozen=True):
    """The lessons of a ruleset. `words` name the letters of its units."""

    parts: tuple[OrderPart, ...]
    words: Mapping[str, str]
    rulings: Mapping[str, TaughtRuling]


def read_primer(
    tables: Sequence[Mapping[str, Any]],
    causes: Mapping[str, str],
    source: str,
    kinds: Kinds = MappingProxyType({NOTE: Note}),
) -> Primer:
    """The primer in one or more parsed files; a later one adds to the parts of an earlier one.
    `kinds` are the ruleset's kinds of ruling.

    A file holds `words`, [[part]] with title, phases, note, causes, always and [[part.form]].
    `causes` are the rulebook's: they lead from a part to its rules. Raises
    FileError for an unknown slot, or an example that is not of its form.
    """
    words: dict[str, str] = {}
    parts: dict[str, OrderPart] = {}
    for table in tables:
        words |= table.get("words", {})
        for row in table.get("part", ()):
            forms = tuple(_forms(row, source))
            rules = (causes[cause] for cause in row.get("causes", ()) if cause in causes)
            known = parts.get(row["title"])
            if known is not None:
                forms = (*known.forms, *forms)
            parts[row["title"]] = OrderPart(
                row["title"],
                known.phases if known else tuple(row["phases"]),
                row.get("note", known.note if known else ""),
                known.rules if known else tuple(dict.fromkeys(rules)),
                forms,
                known.always if known else row.get("always", False),
            )
    rulings = {}
    for name, kind in kinds.items():
        title, _, means = " ".join((kind.__doc__ or "").split()).partition(": ")
        rulings[name] = TaughtRuling(title, means, facts_of(kind))
    return Primer(tuple(parts.values()), MappingProxyType(words), MappingProxyType(rulings))


def _forms(part: Mapping[str, Any], source: str) -> Iterator[OrderForm]:
    for row in part.get("form", ()):
        words = {slot: tuple(own) for slot, own in row.get("words", {}).items()}
        form = OrderForm(
            row["title"],
            row["example"],
            row["pattern"],
            row["means"],
            words,
            row.get("joins", {}),
            row.get("influence", False),
        )
        slots = _SLOT.findall(
            " ".join((form.pattern, *(one for own in words.values() for one in own)))
        )
        unknown = [slot for slot in slots if _kind(slot) not in _SLOTS and slot not in words]
        if unknown:
            raise FileError(f"{source}: there is no slot <{unknown[0]}>")
        if not form.read(form.example, lambda kind, text: text):
            raise FileError(f"{source}: {form.example!r} is not of the form {form.pattern!r}")
        yield form


def _kind(slot: str) -> str:
    return slot.rstrip("0123456789")


_EXPRESSIONS: Final[dict[str, re.Pattern[str]]] = {}


def _expression(pattern: str) -> re.Pattern[str]:
    """A pattern with slots as a regular expression, made once."""
    if pattern not in _EXPRESSIONS:
        parts = _SLOT.split(pattern)
        text = "".join(
            f"(?P<{part}>{_SLOTS[_kind(part)]})" if number % 2 else re.escape(part)
            for number, part in enumerate(parts)
        )
        _EXPRESSIONS[pattern] = re.compile(text)
    return _EXPRESSIONS[pattern]


def numbered_phases(text: str) -> Iterator[str]:
    """The phases that a text stands for: itself, or `faith-1..8` one for each number of its first
    range."""
    found = _RANGE.search(text)
    if found is None:
        yield text
        return
    for number in range(int(found[1]), int(found[2]) + 1):
        yield from numbered_phases(f"{text[: found.start()]}{number}{text[found.end() :]}")
