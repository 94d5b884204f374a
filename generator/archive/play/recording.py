"""Adding rulings to the files of a year, below what stands there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from generator.archive.files.layout import rulings_path, secret_rulings_path
from generator.archive.files.reading import TomlText, parse_toml, read_exact_text
from generator.archive.files.toml_layout import format_value, literal_text
from generator.archive.files.writing import Change
from generator.archive.game.game import Game
from generator.archive.game.rulings import FIRST_SECRET, rulings_in
from generator.engine.errors import FileError
from generator.engine.phases import Moment, Ruling


def add_rulings(game: Game, moment: Moment, given: TomlText) -> Change:
    """The change that adds the rulings of a file to those of a phase's year, after all others.

    Where orders wait in private/, secret ones go to the secret file. Raises FileErrors for a file
    that is none of rulings, and FileError for one of another phase.
    """
    found = rulings_in(given)
    if not found:
        raise given.error("there is no ruling here", "ruling", hint="each ruling is [[ruling]]")
    for index, ruling in enumerate(found):
        if ruling.phase != moment.phase:
            problem = f"ruling {index + 1} is for {ruling.phase}, not for {moment.phase}"
            raise given.error(problem, "ruling", index, "phase")
    hidden = [ruling for ruling in found if _is_secret(game, ruling)]
    texts: dict[str, str] = {}
    for path, rulings in (
        (rulings_path(moment.year), [ruling for ruling in found if ruling not in hidden]),
        (secret_rulings_path(moment.year), hidden),
    ):
        if rulings:
            there = game.folder / path
            before = read_exact_text(there) if there.exists() else ""
            text = _appended(before, "\n".join(map(format_ruling, rulings)))
            _check(text, there, FIRST_SECRET if rulings is hidden else 1)
            texts[path] = text
    return Change(texts)


def rulings_file(ruling: Ruling) -> TomlText:
    """A ruling as a file of its own, to be added to others."""
    return parse_toml(format_ruling(ruling), Path("ruling"))


def format_ruling(ruling: Ruling) -> str:
    """A ruling as a person would write it, with a line for each of its facts."""
    lines = ["[[ruling]]", f"phase = {format_value(ruling.phase)}"]
    lines.append(f"kind = {format_value(ruling.kind)}")
    several = "\n" in ruling.reason
    lines.append(
        f"reason = {literal_text(ruling.reason) if several else format_value(ruling.reason)}"
    )
    if ruling.rule:
        lines.append(f"rule = {format_value(ruling.rule)}")
    if ruling.facts:
        lines.append("[ruling.facts]")
        lines += [
            f"{name} = {format_value(_inline_value(value))}" for name, value in ruling.facts.items()
        ]
    return "\n".join(lines) + "\n"


def _inline_value(value: Any) -> Any:
    """Tables and lists as TOML writes them on a line."""
    if isinstance(value, Mapping):
        return {key: _inline_value(inner) for key, inner in value.items()}
    return [_inline_value(inner) for inner in value] if isinstance(value, list | tuple) else value


def _is_secret(game: Game, ruling: Ruling) -> bool:
    return ruling.facts.get("secret") is True and game.settings.orders == "private"


def _appended(before: str, new: str) -> str:
    """A file with a text at its end, after an empty line; its own line ends stay."""
    end = "\r\n" if "\r\n" in before else "\n"
    gap = "" if not before else end if before.endswith("\n") else end + end
    return f"{before}{gap}{new.replace(chr(10), end)}"


def _check(text: str, path: Path, first: int) -> None:
    """Raises FileError where the file would have more rulings than a year may."""
    toml = parse_toml(text.removeprefix("\ufeff").replace("\r\n", "\n"), path)
    if first == 1 and len(rulings_in(toml)) >= FIRST_SECRET:
        raise FileError(f"a year has at most {FIRST_SECRET - 1} rulings", place=toml.place())
