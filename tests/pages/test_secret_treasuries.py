"""Treasuries that are secret until the end of the game: no public file and no page has them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import html5lib
import pytest

from generator.archive.play.verifying import verify_game
from generator.cli import main
from tests.pages.test_registers import site_of
from tests.pages.told import words

POSITION = """
year = {year}

[units]
dutch = ["A NORM +1", "A HLD"]
austria = ["A VIE", "A UPP"]

[captures]
NORM = "dutch 1626"
UPP = "austria 1626"

[treasury]
austria = 77401
france = 77402
papacy = 77404
dutch = -77405
"""
TELLTALE = re.compile(r"\b77\d\d\d\b")
"""What somebody has, but for random numbers in the hashes of files."""
HASHES = ("chain.toml", "commitments.toml")


def played(folder: Path, year: int, more: str = "", *, demo: bool = True) -> Path:
    """The folder of a game with secret treasuries that began in a year, after one year of play."""
    position = folder / "given.toml"
    position.write_text(f"{more}{POSITION.format(year=year)}", encoding="utf-8")
    rules = ["--ruleset", "europe-1615-v7", "--seed", "s", "--option", "public_treasury=false"]
    start = ["--games", str(folder), "new", "late", *rules, "--from", str(position)]
    assert main([*start, *(["--demo", "1"] if demo else [])]) == 0
    return folder / "late"


@pytest.mark.parametrize("phase", [pytest.param("income", marks=pytest.mark.slow), "builds"])
def test_no_page_has_what_can_be_spent_in_the_phase_that_is_due(phase: str, tmp_path: Path) -> None:
    folder = played(tmp_path, 1628, f'phase = "{phase}"', demo=False)
    assert TELLTALE.search((folder / "private/1628/state/0-opening/treasury.toml").read_text())
    site = built(tmp_path)
    assert not telling(site)
    assert "to spend" not in words(site["late/index.html"])


def telling(site: dict[str, str]) -> list[str]:
    """The files of a site that have what somebody has; addresses of files have hashes."""
    texts = {name: re.sub(r"[0-9a-f]{8,}", "", text) for name, text in site.items()}
    return [name for name, text in texts.items() if TELLTALE.search(text)]


def built(folder: Path) -> dict[str, str]:
    """The site of the games in a folder."""
    shutil.rmtree(folder / "site", ignore_errors=True)
    return site_of(folder)


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that waits for its last year."""
    return played(tmp_path_factory.mktemp("waiting"), 1628)


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that is over."""
    return played(tmp_path_factory.mktemp("ended"), 1629)


def test_no_public_file_and_no_commit_has_them(
    waiting: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    secret = (waiting / "private" / "1628" / "state" / "5-builds" / "treasury.toml").read_text()
    assert TELLTALE.search(secret)
    assert 'withheld = ["treasury"]' in (waiting / "position.toml").read_text("utf-8")
    clone = tmp_path / "clone"
    shutil.copytree(waiting, clone / "late")
    for command in (["init", "--quiet"], ["add", "--all"]):
        subprocess.run(["git", *command], cwd=clone, check=True)
    listed = subprocess.run(
        ["git", "ls-files"],
        cwd=clone, check=True, capture_output=True, text=True,
    ).stdout.split()  # fmt: skip
    assert "late/1628/state/5-builds.toml" in listed
    told = [name for name in listed if not name.endswith(HASHES)]
    assert [name for name in told if TELLTALE.search((clone / name).read_text("utf-8"))] == []
    capsys.readouterr()
    assert main(["--games", str(waiting.parent), "export", "late"]) == 0
    export = re.sub(r'"[0-9a-f]{64}"', "", capsys.readouterr().out)
    assert '"purchase-seen"' in export
    assert not TELLTALE.search(export)


def test_no_page_has_them_before_the_end(waiting: Path) -> None:
    site = built(waiting.parent)
    # Feeds and data are among the files.
    assert {name.rpartition(".")[2] for name in site} >= {"html", "json", "xml", "csv"}
    assert telling(site) == []
    page = site["late/treasury/index.html"]
    html5lib.HTMLParser(strict=True).parse(page)
    shown = words(page)
    assert "What powers have and spend is secret until the end of the game." in shown
    assert "Military strength" in shown
    assert "Treasury by year" not in shown
    assert "Rulings and other" not in shown
    report = words(site["late/1628/builds/index.html"])
    assert "Austria builds an army in Vienna" in report
    assert not re.search(r"an army in \w+ for \d+ wealth", report)


def test_the_game_replays_with_the_secrets_and_without_them(
    waiting: Path, ended: Path, tmp_path: Path
) -> None:
    assert verify_game(waiting).unreplayed == ()
    bare = shutil.ignore_patterns("private")
    shutil.copytree(waiting, tmp_path / "waiting", ignore=bare)
    shutil.copytree(ended, tmp_path / "ended", ignore=bare)
    whys = {why for _, why in verify_game(tmp_path / "waiting").unreplayed}
    assert whys == {"the state before it has secrets"}
    # At the end everything is told: everybody may play the game again.
    assert verify_game(tmp_path / "ended").unreplayed == ()


def test_at_the_end_all_is_told(ended: Path, tmp_path: Path) -> None:
    site = built(ended.parent)
    page = site["late/treasury/index.html"]
    html5lib.HTMLParser(strict=True).parse(page)
    shown = words(page)
    assert "secret until the end" not in shown
    # What Austria began with, and what its income was: nothing is left that no event explains.
    assert re.search(r"start 77401 ", shown)
    assert "Rulings and other" not in shown
    ledger = words(site["late/treasury/1629/index.html"])
    assert re.search(r"Austria builds an army in Vienna for \d+ wealth", ledger)
    # A copy without private/ makes the same site.
    copy = tmp_path / "games"
    shutil.copytree(ended, copy / "late", ignore=shutil.ignore_patterns("private"))
    assert built(copy) == site
