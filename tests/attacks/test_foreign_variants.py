"""Damaged variants of other programs: what is wrong is said, and no damage ends in a traceback."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from generator.authoring.checks import check_files
from generator.authoring.dpjudge import read_map
from generator.authoring.folder import Foreign
from generator.authoring.jdip import read_variant
from generator.engine.errors import TheatrumError
from tests.authoring.test_dpjudge import MAP
from tests.authoring.test_jdip import ADJACENCY, DRAWING, VARIANTS

_FILES = {
    "variants.xml": VARIANTS,
    "lake_adjacency.xml": ADJACENCY,
    "lake.svg": DRAWING,
    "two_lakes.map": MAP,
}
_PARTS = {".xml": r' \w+="[^"]*"', ".svg": r' \w+="[^"]*"', ".map": r"\S+"}


def _damaged(text: str, part: str) -> Iterator[str]:
    """The text without each of its lines, and with each part left out or put out of order."""
    lines = text.split("\n")
    yield from ("\n".join(lines[:at] + lines[at + 1 :]) for at in range(len(lines)))
    for found in re.finditer(part, text):
        key, is_attribute, _ = found[0].partition('="')
        for value in ("", "../x", "é 7", "X"):
            other = f'{key}="{value}"' if is_attribute else value
            yield text[: found.start()] + other + text[found.end() :]


@pytest.mark.parametrize("name", _FILES)
def test_damage_is_named(tmp_path: Path, name: str) -> None:
    source, folder = tmp_path / "source", tmp_path / "made"
    source.mkdir()
    folder.mkdir()
    for file, text in _FILES.items():
        (source / file).write_text(text, encoding="utf-8")
    read: Callable[[], Foreign] = (
        (lambda: read_map(source / name))
        if name.endswith(".map")
        else (lambda: read_variant(source / "variants.xml", "two-lakes"))
    )
    refused = 0
    for text in _damaged(_FILES[name], _PARTS[Path(name).suffix]):
        (source / name).write_text(text, encoding="utf-8")
        try:
            for file, made in read().files().items():
                (folder / file).write_text(made, encoding="utf-8")
            check_files(folder)
        except TheatrumError:
            refused += 1
    assert refused
