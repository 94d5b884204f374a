"""The commands at a game whose phases wait for nobody, are numbered, and deal hands of cards."""

from __future__ import annotations

import json
from base64 import b64decode
from pathlib import Path

import pytest

from generator.cli import main
from tests.archive.games import SEED, command, write_orders

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, capsys: Capture) -> Path:
    """A game of Westphalia that waits for the choices of its first Round."""
    new = ["new", "peace", "--ruleset", "westphalia", "--orders", "public", "--seed", SEED]
    assert main(["--games", str(tmp_path), *new]) == 0
    made = tmp_path / "peace"
    assert "needs no orders: theatrum adjudicate peace\n" in capsys.readouterr().err
    assert command(made, "status") == 0
    assert "\n  no one owes orders: theatrum adjudicate peace\n" in capsys.readouterr().out
    for _ in ("setup", "influence", "first-election"):
        assert command(made, "adjudicate") == 0
    return made


def to_battles(folder: Path) -> None:
    """A war of Purple against Hesse, which a player without a battle leads."""
    write_orders(folder, 1510, "choice", purple="CHOOSE diplomacy war")
    assert command(folder, "adjudicate") == 0
    write_orders(folder, 1510, "diplomacy", purple="WAR hesse")
    assert command(folder, "adjudicate") == 0


def test_a_reminder_has_the_hand_of_its_reader_and_no_other(folder: Path, capsys: Capture) -> None:
    to_battles(folder)
    capsys.readouterr()
    assert command(folder, "deadline", "--reminder") == 0
    mails = capsys.readouterr().out.split("\n-----\n\n")
    assert len(mails) == 2
    for mail in mails:
        hands = [line for line in mail.splitlines() if " holds " in line]
        owner = "Purple" if mail.startswith("To: purple\n") else "Hesse"
        assert len(hands) == 1
        assert hands[0].startswith(f"{owner} holds ")
        power = "purple" if owner == "Purple" else "red"  # which leads Hesse
        sheet = f"[secret sheet: {folder.name}, {power}, 1510 battles-1]"
        told = f"1510, diplomacy and declarations:\n{hands[0]}\n"
        _, mark, rest = mail.partition(f"\n{sheet}\n{told}")
        assert mark
        # What the desk takes up has no cards of the other side, either.
        coded = rest.partition("\n[end of the secret sheet]\n")[0].partition("\n")[2]
        (battle,) = json.loads(b64decode(coded))["armies"].values()
        armies = {
            side["power"]: side.get("army") for side in (battle["attacker"], battle["defender"])
        }
        assert [name.title() for name, army in armies.items() if army] == [owner]


def test_orders_for_the_next_battle_phase_are_no_slip(folder: Path, capsys: Capture) -> None:
    to_battles(folder)
    write_orders(folder, 1510, "battles-2", purple="BATTLE play:M")
    capsys.readouterr()
    assert command(folder, "check") == 0
    assert "warning" not in capsys.readouterr().out
    write_orders(folder, 1510, "batles-1", purple="BATTLE play:M")
    assert command(folder, "check") == 0
    assert "did you mean battles-1?" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (("draw",), "A draw of Red, Green, White, Orange, Purple and Black by ruling 1"),
        (("draw", "red", "black"), "A draw of Red and Black by ruling 1"),
        (("win", "red"), "Red wins by ruling 1"),
        (("ended",), "The game ends by ruling 1"),
    ],
)
@pytest.mark.rule("POW-MAIL-8")
def test_a_game_can_be_finished(
    folder: Path, capsys: Capture, result: tuple[str, ...], said: str
) -> None:
    assert command(folder, "finish", "--reason", "All agree", "--result", *result) == 0
    assert f"the game is over: {said}\n" in capsys.readouterr().out
    assert command(folder, "verify") == 0


@pytest.mark.parametrize("result", [("win",), ("ended", "red")])
def test_an_end_that_cannot_be_is_refused(
    folder: Path, capsys: Capture, result: tuple[str, ...]
) -> None:
    assert command(folder, "finish", "--reason", "x", "--result", *result) == 1
    assert "does not apply" in capsys.readouterr().err
