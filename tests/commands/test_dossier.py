"""`theatrum players dossier`, as text and mail, and `handover`: a power is told all that its seat
knows, and nothing else; and nothing of it is in the game or its site."""

from __future__ import annotations

import shutil
import subprocess
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from generator.archive import load_game
from tests.archive.games import command, new_game
from tests.made import copy_of
from tests.pages.sample import ROOT

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def war(tmp_path: Path) -> Path:
    """A game for which France and Austria have sent secret orders."""
    return copy_of("dossier", _make_war, tmp_path) / "games" / "war"


def _make_war(root: Path) -> None:
    folder = new_game(root / "games", "war", "standard", "--orders", "private")
    for power, text in (("france", "A MAR - PIE\nA PAR H\nF BRE H"), ("austria", "A VIE - TYR")):
        mail = root / f"{power}.txt"
        mail.write_text(f"{text}\n", encoding="utf-8")
        assert command(folder, "submit", "--power", power, str(mail)) == 0


def files(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_a_power_is_told_its_own_alone(war: Path, capsys: Capture) -> None:
    before = files(war)
    capsys.readouterr()
    assert command(war, "players dossier", "france") == 0
    text = capsys.readouterr().out
    assert text.startswith("# France: Spring 1901, movement\n")
    assert "- spring-movement: A MAR - PIE\n" in text
    assert "3 units to order" in text
    assert "VIE" not in text
    assert files(war) == before
    # A handover begins with it.
    assert command(war, "players handover", "france", "--to", "Ada") == 0
    letter = capsys.readouterr().out
    assert letter.index("## What you owe, and what expires") < letter.index("## On the board")
    assert "For Ada only." in letter
    assert letter.count("A MAR - PIE") == 1


def test_a_folder_gets_the_text_of_every_power(war: Path, tmp_path: Path) -> None:
    before, out = files(war), tmp_path / "out"
    assert command(war, "players dossier", "-o", str(out)) == 0
    assert len(list(out.iterdir())) == 7
    text = (out / "war-france.txt").read_text("utf-8")
    assert "A MAR - PIE" in text
    assert "TYR" not in text
    assert "A VIE - TYR" in (out / "war-austria.txt").read_text("utf-8")
    assert files(war) == before
    again = tmp_path / "again"
    assert command(war, "players dossier", "-o", str(again)) == 0
    assert [one.read_bytes() for one in sorted(out.iterdir())] == [
        one.read_bytes() for one in sorted(again.iterdir())
    ]


def test_mails_go_to_those_with_an_address(war: Path, tmp_path: Path, capsys: Capture) -> None:
    assert command(war, "players address", "france", "ada@example.org") == 0
    out = tmp_path / "out"
    assert command(war, "players dossier", "--mail", "-o", str(out)) == 1
    assert "austria: no mail written, because no address is known" in capsys.readouterr().err
    (path,) = out.iterdir()
    mail = message_from_bytes(path.read_bytes(), policy=policy.default)
    assert path.name == "war-france.eml"
    assert mail["To"] == "ada@example.org"
    assert "Spring 1901" in mail["Subject"]
    assert "A MAR - PIE" in mail.get_content()
    assert command(war, "players dossier", "france", "--mail") == 0
    assert capsys.readouterr().out.startswith(
        "To: ada@example.org\nSubject: War: dossier of France"
    )


@pytest.mark.parametrize("words", [("dossier", "france"), ("handover", "france", "--to", "Ada")])
def test_it_does_not_lie_where_git_sees_it(
    war: Path, tmp_path: Path, capsys: Capture, words: tuple[str, ...]
) -> None:
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    what, *more = words
    assert command(war, f"players {what}", *more, "-o", str(tmp_path / "out")) == 2
    assert "keep it where git does not see it" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_keys_of_an_older_game_are_named_and_stay(war: Path, capsys: Capture) -> None:
    path = war / "private/addresses.toml"
    text = f'france = ["ada@example.org", "age1{"q" * 58}"]\n'
    path.write_text(text, "utf-8")
    capsys.readouterr()
    assert command(war, "players address") == 0
    told = capsys.readouterr()
    assert "france: ada@example.org\n" in told.out
    assert (
        told.err.count("addresses.toml:1:30: a public key is no longer used (remove it; dossiers")
        == 1
    )
    assert path.read_text("utf-8") == text


def test_the_letter_has_the_orders_that_wait_and_no_others(war: Path, capsys: Capture) -> None:
    capsys.readouterr()
    assert command(war, "players handover", "france", "--to", "Ada") == 0
    letter = capsys.readouterr().out
    assert command(war, "players handover", "burgundy", "--to", "Ada") != 0
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
