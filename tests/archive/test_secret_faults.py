"""Whatever happens while secrets are written: they stand as before or as after, none is lost."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from generator.archive import load_game
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.undo import undo_to
from generator.archive.secret.age import make_identity
from generator.archive.secret.revealing import reveal_game
from generator.archive.secret.sealing import seal_game
from generator.archive.secret.unsealing import unseal_game
from generator.engine.errors import TheatrumError
from tests.archive.faults import STEP, Faults
from tests.archive.games import change, files_of, new_game, store_submission

DONE, FAILED, KILLED = 0, 1, -9


def submit(folder: Path) -> Any:
    texts = {"bid": "BID 0", "toss": "BID 1"}
    return store_submission(folder, "shield", texts, "the second mail", "today")


CALLS: dict[str, Callable[[Path], Any]] = {
    "submit": submit,
    "adjudicate": adjudicate_game,
    "undo": undo_to,
    "reveal": reveal_game,
}


def ready_for(name: str, root: Path) -> Path:
    """A game in which the call has something to do that concerns secrets."""
    folder = new_game(root, "duel", "tiny", "--orders", "private", "--option", "target=1")
    store_submission(folder, "crown", {"bid": "BID 2\nBID 99"}, "mail")
    store_submission(folder, "shield", {"bid": "BID 1"}, "mail")
    if name == "undo":
        adjudicate_game(folder)
    if name == "reveal":
        change(folder, "game.toml", 'ruleset = "tiny"', 'ruleset = "tiny"\narchived = true')
    return folder


def with_fault(fault: str, number: int, call: Callable[[], Any]) -> tuple[int, bool]:
    """The exit code of a call in a child with a fault, and whether the fault came to pass."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        return (code, True) if code < 0 else (code % 10, code < 10)
    faults = Faults(fault, number)
    faults.arm()
    code = 99
    try:
        call()
        code = DONE
    except TheatrumError:
        code = FAILED
    finally:
        os._exit(code if faults.fired else code + 10)
    return 99, False


def clean(folder: Path) -> dict[str, bytes]:
    return {
        name: data for name, data in files_of(folder).items() if not name.startswith(".theatrum-")
    }


@pytest.mark.parametrize(
    "fault", ["kill", *(pytest.param(fault, marks=pytest.mark.slow) for fault in ("full", "error"))]
)
@pytest.mark.parametrize("name", CALLS)
def test_a_game_is_as_before_or_as_after(name: str, fault: str, tmp_path: Path) -> None:
    call = CALLS[name]
    base = ready_for(name, tmp_path / "games")
    before = clean(base)
    whole = tmp_path / "whole" / "duel"
    shutil.copytree(base, whole)
    call(whole)
    after = clean(whole)
    assert after != before
    number, faulty = 1 - STEP, True
    while faulty:
        number += STEP
        folder = tmp_path / str(number) / "duel"
        shutil.copytree(base, folder)
        code, faulty = with_fault(fault, number, partial(call, folder))
        assert code in ({DONE, KILLED} if fault == "kill" else {DONE, FAILED})
        load_game(folder)
        found = clean(folder)
        assert found in (before, after), f"{fault} at call {number}"
        assert code != DONE or found == after
        if found == before:
            call(folder)
            assert clean(folder) == after
        shutil.rmtree(tmp_path / str(number))
    assert number > 8


@pytest.mark.parametrize("fault", [pytest.param("kill", marks=pytest.mark.slow), "full"])
def test_what_was_half_sealed_is_sealed_by_the_next_try(fault: str, tmp_path: Path) -> None:
    pytest.importorskip("pyrage")
    key = tmp_path / "referee.key"
    public = make_identity(key)
    base = ready_for("adjudicate", tmp_path / "games")
    text = (base / "game.toml").read_text()
    (base / "game.toml").write_text(f'{text}\n[secrets]\nrecipients = ["{public}"]\n')
    number, faulty = 1 - STEP, True
    while faulty:
        number += STEP
        folder = tmp_path / str(number) / "duel"
        shutil.copytree(base, folder)
        _, faulty = with_fault(fault, number, partial(seal_game, folder))
        seal_game(folder)
        private = {n: d for n, d in files_of(folder).items() if n.startswith("private/")}
        shutil.rmtree(folder / "private")
        unseal_game(folder, key)
        found = {n: d for n, d in files_of(folder).items() if n.startswith("private/")}
        assert found == private, f"{fault} at call {number}"
        shutil.rmtree(tmp_path / str(number))
    assert number > 8
