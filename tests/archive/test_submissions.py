"""Orders as they come in: where they wait, what they replace, and that no mail is ever lost."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.archive import load_game
from generator.archive.people.versions import standing, submissions_of
from generator.archive.play.adjudicating import adjudicate_game, check_game
from generator.engine.errors import FileError, GameError
from generator.engine.phases import Moment
from tests.archive.games import change, files_of, new_game, store_submission, write_orders

BID = Moment(1, 1, "bid")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return new_game(tmp_path / "games", "duel", "tiny", "--orders", "private")


def waiting(folder: Path, power: str, year: int = 1) -> str:
    path = folder / "private" / str(year) / "orders" / f"{power}.toml"
    text: str = tomllib.loads(path.read_text("utf-8"))["bid"]["orders"]
    return text


def test_in_a_public_game_orders_wait_in_the_public_file(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "games")
    store_submission(folder, "crown", {"bid": "BID 3"}, "mail")
    assert "BID 3" in (folder / "1/orders/crown.toml").read_text()
    assert (folder / "private/1/mail/bid/crown/1.txt").read_text() == "mail"


def test_the_rest_of_an_order_file_stays_as_it_was(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "games")
    path = folder / "1" / "orders" / "crown.toml"
    path.write_bytes(b'# mine\r\n[toss]\r\norders = "x" # y\r\n\r\n[bid] # z\r\n')
    store_submission(folder, "crown", {"bid": "BID 3"}, "m")
    assert path.read_bytes() == (
        b'# mine\r\n[toss]\r\norders = "x" # y\r\n\r\n[bid] # z\r\norders = """\r\nBID 3\r\n"""\r\n'
    )
    store_submission(folder, "crown", {"bid": "BID 1"}, "m")
    assert b'orders = "x" # y' in path.read_bytes()
    assert b"BID 3" not in path.read_bytes()


REFUSED = [
    ("crwn", {"bid": "BID 1"}, "Crown or Shield has no power crwn (did you mean crown?)"),
    ("crown", {"bod": "BID 1"}, "Crown or Shield has no phase 'bod'"),
    ("crown", {"../x": "BID 1"}, "Crown or Shield has no phase '../x'"),
    ("crown", {}, "the orders of crown are for no phase"),
]


@pytest.mark.parametrize(("power", "texts", "said"), REFUSED)
def test_orders_for_nothing_are_refused_and_nothing_is_written(
    folder: Path, power: str, texts: dict[str, str], said: str
) -> None:
    before = files_of(folder)
    with pytest.raises(GameError) as caught:
        store_submission(folder, power, texts, "mail")
    assert str(caught.value).startswith(said)
    assert files_of(folder) == before


def test_orders_for_a_phase_that_is_over_are_refused(folder: Path) -> None:
    for power in ("crown", "shield"):
        store_submission(folder, power, {"bid": "BID 2"}, "m")
    adjudicate_game(folder)
    with pytest.raises(GameError, match="1 bid has been adjudicated"):
        store_submission(folder, "crown", {"bid": "BID 1"}, "m")


def test_orders_in_two_places_that_differ_name_both_files(folder: Path) -> None:
    store_submission(folder, "crown", {"bid": "BID 3"}, "m")
    write_orders(folder, 1, "bid", crown="BID 2")
    with pytest.raises(FileError) as caught:
        check_game(load_game(folder))
    assert f"{folder}/1/orders/crown.toml" in str(caught.value)
    assert f"{folder}/private/1/orders/crown.toml" in str(caught.value)
    change(folder, "1/orders/crown.toml", "BID 2", "BID 3")
    assert check_game(load_game(folder)).missing == ("shield",)


def test_an_empty_secret_sheet_leaves_the_public_one_in_force(folder: Path) -> None:
    write_orders(folder, 1, "bid", crown="BID 2", shield="BID 1")
    assert check_game(load_game(folder)).missing == ()
    assert len(adjudicate_game(folder).resolution.verdicts) == 2


def test_notes_of_an_earlier_program_are_versions_that_stood(folder: Path) -> None:
    mails = folder / "private/1/mail/bid/crown"
    mails.mkdir(parents=True)
    for number in (1, 2):
        (mails / f"{number}.toml").write_text(f'received = "Monday"\norders = "BID {number}"\n')
        (mails / f"{number}.txt").write_text("m")
    last = standing(submissions_of(folder, BID), "crown")
    assert last is not None
    assert (last.number, last.is_held) == (2, False)
    assert store_submission(folder, "crown", {"bid": "BID 3"}, "m") == {"bid": 3}
    after = standing(submissions_of(folder, BID), "crown")
    assert after is not None
    assert after.number == 3


@pytest.mark.parametrize(
    "line",
    ['aside = ["soon"]', 'aside = "late"', "stood = true", 'came = "Monday"', "lines = [1.5]",
     'rejected = 1', 'sender = 3', 'sent = "2027-03-01T10:00:00"'],
)  # fmt: skip
def test_a_note_that_is_none_is_named(folder: Path, line: str) -> None:
    store_submission(folder, "crown", {"bid": "BID 3"}, "m")
    path = folder / "private/1/mail/bid/crown/1.toml"
    kept = [one for one in path.read_text().splitlines() if not line.startswith(one.split(" ")[0])]
    path.write_text("\n".join([*kept, line]) + "\n")
    with pytest.raises(FileError, match="does not match the mail it was made from") as caught:
        submissions_of(folder, BID)
    assert str(path) in str(caught.value)


@given(
    texts=st.lists(
        st.text(st.characters(exclude_categories=["Cs"]), max_size=40), min_size=1, max_size=4
    )
)
@settings(max_examples=25, deadline=None)
def test_whatever_players_write_is_kept_and_read_back(
    tmp_path_factory: pytest.TempPathFactory, texts: list[str]
) -> None:
    root = tmp_path_factory.mktemp("games")
    folder = new_game(root, "duel", "tiny", "--orders", "private")
    for text in texts:
        store_submission(folder, "crown", {"bid": text}, text)
    found = submissions_of(folder, BID)
    assert [one.number for one in found] == list(range(1, len(texts) + 1))
    mails = [(folder / one.mail).read_bytes().decode() for one in found]
    assert mails == texts
    assert waiting(folder, "crown") == found[-1].orders
    assert found[-1].orders.strip("\n") == texts[-1].replace("\r\n", "\n").strip("\n")
