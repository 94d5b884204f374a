"""Adjudicating, taking back, and ending a game by a ruling: what is written, and what stays."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.archive import load_game
from generator.archive.play.adjudicating import adjudicate_game, adjudicate_on
from generator.archive.play.ruling import archive_game, finish_game
from generator.archive.play.verifying import verify_game
from generator.archive.secret.revealing import reveal_game
from generator.engine.errors import GameError
from generator.engine.phases import Moment
from tests.archive.games import (
    SEED,
    bid,
    command,
    files_of,
    new_game,
    played_tiny,
    undo_last,
    write_orders,
)


def test_a_new_standard_game_has_a_sheet_for_each_power_with_its_units(tmp_path: Path) -> None:
    folder = new_game(tmp_path, "war", "standard")
    assert len(list((folder / "1901" / "orders").iterdir())) == 7
    assert (folder / "1901" / "orders" / "russia.toml").read_text() == (
        "# Spring 1901, movement\n# units: A MOS, A WAR, F SEV, F STP/SC\n"
        '[spring-movement]\norders = """\n"""\n'
    )
    assert (folder / ".gitignore").read_text().startswith("private/\n")


def test_a_phase_gives_a_record_that_reads_back(tmp_path: Path) -> None:
    folder = new_game(tmp_path)
    bid(folder, 1, 3, 1)
    done = adjudicate_game(folder)
    game = load_game(folder)
    (record,) = game.phases
    assert record.moment == done.moment == Moment(1, 1, "bid")
    assert record.title == "Round 1, the bids"
    assert record.order_texts == {"crown": "BID 3\n", "shield": "BID 1\n"}
    assert record.before() == game.opening.state()
    assert record.resolution() == done.resolution
    assert game.current_state() == done.resolution.state


def test_a_dry_run_says_the_same_and_writes_nothing(tmp_path: Path) -> None:
    folder = new_game(tmp_path)
    bid(folder, 1, 3, 1)
    before = files_of(folder)
    dry = adjudicate_game(folder, dry_run=True)
    assert not dry.written
    assert files_of(folder) == before
    assert dry.resolution == adjudicate_game(folder).resolution


def test_no_phase_follows_the_end_of_a_game(tmp_path: Path) -> None:
    more = ("--option", "rules.count=true", "--option", "target=1")
    folder = new_game(tmp_path, "duel", "tiny", *more)
    bid(folder, 1, 3, 1)
    (only,) = adjudicate_on(folder)
    assert only.ending is not None


def test_a_refused_order_may_be_its_authors_secret(tmp_path: Path) -> None:
    """The purse does not hold 99; the state's file does not tell, the record does while the
    folder private/ is there."""
    folder = new_game(tmp_path)
    write_orders(folder, 1, "bid", crown="BID 2\nBID 99", shield="BID 1")
    done = adjudicate_game(folder)
    assert "BID 99" not in (folder / "1/state/1-bid.toml").read_text()
    (record,) = load_game(folder).phases
    assert record.resolution() == done.resolution
    assert [one.order for one in record.resolution().verdicts] == ["BID 2", "BID 99", "BID 1"]
    verify_game(folder)
    shutil.rmtree(folder / "private")
    (record,) = load_game(folder).phases
    assert [one.order for one in record.resolution().verdicts] == ["BID 2", "BID 1"]


def test_a_record_changes_its_digest_when_an_input_changes(tmp_path: Path) -> None:
    folder = played_tiny(tmp_path)
    first = [record.digest for record in load_game(folder).phases]
    assert len(set(first)) == len(first) == 5
    assert [record.digest for record in load_game(folder).phases] == first
    bid(folder, 3, 9, 9)
    second = [record.digest for record in load_game(folder).phases]
    changed = [one != other for one, other in zip(first, second, strict=True)]
    assert changed == [False, False, False, True, False]


def test_without_secrets_a_record_shows_what_is_public(tmp_path: Path) -> None:
    folder = played_tiny(tmp_path)
    shutil.rmtree(folder / "private")
    revealed = load_game(folder).phases[0].resolution()
    assert [event.kind for event in revealed.events] == ["paid", "paid", "won"]
    shutil.rmtree(folder / "revealed")
    resolution = load_game(folder).phases[0].resolution()
    assert [event.kind for event in resolution.events] == ["won"]
    assert resolution.state.purses == {}


def test_undo_then_adjudicate_gives_the_same_bytes(tmp_path: Path) -> None:
    folder = new_game(tmp_path)
    for year, bids in [(1, (3, 1)), (2, (2, 2)), (2, None), (3, (1, 0)), (4, (0, 0)), (4, None)]:
        if bids:
            bid(folder, year, *bids)
        before = files_of(folder)
        moment = adjudicate_game(folder).moment
        after = files_of(folder)
        assert undo_last(folder) == moment
        assert files_of(folder) == before
        adjudicate_game(folder)
        assert files_of(folder) == after
    assert len(load_game(folder).phases) == 6


def test_undo_keeps_what_was_written_on_the_next_sheets(tmp_path: Path) -> None:
    folder = new_game(tmp_path)
    bid(folder, 1, 3, 1)
    adjudicate_game(folder)
    path = folder / "2" / "orders" / "crown.toml"
    path.write_text(path.read_text().replace('"""\n"""', '"""\nBID 4\n"""'))
    undo_last(folder)
    assert "BID 4" in path.read_text()
    assert not (folder / "2" / "orders" / "shield.toml").exists()
    adjudicate_game(folder)
    assert "BID 4" in path.read_text()
    assert load_game(folder).year_orders(2).of("bid")["crown"].text == "BID 4\n"


def test_a_sheet_is_added_to_a_file_as_that_file_is_written(tmp_path: Path) -> None:
    """Windows line ends stay, and a file without a last line end gets one."""
    folder = new_game(tmp_path)
    path = folder / "1" / "orders" / "crown.toml"
    path.write_bytes(b'[bid]\r\norders = """\r\nBID 2\r\n"""')
    write_orders(folder, 1, "bid", shield="BID 2")
    adjudicate_game(folder)
    assert path.read_bytes().endswith(
        b'"""\r\n\r\n# Round 1, the toss\r\n[toss]\r\norders = """\r\n"""\r\n'
    )
    undo_last(folder)
    assert path.read_bytes() == b'[bid]\r\norders = """\r\nBID 2\r\n"""\r\n'


def test_a_game_that_is_over_publishes_its_seed_and_takes_no_orders(tmp_path: Path) -> None:
    folder = played_tiny(tmp_path)
    assert load_game(folder).is_over
    assert SEED in (folder / "seed.toml").read_text()
    with pytest.raises(GameError, match="duel is over: crown wins"):
        adjudicate_game(folder)
    with pytest.raises(GameError, match="duel is over"):
        finish_game(folder, "draw", (), "r")
    undo_last(folder)
    assert not (folder / "seed.toml").exists()


def test_a_draw_by_ruling_ends_a_game_and_reveals_it(tmp_path: Path) -> None:
    folder = new_game(tmp_path, "war", "standard")
    write_orders(folder, 1901, "spring-movement", austria="A VIE - GAL")
    done = finish_game(folder, "draw", (), "All agreed.")
    assert done.ending is not None
    assert (done.ending.kind, len(done.ending.powers)) == ("draw", 7)
    assert (folder / "seed.toml").exists()
    game = load_game(folder)
    (ruling,) = game.phases[0].rulings
    assert (ruling.number, ruling.kind, ruling.reason) == (1, "end", "All agreed.")
    assert "A GAL" in [str(unit) for unit in game.current_state().units["austria"]]
    assert verify_game(folder).phases == 1


def test_a_ruling_stands_below_those_of_the_year(tmp_path: Path) -> None:
    folder = new_game(tmp_path, "war", "standard")
    before = '# by mail\n[[ruling]]\nphase = "fall-movement"\nkind = "order"\nreason = "r"'
    (folder / "1901" / "rulings.toml").write_text(before)
    finish_game(folder, "victory", ("turkey",), 'He said "enough".')
    assert (folder / "1901" / "rulings.toml").read_text() == (
        f'{before}\n\n[[ruling]]\nphase = "spring-movement"\nkind = "end"\n'
        'reason = "He said \\"enough\\"."\n[ruling.facts]\nresult = "victory"\n'
        'powers = ["turkey"]\n'
    )
    assert load_game(folder).ending is not None


def test_what_a_ruleset_cannot_do_writes_nothing(tmp_path: Path) -> None:
    folder = new_game(tmp_path, "war", "standard")
    duel = new_game(tmp_path)
    before = files_of(tmp_path)
    with pytest.raises(GameError, match="ruling 1 does not apply") as caught:
        finish_game(folder, "ended", (), "r")
    assert caught.value.place is not None
    assert caught.value.place.path == str(folder / "1901" / "rulings.toml")
    with pytest.raises(GameError, match="does not apply"):
        finish_game(duel, "draw", (), "r")
    with pytest.raises(GameError, match="there is no power atlantis"):
        finish_game(folder, "victory", ("atlantis",), "r")
    with pytest.raises(GameError, match="give a reason"):
        finish_game(folder, "draw", (), " ")
    assert files_of(tmp_path) == before


def test_a_game_that_nobody_finishes_is_put_away_and_revealed(tmp_path: Path) -> None:
    folder = new_game(tmp_path)
    bid(folder, 1, 2, 1)
    assert command(folder, "adjudicate") == 0
    assert archive_game(folder, away=True, unfinished=True)
    assert reveal_game(folder)
    verify_game(folder)
