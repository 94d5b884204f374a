"""Votes of standard Diplomacy in the files of a game: secret before they are told, and after, if
the game tells numbers alone."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from generator.archive import load_game
from generator.archive.exchange.exchanging import export_game, import_game
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.verifying import verify_game
from tests.archive.games import new_game, store_submission
from tests.archive.test_secrets import holding, public_part, site_of

VOTES = {"france": "A PAR - BUR\nVOTE DRAW", "italy": "CONCEDE TO FRANCE; A ROM H"}
SECRETS = ("VOTE DRAW", "CONCEDE TO FRANCE", "a vote for", "a victory of France (Italy)")


def voting(root: Path, told: str) -> Path:
    options = ("--option", f"votes-told={told}", "--option", "draw-votes=majority")
    return new_game(root, "vote", "standard", "--orders", "private", *options)


def send(folder: Path, texts: dict[str, str]) -> None:
    phase = load_game(folder).current_moment.phase
    for power, text in texts.items():
        store_submission(folder, power, {phase: text}, text)


@pytest.mark.rule("STD-END-9")
def test_votes_that_are_told_in_numbers_stay_secret(tmp_path: Path) -> None:
    folder = voting(tmp_path / "games", "counts")
    send(folder, VOTES)
    adjudicate_game(folder)
    public = public_part(folder)
    told = (folder / "1901" / "state" / "1-spring-movement.toml").read_text("utf-8")
    assert "1 of 7 powers votes for a draw" in told
    assert "1 of 6 powers votes for a victory of France" in told
    site = site_of(folder, tmp_path / "site")
    exported = {"export": export_game(folder).text.encode()}
    for secret in SECRETS:
        assert holding(public, secret) == [], secret
        assert holding(exported, secret) == [], secret
    for secret in ("Votes for a draw", "a vote for a"):
        assert not [name for name in holding(site, secret) if name.startswith("vote/1901")]
    france = tomllib.loads((folder / "1901" / "orders" / "france.toml").read_text("utf-8"))
    assert france["spring-movement"]["orders"] == "A PAR - BUR\n"
    assert verify_game(folder).phases == 1


@pytest.mark.rule("STD-END-9")
def test_votes_are_revealed_when_the_game_is_over(tmp_path: Path) -> None:
    folder = voting(tmp_path / "games", "counts")
    send(folder, VOTES)
    adjudicate_game(folder)
    powers = ("france", "austria", "england", "turkey")
    send(folder, dict.fromkeys(powers, "VOTE DRAW"))
    done = adjudicate_game(folder)
    assert done.ending is not None
    assert done.ending.text.startswith("Agreed by the votes of 4 of 7 powers")
    assert holding(public_part(folder), "CONCEDE TO FRANCE")
    assert verify_game(folder).phases == 2


def test_votes_that_are_told_by_name_are_as_public_as_orders(tmp_path: Path) -> None:
    folder = voting(tmp_path / "games", "names")
    send(folder, VOTES)
    assert holding(public_part(folder), "VOTE DRAW") == []
    adjudicate_game(folder)
    assert holding(public_part(folder), "VOTE DRAW") == [
        "1901/orders/france.toml", "1901/state/1-spring-movement.toml",
    ]  # fmt: skip
    site = site_of(folder, tmp_path / "site")
    assert "vote/1901/spring-movement/index.html" in holding(site, "a vote for a draw")
    copy = import_game(tmp_path / "elsewhere", export_game(folder).text)
    assert verify_game(copy.folder).phases == 1
