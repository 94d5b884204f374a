"""Mails for the tests of `theatrum submit`, and giving them to a game."""

from __future__ import annotations

import io
import tomllib
from pathlib import Path

import pytest

from generator.archive.people.versions import submissions_of
from generator.engine.phases import Moment
from tests.archive.games import command, new_game

Capture = pytest.CaptureFixture[str]
SPRING = Moment(1901, 1, "spring-movement")
SHEET = "France\nA PAR - BUR\nA MAR H\nF BRE - MAO\n"
OTHER = "France\nA PAR - PIC\nA MAR - SPA\nF BRE - ENG\n"


def dated_game(root: Path) -> Path:
    """A game whose first orders are due on 7 March 2027 at 20:00 UTC."""
    made = new_game(root, "war", "standard", "--orders", "private")
    with (made / "game.toml").open("a") as file:
        file.write("\n[dates.1901]\nspring-movement = 2027-03-07T20:00:00Z\n")
    return made


class Post:
    """Gives mails to the game, at a time of the clock."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
        self.folder, self.monkeypatch, self.capsys = folder, monkeypatch, capsys
        self.err = ""

    def submit(self, mail: str, *more: str, code: int = 0, now: str = "2027-03-01T10:00Z") -> str:
        data = io.TextIOWrapper(io.BytesIO(mail.encode()), "utf-8")
        self.monkeypatch.setattr("sys.stdin", data)
        return self.run("submit", *more, "--now", now, code=code)

    def run(self, *arguments: str, code: int = 0) -> str:
        assert command(self.folder, *arguments) == code
        said = self.capsys.readouterr()
        self.err = said.err
        return said.out

    def waiting(self, power: str = "france", phase: str = "spring-movement") -> str:
        path = self.folder / "private" / "1901" / "orders" / f"{power}.toml"
        table = tomllib.loads(path.read_text("utf-8")).get(phase, {})
        return str(table.get("orders", ""))


def eml(body: str, *heads: str, sender: str = "Anna <anna@example.org>") -> str:
    head = "".join(f"{line}\n" for line in (f"From: {sender}", "To: gm@example.org", *heads))
    return f"{head}\n{body}"


def stamped(when: str) -> str:
    return f"Received: from x by y; {when}"


def versions(folder: Path, power: str = "france") -> list[tuple[int, int, tuple[str, ...]]]:
    found = submissions_of(folder, SPRING)
    return [(one.number, one.stood, one.aside) for one in found if one.power == power]
