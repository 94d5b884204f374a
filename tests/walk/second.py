"""Two referees, each with a clone, run one game: mails on both sides, late ones, corrections, a new
player, a pause, and a process that dies while it publishes."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
from pathlib import Path

from tests.walk.desk import REFEREE, Desk

GAME = "winter"
ADDRESSES = {
    "austria": "ottilie@danube.example",
    "denmark": "jeppe@sound.example",
    "france": "mathilde@seine.example",
    "spain": "baltasar@tajo.example",
    "poland": "kazimierz@vistula.example",
}
NEW_PLAYER = "wanda@warta.example"
SECRETS = ("sent from the barge", "keep this to yourself")
"""Words of mails that may never be in a commit."""


def mail(power: str, body: str, came: str, *, number: str, reply: str = "") -> bytes:
    """A mail of a power as a server delivers it; `came` is when, on 2 or 9 March 2027."""
    lines = [
        f"Received: from a.example by b.example; {came} +0000",
        f"From: {power.title()} <{ADDRESSES[power]}>",
        f"Subject: {'Re: ' if reply else ''}{power.title()}, 1619, diplomacy",
        f"Message-ID: <{number}@a.example>",
        *([f"In-Reply-To: <{reply}@a.example>"] if reply else []),
        "",
        body,
    ]
    return "\r\n".join(lines).encode()


EARLY = "Tue, 2 Mar 2027 20:00:00"
LATER = "Wed, 3 Mar 2027 20:00:00"
TOO_LATE = "Tue, 9 Mar 2027 20:00:00"


def walk_of_two(first: Desk) -> None:
    """The whole of it. `first` is Ruth's desk; Robin has another beside it."""
    second = _found(first)
    _mails_on_both_sides(first, second)
    _correction_and_late_mail(second)
    _replace_and_pause(second)
    _bring_together(second, first)
    _adjudicate_and_die(first)
    _verify_everywhere(first, second)


def _found(first: Desk) -> Desk:
    """A repository, a game that draws lots, keys for both, and a clone for Robin."""
    first.theatrum("init", "club", "--title", "The Club", at=first.folder)
    first.git("init", "--quiet", "--bare", "--initial-branch=main", str(first.remote))
    first.git("remote", "add", "origin", str(first.remote))
    first.theatrum("new", GAME, "--ruleset", "europe-1619-draft", "--title", "Winter")
    keys = [
        first.theatrum("secrets", "keygen", "-o", str(first.folder / f"{name}.key")).strip()
        for name in ("ruth", "robin")
    ]
    settings = first.club / "games" / GAME / "game.toml"
    named = ", ".join(f'"{key}"' for key in keys)
    with settings.open("a", encoding="utf-8", newline="\n") as file:
        file.write(f"\n[secrets]\nrecipients = [{named}]\n")
    for power, address in ADDRESSES.items():
        first.theatrum("players", "address", GAME, power, address)
    first.theatrum("deadline", GAME, "--set", "2027-03-07 20:00", "--now", "2027-03-01T00:00Z")
    publish(first)
    second = Desk(first.folder / "second", first.program, first.environment)
    second.folder.mkdir()
    first.git("clone", "--quiet", str(first.remote), str(second.club), at=first.folder)
    unseal(second, first.folder / "robin.key")
    return second


def publish(desk: Desk, *more: str) -> str:
    desk.theatrum("secrets", "seal", GAME)
    return desk.theatrum("publish", "--yes", "--rebase", *more)


def unseal(desk: Desk, key: Path) -> str:
    return desk.theatrum("secrets", "unseal", GAME, "--identity", str(key))


def pull(desk: Desk) -> None:
    desk.git("pull", "--quiet", "--rebase", "origin", "main")


def submit(desk: Desk, text: bytes, *more: str, code: int = 0) -> str:
    return desk.theatrum("submit", GAME, *more, "--now", "2027-03-10T08:00Z", mail=text, code=code)


def _mails_on_both_sides(first: Desk, second: Desk) -> None:
    """Ruth takes the mails of two, Robin of two others; neither has to wait for the other."""
    text = f"3: BRA\n\n-- \n{SECRETS[0]}"
    assert "Will be done" in submit(first, mail("austria", text, EARLY, number="1"))
    submit(first, mail("denmark", "3: HAM", EARLY, number="2"))
    publish(first)
    submit(second, mail("france", "3: SAV\n2: LOR\n1: HAM", EARLY, number="3"))
    shown = publish(second)
    assert "pushed to origin" in shown
    pull(first)
    # What Robin has sealed is not here: nobody adjudicates without it.
    status = first.theatrum("status", GAME, "--json", code=1)
    assert json.loads(status)[0]["elsewhere"]
    first.theatrum("adjudicate", GAME, code=1)
    unseal(first, first.folder / "ruth.key")
    pull(second)
    unseal(second, first.folder / "robin.key")
    sheets = [desk.club / f"games/{GAME}/private/1619/orders" for desk in (first, second)]
    for power, order in (("austria", "3: BRA"), ("denmark", "3: HAM"), ("france", "3: SAV")):
        assert all(order in (sheet / f"{power}.toml").read_text("utf-8") for sheet in sheets)


def _correction_and_late_mail(second: Desk) -> None:
    """One corrected line does not throw the sheet away, and a late mail waits."""
    text = mail("france", "Line 2: 2: SAX", LATER, number="4", reply="3")
    submit(second, text, code=1)
    second.theatrum("submit", GAME, "--accept", "france", "--add")
    sheet = second.club / f"games/{GAME}/private/1619/orders/france.toml"
    orders = sheet.read_text("utf-8")
    assert "3: SAV" in orders
    assert "1: HAM" in orders
    assert "2: SAX" in orders
    assert "LOR" not in orders
    late = mail("spain", f"3: GEN\n{SECRETS[1]}", TOO_LATE, number="5")
    assert "after the deadline" in submit(second, late, code=1)
    (status,) = json.loads(second.theatrum("status", GAME, "--json", code=None))
    check = json.loads(second.theatrum("check", GAME, "--json", code=None))
    assert [one["power"] for one in (*status["aside"], *check["aside"])] == ["spain", "spain"]
    assert "spain" in second.theatrum("submit", GAME, "--held").lower()
    second.theatrum("submit", GAME, "--accept", "spain")


def _replace_and_pause(second: Desk) -> None:
    """A new player, to whom alone reminders go, and a pause in which nothing is due."""
    second.theatrum("players", "replace", GAME, "poland", "Wanda", "--address", NEW_PLAYER)
    reminders = json.loads(second.theatrum("deadline", GAME, "--reminder", "--json"))
    poland = [one for one in reminders if one["power"] == "poland"]
    assert [(one["player"], one["to"]) for one in poland] == [("Wanda", NEW_PLAYER)]
    assert ADDRESSES["poland"] not in json.dumps(reminders)
    now = ("--now", "2027-03-10T09:00Z")
    assert GAME in second.theatrum("deadline", "--due", *now)
    second.theatrum("pause", GAME, *now)
    assert GAME not in second.theatrum("deadline", "--due", *now)
    second.theatrum(
        "pause", "--end", GAME, "--set", "2027-03-20 20:00", "--now", "2027-03-12T09:00Z"
    )
    publish(second)


def _bring_together(second: Desk, first: Desk) -> None:
    """Each has taken a mail of the same power: both are kept, under numbers of their own."""
    submit(second, mail("denmark", "3: HAM\n1: SAX", LATER, number="6"))
    submit(first, mail("denmark", "2: HAM\n1: SAX", LATER, number="7"))
    publish(second)
    publish(first)
    said = first.theatrum(
        "secrets", "unseal", GAME, "--identity", str(first.folder / "ruth.key"), code=None
    )
    mails = first.club / f"games/{GAME}/private/1619/mail/diplomatic/denmark"
    texts = "".join(path.read_text("utf-8") for path in sorted(mails.glob("*.txt")))
    assert all(f"<{number}@a.example>" in texts for number in "267"), said
    path = "private/1619/orders/denmark.toml"
    first.theatrum(
        "secrets", "unseal", GAME, "--identity", str(first.folder / "ruth.key"), "--ours", path
    )


def _adjudicate_and_die(first: Desk) -> None:
    """The phase is played; the first publish dies right after its commit."""
    first.theatrum("adjudicate", GAME)
    first.theatrum("secrets", "seal", GAME)
    hook = first.club / ".git/hooks/post-commit"
    hook.parent.mkdir(exist_ok=True)
    # The parent of git is theatrum.
    hook.write_text('#!/bin/sh\nkill -9 "$(cut -d" " -f4 "/proc/$PPID/stat")"\n', "utf-8")
    hook.chmod(hook.stat().st_mode | stat.S_IXUSR)
    died = subprocess.run(
        [*first.program, "publish", "--yes"],
        cwd=first.club,
        env={**os.environ, **REFEREE, **first.environment},
        capture_output=True,
        check=False,
    )
    assert died.returncode == -9
    hook.unlink()
    before = set(first.git("ls-tree", "-r", "--name-only", "HEAD").splitlines())
    first.theatrum("publish", "--yes", "--rebase")
    after = set(first.git("ls-tree", "-r", "--name-only", "main", at=first.remote).splitlines())
    assert before <= after
    assert f"games/{GAME}/1619/state/1-diplomatic.toml" in after
    assert first.git("status", "--porcelain") == ""


def _verify_everywhere(first: Desk, second: Desk) -> None:
    """Both have every byte, and no commit has an address, a seed or a word of a mail."""
    pull(second)
    unseal(second, first.folder / "robin.key")
    for desk in (first, second):
        assert "identical" in desk.theatrum("verify")
    one, other = (
        {
            path.relative_to(desk.club).as_posix(): path.read_bytes()
            for path in sorted((desk.club / "games" / GAME).rglob("*"))
            if path.is_file() and not path.name.startswith(".") and path.name != "sealed.toml"
        }
        for desk in (first, second)
    )
    assert one == other
    seed = (first.club / f"games/{GAME}/private/seed.toml").read_text("utf-8")
    (secret,) = re.findall(r'^seed = "(.+)"$', seed, re.MULTILINE)
    history = first.git("log", "--all", "--patch", "--format=%B", at=first.remote)
    for word in (*ADDRESSES.values(), NEW_PLAYER, *SECRETS, secret):
        assert word not in history
