"""A referee at work: from an empty folder to the published first year of a fifteen-player game."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.archive.repositories import QUICK

MAILS = Path(__file__).parent / "mails"
PLAYERS = {
    "austria": "Leopoldine", "denmark": "Anders", "spain": "Inés", "france": "Thibaut",
    "dutch": "Pieter", "england": "Rowan", "sweden": "Nils", "league": "Agathe",
    "union": "Friederike", "papacy": "Livia", "poland": "Kazimierz", "saxony": "Valentin",
    "ottoman": "Demir", "venice": "Lucia", "savoy": "Amedeo",
}  # fmt: skip
REFEREE = {
    "GIT_AUTHOR_NAME": "Ruth",
    "GIT_AUTHOR_EMAIL": "ruth@example.org",
    "GIT_COMMITTER_NAME": "Ruth",
    "GIT_COMMITTER_EMAIL": "ruth@example.org",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    **QUICK,
}


@dataclass
class Desk:
    """Where the referee sits. `program` is the command with which theatrum is called."""

    folder: Path
    program: Sequence[str]
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def club(self) -> Path:
        """The referee's own repository."""
        return self.folder / "club"

    @property
    def remote(self) -> Path:
        """What stands for the repository at GitHub."""
        return self.folder / "club.git"

    def theatrum(
        self,
        *arguments: str,
        mail: bytes | None = None,
        at: Path | None = None,
        code: int | None = 0,
    ) -> str:
        """What a command prints, whose exit code is to be `code`, or 0 or 1 for None."""
        done = subprocess.run(
            [*self.program, *arguments],
            cwd=at or self.club,
            env={**os.environ, **REFEREE, **self.environment},
            input=mail or b"",
            capture_output=True,
            check=False,
        )
        out, err = done.stdout.decode(), done.stderr.decode()
        assert done.returncode in ((0, 1) if code is None else (code,)), (
            f"{' '.join(arguments)}: {out}{err}"
        )
        return out

    def git(self, *arguments: str, at: Path | None = None) -> str:
        done = subprocess.run(
            ["git", *arguments],
            cwd=at or self.club,
            env={**os.environ, **REFEREE},
            capture_output=True,
            check=True,
        )
        return done.stdout.decode()

    def waits_for(self) -> tuple[int, str]:
        """The year and the phase that the game waits for."""
        (status,) = json.loads(self.theatrum("status", "winter", "--json"))
        return int(status["year"]), str(status["phase"])


def play_a_year(desk: Desk) -> list[str]:
    """Found a repository, start a game, take fifteen mails, adjudicate 1619. Gives the phases that
    were adjudicated one by one."""
    desk.theatrum("init", "club", "--title", "The Club", at=desk.folder)
    desk.git("init", "--quiet", "--bare", "--initial-branch=main", str(desk.remote))
    desk.git("remote", "add", "origin", str(desk.remote))
    players = ",".join(f"{power}={name}" for power, name in PLAYERS.items())
    desk.theatrum(
        "new", "winter", "--ruleset", "europe-1619", "--title", "Winter", "--players", players
    )
    mails = sorted(MAILS.iterdir())
    assert len(mails) == len(PLAYERS)
    for mail in mails:
        # One of them names a state that is none.
        code = 1 if mail.stem == "england" else 0
        text = mail.read_bytes()
        receipt = desk.theatrum("submit", "winter", "--power", mail.stem, mail=text, code=code)
        assert "Will be done:" in receipt, mail.name
    again = b"England\nDiplomacy\n3: ROC\n2: IRE\n"
    receipt = desk.theatrum("submit", "winter", "--power", "england", mail=again)
    assert "Version 2" in receipt
    played = []
    while desk.waits_for()[0] == 1619:
        played.append(desk.waits_for()[1])
        assert len(played) < 8
        desk.theatrum("check", "winter", "--json", code=None)
        desk.theatrum("adjudicate", "winter")
    return played
