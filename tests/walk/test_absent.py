"""A game of fifteen with one player away on leave and one who is silent, kept by the scheduler.

Everybody else is ready. So the first three phases are adjudicated at their deadlines, for the one
who is silent has a seat and might still write; and the fourth, when that seat is open, is
adjudicated before its deadline. So is the fifth: a stand-in, who has the dossier of the seat, has
written and is ready. Both are announced once, to a webhook on this machine. The scheduler is the
workflow, its scripts run as a host does.
"""

from __future__ import annotations

import json
import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import pytest

from generator.archive import load_game
from generator.archive.game.authorship import PLAYER
from generator.archive.people.ready import all_ready
from generator.archive.play.verifying import verify_game
from generator.archive.publish.new_repository import Program, found_repository
from generator.autoplay import get_player
from generator.cli import main
from generator.engine.chance import Chance
from tests.archive.games import new_game
from tests.archive.repositories import alone, clone, new_remote
from tests.commands.channels import webhook
from tests.commands.test_workflows import Host

__all__ = ["alone"]

pytest.importorskip("yaml")
pytest.importorskip("pyrage")

AWAY: Final = "sweden"
SILENT: Final = "poland"
CHANNELS: Final = ("THEATRUM_DISCORD", "THEATRUM_MATRIX", "THEATRUM_MATRIX_TOKEN")
UNUSED: Final = "F QQQ - ZZZ"
"""A standing order that can never be carried out: it has to stay secret for ever."""
POLICY: Final = """
[absence]
steps = ["hold", "caretaker", "open"]
leave_days = 30
"""


class Table:
    """The referee's desk, the host's clone, and the time that it really is."""

    def __init__(self, tmp_path: Path) -> None:
        self.desk = clone(new_remote(tmp_path / "remote.git"), tmp_path / "anna", "anna")
        found_repository(self.desk.folder, "Our games", Program("theatrum==1"))
        self.folder = new_game(self.desk.games, "war", "europe-1619", "--orders", "private")
        self.key = tmp_path / "theatrum.key"
        assert main(["secrets", "keygen", "-o", str(self.key)]) == 0
        public = next(w for w in self.key.read_text().split() if w.startswith("age1"))
        settings = self.folder / "game.toml"
        text = settings.read_text("utf-8").replace("\nseed_", '\nearly = "all-ready"\nseed_', 1)
        settings.write_text(f'{text}\n[secrets]\nrecipients = ["{public}"]\n{POLICY}', "utf-8")
        self.now = datetime.now(UTC).replace(microsecond=0)
        self.mails = tmp_path / "mails"
        self.senders: dict[str, str] = {}
        for power in load_game(self.folder).ruleset.powers:
            self.run("players", "address", "war", power, f"{power}@example.org")
        self.run("secrets", "seal", "war")
        self.run("publish", "--yes")
        self.desk.git("add", ".")
        self.desk.git("commit", "--quiet", "--message", "the rest")
        self.desk.git("push", "--quiet", "origin", "main")
        remote = self.desk.git("remote", "get-url", "origin").strip()
        (tmp_path / "host").mkdir()
        self.host = Host(tmp_path / "host", clone(Path(remote), tmp_path / "hosted", "nobody"))
        self.host.home.git("switch", "--quiet", "main")

    def run(self, *arguments: str, code: int = 0) -> None:
        assert main(["--games", str(self.desk.games), *arguments]) == code, arguments

    def date(self, days: int) -> str:
        return f"{self.now + timedelta(days=days):%Y-%m-%dT%H:%MZ}"

    def submit(self, bodies: dict[str, str], received: str) -> None:
        """Mails of powers, stored at the desk."""
        self.mails.mkdir(exist_ok=True)
        for power, body in bodies.items():
            mail = self.mails / f"{power}.eml"
            sender = self.senders.get(power, f"{power}@example.org")
            mail.write_text(f"From: {sender}\nSubject: orders\n\n{body}", "utf-8")
            # The exit code is 1 where a program has made a slip, as people do.
            games = ["--games", str(self.desk.games)]
            how = ["--power", power, "--received", received]
            main([*games, "submit", "war", str(mail), *how])

    def all_write(self, received: str, absent: tuple[str, ...] = (AWAY, SILENT)) -> None:
        """Everybody sends orders and READY, but for those who are absent."""
        game = load_game(self.folder)
        state, ruleset = game.current_state(), game.ruleset
        bodies = {}
        for power in ruleset.awaits(state):
            if power not in absent:
                chance = Chance("players", f"{game.current_moment} {power}")
                lines = get_player(ruleset.id).write_orders(ruleset, state, power, chance)
                bodies[power] = "\n".join(["READY", *(lines or ["NO ORDERS"]), ""])
        self.submit(bodies, received)

    def publish(self) -> None:
        self.run("secrets", "seal", "war")
        self.run("publish", "--yes")

    def schedule(self) -> int:
        """An hour of the scheduler; gives how many phases have been played then."""
        home, host = self.host.home, self.host
        Path(host.environment["GITHUB_OUTPUT"]).unlink(missing_ok=True)
        home.git("pull", "--quiet", "--rebase")
        secret = self.key.read_text("utf-8")
        assert host.run("deadline.yml", "Whose time is up") == 0
        assert host.said("GITHUB_OUTPUT") == "any=true\n"
        assert host.run("deadline.yml", "Bring back what is secret", THEATRUM_KEY=secret) == 0
        assert host.run("deadline.yml", "Adjudicate and seal") == 0, host.log
        report = (host.temporary / "report.txt").read_text("utf-8")
        assert host.run("deadline.yml", "Publish", TOKEN="a token") == 0, report
        self.desk.git("pull", "--quiet", "--rebase")
        self.run("secrets", "unseal", "war", "--identity", str(self.key), "--force")
        return len(load_game(self.folder).phases)

    def announce(self, address: str) -> None:
        """Tell the players, as the workflow does once the pages are there; and remember it."""
        home, none = self.host.home, dict.fromkeys(CHANNELS, "")
        home.git("pull", "--quiet", "--rebase")
        given = {**none, "THEATRUM_WEBHOOK": address, "SITE": "https://example.org/"}
        assert self.host.run("deadline.yml", "Announce", **given) == 0, self.host.log
        done = self.host.run("deadline.yml", "Remember what was announced", TOKEN="a token")
        assert done == 0, self.host.log
        self.desk.git("pull", "--quiet", "--rebase")

    def printed(self, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
        """What a command prints."""
        capsys.readouterr()
        self.run(*arguments)
        return capsys.readouterr().out

    def said_of(self, power: str) -> list[dict[str, object]]:
        """What the public record says of who wrote a power's orders, phase by phase."""
        found = []
        for record in load_game(self.folder).phases:
            path = self.folder / str(record.moment.year) / "orders" / f"{power}.toml"
            table = tomllib.loads(path.read_text("utf-8")).get(record.moment.phase, {})
            found.append({key: table[key] for key in table if key != "orders"})
        return found


def test_one_is_away_one_is_silent_and_nobody_waits_in_vain(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table(tmp_path)
    until = f"{table.now + timedelta(days=12):%Y-%m-%d}"
    leave = f"AWAY until {until} READY\nSTANDING {UNUSED}\nSTANDING A STO H\n"
    table.submit({AWAY: leave}, table.date(-12))
    played = 0
    waited = {SILENT: 0, AWAY: 0}
    while waited[SILENT] < 3:
        game = load_game(table.folder)
        awaited = game.ruleset.awaits(game.current_state())
        table.all_write(table.date(-11))
        # While the deadline is to come nothing happens, though all others are ready.
        table.run("deadline", "war", "--set", table.date(5))
        table.publish()
        if SILENT in awaited and not waited[SILENT]:
            assert table.schedule() == played
        table.run("deadline", "war", "--set", table.date(-10))
        table.publish()
        assert table.schedule() > played
        played = len(load_game(table.folder).phases)
        waited = {power: waited[power] + (power in awaited) for power in waited}
    capsys.readouterr()
    # The seat is open: the one who is away has said READY, and all others have, too.
    table.all_write(table.date(-1))
    table.run("deadline", "war", "--set", table.date(5))
    table.run("status", "war")
    assert "poland: 3 phases missed in a row, the seat is open" in capsys.readouterr().out
    table.publish()
    assert table.schedule() > played
    report = (table.host.temporary / "report.txt").read_text("utf-8")
    assert "all who owe orders are ready, before the deadline" in report
    played = len(load_game(table.folder).phases)
    title = load_game(table.folder).phases[-1].title

    with webhook() as server:
        table.announce(server.address)
        told = [body for _, _, body, _ in server.asked]
        assert [body["title"] for body in told if "is out" in body["title"]] == [
            f"War: {title} is out"
        ]
        table.announce(server.address)
        assert len(server.asked) == len(told)

        # The referee finds a stand-in, who gets what the seat knows, and writes.
        letter = table.printed(capsys, "handover", "war", SILENT, "--to", "Ada")
        dossier = table.printed(capsys, "dossier", "war", SILENT)
        table.run("players", "replace", "war", SILENT, "Ada", "--address", "ada@example.org")
        # While she has not written nobody goes on, though all others are ready.
        game = load_game(table.folder)
        waits = game.current_moment
        assert SILENT in game.ruleset.awaits(game.current_state())
        table.all_write(table.date(-1))
        assert not all_ready(load_game(table.folder))
        table.senders[SILENT] = "ada@example.org"
        table.all_write(table.date(-1), absent=(AWAY,))
        table.run("deadline", "war", "--set", table.date(5))
        table.publish()
        assert table.schedule() > played
        report = (table.host.temporary / "report.txt").read_text("utf-8")
        assert "all who owe orders are ready, before the deadline" in report
        written = load_game(table.folder).year_orders(waits.year).of(waits.phase)[SILENT]
        assert written.text.strip()
        assert written.authorship == PLAYER
        table.announce(server.address)
        table.announce(server.address)
        outbox = tmp_path / "outbox"
        table.run("announce", "war", "--send", "--event", "turn", "--mails", str(outbox))
        mails = [path.read_text("utf-8") for path in sorted(outbox.glob("*.eml"))]
        every = json.dumps(server.asked)
        titles = [told for told in server.titles if "is out" in told]
    # The map adjustment follows the movement by itself, so the last phase is the one that is told.
    latest = load_game(table.folder).phases[-1].title
    assert titles == [f"War: {title} is out", f"War: {latest} is out"]
    # What one power sent or was told is in no notice, and in no papers of another.
    assert len(mails) == len(load_game(table.folder).ruleset.powers)
    for mail in mails:
        assert latest in mail
        assert mail.count("@example.org") == 1
        assert not [secret for secret in (UNUSED, "READY") if secret in mail]
    dossiers = {
        power: table.printed(capsys, "dossier", "war", power)
        for power in load_game(table.folder).ruleset.powers
    }
    own = dossiers.pop(AWAY)
    assert UNUSED in own
    for other in dossiers.values():
        assert not [said for said in (UNUSED, "@example.org") if said in other]
    assert "Poland" in letter
    assert "Poland" in dossier
    for secret in (UNUSED, "@example.org", "READY"):
        assert secret not in every
    for secret in (UNUSED, f"{AWAY}@example.org"):
        assert secret not in letter
        assert secret not in dossier

    silent = [said for said in table.said_of(SILENT) if said]
    assert silent[:4] == [
        {"author": "nobody", "missed": 1},
        {"author": "caretaker", "missed": 2},
        {"author": "caretaker", "missed": 3, "seat": "open"},
        {"author": "caretaker", "missed": 4, "seat": "open"},
    ]
    away = [said for said in table.said_of(AWAY) if said]
    assert {said["author"] for said in away} <= {"nobody", "standing"}
    assert all(said.get("leave") is True and "missed" not in said for said in away)
    assert "standing" in {said["author"] for said in away}

    # Here and in a clone without secrets the record replays, every byte the same.
    assert verify_game(table.folder).unreplayed == ()
    home = clone(
        Path(table.desk.git("remote", "get-url", "origin").strip()), tmp_path / "other", "eve"
    )
    assert verify_game(home.folder / "games" / "war").record == verify_game(table.folder).record
    # No commit, message or log of the scheduler has what only the referee may know.
    commits = table.desk.git("rev-list", "--all").split()
    assert len(commits) > 8
    for commit in commits:
        table.desk.git("grep", "--quiet", "-e", UNUSED, "-e", "^READY$", commit, code=1)
    messages = table.desk.git("log", "--all", "--format=%B")
    for said in (messages, table.host.log):
        assert UNUSED not in said
        assert "READY" not in said
        assert "leave" not in said
