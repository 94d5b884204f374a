"""What an exported game's JSON says, checked piece by piece, as the files of a game folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from reprlib import repr as shortened
from typing import Any, Final

from msgspec import Struct
from pydantic import ValidationError

from generator.archive.exchange import export_model as form
from generator.archive.files.layout import (
    IGNORE_FILE,
    IGNORED,
    OPENING,
    SEED,
    orders_path,
    rulings_path,
    secret_orders_path,
    secret_rulings_path,
)
from generator.archive.files.names import is_slug
from generator.archive.game.state_files import format_state
from generator.engine.errors import BrokenPromise, FileError
from generator.engine.phases import Document, Moment
from generator.engine.verdicts import Event, Reason, Verdict

HINT: Final = "make the file with theatrum export"
_TABLES: Final = frozenset(
    {"files", "press", "years", "orders", "private", "revealed", "secret_orders"}
)
"""The keys of the export below which names stand that are no keys of the form."""
_PROBLEMS: Final = {
    "missing": "is missing",
    "extra_forbidden": "is not known",
    "string_type": "is not a text: {input}",
    "int_type": "is not a whole number: {input}",
    "model_type": "is not an object: {input}",
    "dict_type": "is not an object: {input}",
    "tuple_type": "is not a list: {input}",
    "literal_error": "is not one of {expected}: {input}",
    "greater_than_equal": "is less than {ge}: {input}",
    "less_than_equal": "is more than {le}: {input}",
    "theatrum": "{problem}: {input}",
}


class Imported(Struct, frozen=True):
    """A game that was imported. `unverified` says why it could not be replayed, or is ""."""

    folder: Path
    phases: int
    unverified: str


def game_files(text: str) -> tuple[form.Game, dict[str, str]]:
    """The parsed JSON and the texts of all files, by path. Raises FileError for anything else."""
    try:
        game = form.Game.model_validate_json(text)
    except ValidationError as error:
        raise _refusal(error) from None
    files = {IGNORE_FILE: IGNORED, **game.files}
    files |= {f"press/{name}.md": body for name, body in game.press.items()}
    for name, year in game.years.items():
        files |= {orders_path(int(name), power): body for power, body in year.orders.items()}
        if year.rulings is not None:
            files[rulings_path(int(name))] = year.rulings
        for power, body in (year.secret_orders or {}).items():
            files[secret_orders_path(int(name), power)] = body
        if year.secret_rulings is not None:
            files[secret_rulings_path(int(name))] = year.secret_rulings
    files |= _state_files(("opening",), game.opening, Moment(game.opening.year, 0, OPENING))
    for index, phase in enumerate(game.phases):
        moment = Moment(phase.year, phase.number, phase.phase)
        verdicts, events = map(_verdict, phase.verdicts), map(_event, phase.events)
        files |= _state_files(("phases", index), phase, moment, list(verdicts), list(events))
    files |= game.revealed or {}
    if game.seed is not None:
        files[SEED] = game.seed
    return game, files


def _state_files(
    keys: Sequence[str | int],
    entry: form.Opening | form.Phase,
    moment: Moment,
    verdicts: Sequence[Verdict] = (),
    events: Sequence[Event] = (),
) -> dict[str, str]:
    try:
        return format_state(moment, Document(entry.state, entry.private or {}), verdicts, events)
    except (BrokenPromise, RecursionError) as error:
        raise FileError(
            f"{_where(keys)} has a state that cannot be written: {error}", hint=HINT
        ) from None


def _verdict(entry: form.Verdict) -> Verdict:
    reasons = tuple(Reason(reason.rule, reason.text) for reason in entry.reasons)
    return Verdict(
        entry.power,
        entry.order,
        entry.outcome,
        reasons,
        entry.written,
        entry.note,
        entry.known_to or (),
    )


def _event(entry: form.Event) -> Event:
    return Event(
        entry.kind,
        entry.rule,
        entry.text,
        entry.powers,
        entry.provinces,
        entry.weight,
        entry.known_to or (),
        entry.data or {},
    )


def _refusal(error: ValidationError) -> FileError:
    """The first of the problems that pydantic found, in our words, and how many there are."""
    found = error.errors(include_url=False)
    first = found[0]
    facts: dict[str, Any] = first.get("ctx", {})
    if not first["loc"] and first["type"] != "model_type":
        return FileError(f"this is not JSON: {facts.get('error', first['msg'])}", hint=HINT)
    template = _PROBLEMS.get(first["type"], "is wrong: {input}")
    problem = template.format(input=shortened(first["input"]), **facts)
    hint = f"{len(found)} problems in all; {HINT}" if len(found) > 1 else HINT
    return FileError(f"{_where(first['loc'])} {problem}", hint=hint)


def _where(keys: Sequence[str | int]) -> str:
    """The words for a place: "outcome of verdicts 3 of phases 1 of the export"."""
    # pydantic's mark where a name itself is wrong, not what stands below it.
    if len(keys) > 2 and keys[-1] == "[key]" and keys[-3] in _TABLES:
        return f"a name in {_where(keys[:-2])}"
    words = ["the export"]
    table = False
    for key in keys:
        if isinstance(key, int):
            words[0] += f" {key + 1}"
        elif table:
            words[0] += f" {_harmless_key(key)}"
        else:
            words.insert(0, _harmless_key(key))
        table = not table and key in _TABLES
    return " of ".join(words)


def _harmless_key(key: str) -> str:
    """A key as it stands if it is harmless; quoted and shortened if anybody could have made it."""
    return key if is_slug(key.replace("_", "-")) else shortened(key)
