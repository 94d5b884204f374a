"""No public file tells who commands the Ottomans, or who has written what only its author may read:
games that differ in nothing else have the same public files, page for page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.archive.secret.secrets import is_secret
from generator.building.build import build_site
from tests.archive.games import ROOT, files_of
from tests.scenarios.playing import begin

POSITION = """
year = 1620
blank = ["units"]
[units]
austria = ["A VIE +1"]
denmark = ["F COP"]
france = ["A PAR"]
poland = ["A WAR"]
sweden = ["A STO"]
OTT = ["A SER", "A RUM"]
[infs]
OTT = "{patron} 3"
[handlers]
OTT = {handlers}
"""
SHEETS = {
    "austria": "2: SAX\nA VIE H",
    "denmark": "2: BRE\nF COP - SKA",
    "france": "A PAR - CHA\n2: LOR\n3: SAV",
    "poland": "1: LIVN",
    "sweden": "1: BRA\nA STO H",
}
HASH = re.compile(rb"\b[0-9a-f]{64}\b|\b[0-9a-f]{16}\b")


def played(
    root: Path, first: str, secret: dict[str, str], patron: str = "spain", *, bare: bool = False
) -> Path:
    """The folder of a game of two years; `first` is the first handler, `secret` has what stands on
    the sheets beside what is public ("{}"). In a `bare` game nobody writes anything else."""
    others = [power for power in ("england", "dutch", "palatinate") if power != first]
    text = POSITION.format(patron=patron, handlers=f'["{first}", "{others[0]}", "{others[1]}"]')
    game = begin("europe-1615-v7", root, text)
    for _ in range(2):
        sheets = {} if bare else dict(SHEETS)
        for power, line in secret.items():
            sheets[power] = line.format(sheets.get(power, "")).strip("\n")
        game.paste(sheets)
        game.play("--until", str(game.waits()[0]))
    assert game.run("verify").code == 0
    return game.path


def told(folder: Path) -> dict[str, bytes]:
    """The public files, without what a hash is."""
    (folder.parent / "position.toml").unlink(missing_ok=True)
    return {
        name: HASH.sub(b"HASH", data)
        for name, data in files_of(folder).items()
        if not is_secret(name)
    }


SER, HUN = "A SER - HUN", "A HUN - SER"
PAIRS = {
    "the first handler, in a line of its own": (
        ("denmark", {"denmark": "{}\nA SER - HUN"}),
        ("sweden", {"sweden": "{}\nA SER - HUN"}),
    ),
    "the first handler, with a heading and a remark": (
        ("denmark", {"denmark": "OTTOMAN:\nA SER - HUN\n\n# it pays\nDENMARK:\n{}"}),
        ("sweden", {"sweden": "A SER - HUN\n{}"}),
    ),
    "the first handler, in one line with what is public": (
        ("denmark", {"denmark": "A SER - HUN; {}"}),
        ("sweden", {"sweden": "{}; A SER - HUN"}),
    ),
    "a handler who sends nothing else": (
        ("england", {"england": "A SER - HUN"}),
        ("dutch", {"dutch": "A SER - HUN"}),
    ),
    "a handler who orders what cannot be": (
        ("denmark", {"denmark": "{}\nA SER - PAR\nA RUM - XYZ"}),
        ("sweden", {"sweden": "{}\nA SER - PAR"}),
    ),
    "who tries to order the Ottomans in vain": (
        ("denmark", {"france": "{}\nA SER - HUN"}),
        ("denmark", {"poland": "{}\nA SER - BOS\nA RUM H"}),
    ),
    "who changes an objective, and who knows where to retreat": (
        ("denmark", {"france": "{}\nOBJECTIVE MILITARY: OCCUPY NET"}),
        ("denmark", {"austria": "IF DISLODGED A VIE - STY\n{}"}),
    ),
}


@pytest.mark.rule("E15V7-OTT-3")
@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_public_files_do_not_tell_who_wrote_what_is_secret(tmp_path: Path, pair: str) -> None:
    (one, secrets), (other, others) = PAIRS[pair]
    here = played(tmp_path / "a", one, secrets)
    there = played(tmp_path / "b", other, others)
    assert told(here) == told(there)


@pytest.mark.rule("E15V7-OTT-3")
def test_a_handler_who_sends_nothing_public_looks_like_one_who_sends_nothing(
    tmp_path: Path,
) -> None:
    here = played(tmp_path / "a", "denmark", {"denmark": SER}, bare=True)
    there = played(tmp_path / "b", "sweden", {"sweden": SER}, bare=True)
    assert told(here) == told(there)


@pytest.mark.rule("E15V7-OTT-11")
@pytest.mark.rule("E15V7-OTT-3")
def test_nobody_sees_that_the_patron_was_the_first_handler(tmp_path: Path) -> None:
    here = played(tmp_path / "a", "denmark", {}, "denmark")
    there = played(tmp_path / "b", "sweden", {}, "denmark")
    assert told(here) == told(there)


@pytest.mark.rule("E15V7-OTT-3")
def test_no_page_of_the_site_tells_who_the_handler_is(tmp_path: Path) -> None:
    pages = []
    for first in ("denmark", "sweden"):
        folder = played(tmp_path / first, first, {first: "{}\nA SER - HUN"})
        told(folder)
        out = tmp_path / f"site-{first}"
        build_site(folder.parent, ROOT / "site", out)
        pages.append(
            {
                path.relative_to(out).as_posix(): HASH.sub(b"HASH", path.read_bytes())
                for path in out.rglob("*")
                if path.is_file()
            }
        )
    assert pages[0].keys() == pages[1].keys()
    assert [name for name in pages[0] if pages[0][name] != pages[1][name]] == []
