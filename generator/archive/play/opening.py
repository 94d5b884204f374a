"""The opening of a game: what it is made from, and making it again with other options.

Until a phase has been adjudicated, options may still be written into game.toml, and position.toml
may be changed: the opening is then made again. From the first phase on, options hold as the
opening has them, unless a ruling changes one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from generator.archive.files.layout import (
    COMMITMENTS,
    OPENING,
    POSITION,
    PRIVATE,
    REVEALED,
    SEED,
    WITHHELD,
    private_state_path,
    scan_documents,
    scan_orders,
    state_path,
)
from generator.archive.files.reading import FileErrors, TomlText, read_bytes, read_toml
from generator.archive.files.writing import Change, commit, writing
from generator.archive.game.chain import known, read_chain
from generator.archive.game.game import Game, check_there, load_game
from generator.archive.game.positions import read_position
from generator.archive.game.seeds import draws_of
from generator.archive.game.settings import flat_options, leaves, read_settings, settings_file
from generator.archive.game.sheets import open_sheets, withdraw_sheets
from generator.archive.game.state_files import document_in, format_state
from generator.archive.play.rehearsal import apply, difference, rehearsal
from generator.archive.record.chaining import first_chain
from generator.archive.record.commitments import secret_items, with_commitments
from generator.archive.record.public_record import files_of_folder, hash_of_setting
from generator.engine.errors import FileError, GameError
from generator.engine.phases import Moment, Setup
from generator.rulesets import ruleset_ids

_RULESET: Final = "settings/ruleset"


def setup_of(game: Game) -> Setup:
    """The start of a game: its options, and the position in position.toml if there is one,
    with the tables withheld from it as far as they are here, or have been revealed."""
    path = game.folder / POSITION
    position = dict(read_toml(path).data) if path.exists() else {}
    found = {}
    for name in position.pop(WITHHELD, ()):
        for top in (PRIVATE, REVEALED):
            file = game.folder / private_state_path(game.opening.moment, name, top)
            if file.exists():
                found[name] = document_in(read_toml(file))
                break
    if "state" in position:
        position["state"] = {**position["state"], **found}
    else:
        position |= found
    return Setup(game.settings.options, position)


def settled_game(folder: Path, *, dry_run: bool = False) -> tuple[Game, str]:
    """Return a game whose opening is made from its files, and what was done for that, in words (""
    for nothing). `dry_run`: nothing may be written.

    Raises FileError where an option, the ruleset or the position was changed and the game can no
    longer follow.
    """
    check_there(folder)
    _check_ruleset(folder)
    game = load_game(folder, whole=False)
    changes = _changes(game)
    if not changes:
        return load_game(folder), ""
    if game.phases:
        raise FileErrors([_too_late(game, *change) for change in changes])
    names = " and ".join(name for name, _, _ in changes)
    if dry_run:
        raise GameError(
            f"{names} changed, so the opening must be made again",
            hint=f"run theatrum check {game.slug}",
        )
    with writing(folder):
        commit(folder, _made_again(load_game(folder)))
    verb = "have" if len(changes) > 1 else "has"
    return load_game(folder), f"{names} {verb} changed: the opening was made again"


def check_options(game: Game) -> None:
    """Raises FileErrors where options are not those that the opening was made with."""
    _check_ruleset(game.folder)
    if changes := [change for change in _changes(game) if change[0] != POSITION]:
        raise FileErrors([_too_late(game, *change) for change in changes])


def _check_ruleset(folder: Path) -> None:
    """Raises FileError where game.toml has another ruleset than the game was made with."""
    then = known(read_chain(folder))[""].get(_RULESET, "")
    toml = settings_file(folder)
    settings = read_settings(toml)
    if then in ("", hash_of_setting(settings.ruleset)):
        return
    made = [name for name in ruleset_ids() if hash_of_setting(name) == then]
    was = " or ".join(made) or "another"
    raise toml.error(
        f"ruleset is {settings.ruleset}, and the game was made with {was}",
        "ruleset",
        hint=f"restore that line; to play {settings.ruleset}, start a game with theatrum new",
    )


def _changes(game: Game) -> list[tuple[str, Any, Any]]:
    """The options that have changed since the opening was made: the option, its value then, and
    now. An unplayed game may have another position, too."""
    found: list[tuple[str, Any, Any]] = []
    options = {name: option.default for name, option in game.ruleset.options.items()}
    setup = setup_of(game)
    then = _options_in(game.opening.document().public)
    now = {**_options_in(setup.position), **setup.options}
    if any({**options, **now}[name] != {**options, **then}[name] for name in options):
        # A ruleset may write a value in another way than people do.
        now = _options_in(game.ruleset.dump(_state(game)).public)
        for name, default in options.items():
            if then.get(name, default) != now.get(name, default):
                found.append((name, then.get(name, default), now.get(name, default)))
    links = () if game.phases else read_chain(game.folder)
    if links:
        path = game.folder / POSITION
        here = sha256(read_bytes(path)).hexdigest() if path.exists() else None
        if known(links)[""].get("position") != here:
            found.append((POSITION, None, None))
    return found


def _options_in(tables: Mapping[str, Any]) -> dict[str, Any]:
    return flat_options(tables.get("options", {}))


def _too_late(game: Game, name: str, then: Any, now: Any) -> FileError:
    toml: TomlText = settings_file(game.folder)
    first = game.phases[0].moment if game.phases else game.opening.moment
    return toml.error(
        f"the option {name} is {now!r}, and the game was opened with {then!r}",
        "options",
        *name.split("."),
        hint=f"restore {then!r}; or return to the opening with theatrum undo "
        f'{game.slug} --to "{first}"; a ruling of the kind option changes what can be changed '
        "during a game",
    )


def _state(game: Game) -> Any:
    """The opening by the settings of now. Raises FileError with a place."""
    try:
        return game.ruleset.opening(setup_of(game))
    except (FileError, GameError) as error:
        if error.place is not None:
            raise
        raise _placed(game, error) from error


def _placed(game: Game, error: FileError | GameError) -> FileError:
    """The faults of the opening, each at its place in the position or in game.toml."""
    path = game.folder / POSITION
    if path.exists():
        position, _ = read_position((path,), game.ruleset, game.settings.options)
        return position.placed(error)
    toml = settings_file(game.folder)
    return FileErrors(
        [
            toml.error(fault, *_option_in(fault, toml), hint=error.hint)
            for fault in getattr(error, "faults", (error.problem,))
        ]
    )


def _option_in(fault: str, toml: TomlText) -> tuple[str, ...]:
    """The way to the option that a fault names."""
    words = set(re.findall(r"[\w.-]+", fault))
    table = toml.data.get("options", {})
    named = (keys for keys, _ in leaves(table, ()) if ".".join(keys) in words)
    return ("options", *next(named, ()))


def _made_again(game: Game) -> Change:
    """The change that makes the opening again. Raises GameError where orders wait for a phase
    with which the game no longer begins, and where the secrets of the game are not here."""
    folder, ruleset = game.folder, game.ruleset
    seed = draws_of(game).seed
    if seed is None:
        raise GameError(
            f"the opening of {game.slug} must be made again, and its seed is not here",
            hint=f"only the referee who has {SEED} can do this",
        )
    before, after = game.current_moment, ruleset.moment(_state(game))
    opening = Moment(after.year, 0, OPENING)
    files = format_state(opening, ruleset.dump(_state(game)))
    with rehearsal(folder) as copy:
        old = game.opening.moment
        sheets = withdraw_sheets(folder, game.settings, ruleset, game.current_state())
        gone = [path for path, text in sheets.items() if not text]
        gone.append(state_path(old))
        gone += [private_state_path(old, name) for name in scan_documents(folder, old)]
        apply(copy, Change({path: text for path, text in sheets.items() if text}, tuple(gone)))
        if after != before:
            _check_no_orders(copy, before, after)
        (copy / COMMITMENTS).unlink(missing_ok=True)
        files |= with_commitments(copy, seed, opening, secret_items(files, {}, ()))
        apply(copy, Change(files))
        apply(copy, Change(open_sheets(copy, game.settings, ruleset, _state(game), files)))
        if read_chain(folder):
            public = files_of_folder(copy)
            texts = {path: public.read(path).decode() for path in public.paths}
            apply(copy, Change(first_chain(game.slug, texts)))
        return difference(folder, copy)


def _check_no_orders(copy: Path, before: Moment, after: Moment) -> None:
    for top in (copy, copy / PRIVATE):
        if powers := scan_orders(top, before.year):
            raise GameError(
                f"orders of {', '.join(powers)} wait for {before}, but the game would now begin "
                f"with {after}",
                hint="restore the old options, or move these orders first",
            )
