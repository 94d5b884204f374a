"""Folders of variants, each in a repository of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.authoring.folder import example
from generator.cli import main
from generator.rulesets import FOLDERS, VARIANTS


@pytest.fixture(autouse=True)
def unknown_variants() -> Iterator[None]:
    """A process knows variants for as long as it lives: those of a test end with it."""
    yield
    VARIANTS.clear()
    FOLDERS.clear()


class Repository:
    """A referee's repository, whose commands are run."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "games").mkdir()
        (root / "variants").mkdir()

    def run(self, *words: str) -> int:
        return main(["--games", str(self.root / "games"), *words])

    def path(self, name: str) -> Path:
        return self.root / name

    def variant(self, name: str, *changes: tuple[str, str, str]) -> Path:
        """The example under a name, with changes: a file, what stands there, and what instead."""
        folder = self.root / "variants" / name
        folder.mkdir()
        files = example(name)
        for file, old, new in changes:
            assert old in files[file], f"{file} has no {old}"
            files[file] = files[file].replace(old, new, 1)
        for file, text in files.items():
            (folder / file).write_text(text, encoding="utf-8")
        return folder


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)
