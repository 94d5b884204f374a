"""The sample game that is still running: what a clone of it has, and what it does not have."""

from __future__ import annotations

from pathlib import Path

from generator.archive import load_game
from generator.archive.people.received import orders_received
from generator.archive.play.adjudicating import check_game
from generator.archive.secret.secrets import public_files
from generator.engine.chance import commitment
from tests.autoplay.sample_game import files_of
from tests.autoplay.sample_running import LATE, SAMPLE, SEED, play_running


def test_it_is_played_again_byte_for_byte_and_keeps_its_secrets(tmp_path: Path) -> None:
    folder = play_running(tmp_path)
    again = files_of(folder)
    assert again == files_of(SAMPLE)
    assert set(again) == set(public_files(folder))
    assert not any(path.startswith(("private", "1621", "seed")) for path in again)
    assert commitment(SEED) == load_game(SAMPLE).settings.seed_commitment


def test_a_clone_knows_how_many_orders_are_in_and_not_whose(tmp_path: Path) -> None:
    whole, clone = load_game(play_running(tmp_path)), load_game(SAMPLE)
    assert clone.current_moment.year == clone.phases[0].moment.year + 2
    awaited = clone.ruleset.awaits(clone.current_state())
    missing = check_game(whole).missing
    assert set(missing) == set(LATE).intersection(awaited)
    assert 0 < len(missing) < len(awaited)
    assert orders_received(clone) == orders_received(whole) == len(awaited) - len(missing)


def test_the_number_is_of_the_phase_that_is_due(tmp_path: Path) -> None:
    folder = play_running(tmp_path)
    note = folder / "received.toml"
    note.write_text(note.read_text("utf-8").replace("1621", "1620"), encoding="utf-8")
    assert orders_received(load_game(folder)) is None
