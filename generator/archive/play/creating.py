"""New games: a folder that is ready for the first orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec import Struct, field

from generator.archive.files.layout import (
    COMMITMENTS,
    GAME,
    IGNORE_FILE,
    IGNORED,
    OPENING,
    POSITION,
    SEED,
    WITHHELD,
    key_of,
    orders_path,
    secret_orders_path,
)
from generator.archive.files.names import check_game_name
from generator.archive.files.reading import FileErrors, read_text
from generator.archive.files.toml_layout import format_toml
from generator.archive.files.writing import Change, commit, create_folder, writing
from generator.archive.game.positions import Position, read_position
from generator.archive.game.seeds import format_seed
from generator.archive.game.settings import FORMAT, check_option
from generator.archive.game.sheets import format_sheet, sheet_for
from generator.archive.game.state_files import format_state
from generator.archive.record.chaining import first_chain
from generator.archive.record.commitments import commit_to, format_commitments, secret_items
from generator.engine.chance import commitment
from generator.engine.errors import FileError, GameError, Place
from generator.engine.phases import Moment, Setup
from generator.engine.ruleset import Ruleset
from generator.engine.words import nearest
from generator.rulesets import VARIANT_FILE, VARIANTS, name_of

_NONE: Mapping[str, Any] = MappingProxyType({})


class NewGame(Struct, frozen=True):
    """The settings of a new game. `seed` is the secret from which all lots will be drawn;
    `seed_given`: someone wrote it, so it may be guessed.

    `position` are files with what replaces parts of the opening (TOML or CSV). `orders` is where
    orders wait for their phase: "public", or "private" in the folder that git does not see.
    """

    name: str
    ruleset: Ruleset[Any]
    seed: str
    title: str = ""
    introduction: str = ""
    players: Mapping[str, str] = field(default_factory=lambda: _NONE)
    options: Mapping[str, Any] = field(default_factory=lambda: _NONE)
    position: tuple[Path, ...] = ()
    orders: str = "public"
    seed_given: bool = False


def create_game(
    root: Path, new: NewGame, prepare: Callable[[Path], None] = lambda folder: None
) -> Path:
    """Make the folder of a new game below `root`, as a whole or not at all; returns its path.

    `prepare` is given the folder before it gets its name, and may play the first phases.
    Raises UsageError for a bad name, GameError for powers and options that the ruleset does not
    have, FileError for a position that cannot be.
    """
    check_game_name(new.name)
    ruleset = new.ruleset
    for power in new.players:
        if power not in ruleset.powers:
            hint = nearest(power, ruleset.powers, "powers")
            raise GameError(f"{ruleset.title} has no power {power}", hint=hint)
    state, position = first_state(new)
    files = {
        GAME: _settings(new),
        IGNORE_FILE: IGNORED,
        SEED: format_seed(new.seed, published=False),
    }
    first = ruleset.moment(state)
    opening = Moment(first.year, 0, OPENING)
    document = ruleset.dump(state)
    if ruleset.id in VARIANTS:
        from generator.rulesets.variants import in_one_file

        known = VARIANTS[ruleset.id]
        files[VARIANT_FILE] = in_one_file(known.name, known.texts)
    if position is not None:
        files[POSITION] = _public_position(position, document.private)
    states = format_state(opening, document)
    files |= states
    items = secret_items(states, {}, ())
    if items:
        key = key_of(opening)
        files[COMMITMENTS] = format_commitments({key: commit_to(new.seed, opening, items)})
    if ruleset.ending(state) is None:
        path_of = secret_orders_path if new.orders == "private" else orders_path
        for power in ruleset.awaits(state):
            files[path_of(first.year, power)] = sheet_for(ruleset, state, power)
    files |= first_chain(new.name, files)
    return create_folder(root, new.name, files, prepare)


def submit_orders(folder: Path, moment: Moment, orders: Mapping[str, str]) -> None:
    """Put texts on the empty sheets of a phase, for players that are programs.

    Whole files are written: nothing else of the year may be in them but what theatrum put
    there. Raises FileError.
    """
    from generator.archive.game.game import load_game
    from generator.archive.game.sheets import waiting_path, withdraw_sheets

    with writing(folder):
        game = load_game(folder)
        kept = withdraw_sheets(folder, game.settings, game.ruleset, game.current_state())
        files = {}
        for power, text in orders.items():
            path = waiting_path(game.settings, moment.year, power)
            before = kept.get(path)
            if before is None:
                before = read_text(folder / path) if (folder / path).exists() else ""
                if f"[{moment.phase}]" in before.splitlines():
                    raise FileError(
                        "has orders already",
                        place=Place(str(folder / path)),
                        hint="remove them first",
                    )
            gap = "\n" if before else ""
            files[path] = f"{before}{gap}{format_sheet(moment.phase, text)}"
        commit(folder, Change(files))


def _public_position(position: Position, secret: Mapping[str, Any]) -> str:
    """A position as everyone may read it: the tables that the ruleset keeps secret are only named,
    and read again with the secrets of the opening (see `verifying`)."""
    tables = position.tables
    inner = tables.get("state", tables)
    withheld = [name for name in inner if name in secret]
    if not withheld:
        return position.text
    public = {name: table for name, table in inner.items() if name not in secret}
    public = {**tables, "state": public} if "state" in tables else public
    said = "A position. The tables that are withheld stay with the referee."
    return format_toml({WITHHELD: withheld, **public}, said)


def first_state(new: NewGame) -> tuple[Any, Position | None]:
    """The state that a new game opens with, and the position that it was made from. Raises
    GameError for an option that the ruleset does not have, FileErrors with all that is wrong with
    a position."""
    for name, value in new.options.items():
        check_option(new.ruleset, name, value)
    if not new.position:
        return new.ruleset.opening(Setup(new.options)), None
    position, errors = read_position(new.position, new.ruleset, new.options)
    try:
        state = new.ruleset.opening(Setup(new.options, position.tables))
    except (FileError, GameError) as error:  # a GameError: for an option in the position
        errors += position.placed(error).errors
    if errors:
        paths = list(map(str, new.position))
        errors.sort(key=lambda error: _order(error, paths))
        raise FileErrors(list({str(error): error for error in errors}.values()))
    return state, position


def _order(error: FileError, paths: Sequence[str]) -> tuple[int, int, int]:
    """By its file, as they were given, and its place there; those without a place come last."""
    place = error.place or Place("")
    number = paths.index(place.path) if place.path in paths else len(paths)
    return number, place.line, place.column


def _settings(new: NewGame) -> str:
    tables: dict[str, Any] = {
        "format": FORMAT,
        "title": new.title or new.name.replace("-", " ").title(),
        "ruleset": name_of(new.ruleset.id),
    }
    if new.introduction:
        tables["introduction"] = new.introduction
    tables["seed_commitment"] = commitment(new.seed)
    if new.seed_given:
        tables["chance"] = {"seed_given": True}
    if new.orders != "public":
        tables["orders"] = new.orders
    tables["players"] = {
        power: new.players[power] for power in new.ruleset.powers if power in new.players
    }
    tables["options"] = dict(new.options)
    tables["dates"] = {}
    return format_toml({name: table for name, table in tables.items() if table != {}})
