"""Positions as referees have them: names of people, tables of spreadsheets, and what is odd."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from generator.archive import load_game
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.creating import NewGame, create_game
from generator.archive.play.verifying import verify_game
from generator.cli import main
from generator.rulesets import get_ruleset
from tests.archive.games import ROOT, command, files_of

Capture = pytest.CaptureFixture[str]


def new(root: Path, name: str, text: str, ruleset: str = "standard", *more: str) -> int:
    """Exit code of making a game from a position in a file of that name."""
    path = root / name
    path.write_text(text, encoding="utf-8")
    asked = ["--games", str(root / "games"), "new", "late", "--ruleset", ruleset]
    return main([*asked, "--from", str(path), "--orders", "public", "--seed", "a", *more])


def units(root: Path) -> dict[str, tuple[str, ...]]:
    state = load_game(root / "games" / "late").current_state()
    return {power: tuple(map(str, own)) for power, own in state.units.items() if own}


def test_a_table_of_a_spreadsheet_is_a_position(tmp_path: Path, capsys: Capture) -> None:
    text = (
        "\ufeffPower;Unit;Province;Center\r\n# mine\r\nFrance;A;Paris;Paris\r\n"
        "french;fleet;Spain (south coast);SPA\r\nTURKEY;A CON;;con\r\n;;;\r\nneutral;;;LON\r\n"
    )
    assert new(tmp_path, "late.csv", text) == 0
    assert units(tmp_path) == {"france": ("A PAR", "F SPA/SC"), "turkey": ("A CON",)}
    state = load_game(tmp_path / "games" / "late").current_state()
    assert dict(state.centers) == {"CON": "turkey", "PAR": "france", "SPA": "france"}
    assert main(["--games", str(tmp_path / "games"), "verify", "late"]) == 0


def test_strong_units_of_europe_come_from_a_spreadsheet(tmp_path: Path) -> None:
    text = "power,unit,province,strength\nSpain,A,Flanders,3\nOttoman,A,edi,1\n"
    assert new(tmp_path, "late.csv", text, "europe-1619") == 0
    own = units(tmp_path)
    assert own["spain"] == ("A FLA +2",)
    assert own["ottoman"] == ("A EDI",)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Frence,A,Paris,", "1: units: there is no power 'Frence' (did you mean france?)"),
        (
            "France,A,Pariss,",
            "8: units of france: A Pariss: there is no province 'Pariss' (did you mean PAR?)",
        ),
        (
            "France,X,Paris,",
            "8: units of france: X Paris: not a unit (a unit is written like 'A BUD')",
        ),
        ("France,A,Paris,x", "16: 'x' is not a strength (1, 2, ...; blank means 1)"),
        (",A,Paris,", "1: a unit has no owner"),
        ("France,,,", "1: the line has neither a unit nor a center"),
        ("France,A,Paris,1,2", "18: has too many cells"),
    ],
)
def test_a_wrong_line_is_named(line: str, words: str, tmp_path: Path, capsys: Capture) -> None:
    text = f"power,unit,province,strength\nFrance,A,Brest,\n{line}\n"
    capsys.readouterr()
    assert new(tmp_path, "late.csv", text) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"{tmp_path / 'late.csv'}:3:{words}")
    assert not (tmp_path / "games").exists()


def test_an_unknown_column_is_named(tmp_path: Path, capsys: Capture) -> None:
    capsys.readouterr()
    assert new(tmp_path, "late.csv", "power,thing\n") == 1
    said = capsys.readouterr().err
    assert "late.csv:1:7: there is no column 'thing' (the first line must list" in said


def test_names_of_people_stand_in_a_position(tmp_path: Path) -> None:
    text = """
[units]
"The Ottoman Empire" = ["Army Edirne"]
France = ["A paris +1", "fleet Brittany"]
spain = ["A FLA +1"]
"""
    europe = text.replace('"fleet Brittany"', '"F NORM"')
    assert new(tmp_path, "late.toml", europe, "europe-1619") == 0
    own = units(tmp_path)
    assert own["ottoman"] == ("A EDI",)
    assert own["france"] == ("A PAR +1", "F NORM")
    assert main(["--games", str(tmp_path / "games"), "verify", "late"]) == 0


def test_a_hint_shows_a_unit_of_this_board(tmp_path: Path, capsys: Capture) -> None:
    capsys.readouterr()
    path = tmp_path / "late.toml"
    assert new(tmp_path, "late.toml", '[units]\nspain = [\n  "FLA",\n]\n', "europe-1619") == 1
    said = capsys.readouterr().err
    words = "FLA: not a unit (a unit is written like 'A FLA +1')"
    assert said.startswith(f"{path}:3:3: units of spain: {words}")
    assert "SPA/SC" not in said


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ('france = ["F Burgundy"]', "fleet"),
        ('france = ["A Paris", "F PAR"]', "PAR"),
        ('france = ["A PAR"]\nFrance = ["A BUR"]', "france appears twice"),
    ],
)
def test_what_cannot_stand_is_refused(
    table: str, words: str, tmp_path: Path, capsys: Capture
) -> None:
    before = files_of(tmp_path)
    capsys.readouterr()
    assert new(tmp_path, "late.toml", f"[units]\n{table}\n") == 1
    assert words in capsys.readouterr().err
    assert set(files_of(tmp_path)) - set(before) == {"late.toml"}


def test_what_is_odd_is_warned_of(tmp_path: Path, capsys: Capture) -> None:
    text = '[units]\nfrance = ["A PAR", "A BUR"]\nitaly = ["A ROM"]\n[centers]\nfrance = ["PAR"]\n'
    capsys.readouterr()
    assert new(tmp_path, "late.toml", text) == 0
    said = capsys.readouterr().err
    assert "warning: France has two units and one center\n" in said
    assert "warning: Italy has no center and one unit\n" in said
    assert "warning: home centers of England belong to no one: EDI, LON, LVP\n" in said
    assert main(["--games", str(tmp_path / "games"), "new", "plain", "--ruleset", "standard"]) == 0
    assert "warning" not in capsys.readouterr().err


def test_what_is_odd_in_europe_is_warned_of(tmp_path: Path, capsys: Capture) -> None:
    text = '[units]\naustria = ["A HES", "A SAX", "A VIE", "A PAR"]\nsweden = []\n'
    text += 'france = ["A PRO"]\nHES = []\nSAX = []\n'
    capsys.readouterr()
    assert new(tmp_path, "late.toml", text, "europe-1619-draft") == 0
    warned = [line for line in capsys.readouterr().err.splitlines() if "warning" in line]
    assert warned == [
        "warning: Sweden has no unit",
        "warning: A HES of Austria stands in Hesse on the side of Union, without a war",
        "warning: A PAR of Austria stands in Paris on the side of France, without a war",
        "warning: A SAX of Austria stands in Saxony, though Saxony is neutral",
    ]


@pytest.mark.parametrize("ruleset", ["europe-1619", "europe-1619-draft"])
def test_nothing_of_an_opening_is_odd(ruleset: str, tmp_path: Path, capsys: Capture) -> None:
    capsys.readouterr()
    assert new(tmp_path, "late.toml", "[options]\n", ruleset) == 0
    assert "warning" not in capsys.readouterr().err


STATES = [
    file if at % 3 == 0 else pytest.param(file, marks=pytest.mark.slow)
    for at, file in enumerate(sorted((ROOT / "games/cuius-regio").glob("*/state/*.toml"))[::4])
]


@pytest.mark.parametrize("file", STATES, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_a_game_of_westphalia_begins_anywhere(file: Path, tmp_path: Path, capsys: Capture) -> None:
    """States of a sample game are positions, but where secret cards are on the table."""
    capsys.readouterr()
    code = new(tmp_path, "late.toml", file.read_text("utf-8"), "westphalia")
    said = capsys.readouterr().err
    if code:
        assert "who holds which cards is secret" in said or "open with its ending" in said
        return
    folder = tmp_path / "games" / "late"
    first = load_game(folder)
    assert command(folder, "adjudicate") == 0
    assert command(folder, "verify") == 0
    assert load_game(folder).phases[0].moment == first.current_moment


def test_influence_and_faith_of_a_position_are_the_referees(tmp_path: Path) -> None:
    file = ROOT / "games/cuius-regio/1535/state/1-upheaval.toml"
    text = file.read_text("utf-8").replace(
        '[state.players.red]\nreligion = "catholic"\nsaints = 2',
        '[state.players.red]\nreligion = "catholic"\nsaints = 7\nsaved = 4',
    )
    assert new(tmp_path, "late.toml", text, "westphalia") == 0
    state = load_game(tmp_path / "games" / "late").current_state()
    assert state.moment.phase == "choice"
    assert (state.players["red"].saints, state.players["red"].saved) == (7, 4)


def test_what_is_secret_of_a_position_stays_with_the_referee(tmp_path: Path) -> None:
    """It is in no public file, and the game replays with the folder private/ and without it."""
    handlers = ["denmark", "france", "poland"]
    given = tmp_path / "given.toml"
    given.write_text(f"year = 1616\n\n[handlers]\nOTT = {json.dumps(handlers)}\n", encoding="utf-8")
    ruleset = get_ruleset("europe-1615-v7")
    folder = create_game(tmp_path, NewGame("secretive", ruleset, "seed " * 9, position=(given,)))
    public = [path for path in folder.rglob("*") if path.is_file() and "private" not in path.parts]
    assert not any("OTT = [" in path.read_text(encoding="utf-8") for path in public)
    assert load_game(folder).current_state().parts["handlers"] == {"OTT": tuple(handlers)}
    adjudicate_game(folder)
    assert verify_game(folder).secrets
    copy = tmp_path / "elsewhere"
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("private"))
    seen = verify_game(copy)
    assert not seen.secrets
    assert [why for _, why in seen.unreplayed] == ["the state before it has secrets"]


def test_an_option_that_a_reading_replaced_is_left_out(tmp_path: Path, capsys: Capture) -> None:
    text = (
        "year = 1620\n[options]\nplayers = 14\n"
        "declarations.dissolve = 'mutual'\ndeclarations.armistice = 'mutual'\n"
    )
    assert new(tmp_path, "late.toml", text, "europe-1619") == 0
    said = capsys.readouterr().err
    assert "late.toml:4:1: declarations.dissolve is no longer an option" in said
    assert "late.toml:5:1: declarations.armistice is no longer an option" in said
    kept = (tmp_path / "games/late/position.toml").read_text("utf-8")
    assert kept.endswith("[options]\nplayers = 14\n")
    assert command(tmp_path / "games/late", "verify") == 0
