"""The front page explains what the draws depend on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.archive.play.adjudicating import adjudicate_game
from generator.cli import main


def front(root: Path, ruleset: str, *more: str) -> str:
    """The section of the front page, as text; "" where it has none."""
    games = root / "games"
    assert main(["--games", str(games), "new", "peace", "--ruleset", ruleset, *more]) == 0
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


@pytest.mark.parametrize("ruleset", ["westphalia", "europe-1619-draft"])
def test_a_game_without_contributions_says_what_that_means(tmp_path: Path, ruleset: str) -> None:
    front(tmp_path, ruleset)
    adjudicate_game(tmp_path / "games/peace")
    assert "trust the referee’s choice" in shown(tmp_path)


def test_an_older_game_names_who_contributed(tmp_path: Path) -> None:
    front(tmp_path, "westphalia")
    text = 'event = "a lottery"\nresult = "3 17"\n\n[nonces]\nred = "a wet Tuesday"\n'
    (tmp_path / "games/peace/chance.toml").write_text(text, encoding="utf-8")
    said = shown(tmp_path)
    assert "words that Red Phoenix sent and the result of a public event, a lottery (3 17)" in said
