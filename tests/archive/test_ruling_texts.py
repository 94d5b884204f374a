"""What a referee types is the ruling that a file would hold."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from generator.archive.game.game import Game, load_game
from generator.archive.game.ruling_texts import read_ruling
from generator.cli import main
from tests.rulesets.europe.ruled import SAMPLES


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Game]:
    folder = tmp_path_factory.mktemp("games")
    found = {}
    for name, ruleset in (("duel", "standard"), ("eu", "europe-1619"), ("w", "westphalia")):
        assert main(["--games", str(folder), "new", name, "--ruleset", ruleset]) == 0
        found[name] = load_game(Path(folder) / name)
    return found


UNITS = [("france", "A PAR"), ("spain", "A MAD"), ("france", "F BRE")]


@pytest.mark.parametrize(
    ("game", "text", "kind", "facts"),
    [
        ("duel", "France:A PAR - BUR", "order", {"power": "france", "order": "A PAR - BUR"}),
        ("duel", "french: void A PAR H", "void", {"power": "france", "order": "A PAR H"}),
        ("duel", "france: not A Paris", "void", {"power": "france", "unit": "A PAR"}),
        ("duel", "france: F BRE stands", "units", {"power": "france", "units": ["A PAR", "F BRE"]}),
        ("duel", "france: A PAR does not stand", "units", {"power": "france", "units": ["F BRE"]}),
        ("duel", "france has no units", "units", {"power": "france", "units": []}),
        (
            "duel",
            "russia has fleet in stp/sc and A Moscow",
            "units",
            {"power": "russia", "units": ["F STP/SC", "A MOS"]},
        ),
        ("duel", "Belgium belongs to nobody", "centers", {"power": "", "centers": ["BEL"]}),
        ("duel", "note  it is so", "note", {"text": "it is so"}),
        ("duel", "end result=draw", "end", {"result": "draw"}),
        ("eu", "france has A PAR", "units", {"side": "france", "units": ["A PAR"]}),
        ("eu", "france has 12 TP", "treasury", {"power": "france", "tp": 12}),
        ("eu", "Erfurt is held by saxony", "control", {"province": "ERF", "holder": "saxony"}),
        (
            "eu",
            "France and Spain are allied",
            "relation",
            {"powers": ["france", "spain"], "is": "alliance"},
        ),
        (
            "eu",
            "peace between france and spain",
            "relation",
            {"powers": ["france", "spain"], "is": "peace"},
        ),
        (
            "eu",
            "Hesse: union 4, France 1",
            "infs",
            {"state": "HES", "infs": {"union": 4, "france": 1}},
        ),
        (
            "eu",
            "Hesse is aligned with Union",
            "status",
            {"state": "HES", "status": "aligned union"},
        ),
        ("eu", "option victory.points = 9", "option", {"option": "victory.points", "value": 9}),
        ("eu", "option victory.points=9", "option", {"option": "victory.points", "value": 9}),
        (
            "eu",
            "entry unit=A PAR, to=Champagne is='void'",
            "entry",
            {"unit": "A PAR", "to": "CHA", "is": "void"},
        ),
        ("w", "emperor power=red", "emperor", {"power": "red"}),
    ],
)
def test_each_form_gives_its_kind_and_facts(
    games: Mapping[str, Game], game: str, text: str, kind: str, facts: dict[str, Any]
) -> None:
    assert read_ruling(games[game], text, lambda: UNITS) == (kind, facts)


def typed(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {typed(one)}" for key, one in value.items()) + "}"
    return f"[{', '.join(map(typed, value))}]" if isinstance(value, list) else str(value)


@pytest.mark.parametrize("kind", sorted(SAMPLES))
def test_every_kind_can_be_typed_with_its_facts_by_name(
    games: Mapping[str, Game], kind: str
) -> None:
    facts = dict(SAMPLES[kind].facts)
    text = f"{kind} {' '.join(f'{name}={typed(value)}' for name, value in facts.items())}"
    assert read_ruling(games["eu"], text, lambda: UNITS) == (kind, facts)
