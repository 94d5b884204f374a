"""`theatrum ruleset`: making the folder of a variant, and checking it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.archive.files.names import check_game_name
from generator.archive.game.settings import check_option
from generator.commands.output import say, show
from generator.engine.errors import FileError, GameError, Place, UsageError
from generator.engine.ruleset import Ruleset
from generator.engine.toml_places import value_in
from generator.engine.words import count
from generator.rulesets import VARIANT_FOLDER, get_ruleset, is_built_in
from generator.rulesets.variants import RULESET, know_folder

if TYPE_CHECKING:
    from generator.authoring.folder import Foreign


def new(options: Namespace) -> int:
    """Makes variants/NAME from a drawing, from a variant of another program, or from a small
    example, and checks it."""
    from generator.authoring.folder import make_variant

    name = check_game_name(options.variant)
    if is_built_in(name):
        raise UsageError(
            "is a ruleset of the program already", text=name, hint="choose another name"
        )
    files, notes = _read(options.source, name, options.base)
    for note in notes:
        say(f"note: {note}")
    root = options.games.parent / VARIANT_FOLDER
    root.mkdir(exist_ok=True)
    folder = make_variant(root, name, files)
    show(str(folder))
    _check(folder)
    return 0


def check(options: Namespace) -> int:
    """Prints the errors of a variant, draws its map, and a picture with the places to look at."""
    return _check(variant_folder(options.variant, options.games))


def variant_folder(name: str, games: Path) -> Path:
    """The folder of a variant: beside the games, or a path (`./tarn`). Raises FileError, and
    UsageError for a folder whose name cannot be a variant's."""
    is_path = any(sign in name for sign in "/\\")
    folder = Path(name).absolute() if is_path else games.parent / VARIANT_FOLDER / name
    check_game_name(folder.name)
    if not (folder / RULESET).is_file():
        hint = f"make it with: theatrum ruleset new {folder.name}"
        raise FileError("there is no variant", place=Place(str(folder)), hint=hint)
    return folder


def ruleset_called(name: str, games: Path) -> Ruleset[Any]:
    """A ruleset by the name or path that a command got. Raises GameError and FileError."""
    is_path = any(sign in name for sign in "/\\")
    return know_folder(variant_folder(name, games)) if is_path else get_ruleset(name)


def _check(folder: Path) -> int:
    from generator.authoring.folder import PICTURE, check_variant, write_files

    ruleset, faults, files = check_variant(folder)
    for fault in faults:
        say(str(fault.error) if fault.severity == "error" else f"warning: {fault.error}")
    write_files(folder, files)
    if PICTURE in files:
        say(f"a picture of what to look at: {folder / PICTURE}")
    if ruleset is None or any(fault.severity == "error" for fault in faults):
        return 1
    codes = [code for code in ruleset.names() if "/" not in code]
    size = f"{count(len(ruleset.powers), 'power')}, {count(len(codes), 'province')}"
    show(f"{folder}: {ruleset.title}, {size}")
    show(f"play it: theatrum new GAME --ruleset {folder.name}")
    return 0


def _read(source: Path | None, name: str, base: str) -> tuple[dict[str, str], list[str]]:
    """The files of a new variant, and remarks on them."""
    from generator.authoring.folder import edition, example, from_drawing

    if base != "standard":
        if source is not None:
            raise UsageError(
                "an edition already has its board: leave out --from", text=f"--from {source}"
            )
        return edition(name, base), []
    if source is None:
        return example(name), []
    given: Foreign
    if source.suffix.lower() == ".svg":
        given = from_drawing(source, name)
    elif source.suffix.lower() == ".map":
        from generator.authoring.dpjudge import read_map

        given = read_map(source)
    elif source.suffix.lower() == ".xml":
        from generator.authoring.jdip import read_variant

        given = read_variant(source, name)
    else:
        hint = "a drawing (.svg), a map of DPjudge (.map), or the variants.xml of jDip"
        raise UsageError("cannot be turned into a variant", text=str(source), hint=hint)
    return given.files(), given.notes


_TRUTH = {"true": True, "yes": True, "false": False, "no": False}


def parse_options(ruleset: Ruleset[Any], given: Iterable[str]) -> dict[str, Any]:
    """The options in `K=V` texts. Raises UsageError for an option or value that the ruleset does
    not know."""
    options: dict[str, Any] = {}
    for text in given:
        name, equals, written = text.partition("=")
        if not equals:
            raise UsageError("not an option", text=text, hint="write --option NAME=VALUE")
        option = ruleset.options.get(name)
        value: Any = written
        if option is not None and type(option.default) is bool:
            value = _TRUTH.get(written, written)
        elif option is not None and type(option.default) is int:
            value = int(written) if written.lstrip("-").isdecimal() else written
        elif option is not None and type(option.default) is list:
            items = [item.strip() for item in written.split(",") if item.strip()]
            value = value_in(written) if written.startswith("[") else items
        try:
            check_option(ruleset, name, value)
        except GameError as error:
            raise UsageError(error.problem, text=text, hint=error.hint) from error
        options[name] = value
    return options


def parse_players(given: Iterable[str]) -> dict[str, str]:
    """The players in texts like `austria=Anna,france=Ben`. Raises UsageError."""
    players: dict[str, str] = {}
    for text in given:
        for pair in text.split(","):
            power, equals, name = (part.strip() for part in pair.partition("="))
            if not equals or not power or not name:
                raise UsageError("not a player", text=pair, hint="write --players POWER=NAME,...")
            players[power] = name
    return players
