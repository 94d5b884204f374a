"""What an exported game's JSON says, checked piece by piece, as the files of a game folder."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn

from generator.archive.layout import (
    GAME,
    IGNORE_FILE,
    IGNORED,
    OPENING,
    POSITION,
    REVEALED_SEED,
    SEED,
    orders_path,
    rulings_path,
)
from generator.archive.names import is_date_slug, is_slug, is_year
from generator.archive.state_files import format_state
from generator.engine.errors import BrokenPromise, FileError
from generator.engine.phases import Document, Moment
from generator.engine.verdicts import OUTCOMES, Event, Reason, Verdict

__all__ = ["VERSION", "Imported", "game_files"]

VERSION: Final = 1
"""The version of the JSON's form."""
FILES: Final = (GAME, POSITION, REVEALED_SEED, IGNORE_FILE)


@dataclass(frozen=True, slots=True)
class Imported:
    """A game that was imported. `unverified` says why it could not be replayed, or is ""."""

    folder: Path
    phases: int
    unverified: str


def game_files(text: str) -> tuple[Mapping[str, Any], dict[str, str]]:
    """The parsed JSON and the texts of all files, by path. Raises FileError for anything else."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FileError(f"this is not JSON: {error}") from None
    top = _Node(data, "the export")
    if top.get("theatrum", int) != VERSION:
        top.fail(f"is not an export of version {VERSION}")
    top.get("name", str)
    files = {IGNORE_FILE: IGNORED}
    files |= dict(_texts(top, "files", FILES.__contains__))
    if GAME not in files:
        top.fail("has no game.toml")
    for name, body in _texts(top, "press", is_date_slug):
        files[f"press/{name}.md"] = body
    for year, entry in top.tables("years", is_year):
        for power, body in _texts(entry, "orders", is_slug):
            files[orders_path(int(year), power)] = body
        if "rulings" in entry.value:
            files[rulings_path(int(year))] = entry.get("rulings", str)
    opening = top.node("opening")
    files |= _state_files(opening, Moment(opening.year(), 0, OPENING), [], [])
    for phase in top.nodes("phases"):
        files |= _phase_files(phase)
    if top.value.get("seed") is not None:
        files[SEED] = top.get("seed", str)
    return top.value, files


def _texts(node: _Node, key: str, is_name: Callable[[str], bool]) -> list[tuple[str, str]]:
    """The texts of a table whose keys pass `is_name`."""
    table = node.get(key, dict)
    for name, body in table.items():
        if not is_name(name):
            node.fail(f"has a bad name in {key}: {name!r}")
        if not isinstance(body, str):
            node.fail(f"has no text for {name} in {key}")
        try:
            body.encode()
        except UnicodeEncodeError:
            node.fail(f"has a text that cannot be written: {name} in {key}")
    return list(table.items())


def _phase_files(node: _Node) -> dict[str, str]:
    number, phase = node.get("number", int), node.get("phase", str)
    if not 1 <= number <= 999_999 or not is_slug(phase):
        node.fail("has a bad number or phase")
    verdicts = [_verdict(one) for one in node.nodes("verdicts")]
    events = [_event(one) for one in node.nodes("events")]
    return _state_files(node, Moment(node.year(), number, phase), verdicts, events)


def _state_files(
    node: _Node, moment: Moment, verdicts: list[Verdict], events: list[Event]
) -> dict[str, str]:
    private = {}
    if "private" in node.value:
        private = {name: table.value for name, table in node.tables("private", is_slug)}
    document = Document(node.get("state", dict), private)
    try:
        files = format_state(moment, document, verdicts, events)
        for body in files.values():
            body.encode()
    except (BrokenPromise, UnicodeEncodeError, RecursionError) as error:
        node.fail(f"has a state that cannot be written: {error}")
    return files


def _verdict(node: _Node) -> Verdict:
    outcome = node.get("outcome", str)
    if outcome not in OUTCOMES:
        node.fail(f"has an unknown outcome {outcome!r}")
    reasons = tuple(Reason(r.get("rule", str), r.get("text", str)) for r in node.nodes("reasons"))
    return Verdict(
        node.get("power", str),
        node.get("order", str),
        outcome,
        reasons,
        node.get("written", str),
        node.get("note", str),
    )


def _event(node: _Node) -> Event:
    return Event(
        node.get("kind", str),
        node.get("rule", str),
        node.get("text", str),
        node.texts("powers"),
        node.texts("provinces"),
        node.get("weight", int),
        node.texts("known_to") if "known_to" in node.value else (),
    )


class _Node:
    """A JSON object with the words for where it stands."""

    def __init__(self, value: Any, where: str) -> None:
        self.where = where
        if not isinstance(value, dict):
            self.fail("is not an object")
        self.value: dict[str, Any] = value

    def fail(self, problem: str) -> NoReturn:
        raise FileError(f"{self.where} {problem}", hint="theatrum export makes such files")

    def get(self, key: str, kind: type[Any]) -> Any:
        value = self.value.get(key)
        if type(value) is not kind:
            self.fail(f"has no {key}" if value is None else f"has a bad {key}: {str(value)[:40]}")
        return value

    def year(self) -> int:
        year: int = self.get("year", int)
        if not is_year(str(year)):
            self.fail(f"has a bad year: {year}")
        return year

    def node(self, key: str) -> _Node:
        return _Node(self.value.get(key), f"{key} of {self.where}")

    def nodes(self, key: str) -> list[_Node]:
        values = self.get(key, list)
        return [_Node(value, f"{key} {n} of {self.where}") for n, value in enumerate(values, 1)]

    def tables(self, key: str, is_name: Callable[[str], bool]) -> list[tuple[str, _Node]]:
        table = self.get(key, dict)
        for name in table:
            if not is_name(name):
                self.fail(f"has a bad name in {key}: {name!r}")
        return [(name, _Node(v, f"{key} {name} of {self.where}")) for name, v in table.items()]

    def texts(self, key: str) -> tuple[str, ...]:
        values = self.get(key, list)
        if not all(isinstance(value, str) for value in values):
            self.fail(f"has a bad {key}")
        return tuple(values)
