"""What commands say of time does not hang on where the computer stands."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.archive.games import command, new_game

Capture = pytest.CaptureFixture[str]
Move = Callable[[str], None]

ZONES = ("UTC", "Pacific/Kiritimati", "Etc/GMT+12", "nonsense")


def with_deadline(folder: Path, hours: int, zone: str = "") -> None:
    """Orders are due so many hours from now, told without a zone of their own."""
    due = (datetime.now(UTC) + timedelta(hours=hours)).replace(tzinfo=None, microsecond=0)
    path = folder / "game.toml"
    named = f'zone = "{zone}"\n' if zone else ""
    text = re.sub(r"(?m)^zone = .*\n", "", path.read_text()).partition("\n[dates")[0]
    text = text.replace("seed_commitment", f"{named}seed_commitment", 1)
    path.write_text(f"{text}\n[dates.1901]\nspring-movement = {due.isoformat()}\n")


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Moves the computer to another zone."""

    def move(zone: str) -> None:
        monkeypatch.setenv("TZ", zone)
        time.tzset()

    yield move
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize("hours", [-2, 2])
def test_a_deadline_passes_everywhere_at_once(
    hours: int, tmp_path: Path, at: Move, capsys: Capture
) -> None:
    """Two hours before and after it, in zones that are a day apart."""
    folder = new_game(tmp_path / "games", "duel", "standard")
    with_deadline(folder, hours)
    found = set()
    for number, zone in enumerate(ZONES):
        copy = tmp_path / str(number) / "duel"
        shutil.copytree(folder, copy)
        at(zone)
        capsys.readouterr()
        assert command(copy, "adjudicate") == 0
        found.add("orders are due" in capsys.readouterr().err)
    assert found == {hours > 0}


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_status_is_the_same_everywhere(
    more: list[str], tmp_path: Path, at: Move, capsys: Capture
) -> None:
    folder = new_game(tmp_path / "games", "duel", "standard")
    with_deadline(folder, 30 * 24)
    found = set()
    for zone in ZONES:
        at(zone)
        capsys.readouterr()
        assert command(folder, "status", *more) == 0
        found.add(capsys.readouterr().out)
    assert len(found) == 1


@pytest.mark.parametrize(("minutes", "late"), [(-5, False), (5, True)])
def test_a_mail_is_late_everywhere_or_nowhere(
    minutes: int, late: bool, tmp_path: Path, at: Move, capsys: Capture
) -> None:
    """The server's stamp stands in the mail, in a zone of its own."""
    folder = new_game(tmp_path / "games", "duel", "standard")
    with_deadline(folder, 1)
    text = (folder / "game.toml").read_text()
    due = datetime.fromisoformat(text.rpartition(" = ")[2].strip()).replace(tzinfo=UTC)
    sent = due + timedelta(minutes=minutes)
    stamp = f"Received: from a by b; {sent:%d %b %Y %H:%M:%S} +0000\n"
    head = f"{stamp}From: a@example.org\nSubject: France\n"
    mail = tmp_path / "mail.eml"
    mail.write_text(f"{head}\nA PAR - BUR\n")
    for zone in ZONES:
        at(zone)
        capsys.readouterr()
        assert command(folder, "submit", str(mail), "--dry-run", "--json") == int(late)
        told = json.loads(capsys.readouterr().out)
        assert [phase["late"] for phase in told["phases"]] == [late]
