"""Files as they are read: as long as they are, and in the TOML that all of the program knows."""

from __future__ import annotations

import os
import sys
import tomllib
from pathlib import Path

import pytest
import tomli

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
BROKEN = [
    "x = \n",
    "x\n",
    "x = 1 y = 2\n",
    "[a\n",
    "[[a]\n",
    "[a]\n[a]\n",
    "a = 1\na = 2\n",
    "a.b = 1\n[a.b]\n",
    'x = "',
    "x = '''\n",
    "x = [1, 2",
    "x = {a = 1",
    "x = {a = 1, a = 2}\n",
    "x = 1979-13-01\n",
    "x = 0xg\n",
    'x = "\\ud800"\n',
    "x = 1\ry = 2\n",
    "x = 'a\0'\n",
    "# \x7f\n",
    "é = 1\n",
    "\ufeffx = 1\n",
]
SOUND = [
    "x = 1\r\ny = '''a\r\nb'''\r\n",
    "x = [1_000, 0xff, 0o17, 0b11, +1, -0, 1e3, inf, nan, true]\n",
    "x = \"\\u00e9\\U0001F600\\t\"\ny = ''''a''''\nz = \"\"\"\\\n  a\"\"\"\n",
    "x = 1979-05-27T07:32:00.5+01:00\ny = 07:32:00\nz = 1979-05-27\n",
    "[[a]]\nb.c = 1\n[[a]]\n[a.d]\n'e f' = {g = [], h = {}}\n",
]


@pytest.mark.parametrize(("text", "column"), NEWER)
def test_newer_toml_is_refused(text: str, column: int) -> None:
    """Our places in texts know TOML 1.0, and so do the tools of most people who read a game."""
    with pytest.raises(FileError) as caught:
        parse_toml(text, FILE)
    assert caught.value.place is not None
    assert (caught.value.place.line, caught.value.place.column) == (1, column)


@pytest.mark.skipif(sys.version_info >= (3, 15), reason="Python's own reader takes newer TOML")
@pytest.mark.parametrize("text", BROKEN)
def test_broken_toml_is_called_what_python_calls_it(text: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as meant:
        tomllib.loads(text)
    with pytest.raises(tomli.TOMLDecodeError) as caught:
        tomli.loads(text)
    assert str(caught.value) == str(meant.value)


@pytest.mark.parametrize("text", SOUND)
def test_values_are_those_that_python_reads(text: str) -> None:
    assert repr(parse_toml(text, FILE).data) == repr(tomllib.loads(text))


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
