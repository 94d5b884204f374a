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

from generator.archive import load_game
from generator.archive.exchange.exchanging import export_game, import_game
from generator.archive.play.adjudicating import adjudicate_game
from generator.cli import main
from generator.engine.errors import FileError, TheatrumError, UsageError
from tests.archive.exports import added, replaced
from tests.archive.games import bid, command, files_of, new_game


def test_secrets_are_exported_only_when_asked_for(played: Path, tmp_path: Path) -> None:
    (played / "seed.toml").unlink()
    shutil.rmtree(played / "revealed")
    (played / "chain.toml").unlink()  # which would name what was removed
    text = export_game(played).text
    assert "purse-crown" not in text
    assert "a seed for tests" not in text
    assert "7 left" not in text
    imported = import_game(tmp_path / "there", text)
    assert "the game's seed is secret" in imported.unverified
    public = {name: d for name, d in files_of(played).items() if not name.startswith("private/")}
    assert files_of(imported.folder) == public


def test_a_game_may_get_another_name(played: Path, tmp_path: Path) -> None:
    imported = import_game(played.parent, export_game(played).text, "twin")
    assert imported.folder == played.parent / "twin"
    with pytest.raises(TheatrumError, match="twin already"):
        import_game(played.parent, export_game(played).text, "twin")
    with pytest.raises(UsageError):
        import_game(played.parent, export_game(played).text, "../twin")


def test_an_export_says_only_what_there_is(played: Path, tmp_path: Path) -> None:
    """What a game does not have is left out; who knows of an event stands only at secret ones."""
    private = json.loads(export_game(played, private=True).text)
    events = [event for phase in private["phases"] for event in phase["events"]]
    assert {"known_to" in event for event in events} == {True, False}
    public = json.loads(export_game(played).text)
    assert not any("known_to" in event for phase in public["phases"] for event in phase["events"])
    assert "seed" not in public
    assert "rulings" in public["years"]["1"]
    assert "rulings" not in public["years"]["2"]
    assert list(public)[:4] == ["theatrum", "name", "title", "ruleset"]


def test_an_export_credits_the_authors_of_its_rules(tmp_path: Path) -> None:
    folder = new_game(tmp_path, "peace", "westphalia")
    credit = load_game(folder).ruleset.rulebook.credit
    assert credit != ""
    assert json.loads(export_game(folder).text)["credit"] == credit


def test_files_that_are_no_part_of_a_game_are_named(played: Path) -> None:
    (played / "notes.txt").write_text("mine")
    (played / "private" / "notes.txt").write_text("mine")
    assert export_game(played).left_out == ("notes.txt",)
    assert export_game(played, private=True).left_out == ("notes.txt", "private/notes.txt")


def test_a_state_that_was_changed_by_hand_is_not_exported(played: Path) -> None:
    path = played / "1" / "state" / "1-bid.toml"
    path.write_text(path.read_text().replace("[state]", "[state] # mine"))
    with pytest.raises(FileError, match=r"1-bid\.toml: is not as theatrum wrote it"):
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


HOSTILE: list[tuple[Callable[[Any], None], str]] = [
    (replaced("theatrum", by=2), "theatrum of the export is not version 1: 2"),
    (replaced("theatrum", by=True), "theatrum of the export is not a whole number: True"),
    (replaced("name", by="../evil"), "name of the export is not a name: '../evil'"),
    (replaced("name", by=3), "name of the export is not a text: 3"),
    (replaced("files", by=None), "files of the export is missing"),
    (replaced("files", by={}), "files of the export has no game.toml"),
    (replaced("files", by=[]), "files of the export is not an object: []"),
    (added("files", name="../evil"), "a name in files of the export is not one of game.toml, "),
    (
        added("files", name="/etc/evil"),
        "not one of game.toml, position.toml, variant.toml, seed.toml",
    ),
    (added("files", name="1/state/evil.toml"), "is not one of game.toml, "),
    (
        added("revealed", name="revealed/../../evil"),
        "a name in revealed of the export is not a path below revealed/: ",
    ),
    (
        added("revealed", name="1/state/evil.toml"),
        "is not a path below revealed/: '1/state/evil.toml'",
    ),
    (added("press", name="../../evil"), "a name in press of the export is not a press file's name"),
    (added("press", name="2027-03-01-a/../../evil"), "is not a press file's name: '2027-03-01-a/"),
    (
        added("press", name="2027-03-01-evil", value=3),
        "press 2027-03-01-evil of the export is not ",
    ),
    (
        added("press", name="2027-03-01-evil", value="\ud800"),
        "this is not JSON: unexpected end of ",
    ),
    (
        added("years", name="..", value={"orders": {}}),
        "a name in years of the export is not a year",
    ),
    (added("years", name="01", value={"orders": {}}), "is not a year: '01'"),
    (added("years", "1", "orders", name="../../evil"), "a name in orders of years 1 of the export"),
    (added("years", "1", "orders", name="EVIL"), "is not a name: 'EVIL'"),
    (added("years", "1", "orders", name="evil\x1b[2J\n"), "is not a name: 'evil\\x1b[2J\\n'"),
    (
        replaced("years", "1", "rulings", by=[]),
        "rulings of years 1 of the export is not a text: []",
    ),
    (replaced("opening", "year", by="../1"), "year of opening of the export is not a whole number"),
    (replaced("opening", "year", by=True), "year of opening of the export is not a whole number"),
    (replaced("opening", "year", by=0), "year of opening of the export is not a year: 0"),
    (replaced("opening", "year", by=10**5), "is not a year: 100000"),
    (replaced("opening", "year", by=1.0), "is not a whole number: 1.0"),
    (
        replaced("phases", 0, "phase", by="../../evil"),
        "phase of phases 1 of the export is not a na",
    ),
    (replaced("phases", 0, "number", by=-1), "number of phases 1 of the export is less than 1: -1"),
    (replaced("phases", 1, "number", by=10**6), "number of phases 2 of the export is more than"),
    (
        replaced("phases", 0, "private", by={"../evil": {}}),
        "a name in private of phases 1 of the ex",
    ),
    (
        replaced("phases", 0, "state", by={"a": None}),
        "phases 1 of the export has a state that cann",
    ),
    (replaced("phases", 0, "state", by={"a": float("nan")}), "a state that cannot be written: nan"),
    (replaced("phases", 0, "state", by={"a": "\ud800"}), "this is not JSON: unexpected end of hex"),
    (
        replaced("phases", 0, "verdicts", by=[{}]),
        "power of verdicts 1 of phases 1 of the export is",
    ),
    (
        replaced("phases", 0, "verdicts", 0, "outcome", by=None),
        "outcome of verdicts 1 of phases 1 o",
    ),
    (
        replaced("phases", 0, "verdicts", 0, "outcome", by="won"),
        "is not one of 'success', 'bounce', ",
    ),
    (
        replaced("phases", 0, "verdicts", 0, "reasons", by=[3]),
        "reasons 1 of verdicts 1 of phases 1",
    ),
    (replaced("phases", 0, "events", by=3), "events of phases 1 of the export is not a list: 3"),
    (
        replaced("phases", 0, "events", 0, "powers", by=[3]),
        "powers 1 of events 1 of phases 1 of the",
    ),
    (replaced("phases", by={}), "phases of the export is not a list: {}"),
    (replaced("seed", by=5), "seed of the export is not a text: 5"),
    (replaced("seed", by='seed = "another"'), "is not the promised seed"),
    (replaced("phases", 0, "state", "points", "crown", by=2), "differs from the replay"),
    (replaced("phases", 0, by={}), "year of phases 1 of the export is missing (7 problems in all;"),
    (added(name="evil"), "evil of the export is not known"),
    (added("phases", 0, name="[key]"), "'[key]' of phases 1 of the export is not known"),
    (added("phases", 0, "events", 0, name="known_two"), "known_two of events 1 of phases 1 of the"),
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
    assert str(caught.value).isprintable()  # so it is one line, and gives the terminal no orders
    assert ".theatrum-new" not in str(caught.value)
    assert files_of(tmp_path) == before
    assert not list(tmp_path.rglob("*evil*"))


NOT_AN_EXPORT = "^(this is not JSON: |the export is not an object: |theatrum of the export is not )"


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "null", "[" * 100_000, '{"theatrum": 1e999}'])
def test_what_is_no_export_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(FileError, match=NOT_AN_EXPORT):
        import_game(tmp_path, text)
    assert list(tmp_path.iterdir()) == []


def test_the_commands_export_and_import(played: Path, tmp_path: Path) -> None:
    file = tmp_path / "duel.json"
    assert command(played, "export", "--private", "-o", str(file)) == 0
    there = tmp_path / "there"
    assert main(["--games", str(there), "new", "fresh", "--from", str(file)]) == 0
    assert files_of(there / "fresh") == files_of(played)
    assert main(["--games", str(there), "new", "fresh", "--from", str(file)]) == 1
    assert main(["--games", str(there), "new", "fresh", "--from", str(tmp_path / "none.json")]) == 1


def test_an_unfinished_game_is_exported_with_the_orders_that_wait(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "games")
    bid(folder, 1, 4, 2)
    data = json.loads(export_game(folder).text)
    assert "BID 4" in data["years"]["1"]["orders"]["crown"]
    assert data["phases"] == []
