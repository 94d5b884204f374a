"""An evening of fifteen by the referee's pages alone, in a real browser; the same by commands."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.archive import load_game
from generator.cli import main
from tests.browser.conftest import violations
from tests.made import copy_of
from tests.serve.pages import NOW, Served, files_of, served
from tests.walk.desk import MAILS, REFEREE, Desk

pytestmark = pytest.mark.browser

DUE = "2027-03-07 20:00"
LATE = "Tue, 9 Mar 2027 20:00:00 +0000"
IN_TIME = "Sat, 6 Mar 2027 20:00:00 +0000"
AGAIN = "Denmark\n\nDIPLOMACY: 3: HAM\n2: MEC\n1: BRE\n"
"""A mail that is pasted: Denmark thinks again."""


def mail(sender: str, subject: str, body: str, came: str = IN_TIME) -> bytes:
    head = f"Received: from a.example by b.example; {came}\nFrom: {sender}\nSubject: {subject}\n"
    return f"{head}Message-ID: <{sender}>\n\n{body}".encode()


def letters(folder: Path) -> list[Path]:
    """Eighteen mails as they come: fifteen players, one of whom writes again, one is late, one
    writes nothing that is an order."""
    folder.mkdir()
    for path in MAILS.iterdir():
        text = path.read_bytes()
        if path.suffix == ".txt":
            text = mail(f"{path.stem}@example.org", "orders", text.decode())
        else:
            text = f"Received: from a.example by b.example; {IN_TIME}\n".encode() + text
        (folder / path.name).write_bytes(text)
    late = mail("venice2@example.org", "Venice", "Venice\n\nDiplomacy\n2: TUS\n1: MAN\n", LATE)
    (folder / "late.eml").write_bytes(late)
    (folder / "thanks.eml").write_bytes(
        mail("savoy@example.org", "Re: Savoy", "Thank you, Ruth!\n")
    )
    again = mail("poland@example.org", "Poland", "Poland\n\nDiplomacy\n2: MOL\n1: PRU\n")
    (folder / "poland2.eml").write_bytes(
        again.replace(b"Sat, 6 Mar 2027 20", b"Sat, 6 Mar 2027 21")
    )
    return sorted(folder.iterdir())


@pytest.fixture
def desks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Desk, Desk]:
    """Two repositories alike, each with a game of fifteen and a remote of its own."""
    for name, value in REFEREE.items():
        monkeypatch.setenv(name, value)
    for name in ("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"):
        monkeypatch.setenv(name, "2027-03-08T00:00:00Z")
    desk, other = (Desk(copy_of("club", _make_club, tmp_path / n), ()) for n in ("page", "other"))
    for each in (desk, other):
        each.git("init", "--quiet", "--bare", "--initial-branch=main", str(each.remote))
        each.git("remote", "add", "origin", str(each.remote))
    return desk, other


def _make_club(folder: Path) -> None:
    club = folder / "club"
    assert main(["init", str(club), "--title", "The Club"]) == 0
    games = ["--games", str(club / "games")]
    assert main([*games, "new", "winter", "--ruleset", "europe-1619", "--seed", "s"]) == 0
    assert main([*games, "deadline", "winter", "--set", DUE, "--now", "2027-03-01T00:00Z"]) == 0


@pytest.fixture
def evening(desks: tuple[Desk, Desk]) -> Iterator[Served]:
    with served(desks[0].club / "games") as pages:
        yield pages


_PARTS = """[matchMedia("(prefers-color-scheme: dark)").matches,
  ...[...document.querySelectorAll("h1, h2, form")].map((one) => one.textContent)].join()"""


class Referee:
    """Somebody at the page, whose clicks are counted."""

    def __init__(self, page: Any, axe: str) -> None:
        self.page = page
        self.axe = axe
        self.clicks = 0
        self.screens = 0
        self.seconds = 0.0
        self.seen: set[str] = set()

    def click(self, name: str, role: str = "button") -> str:
        """Click what is called so, and give the words of the page that comes."""
        began = time.perf_counter()
        self.page.get_by_role(role, name=name).first.click()
        self.page.wait_for_load_state("load")
        self.seconds += time.perf_counter() - began
        self.clicks += 1
        self.screens += 1
        self.check()
        return str(self.page.locator("main").inner_text())

    def check(self) -> None:
        """Nothing is wider than the screen, at both widths, and axe finds nothing. A page with the
        same parts is not looked at again."""
        parts = str(self.page.evaluate(_PARTS))
        if parts in self.seen:
            return
        self.seen.add(parts)
        for width in (390, 1440):
            self.page.set_viewport_size({"width": width, "height": 900})
            wide = self.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, self.page.url
        assert violations(self.page, self.axe) == []


def test_an_evening_of_fifteen_is_the_same_by_the_page_and_by_commands(
    browser: Any, axe: str, evening: Served, desks: tuple[Desk, Desk], tmp_path: Path
) -> None:
    desk, other = desks
    mails = letters(tmp_path / "letters")
    page = browser.new_page(java_script_enabled=True)
    page.goto(evening.address)
    referee = Referee(page, axe)
    _evening_by_the_page(referee, mails)
    page.close()
    _evening_by_commands(other, mails)
    assert files_of(desk.club) == files_of(other.club)
    trees = [each.git("ls-tree", "-r", "main", at=each.remote) for each in desks]
    assert trees[0] == trees[1]
    assert "games/winter/1619/state/1-diplomatic.toml" in trees[0]
    assert referee.clicks <= 40
    print(f"{referee.clicks} clicks, {referee.screens} screens, {referee.seconds:.1f} s of machine")


def _evening_by_the_page(referee: Referee, mails: list[Path]) -> None:
    page, click = referee.page, referee.click
    text = click("Winter", "link")
    assert "orders missing: Austria, Denmark" in text
    page.set_input_files("#files", [str(path) for path in mails])
    page.get_by_label("Or paste a mail").fill(AGAIN)
    text = click("Submit the mails")
    assert "spain.eml: nothing stored" in text
    assert "on hold (late)" in text
    page.get_by_label("This mail is from").select_option("spain")
    assert "Spain, version 1" in click("Submit spain.eml")
    text = click("Back to Winter", "link")
    assert "2 mails are on hold: " in text
    assert "Republic of Venice (late)" in text
    click("Accept: Venice")
    click("Back to Winter", "link")
    click("Reject: Denmark")
    click("Back to Winter", "link")
    page.get_by_label("Line 1 of England").fill("3: SCO")
    text = click("Store the corrected sheet: England")
    click("Back to Winter", "link")
    click("Rulings and players", "link")
    page.get_by_label("The ruling").first.fill("saxony: void 4: ERF")
    page.get_by_label("Reason (published on the site)").first.fill("sent for another game")
    assert "dry run, nothing written" in click("Preview its effect")
    assert "ruling 1" in click("Record the ruling")
    click("Back to Winter", "link")
    text = click("Dry run")
    assert "dry run, nothing written" in text
    assert page.locator("figure img").count() == 2
    assert "state written" in click("Adjudicate")
    page.get_by_role("link", name="bbcode").first.click()
    referee.clicks += 1
    assert "[b]" in page.get_by_label("Text").input_value()
    click("Winter", "link")
    page.get_by_label("are due").fill("2099-03-14 20:00")
    click("Set the deadline")
    click("Back to Winter", "link")
    text = click("Preview what to publish")
    assert "adjudicated: 1619, diplomacy" in text
    assert "pushed to origin" in click("Publish")


def _evening_by_commands(desk: Desk, mails: list[Path]) -> None:
    games, now = str(desk.club / "games"), ("--now", NOW.isoformat())

    def run(*words: str, code: int = 0) -> None:
        assert main(["--games", games, *words]) == code

    pasted = mails[0].parent / "pasted"
    pasted.write_text(AGAIN, "utf-8")
    run("submit", "winter", *map(str, mails), str(pasted), *now, code=1)
    folder = mails[0].parent
    run("submit", "winter", "--power", "spain", str(folder / "spain.eml"), *now)
    run("submit", "winter", "--accept", "venice:2", *now)
    run("submit", "winter", "--reject", "denmark:2", *now)
    sheet = load_game(desk.club / "games" / "winter").year_orders(1619).of("diplomatic")["england"]
    pasted.write_text(sheet.text.replace("3: SCOT", "3: SCO"), "utf-8")
    received = ("--received", "2027-03-06T20:00:00+00:00")
    run("submit", "winter", "--power", "england", "--replace", str(pasted), *received, *now, code=1)
    run("ruling", "winter", "saxony: void 4: ERF", "--reason", "sent for another game")
    run("adjudicate", "winter")
    run("deadline", "winter", "--set", "2099-03-14 20:00")
    run("publish", "winter", "--yes")


def test_other_pages_tabs_and_readers(browser: Any, axe: str, evening: Served) -> None:
    page = browser.new_page(color_scheme="light")
    referee = Referee(page, axe)
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text))
    new = ("_new?ruleset=europe-1619", "winter/table")
    for scheme, paths in (("light", new), ("dark", ("", "winter", *new))):
        page.emulate_media(color_scheme=scheme)
        for path in paths:
            page.goto(f"{evening.address}{path}")
            referee.check()
    assert complaints == []
    page.goto(f"{evening.address}nothing")
    referee.check()
    # Without the token there is nothing to see.
    found = page.goto(evening.address.replace("a-token", "another"))
    assert found.status == 403
    assert "Winter" not in page.content()
    page.goto(f"{evening.address}_new?ruleset=standard")
    page.get_by_label("Name of the game's folder").fill("duel")
    page.get_by_label("Players").fill("Austria\tAnna\tanna@example.org\nFrance\tBen\n")
    assert "not yet made" in referee.click("Preview the game")
    assert "theatrum players address duel austria anna@example.org" in referee.click(
        "Make the game"
    )
    click = referee.click("Go on", "link")
    assert "Spring 1901, movement" in click
    page.close()
    # It works without scripts.
    page = browser.new_page(java_script_enabled=False)
    page.goto(f"{evening.address}winter")
    page.get_by_role("button", name="Dry run").click()
    assert "dry run, nothing written" in page.locator("pre").inner_text()
    page.close()
    # A tab that was left open does nothing.
    tabs = [browser.new_page() for _ in range(2)]
    for tab in tabs:
        tab.goto(f"{evening.address}winter")
    for tab in tabs:
        tab.get_by_label("Or paste a mail").fill(AGAIN)
    tabs[0].get_by_role("button", name="Submit the mails").click()
    tabs[1].get_by_role("button", name="Submit the mails").click()
    assert "the game has changed since this page was shown" in tabs[1].locator("main").inner_text()
    tabs[1].go_back()
    assert tabs[1].get_by_label("Or paste a mail").input_value() == AGAIN
    for tab in tabs:
        tab.close()
