"""States, verdicts and events as the files of a game, and back.

A state's file holds what everyone may know; secret documents, verdicts and events are in separate
files below private/. Verdicts and events have one line each:

    [power, order, outcome, [reasons], written, note]         a reason is "RULE: text"
    [kind, rule, text, [powers], [provinces], weight, {data}] empty values at the end are left out

A secret one begins with its place among all of the phase, and the powers that may know of it.

Reading restores them as they were adjudicated: the numbers of rulings are taken out of the texts
here, and the ruleset reads the orders of verdicts when a game asks for them (`recorded`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from types import MappingProxyType
from typing import Any, Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from generator.archive.files.layout import private_events_path, private_state_path, state_path
from generator.archive.files.names import is_slug
from generator.archive.files.reading import TomlText
from generator.archive.files.toml_layout import format_toml
from generator.engine.errors import BrokenPromise, FileError
from generator.engine.phases import Document, Moment, Resolution
from generator.engine.rulings import announced_ruling, noted_ruling
from generator.engine.verdicts import OUTCOMES, Event, Reason, Recorded, Verdict

T = TypeVar("T")

Numbered = tuple[tuple[int, T], ...]
"""Secret verdicts or events, each with its place among all of the phase."""

FORMAT: Final = 1
NOTE: Final = "Written by theatrum: change orders or rulings, not this file."
SECRET: Final = "Secret; never published by theatrum."

# The columns in the row of a verdict and of an event.
_VERDICT: Final = (str, str, str, list, str, str)
_EVENT: Final = (str, str, str, list, list, int, dict)


class StateFile(Struct, frozen=True):
    """A state's file. `tables` are the state's public tables."""

    tables: Mapping[str, Any]
    verdicts: tuple[Verdict, ...] = ()
    events: tuple[Event, ...] = ()


class SecretFile(Struct, frozen=True):
    """The secret file of a phase."""

    verdicts: Numbered[Verdict] = ()
    events: Numbered[Event] = ()


def format_state(
    moment: Moment,
    document: Document,
    verdicts: Sequence[Verdict] = (),
    events: Sequence[Event] = (),
) -> dict[str, str]:
    """The texts of all files of the state after `moment`, by their paths in the game's folder."""
    tables: dict[str, Any] = {"format": FORMAT}
    secret: dict[str, Any] = {"format": FORMAT}
    said: dict[str, Sequence[Verdict | Event]] = {"verdicts": verdicts, "events": events}
    for key, values in said.items():
        public = [_row(value) for value in values if value.public]
        if public:
            tables[key] = public
        if len(public) < len(values):
            secret[key] = [
                [number, list(value.known_to), *_row(value)]
                for number, value in enumerate(values)
                if not value.public
            ]
    tables["state"] = document.public
    files = {state_path(moment): format_toml(tables, f"{moment}. {NOTE}")}
    for name in sorted(document.private):
        if not is_slug(name):
            raise BrokenPromise(f"{name!r} cannot be the name of a secret document")
        secrets = {"format": FORMAT, "document": document.private[name]}
        files[private_state_path(moment, name)] = format_toml(secrets, f"{moment}. {SECRET}")
    if len(secret) > 1:
        files[private_events_path(moment)] = format_toml(secret, f"{moment}. {SECRET}")
    return files


def format_phase(resolution: Resolution[Any], document: Document) -> dict[str, str]:
    """The files of an adjudicated phase; `document` is the state after it."""
    return format_state(resolution.moment, document, resolution.verdicts, resolution.events)


def plain_data(value: Any) -> Any:
    """Figures of an event as lists and dicts, which TOML and JSON know."""
    if isinstance(value, Mapping):
        return {key: plain_data(inner) for key, inner in value.items()}
    return [plain_data(inner) for inner in value] if isinstance(value, list | tuple) else value


def _row(value: Verdict | Event) -> list[Any]:
    if isinstance(value, Verdict):
        reasons = [str(reason) for reason in value.reasons]
        row: list[Any] = [value.power, value.order, value.outcome, reasons]
        row += [value.written, value.note]
    else:
        row = [value.kind, value.rule, value.text, list(value.powers), list(value.provinces)]
        row += [value.weight, plain_data(value.data)]
    while len(row) > 3 and not row[-1]:
        row.pop()
    return row


def state_file_in(toml: TomlText) -> StateFile:
    """The contents of a state's file. Raises FileError with the place of the fault."""
    data = toml.data
    _check_format(toml, ("format", "verdicts", "events", "state"))
    tables = data.get("state")
    if not isinstance(tables, dict):
        raise toml.error("the table [state] is missing", "state", hint="a table [state]")
    verdicts = _rows(toml, "verdicts", _verdict_in)
    return StateFile(MappingProxyType(tables), verdicts, _rows(toml, "events", _event_in))


def document_in(toml: TomlText) -> Mapping[str, Any]:
    """The tables of a secret document. Raises FileError."""
    _check_format(toml, ("format", "document"))
    tables = toml.data.get("document")
    if not isinstance(tables, dict):
        raise toml.error("the document is missing", "document", hint="a table [document]")
    return MappingProxyType(tables)


def secrets_in(toml: TomlText) -> SecretFile:
    """The secret verdicts and events of a phase. Raises FileError."""
    _check_format(toml, ("format", "verdicts", "events"))
    verdicts = _rows(toml, "verdicts", partial(_secret_in, _verdict_in))
    return SecretFile(verdicts, _rows(toml, "events", partial(_secret_in, _event_in)))


def merge(public: Sequence[T], secret: Numbered[T]) -> tuple[T, ...]:
    """All verdicts, or all events, of a phase in their order."""
    merged = list(public)
    for number, value in secret:
        merged.insert(number, value)
    return tuple(merged)


def recorded(verdicts: Sequence[Verdict], read: Callable[[str], Any]) -> tuple[Verdict, ...]:
    """Verdicts from a file with the values of their orders; `read` is asked for each once, when it
    is wanted."""
    meaning = Recorded(cache(read))
    return tuple(replace(verdict, meaning=meaning) for verdict in verdicts)


def _check_format(toml: TomlText, keys: Sequence[str]) -> None:
    number = toml.data.get("format")
    if number != FORMAT:
        raise toml.error(f"format {number} is not known", "format", hint=f"it is {FORMAT}")
    for key in toml.data:
        if key not in keys:
            raise toml.error(f"there is no {key} here", key, hint=NOTE)


def _rows(toml: TomlText, key: str, read: Any) -> tuple[Any, ...]:
    rows = toml.data.get(key, [])
    if not isinstance(rows, list):
        raise toml.error(f"{key} is not a list", key)
    values = []
    for index, row in enumerate(rows):
        try:
            values.append(read(row))
        except (TypeError, ValueError, IndexError, FileError):
            raise toml.error(f"is not one of the {key}", key, index, hint=NOTE) from None
    return tuple(values)


def _verdict_in(row: Any) -> Verdict:
    power, order, outcome, reasons, written, note = _filled(row, _VERDICT, 3)
    if outcome not in OUTCOMES:
        raise ValueError(outcome)
    said = tuple(map(_reason_in, _checked_texts(reasons)))
    return Verdict(power, order, outcome, said, written, note, ruling=noted_ruling(note))


def _reason_in(text: str) -> Reason:
    rule, _, said = text.partition(": ")
    return Reason(rule, said)


def _event_in(row: Any) -> Event:
    kind, rule, text, powers, provinces, weight, data = _filled(row, _EVENT, 3)
    powers, provinces = _checked_texts(powers), _checked_texts(provinces)
    ruling = announced_ruling(text) if kind == "ruling" else 0
    return Event(kind, rule, text, powers, provinces, weight, (), MappingProxyType(data), ruling)


def _secret_in(read: Callable[[Any], Any], row: Any) -> tuple[int, Any]:
    """A secret verdict or event, with its place among all of the phase."""
    number, known_to, *rest = row
    if type(number) is not int or number < 0:
        raise ValueError(number)
    return number, replace(read(rest), known_to=_checked_texts(known_to))


def _filled(row: Any, types: tuple[type, ...], least: int) -> list[Any]:
    """`row`, all of these types, with empty values for those left out at its end."""
    if not isinstance(row, list) or not least <= len(row) <= len(types):
        raise ValueError(row)
    if tuple(map(type, row)) != types[: len(row)]:
        raise TypeError(row)
    return [*row, *(kind() for kind in types[len(row) :])]


def _checked_texts(values: Any) -> tuple[str, ...]:
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise TypeError(values)
    return tuple(values)
