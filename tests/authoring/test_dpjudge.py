"""Maps of DPjudge: what they say is played, what cannot be is named or refused."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from generator.authoring.dpjudge import read_map
from generator.engine.errors import FileError
from generator.engine.phases import Setup
from generator.rulesets.standard import StandardRuleset
from generator.rulesets.variants import know
from generator.trial.playing import TrialSpec, play_game
from tests.authoring.conftest import Repository

MAP = """\
# Two powers on a lake with an isle that has two coasts.
BEGIN SPRING 1850 MOVEMENT
VICTORY 4
RULE BUILD_ANY NO_SUCH_RULE
EASTLAND (EASTERN:E) HIL MOO
A HIL
F MOO
WESTLAND (WESTERN) FEN
A FEN
HERMITS (HERMIT) CAV
DUMMY
A CAV
UNOWNED ISL
Hills = HIL hill heights?
Moors = MOO heights?
Fens = FEN west+fens
Cave = CAV
Isle = ISL
Isle (North Coast) = ISL/NC
Isle (South Coast) = ISL/SC
North Lake = NOR
South Lake = SOU
Mountain = MOU
COAST HIL ABUTS moo NOR Isl cav
COAST MOO ABUTS hil SOU FEN
COAST FEN ABUTS MOO SOU
LAND CAV ABUTS HIL
COAST ISL/NC ABUTS NOR
COAST ISL/SC ABUTS SOU
COAST isl ABUTS NOR SOU Hil
WATER NOR ABUTS HIL ISL/NC
WATER SOU ABUTS MOO FEN ISL/SC
SHUT MOU ABUTS HIL
"""
FOLDER = Path(find_spec("diplomacy").origin).parent / "maps" if find_spec("diplomacy") else Path()  # type: ignore[union-attr, arg-type]
PACKAGE = sorted(FOLDER.glob("*.map")) if Path() != FOLDER else []


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "two_lakes.map"
    path.write_text(MAP, encoding="utf-8")
    return path


def made(path: Path) -> StandardRuleset:
    ruleset = know(path.stem.replace("_", "-"), read_map(path).files())
    assert isinstance(ruleset, StandardRuleset)
    return ruleset


def test_powers_have_their_homes_units_and_names(file: Path) -> None:
    facts = made(file).facts
    assert facts.title == "Two Lakes"
    assert facts.first_year == 1850
    assert facts.homes == {"eastland": ("HIL", "MOO"), "westland": ("FEN",)}
    assert [str(unit) for unit in facts.opening["eastland"]] == ["A HIL", "F MOO"]
    assert facts.powers["eastland"].adjective == "Eastern"
    assert facts.options["victory-centers"].default == 4
    assert facts.anywhere


def test_borders_follow_the_spelling_of_the_neighbor(file: Path) -> None:
    """Small letters are for armies alone, a capital with small letters for fleets alone."""
    board = made(file).facts.board
    assert board.army_from("HIL") == ("CAV", "MOO")
    assert board.fleet_from("HIL") == ("NOR",)
    assert board.fleet_from("MOO") == ("FEN", "SOU")
    assert board.fleet_from("ISL/NC") == ("NOR",)
    assert board.provinces["ISL"].coasts["NC"].name == "north coast"
    assert board.provinces["MOU"].kind == "impassable"


def test_power_that_nobody_plays_has_neutral_units(file: Path) -> None:
    facts = made(file).facts
    assert [str(unit) for unit in facts.neutral] == ["A CAV"]
    assert "CAV" in facts.board.centers


def test_aliases_of_several_places_are_asked_about(file: Path) -> None:
    ruleset = made(file)
    assert ruleset.facts.board.ambiguous == {"heights": ("HIL", "MOO")}
    book = ruleset.read(ruleset.opening(Setup()), {"westland": "A west fens - moors"})
    assert [str(order.order) for order in book.sheets["westland"].orders] == ["A FEN - MOO"]


def test_what_is_played_otherwise_is_told(file: Path) -> None:
    assert read_map(file).notes == [
        "the rule NO_SUCH_RULE is not known: games ignore it",
        "Hermits has no player: its units are neutral",
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("BEGIN SPRING", "BEGIN FALL", r"two_lakes.map:2: .*begin with a movement in spring"),
        ("VICTORY 4", "VICTORY many", r"two_lakes.map:3: cannot be read: VICTORY many"),
        ("UNOWNED ISL", "OWNS ISL", r"two_lakes.map:13: .*owns its home centers"),
        ("COAST FEN ABUTS", "COAST FEN TOUCHES", r"two_lakes.map:26: .*ABUTS is missing"),
        ("UNOWNED ISL", "%% 12", r"two_lakes.map:13: .*the line is not understood"),
        ("UNOWNED ISL", "MAP nothing", r"nothing.map: "),
        ("UNOWNED ISL", "MAP two_lakes", r"builds on too many other files"),
    ],
)
def test_what_cannot_be_played_is_refused_with_its_line(
    file: Path, old: str, new: str, said: str
) -> None:
    file.write_text(MAP.replace(old, new), encoding="utf-8")
    with pytest.raises(FileError, match=said):
        read_map(file)


def test_map_may_build_on_another(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "fewer.map"
    other.write_text("MAP two_lakes\nUNPLAYED WESTLAND\nNORTHLAND FEN\nF FEN\n", encoding="utf-8")
    facts = made(other).facts
    assert list(facts.powers) == ["eastland", "northland"]
    assert [str(unit) for unit in facts.opening["northland"]] == ["F FEN"]


def test_map_becomes_a_game(repository: Repository, file: Path) -> None:
    assert repository.run("ruleset", "new", "lakes", "--from", str(file)) == 0
    assert repository.run("new", "first", "--ruleset", "lakes", "--demo", "1") == 0
    assert repository.run("verify", "first") == 0


# --- the maps of the package


@pytest.mark.skipif(not PACKAGE, reason="the package diplomacy is not installed")
@pytest.mark.parametrize(
    "path",
    [*PACKAGE[:2], *(pytest.param(path, marks=pytest.mark.slow) for path in PACKAGE[2:])],
    ids=lambda path: path.stem,
)
def test_map_of_the_package_is_played(path: Path) -> None:
    made(path)
    record: Any = play_game(TrialSpec(path.stem.replace("_", "-"), "maps", {}, {}, 1), 1)
    assert not record.failed
