"""The front page explains what the draws depend on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.record.draws import note_nonce, note_result
from generator.cli import main


def front(root: Path, ruleset: str, *more: str, play: bool = False) -> str:
    """The section of the front page, as text; "" where it has none."""
    games = root / "games"
    assert main(["--games", str(games), "new", "peace", "--ruleset", ruleset, *more]) == 0
    if play:
        note_nonce(games / "peace", "red", "a wet Tuesday")
        if "--event" in more:
            note_result(games / "peace", "3 17")
        adjudicate_game(games / "peace")
    return shown(root)


def shown(root: Path) -> str:
    site, output = root / "site", root / "_site"
    arguments = ["--games", str(root / "games"), "build", "--quiet", "--lenient"]
    assert main([*arguments, "--site", str(site), "--output", str(output)]) == 0
    page = (output / "peace/index.html").read_text("utf-8")
    found = re.search(r'id="?lots"?.*?<p[^>]*>(.*?)(?=</?(?:p|section|div))', page, re.DOTALL)
    return re.sub(r"\s+", " ", found[1]) if found else ""


def test_a_game_without_lots_says_nothing(tmp_path: Path) -> None:
    assert front(tmp_path, "standard") == ""


def test_a_game_for_tests_says_that_its_seed_may_be_guessed(tmp_path: Path) -> None:
    assert "knows or guesses" in front(tmp_path, "westphalia", "--seed", "7")


def test_before_the_first_phase_players_are_told_to_send_nonces(tmp_path: Path) -> None:
    said = front(tmp_path, "westphalia")
    assert "send as nonces" in said
    note_nonce(tmp_path / "games/peace", "red", "a wet Tuesday")
    assert shown(tmp_path) == said  # who has sent one is not told yet


def test_afterwards_the_page_names_who_contributed(tmp_path: Path) -> None:
    said = front(tmp_path, "westphalia", play=True)
    assert "words that Red Phoenix sent" in said
    assert "not even the referee without help from one of them" in said


def test_a_public_event_is_named_with_its_result(tmp_path: Path) -> None:
    said = front(tmp_path, "westphalia", "--event", "a lottery", play=True)
    assert "words that Red Phoenix sent and the result of a public event, a lottery (3 17)" in said


@pytest.mark.parametrize("ruleset", ["westphalia", "europe-1619-draft"])
def test_a_game_without_contributions_says_what_that_means(tmp_path: Path, ruleset: str) -> None:
    front(tmp_path, ruleset)
    adjudicate_game(tmp_path / "games/peace")
    assert "trust the referee’s choice" in shown(tmp_path)
