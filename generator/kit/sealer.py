"""The sealer of the desk: the script that seals letters in a browser, made once and kept.

    set_up_sealer   packages fetched and checked, made into one script by esbuild
    find_sealer     the script as it is kept, or None

The licences of the packages stand at its head. It is named by a digest of all that it is made from:
a new version of a package makes its own.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from generator.engine.errors import GameError
from generator.kit.node import node_command, node_settings
from generator.kit.packages import cache_folder, npm_files, packages

_HERE: Final = Path(__file__).parent
_SOURCES: Final = ("bundle.mjs", "nothing.mjs", "sealer.mjs")
_PARTS: Final = (
    "age-encryption", "@noble/ciphers", "@noble/curves", "@noble/hashes", "@scure/base",
)  # fmt: skip
_ESBUILD: Final = "esbuild-wasm"
_SECONDS: Final = 300
_FORM: Final = "licences at the head"
"""Changes when the same packages and sources become another script."""


def find_sealer(folder: Path | None = None) -> bytes | None:
    """The script in a folder of kept files, that of this user by default; None where it has not
    been set up."""
    file = _file(cache_folder() if folder is None else folder)
    return file.read_bytes() if file.is_file() else None


def set_up_sealer(folder: Path | None = None) -> bytes:
    """The script, made if it is not there. Raises GameError where a package cannot be fetched or
    the script cannot be made, and FileError for a package that is not the one that is listed; then
    nothing is kept."""
    top = cache_folder() if folder is None else folder
    file = _file(top)
    if not file.is_file():
        script = _bundled(top / "packages")
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as part:
            part.write(script)
        os.replace(part.name, file)
    return file.read_bytes()


def _file(top: Path) -> Path:
    from hashlib import sha256

    listed = [f"{name} {packages().npm[name].integrity}" for name in (*_PARTS, _ESBUILD)]
    sources = [(_HERE / name).read_text(encoding="utf-8") for name in _SOURCES]
    digest = sha256("\0".join((_FORM, *listed, *sources)).encode()).hexdigest()
    return top / "desk" / f"sealer-{digest[:24]}.js"


def _bundled(fetched: Path) -> bytes:
    """One script of the packages. Raises GameError and FileError."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        for name in (*_PARTS, _ESBUILD):
            for path, data in npm_files(name, fetched).items():
                file = work / "node_modules" / name / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data)
        for name in _SOURCES:
            (work / name).write_bytes((_HERE / name).read_bytes())
        esbuild = work / "node_modules" / _ESBUILD / "lib" / "main.js"
        sources = [str(work / name) for name in ("sealer.mjs", "nothing.mjs")]
        out = work / "sealer.js"
        command = [
            *node_command("node"),
            str(work / "bundle.mjs"),
            str(esbuild),
            *sources,
            str(out),
        ]
        try:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                env=node_settings(),
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=_SECONDS,
            )
            if done.returncode == 0:
                return _notice(work).encode() + out.read_bytes()
            lines = done.stderr.strip().splitlines()
            # The last lines are those of Node's own version and of where it happened.
            told = (line for line in lines if "Error" in line)
            said = next(told, lines[-1] if lines else "no reason given")
        except (OSError, subprocess.SubprocessError) as error:
            said = str(error)
    raise GameError("the script that seals letters cannot be made", hint=said)


def _notice(work: Path) -> str:
    """The licences of the packages, as a remark."""
    parts = []
    for name in _PARTS:
        text = (work / "node_modules" / name / "LICENSE").read_text(encoding="utf-8")
        parts.append(f"{name} {packages().npm[name].version}\n\n{text.strip()}")
    return "/* {} */\n".format("\n\n\n".join(parts).replace("*/", "* /"))
