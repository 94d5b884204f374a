"""The kit of the desk: what a browser needs to run the program, made once and kept.

    set_up             packages fetched and checked, the library compiled      theatrum build --desk
    find_kit           the kit as it is kept, or none                           theatrum build
      Kit.read         pyodide.mjs, pyodide.asm.mjs, pyodide.asm.wasm, library.zip
      Kit.pack         a pack of the program, compiled by this very runtime

The name of a kit is a digest of all that it is made from, so that a new version of the program
makes its own, and leaves an old one untouched. Packs are kept in it, by their contents.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal

import tomli
from msgspec import Struct

from generator.engine.errors import GameError
from generator.kit.packages import cache_folder, has_node, node_command, npm_files, packages
from generator.kit.program import digest_of, program_files, ruleset_files, zipped

PROGRAM: Final = "program"
"""The name of the pack that every game needs."""
_HERE: Final = Path(__file__).parent
_COMPILE: Final = _HERE / "compile.mjs"
_LIBRARY: Final = _HERE / "library.toml"
_PACKAGES: Final = "packages.toml"
_STANDARD: Final = "python_stdlib.zip"
_LOCK: Final = "lock.json"
_RUNTIME: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
_LIBRARY_ZIP: Final = "library.zip"
_SIZE: Final = "size"
WHOLE: Final = (*_RUNTIME, _STANDARD, _LIBRARY_ZIP, _LOCK, _SIZE)
"""The files of a kit that is complete."""
_SECONDS: Final = 300


class Kit(Struct, frozen=True):
    """A kit that is complete. `folder` holds its files, `fetched` the packages as they came."""

    folder: Path
    fetched: Path
    digest: str

    @property
    def version(self) -> str:
        return packages().npm["pyodide"].version

    @property
    def files(self) -> tuple[str, ...]:
        """The names of the runtime's files: they are the same for all sites and games."""
        return (*_RUNTIME, _LIBRARY_ZIP)

    @property
    def lock(self) -> dict[str, Any]:
        """The facts about itself that the runtime needs at its start."""
        lock: dict[str, Any] = json.loads(self.read(_LOCK))
        return lock

    @property
    def sent(self) -> int:
        """How much a browser is sent of the runtime, compressed as hosts do."""
        return int(self.read(_SIZE))

    def read(self, name: str) -> bytes:
        """A file of the runtime."""
        return (self.folder / name).read_bytes()

    def pack(self, name: str) -> bytes:
        """The pack of that name: PROGRAM, or the id of a ruleset. Raises GameError and FileError
        where it cannot be made."""
        files = program_files(self.fetched) if name == PROGRAM else ruleset_files(name)
        kept = self.folder / "packs" / f"{name}-{digest_of(files)[:24]}.gz"
        if not kept.is_file():
            for old in kept.parent.glob(f"{name}-*.gz"):
                # Packs of rulesets whose names begin alike are others' packs.
                if len(old.name) == len(kept.name):
                    old.unlink(missing_ok=True)
            _write(kept, _compiled(self.folder, files, "pack"))
        return kept.read_bytes()


def find_kit(folder: Path | None = None) -> Kit | None:
    """The kit in a folder of kept files, that of this user by default; None where it has not been
    set up, or where nothing can be made with it."""
    top = cache_folder() if folder is None else folder
    kit = _kit_in(top)
    is_whole = all((kit.folder / name).is_file() for name in WHOLE)
    return kit if is_whole and has_node() else None


def set_up(folder: Path | None = None) -> Kit:
    """The kit, made if it is not there. Raises GameError where something cannot be fetched, and
    FileError where it is not as it should be; then nothing has changed."""
    found = find_kit(folder)
    if found is not None:
        return found
    top = cache_folder() if folder is None else folder
    kit = _kit_in(top)
    runtime = npm_files("pyodide", kit.fetched)
    program_files(kit.fetched)  # what it needs is fetched now, not by a build
    kit.folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kit.folder.parent) as staging:
        made = Path(staging, "kit")
        made.mkdir()
        for name in (*_RUNTIME, _STANDARD):
            (made / name).write_bytes(runtime[name])
        # The lock lists none of the packages that the runtime could load: it looks nothing up
        # anywhere.
        lock = {**json.loads(runtime["pyodide-lock.json"]), "packages": {}}
        (made / _LOCK).write_text(json.dumps(lock), encoding="utf-8")
        library = _compiled(made, _library(made / _STANDARD), "zip")
        (made / _LIBRARY_ZIP).write_bytes(library)
        size = sum(len(gzip.compress(runtime[name], 6)) for name in _RUNTIME) + len(library)
        (made / _SIZE).write_text(str(size), encoding="utf-8")
        if kit.folder.exists():
            shutil.rmtree(kit.folder)  # one that is not whole
        os.rename(made, kit.folder)
    return kit


def _kit_in(top: Path) -> Kit:
    made_of = (_COMPILE, _LIBRARY, *(_HERE / file for file in (*_instead().values(), _PACKAGES)))
    digest = digest_of({path.name: path.read_bytes() for path in made_of})
    return Kit(top / "desk" / digest[:24], top / "packages", digest)


def _listed() -> dict[str, Any]:
    return tomli.loads(_LIBRARY.read_text(encoding="utf-8"))


def _instead() -> dict[str, str]:
    """Modules of the library, each with the file here that replaces it."""
    files: dict[str, str] = _listed()["instead"]
    return files


def _library(standard: Path) -> dict[str, bytes]:
    """The modules of the standard library that the desk needs. Raises GameError for one that the
    runtime does not have."""
    from zipfile import ZipFile

    wanted: list[str] = _listed()["modules"]
    instead = _instead()
    files = {}
    with ZipFile(standard) as library:
        there = set(library.namelist())
        for name in wanted:
            path = name.replace(".", "/")
            places = (f"{path}/__init__.py", f"{path}.py")
            file = next((place for place in places if place in there), "")
            if not file:
                raise GameError(f"the library of the desk has no module {name}")
            own = instead.get(name)
            files[file] = library.read(file) if own is None else (_HERE / own).read_bytes()
    return files


def _compiled(runtime: Path, files: Mapping[str, bytes], form: Literal["zip", "pack"]) -> bytes:
    """The files, modules compiled, as one file of that form. Raises GameError if it fails."""
    with tempfile.TemporaryDirectory() as folder:
        given, out = Path(folder, "given.zip"), Path(folder, "out")
        given.write_bytes(zipped(files))
        command = [*node_command("node"), str(_COMPILE), str(runtime), str(given), str(out), form]
        try:
            done = subprocess.run(
                command, capture_output=True, encoding="utf-8", errors="replace", timeout=_SECONDS
            )
            if done.returncode == 0:
                return out.read_bytes()
            lines = done.stderr.strip().splitlines()
            said = lines[-1] if lines else "no reason given"
        except (OSError, subprocess.SubprocessError) as error:
            said = str(error)
    raise GameError("the program of the desk cannot be compiled", hint=said)


def _write(file: Path, data: bytes) -> None:
    """Put a file in place as a whole; another process may be making the same one."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as part:
        part.write(data)
    os.replace(part.name, file)
