"""TOML that is small to write and large to read: refused in a line, in little time and room."""

from __future__ import annotations

import re
import threading
import time
from pathlib import Path

import pytest

from generator.archive.files.reading import (
    DEEPEST,
    LONGEST_ORDERS,
    LONGEST_PRESS,
    LONGEST_SETTINGS,
    LONGEST_STATE,
    parse_toml,
)
from generator.cli import main
from generator.engine.errors import FileError
from generator.pages.base.settings import read_settings
from tests.archive.games import command

Capture = pytest.CaptureFixture[str]

BOMBS = {
    "arrays": "x = " + "[" * 50_000 + "]" * 50_000,
    "arrays below the depth of Python's stack": "x = " + "[" * 90 + "]" * 90,
    "inline tables": "x = " + "{a = " * 50_000 + "1" + "}" * 50_000,
    "arrays and tables in turn": "x = " + "[{a = " * 50_000 + "1" + "}]" * 50_000,
    "unclosed tables": "x = " + "{a = " * 50_000,
    "as deep as tomli reads": "x = " + "{a = " * 400 + "1" + "}" * 400,
    "dotted keys within each other": "x = " + f"{{{'.'.join('a' * 40)} = " * 399 + "1" + "}" * 399,
    "dotted key": ".".join("a" * 200_000) + " = 1",
    "dotted key with quotes": ". ".join(['"a"'] * 50_000) + " = 1",
    "dotted header": "[" + ".".join("a" * 200_000) + "]",
    "dotted headers": "".join(f"[{'.'.join('a' * 60)}.b{n}]\n" for n in range(2000)),
    "array of tables": "[[" + ".".join("a" * 50_000) + "]]",
    "decimal": "x = " + "9" * 100_000,
    "hexadecimal": "x = 0x" + "f" * 100_000,
    "number as format": "format = 0x" + "f" * 10_000,
    "keys": "".join(f"k{n} = 1\n" for n in range(100_000)),
    "tables": "".join(f"[t{n}]\n" for n in range(50_000)),
    "array tables": "[[ruling]]\n" * 50_000,
    "long key": "a" * 500_000 + " = 1",
    "long string": 'x = "' + "a" * 900_000 + '"',
    "long list": "x = [" + "1," * 300_000 + "]",
    "unclosed strings": 'x = """\\' + '"""\\' * 100_000,
    "unclosed array": "x = [" * 50_000,
    "escapes": 'x = "' + "\\u0041" * 100_000 + '"',
    "dots": "." * 500_000,
    "spaced dots": "a" + " ." * 200_000,
    "NUL": "x = \0",
    "carriage returns": "\r" * 300_000,
}
PLACES = (
    "game.toml",
    "1/rulings.toml",
    "1/state/1-bid.toml",
    "2/rulings.toml",
    "private/2/orders/crown.toml",
    "1/orders/crown.toml",
    "private/seed.toml",
    "private/2/rulings.toml",
    "commitments.toml",
    "chain.toml",
)
PATIENCE = 10  # seconds; none takes one where nothing else runs


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_is_an_error_in_one_line(bomb: str, tmp_path: Path) -> None:
    """Whatever is not refused as TOML is at least no setting of anything."""
    path = tmp_path / "site.toml"
    path.write_text(BOMBS[bomb])
    began = time.process_time()
    with pytest.raises(FileError) as caught:
        read_settings(tmp_path)
    assert time.process_time() - began < PATIENCE
    assert str(caught.value).startswith(f"{path}")
    assert len(str(caught.value)) < 20_000
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("place", "bomb"),
    [
        # Each place and each bomb once; all combinations in `make test-slow`.
        pytest.param(place, bomb, marks=() if n % 5 == at % 5 else pytest.mark.slow)
        for at, place in enumerate(PLACES)
        for n, bomb in enumerate(("dotted key", "arrays", "hexadecimal", "keys", "long key"))
    ],
)
def test_a_bomb_in_a_game_stops_a_command_with_its_place(
    place: str, bomb: str, duel: Path, capsys: Capture
) -> None:
    path = duel / place
    path.parent.mkdir(exist_ok=True)
    path.write_text(BOMBS[bomb])
    capsys.readouterr()
    began = time.process_time()
    codes = {name: command(duel, name) for name in ("adjudicate", "verify")}
    assert time.process_time() - began < 2 * PATIENCE
    said = capsys.readouterr().err
    assert 1 in codes.values()
    assert str(path) in said
    assert "Traceback" not in said
    assert len(said) < 100_000


@pytest.mark.parametrize("bomb", ["dotted headers", "keys", "long list", "NUL"])
def test_a_bomb_as_a_position_is_refused(bomb: str, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "position.toml"
    path.write_text(BOMBS[bomb])
    root = tmp_path / "games"
    began = time.process_time()
    made = ["new", "fresh", "--ruleset", "standard", "--from", str(path)]
    assert main(["--games", str(root), *made]) == 1
    assert time.process_time() - began < PATIENCE
    assert str(path) in capsys.readouterr().err
    assert not (root / "fresh").exists()


def test_a_player_may_write_what_looks_like_a_bomb(tmp_path: Path) -> None:
    """Dots and brackets within a text are no keys: bad orders never stop a turn."""
    line = ".".join("abcdefghij" * 30) + "[" * 500
    text = f'[bid]\norders = """\n{line}\n\\"""\n"""\n# {line}\nx = \'{line}\'\ny = "\\"{line}"\n'
    data = parse_toml(text, tmp_path / "crown.toml").data
    assert line in data["bid"]["orders"]
    assert data["bid"]["x"] == line


def test_ordinary_depth_is_no_bomb(tmp_path: Path) -> None:
    text = f"{'.'.join('abcdefghijklmnop')} = [[[[1]]]]\n[x.y]\nz = 9007199254740993\n"
    assert parse_toml(text, tmp_path / "x.toml").data["x"] == {"y": {"z": 9007199254740993}}


def test_what_is_as_deep_as_tomli_reads_fits_on_the_stack_of_a_thread() -> None:
    """tomli is compiled: it does not know where its stack ends, and counts to 400 instead. The
    preview reads in a thread."""
    text = BOMBS["as deep as tomli reads"]
    said: list[str] = []

    def read() -> None:
        with pytest.raises(FileError) as caught:
            parse_toml(text, Path("x.toml"))
        said.append(caught.value.problem)

    before = threading.stack_size(1024 * 1024)  # the least of any Python that we know of
    try:
        thread = threading.Thread(target=read)
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()
    assert said == ["is nested too deeply"]


@pytest.mark.parametrize("dot", [".", " . ", ".\t"])
@pytest.mark.parametrize("part", ["a", '"a b"', "'a.b'", "_-9"])
def test_a_key_has_as_many_parts_as_tables_may_be_deep(part: str, dot: str) -> None:
    assert parse_toml(f"{dot.join([part] * DEEPEST)} = 1\n", Path("x.toml")).data
    with pytest.raises(FileError, match="is nested too deeply"):
        parse_toml(f"{dot.join([part] * (DEEPEST + 1))} = 1\n", Path("x.toml"))


SIZES = {
    "game.toml": LONGEST_SETTINGS,
    "2/rulings.toml": LONGEST_SETTINGS,
    "private/2/orders/crown.toml": LONGEST_ORDERS,
    "1/state/1-bid.toml": LONGEST_STATE,
}


@pytest.mark.parametrize("place", SIZES)
def test_a_file_of_fifty_megabytes_is_refused_by_its_limit(
    place: str, duel: Path, capsys: Capture
) -> None:
    path = duel / place
    path.parent.mkdir(exist_ok=True)
    with path.open("wb") as file:
        file.truncate(50 * 1024 * 1024)
    capsys.readouterr()
    assert command(duel, "check") == 1
    said = capsys.readouterr().err
    limit = SIZES[place] // 1024 // 1024
    assert said == f"{path}: is too long (such a file has at most {limit} MiB)\n"


def test_press_of_fifty_megabytes_is_refused_by_its_limit(duel: Path) -> None:
    from generator.archive import read_press

    path = duel / "press" / "2027-03-01-to-arms.md"
    with path.open("wb") as file:
        file.truncate(LONGEST_PRESS + 1)
    with pytest.raises(FileError, match=re.escape(f"{path}: is too long")):
        read_press(duel)
