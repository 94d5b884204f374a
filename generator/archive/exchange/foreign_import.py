"""A saved game of the package `diplomacy` as a game folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from generator.archive.exchange.foreign import SavedGame, SavedPhase, read_saved_game
from generator.archive.exchange.foreign_play import ForeignReplay, RecordedDifference, play_again
from generator.archive.files.layout import (
    GAME,
    IGNORE_FILE,
    IGNORED,
    OPENING,
    POSITION,
    SEED,
    orders_path,
    rulings_path,
    secret_orders_path,
)
from generator.archive.files.names import check_game_name
from generator.archive.files.toml_layout import format_toml, format_value
from generator.archive.files.writing import create_folder
from generator.archive.game.seeds import format_seed
from generator.archive.game.settings import FORMAT
from generator.archive.game.sheets import format_sheet, sheet_for
from generator.archive.game.state_files import format_phase, format_state
from generator.archive.play.verifying import verify_game
from generator.archive.record.chaining import first_chain
from generator.engine.chance import commitment
from generator.engine.errors import GameError, TheatrumError
from generator.engine.phases import Moment, Ruling
from generator.engine.ruleset import Ruleset
from generator.rulesets import get_ruleset

PUBLIC: Final = "GLOBAL"
SYSTEM: Final = "SYSTEM"
_TITLE: Final = 60


class ImportSettings(Struct, frozen=True):
    """How a saved game is imported. `name` is the folder's (default: made from the game's id).

    `seed` is the secret of a game that continues. `options` are the ruleset's options that are not
    to be guessed. `strict`: differences are errors. `press`: public press is imported.
    """

    seed: str
    name: str = ""
    options: Mapping[str, Any] | None = None
    strict: bool = False
    press: bool = False


class ForeignGame(Struct, frozen=True):
    """A game that was imported; `differences` is what rulings made as it was recorded.

    `options` are the ruleset's that were chosen for it, `untold` how many messages stay outside.
    """

    folder: Path
    phases: int
    differences: tuple[RecordedDifference, ...]
    options: Mapping[str, Any]
    untold: int


def import_saved_game(root: Path, found: Any, where: str, wishes: ImportSettings) -> ForeignGame:
    """Make the folder of a saved game below `root`, and replay it before it gets its name.

    `found` is the parsed JSON, `where` its source in words. Raises FileError for data in another
    form, GameError for a game that cannot be played as recorded or, if `wishes.strict`, differs
    from the rules, UsageError for a bad name. Then nothing has been written.
    """
    ruleset = get_ruleset("standard")
    saved = read_saved_game(found, ruleset.powers, where)
    slug = check_game_name(wishes.name)
    replay = play_again(saved, ruleset, wishes.options or {})
    if replay.differences and wishes.strict:
        number = len(replay.differences)
        raise GameError(
            f"the game differs from the rules: {replay.differences[0]}",
            text=where,
            hint=f"{number} in all; without --strict they are kept as recorded, by rulings",
        )
    files = _game_files(saved, replay, ruleset, wishes)
    press = _press_files(saved, replay, ruleset) if wishes.press else {}
    files |= press
    files |= first_chain(slug, files)
    folder = create_folder(root, slug, files, _verify)
    untold = sum(len(phase.messages) for phase in saved.phases) - len(press)
    return ForeignGame(folder, len(replay.steps), replay.differences, replay.options, untold)


def _verify(folder: Path) -> None:
    try:
        verify_game(folder)
    except TheatrumError as error:
        error.place = None  # the folder is gone when this is read
        raise


def _game_files(
    saved: SavedGame, replay: ForeignReplay, ruleset: Ruleset[Any], wishes: ImportSettings
) -> dict[str, str]:
    """All files but the press, by their paths."""
    runs = ruleset.ending(replay.state) is None
    tables: dict[str, Any] = {
        "format": FORMAT,
        "title": wishes.name.replace("-", " ").title(),
        "ruleset": ruleset.id,
    }
    if runs:
        tables |= {"seed_commitment": commitment(wishes.seed), "orders": "private"}
    if replay.options:
        tables["options"] = dict(replay.options)
    files = {GAME: format_toml(tables), IGNORE_FILE: IGNORED}
    if runs:
        files[SEED] = format_seed(wishes.seed, published=False)
    if replay.position:
        files[POSITION] = format_toml(replay.position)
    first = ruleset.moment(replay.opening)
    files |= format_state(Moment(first.year, 0, OPENING), ruleset.dump(replay.opening))
    sheets: dict[str, list[str]] = {}
    rulings: dict[str, list[str]] = {}
    for step in replay.steps:
        moment = step.resolution.moment
        files |= format_phase(step.resolution, step.document)
        for power, text in step.orders.items():
            sheet = format_sheet(moment.phase, text, ruleset.phase_title(moment))
            sheets.setdefault(orders_path(moment.year, power), []).append(sheet)
        written = rulings.setdefault(rulings_path(moment.year), [])
        written += map(_format_ruling, step.rulings)
    if runs:
        for path, sheet in _waiting(saved.phases[-1], replay, ruleset):
            sheets.setdefault(path, []).append(sheet)
    joined = {**sheets, **{path: texts for path, texts in rulings.items() if texts}}
    return files | {path: "\n".join(texts) for path, texts in joined.items()}


def _format_ruling(ruling: Ruling) -> str:
    facts = ", ".join(f"{key} = {format_value(value)}" for key, value in ruling.facts.items())
    lines = [f"{key} = {format_value(getattr(ruling, key))}" for key in ("phase", "kind", "reason")]
    return "\n".join(["[[ruling]]", *lines, f"facts = {{ {facts} }}", ""])


def _waiting(
    last: SavedPhase, replay: ForeignReplay, ruleset: Ruleset[Any]
) -> Iterator[tuple[str, str]]:
    """The sheets of the phase that the game waits for. They are not disclosed yet."""
    moment = ruleset.moment(replay.state)
    recorded = (last.year, last.phase) == (moment.year, moment.phase)
    for power in ruleset.awaits(replay.state):
        orders = last.orders.get(power, ()) if recorded else ()
        sheet = sheet_for(ruleset, replay.state, power)
        if orders:
            text = "".join(f"{order}\n" for order in orders)
            sheet = format_sheet(moment.phase, text, ruleset.phase_title(moment))
        yield secret_orders_path(moment.year, power), sheet


def _press_files(saved: SavedGame, replay: ForeignReplay, ruleset: Ruleset[Any]) -> dict[str, str]:
    """The messages to everyone, each in its own file."""
    played = {(step.resolution.moment.year, step.resolution.moment.phase) for step in replay.steps}
    files: dict[str, str] = {}
    year = saved.phases[0].year
    number = 0
    for phase in saved.phases:
        year = phase.year or year
        for message in phase.messages:
            power = message.sender.lower()
            if message.recipient != PUBLIC or not (
                power in ruleset.powers or message.sender == SYSTEM
            ):
                continue
            number += 1
            author = ruleset.powers[power].name if power in ruleset.powers else "The referee"
            head = [f"title: {_title_of(message.text)}", f"from: {author}", f"date: {year}"]
            if (year, phase.phase) in played:
                head.append(f"phase: {year} {phase.phase}")
            body = message.text.replace("\r\n", "\n").replace("\r", "\n").strip("\n")
            name = f"{year}-{phase.phase or 'end'}-{number:05}-{power}"
            files[f"press/{name}.md"] = "\n".join(["---", *head, "---", "", body, ""])
    return files


def _title_of(text: str) -> str:
    """The first words of a message on one line, as front matter takes it."""
    words = "".join(sign if sign.isprintable() else " " for sign in text).split()
    line = ""
    for word in words:
        if len(line) + len(word) >= _TITLE:
            return f"{line or word[:_TITLE]}…"
        line = f"{line} {word}" if line else word
    return line or "Without a word"
