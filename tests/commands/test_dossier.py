"""`theatrum dossier`: as text, mail, page and sealed page, and nothing in the game or its site."""

from __future__ import annotations

import re
import subprocess
from email import message_from_bytes, policy
from pathlib import Path

import pyrage
import pytest

from generator.archive import load_game
from generator.archive.people.addresses import addresses_of, keys_of
from tests.archive.games import command, new_game

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def war(tmp_path: Path) -> Path:
    """A game for which France and Austria have sent secret orders."""
    folder = new_game(tmp_path / "games", "war", "standard", "--orders", "private")
    for power, text in (("france", "A MAR - PIE\nA PAR H\nF BRE H"), ("austria", "A VIE - TYR")):
        mail = tmp_path / f"{power}.txt"
        mail.write_text(f"{text}\n", encoding="utf-8")
        assert command(folder, "submit", "--power", power, str(mail)) == 0
    return folder


def files(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_a_power_is_told_its_own_alone(war: Path, capsys: Capture) -> None:
    before = files(war)
    capsys.readouterr()
    assert command(war, "dossier", "france") == 0
    text = capsys.readouterr().out
    assert text.startswith("# France: Spring 1901, movement\n")
    assert "- spring-movement: A MAR - PIE\n" in text
    assert "3 units to order" in text
    assert "VIE" not in text
    assert files(war) == before


def test_a_folder_gets_text_and_page_of_every_power(war: Path, tmp_path: Path) -> None:
    before, out = files(war), tmp_path / "out"
    assert command(war, "dossier", "-o", str(out)) == 0
    assert len(list(out.iterdir())) == 14
    page = (out / "war-france.html").read_text("utf-8")
    assert "A MAR - PIE" in page
    assert "TYR" not in page
    assert not re.search("https?:|src=|url", page)  # it needs no other file
    assert "A VIE - TYR" in (out / "war-austria.txt").read_text("utf-8")
    assert files(war) == before
    again = tmp_path / "again"
    assert command(war, "dossier", "-o", str(again)) == 0
    assert [one.read_bytes() for one in sorted(out.iterdir())] == [
        one.read_bytes() for one in sorted(again.iterdir())
    ]


def test_mails_go_to_those_with_an_address(war: Path, tmp_path: Path, capsys: Capture) -> None:
    assert command(war, "address", "france", "ada@example.org") == 0
    out = tmp_path / "out"
    assert command(war, "dossier", "--mail", "-o", str(out)) == 1
    assert "austria: no mail, for no address is known" in capsys.readouterr().err
    (path,) = out.iterdir()
    mail = message_from_bytes(path.read_bytes(), policy=policy.default)
    assert path.name == "war-france.eml"
    assert mail["To"] == "ada@example.org"
    assert "Spring 1901" in mail["Subject"]
    assert "A MAR - PIE" in mail.get_content()
    assert command(war, "dossier", "france", "--mail") == 0
    assert capsys.readouterr().out.startswith(
        "To: ada@example.org\nSubject: War: dossier of France"
    )


def test_a_page_is_sealed_to_the_key_of_its_player(
    war: Path, tmp_path: Path, capsys: Capture
) -> None:
    own, other = pyrage.x25519.Identity.generate(), pyrage.x25519.Identity.generate()
    assert command(war, "dossier", "france", "--seal", "-o", str(tmp_path / "out")) == 1
    assert "no public key of france is known" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
    assert command(war, "address", "france", "ada@example.org") == 0
    assert command(war, "address", "france", str(own.to_public())) == 0
    game = load_game(war)
    assert keys_of(game) == {"france": (str(own.to_public()),)}
    assert addresses_of(game) == {"france": ("ada@example.org",)}
    assert command(war, "dossier", "--seal", "-o", str(tmp_path / "out")) == 1
    (path,) = (tmp_path / "out").iterdir()
    assert path.name == "war-france.html.age"
    assert b"A MAR - PIE" not in path.read_bytes()
    assert b"A MAR - PIE" in pyrage.decrypt(path.read_bytes(), [own])
    with pytest.raises(pyrage.DecryptError):
        pyrage.decrypt(path.read_bytes(), [other])


def test_a_key_stays_with_its_player(war: Path, capsys: Capture) -> None:
    """A new player does not inherit the key of the one before."""
    key = str(pyrage.x25519.Identity.generate().to_public())
    assert command(war, "address", "france", "ada@example.org", key) == 0
    assert command(war, "address", "france", "ada@example.net") == 0
    assert addresses_of(load_game(war)) == {"france": ("ada@example.net",)}
    assert keys_of(load_game(war)) == {"france": (key,)}
    assert command(war, "replace", "france", "Ben", "--address", "ben@example.org") == 0
    assert keys_of(load_game(war)) == {}
    capsys.readouterr()
    assert command(war, "address", "austria", "age1tooshort") == 2
    assert "is not a public key of age (age1 and 58 letters more" in capsys.readouterr().err
    path = war / "private" / "addresses.toml"
    path.write_text('austria = ["age1tooshort"]\n', "utf-8")
    assert command(war, "dossier", "austria") == 1
    assert "addresses.toml:1:12: age1tooshort is not a public key" in capsys.readouterr().err


def test_it_does_not_lie_where_git_sees_it(war: Path, tmp_path: Path, capsys: Capture) -> None:
    subprocess.run(["git", "init", "--quiet", str(tmp_path)], check=True)
    assert command(war, "dossier", "france", "-o", str(tmp_path / "out")) == 2
    assert "may not lie where git sees it" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_handover_begins_with_the_dossier(war: Path, capsys: Capture) -> None:
    capsys.readouterr()
    assert command(war, "handover", "france", "--to", "Ada") == 0
    letter = capsys.readouterr().out
    assert letter.index("## What you owe, and what expires") < letter.index("## What stands")
    assert "For Ada alone." in letter
    assert letter.count("A MAR - PIE") == 1
