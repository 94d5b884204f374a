"""Export of a whole game as JSON, and import into an identical folder.

The JSON holds what people wrote as text (settings, orders, rulings, press) and what theatrum wrote
as data (states, verdicts, events). Names in it become paths only after they have been checked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    PLAYED,
    PRIVATE,
    REVEALED,
    SEALED,
    SEALED_RECORD,
    SEED,
    orders_path,
    private_events_path,
    private_state_path,
    rulings_path,
    scan_documents,
    scan_files,
    scan_orders,
    scan_press,
    scan_years,
    secret_orders_path,
    secret_rulings_path,
)
from generator.archive.files.names import check_game_name, is_slug
from generator.archive.files.reading import read_bytes, read_exact_text
from generator.archive.files.writing import create_folder
from generator.archive.game.game import Game, PhaseRecord, StateRecord, load_game
from generator.archive.game.state_files import format_phase, format_state, plain_data
from generator.archive.people.addresses import check_private
from generator.archive.play.redo import HIDDEN
from generator.archive.play.verifying import verify_game
from generator.archive.secret.secrets import is_secret
from generator.engine.errors import BrokenPromise, FileError, Place, TheatrumError
from generator.engine.phases import Document, Moment, Resolution
from generator.engine.verdicts import Event, Reason, Verdict

HINT: Final = "make the file with theatrum export"
_TABLES: Final = frozenset(
    {"files", "press", "years", "orders", "private", "revealed", "secret_orders"}
)
"""The keys of the export whose tables have free names as their keys."""
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


class Exported(Struct, frozen=True):
    """A game as JSON text. `left_out` are files that do not belong to a game's form."""

    text: str
    left_out: tuple[str, ...]


def export_game(folder: Path, *, private: bool = False) -> Exported:
    """The whole game as JSON; secrets only if `private`, addresses never. Raises FileError.

    A state that is not as theatrum wrote it would not come back the same; it is refused.
    """
    game = load_game(folder)
    check_private(game)
    seen: set[str] = set()
    tops = (folder, folder / PRIVATE) if private else (folder,)
    years = {
        str(year): _year(folder, year, seen, private)
        for year in sorted({year for top in tops for year in scan_years(top)})
    }
    whole = form.Game(
        theatrum=form.VERSION,
        name=game.slug,
        title=game.settings.title,
        ruleset=game.ruleset.id,
        credit=game.ruleset.rulebook.credit or None,
        files=_read_texts(folder, {name: name for name in form.FILES}, seen),
        press=_read_texts(folder, {name: f"press/{name}.md" for name in scan_press(folder)}, seen),
        years=years,
        opening=_opening(game, seen, private),
        phases=tuple(_phase(game, record, seen, private) for record in game.phases),
        revealed=_read_texts(folder, {path: path for path in scan_files(folder, REVEALED)}, seen)
        or None,
        seed=_read_texts(folder, {"seed": SEED}, seen).get("seed") if private else None,
    )
    text = whole.model_dump_json(indent=1, exclude_none=True)
    return Exported(text + "\n", _left_out(folder, seen, private))


def _read_texts(folder: Path, paths: Mapping[str, str], seen: set[str]) -> dict[str, str]:
    found = {}
    for name, path in paths.items():
        if (folder / path).exists() or (folder / path).is_symlink():
            found[name] = read_exact_text(folder / path)
            seen.add(path)
    return found


def _year(folder: Path, year: int, seen: set[str], private: bool) -> form.Year:
    powers = {power: orders_path(year, power) for power in scan_orders(folder, year)}
    rulings = {"rulings": rulings_path(year)}
    secret: dict[str, str] = {}
    if private:
        secret = {p: secret_orders_path(year, p) for p in scan_orders(folder / PRIVATE, year)}
        rulings["secret"] = secret_rulings_path(year)
    ruled = _read_texts(folder, rulings, seen)
    return form.Year(
        orders=_read_texts(folder, powers, seen),
        rulings=ruled.get("rulings"),
        secret_orders=_read_texts(folder, secret, seen) or None,
        secret_rulings=ruled.get("secret"),
    )


def _opening(game: Game, seen: set[str], private: bool) -> form.Opening:
    document = game.opening.document()
    moment = game.opening.moment
    _check_form(game, format_state(moment, document), seen)
    return form.Opening(
        year=moment.year,
        state=dict(document.public),
        private=_secrets(game, game.opening, document, seen, private),
    )


def _phase(game: Game, record: PhaseRecord, seen: set[str], private: bool) -> form.Phase:
    moment = record.moment
    resolution: Resolution[Any] = record.resolution()
    document = record.document()
    _check_form(game, format_phase(resolution, document), seen)
    secret = private_events_path(moment)
    if (game.folder / secret).exists():
        seen.add(secret)
    verdicts = [verdict for verdict in resolution.verdicts if private or verdict.public]
    events = [event for event in resolution.events if private or event.public]
    return form.Phase(
        year=moment.year,
        number=moment.number,
        phase=moment.phase,
        title=record.title,
        verdicts=tuple(map(_verdict, verdicts)),
        events=tuple(map(_event, events)),
        state=dict(document.public),
        private=_secrets(game, record, document, seen, private),
    )


def _verdict(verdict: Verdict) -> form.Verdict:
    return form.Verdict(
        power=verdict.power,
        order=verdict.order,
        outcome=verdict.outcome,
        reasons=tuple(form.Reason(rule=why.rule, text=why.text) for why in verdict.reasons),
        written=verdict.written,
        note=verdict.note,
        known_to=verdict.known_to or None,
    )


def _event(event: Event) -> form.Event:
    return form.Event(
        kind=event.kind,
        rule=event.rule,
        text=event.text,
        powers=event.powers,
        provinces=event.provinces,
        weight=event.weight,
        known_to=event.known_to or None,
        data=plain_data(event.data) or None,
    )


def _secrets(
    game: Game, record: StateRecord | PhaseRecord, document: Document, seen: set[str], private: bool
) -> dict[str, dict[str, Any]] | None:
    """The secret documents, if they are asked for and there are any."""
    for name in scan_documents(game.folder, record.moment):
        seen.add(private_state_path(record.moment, name))
    if not private or not document.private:
        return None
    return {name: dict(tables) for name, tables in document.private.items()}


def _check_form(game: Game, files: Mapping[str, str], seen: set[str]) -> None:
    """Raises FileError unless the files are on disk exactly as theatrum writes them."""
    for path, text in files.items():
        if read_bytes(game.folder / path) != text.encode():
            raise FileError(
                "is not as theatrum wrote it, so it would not come back the same",
                place=Place(str(game.folder / path)),
                hint="theatrum verify shows what differs",
            )
        seen.add(path)


def _left_out(folder: Path, seen: set[str], private: bool) -> tuple[str, ...]:
    """Files of the folder that are not in the export, without those that theatrum needs for its own
    work: for writing and for sealing."""
    found = []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        secret = is_secret(name)
        working = name.startswith((".theatrum", f"{SEALED}/", HIDDEN)) or name in (
            SEALED_RECORD,
            PLAYED,
        )
        if path.is_file() and name not in seen and not working and (private or not secret):
            found.append(name)
    return tuple(found)


def import_game(root: Path, text: str, name: str = "") -> Imported:
    """Make the folder of an exported game below `root`, and replay it before it gets its name.

    `name` is another name for it. Raises FileError for text that is not an export, and whatever
    `verify_game` raises for a game that does not replay; then nothing has been written.
    """
    game, files = game_files(text)
    slug = check_game_name(name or game.name)
    unreplayed: list[tuple[Moment, str]] = []

    def check(folder: Path) -> None:
        try:
            unreplayed.extend(verify_game(folder).unreplayed)
        except TheatrumError as error:
            if error.place is not None:
                path = error.place.path.replace(str(folder), str(root / slug))
                error.place = Place(path, error.place.line, error.place.column)
            raise

    folder = create_folder(root, slug, files, check)
    unverified = f"{unreplayed[0][0]} {unreplayed[0][1]}" if unreplayed else ""
    return Imported(folder, len(game.phases), unverified)


class Imported(Struct, frozen=True):
    """A game that was imported. `unverified` is why it could not be replayed, or is ""."""

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
        verdicts, events = map(_read_verdict, phase.verdicts), map(_read_event, phase.events)
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


def _read_verdict(entry: form.Verdict) -> Verdict:
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


def _read_event(entry: form.Event) -> Event:
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
    # pydantic's mark where a name itself is wrong, not the value below it.
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
    """Return a key unchanged if it is harmless; quoted and shortened if anyone could have made
    it."""
    return key if is_slug(key.replace("_", "-")) else shortened(key)
