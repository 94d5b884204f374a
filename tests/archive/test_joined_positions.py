"""Positions of several files: tables of spreadsheets and TOML, what is wrong in all of them, and
what they contradict."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import pytest

from generator.archive import load_game
from generator.cli import main
from tests.archive.test_positions import Capture, units
from tests.rules.westphalia.rounds import opened

EUROPE = """year = 1630
blank = ["units", "infs", "relations"]
"""
TABLES = {
    "late.toml": EUROPE,
    "units.csv": (
        "Owner\tType\tWhere\tStr\nSweden\tA\tStockholm\t2\n"
        "Hesse\tArmy\tHESSE\t\nAustria\tA VIE +1\n"
    ),
    "infs.csv": (
        "minor,power,inf\nHesse,Union,5\nHES,The Ottoman Empire,2\nSwiss Confederation,savoy,3\n"
    ),
    "relations.csv": (
        "Power 1;Power 2;Status;Year;After\n"
        "Spain;Dutch Republic;peace;1629;war\nSweden;Austria;at war;;\n"
    ),
    "money.csv": "power,treasury\nSweden,14\nOttoman Empire,3.0\n",
    "captured.csv": (
        "Province,Captured by,Since\nBohemia,Austria,1620\nTuscany,The Papacy,\nVienna,,\n"
    ),
}
POSITION = {
    "units": {"sweden": ["A STO +1"], "HES": ["A HES"], "austria": ["A VIE +1"]},
    "infs": {"HES": {"union": 5, "ottoman": 2}, "SWI": {"savoy": 3}},
    "relations": {"spain-dutch": "peace 1629 after war", "austria-sweden": "war"},
    "treasury": {"sweden": 14, "ottoman": 3},
    "captures": {"BOH": "austria 1620", "TUS": "papacy"},
}


def new_from(root: Path, files: dict[str, str], ruleset: str, *more: str) -> int:
    """Exit code of making a game from several files."""
    asked = ["--games", str(root / "games"), "new", "late", "--ruleset", ruleset, "--seed", "a"]
    for name, text in files.items():
        (root / name).write_text(text, encoding="utf-8")
        asked += ["--from", str(root / name)]
    return main([*asked, *more])


def test_tables_of_every_kind_make_one_position(tmp_path: Path) -> None:
    assert new_from(tmp_path, TABLES, "europe-1619") == 0
    made = tomllib.loads((tmp_path / "games/late/position.toml").read_text("utf-8"))
    assert {name: made[name] for name in POSITION} == POSITION
    assert main(["--games", str(tmp_path / "games"), "verify", "late"]) == 0


def test_the_same_position_in_toml_has_the_same_names(tmp_path: Path) -> None:
    text = f"""{EUROPE}
wars = [["Sweden", "Austria"]]
[units]
SWEDEN = ["A Stockholm +1"]
Hesse = ["army hesse"]
Austria = ["A Vienna +1"]
[infs]
Hesse = "Union 5, Ottoman Empire 2"
"Swiss Confederation" = {{ Savoy = 3 }}
[relations]
"Spain - Dutch Republic" = "peace 1629 after war"
[treasury]
Sweden = 14
"The Ottoman Empire" = 3
[captures]
bohemia = "Austria, 1620"
TUS = "The Papacy"
"""
    assert new_from(tmp_path, {"all.toml": text}, "europe-1619") == 0
    (tmp_path / "games/late").rename(tmp_path / "games/first")
    assert new_from(tmp_path, TABLES, "europe-1619") == 0
    one, other = (
        load_game(tmp_path / "games" / name).current_state() for name in ("first", "late")
    )
    assert one == other


GRID = "State,AUS,Sweden,Total,Marker\nHesse,.,7,7,Protestant\nPomerania,1,,1,\nTotal,1,7,8,\n"


def test_influence_and_relations_may_be_grids(tmp_path: Path, capsys: Capture) -> None:
    pairs = "Power,Austria,Sweden\nAustria,,W\nSweden,W,\nFrance,A,.\n"
    assert new_from(tmp_path, {"infs.csv": GRID, "relations.csv": pairs}, "europe-1619") == 0
    made = tomllib.loads((tmp_path / "games/late/position.toml").read_text("utf-8"))
    assert made["infs"] == {"HES": {"sweden": 7}, "POM": {"austria": 1}}
    assert made["markers"] == {"HES": "protestant"}
    assert made["relations"] == {
        "austria-sweden": "war", "austria-france": "alliance", "france-sweden": "peace"
    }  # fmt: skip
    said = capsys.readouterr().err
    assert "infs.csv: not read: the column Total" in said
    assert "infs.csv: not read: line 4, a sum" in said


def test_a_board_of_westphalia_comes_from_a_spreadsheet(tmp_path: Path, capsys: Capture) -> None:
    state = opened("influence")
    rows = [
        (called.get(owner, owner), code, "x" if state.provinces[code].capital else "")
        for owner, own in state.lands.items()
        for code in own
        for called in ({"red": "Red Phoenix", "trier": "Trier", "black": "the Black Dragon"},)
    ]
    table = "Player,Province,Capital\n" + "".join(f"{','.join(row)}\n" for row in sorted(rows))
    more = ("--option", "setup_mode=referee")
    assert new_from(tmp_path, {"board.csv": table}, "westphalia", *more) == 0
    laid = load_game(tmp_path / "games/late").current_state()
    assert {name: (one.owner, one.capital) for name, one in laid.provinces.items()} == {
        name: (one.owner, one.capital) for name, one in state.provinces.items()
    }
    shutil.rmtree(tmp_path / "games")
    capsys.readouterr()
    for wrong, said in (
        (f"{table},B1,\n", ":1: a province has no owner (give its owner)"),
        (f"{table}red,Z9,\n", ":1: board of red: there is no province Z9 (provinces of this"),
        (table.replace("Trier,", "Treir,"), "nor a principality Treir (did you mean trier?)"),
        (
            "player,unit,province\nred,A,B1\n",
            "board.csv:1: positions of this ruleset have no units",
        ),
    ):
        assert new_from(tmp_path, {"board.csv": wrong}, "westphalia", *more) == 1
        assert said in capsys.readouterr().err


def test_all_that_is_wrong_in_all_files_is_said_at_once(tmp_path: Path, capsys: Capture) -> None:
    files = {
        "a.toml": '[units]\nfrance = ["A LYO 2", "A PARI"]\n[scores]\nAustria = 12\n'
        "[options]\nplayers = 9\n[treasury]\nHesse = 3\n",
        "b.csv": "state,power,infs\nHese,France,1\nHesse,Frence,x\nHesse,Frence,1\n",
        "c.csv": "a,b,relation\nFrance,Swedn,war\nFrance,Spain,love\n",
    }
    capsys.readouterr()
    assert new_from(tmp_path, files, "europe-1619") == 1
    said = capsys.readouterr().err.replace(f"{tmp_path}/", "").splitlines()
    assert said == [
        "a.toml:2:11: units of france: A LYO 2: not a unit (strength 2 is written 'A LYO +1')",
        "a.toml:2:22: units of france: A PARI: there is no province PARI (did you mean PAR?)",
        (
            "a.toml:4:1: scores.austria cannot be 12 (its points by their items: austria = "
            "{ captured_center = 12 })"
        ),
        "a.toml:6:1: players cannot be 9 (choices: 15, 14, 13, 12, 11, 10)",
        "a.toml:8:1: treasury: there is no 'Hesse'",
        "b.csv:2:1: infs: there is no 'Hese' (did you mean HES?)",
        "b.csv:3:14: 'x' is not a whole number (blank means 0)",
        "b.csv:4:7: infs.HES: there is no 'Frence' (did you mean france?)",
        "c.csv:2:1: relations: france-Swedn: there is no 'Swedn' (did you mean sweden?)",
        "c.csv:3:1: relations: spain-france cannot be 'love' ('war 1620', 'alliance', ...)",
    ]
    assert not (tmp_path / "games").exists()


def test_an_entry_of_two_files_is_an_error_unless_both_agree(
    tmp_path: Path, capsys: Capture
) -> None:
    one, other = "power,tp\nFrance,3\n", "power,money\nfrench,4\n"
    assert new_from(tmp_path, {"a.csv": one, "b.csv": other}, "europe-1619") == 1
    said = capsys.readouterr().err.replace(f"{tmp_path}/", "")
    assert said == "b.csv:2:1: treasury.france is also in a.csv:2:1 (remove one of them)\n"
    assert new_from(tmp_path, {"a.csv": one, "b.csv": one}, "europe-1619") == 0


@pytest.mark.parametrize(
    ("ruleset", "text", "words"),
    [
        ("standard", "state,power,infs\nHes,France,1\n", "positions of this ruleset have no infs"),
        (
            "europe-1619",
            "power,center\nFrance,PAR\n",
            "have no owners of centers (the columns province",
        ),
        ("europe-1619", "power,power,tp\nFrance,Spain,1\n", "the column power appears twice"),
        ("europe-1619", "power,tp\n", "the table has no rows"),
        (
            "europe-1619",
            "province,holder,since\nBOH,Austria,1640\n",
            "captures: BOH: 1640 is still",
        ),
        ("westphalia", "power,tp\nred,1\n", "positions of this ruleset have no treasury"),
    ],
)
def test_a_table_that_fits_nothing_is_refused(
    ruleset: str, text: str, words: str, tmp_path: Path, capsys: Capture
) -> None:
    assert new_from(tmp_path, {"a.csv": text}, ruleset) == 1
    assert words in capsys.readouterr().err


def test_a_dry_run_shows_the_position_and_writes_nothing(tmp_path: Path, capsys: Capture) -> None:
    assert new_from(tmp_path, TABLES, "europe-1619", "--dry-run") == 0
    said = capsys.readouterr().out
    for words in ("Standings", "Influence tracker", "Relations in 1630", "Captured provinces"):
        assert words in said
    assert not (tmp_path / "games").exists()
    text = "power,unit,province,center\nFrance,A,Paris,Paris\n"
    assert new_from(tmp_path, {"a.csv": text}, "standard", "--dry-run") == 0
    assert "France   A PAR  PAR" in capsys.readouterr().out


def test_the_file_of_a_state_keeps_its_secrets(tmp_path: Path, capsys: Capture) -> None:
    games = ["--games", str(tmp_path / "games")]
    text = """year = 1621
[handlers]
OTT = ["Denmark", "France", "Spain"]
[objectives]
held = [{ power = "Austria", kind = "political", goal = "ALIGN HES" }]
"""
    assert new_from(tmp_path, {"a.toml": text}, "europe-1615-v7") == 0
    assert main([*games, "adjudicate", "late"]) == 0
    file = tmp_path / "games/late/1621/state/1-movement.toml"
    asked = [*games, "new", "copy", "--ruleset", "europe-1615-v7", "--seed", "b", "--from"]
    assert main([*asked, str(file)]) == 0
    first = load_game(tmp_path / "games/copy").opening.state()
    opening = tmp_path / "games/copy/1621/state/0-opening.toml"
    kept = [tomllib.loads(one.read_text("utf-8"))["state"] for one in (file, opening)]
    assert kept[0] == kept[1]
    assert first.parts["handlers"] == {"OTT": ("denmark", "france", "spain")}
    public = (tmp_path / "games/copy/position.toml").read_text("utf-8")
    assert 'withheld = ["handlers", "objectives"]' in public
    assert "ALIGN HES" not in public
    assert main([*games, "verify", "copy"]) == 0
    shutil.copy(file, tmp_path / "alone.toml")
    capsys.readouterr()
    assert main([*asked, str(tmp_path / "alone.toml"), "--dry-run"]) == 0
    assert "what is secret in it (handlers" in capsys.readouterr().err


ODD = [
    (
        "europe-1615-v7",
        '[captures]\nPAR = "England 1619"\n',
        (
            "warning: Paris is Catholic and held by Protestant England: by the rules it is in "
            "revolt until 1624, and only captures hold it in peace ([rebellion.PAR] marker"
        ),
    ),
    (
        "europe-1615-v7",
        'alliances = [["France", "England"], ["England", "Denmark"], ["France", "Denmark"]]\n',
        (
            "warning: Denmark, France and England are allied two by two; one treaty of the three "
            'is written alliances = [["denmark", "france", "england"]]'
        ),
    ),
    (
        "europe-1615-v3",
        'phase = "spring"\nblank = ["units"]\n[units]\nAustria = ["A SLO", "A SAX"]\n',
        "warning: W counts as lost: Austria has no army in VIE; one elsewhere is written ",
    ),
    (
        "europe-1615-v3",
        'phase = "spring"\nblank = ["units"]\n[units]\nPRU = ["A LIT", "A SAX"]\n',
        "warning: the first unit of Prussia is taken to be the one in LIT (to choose, write ",
    ),
    (
        "europe-1615-v3",
        'phase = "spring"\n[counterbalance]\nsign = "widerstand"\n',
        "warning: 1620 has widerstand, and by the INFs of the confessions (Catholic",
    ),
    (
        "europe-1619",
        '[captures]\nVIE = "Sweden"\nSLO = "Sweden"\nSTY = "Sweden"\n[units]\naustria = []\n',
        (
            "warning: Austria has lost its home centers, and would be eliminated by the rules "
            "(eliminated.austria = 1620)"
        ),
    ),
    (
        "europe-1619",
        'blank = ["units"]\n',
        "warning: Austria, Denmark, Spain, France, Dutch Republic, England, Sweden, League, Union,",
    ),
]


@pytest.mark.parametrize(("ruleset", "text", "words"), ODD)
def test_what_a_position_contradicts_is_said(
    ruleset: str, text: str, words: str, tmp_path: Path, capsys: Capture
) -> None:
    assert new_from(tmp_path, {"a.toml": f"year = 1620\n{text}"}, ruleset, "--dry-run") == 0
    assert words in capsys.readouterr().err


def test_what_a_table_leaves_out_is_said(tmp_path: Path, capsys: Capture) -> None:
    infs = {"infs.csv": "state,power,infs\nHesse,Union,5\n"}
    assert new_from(tmp_path, infs, "europe-1619", "--dry-run") == 0
    assert 'stays as in the opening (blank = ["infs"]' in capsys.readouterr().err
    assert new_from(tmp_path, {**infs, "a.toml": EUROPE}, "europe-1619", "--dry-run") == 0
    assert "note" not in capsys.readouterr().err


def test_no_war_is_missed_where_nobody_declares_any(tmp_path: Path, capsys: Capture) -> None:
    text = 'year = 1617\nphase = "spring"\n[units]\nFrance = ["A NAP", "A MAD"]\nSpain = []\n'
    assert new_from(tmp_path, {"a.toml": text}, "europe-1615-v3", "--dry-run") == 0
    assert "without a war" not in capsys.readouterr().err


def test_letters_stand_behind_their_units(tmp_path: Path) -> None:
    text = 'year = 1617\nphase = "Spring"\n[units]\nAustria = ["A SIL (W)", "A SLO"]\n'
    text += '[sanctions.modifiers]\nWallenstein = "in effect since 1616"\n'
    assert new_from(tmp_path, {"a.toml": text}, "europe-1615-v3") == 0
    state = load_game(tmp_path / "games/late").current_state()
    assert state.parts["marks"].letters["W"] == "SIL"
    assert "W" not in state.parts["marks"].lost
    assert units(tmp_path)["austria"] == ("A SIL +1", "A SLO")


def test_an_end_alone_is_that_of_a_revolt_and_a_circle_is_one_treaty(tmp_path: Path) -> None:
    text = 'year = 1620\nalliances = [["France", "England", "Denmark"]]\n'
    text += '[captures]\nPAR = "England 1619"\n[rebellion.Paris]\nends = 1624\n'
    assert new_from(tmp_path, {"a.toml": text}, "europe-1615-v7") == 0
    state = load_game(tmp_path / "games/late").current_state()
    mood = state.parts["rebellion"]["PAR"]
    assert (mood.marker, mood.confession, mood.captor) == ("revolt", "catholic", "protestant")
    members = [one.members for one in state.parts["treaties"].concluded]
    assert ("denmark", "france", "england") in members or (
        "france",
        "england",
        "denmark",
    ) in members
