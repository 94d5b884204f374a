"""For whose eyes a site is made, and up to when."""

from __future__ import annotations

import pytest

from generator.archive import load_game
from generator.engine.errors import UsageError
from generator.pages.base.reader import PUBLIC, Reader, read_reader
from generator.pages.maps.material import REVEALED, Material
from tests.pages.sample import ROOT

GAME = load_game(ROOT / "games" / "winter-king")


@pytest.mark.parametrize(
    ("at", "wanted"),
    [
        ("1622", Reader("austria", 1622)),
        ("1622/movement", Reader("austria", 1622, "movement")),
        ("1622 movement", Reader("austria", 1622, "movement")),
        ("2027-03-31", Reader("austria", day="2027-03-31")),
        ("", Reader("austria")),
    ],
)
def test_what_may_be_asked_for(at: str, wanted: Reader) -> None:
    assert read_reader("austria", at) == wanted


@pytest.mark.parametrize("at", ["soon", "1622/", "2027-02-30", "1622/Movement", "-1"])
def test_what_is_no_moment(at: str) -> None:
    with pytest.raises(UsageError):
        read_reader("", at)


def test_only_the_public_now_is_public() -> None:
    assert PUBLIC.is_public
    assert not Reader("austria").is_public
    assert not Reader(year=1622).is_public


def test_a_game_is_cut_at_the_end_of_a_year_or_of_a_phase() -> None:
    year = Reader(year=1621).cut(GAME)
    assert [one.moment.year for one in year.phases] == [
        one.moment.year for one in GAME.phases if one.moment.year <= 1621
    ]
    phase = Reader(year=1621, phase="movement").cut(GAME)
    assert str(phase.phases[-1].moment) == "1621 movement"
    assert phase.ending is None
    assert Reader(year=1500).cut(GAME).phases == ()
    assert Reader(year=1700).cut(GAME) is GAME


def test_a_phase_that_was_not_played_means_the_year() -> None:
    assert Reader(year=1620, phase="vote").cut(GAME).phases[-1].moment.year == 1620


def test_press_of_later_years_is_not_there() -> None:
    reader = Reader(year=1621)
    assert reader.shows("1621-12-31", GAME)
    assert not reader.shows("1622-01-01", GAME)
    assert reader.shows("2027-01-01", GAME)  # dated in the players' own years
    assert not Reader(day="2027-01-01").shows("2027-01-02", GAME)


def test_a_power_sees_what_only_it_may_know() -> None:
    assert Reader("austria").may_know(("austria", "spain"))
    assert not Reader("austria").may_know(("spain",))
    assert not PUBLIC.may_know(("referee",))
    assert PUBLIC.may_know(())


def test_material_leaves_out_what_the_reader_may_not_know() -> None:
    game = Reader(year=1620).cut(GAME)
    record = game.phases[0]
    whole = record.resolution()
    for reader in (PUBLIC, Reader("austria")):
        shown = Material(game, record, reader=reader).resolution
        assert [event.data for event in shown.events] == [
            event.data for event in whole.events if reader.may_know(event.known_to)
        ]


def test_a_game_that_revealed_its_secrets_shows_them_last() -> None:
    """The offer that nobody answered is told once the game is over, with what it was."""
    game = load_game(ROOT / "games" / "after-the-comet")
    record = game.phases[0]
    shown = Material(game, record).resolution.verdicts
    secret = [one for one in record.resolution().verdicts if one.known_to]
    assert secret
    assert [one.order for one in shown[-len(secret) :]] == [one.order for one in secret]
    assert {one.note for one in shown[-len(secret) :]} == {REVEALED}
    public = [one for one in record.resolution().verdicts if not one.known_to]
    assert [one.order for one in shown[: len(public)]] == [one.order for one in public]


def test_before_its_end_a_game_shows_none_of_its_secrets() -> None:
    game = load_game(ROOT / "games" / "after-the-comet")
    then = Reader(year=1620).cut(game)
    assert not then.is_revealed
    shown = Material(then, then.phases[0]).resolution
    assert all(not one.known_to for one in (*shown.verdicts, *shown.events))
