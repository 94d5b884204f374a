"""`theatrum players replace`: a power has a new player; what was the old one's stays so."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.archive import load_game
from generator.archive.people.addresses import addresses_of
from generator.archive.people.players import Seat, player_of, seats_of
from generator.archive.people.reminding import reminders
from generator.archive.play.verifying import verify_game
from generator.engine.phases import Moment
from tests.archive.games import bid, change, command, files_of, new_game, store_submission
from tests.made import copy_of

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A tiny game that waits for its second round."""
    return copy_of("replaced", _make_game, tmp_path) / "duel"


def _make_game(root: Path) -> None:
    players = ("--players", "crown=Thibaut,shield=Ben", "--option", "target=9")
    folder = new_game(root, "duel", "tiny", *players)
    assert command(folder, "players address", "crown", "thibaut@example.org") == 0
    bid(folder, 1, 2, 1)
    assert command(folder, "adjudicate") == 0


def to_crown(folder: Path) -> tuple[str, str]:
    """The player and the address of the reminder to Crown."""
    (one,) = (one for one in reminders(load_game(folder)) if one.power == "crown")
    return one.player, one.to


def test_a_reminder_never_goes_to_who_played_before(folder: Path) -> None:
    assert to_crown(folder) == ("Thibaut", "thibaut@example.org")
    assert command(folder, "players replace", "crown", "Ada") == 0
    assert to_crown(folder) == ("Ada", "")
    assert command(folder, "players address", "crown", "Ada@example.org", "ada@example.net") == 0
    assert to_crown(folder) == ("Ada", "ada@example.org, ada@example.net")


def test_a_reminder_is_right_also_where_the_replacement_was_written_by_hand(folder: Path) -> None:
    text = '[[replacements]]\npower = "crown"\nplayer = "Ada"\nsince = "2 bid"\n\n[players]'
    change(folder, "game.toml", "[players]", text)
    assert to_crown(folder) == ("Ada", "")


def test_an_address_in_older_settings_is_that_of_the_first_player(folder: Path) -> None:
    (folder / "private/addresses.toml").unlink()
    old = '[addresses]\ncrown = "thibaut@example.org"\n\n[players]'
    change(folder, "game.toml", "[players]", old)
    assert to_crown(folder) == ("Thibaut", "thibaut@example.org")
    assert command(folder, "players replace", "crown", "Ada") == 0
    assert to_crown(folder) == ("Ada", "")


def test_addresses_are_with_the_person(folder: Path, capsys: Capture) -> None:
    address = ("--address", "ada@example.org", "--address", "Ada@Example.net")
    assert command(folder, "players replace", "crown", "Ada", *address) == 0
    assert addresses_of(load_game(folder))["crown"] == ("ada@example.org", "ada@example.net")
    assert "thibaut@example.org" in (folder / "private/addresses.toml").read_text("utf-8")
    # Undone to before her first phase, Thibaut plays again, and is found where he was.
    assert command(folder, "undo") == 0
    assert addresses_of(load_game(folder))["crown"] == ("thibaut@example.org",)
    assert "ada" not in capsys.readouterr().err


def test_who_comes_later_is_not_written_to_before(folder: Path) -> None:
    later = ("--since", "3 bid", "--address", "ada@example.org")
    assert command(folder, "players replace", "crown", "Ada", *later) == 0
    assert to_crown(folder) == ("Thibaut", "thibaut@example.org")
    bid(folder, 2, 2, 1)
    assert command(folder, "adjudicate") == 0
    assert to_crown(folder) == ("Ada", "ada@example.org")


def test_who_comes_back_is_found_where_he_was(folder: Path) -> None:
    assert command(folder, "players replace", "crown", "Ada", "--address", "ada@example.org") == 0
    bid(folder, 2, 2, 1)
    assert command(folder, "adjudicate") == 0
    assert command(folder, "players replace", "crown", "Thibaut") == 0
    assert to_crown(folder) == ("Thibaut", "thibaut@example.org")


def test_settings_keep_their_remarks_and_get_a_row(folder: Path) -> None:
    change(folder, "game.toml", "[players]", "# Friends of old.\n[players]")
    before = (folder / "game.toml").read_text("utf-8")
    assert command(folder, "players replace", "crown", "Ada", "--note", "Thibaut has moved.") == 0
    row = (
        '\n[[replacements]]\npower = "crown"\nplayer = "Ada"\nsince = "2 bid"\n'
        'note = "Thibaut has moved."\n'
    )
    assert (folder / "game.toml").read_text("utf-8") == before + row
    assert command(folder, "players replace", "shield", "Cleo", "--since", "1/bid") == 0
    second = '\n[[replacements]]\npower = "shield"\nplayer = "Cleo"\nsince = "1 bid"\n'
    assert (folder / "game.toml").read_text("utf-8") == before + row + second
    verify_game(folder)


def test_rows_stand_together(folder: Path) -> None:
    assert command(folder, "players replace", "crown", "Ada") == 0
    change(folder, "game.toml", "[[replacements]]", "# changes\n[[replacements]]")
    with (folder / "game.toml").open("a") as file:
        file.write("\n[dates.2]\nbid = 2027-03-07 # late\n")
    assert command(folder, "players replace", "shield", "Cleo") == 0
    text = (folder / "game.toml").read_text("utf-8")
    assert text.index('"Cleo"') < text.index("[dates.2]")
    assert "\n# changes\n[[replacements]]" in text
    assert text.endswith("\n[dates.2]\nbid = 2027-03-07 # late\n")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("crwn", "Ada"), "there is no power crwn (did you mean crown?)"),
        (("crown", "  "), "give the name of the player"),
        (("crown", "Thibaut"), "Thibaut plays crown in 2 bid already"),
        (("crown", "Ada", "--since", "2 bidd"), "has no phase 'bidd'"),
        (("crown", "Ada", "--address", "Ada"), "is not an address"),
    ],
)
def test_what_is_refused_changes_nothing(
    folder: Path, given: tuple[str, ...], said: str, capsys: Capture
) -> None:
    before = files_of(folder)
    assert command(folder, "players replace", *given) != 0
    assert said in capsys.readouterr().err
    assert files_of(folder) == before


def test_two_new_players_in_one_phase_are_refused(folder: Path, capsys: Capture) -> None:
    assert command(folder, "players replace", "crown", "Ada") == 0
    assert command(folder, "players replace", "crown", "Bob") == 1
    assert "crown already has a new player from 2 bid (correct it in game.toml)" in (
        capsys.readouterr().err
    )


def test_rows_in_the_wrong_order_count_by_their_phases(folder: Path) -> None:
    rows = "".join(
        f'[[replacements]]\npower = "crown"\nplayer = "{name}"\nsince = "{since}"\n\n'
        for name, since in (("Cleo", "2 bid"), ("Ada", "1 bid"))
    )
    change(folder, "game.toml", "[players]", f"{rows}[players]")
    game = load_game(folder)
    now = game.current_moment
    assert player_of(game, "crown", now) == "Cleo"
    first = Moment(1, 1, "bid")
    assert seats_of(game, "crown", now) == (Seat("Thibaut"), Seat("Ada", first), Seat("Cleo", now))


def test_a_phase_that_the_rules_do_not_have_is_named(folder: Path, capsys: Capture) -> None:
    """A slip would put the replacement off to the next year without a word."""
    text = '[[replacements]]\npower = "crown"\nplayer = "Ada"\nsince = "2 bit"\n\n[players]'
    change(folder, "game.toml", "[players]", text)
    assert command(folder, "check") == 1
    assert "there is no phase bit" in capsys.readouterr().err


def test_orders_that_wait_already_are_named(tmp_path: Path, capsys: Capture) -> None:
    folder = new_game(tmp_path, "duel", "tiny", "--orders", "private")
    store_submission(folder, "crown", {"bid": "BID 2"}, "BID 2")
    assert command(folder, "players replace", "crown", "Ada") == 0
    said = capsys.readouterr().err
    assert "orders of Crown are already stored; they count unless Ada sends others" in said
    assert "no address of Ada is known: theatrum players address duel crown ADDRESS" in said


def test_addresses_of_a_name_that_is_in_no_row_are_told(folder: Path, capsys: Capture) -> None:
    assert command(folder, "players replace", "crown", "Ada", "--address", "ada@example.org") == 0
    change(folder, "game.toml", '"Ada"', '"Ada L."')
    capsys.readouterr()
    assert command(folder, "status") == 0
    assert "has addresses of Ada, who is not the player of crown" in capsys.readouterr().err
    assert to_crown(folder) == ("Ada L.", "")


def test_a_name_is_one_plain_line(folder: Path) -> None:
    assert command(folder, "players replace", "crown", "Ada\n\u202eL.\x85") == 0
    assert to_crown(folder)[0] == "Ada L."


def test_a_name_with_a_comma_stays_one_name_in_a_mail(folder: Path, capsys: Capture) -> None:
    assert command(folder, "players replace", "crown", 'Ada, "the" L.', "--address", "a@b.c") == 0
    capsys.readouterr()
    assert command(folder, "deadline", "--reminder") == 0
    assert 'To: "Ada, \\"the\\" L." <a@b.c>\n' in capsys.readouterr().out
