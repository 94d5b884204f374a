"""JSON made to do harm, in imports of both forms and in files that commands find."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.archive.exchange.foreign_import import ImportSettings, import_saved_game
from generator.cli import main
from generator.engine.errors import TheatrumError
from tests.archive.games import command

Capture = pytest.CaptureFixture[str]
PATIENCE = 10

SAVED = '{"id": "a", "map": "standard", "phases": '
BOMBS = {
    "arrays": "[" * 500_000,
    "objects": '{"a":' * 200_000,
    "closed arrays": "[" * 100_000 + "]" * 100_000,
    "saved arrays": SAVED + "[" * 100_000 + "]" * 100_000 + "}",
    "saved objects": SAVED + '[{"name": ' * 50_000 + "1" + "}]" * 50_000 + "}",
    "saved, in another field": SAVED + '[], "x": ' + "[" * 900 + "]" * 900 + "}",
    "many phases": SAVED + "[" + ",".join(["{}"] * 100_000) + "]}",
    "long number": SAVED + "9" * 100_000 + "}",
    "long float": '{"theatrum": 1e999999}',
    "not a number": '{"theatrum": NaN}',
    "long name": json.dumps({"theatrum": 1, "name": "a" * 5_000_000}),
    "long id": json.dumps({"id": "a" * 5_000_000, "map": "standard", "phases": []}),
    "map of everything": json.dumps({"id": "a", "map": ["x"] * 100_000, "phases": []}),
    "same key": '{"theatrum": 1, ' + ", ".join(['"name": "a"'] * 100_000) + "}",
    "many keys": json.dumps({"theatrum": 1, **{f"k{n}": n for n in range(100_000)}}),
    "escapes": '{"theatrum": "' + "\\u0000" * 100_000 + '"}',
    "half letters": '{"id": "\\ud800", "map": "standard", "phases": [{}]}',
    "NUL": "\0" * 100_000,
    "two marks": "\ufeff" * 10 + "{}",
    "lines": "{}\n" * 100_000,
    "blank lines": "\n" * 500_000,
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_is_refused_in_a_line_and_writes_nothing(
    bomb: str, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "game.json"
    path.write_text(BOMBS[bomb], "utf-8", errors="surrogatepass")
    began = time.process_time()
    assert main(["--games", str(tmp_path / "games"), "new", "fresh", "--from", str(path)]) == 1
    assert time.process_time() - began < PATIENCE
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert len(said) < 6000
    assert said.rstrip("\n").isprintable()
    assert not (tmp_path / "games").exists()


def test_a_saved_game_of_many_units_takes_little_time(tmp_path: Path, capsys: Capture) -> None:
    """A million units on one square, orders without end: refused at the first impossible one."""
    state = {"units": {"FRANCE": ["A PAR"] * 300_000}, "centers": {"FRANCE": ["PAR"] * 300_000}}
    phase = {"name": "S1901M", "state": state, "orders": {"FRANCE": ["A PAR H"] * 50_000}}
    game = {"id": "a", "map": "standard", "phases": [phase, {**phase, "name": "F1901M"}]}
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game))
    began = time.process_time()
    assert main(["--games", str(tmp_path / "games"), "new", "fresh", "--from", str(path)]) == 1
    assert time.process_time() - began < PATIENCE
    assert len(capsys.readouterr().err) < 6000


@pytest.mark.parametrize("bomb", ["arrays", "closed arrays", "long number", "lines", "NUL"])
def test_a_bomb_as_a_journal_stops_a_command(bomb: str, duel: Path, capsys: Capture) -> None:
    """The journal of an interrupted write may come with a clone."""
    (duel / ".theatrum-commit").mkdir()
    (duel / ".theatrum-commit" / "journal.json").write_text(BOMBS[bomb])
    capsys.readouterr()
    assert command(duel, "check") == 1
    assert "is not a journal of theatrum" in capsys.readouterr().err


JUNK = [
    None, -1, 1.5, True, "", "x" * 200, "*", "COMPLETED", "S1901M", "F9999M", "FRANCE", [], {},
    ["A PAR"], ["*A PAR"], ["A SPA/SC"], ["A NTH"], ["A PAR +2"], ["+1"], ["\0"],
    {"FRANCE": ["A PAR"]}, {"FRANCE": {"A PAR": ["BUR"]}}, {"GLOBAL": None},
]  # fmt: skip


def saved_game() -> dict[str, Any]:
    """A year of a small game, with a unit that retreats."""
    home = {"FRANCE": ["A PAR", "F BRE"], "GERMANY": ["A MUN", "A RUH"]}
    lost = {"FRANCE": ["A BUR", "F BRE", "*A PIC"], "GERMANY": ["A BEL", "A RUH"]}
    units = {"S1901M": home, "F1901M": home, "F1901R": lost, "W1901A": home, "S1902M": home}
    phases = []
    for name, own in units.items():
        state = {
            "units": own,
            "centers": {"FRANCE": ["PAR", "BRE"], "GERMANY": ["MUN"]},
            "retreats": {"FRANCE": {"A PIC": ["GAS"]}} if name == "F1901R" else {},
            "influence": {"FRANCE": ["PIC", "GAS", "ENG"]},
            "note": "",
        }
        orders = {"FRANCE": ["A PAR - BUR", "F BRE H"], "GERMANY": None}
        said = {"sender": "FRANCE", "recipient": "GLOBAL", "message": "Peace", "time_sent": 1}
        phases.append({"name": name, "state": state, "orders": orders, "messages": [said]})
    return {"id": "small", "map": "standard", "rules": [], "phases": phases}


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value below one."""
    keys = value if isinstance(value, dict) else range(len(value) if isinstance(value, list) else 0)
    for key in keys:
        yield (*path, key)
        yield from places(value[key], (*path, key))


@pytest.mark.parametrize(
    "number", [*range(20), *(pytest.param(n, marks=pytest.mark.slow) for n in range(20, 60))]
)
def test_a_spoilt_game_is_imported_or_refused(number: int, tmp_path: Path) -> None:
    """One to three of its values are others: nothing is raised but what is ours, and what was
    refused has left nothing behind."""
    chance = random.Random(number)
    game = json.loads(json.dumps(saved_game()))
    for _ in range(1 + number % 3):
        *path, last = chance.choice(list(places(game)))
        table = game
        for key in path:
            table = table[key]
        table[last] = json.loads(json.dumps(chance.choice(JUNK)))
    wishes = ImportSettings("a seed", "small", press=True)
    try:
        import_saved_game(tmp_path / "games", game, "small.json", wishes)
    except TheatrumError:
        assert not list(tmp_path.glob("games/*"))
    else:
        assert (tmp_path / "games" / "small" / "game.toml").is_file()
