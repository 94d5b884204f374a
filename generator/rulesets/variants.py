"""Variants: folders of data that are played on the base of another ruleset.

    variants/tarn/ruleset.toml   title, powers, and what is otherwise than in the base
    variants/tarn/board.toml     provinces and borders, where the base is Diplomacy
    variants/tarn/rules.toml     rules beside those of the base; may be left out
    variants/tarn/map.json       the map, which `theatrum ruleset check` draws

A game has all of it in its variant.toml, as it was when the game began, and is played by that: a
variant may change while a game of it lasts.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import tomli

from generator.engine.errors import FileError, GameError, Place, TheatrumError
from generator.engine.ruleset import Ruleset
from generator.rulesets import (
    FOLDERS,
    VARIANT_FILE,
    VARIANT_FOLDER,
    VARIANTS,
    Variant,
    get_ruleset,
    is_built_in,
)

RULESET: Final = "ruleset.toml"
MAP: Final = "map.json"
PARTS: Final = (RULESET, "board.toml", "rules.toml", MAP)
"""The files of a variant that affect its games; all but the first may be missing."""
_NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_COLOR: Final = re.compile(r"#[0-9A-Fa-f]{6}")
_HEAD: Final = "# The variant as it was when the game began. The game is played by this.\n"


def know_variants(games: Path) -> None:
    """Make the variants of these games known, in place of those of other games; variants beside the
    games become known on request."""
    found: dict[str, Variant] = {}
    for name in sorted(os.listdir(games)) if games.is_dir() else ():
        if (games / name / VARIANT_FILE).is_file():
            with suppress(TheatrumError):  # reported for the game when it is opened
                variant_in(games / name / VARIANT_FILE, found)
    # At once: the local page builds the site while it runs commands.
    VARIANTS.clear()
    VARIANTS.update(found)
    FOLDERS[:] = [games.parent / VARIANT_FOLDER]


def know_folder(folder: Path) -> Ruleset[Any]:
    """The variant in a folder. Raises FileError."""
    return know(folder.name, texts_of(folder))


def texts_of(folder: Path) -> dict[str, str]:
    """The files of a variant's folder. Raises FileError where one cannot be read."""
    try:
        files = {name: folder / name for name in PARTS}
        return {name: file.read_text("utf-8") for name, file in files.items() if file.is_file()}
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"cannot be read ({error})", place=Place(str(folder))) from None


def changed_since(ruleset: str) -> bool:
    """Whether the folder of a variant has other files than the games of the variant."""
    known = VARIANTS[ruleset]
    folders = [root / known.name for root in FOLDERS if (root / known.name / RULESET).is_file()]
    return any(texts_of(folder) != known.texts for folder in folders)


def map_text(board: str) -> str:
    """The map of a variant's board, or "" if it has no map. A board has the name of its variant."""
    return VARIANTS[board].texts.get(MAP, "") if board in VARIANTS else ""


def in_one_file(name: str, texts: Mapping[str, str]) -> str:
    """The files of a variant of that name as the one file that a game has."""
    import tomli_w

    tables = {"name": name, "files": {part: texts[part] for part in PARTS if part in texts}}
    return _HEAD + tomli_w.dumps(tables, multiline_strings=True)


def variant_in(file: Path, known: dict[str, Variant] = VARIANTS) -> Ruleset[Any]:
    """The ruleset in the variant.toml of a game, which is `known` from then on. Raises
    FileError."""
    try:
        data = tomli.loads(file.read_text(encoding="utf-8"))
        name, texts = data["name"], data["files"]
        if not all(isinstance(text, str) for text in (name, *texts.values())):
            raise TypeError("a value is not a text")
        if not _NAME.fullmatch(name) or is_built_in(name):
            raise ValueError(f"{name!r} cannot be its name")
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        hint = "theatrum new wrote it; restore it from git"
        raise FileError(f"is not a variant ({error})", place=Place(str(file)), hint=hint) from None
    return know(name, texts, known)


def know(name: str, texts: Mapping[str, str], known: dict[str, Variant] = VARIANTS) -> Ruleset[Any]:
    """Make a variant known, and return it. If another one has the name, or had other files, a
    number made from its files is added to the name."""
    from hashlib import sha256

    files = tuple(sorted(texts.items()))
    for id in (name, f"{name}-{sha256(repr(files).encode()).hexdigest()[:6]}"):
        if id not in known:
            known[id] = _make(name, id, files)
        if known[id].texts == texts:
            break
    return known[id].ruleset


@lru_cache(maxsize=32)
def _make(called: str, name: str, files: tuple[tuple[str, str], ...]) -> Variant:
    texts = MappingProxyType(dict(files))
    base = base_named(read_part(name, texts, RULESET))
    if is_of_diplomacy(base):
        # By its name, because the desk of another game does not need the module.
        module = import_module("generator.rulesets.standard.ruleset")
        made: Ruleset[Any] = module.StandardRuleset(name, texts)
    else:
        made = _edition(name, get_ruleset(base), texts)
    return Variant(called, made, base, texts)


def base_named(tables: Mapping[str, Any]) -> str:
    """The base in the ruleset.toml of a variant. Raises GameError if there is no such base."""
    base = str(tables.get("base", "standard"))
    if not is_built_in(base) or base == "westphalia":
        hint = "base is standard or an edition of Europe, as europe-1619"
        raise GameError(f"a variant cannot be built on {base}", hint=hint)
    return base


def is_of_diplomacy(base: str) -> bool:
    return base == "standard"


def read_part(name: str, texts: Mapping[str, str], part: str) -> dict[str, Any]:
    """A file of a variant as tables. Raises FileError."""
    if part not in texts:
        raise FileError("is missing", place=Place(f"{name}/{part}"))
    try:
        return tomli.loads(texts[part])
    except tomli.TOMLDecodeError as error:
        raise FileError(str(error), place=Place(f"{name}/{part}")) from None


def _edition(name: str, base: Ruleset[Any], texts: Mapping[str, str]) -> Ruleset[Any]:
    """An edition of Europe with entries of its facts, and defaults of its options, replaced."""
    given = read_part(name, texts, RULESET)
    options = given.pop("options", {})
    given.pop("base", None)
    made = base.with_tables({**overlaid(base.fact_tables, given), "id": name})
    for power, facts in made.powers.items():
        colors = (facts.color, facts.tint or facts.color)
        if not _NAME.fullmatch(power) or not all(map(_COLOR.fullmatch, colors)):
            problem = f"powers.{power} cannot be: an id in small letters, colors such as #a63229"
            raise FileError(problem, place=Place(f"{name}/{RULESET}"))
    defaults = {option: row["default"] for option, row in options.items()}
    try:
        return made.with_defaults(defaults)
    except GameError as error:
        raise FileError(error.problem, place=Place(f"{name}/{RULESET}"), hint=error.hint) from None


def overlaid(tables: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Tables with the entries that are given in their places; a table is entered, anything else
    is replaced."""
    merged = dict(tables)
    for key, value in given.items():
        there = merged.get(key)
        inside = isinstance(value, Mapping) and isinstance(there, Mapping)
        merged[key] = overlaid(there or {}, value) if inside else value
    return merged
