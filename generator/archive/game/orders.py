"""The order files of a year: the text that each power submitted for a phase, and its place.

Orders may wait in private/. When their phase is adjudicated, what is public of them is written to
the public file of the power; the whole text stays in private/ until all is revealed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Final

from msgspec import Struct
from msgspec.structs import replace

from generator.archive.files.layout import PRIVATE, REVEALED, orders_path, scan_orders
from generator.archive.files.names import is_slug
from generator.archive.files.reading import (
    LONGEST_ORDERS,
    MOST_KEYS,
    FileErrors,
    TomlText,
    read_toml,
)
from generator.archive.game.authorship import AUTHOR_KEYS, PLAYER, Authorship, PhaseTable
from generator.engine.errors import FileError, Place
from generator.engine.typed import Must
from generator.engine.words import nearest

# In older games' public files it replaces each line that is withheld.
HIDDEN_ORDER: Final = "# a secret order, to be revealed"
HIDDEN_REMARK: Final = "# a remark, to be revealed"
WITHHELD: Final = frozenset({HIDDEN_ORDER, HIDDEN_REMARK})

WHOLE: Final = ""
"""The key of the text before the first table, and of a whole file in another layout."""
_END: Final = rb"[ \t\r]*(?:\n|\Z)"
_TEXT: Final = rb'"""[ \t\r]*\n[^"\\]*(?:"(?!"")[^"\\]*)*"""'
_IDLE: Final = rb"(?:(?:#[^\n]*)?" + _END + rb")*"
_VALUE: Final = rb'[a-z_]+ = (?:"[^"\\\n]*"|' + _TEXT + rb"|[0-9]+|true|false)" + _END
# Remarks and blank lines behind the last value belong to the next table.
_VALUES: Final = rb"(?P<values>(?:" + _IDLE + _VALUE + rb")*)" + _IDLE
_BEFORE: Final = re.compile(_VALUES)
_TABLE: Final = re.compile(rb"\[(?P<name>[a-z][a-z0-9-]*)\]" + _END + _VALUES)


class OrderText(Struct, frozen=True):
    """A power's orders for one phase, as they are in its order file; and who wrote them
    where it was not the player."""

    power: str
    phase: str
    text: str
    toml: TomlText
    authorship: Authorship = PLAYER

    @property
    def path(self) -> Path:
        return self.toml.path

    def place(self, line: int, column: int) -> Place:
        """The place in the file of a line and column of the text; 0 means the phase's table."""
        if not line:
            return self.toml.place(self.phase)
        return self.toml.place_in((self.phase, "orders"), line, column)


class YearOrders(Struct, frozen=True):
    """The orders of one year. `texts` maps phases to powers (sorted) to texts: the whole ones where
    they are here, otherwise those without the lines that are secret."""

    year: int
    texts: Mapping[str, Mapping[str, OrderText]]

    def of(self, phase: str) -> Mapping[str, OrderText]:
        """The texts for a phase, of the powers whose file has a table for it."""
        return self.texts.get(phase, MappingProxyType({}))


def read_year_orders(folder: Path, year: int, powers: Iterable[str]) -> YearOrders:
    """All order texts of a year: the referee's secret ones, the revealed and the public ones.

    Of a power and a phase the secret text counts, unless it is empty. Raises FileErrors that list
    the errors of all the files, also where a public text differs from the secret one.
    """
    return _read(folder, year, tuple(powers), (PRIVATE, REVEALED, ""))


def read_public_orders(
    folder: Path, year: int, powers: Iterable[str], *, told: bool = True
) -> YearOrders:
    """The order texts of a year that everyone may read: with `told` the whole ones if they have
    been revealed. Raises FileErrors."""
    return _read(folder, year, tuple(powers), (REVEALED, "") if told else ("",))


def _read(folder: Path, year: int, known: Sequence[str], tops: Sequence[str]) -> YearOrders:
    errors: list[FileError] = []
    texts: dict[str, dict[str, OrderText]] = {}
    there = [(folder / top, frozenset(scan_orders(folder / top, year))) for top in tops]
    for power in sorted(frozenset().union(*(names for _, names in there))):
        paths = [top / orders_path(year, power) for top, names in there if power in names]
        if power not in known:
            errors.append(
                FileError(
                    f"there is no power {power}",
                    place=Place(str(paths[0])),
                    hint=nearest(power, known, "powers"),
                )
            )
            continue
        try:
            for phase, found in _by_phase(paths, power).items():
                texts.setdefault(phase, {})[power] = _that_counts(found, phase)
        except FileErrors as several:
            errors += several.errors
        except FileError as error:
            errors.append(error)
    if errors:
        raise FileErrors(errors)
    return YearOrders(year, MappingProxyType(texts))


def _by_phase(paths: Iterable[Path], power: str) -> dict[str, list[OrderText]]:
    found: dict[str, list[OrderText]] = {}
    for path in paths:
        for text in _texts_in(read_toml(path, LONGEST_ORDERS, MOST_KEYS), power):
            found.setdefault(text.phase, []).append(text)
    return found


def _that_counts(found: Sequence[OrderText], phase: str) -> OrderText:
    """The first text with any content. Raises FileError if one after it has other content."""
    written = [text for text in found if text.text.strip()]
    if not written:
        # The public part of an empty sheet may have more than the waiting one: that nothing came.
        return next((text for text in found if text.authorship.author), found[0])
    whole, *others = written
    for other in others:
        if not is_extract(other.text, whole.text):
            raise FileError(
                f"[{phase}] differs from {whole.path}",
                place=other.place(0, 0),
                hint="remove the one that should not count",
            )
    if not whole.authorship.author:
        told = next((text.authorship for text in others if text.authorship.author), PLAYER)
        return replace(whole, authorship=told)
    return whole


def is_extract(text: str, whole: str) -> bool:
    """Whether every line of a text is in a whole one, in the same order. Two orders may come
    from one line."""
    lines = whole.split("\n")
    at = 0
    for line in text.split("\n"):
        if line.strip() and line not in WITHHELD:
            while at < len(lines) and line not in lines[at]:
                at += 1
            if at == len(lines):
                return False
    return True


_Phase = Annotated[str, Must("{value} is not a phase", "write it like [spring-movement]", is_slug)]


def _texts_in(toml: TomlText, power: str) -> list[OrderText]:
    errors: list[FileError] = []
    hint = "put orders below the name of their phase, like [spring-movement]"
    for phase, table in toml.data.items():
        if not isinstance(table, dict):
            errors.append(toml.error(f"{phase} is outside a phase", phase, hint=hint))
    tables = {} if errors else toml.read(dict[_Phase, PhaseTable])
    for phase, table in tables.items():
        if not table.author and {*AUTHOR_KEYS} & toml.data[phase].keys():
            errors.append(toml.error("author is missing", phase))
    if errors:
        raise FileErrors(errors)
    return [
        OrderText(power, phase, table.orders, toml, table.authorship)
        for phase, table in tables.items()
        if table.orders is not None
    ]


def tables_in(data: bytes) -> Mapping[str, bytes]:
    """The bytes of the values of each table by its name, found without parsing.

    A build looks at every order file of a game in which one has changed, and parsing takes ten
    times as long. A file in another layout than the program's is one piece.
    """
    found: dict[str, bytes] = {}
    name, table = WHOLE, _BEFORE.match(data)
    while table is not None and name not in found:
        found[name] = table["values"]
        if table.end() == len(data):
            return found
        table = _TABLE.match(data, table.end())
        name = table["name"].decode() if table else WHOLE
    return {WHOLE: data}
