"""Positions of a referee's own: TOML with the tables of a state, or a table of a spreadsheet (CSV).

Powers, units and provinces may be written as people know them: "The Ottoman Empire", "Army Paris",
"F Spain (south coast)". What comes out has the ids and codes of the ruleset.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from generator.archive.files.limits import LONGEST_SETTINGS, MOST_KEYS
from generator.archive.files.reading import FileErrors, read_text, read_toml
from generator.archive.files.toml_layout import format_toml
from generator.archive.game.settings import option_errors
from generator.engine.errors import FileError, Place, TheatrumError
from generator.engine.phases import Setup
from generator.engine.ruleset import Ruleset
from generator.engine.words import nearest

COLUMNS: Final = ("power", "unit", "province", "strength", "center")
_KINDS: Final = {"a": "A", "army": "A", "f": "F", "fleet": "F"}
_COASTS: Final = {"nc": "north coast", "sc": "south coast", "ec": "east coast", "wc": "west coast"}
_UNIT: Final = re.compile(r"(?:(a|army|f|fleet)\s+)?(.+?)(?:\s*\+\s*(\d{1,2}))?", re.IGNORECASE)
_CODED: Final = re.compile(r"(?:[AF] )?[A-Z]{2,5}(?:/[A-Z]{2})?(?: \+\d+)?")
_BETWEEN: Final = re.compile(r"[\s,/()._'-]+")
_NOBODY: Final = frozenset({"", "-", "neutral", "none", "nobody"})


def read_position(path: Path, ruleset: Ruleset[Any]) -> tuple[Mapping[str, Any], str]:
    """The tables of a position, and their text as TOML: that of the file, unless names in it had to
    be replaced by codes. Raises FileErrors with the place of everything that is wrong."""
    names = _Names(ruleset)
    if path.suffix.lower() == ".csv":
        tables = _tables_of(path, names)
        return tables, format_toml(tables, f"A position, made from {path.name}.")
    toml = read_toml(path, LONGEST_SETTINGS, MOST_KEYS)
    units, centers = toml.data.get("units"), toml.data.get("centers")
    errors = [*option_errors(toml, ruleset), *option_errors(toml, ruleset, "state")]
    tables = dict(toml.data)

    def read(value: str, *keys: str | int, as_unit: bool) -> str:
        if _CODED.fullmatch(value) and (" " in value or not as_unit):
            return value  # what is wrong with it is said by the ruleset, with all else
        try:
            return names.unit(value) if as_unit else names.province(value)
        except FileError as error:
            errors.append(toml.error(f"{value}: {error.problem}", *keys, hint=error.hint))
            return value

    for name, table, is_unit in (("units", units, True), ("centers", centers, False)):
        if not isinstance(table, Mapping) or "state" in toml.data:
            continue
        found: dict[str, Any] = {}
        for side, row in table.items():
            if not isinstance(row, list) or not all(isinstance(cell, str) for cell in row):
                found[side] = row  # the ruleset says what is wrong with it
                continue
            power = names.power(side) or side
            if power in found:
                errors.append(toml.error(f"{power} stands there twice", name, side))
            found[power] = [
                read(text, name, side, number, as_unit=is_unit) for number, text in enumerate(row)
            ]
        tables[name] = found
    if errors:
        raise FileErrors(errors)
    text = toml.text if tables == toml.data else format_toml(tables, f"Made from {path.name}.")
    return tables, text


def placed(error: TheatrumError, path: Path) -> FileError:
    """What a ruleset says is wrong with a position, each fault at its line of the file. A fault
    begins with the name of a table; the words after it lead to the entry that it is about."""
    if path.suffix.lower() == ".csv":
        return FileError(error.problem, place=Place(str(path)), text=error.text, hint=error.hint)
    toml = read_toml(path, LONGEST_SETTINGS, MOST_KEYS)
    inside = ("state",) if "state" in toml.data else ()
    tables = toml.data["state"] if inside else toml.data
    names = "|".join(map(re.escape, tables)) or "-"
    faults = re.split(rf"; (?=(?:the state|{names})\b)", error.problem)
    return FileErrors(
        [
            FileError(fault, place=toml.place(*inside, *_keys_in(fault, tables)), hint=hint)
            for fault, hint in zip(faults, [*[""] * (len(faults) - 1), error.hint], strict=True)
        ]
    )


def _keys_in(fault: str, tables: Any) -> list[str | int]:
    """The way to the entry that a fault is about, as far as its words name it."""
    keys: list[str | int] = []
    for word in re.findall(r"[\w-]+", fault):
        if isinstance(tables, Mapping) and word in tables:
            keys.append(word)
            tables = tables[word]
        elif isinstance(tables, list) and word.isdecimal() and 1 <= int(word) <= len(tables):
            row = tables[int(word) - 1]
            if not isinstance(row, Mapping):
                break
            keys.append(int(word) - 1)
            tables = row
    return keys


def _tables_of(path: Path, names: _Names) -> dict[str, Any]:
    """The units and centers in a spreadsheet's table. Raises FileErrors."""
    errors: list[FileError] = []
    units: dict[str, list[str]] = {}
    owners: dict[str, str] = {}
    has_centers = False
    for line, row in _rows(path):
        try:
            given = names.power(row["power"])
            nobody = row["power"].casefold() in _NOBODY
            if not given and not nobody:
                known = {info.name: power for power, info in names.ruleset.powers.items()}
                hint = nearest(row["power"], (*known, *known.values()), "powers", known)
                raise FileError(f"there is no power {row['power']!r}", hint=hint)
            if row["center"]:
                has_centers = True
                code = names.province(row["center"]).partition("/")[0]
                if code in owners:
                    raise FileError(f"{code} has an owner already", hint=f"it is {owners[code]}")
                owners[code] = given
            if row["unit"] or row["province"]:
                if not given:
                    raise FileError("a unit belongs to nobody", hint="name its power")
                units.setdefault(given, []).append(names.unit(_unit_text(row)))
            elif not row["center"]:
                raise FileError("there is neither a unit nor a center", hint="leave the line out")
        except TheatrumError as error:
            place = Place(str(path), line)
            errors.append(FileError(error.problem, place=place, hint=error.hint))
    if errors:
        raise FileErrors(errors)
    tables: dict[str, Any] = {"units": units} if units else {}
    if has_centers:
        tables["centers"] = _centers(path, names, owners)
    return tables


def _rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows below the headings, each with its line; empty ones and remarks are left out."""
    text = read_text(path, LONGEST_SETTINGS)
    head = text.partition("\n")[0]
    mark = max(",;\t", key=head.count)
    table = csv.reader(text.splitlines(), delimiter=mark)
    columns = [name.strip().casefold() for name in next(table, [])]
    unknown = [name for name in columns if name not in COLUMNS]
    if unknown or "power" not in columns or len(set(columns)) < len(columns):
        problem = f"there is no column {unknown[0]!r}" if unknown else "the headings are wrong"
        hint = f"the first line names the columns: {', '.join(COLUMNS)}"
        raise FileError(problem, place=Place(str(path), 1), hint=hint)
    for cells in table:
        values = [cell.strip() for cell in cells]
        if not any(values) or values[0].startswith("#"):
            continue
        if len(values) > len(columns) and any(values[len(columns) :]):
            hint = f"a line has {len(columns)}"
            raise FileError("has too many cells", place=Place(str(path), table.line_num), hint=hint)
        row = dict.fromkeys(COLUMNS, "") | dict(zip(columns, values, strict=False))
        yield table.line_num, row


def _unit_text(row: Mapping[str, str]) -> str:
    """A unit as it is written in one piece: "A FLA +1"."""
    text = f"{row['unit']} {row['province']}".strip()
    strength = row["strength"]
    if not strength:
        return text
    if not strength.isdecimal() or not 1 <= int(strength) <= 99:
        raise FileError(f"{strength!r} is no strength", hint="a whole number from 1, 1 by itself")
    return f"{text} +{int(strength) - 1}" if int(strength) > 1 else text


def _centers(path: Path, names: _Names, owners: Mapping[str, str]) -> dict[str, Any]:
    """The owners of centers in the form that the ruleset's states have them."""
    known = names.opening.get("centers")
    owned = {code: power for code, power in owners.items() if power}
    if isinstance(known, Mapping) and all(isinstance(owner, list) for owner in known.values()):
        powers = dict.fromkeys(owned.values())
        return {
            owner: [code for code, power in owned.items() if power == owner] for owner in powers
        }
    if isinstance(known, Mapping) and all(isinstance(owner, str) for owner in known.values()):
        return owned
    hint = "who holds a province stands in the table captures of a position in TOML"
    raise FileError("positions of this ruleset have no centers", place=Place(str(path)), hint=hint)


class _Names:
    """The names that powers and provinces go by in a ruleset."""

    def __init__(self, ruleset: Ruleset[Any]) -> None:
        self.ruleset = ruleset

    @cached_property
    def opening(self) -> Mapping[str, Any]:
        """The tables of the opening, empty where there is none without a position."""
        try:
            return self.ruleset.dump(self.ruleset.opening(Setup())).public
        except TheatrumError:
            return {}

    @cached_property
    def _powers(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for power, info in self.ruleset.powers.items():
            for name in (power, info.name, info.short, info.adjective):
                found.setdefault(_normalized(name), power)
        found.pop("", None)  # of powers without a short name
        return found

    @cached_property
    def _places(self) -> dict[str, str]:
        codes = self.ruleset.names()
        found: dict[str, str] = {}
        for code, name in codes.items():
            found.setdefault(_normalized(name), code)
            base, _, coast = code.partition("/")
            for own in {base, codes.get(base, base)} if coast else ():
                found.setdefault(_normalized(f"{own} {coast}"), code)
                said = _COASTS.get(coast.casefold(), coast)
                found.setdefault(_normalized(f"{own} {said}"), code)
        # A code is what it is, whatever else is called so.
        return found | {_normalized(code): code for code in codes}

    def power(self, text: str) -> str:
        """The id of a power, "" where there is none of that name."""
        said = _normalized(text)
        return self._powers.get(said) or self._powers.get(said.removeprefix("the "), "")

    def province(self, text: str) -> str:
        """The code of a province, with its coast. Raises FileError."""
        code = self._places.get(_normalized(text))
        if code is None:
            hint = nearest(text, self._places, None, self._places)
            raise FileError(f"there is no province {text!r}", hint=hint)
        return code

    def unit(self, text: str) -> str:
        """A unit as states have it: "A FLA +1". Raises FileError, with a unit of this board."""
        found = _UNIT.fullmatch(text.strip())
        if found is None or found[1] is None:
            raise FileError("not a unit", hint=f"a unit is written like {self._example!r}")
        code = self.province(found[2])
        more = f" +{int(found[3])}" if found[3] and int(found[3]) else ""
        return f"{_KINDS[found[1].casefold()]} {code}{more}"

    @property
    def _example(self) -> str:
        """A unit of the opening; a strong one where there are such."""
        units = [unit for own in self.opening.get("units", {}).values() for unit in own]
        return next((unit for unit in units if "+" in unit), units[0] if units else "A XYZ")


def _normalized(text: str) -> str:
    """A name without capitals, brackets and hyphens."""
    return " ".join(part for part in _BETWEEN.split(text.casefold()) if part)
