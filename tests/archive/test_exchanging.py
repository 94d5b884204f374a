"""A game leaves as JSON and comes back as an identical folder; hostile JSON becomes nothing."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.archive.adjudicating import adjudicate_game
from generator.archive.exchanging import export_game, import_game
from generator.engine.errors import FileError, TheatrumError, UsageError
from tests.archive.games import bid, command, files_of, new_game, play_tiny


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A finished game with press, a ruling and files of all kinds."""
    folder = new_game(tmp_path / "games")
    (folder / "press").mkdir()
    (folder / "press" / "2027-03-01-to-arms.md").write_bytes("Zu den Wäffen!\r\n".encode())
    (folder / "1" / "rulings.toml").write_text(
        '# settled by mail\n[[ruling]]\nphase = "bid"\nkind = "award"\nreason = "r"\n'
        'facts = { power = "crown" }\n'
    )
    play_tiny(folder)
    return folder


def test_a_game_comes_back_identical(played: Path, tmp_path: Path) -> None:
    exported = export_game(played, private=True)
    assert exported.left_out == ()
    imported = import_game(tmp_path / "there", exported.text)
    assert imported.unverified == ""
    assert files_of(imported.folder) == files_of(played)


def test_secrets_are_exported_only_when_asked_for(played: Path, tmp_path: Path) -> None:
    (played / "seed.toml").unlink()
    text = export_game(played).text
    assert "purse-crown" not in text
    assert "a seed for tests" not in text
    assert "7 left" not in text
    imported = import_game(tmp_path / "there", text)
    assert "draws lots, and the game's seed is secret" in imported.unverified
    public = {name: d for name, d in files_of(played).items() if not name.startswith("private/")}
    assert files_of(imported.folder) == public


def test_a_game_may_get_another_name(played: Path, tmp_path: Path) -> None:
    imported = import_game(played.parent, export_game(played).text, "twin")
    assert imported.folder == played.parent / "twin"
    with pytest.raises(TheatrumError, match="twin already"):
        import_game(played.parent, export_game(played).text, "twin")
    with pytest.raises(UsageError):
        import_game(played.parent, export_game(played).text, "../twin")


def test_files_that_are_no_part_of_a_game_are_named(played: Path) -> None:
    (played / "notes.txt").write_text("mine")
    (played / "private" / "notes.txt").write_text("mine")
    assert export_game(played).left_out == ("notes.txt",)
    assert export_game(played, private=True).left_out == ("notes.txt", "private/notes.txt")


def test_a_state_that_was_changed_by_hand_is_not_exported(played: Path) -> None:
    path = played / "1" / "state" / "1-bid.toml"
    path.write_text(path.read_text().replace("[state]", "[state] # mine"))
    with pytest.raises(FileError, match=r"1-bid\.toml: is not as theatrum writes it"):
        export_game(played)


@given(text=st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_whatever_players_write_comes_back(tmp_path: Path, text: str) -> None:
    """Order files keep every byte: comments, spaces, line ends, and letters of all alphabets."""
    root = tmp_path / "any"
    shutil.rmtree(root, ignore_errors=True)
    folder = new_game(root)
    comment = "".join(c for c in text if c == "\t" or (c >= " " and c != "\x7f"))
    quoted = json.dumps(text, ensure_ascii=True).replace("\\ud", "\\\\ud")
    path = folder / "1" / "orders" / "crown.toml"
    path.write_bytes(f"# {comment}\r\n[bid]\norders = {quoted}".encode())
    adjudicate_game(folder)
    imported = import_game(root, export_game(folder, private=True).text, "back")
    assert files_of(imported.folder) == files_of(folder)


def replaced(*keys: Any, by: Any) -> Callable[[Any], None]:
    """A change of an export at a path of keys."""

    def change(data: Any) -> None:
        for key in keys[:-1]:
            data = data[key]
        if by is None:
            del data[keys[-1]]
        else:
            data[keys[-1]] = by

    return change


def added(*keys: Any, name: str, value: Any = "x") -> Callable[[Any], None]:
    def change(data: Any) -> None:
        for key in keys:
            data = data[key]
        data[name] = value

    return change


HOSTILE: list[tuple[Callable[[Any], None], str]] = [
    (replaced("theatrum", by=2), "version 1"),
    (replaced("name", by="../evil"), "not a name"),
    (replaced("name", by=3), "bad name"),
    (replaced("files", by=None), "no files"),
    (replaced("files", by={}), "no game.toml"),
    (added("files", name="../evil"), "bad name in files"),
    (added("files", name="/etc/evil"), "bad name in files"),
    (added("files", name="1/state/evil.toml"), "bad name in files"),
    (added("press", name="../../evil"), "bad name in press"),
    (added("press", name="2027-03-01-a/../../evil"), "bad name in press"),
    (added("press", name="2027-03-01-evil", value=3), "no text"),
    (added("press", name="2027-03-01-evil", value="\ud800"), "cannot be written"),
    (added("years", name="..", value={"orders": {}}), "bad name in years"),
    (added("years", name="01", value={"orders": {}}), "bad name in years"),
    (added("years", "1", "orders", name="../../evil"), "bad name in orders"),
    (added("years", "1", "orders", name="EVIL"), "bad name in orders"),
    (replaced("years", "1", "rulings", by=[]), "bad rulings"),
    (replaced("opening", "year", by="../1"), "bad year"),
    (replaced("opening", "year", by=True), "bad year"),
    (replaced("phases", 0, "phase", by="../../evil"), "bad number or phase"),
    (replaced("phases", 0, "number", by=-1), "bad number or phase"),
    (replaced("phases", 0, "private", by={"../evil": {}}), "bad name in private"),
    (replaced("phases", 0, "state", by={"a": None}), "cannot be written"),
    (replaced("phases", 0, "state", by={"a": "\ud800"}), "cannot be written"),
    (replaced("phases", 0, "verdicts", by=[{}]), "no outcome"),
    (replaced("phases", 0, "verdicts", 0, "outcome", by="won"), "unknown outcome"),
    (replaced("phases", 0, "events", by=3), "bad events"),
    (replaced("phases", 0, "events", 0, "powers", by=[3]), "bad powers"),
    (replaced("phases", by={}), "bad phases"),
    (replaced("seed", by=5), "bad seed"),
    (replaced("seed", by='seed = "another"'), "is not the seed that was promised"),
    (replaced("phases", 0, "state", "points", "crown", by=2), "differs from the replay"),
    (replaced("phases", 0, by={}), "no number"),
    (added("files", name="seed.toml", value="x = 1"), "the seed is missing"),
    (replaced("files", "game.toml", by="broken"), "game.toml"),
]


@pytest.mark.parametrize(("change", "said"), HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_json_is_refused_and_writes_nothing(
    played: Path, tmp_path: Path, change: Callable[[Any], None], said: str
) -> None:
    data = json.loads(export_game(played, private=True).text)
    change(data)
    before = files_of(tmp_path)
    with pytest.raises(TheatrumError) as caught:
        import_game(tmp_path / "there", json.dumps(data))
    assert said in str(caught.value)
    assert ".theatrum-new" not in str(caught.value)
    assert files_of(tmp_path) == before
    assert not list(tmp_path.rglob("*evil*"))


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "null", "[" * 100_000, '{"theatrum": 1e999}'])
def test_what_is_no_export_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(FileError):
        import_game(tmp_path, text)
    assert list(tmp_path.iterdir()) == []


def test_the_commands_export_and_import(played: Path, tmp_path: Path) -> None:
    file = tmp_path / "duel.json"
    assert command(played, "export", "--private", "-o", str(file)) == 0
    there = tmp_path / "there"
    from generator.cli import main

    assert main(["--games", str(there), "import", str(file)]) == 0
    assert files_of(there / "duel") == files_of(played)
    assert main(["--games", str(there), "import", str(file)]) == 1
    assert main(["--games", str(there), "import", str(tmp_path / "none.json")]) == 1


def test_an_unfinished_game_is_exported_with_the_orders_that_wait(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "games")
    bid(folder, 1, 4, 2)
    data = json.loads(export_game(folder).text)
    assert "BID 4" in data["years"]["1"]["orders"]["crown"]
    assert data["phases"] == []
