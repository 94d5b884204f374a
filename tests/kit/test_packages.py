"""Packages of others come by name, and are used only if they are the ones that are listed."""

from __future__ import annotations

import base64
import hashlib
import io
import subprocess
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

from generator.engine.errors import FileError, GameError
from generator.kit import packages as module
from generator.kit.packages import NpmPackage, Packages, Wheel, npm_files, packages, wheel_files


def tar(files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return made.getvalue()


def integrity(data: bytes) -> str:
    return "sha512-" + base64.b64encode(hashlib.sha512(data).digest()).decode()


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[list[str]]:
    """A list of one package of npm and one wheel; gives the commands that fetch them."""
    archive = tar({"lib/a.mjs": b"export {};\n"})
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as files:
        files.writestr("b/__init__.py", "B = 1\n")
    wheel = made.getvalue()
    found = Packages(
        npm={"@some/a": NpmPackage("1.0.0", integrity(archive), "MIT")},
        wheel={"b": Wheel("2.0", "314", "wasm", hashlib.sha256(wheel).hexdigest(), "MIT")},
    )
    commands: list[list[str]] = []

    def run(command: list[str], cwd: str, **options: Any) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        name = "b-2.0.whl" if "pip" in command else "some-a-1.0.0.tgz"
        Path(cwd, name).write_bytes(wheel if "pip" in command else archive)
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(module, "packages", lambda: found)
    monkeypatch.setattr("generator.kit.packages.node_command", lambda tool: (tool,))
    monkeypatch.setattr("generator.kit.packages.subprocess.run", run)
    return commands


def test_a_package_of_npm_is_fetched_once_by_its_version(
    listed: list[list[str]], tmp_path: Path
) -> None:
    for _ in range(2):
        assert npm_files("@some/a", tmp_path) == {"lib/a.mjs": b"export {};\n"}
    assert listed == [["npm", "pack", "@some/a@1.0.0", "--ignore-scripts", "--silent"]]


def test_a_wheel_is_fetched_for_the_python_of_the_desk(
    listed: list[list[str]], tmp_path: Path
) -> None:
    assert wheel_files("b", tmp_path) == {"b/__init__.py": b"B = 1\n"}
    (command,) = listed
    assert "b==2.0" in command
    assert command[command.index("--platform") + 1] == "wasm"


@pytest.mark.parametrize("name", ["@some/a", "b"])
def test_a_file_with_another_hash_is_refused_and_removed(
    listed: list[list[str]], tmp_path: Path, name: str
) -> None:
    read = npm_files if "/" in name else wheel_files
    read(name, tmp_path)
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes() + b"x")
    with pytest.raises(FileError, match="its hash is another"):
        read(name, tmp_path)
    assert not file.exists()


def test_what_cannot_be_fetched_leaves_nothing(
    listed: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(command: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 1, "", "npm error network\n")

    monkeypatch.setattr("generator.kit.packages.subprocess.run", run)
    with pytest.raises(GameError, match="npm error network"):
        npm_files("@some/a", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_every_listed_package_has_a_hash_and_a_licence() -> None:
    listed = packages()
    assert set(listed.npm) >= {"pyodide"}
    for package in listed.npm.values():
        assert len(base64.b64decode(package.integrity.removeprefix("sha512-"))) == 64
    for wheel in listed.wheel.values():
        assert len(bytes.fromhex(wheel.sha256)) == 32
    assert all(one.licence for one in [*listed.npm.values(), *listed.wheel.values()])
