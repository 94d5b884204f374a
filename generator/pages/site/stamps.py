"""Stamps of folders, and of the program as a whole: further things that pages depend on."""

from __future__ import annotations

import hashlib
import os
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from generator.engine.errors import BrokenPromise
from generator.pages.base.page import digest
from generator.rulesets import ruleset_folder, ruleset_ids


class Stamp(NamedTuple):
    """The look of a folder from outside: a digest of every file's name, size and times."""

    digest: str
    newest: int


def stamp_folder(folder: Path) -> Stamp:
    """The stamp of a folder, also of one that is not there. Far quicker than reading it; any change
    of a file shows."""
    lines: list[str] = []
    newest = 0
    folders = [str(folder)] if folder.is_dir() else []
    while folders:
        for entry in os.scandir(folders.pop()):
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.path)
            elif entry.name != ".theatrum.lock":
                try:
                    facts = entry.stat()
                except FileNotFoundError:  # a link that leads nowhere
                    lines.append(entry.path)
                    continue
                # The time of the last change of the entry itself cannot be set by hand.
                newest = max(newest, facts.st_mtime_ns, facts.st_ctime_ns)
                times = f"{facts.st_mtime_ns} {facts.st_ctime_ns}"
                lines.append(f"{entry.path}\0{facts.st_ino} {facts.st_size} {times}")
    return Stamp(digest(*sorted(lines)), newest)


@lru_cache(maxsize=1)
def program_digest() -> str:
    """A digest of all code and data of the program: a new version makes every page anew."""
    own = Path(__file__).parents[2]
    packages = [own, _package("mapsvg")]
    for ruleset in ruleset_ids():
        folder = ruleset_folder(ruleset)
        if own not in folder.parents:
            packages.append(folder)
    seen = hashlib.sha256()
    for package in packages:
        for file in _program_files(package):
            seen.update(f"{file[len(str(package)) :]}\0".encode())
            # Some five hundred files are read by every build: without a buffer and a path for each.
            with open(file, "rb", buffering=0) as stream:
                seen.update(hashlib.sha256(stream.read()).digest())
    return seen.hexdigest()


def _package(name: str) -> Path:
    """The folder of a package, which is not imported for it."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise BrokenPromise(f"the package {name} is missing")
    return Path(spec.origin).parent


def _program_files(package: Path) -> list[str]:
    """Code and data, without themes (their files are inputs of their own) and compiled code."""
    wanted = (".py", ".toml", ".json", ".css", ".mjs", ".ttf")
    found: list[str] = []
    folders = [str(package)]
    while folders:
        for entry in os.scandir(folders.pop()):
            if entry.is_dir():
                if entry.name not in ("_themes", "__pycache__", "workshop"):
                    folders.append(entry.path)
            elif entry.name.endswith(wanted):
                found.append(entry.path)
    return sorted(found)
