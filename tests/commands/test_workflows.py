"""The workflows of a referee's repository, their scripts run as a host runs them."""

from __future__ import annotations

import base64
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from generator.archive.publish.new_repository import DATA, FILES, Program, found_repository
from generator.cli import main
from tests.archive.games import PLUGIN, ROOT, change, new_game, tiny_is_installed
from tests.archive.repositories import Clone, alone, clone, new_remote
from tests.commands.channels import webhook

__all__ = ["alone", "tiny_is_installed"]

yaml: Any = pytest.importorskip("yaml")


class Host:
    """Runs the scripts of a job in a clone, as a host of repositories does."""

    def __init__(self, folder: Path, home: Clone) -> None:
        self.home = home
        self.temporary = folder / "temp"
        self.temporary.mkdir()
        programs = folder / "bin"
        programs.mkdir()
        command = programs / "theatrum"
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m generator "$@"\n')
        command.chmod(0o755)
        self.environment = {
            **os.environ,
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join([str(ROOT), str(PLUGIN)]),
            "RUNNER_TEMP": str(self.temporary),
            "GITHUB_OUTPUT": str(folder / "output"),
            "GITHUB_STEP_SUMMARY": str(folder / "summary"),
            "GITHUB_SERVER_URL": "https://github.com",
        }
        self.log = ""

    def run(self, workflow: str, step: str, **given: str) -> int:
        """The exit code of a step's script; `given` are the values of its variables."""
        facts = yaml.safe_load((DATA / "workflows" / workflow).read_text("utf-8"))
        steps = [one for job in facts["jobs"].values() for one in job.get("steps", ())]
        (found,) = [one for one in steps if one.get("name") == step]
        own = {name: given.get(name, value) for name, value in found.get("env", {}).items()}
        assert not [value for value in own.values() if "${{" in value]
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", found["run"]],
            cwd=self.home.folder,
            env=self.environment | own,
            capture_output=True,
            text=True,
            check=False,
        )
        self.log += done.stdout + done.stderr
        return done.returncode

    def said(self, name: str) -> str:
        path = Path(self.environment[name])
        return path.read_text("utf-8") if path.exists() else ""


@pytest.fixture
def desk(tmp_path: Path) -> Clone:
    """A referee's clone with the workflows and a game of two that keeps its orders private."""
    one = clone(new_remote(tmp_path / "remote.git"), tmp_path / "anna", "anna")
    found_repository(one.folder, "Our games", Program("theatrum==1"))
    new_game(one.games, "duel", "tiny", "--orders", "private")
    return one


def guest(tmp_path: Path, desk: Clone) -> Host:
    """A host with a fresh clone of what the desk has pushed."""
    desk.git("push", "--quiet", "origin", "main")
    remote = desk.git("remote", "get-url", "origin").strip()
    home = clone(Path(remote), tmp_path / "hosted", "nobody")
    home.git("switch", "--quiet", "main")
    return Host(tmp_path, home)


def test_the_deadline_adjudicates_by_itself_and_tells_no_secret(
    tmp_path: Path, desk: Clone
) -> None:
    pytest.importorskip("pyrage")
    key = tmp_path / "theatrum.key"
    assert main(["secrets", "keygen", "-o", str(key)]) == 0
    public = next(line.split()[-1] for line in key.read_text().splitlines() if "age1" in line)
    settings = desk.games / "duel" / "game.toml"
    with settings.open("a") as file:
        file.write(f'\n[secrets]\nrecipients = ["{public}"]\n[dates.1]\nbid = 2020-01-01\n')
    for power, order in (("crown", "BID 99"), ("shield", "BID 1")):
        text = f'[bid]\norders = """\n{order}\n"""\n'
        desk.write(f"games/duel/private/1/orders/{power}.toml", text)
    games = ["--games", str(desk.games)]
    assert main([*games, "secrets", "seal", "duel"]) == 0
    assert main([*games, "publish", "--yes"]) == 0
    desk.git("add", ".")
    desk.git("commit", "--quiet", "--message", "the rest")

    host = guest(tmp_path, desk)
    assert host.run("deadline.yml", "Whose time is up") == 0
    assert host.said("GITHUB_OUTPUT") == "any=true\n"
    secret = key.read_text()
    assert host.run("deadline.yml", "Bring back what is secret", THEATRUM_KEY=secret) == 0
    assert list(host.temporary.glob("*.key")) == []
    assert host.run("deadline.yml", "Adjudicate and seal") == 0, host.log
    assert host.run("deadline.yml", "Publish", TOKEN="a secret token") == 0, host.log
    assert host.said("GITHUB_OUTPUT") == "any=true\nmoved=true\n"

    desk.git("pull", "--quiet", "--rebase")
    assert (desk.games / "duel" / "1" / "state" / "1-bid.toml").is_file()
    assert desk.message().splitlines()[0].startswith("Duel: Round 1, the bids")
    assert main([*games, "secrets", "unseal", "duel", "--identity", str(key), "--force"]) == 0
    assert main([*games, "verify"]) == 0
    # The bid that the purse does not hold is known to its author alone.
    assert "BID 99" not in host.log
    assert secret not in host.log
    basic = base64.b64encode(b"x-access-token:a secret token").decode()
    assert host.log.count(basic) == 1
    assert f"::add-mask::{basic}\n" in host.log
    settings = (host.home.folder / ".git" / "config").read_text("utf-8")
    assert "extraheader" not in settings
    desk.git("grep", "--quiet", "BID 99", "HEAD", code=1)


def test_before_the_deadline_nothing_happens(tmp_path: Path, desk: Clone) -> None:
    desk.commit("games/duel/game.toml", "games/duel/1")
    host = guest(tmp_path, desk)
    assert host.run("deadline.yml", "Whose time is up") == 0
    assert host.said("GITHUB_OUTPUT") == ""


def test_a_game_that_does_not_replay_is_told_in_the_summary(tmp_path: Path, desk: Clone) -> None:
    games = ["--games", str(desk.games)]
    assert main([*games, "adjudicate", "duel"]) == 0
    change(desk.games / "duel", "1/state/1-bid.toml", "a tie", "```")
    desk.git("add", "games/duel")
    desk.git("commit", "--quiet", "--message", "by hand")
    host = guest(tmp_path, desk)
    assert host.run("pages.yml", "Every file can be read") == 0, host.log
    assert host.run("pages.yml", "Every record replays to the same bytes") == 1
    assert host.run("pages.yml", "Say why the site stays as it was") == 0
    summary = host.said("GITHUB_STEP_SUMMARY").splitlines()
    assert summary[0] == "## The site was not published"
    assert any(line.startswith("    ") and "1-bid.toml" in line for line in summary)
    assert not any(line.startswith("```") for line in summary)


def test_the_workflows_of_the_data_are_those_of_a_repository(desk: Clone) -> None:
    for path, source in FILES.items():
        if path.startswith(".github/"):
            assert (desk.folder / path).read_bytes() == (DATA / source).read_bytes()


def test_a_turn_is_announced_once_and_that_is_remembered(
    tmp_path: Path, desk: Clone, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    games = ["--games", str(desk.games)]
    for power, order in (("crown", "BID 2"), ("shield", "BID 1")):
        text = f'[bid]\norders = """\n{order}\n"""\n'
        desk.write(f"games/duel/private/1/orders/{power}.toml", text)
    assert main([*games, "adjudicate", "duel"]) == 0
    assert main([*games, "publish", "--yes"]) == 0
    desk.git("add", ".")
    desk.git("commit", "--quiet", "--message", "the rest")
    host = guest(tmp_path, desk)
    with webhook() as server:
        given = {
            "THEATRUM_WEBHOOK": server.address,
            "THEATRUM_DISCORD": "",
            "THEATRUM_MATRIX": "",
            "THEATRUM_MATRIX_TOKEN": "",
            "SITE": "https://ada.github.io/wars",
        }
        for _ in range(2):
            assert host.run("deadline.yml", "Announce", **given) == 0, host.log
            token = {"TOKEN": "a secret token"}
            assert host.run("deadline.yml", "Remember what was announced", **token) == 0, host.log
        ((_, _, body, _),) = server.asked
    assert body["page"] == "https://ada.github.io/wars/duel/1/bid/"
    assert server.address not in host.log
    desk.git("pull", "--quiet", "--rebase")
    assert 'event = "turn"' in (desk.games / "duel" / "announced.toml").read_text("utf-8")
    nobody = given | {"THEATRUM_WEBHOOK": ""}
    assert host.run("deadline.yml", "Announce", **nobody) == 0
    assert "no secret names a channel" in host.log
