"""Positions of Version 3: all that a state holds can be set, and what cannot be is refused."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.scenarios.europe_1615_v3.kept import VERSION3
from tests.scenarios.playing import begin, refused, state_of

EVERYTHING = (VERSION3.folder / "everything.toml").read_text(encoding="utf-8")
REFUSED = VERSION3.read("refused")

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


def test_everything_that_a_state_holds_can_be_set(tmp_path: Path) -> None:
    wanted = tomllib.loads(EVERYTHING)
    state = state_of(begin(VERSION3, tmp_path, EVERYTHING))
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
    game = begin(VERSION3, tmp_path, EVERYTHING)
    # Waivers are told with the report of early winter, and not before.
    for file in (game.path / "position.toml", *game.path.glob("16*/**/*.toml")):
        assert "BOH" not in file.read_text(encoding="utf-8").partition("[waivers]")[2]
    game.play("--until", "1619")
    assert game.run("verify").code == 0


@pytest.mark.parametrize("case", REFUSED, ids=[case["says"] for case in REFUSED])
def test_what_cannot_be_is_refused_at_its_place(tmp_path: Path, case: dict[str, str]) -> None:
    refused(VERSION3, tmp_path, case)
