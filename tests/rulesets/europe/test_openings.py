"""Games that open with a position of the referee's own, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.archive import load_game
from generator.cli import main
from generator.engine.phases import Setup
from generator.rulesets.europe.record.opening import ALIASES, BLANKS, open_game
from generator.rulesets.europe.state.standing import Capture, Relation
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import infs_in, units_of

ROOT = Path(__file__).parents[3]
Capsys = pytest.CaptureFixture[str]

WHOLE = """
year = 1630
phase = "builds"
blank = ["infs"]
wars = [["france", "spain"]]
alliances = [["france", "sweden"]]
attack_order = [
  "spain", "france", "austria", "ottoman", "england", "poland", "dutch", "denmark", "sweden",
  "league", "union", "papacy", "venice", "saxony", "savoy",
]
price = [1, 2, 4, 8]
forbidden_alliances = [["spain", "dutch"]]

[units]
sweden = ["A POM +3", "F STO"]
austria = ["A VIE +1", "A BOH"]
HES = []

[infs]
POM = "sweden 12"
HES = { union = 5, sweden = 9 }
SAA = "spain 2, france 2"

[captures]
BOH = "austria 1620"

[relations]
dutch-spain = "peace 1629 after war"
austria-league = "peace"

[treasury]
sweden = 14

[allotment]
sweden = 11

[centers]
STO = 7

[markers]
HES = ""
ANS = "catholic"

[statuses]
SWI = "neutral"

[eliminated]
england = 1625

[options]
scoring.mode = "cumulative"
currency_name = "ducats"
"""


def new(folder: Path, text: str, *more: str) -> int:
    """The exit code of `theatrum new late --from` a file with this text."""
    path = folder / "given.toml"
    path.write_text(text, "utf-8")
    games = ["--games", str(folder / "games"), "new", "late", "--ruleset", "europe-1619"]
    return main([*games, "--seed", "x", "--from", str(path), *more])


def placed(**position: Any) -> EuropeState:
    return open_game(EDITION, Setup({}, position))


@pytest.mark.usefixtures("quick_disk")
def test_a_game_opens_with_a_whole_position(tmp_path: Path, capsys: Capsys) -> None:
    assert new(tmp_path, WHOLE) == 0
    folder = tmp_path / "games" / "late"
    state = load_game(folder).current_state()
    assert str(state.moment) == "1630 builds"
    assert units_of(state, "sweden") == ["A POM +3", "F STO"]
    assert units_of(state, "france") == ["A LYO", "A PAR", "A PRO", "F NORM"]
    assert units_of(state, "HES") == units_of(state, "BOHC") == units_of(state, "england") == []
    assert infs_in(state, "HES") == {"sweden": 9, "union": 5}
    assert infs_in(state, "POR") == {}
    assert state.captures == {"BOH": Capture("austria", 1620)}
    assert state.relations["france", "sweden"] == Relation("alliance", 1630)
    assert state.relations["spain", "dutch"] == Relation("peace", 1629, "war")
    assert ("austria", "league") not in state.relations
    assert not any("england" in pair for pair in state.relations)
    assert state.treasury["sweden"] == 14
    assert state.facts.infs_of("sweden", 1619) == state.facts.infs_of("sweden", 1640) == 11
    assert state.facts.rank["spain"] == 1
    assert state.facts.price == (1, 2, 4, 8)
    assert state.facts.centers["STO"] == 7
    kinds = {code: state.statuses[code].kind for code in ("BOHC", "HES", "POM", "SAA", "SWI")}
    assert list(kinds.values()) == ["captured", "aligned", "aligned", "neutral", "neutral"]
    assert "HES" not in state.markers
    assert state.markers["ANS"] == "catholic"
    assert state.eliminated == {"england": 1625}
    assert state.founded == ("SCOT",)
    assert state.options["scoring.mode"] == "cumulative"
    assert main(["--games", str(folder.parent), "adjudicate", "late"]) == 0
    assert "ducats" in capsys.readouterr().out
    assert main(["--games", str(folder.parent), "verify", "late"]) == 0


@pytest.mark.usefixtures("quick_disk")
def test_a_position_for_retreats_waits_for_them(tmp_path: Path) -> None:
    text = """
phase = "retreats"
contested = ["CHA"]
displaced = [
  { owner = "spain", unit = "A BUR +1", cause = "dislodged", from = "LYO", retreats = ["FRC"] },
]
"""
    assert new(tmp_path, text) == 0
    game = load_game(tmp_path / "games" / "late")
    assert game.ruleset.awaits(game.current_state()) == ("spain",)


@pytest.mark.usefixtures("quick_disk")
def test_options_of_the_command_come_before_those_of_the_file(tmp_path: Path) -> None:
    assert new(tmp_path, WHOLE, "--option", "scoring.mode=standing") == 0
    assert load_game(tmp_path / "games" / "late").current_state().options["scoring.mode"] == (
        "standing"
    )


@pytest.mark.usefixtures("quick_disk")
def test_the_file_of_a_state_is_a_position_as_it_stands(tmp_path: Path) -> None:
    assert new(tmp_path, WHOLE) == 0
    first = load_game(tmp_path / "games" / "late")
    text = first.opening.path.read_text("utf-8")
    (tmp_path / "games" / "late").rename(tmp_path / "other")
    assert new(tmp_path, text) == 0
    folder = tmp_path / "games" / "late"
    assert load_game(folder).current_state() == first.opening.state()
    assert main(["--games", str(folder.parent), "verify", "late"]) == 0
    (tmp_path / "other").rename(tmp_path / "games" / "other")
    assert new(tmp_path, f"year = 1640\n{text}") == 1


def test_every_table_has_its_other_names() -> None:
    for alias, name in ALIASES.items():
        table: dict[str, Any] = {
            "infs": {"SWI": "savoy 1"},
            "captures": {"ERF": "saxony"},
            "treasury": {"spain": 3},
            "allotment": {"spain": 3},
            "price": [1],
            "centers": {"STO": 3},
        }[name]
        assert placed(**{alias: table}) == placed(**{name: table})


@pytest.mark.parametrize("name", BLANKS)
def test_a_position_can_begin_without_a_table(name: str) -> None:
    state = placed(blank=[name])
    table = getattr(state, name)
    assert not any(table.values())


def test_statuses_and_markers_follow_from_infs_and_captures() -> None:
    """Hesse goes over to France; so does its marker: Catholics hold two thirds."""
    state = placed(infs={"HES": "france 10, union 5"}, captures={"ANS": "league"})
    assert state.statuses["HES"].patron == "france"
    assert state.markers["HES"] == "catholic"
    assert state.statuses["ANS"].captor == "league"
    assert "ANS" not in state.markers
    assert units_of(state, "ANS") == []


def test_a_fallen_power_takes_everything_along() -> None:
    state = placed(year=1640, eliminated={"spain": 1633})
    assert "spain" not in state.units
    assert not any("spain" in row for row in state.infs.values())
    assert state.founded == ("FLA", "MIL", "NAP")
    assert state.standing.owners["MAD"] == ""


def test_the_example_of_the_guide_opens_a_game(tmp_path: Path) -> None:
    text = (ROOT / "site/guide/positions-europe.md").read_text("utf-8")
    start = text.index("    year = 1630")
    block = text[start : text.index("\nIt has the ", start)]
    assert new(tmp_path, "\n".join(line[4:] for line in block.splitlines())) == 0
