"""Tables saved by a spreadsheet (CSV), as parts of a position.

    state,power,infs        infs; or a row for each state, with a column for each power
    a,b,relation,since      relations; or a row and a column for each power
    power,tp                treasury
    province,holder,since   captures
    power,unit,province,strength,center
    player,province,capital the referee's board, where a ruleset has one

The headings decide the kind of a table; each row becomes a small position with the places of its
cells. Names are read where all positions are put together (see positions.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args, get_origin

from generator.archive.files.reading import LONGEST_SETTINGS, FileErrors, read_text
from generator.engine.errors import FileError, Place
from generator.engine.naming import Namer, Shape
from generator.engine.orders.words import fold
from generator.engine.typed import KeyPath
from generator.engine.words import listed

_SPELLINGS: Final[Mapping[str, str]] = {
    "power": "power powers player players owner side nation country",
    "state": "state states principality principalities minor minors minor_state",
    "unit": "unit type kind piece",
    "province": "province where place location at territory space land",
    "strength": "strength str size",
    "center": "center centre supply_center supply_centre sc",
    "infs": "infs inf influence",
    "a": "a power_a power_1 first one",
    "b": "b power_b power_2 second other with against",
    "relation": "relation relations relationship",
    "since": "since year",
    "after": "after",
    "capital": "capital seat",
    "tp": "tp treasury money gold cash balance ducats",
    "holder": "holder captor captured_by held_by controller controlled_by occupied_by",
    "status": "status",
    "marker": "marker confession religion",
}
_COLUMNS: Final = {
    spelling.replace("_", " "): name
    for name, spellings in _SPELLINGS.items()
    for spelling in spellings.split()
}
_REMARKS: Final = {
    *("note", "notes", "remark", "remarks", "comment", "comments"),
    *("name", "label", "leader", "patron", "share", "value", "hre"),
}
"""Columns that are for people."""
_SUMS: Final = frozenset(("total", "totals", "sum", "all"))
"""Columns and rows that add up others."""
_LAND: Final = frozenset(("province", "capital", "", "-"))
_NOBODY: Final = frozenset(("", "-", "neutral", "none", "nobody"))
_NOTHING: Final = frozenset(("", "-", ".", "\u2013", "\u2014"))
_FORMS: Final = (
    "power,unit,province,strength", "state,power,infs", "a,b,relation,since", "power,tp",
    "province,holder,since", "player,province,capital",
)  # fmt: skip


class Cell(NamedTuple):
    text: str
    column: int


Cells = Mapping[str, Cell]


class Row(NamedTuple):
    """A row of a table as its own position: its tables, and the places of their entries."""

    tables: dict[str, Any]
    line: int
    columns: dict[KeyPath, int]

    def put(self, keys: KeyPath, value: Any, *cells: Cell) -> None:
        """Add an entry; `cells` are those that its last keys are in."""
        inner = self.tables
        for key in keys[:-1]:
            inner = inner.setdefault(str(key), {})
        inner[str(keys[-1])] = value
        for number, cell in enumerate(cells):
            self.columns[keys[: len(keys) - len(cells) + number + 1]] = cell.column

    def place(self, path: str, keys: KeyPath) -> Place:
        """The place of an entry, or of the nearest one around it."""
        near = (keys[:size] for size in range(len(keys), 0, -1))
        return Place(path, self.line, next((self.columns[k] for k in near if k in self.columns), 1))


class _Table:
    """A table: its headings, and how to read its rows."""

    def __init__(self, path: Path, shape: Shape, heads: list[Cell], line: int) -> None:
        self.path = path
        self._shape = shape
        self._namer = Namer(shape)
        self._powers = shape.facts.powers if "infs" in shape.kinds else {}
        self.columns = [_heading(head.text) for head in heads]
        if "b" in self.columns and "a" not in self.columns:
            self.columns = ["a" if name == "power" else name for name in self.columns]
        if {"a", "b"} <= set(self.columns):
            # Of a pair of powers, its type or status is the relation.
            self.columns = [
                "relation" if name in ("unit", "status") else name for name in self.columns
            ]
        self.by_power = {
            number: power
            for number, head in enumerate(heads)
            if number and (power := self._namer.code(head.text, self._powers)) in self._powers
        }
        if self.by_power:
            # Other columns next to a grid are for people, except those for the status of states.
            kept = ("", "-", "status", "marker")
            rest = (name if name in kept else "-" for name in self.columns[1:])
            self.columns = [self.columns[0], *rest]
        wrong = [
            FileError(
                f"there is no column {head.text!r}", place=Place(str(path), line, head.column)
            )
            for number, head in enumerate(heads)
            if not self.columns[number] and number not in self.by_power and head.text
        ]
        named = [name for name in self.columns if name and name != "-"]
        wrong += [
            FileError(f"the column {name} appears twice", place=Place(str(path), line))
            for name in dict.fromkeys(named)
            if named.count(name) > 1
        ]
        self.kind = self._kind()
        self._centers = _centers_of(shape.kinds.get("centers"))
        if wrong or not self.kind:
            wrong = wrong or [FileError("the headings are wrong", place=Place(str(path), line))]
            wrong[-1].hint = f"the first line must list the columns: {'; '.join(_FORMS)}"
            raise FileErrors(wrong)
        table = {"states": "statuses"}.get(self.kind, self.kind)
        if table not in shape.kinds or ("center" in named and not self._centers):
            missing = table if table not in shape.kinds else "owners of centers"
            hint = "the columns province,holder list captures" * (missing != table)
            problem = f"positions of this ruleset have no {missing}"
            raise FileError(problem, place=Place(str(path), line), hint=hint)

    def _kind(self) -> str:
        """The table that the rows belong to, "" if the headings do not show it."""
        has = frozenset(self.columns)
        owned = has & {"power", "state"}
        kinds = (
            ("board", "board" in self._shape.kinds and owned and has - owned <= _LAND),
            ("relations", {"a", "b", "relation"} <= has),
            ("relations", self.columns[0] == "power" and bool(self.by_power)),
            ("infs", {"state", "power", "infs"} <= has),
            ("infs", self.columns[0] == "state" and bool(self.by_power)),
            ("treasury", {"power", "tp"} <= has),
            ("captures", {"province", "holder"} <= has),
            ("captures", {"province", "power"} <= has and not has & {"unit", "strength", "center"}),
            ("states", "state" in has and bool(has & {"status", "marker"})),
            ("units", bool(owned and has & {"unit", "province", "center"})),
        )
        return next((kind for kind, fits in kinds if fits), "")

    def row(self, cells: list[Cell], line: int) -> Row | None:
        """The entry in a row; None for one that only adds up others. Raises FileError."""
        if any(cell.text for cell in cells[len(self.columns) :]):
            raise self._wrong(line, cells[len(self.columns)], "has too many cells", "")
        cells += [Cell("", 1)] * (len(self.columns) - len(cells))
        named = {
            name: cell
            for name, cell in zip(self.columns, cells, strict=False)
            if name not in ("", "-")
        }
        if fold(cells[0].text) in _SUMS:
            return None
        found = Row({}, line, {})
        by_power = {power: cells[number] for number, power in self.by_power.items()}
        getattr(self, f"_{self.kind}")(named, by_power, found)
        return found

    def _relations(self, cells: Cells, by_power: Cells, found: Row) -> None:
        for power, cell in by_power.items():
            if cell.text and self._namer.code(cells["power"].text, self._powers) != power:
                said = "peace" if cell.text in _NOTHING else cell.text
                found.put(("relations", f"{cells['power'].text} - {power}"), said, cell)
        if by_power:
            return
        one, other = (self._given(cells, name, found.line) for name in ("a", "b"))
        after = _text(cells, "after")
        words = [cells["relation"].text, _text(cells, "since"), after and f"after {after}"]
        said = " ".join(filter(None, words)) if cells["relation"].text else "peace"
        found.put(("relations", f"{one.text} - {other.text}"), said, one)

    def _infs(self, cells: Cells, by_power: Cells, found: Row) -> None:
        state = self._given(cells, "state", found.line)
        found.put(("infs", state.text), {}, state)
        if "infs" in cells:
            power = self._given(cells, "power", found.line)
            count = self._count(cells["infs"], found.line)
            found.put(("infs", state.text, power.text), count, state, power)
        for power_id, cell in by_power.items():
            if count := self._count(cell, found.line):
                found.put(("infs", state.text, power_id), count, state, cell)
        self._states(cells, by_power, found)

    def _treasury(self, cells: Cells, by_power: Cells, found: Row) -> None:
        power = self._given(cells, "power", found.line)
        found.put(("treasury", power.text), self._count(cells["tp"], found.line), power)

    def _captures(self, cells: Cells, by_power: Cells, found: Row) -> None:
        holder = cells["holder"] if "holder" in cells else cells["power"]
        province = self._given(cells, "province", found.line)
        if holder.text.casefold() not in _NOBODY:
            said = f"{holder.text} {_text(cells, 'since')}".strip()
            found.put(("captures", province.text), said, province)

    def _states(self, cells: Cells, by_power: Cells, found: Row) -> None:
        state = self._given(cells, "state", found.line)
        for column, table in (("status", "statuses"), ("marker", "markers")):
            if column in cells and cells[column].text not in _NOTHING:
                found.put((table, state.text), cells[column].text, state)

    def _units(self, cells: Cells, by_power: Cells, found: Row) -> None:
        state, power = cells.get("state"), cells.get("power")
        side = state if state is not None and (state.text or power is None) else power
        assert side is not None  # or the table had another kind
        nobody = side.text.casefold() in _NOBODY
        if _text(cells, "center"):
            self._center("" if nobody else side.text, cells["center"], found)
        unit = cells.get("unit", Cell("", 1))
        at = cells.get("province", Cell("", 1))
        if unit.text or at.text:
            if nobody:
                raise self._wrong(found.line, side, "a unit has no owner", "give its power")
            text = f"{unit.text} {at.text}".strip()
            text += self._points(cells.get("strength"), found.line)
            found.put(("units", side.text), [text], side)
            found.columns["units", side.text, 0] = (unit if unit.text else at).column
        elif not _text(cells, "center"):
            problem = "the line has neither a unit nor a center"
            raise self._wrong(found.line, side, problem, "remove the line")

    def _board(self, cells: Cells, by_power: Cells, found: Row) -> None:
        side = cells["state"] if _text(cells, "state") else cells.get("power", Cell("", 1))
        if side.text.casefold() in _NOBODY:
            raise self._wrong(found.line, side, "a province has no owner", "give its owner")
        is_capital = _text(cells, "capital").casefold() not in ("", "-", "no", "n", "0", "false")
        text = self._given(cells, "province", found.line).text
        found.put(("board", side.text), [f"{text} capital" if is_capital else text], side)

    def _center(self, owner: str, cell: Cell, found: Row) -> None:
        """A center in the form that the ruleset's states have it."""
        if owner and self._centers == "by power":
            found.put(("centers", owner), [cell.text], cell)
        elif owner:
            found.put(("centers", cell.text), owner, cell)

    def _points(self, cell: Cell | None, line: int) -> str:
        """The strength of a unit as it is written behind it: " +1"."""
        if cell is None or not cell.text:
            return ""
        if not cell.text.isdecimal() or not 1 <= int(cell.text) <= 99:
            raise self._wrong(
                line, cell, f"{cell.text!r} is not a strength", "1, 2, ...; blank means 1"
            )
        return f" +{int(cell.text) - 1}" if int(cell.text) > 1 else ""

    def _given(self, cells: Cells, name: str, line: int) -> Cell:
        if not cells[name].text:
            raise self._wrong(line, cells[name], f"the {name} is missing", "remove the line")
        return cells[name]

    def _count(self, cell: Cell, line: int) -> int:
        if cell.text in _NOTHING:
            return 0
        found = re.fullmatch(r"(-?\d{1,9})(?:[.,]0+)?", cell.text.replace("\u2212", "-"))
        if found is None:
            raise self._wrong(line, cell, f"{cell.text!r} is not a whole number", "blank means 0")
        return int(found[1])

    def _wrong(self, line: int, cell: Cell, problem: str, hint: str) -> FileError:
        return FileError(problem, place=Place(str(self.path), line, cell.column), hint=hint)


def read_table(path: Path, shape: Shape) -> tuple[list[Row], list[str], list[FileError]]:
    """The rows of a table, remarks on parts that are not read, and the errors of others of its
    rows. Raises FileError where its headings cannot be read."""
    text = read_text(path, LONGEST_SETTINGS)
    records = _records(text)
    line, heads = next(records, (1, [Cell("", 1)]))
    table = _Table(path, shape, heads, line)
    rows: list[Row] = []
    errors: list[FileError] = []
    sums: list[int] = []
    for line, cells in records:
        try:
            row = table.row(cells, line)
        except FileError as error:
            errors.append(error)
            continue
        if row is None:
            sums.append(line)
        else:
            rows.append(row)
    if not rows and not errors:
        raise FileError(
            "the table has no rows", place=Place(str(path)), hint="write rows below the headings"
        )
    skipped = [head.text for head, name in zip(heads, table.columns, strict=True) if name == "-"]
    notes = [f"{path}: not read: the column {name}" for name in skipped]
    notes += [f"{path}: not read: line {listed(map(str, sums))}, a sum"] if sums else []
    return rows, notes, errors


def _heading(text: str) -> str:
    """The column that a heading names; "-" for one that is not read, "" for one that is not
    known."""
    words = " ".join(filter(None, map(fold, re.split(r"[\W_]+", text))))
    if words in _REMARKS or words in _SUMS or text.startswith("#"):
        return "-"
    return _COLUMNS.get(words, "")


def _centers_of(kind: Any) -> str:
    """How the type of the table of centers has their owners, "" for one without owners."""
    items = get_args(kind)[1:]
    if items and get_origin(items[0]) is tuple:
        return "by power"
    return "by center" if items and hasattr(items[0], "__metadata__") else ""


def _text(cells: Cells, name: str) -> str:
    return cells[name].text if name in cells else ""


def _records(text: str) -> Iterator[tuple[int, list[Cell]]]:
    """The rows of a table, each with its line; empty ones and remarks are left out."""
    head = text.lstrip("\n").partition("\n")[0]
    if named := re.fullmatch(r"sep=(.)", head.strip()):  # Excel's
        text = text.replace(head, "", 1)
    mark = named[1] if named else max(",;\t", key=head.count)
    cell = re.compile(
        rf'[^\S\n{mark}]*"((?:[^"]|"")*)"[^\S\n{mark}]*(?=[{mark}\n]|\Z)|([^{mark}\n]*)'
    )
    line, start, at = 1, 0, 0
    cells: list[Cell] = []
    first = line
    while at <= len(text):
        found = cell.match(text, at)
        assert found is not None  # the second half fits anything
        value = found[2] if found[1] is None else found[1].replace('""', '"')
        cells.append(Cell(" ".join(value.split()), found.start() - start + 1))
        line += found.group().count("\n")
        at = found.end() + 1
        if found.end() < len(text) and text[found.end()] == mark:
            continue
        if any(cell.text for cell in cells) and not cells[0].text.startswith("#"):
            yield first, cells
        cells, line, start = [], line + 1, at
        first = line
