"""`theatrum players auction`: the bids of all players go in, and out comes who plays what."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.archive import load_game
from generator.cli import main
from generator.rulesets import get_ruleset

NAMES = [facts.name for facts in get_ruleset("standard").powers.values()]
FOX = "Cäcilie \U0001f98a"
Capture = pytest.CaptureFixture[str]


def bid(*points: int) -> str:
    """A bid on Austria, England, France, Germany, Italy, Russia and Turkey."""
    lines = (f"{number} {name}\n" for number, name in zip(points, NAMES, strict=True))
    return "".join(lines)


BIDS = {
    "Anna": bid(43, 21, 17, 13, 2, 2, 2),
    "Ben": bid(43, 33, 18, 2, 1, 1, 2),
    FOX: "No preference",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    assert main(["--games", str(tmp_path), "new", "game", "--seed", "s"]) == 0
    return tmp_path


def auction(root: Path, bids: dict[str, str], *words: str) -> int:
    file = root / "bids.toml"
    tables = (f'"{name}" = """\n{text}"""\n' for name, text in bids.items())
    file.write_text("".join(tables), encoding="utf-8")
    return main(["--games", str(root), "players", "auction", "game", str(file), *words])


def test_players_get_powers_and_the_referee_is_told_why(root: Path, capsys: Capture) -> None:
    capsys.readouterr()
    assert auction(root, BIDS) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == (
        "43 for Austria by Anna is the highest bid left; Ben bid as much and registered later"
    )
    assert said[1] == "33 for England by Ben is the highest bid left"
    players = load_game(root / "game").settings.players
    assert {players["austria"], players["england"]} == {"Anna", "Ben"}
    assert FOX in players.values()
    assert main(["--games", str(root), "verify", "game"]) == 0


def test_the_same_bids_give_the_same_powers(root: Path, capsys: Capture) -> None:
    found = []
    for _ in range(2):
        capsys.readouterr()
        assert auction(root, BIDS, "--dry-run") == 0
        found.append(capsys.readouterr().out)
    assert found[0] == found[1]
    assert f"by {FOX}, who has no preference," in found[0]
    assert not load_game(root / "game").settings.players


def test_powers_are_given_out_once(root: Path, capsys: Capture) -> None:
    assert auction(root, BIDS) == 0
    before = (root / "game/game.toml").read_bytes()
    capsys.readouterr()
    assert auction(root, BIDS) == 1
    assert "game has players already: see game.toml" in capsys.readouterr().err
    assert (root / "game/game.toml").read_bytes() == before


@pytest.mark.parametrize(
    ("bids", "said"),
    [
        ({"Anna": bid(95, 1, 1, 1, 1, 1, 1)}, "bids.toml:2:1: 95 Austria: 95 is more than 94"),
        ({"Anna": "40 Austria\n"}, "no points are on England"),
        ({**BIDS, "Ben": bid(1, 1, 1, 1, 1, 1, 1)}, "the points are 7 and not 100"),
        ({"Anna": "50 Narnia\n"}, "there is no power Narnia"),
        ({}, "0 players bid for 7 powers"),
        ({f"P{number}": "no preference" for number in range(8)}, "8 players bid for 7 powers"),
    ],
)
def test_bids_that_are_wrong_are_named_and_change_nothing(
    root: Path, capsys: Capture, bids: dict[str, str], said: str
) -> None:
    before = (root / "game/game.toml").read_bytes()
    capsys.readouterr()
    assert auction(root, bids) == 1
    assert said in capsys.readouterr().err
    assert (root / "game/game.toml").read_bytes() == before
