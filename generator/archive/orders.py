"""The order files of a year: the text that each power submitted for a phase, and its place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from generator.archive.layout import orders_path, scan_orders
from generator.archive.names import is_slug
from generator.archive.reading import FileErrors, TomlText, read_toml
from generator.archive.settings import nearest
from generator.engine.errors import FileError, Place

__all__ = ["OrderText", "YearOrders", "read_year_orders"]


@dataclass(frozen=True, slots=True)
class OrderText:
    """What a power wrote for one phase, as it stands in the power's order file."""

    power: str
    phase: str
    text: str
    toml: TomlText

    @property
    def path(self) -> Path:
        return self.toml.path

    def place(self, line: int, column: int) -> Place:
        """The place in the file of a line and column of the text; 0 means the phase's table."""
        if not line:
            return self.toml.place(self.phase)
        return self.toml.place_in((self.phase, "orders"), line, column)


@dataclass(frozen=True, slots=True)
class YearOrders:
    """The order files of one year. `texts` maps phases to powers (sorted) to texts."""

    year: int
    texts: Mapping[str, Mapping[str, OrderText]]

    def of(self, phase: str) -> Mapping[str, OrderText]:
        """The texts for a phase, of the powers whose file has a table for it."""
        return self.texts.get(phase, MappingProxyType({}))


def read_year_orders(folder: Path, year: int, powers: Iterable[str]) -> YearOrders:
    """All order texts of a year. Raises FileErrors that list what is wrong in all the files."""
    errors: list[FileError] = []
    texts: dict[str, dict[str, OrderText]] = {}
    known = tuple(powers)
    for power in scan_orders(folder, year):
        path = folder / orders_path(year, power)
        if power not in known:
            errors.append(
                FileError(
                    f"there is no power {power}",
                    place=Place(str(path)),
                    hint=nearest(power, known, "powers"),
                )
            )
            continue
        try:
            for text in _texts_in(read_toml(path), power):
                texts.setdefault(text.phase, {})[power] = text
        except FileErrors as several:
            errors += several.errors
        except FileError as error:
            errors.append(error)
    if errors:
        raise FileErrors(errors)
    return YearOrders(year, MappingProxyType(texts))


def _texts_in(toml: TomlText, power: str) -> list[OrderText]:
    errors: list[FileError] = []
    texts = []
    for phase, table in toml.data.items():
        if not isinstance(table, dict):
            hint = "orders stand below the name of their phase, like [spring-movement]"
            errors.append(toml.error(f"{phase} stands outside a phase", phase, hint=hint))
            continue
        if not is_slug(phase):
            hint = "phases are named like [spring-movement]"
            errors.append(toml.error(f"{phase} is not a phase", phase, hint=hint))
            continue
        for key in table:
            if key != "orders":
                hint = nearest(key, ("orders",), "keys")
                errors.append(toml.error(f"there is no {key} here", phase, key, hint=hint))
        text = table.get("orders", "")
        if not isinstance(text, str):
            hint = 'write the orders as a text between """ and """'
            errors.append(toml.error("orders is not a text", phase, "orders", hint=hint))
            continue
        if "orders" in table:
            texts.append(OrderText(power, phase, text, toml))
    if errors:
        raise FileErrors(errors)
    return texts
