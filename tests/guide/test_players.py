"""The player's page: its example of a check by hand is true, and it names every page of a game."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from generator.archive import load_game
from generator.cli import main
from generator.pages.base.gameview import _tabs
from tests.guide.walking import GUIDE, ROOT, Command, matches, steps

PAGE = GUIDE / "players.md"
TEXT = PAGE.read_text("utf-8")
GAME = ROOT / "games/winter-king"


def test_check_by_hand_gives_what_was_published() -> None:
    (command,) = (step for step in steps(PAGE) if isinstance(step, Command))
    done = subprocess.run(["sh", "-c", command.line], cwd=GAME, capture_output=True, text=True)
    assert matches(done.stdout, command.output)
    commitments = (GAME / "commitments.toml").read_text("utf-8")
    table = commitments.partition('["1620 2-movement"]')[2].partition("\n[")[0]
    assert f'"state/1" = "{done.stdout.split()[0]}"' in table
    salts = (GAME / "revealed/salts.toml").read_text("utf-8")
    assert f'"state/1" = "{command.line.split()[1].rstrip(";")}"' in salts


def test_every_tab_of_a_game_is_explained() -> None:
    labels: set[str] = set()
    for name in ("after-the-comet", "cuius-regio", "eleven-voices", "nine-winters"):
        game = load_game(ROOT / "games" / name)
        gazetteer = game.ruleset.gazetteer(game.opening.state())
        labels |= {tab.label for tab in _tabs("game", game.ruleset.id, gazetteer, True)}
    named = {"States" if label == "Minor states" else label for label in labels}
    section = TEXT.partition("## The pages of a game")[2].partition("\n## ")[0]
    assert named == set(re.findall(r"\*\*([^*]+)\*\*", section))


def test_mail_of_the_page_is_understood(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = TEXT[TEXT.index("    To: ruth") : TEXT.index("You get a receipt")].splitlines()
    mail = tmp_path / "mail.eml"
    mail.write_text("\n".join(line[4:] for line in lines), encoding="utf-8")
    games = ["--games", str(tmp_path / "games")]
    assert main([*games, "new", "trial", "--seed", "s"]) == 0
    capsys.readouterr()
    assert main([*games, "submit", "trial", str(mail)]) == 0
    receipt = capsys.readouterr().out
    for order in ("A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO", "BUILD A PAR"):
        assert f"  {order}" in receipt
    assert "Ignored" not in receipt
    assert "To fix" not in receipt
