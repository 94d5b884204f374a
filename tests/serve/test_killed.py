"""A page whose server is killed in the middle of a step: nothing is lost, and nothing is half."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path

import pytest

from generator.archive import load_game
from generator.archive.files.layout import COMMIT, STAGING
from generator.cli import main
from generator.serve.requests import LocalPages
from tests.archive.games import ROOT, new_game, write_orders
from tests.serve.pages import TOKEN, Served, served

SERVE = (
    "import sys, time\n"
    "from pathlib import Path\n"
    "from tests.serve.pages import served\n"
    "with served(Path(sys.argv[1])) as pages:\n"
    "    print(pages.port, flush=True)\n"
    "    time.sleep(100)\n"
)


@pytest.mark.parametrize(
    "when", [".theatrum.lock", STAGING, COMMIT, "1901/state/1-spring-movement.toml"]
)
def test_a_step_that_was_cut_short_is_done_again(tmp_path: Path, when: str) -> None:
    """It is killed as soon as there is a file of this name."""
    folder = new_game(tmp_path / "games", "duel", "standard")
    write_orders(folder, 1901, "spring-movement", france="A PAR - BUR")
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE, str(tmp_path / "games")],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    pages = Served(
        LocalPages(tmp_path / "games", ROOT / "site", "", TOKEN), int(process.stdout.readline())
    )
    given = {"seen": pages.seen(), "really": "yes"}

    def send() -> None:
        with suppress(HTTPException, OSError):
            pages.send("duel/adjudicate", given)

    sending = threading.Thread(target=send)
    sending.start()
    until = time.monotonic() + 60
    while not os.path.lexists(folder / when) and time.monotonic() < until:
        pass
    process.kill()
    process.communicate(timeout=60)
    sending.join(60)
    played = len(load_game(folder).phases)
    assert main(["--games", str(tmp_path / "games"), "verify", "duel"]) == 0
    with served(tmp_path / "games") as again:
        assert "state written" in again.take("adjudicate", {"really": "yes"}).text
    assert len(load_game(folder).phases) == played + 1
    assert "A PAR - BUR" in (folder / "1901/orders/france.toml").read_text("utf-8")
