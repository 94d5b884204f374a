"""`theatrum ruling`: what a referee types becomes a ruling of the game, checked and tried."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.cli import main

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    assert main(["--games", str(tmp_path), "new", "duel", "--ruleset", "standard"]) == 0
    return tmp_path / "duel"


def rule(folder: Path, text: str, *more: str, reason: str = "wrote BRU for BUR") -> int:
    games = str(folder.parent)
    return main(["--games", games, "ruling", folder.name, text, "--reason", reason, *more])


def rulings(folder: Path) -> str:
    path = folder / "1901" / "rulings.toml"
    return path.read_text("utf-8") if path.exists() else ""


def test_an_order_is_read_as_ruled_and_what_comes_of_it_is_said(
    duel: Path, capsys: Capture
) -> None:
    capsys.readouterr()
    assert rule(duel, "france: A PAR - BUR") == 0
    said, note = capsys.readouterr()
    assert said.splitlines() == [
        "Spring 1901, movement: ruling 1: France is given the order A PAR - BUR",
        "  France: A PAR - BUR: success (new)",
        "  France: A PAR H: gone (was success)",
        "  units of France: now A BUR, no longer A PAR",
    ]
    assert note == f"written to {duel / '1901/rulings.toml'}\n"
    assert rulings(duel) == (
        '[[ruling]]\nphase = "spring-movement"\nkind = "order"\nreason = "wrote BRU for BUR"\n'
        '[ruling.facts]\npower = "france"\norder = "A PAR - BUR"\n'
    )
    assert main(["--games", str(duel.parent), "adjudicate", "duel"]) == 0
    assert "A PAR - BUR" in (duel / "1901/state/1-spring-movement.toml").read_text("utf-8")


def test_comments_and_rulings_that_are_there_stay(duel: Path) -> None:
    there = '# by hand\r\n[[ruling]]\r\nphase = "spring-movement" # now\r\nkind = "note"\r\n'
    there += 'reason = "Anna plays."\r\n'
    (duel / "1901/rulings.toml").write_bytes(there.encode())
    assert rule(duel, "note Otto plays Italy") == 0
    after = (duel / "1901/rulings.toml").read_bytes().decode()
    assert after.startswith(there + "\r\n[[ruling]]\r\n")
    assert 'text = "Otto plays Italy"\r\n' in after


def test_a_dry_run_and_a_ruling_without_a_reason_write_nothing(duel: Path, capsys: Capture) -> None:
    assert rule(duel, "BEL and Holland belong to France", "--dry-run") == 0
    assert "centers of France: 5 (was 3)" in capsys.readouterr().out
    assert rule(duel, "note so", reason=" ") == 1
    assert "give a reason" in capsys.readouterr().err
    assert not rulings(duel)


@pytest.mark.parametrize(
    ("text", "more", "code", "problem"),
    [
        ("france: A PAR - MNU", (), 1, "ruling:1:9: france: A PAR - MNU: 'A PAR - MNU' cannot"),
        ("france: A PAR - MNU", (), 1, "did you mean MUN"),
        ("frnce: A PAR - BUR", (), 2, "this is not a ruling (did you mean france?)"),
        ("BEL belongs to frnce", (), 1, "ruling:1:16: BEL belongs to frnce: there is no power"),
        ("order power=france unit=A PAR", (), 1, "there is no unit in a ruling of the kind order"),
        ("ordr power=france", (), 2, "did you mean order?"),
        ("whatever", (), 2, "or a kind with its facts by name: order, void, units"),
        ("france: A BER does not stand", (), 1, "france has no unit in BER"),
        ("france: void A BUR - PAR", (), 1, "no order on the sheet is the one that it makes void"),
        ("france: A PAR - BUR", ("--rule", "STD-MOV-99"), 1, "there is no rule STD-MOV-99"),
        ("france: A PAR - BUR", ("--phase", "winter-adjustment"), 1, "did you mean winter-"),
    ],
)
def test_what_does_not_apply_is_refused_with_its_place_and_writes_nothing(
    duel: Path, capsys: Capture, text: str, more: tuple[str, ...], code: int, problem: str
) -> None:
    assert rule(duel, text, *more) == code
    assert problem in capsys.readouterr().err
    assert not rulings(duel)


def test_a_ruling_for_a_later_phase_waits_for_it(duel: Path, capsys: Capture) -> None:
    assert rule(duel, "france: BUILD A PAR", "--phase", "winter-adjustments") == 0
    said = capsys.readouterr().out
    assert "Winter 1901, builds and removals" in said
    assert "you will see its effect when the phase is adjudicated" in said
    assert 'phase = "winter-adjustments"' in rulings(duel)


def test_a_phase_that_was_played_is_corrected_by_amend_in_the_same_words(
    duel: Path, capsys: Capture
) -> None:
    games = str(duel.parent)
    assert main(["--games", games, "adjudicate", "duel"]) == 0
    capsys.readouterr()
    text = "france: A MAR does not stand"
    assert rule(duel, text, "--phase", "1901 spring-movement") == 1
    hint = f"theatrum amend duel --phase \"1901 spring-movement\" --ruling '{text}' --reason"
    assert hint in capsys.readouterr().err
    amend = ["--games", games, "amend", "duel", "--phase", "1901 spring-movement"]
    assert main([*amend, "--ruling", text, "--reason", "drowned", "--yes"]) == 0
    assert "units of France: no longer A MAR" in capsys.readouterr().out
    assert 'units = ["A PAR", "F BRE"]' in rulings(duel)
    assert main(["--games", games, "verify", "duel"]) == 0
    assert main([*amend, "--ruling", "missing.toml", "--reason", "x", "--yes"]) == 1
    assert "missing.toml" in capsys.readouterr().err


def test_a_secret_ruling_goes_to_the_secret_file(tmp_path: Path, capsys: Capture) -> None:
    assert main(["--games", str(tmp_path), "new", "eu", "--ruleset", "europe-1619"]) == 0
    folder = tmp_path / "eu"
    assert rule(folder, "disorder power=france", "--secret") == 0
    assert "ruling 101: France is in civil disorder" in capsys.readouterr().out
    assert not (folder / "1619/rulings.toml").exists()
    assert "secret = true" in (folder / "private/1619/rulings.toml").read_text("utf-8")
