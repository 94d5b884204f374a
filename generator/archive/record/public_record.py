"""The public items of a game, each with its hash, as the links of the chain list them.

| item | of what the hash is |
| `state` | the file of the state |
| `orders/<power>` | the text of the orders for the phase that is in the public file |
| `author/<power>` | who wrote these orders, where it was not the player, as JSON |
| `rulings` | the public rulings for the phase, as a line of JSON |
| `commitments` | the commitments of the phase, a line for each |
| `settings/<key>` | the value of a key of game.toml that adjudication depends on, as JSON |
| `amendment/<n>` | a correction, as JSON |
| `press/<name>` | the file of a piece of press |
| `revealed` | all files of revealed/, a line for each |
| `position`, `seed`, `chance` | another file at the top of the folder |

The first five belong to a phase, and are listed once it has been adjudicated.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from generator.archive.files.layout import (
    AMENDMENTS,
    CHAIN,
    COMMITMENTS,
    GAME,
    IGNORE_FILE,
    PUBLIC,
    REVEALED,
    orders_path,
    rulings_path,
    scan_files,
    scan_orders,
    scan_years,
)
from generator.archive.files.names import is_date_slug
from generator.archive.files.reading import (
    MOST_KEYS,
    TomlText,
    entries,
    parse_toml,
    read_bytes,
    text_in,
)
from generator.archive.files.writing import Change
from generator.archive.game.authorship import AUTHOR_KEYS
from generator.archive.game.chain import Record
from generator.archive.game.rulings import rulings_in
from generator.archive.record.commitments import commitments_in, plain_rulings

PROMISES: Final = ("ruleset", "seed_commitment", "chance", "options", "orders")
"""The keys of game.toml that adjudication depends on, or that are promised to the players."""
_FROM_THE_FIRST_PHASE: Final = ("chance", "options", "orders")
"""Promises that may still be changed until a phase has been adjudicated."""
_IN_PARTS: Final = (GAME, COMMITMENTS, AMENDMENTS)
_LEFT_OUT: Final = (CHAIN, IGNORE_FILE)
_STATE: Final = re.compile(r"([1-9]\d{0,4})/state/(\d{1,6}-[a-z0-9-]+)\.toml\Z")
_ORDERS: Final = re.compile(r"([1-9]\d{0,4})/orders/([a-z0-9-]+)\.toml\Z")


class Files(Struct, frozen=True):
    """Public files of a game, wherever they are: their paths in its folder, and how each is read.
    `top` is before their paths in messages."""

    top: Path
    paths: frozenset[str]
    read: Callable[[str], bytes]

    def toml(self, path: str, most_keys: int = 0) -> TomlText:
        """A parsed file; of people's, within the limits that these have anywhere."""
        whole = self.top / path
        return parse_toml(text_in(self.read(path), whole), whole, most_keys)


def files_of_folder(folder: Path) -> Files:
    """The public files that the chain covers. Raises FileError."""
    found = [name for name in PUBLIC if os.path.lexists(folder / name)]
    found += [f"press/{name}" for name in entries(folder / "press") if is_press(name)]
    found += scan_files(folder, REVEALED)
    for year in scan_years(folder):
        found += [f"{year}/state/{name}" for name in entries(folder / str(year) / "state")]
        found += [orders_path(year, power) for power in scan_orders(folder, year)]
        if os.path.lexists(folder / rulings_path(year)):
            found.append(rulings_path(year))
    return Files(folder, frozenset(found), lambda path: read_bytes(folder / path))


def is_press(name: str) -> bool:
    """Whether a file below press/ is a piece of press, by its name."""
    return name.endswith(".md") and is_date_slug(name[:-3])


def with_change(files: Files, change: Change) -> Files:
    """The files as they will be after a change."""

    def read(path: str) -> bytes:
        return change.writes[path].encode() if path in change.writes else files.read(path)

    paths = files.paths.union(change.writes).difference(change.removes)
    return Files(files.top, paths, read)


def record_of(files: Files, leave: Collection[str] = ()) -> Record:
    """All that is public in some files; but for phases that are to be left out, whose files are not
    even read. Raises FileError for files that cannot be read."""
    found: dict[tuple[int, int, str], dict[str, str]] = {}
    of_year: dict[str, dict[str, dict[str, str]]] = {}
    for path in files.paths:
        state = _STATE.match(path)
        if state and f"{state[1]} {state[2]}" not in leave:
            number, _, slug = state[2].partition("-")
            own = {"state": _hash(files.read(path))}
            found[int(state[1]), int(number), slug] = own
            of_year.setdefault(state[1], {})[slug] = own
    _add_texts(files, of_year)
    phases = {f"{year} {number}-{slug}": own for (year, number, slug), own in sorted(found.items())}
    if COMMITMENTS in files.paths:
        for phase, promised in commitments_in(files.toml(COMMITMENTS)).items():
            if phase in phases:
                phases[phase]["commitments"] = _lines_hash(promised.items())
    return {"": _shared(files), **phases}


def bound(record: Record) -> Record:
    """A record without promises that do not bind yet: those of a game of which no phase has been
    adjudicated."""
    if len(record) > 2:
        return record
    free = {f"settings/{key}" for key in _FROM_THE_FIRST_PHASE}
    return {**record, "": {item: v for item, v in record[""].items() if item not in free}}


def _add_texts(files: Files, of_year: Mapping[str, Mapping[str, dict[str, str]]]) -> None:
    """Add orders and rulings to the phases of each year, by their slugs."""
    for path in sorted(files.paths):
        orders = _ORDERS.match(path)
        year = path.partition("/")[0]
        if orders and year in of_year:
            data = files.toml(path, MOST_KEYS).data
            for slug, own in of_year[year].items():
                text = _text_of(data.get(slug))
                if text.strip():
                    own[f"orders/{orders[2]}"] = _hash(text.encode())
                said = _author_of(data.get(slug))
                if said:
                    own[f"author/{orders[2]}"] = hash_of_setting(said)
        elif year in of_year and path == rulings_path(int(year)):
            rulings = rulings_in(files.toml(path, MOST_KEYS))
            for slug, own in of_year[year].items():
                ruled = [ruling for ruling in rulings if ruling.phase == slug]
                if ruled:
                    own["rulings"] = _hash(plain_rulings(ruled).encode())


def _text_of(table: Any) -> str:
    text = table.get("orders") if isinstance(table, dict) else None
    return text if isinstance(text, str) else ""


def _author_of(table: Any) -> dict[str, Any]:
    keys = AUTHOR_KEYS if isinstance(table, dict) else ()
    return {key: table[key] for key in keys if key in table}


def _shared(files: Files) -> dict[str, str]:
    """The items of no phase."""
    found: dict[str, str] = {}
    for name in PUBLIC:
        if name in files.paths and name not in (*_IN_PARTS, *_LEFT_OUT):
            found[name.removesuffix(".toml")] = _hash(files.read(name))
    if GAME in files.paths:
        data = files.toml(GAME, MOST_KEYS).data
        for key in PROMISES:
            if key in data:
                found[f"settings/{key}"] = hash_of_setting(data[key])
    if AMENDMENTS in files.paths:
        for number, table in files.toml(AMENDMENTS).data.items():
            if isinstance(table, dict):
                found[f"amendment/{number}"] = hash_of_setting(table)
    told = [(path, _hash(files.read(path))) for path in files.paths if _is_revealed(path)]
    if told:
        found[REVEALED] = _lines_hash(told)
    for path in files.paths:
        if path.startswith("press/"):
            found[path.removesuffix(".md")] = _hash(files.read(path))
    return found


def _is_revealed(path: str) -> bool:
    return path.startswith(f"{REVEALED}/")


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()


def hash_of_setting(value: Any) -> str:
    """The hash of a value as a file has it, as the chain lists it."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
    return _hash(text.encode())


def _lines_hash(rows: Iterable[tuple[str, str]]) -> str:
    return _hash("".join(f"{name} {value}\n" for name, value in sorted(rows)).encode())


def item_path(phase: str, item: str) -> str:
    """The file, or the folder, that an item is in. `phase` is "" for an item of no phase."""
    year, _, slug = phase.partition(" ")
    kind, _, name = item.partition("/")
    if kind == "settings":
        return GAME
    if kind == "author":
        return orders_path(int(year), name)
    if kind == "amendment":
        return AMENDMENTS
    if kind == "press":
        return f"{item}.md"
    own = {"state": f"{year}/state/{slug}.toml", "commitments": COMMITMENTS, "revealed": REVEALED}
    return own.get(item, f"{year}/{item}.toml" if phase else f"{item}.toml")
