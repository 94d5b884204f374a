"""Rulesets by their ids. A ruleset of another package comes in through an entry point, a variant
through its folder (`variants`)."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from generator.engine.errors import GameError
from generator.engine.ruleset import Ruleset
from generator.engine.words import closest

GROUP: Final = "theatrum.rulesets"

# They are also found if the package runs from a checkout that was never installed.
_BUILT_IN: Final = MappingProxyType(
    {
        "europe-1615-v3": "generator.rulesets.europe_1615_v3:RULESET",
        "europe-1615-v7": "generator.rulesets.europe_1615_v7:RULESET",
        "europe-1619": "generator.rulesets.europe_1619:RULESET",
        "europe-1619-draft": "generator.rulesets.europe_1619_draft:RULESET",
        "standard": "generator.rulesets.standard:RULESET",
        "westphalia": "generator.rulesets.westphalia.ruleset:RULESET",
    }
)


class Variant(NamedTuple):
    """A known variant. `name` is that of its folder, `base` the id of the ruleset that it is built
    on; `texts` are its files, by their names."""

    name: str
    ruleset: Ruleset[Any]
    base: str
    texts: Mapping[str, str]


VARIANT_FOLDER: Final = "variants"
"""The folder of variants, beside that of the games."""
VARIANT_FILE: Final = "variant.toml"
"""The variant of a game, in the game's folder."""
VARIANTS: Final[dict[str, Variant]] = {}
"""The variants that are known to this process, by their ids: `variants` adds them."""
FOLDERS: Final[list[Path]] = []
"""The folder to search for variants that are not known yet, if there is one."""


@cache
def _entries() -> MappingProxyType[str, str]:
    """The place of each ruleset, as `module:name`, sorted by id; the built-in ones take
    precedence."""
    found: dict[str, str] = {}
    if any(map(_may_bring_rulesets, sys.path)):
        # Importing it takes as long as adjudicating a phase, and the built-in rulesets do without.
        from importlib.metadata import entry_points

        found |= {point.name: point.value for point in entry_points(group=GROUP)}
    found |= _BUILT_IN
    return MappingProxyType({name: found[name] for name in sorted(found)})


def _may_bring_rulesets(place: str) -> bool:
    """Whether a package at a place of sys.path, other than this one, speaks of rulesets among its
    entry points. A place that is not a folder, such as a zip file, may hold any."""
    try:
        names = os.listdir(place or os.curdir)
    except OSError:
        return os.path.isfile(place)
    for name in names:
        low = name.lower()
        if low.endswith(("dist-info", "egg-info")) and not low.startswith("theatrum-"):
            try:
                with open(os.path.join(place, name, "entry_points.txt"), encoding="utf-8") as file:
                    if GROUP in file.read():
                        return True
            except (FileNotFoundError, NotADirectoryError):  # most packages have none
                continue
            except (OSError, UnicodeDecodeError):  # its reader reports what is wrong with it
                return True
    return False


def ruleset_ids() -> tuple[str, ...]:
    """The ids of all rulesets, sorted. Imports none of them."""
    return tuple(sorted({*_entries(), *VARIANTS}))


def variant_names() -> tuple[str, ...]:
    """The variants beside the games, whether or not they are known yet."""
    folders = (folder for root in FOLDERS if root.is_dir() for folder in sorted(root.iterdir()))
    return tuple(folder.name for folder in folders if (folder / "ruleset.toml").is_file())


def is_built_in(ruleset: str) -> bool:
    """Whether a ruleset comes with the program."""
    return ruleset in _BUILT_IN


def base_of(ruleset: str) -> str:
    """The id of the ruleset on which a variant is built; for any other ruleset, its own id."""
    return VARIANTS[ruleset].base if ruleset in VARIANTS else ruleset


def name_of(ruleset: str) -> str:
    """The name of a ruleset in games: the name of a variant, the id of any other."""
    return VARIANTS[ruleset].name if ruleset in VARIANTS else ruleset


def ruleset_entry(ruleset: str) -> str:
    """The place of a ruleset, as `module:name`; for a variant, that of its base. Raises GameError
    for an unknown id."""
    ruleset = base_of(ruleset)
    entries = _BUILT_IN if ruleset in _BUILT_IN else _entries()
    if ruleset not in entries:
        names = (*ruleset_ids(), *variant_names())
        near = closest(ruleset, names, 0.5)
        known = f"rulesets: {', '.join(dict.fromkeys(names))}"
        hint = f"did you mean {near}? {known}" if near else known
        raise GameError(f"there is no ruleset {ruleset}", hint=hint)
    return entries[ruleset]


def get_ruleset(ruleset: str) -> Ruleset[Any]:
    """The ruleset of that id. Raises GameError for an unknown id or one that cannot be loaded."""
    if ruleset in VARIANTS:
        return VARIANTS[ruleset].ruleset
    # By the list of folders: a name from a file is not a path.
    if ruleset not in _BUILT_IN and ruleset in variant_names():
        variants = import_module("generator.rulesets.variants")
        found: Ruleset[Any] = variants.know_folder(FOLDERS[0] / ruleset)
        return found
    return load_ruleset(ruleset)


@cache
def load_ruleset(ruleset: str) -> Ruleset[Any]:
    """The ruleset of the program, or of another package, of that id."""
    module, _, name = ruleset_entry(ruleset).partition(":")
    try:
        found = getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise GameError(f"ruleset {ruleset} cannot be loaded", hint=str(error)) from error
    if not isinstance(found, Ruleset):
        hint = "its class has to extend Ruleset of generator.engine.ruleset"
        raise GameError(f"ruleset {ruleset} cannot be loaded", hint=hint)
    return found


def ruleset_folder(ruleset: str) -> Path:
    """The folder of a ruleset's module, which is not imported; for a variant, that of its base.
    Raises GameError."""
    ruleset = base_of(ruleset)
    entries = _BUILT_IN if ruleset in _BUILT_IN else _entries()
    name = entries.get(ruleset, "").partition(":")[0]
    try:
        spec = find_spec(name) if name else None
    except ImportError:
        spec = None
    if spec is None or spec.origin is None:
        get_ruleset(ruleset)  # which reports what is wrong with it
        raise GameError(f"ruleset {ruleset} has no folder")
    return Path(spec.origin).parent
