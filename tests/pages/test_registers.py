"""What a game keeps beside map and standings: loans, treaties, decrees, rebellion, objectives."""

from __future__ import annotations

import re
from pathlib import Path

import html5lib
import pytest

from generator.cli import main
from tests.pages.told import targets, words

POSITION = """
year = {year}

[units]
dutch = ["A NORM +1", "A HLD"]
austria = ["A VIE", "A UPP"]

[captures]
NORM = "dutch 1626"
UPP = "austria 1626"

[treasury]
austria = 40

[rebellion]
NORM = {{ marker = "revolt", confession = "catholic", captor = "protestant", ends = 1633 }}

[[credit.loans]]
id = 1
lender = "spain"
borrower = "austria"
principal = 6
interest = 1
repaid = 2
year = 1625
due = 1634
enforced = true
agreed_by = ["spain", "austria"]

[[credit.loans]]
id = 2
lender = "referee"
borrower = "france"
principal = 3
year = 1626
due = 1634

[[credit.loans]]
id = 3
lender = "france"
borrower = "poland"
principal = 4
year = 1625
due = 1627
repaid = 4
status = "repaid"

[treaties]
concluded = [{{ members = ["spain", "austria", "papacy"], since = 1625 }}]

[objectives]
closed = true

[[objectives.held]]
power = "austria"
kind = "military"
goal = "OCCUPY UPP"

[[objectives.held]]
power = "sweden"
kind = "political"
goal = "ALIGN TUN"
since = 1616
former = [{{ goal = "ALIGN MOL", until = 1616 }}]
"""


SECRETS = (
    "OCCUPY UPP",
    "hold Upper Palatinate",
    "hold the Upper Palatinate",
    "ALIGN TUN",
    "patron of Tunisia",
    "ALIGN MOL",
)
"""What tells of the objectives, as they are written and in words."""


def played(folder: Path, year: int, *options: str) -> Path:
    """The folder of a game that begins in a year, after one year of play."""
    position = folder / "given.toml"
    position.write_text(POSITION.format(year=year), encoding="utf-8")
    rules = ["--ruleset", "europe-1615-v7", "--seed", "s"]
    start = ["--games", str(folder), "new", "late", *rules, "--from", str(position)]
    assert main([*start, "--demo", "1", *options]) == 0
    return folder / "late"


def site_of(folder: Path) -> dict[str, str]:
    """The texts of the built site of the games in a folder, by their addresses."""
    (folder / "site").mkdir()
    output = folder / "out"
    build = ["--site", str(folder / "site"), "--output", str(output), "--quiet"]
    assert main(["--games", str(folder), "build", *build]) == 0
    return {
        path.relative_to(output).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(output.rglob("*"))
        if path.suffix in (".html", ".txt", ".json", ".js", ".csv", ".xml", ".svg")
    }


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The site of a game that waits for its last year."""
    folder = tmp_path_factory.mktemp("waiting")
    return site_of(played(folder, 1628).parent)


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The site of a game that is over."""
    folder = tmp_path_factory.mktemp("ended")
    return site_of(played(folder, 1629).parent)


def section(html: str, title: str) -> str:
    """The words of the part of a page under a heading, up to the next one."""
    (text,) = re.findall(
        rf"<(?:h2[^>]*|summary)>{title}</(?:h2|summary)>(.*?)(?:<h2|<summary|\Z)", html, re.DOTALL
    )
    return words(text)


def test_the_front_page_has_the_registers(waiting: dict[str, str]) -> None:
    front = waiting["late/index.html"]
    html5lib.HTMLParser(strict=True).parse(front)
    targets("late/", front)
    assert "Austria Spain 5 1634 open, enforced" in section(front, "Open loans")
    assert "France the referee 3 1634 open" in section(front, "Open loans")
    assert "Poland France" not in section(front, "Open loans")
    # Spain has left the treaty of the three.
    assert "Austria , Papacy 1625 nobody" in section(front, "Treaties of alliance")
    land = section(front, "Markers on captured land")
    assert "Normandy Dutch Republic Catholic in revolt until 1633" in land


def test_the_treasury_page_has_the_register_of_loans(waiting: dict[str, str]) -> None:
    page = waiting["late/treasury/index.html"]
    html5lib.HTMLParser(strict=True).parse(page)
    debts, settled = section(page, "Debts"), section(page, "Loans that are settled")
    # Debtor, lender, lent, still to pay, interest in it, the years, enforced, state.
    assert "Austria Spain 6 5 1 1625 1634 yes open" in debts
    assert "France the referee 3 3 · 1626 1634 no open" in debts
    assert "Poland France 4 1625 1627 no paid back" in settled
    assert "Austria Spain" not in settled
    assert "Poland France 4 1625" not in debts


def test_transfers_that_are_secret_are_on_no_page(tmp_path: Path) -> None:
    site = site_of(played(tmp_path, 1628, "--option", "public_transactions=false").parent)
    assert "Debts" not in words(site["late/treasury/index.html"])
    assert "Open loans" not in words(site["late/index.html"])
    # The page of forms has examples.
    del site["late/orders/index.html"]
    pages = {name: words(text) for name, text in site.items() if name.startswith("late/")}
    told = re.compile(r"\blends\b|\bloan \d|1634")
    assert [name for name, text in pages.items() if told.search(text)] == []


def test_objectives_are_on_no_page_before_the_end(waiting: dict[str, str]) -> None:
    told = [name for name, text in waiting.items() if any(one in text for one in SECRETS)]
    assert told == []
    page = waiting["late/records/index.html"]
    assert section(page, "Objectives").startswith("They are secret until the end of the game.")
    assert "objective" not in words(waiting["late/scores/index.html"]).casefold()


def test_objectives_are_listed_at_the_end_with_what_they_scored(ended: dict[str, str]) -> None:
    page = ended["late/records/index.html"]
    html5lib.HTMLParser(strict=True).parse(page)
    listed = section(page, "Objectives")
    assert "Austria military to hold Upper Palatinate · yes 100" in listed
    assert (
        "Sweden political to be the patron of Tunisia to be the patron of Moldavia no 0" in listed
    )
    assert listed.index("Austria") < listed.index("Sweden")
    report = words(ended["late/1629/scoring/index.html"])
    assert "Austria military to hold Upper Palatinate · yes 100 E15V7-OBJ-5" in report
    assert "Objective met" in words(ended["late/scores/index.html"])
