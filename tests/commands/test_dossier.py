"""`theatrum players dossier`: as text and mail, and nothing in the game or its site."""

from __future__ import annotations

import subprocess
from email import message_from_bytes, policy
from pathlib import Path

import pytest

from tests.archive.games import command, new_game
from tests.made import copy_of

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


def test_it_does_not_lie_where_git_sees_it(war: Path, tmp_path: Path, capsys: Capture) -> None:
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    assert command(war, "players dossier", "france", "-o", str(tmp_path / "out")) == 2
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
