"""Files larger than memory should have to bear: read to their limit, and no byte further."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from generator.archive.exchange.foreign import LONGEST_IMPORT, find_game
from generator.archive.files.reading import LONGEST_ORDERS, read_bytes
from generator.cli import main
from generator.engine.errors import FileError
from generator.mailroom.letter import LONGEST_MAIL
from tests.archive.games import command, files_of

Capture = pytest.CaptureFixture[str]
HUGE = 50 * 1024 * 1024


def huge(path: Path, size: int = HUGE) -> Path:
    """A file of zeros that takes no room on the disk."""
    with path.open("wb") as file:
        file.truncate(size)
    return path


def test_a_mail_of_fifty_megabytes_is_refused_by_its_limit(
    duel: Path, tmp_path: Path, capsys: Capture
) -> None:
    mail = huge(tmp_path / "mail.eml")
    before = files_of(duel)
    capsys.readouterr()
    tracemalloc.start()
    assert command(duel, "submit", str(mail), "--power", "crown") == 1
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    said = capsys.readouterr().err
    assert said.startswith(f"{mail}: the mail is too long (at most 2 MB")
    assert peak < 5 * LONGEST_MAIL
    assert files_of(duel) == before


def test_a_huge_mail_stops_no_other(duel: Path, tmp_path: Path, capsys: Capture) -> None:
    mail, good = huge(tmp_path / "mail.eml"), tmp_path / "good.txt"
    good.write_text("BID 1\n")
    assert command(duel, "submit", str(mail), str(good), "--power", "crown") == 1
    heard = capsys.readouterr()
    assert f"{mail}: the mail is too long" in heard.err
    assert "Will be done:" in heard.out


def test_no_more_than_the_limit_is_read(tmp_path: Path) -> None:
    path = huge(tmp_path / "crown.toml")
    tracemalloc.start()
    with pytest.raises(FileError, match="is too long"):
        read_bytes(path, LONGEST_ORDERS)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2 * LONGEST_ORDERS


@pytest.mark.parametrize("beginning", ["", '{"theatrum": 1,\n', '{"map": "standard", "phases":\n'])
def test_an_import_beyond_the_limit_is_refused(
    tmp_path: Path, capsys: Capture, beginning: str
) -> None:
    path = huge(tmp_path / "game.json", LONGEST_IMPORT + 10)
    with path.open("r+b") as file:
        file.write(beginning.encode())
    assert main(["--games", str(tmp_path / "games"), "new", "fresh", "--from", str(path)]) == 1
    assert f"{path}: is too long: a game has at most 64 MiB" in capsys.readouterr().err
    assert not (tmp_path / "games").exists()


def test_of_a_file_of_many_games_one_is_in_memory(tmp_path: Path) -> None:
    line = b'{"id": "%d", "map": "standard", "phases": [], "x": "' + b"x" * 200_000 + b'"}\n'
    path = tmp_path / "many.jsonl"
    with path.open("wb") as file:
        for number in range(100):
            file.write(line % number)
    tracemalloc.start()
    with path.open("rb") as file:
        _, game = find_game(file, "many.jsonl", "99")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert game["id"] == "99"
    assert peak < 3_000_000
