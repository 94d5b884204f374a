"""Positions of Version 7: all that a state holds can be set, and what cannot be is refused at its
place."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from generator.engine.phases import Setup
from generator.rulesets.europe_1615_v7 import RULESET
from tests.scenarios.playing import begin, new

EVERYTHING = (Path(__file__).parent / "everything.toml").read_text(encoding="utf-8")

# What a position says in another form than a state does, and what follows from it.
OTHERWISE: dict[str, Any] = {
    "infs": {"BRA": "sweden 4", "HES": "spain 1, france 3"},
    "relations": {
        "austria-bavaria": "alliance 1622",
        "france-bavaria": "war 1622",
        "france-papacy": "alliance 1620",
        "spain-dutch": "war 1622",
        "sweden-denmark": "peace 1621 after war",
        "sweden-france": "alliance 1620",
        "sweden-papacy": "alliance 1620",
    },
}


def test_everything_that_a_state_holds_can_be_set() -> None:
    wanted = tomllib.loads(EVERYTHING)
    document = RULESET.dump(RULESET.opening(Setup(position=tomllib.loads(EVERYTHING))))
    state = {**document.public, **document.private}
    setup = ("attack_order", "price", "allotment", "centers", "values")
    for name in setup:
        assert state["setup"][name] == wanted[name]
    changes = [(one["kind"], one["powers"]) for one in state["changes"]]
    assert changes == [
        ("war", ["sweden", "denmark"]),
        ("dissolution", ["france", "papacy"]),
        ("dissolution", ["sweden", "france"]),
        ("surrender", ["france", "bavaria"]),
    ]
    allied = wanted["treaties"]["concluded"]
    pair = {"members": ["austria", "bavaria"], "since": 1622}
    assert state["treaties"]["concluded"] == [*allied, pair]
    for name in ("statuses", "markers", "treasury"):
        assert state[name].items() >= wanted[name].items()
    for name, table in OTHERWISE.items():
        assert state[name] == table
    short = ("blank", "wars", "alliances", "changes", "treaties", "statuses", "markers", "treasury")
    for name in wanted.keys() - {*setup, *short, *OTHERWISE}:
        assert state[name] == wanted[name], name


def test_such_a_position_is_played_on_and_tells_no_secret(tmp_path: Path) -> None:
    game = begin("europe-1615-v7", tmp_path, EVERYTHING)
    game.play("--until", "1623")
    assert game.run("verify").code == 0
    for file in (game.path / "position.toml", *game.path.glob("16*/**/*.toml")):
        text = file.read_text(encoding="utf-8")
        assert "OCCUPY" not in text
        assert "handlers =" not in text


@pytest.mark.parametrize(
    ("position", "says"),
    [
        (
            '[handlers]\nOTT = ["Denmark"]',
            "2:1: handlers.OTT: 1 power, and there are 3 (name them all, or leave OTT out",
        ),
        (
            '[handlers]\nOTT = ["France", "Denmark", "Poland"]',
            "2:8: handlers.OTT: france comes first, and the first handler is drawn among",
        ),
        (
            "[scores.France]\ncaptured_centre = 3",
            "2:1: scores.france: there is no 'captured_centre' (did you mean captured_center?)",
        ),
    ],
)
def test_what_cannot_be_is_refused_at_its_place(tmp_path: Path, position: str, says: str) -> None:
    made = new("europe-1615-v7", tmp_path, position)
    assert made.code == 1
    assert f"position.toml:{says}" in made.err
    assert not (tmp_path / "prelude").exists()
