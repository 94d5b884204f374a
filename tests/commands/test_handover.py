"""`theatrum players handover`: a stand-in gets all that the seat knows, and nothing else."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from generator.archive import load_game
from tests.archive.games import command
from tests.commands.test_dossier import war
from tests.pages.sample import ROOT

__all__ = ["war"]

Capture = pytest.CaptureFixture[str]


def test_the_letter_has_the_orders_that_wait_and_no_others(war: Path, capsys: Capture) -> None:
    capsys.readouterr()
    assert command(war, "players handover", "france", "--to", "Ada") == 0
    letter = capsys.readouterr().out
    assert letter.startswith("Dear Ada,\n\nyou take over France in War")
    assert "  A MAR - PIE\n" in letter
    assert "units: A MAR" in letter
    assert "VIE" not in letter
    assert command(war, "adjudicate") == 0
    capsys.readouterr()
    assert command(war, "players handover", "france", "--to", "Ada") == 0
    # What was adjudicated is public, and waits no more.
    assert "A MAR - PIE" not in capsys.readouterr().out


def test_the_letter_names_standing_orders_before_and_after_the_change(
    war: Path, tmp_path: Path, capsys: Capture
) -> None:
    """They end with the player who sent them; his own dossier has them, and no other."""
    mail = tmp_path / "standing.txt"
    mail.write_text("STANDING F BRE - GAS\nSTANDING MOVEMENT: A PAR - PIC\n", "utf-8")
    assert command(war, "submit", "--power", "france", str(mail)) == 0
    capsys.readouterr()

    def printed(*words: str) -> str:
        assert command(war, *words) == 0
        return capsys.readouterr().out

    assert "- used where you send nothing: F BRE - GAS\n" in printed("players dossier", "france")
    assert "F BRE - GAS" not in printed("players dossier", "austria")
    title = "## Standing orders of who played before, which end with that player\n\n"
    listed = f"{title}fall-movement: A PAR - PIC\nspring-movement: A PAR - PIC\nF BRE - GAS\n"
    assert listed in printed("players handover", "france", "--to", "Ada")
    printed("players replace", "france", "Ada")
    assert listed in printed("players handover", "France", "--to", "Ada")
    assert "F BRE - GAS" not in printed("players dossier", "france")


def test_a_folder_gets_the_letter_and_the_game_as_the_power_sees_it(tmp_path: Path) -> None:
    """Hands of cards that only their owners see: of a game of Westphalia, seat by seat."""
    folder = tmp_path / "games" / "cuius-regio"
    shutil.copytree(ROOT / "games" / "cuius-regio", folder)
    game = load_game(folder)
    told: dict[str, set[str]] = {power: set() for power in game.ruleset.powers}
    for record in game.phases:
        whole = record.resolution()
        for power, known in told.items():
            known |= {f": {one.text}\n" for one in whole.events if power in one.known_to}
            known |= {f": {one.order} (" for one in whole.verdicts if power in one.known_to}
    assert sum(map(bool, told.values())) > 4
    out = tmp_path / "for-ada"
    assert command(folder, "players handover", "red", "--to", "Ada", "-o", str(out)) == 0
    letter = (out / "cuius-regio-red.txt").read_text("utf-8")
    assert (out / "cuius-regio-red.html").stat().st_size > 100_000
    assert len(told["red"]) > 20
    assert all(text in letter for text in told["red"])
    others = set().union(*told.values()) - told["red"]
    assert len(others) > 20
    assert not [text for text in others if text in letter]


def test_it_does_not_lie_where_git_sees_it(war: Path, tmp_path: Path, capsys: Capture) -> None:
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    assert (
        command(war, "players handover", "france", "--to", "Ada", "-o", str(tmp_path / "out")) == 2
    )
    assert "keep it where git does not see it" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
    assert command(war, "players handover", "burgundy", "--to", "Ada") != 0
