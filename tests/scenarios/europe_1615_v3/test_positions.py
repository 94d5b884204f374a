"""Positions of Version 3: all that a state holds can be set, and what cannot be is refused at its
place."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from generator.engine.phases import Setup
from generator.rulesets.europe_1615_v3 import RULESET
from tests.scenarios.playing import begin, new

EVERYTHING = (Path(__file__).parent / "everything.toml").read_text(encoding="utf-8")

# What a position says in another form than a state does.
OTHERWISE: dict[str, Any] = {
    "phase": "early-winter",
    "infs": {
        "MEC": "france 4, denmark 1",
        "SUL": "spain 3",
        "PRU": "spain 2, denmark 9",
        "SWE": "denmark 3",
        "CAT": "france 2",
    },
    "setup": {"centers": {"PAR": 9}},
}


@pytest.mark.rule(
    "E15V3-CAP-5", "E15V3-EXP-1", "E15V3-INF-8", "E15V3-DA-6", "E15V3-SPU-1", "E15V3-WAI-2"
)
def test_everything_that_a_state_holds_can_be_set() -> None:
    wanted = tomllib.loads(EVERYTHING)
    document = RULESET.dump(RULESET.opening(Setup(position=tomllib.loads(EVERYTHING))))
    state = {**document.public, **document.private}
    for name, table in OTHERWISE.items():
        assert state[name] == table, name
    assert state["statuses"].items() >= wanted["statuses"].items()
    for side, units in wanted["units"].items():
        assert state["units"][side] == sorted(units)
    marks = state["marks"]
    assert marks["letters"] == wanted["marks"]["letters"]
    assert marks["gone"] == wanted["marks"]["gone"]
    # Letters whose unit is nowhere are lost as well, and the first unit of Catalonia is known.
    assert marks["lost"][:2] == wanted["marks"]["lost"]
    assert marks["originals"].items() >= wanted["marks"]["originals"].items()
    for name in wanted.keys() - {"blank", "centers", "marks", "statuses", "units", *OTHERWISE}:
        assert state[name] == wanted[name], name


def test_such_a_position_is_played_on_and_tells_no_secret(tmp_path: Path) -> None:
    game = begin("europe-1615-v3", tmp_path, EVERYTHING)
    # Waivers are told with the report of early winter, and not before.
    for file in (game.path / "position.toml", *game.path.glob("16*/**/*.toml")):
        assert "BOH" not in file.read_text(encoding="utf-8").partition("[waivers]")[2]
    game.play("--until", "1619")
    assert game.run("verify").code == 0


@pytest.mark.parametrize(
    ("position", "says"),
    [
        (
            '[sanctions.modifiers]\n"Catalan secession" = "in effect since 1616"',
            "2:1: sanctions.modifiers.catalan_secession is in effect, and CAT is not founded",
        ),
        (
            '[sanctions.modifiers]\n"Moroccan unification" = { state = "In effect", since = 1616 }',
            "2:1: sanctions.modifiers.moroccan_unification is in effect, and SUL is not open",
        ),
        (
            "[rounds]\nFrance = []\nSpain = [1615, 1616, 1617, 1618, 1619, 1620]",
            "3:1: rounds.spain: 6 rounds win the game, and it is over with",
        ),
        (
            '[units]\nFrance = ["A LYO (W)"]',
            "2:11: units of france: A LYO (W): not a unit (it carries no letter: leave out (W))",
        ),
    ],
)
def test_what_cannot_be_is_refused_at_its_place(tmp_path: Path, position: str, says: str) -> None:
    made = new("europe-1615-v3", tmp_path, f"year = 1622\n{position}")
    assert made.code == 1
    line, _, problem = says.partition(":")
    assert f"position.toml:{int(line) + 1}:{problem}" in made.err
    assert not (tmp_path / "prelude").exists()
