"""Copies of the program in which a walkthrough may change files."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.guide.walking import ROOT

COPIED = ("generator", "mapsvg", "themes", "site", "games", "tests", "pyproject.toml")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with its tests, as it is."""
    root = tmp_path_factory.mktemp("contributing") / "theatrum"
    root.mkdir()
    skipped = shutil.ignore_patterns("__pycache__", ".*", "_site")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, root / name, ignore=skipped)
        else:
            shutil.copy(ROOT / name, root / name)
    return root


@pytest.fixture
def copy(program: Path, tmp_path: Path) -> Path:
    """A tree in which files may be changed: all that is not changed is linked, not copied."""
    root = tmp_path / "theatrum"
    shutil.copytree(program, root, copy_function=os.link)
    return root
