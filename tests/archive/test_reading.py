"""Files as they are read: as long as they are, and in the TOML that all of the program knows."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from generator.archive.files.reading import parse_toml, read_bytes
from generator.engine.errors import FileError

FILE = Path("x.toml")
UNTOLD = Path("/proc/self/status")

NEWER = [
    ("x = {\n a = 1 }\n", 6),
    ("x = { a = 1, }\n", 14),
    ('x = "\\e"\n', 8),
    ('x = "\\x41"\n', 8),
    ("x = 2024-05-23T10:00\n", 15),
]


@pytest.mark.parametrize(("text", "column"), NEWER)
def test_newer_toml_is_refused(text: str, column: int) -> None:
    """Our places in texts know TOML 1.0, and so do the tools of most people who read a game."""
    with pytest.raises(FileError) as caught:
        parse_toml(text, FILE)
    assert caught.value.place is not None
    assert (caught.value.place.line, caught.value.place.column) == (1, column)


@pytest.mark.parametrize("size", [0, 1, 9, 10])
def test_a_file_within_its_limit_is_read_whole(size: int, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"a" * size)
    assert read_bytes(path, 10) == b"a" * size


@pytest.mark.parametrize("size", [11, 12, 10_000])
def test_a_file_beyond_its_limit_is_refused(size: int, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"a" * size)
    with pytest.raises(FileError, match="is too long"):
        read_bytes(path, 10)


@pytest.mark.skipif(not UNTOLD.exists(), reason="needs /proc")
def test_a_file_that_is_longer_than_it_says_is_read_to_its_end() -> None:
    assert os.stat(UNTOLD).st_size == 0
    assert read_bytes(UNTOLD).startswith(b"Name:")
    assert read_bytes(UNTOLD).endswith(b"\n")
    with pytest.raises(FileError, match="is too long"):
        read_bytes(UNTOLD, 10)
