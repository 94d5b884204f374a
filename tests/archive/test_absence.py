"""Who writes for a power that sends nothing: nobody, its standing orders, a caretaker."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.archive import load_game
from generator.archive.files.writing import commit
from generator.archive.game.authorship import NO_ORDERS, Authorship, author_lines, author_words
from generator.archive.game.sheets import with_orders, without_orders
from generator.archive.people.replacing import replace_player
from generator.archive.play.absence import Notice, filed_notice, missed_before, notices_of
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.amending import Correction, amend_phase
from generator.archive.play.undo import undo_to
from generator.archive.play.verifying import verify_game
from generator.engine.errors import FileError, GameError, LeftOver
from tests.archive.games import change, command, files_of, new_game, write_orders

RULESETS = (
    *("standard", "europe-1619", "europe-1615-v3", "westphalia"),
    *(
        pytest.param(name, marks=pytest.mark.slow)
        for name in ("europe-1619-draft", "europe-1615-v7")
    ),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return war(tmp_path)


def war(root: Path, absence: str = "caretaker", ruleset: str = "standard") -> Path:
    made = new_game(root, "war", ruleset, "--orders", "private")
    if absence:
        change(made, "game.toml", "format = 1\n", f'format = 1\nabsence = "{absence}"\n')
    return made


def said(folder: Path, year: int, phase: str, power: str) -> dict[str, object]:
    """What the public record says of a power's orders."""
    path = folder / str(year) / "orders" / f"{power}.toml"
    table: dict[str, object] = tomllib.loads(path.read_text("utf-8"))[phase]
    return table


def note(folder: Path, **facts: object) -> None:
    given = {
        "power": "france",
        "phase": "1901 1-spring-movement",
        "sent": "2027-03-01T10:00:00+00:00",
    }
    notice = Notice(**{**given, **facts})  # type: ignore[arg-type]
    commit(folder, filed_notice(notice, "the mail\n"))


STANDING = "A PAR H\nF QQQ - ZZZ\nA MAR H\n"
"""Standing orders, one of which can never be carried out."""
DONE = "A PAR H\nA MAR H\n"


@pytest.mark.parametrize(
    ("absence", "russia", "france"),
    [
        ("", None, {"orders": DONE, "author": "standing"}),
        ("hold", ("nobody", 1), {"orders": "", "author": "nobody", "missed": 1}),
        ("standing", ("nobody", 1), {"orders": DONE, "author": "standing", "missed": 1}),
        ("caretaker", ("caretaker", 1), {"orders": DONE, "author": "standing", "missed": 1}),
    ],
)
def test_the_setting_says_who_writes(
    tmp_path: Path, absence: str, russia: tuple[str, int] | None, france: dict[str, object]
) -> None:
    """France has standing orders, Russia none. What cannot be carried out stays secret."""
    folder = war(tmp_path, absence)
    note(folder, standing=STANDING)
    done = adjudicate_game(folder)
    assert said(folder, 1901, "spring-movement", "france") == france
    assert done.authors["france"] == Authorship(str(france["author"]), 1 if absence else 0)
    if russia is None:
        assert "russia.toml" not in files_of(folder / "1901" / "orders")
    else:
        record = said(folder, 1901, "spring-movement", "russia")
        assert (record["author"], record["missed"]) == russia
        assert ("A MOS" in str(record["orders"]).upper()) is (absence == "caretaker")
    assert verify_game(folder).unreplayed == ()
    assert not any(b"QQQ" in data for path, data in files_of(folder).items() if path[0] in "12")


def test_phases_that_are_missed_are_counted_and_change_nothing(folder: Path) -> None:
    """However many there are, the same is done."""
    while load_game(folder).current_moment.year < 1903:
        done = adjudicate_game(folder)  # two years have three phases for everybody
        assert {who.author for who in done.authors.values()} == {"caretaker"}
    game = load_game(folder)
    assert missed_before(game, "russia", game.current_moment) >= 3
    assert verify_game(folder).unreplayed == ()


def test_orders_of_ones_own_and_a_new_player_end_the_count(folder: Path) -> None:
    adjudicate_game(folder)
    write_orders(folder / "private", 1901, "fall-movement", russia="A MOS H")
    adjudicate_game(folder)
    replace_player(folder, "france", "Ada")
    game = load_game(folder)
    missed = [
        missed_before(game, one, game.current_moment) for one in ("russia", "france", "italy")
    ]
    assert missed == [0, 0, 2]


def test_standing_orders_are_over_with_the_player_who_sent_them(tmp_path: Path) -> None:
    """Then nothing came; whoever sends an empty sheet has sent one."""
    folder = war(tmp_path, "standing")
    note(folder, standing="A PAR H\n")
    assert replace_player(folder, "france", "Ada").ended
    assert not replace_player(folder, "italy", "Bo").ended
    write_orders(folder / "private", 1901, "spring-movement", italy=NO_ORDERS)
    done = adjudicate_game(folder)
    record = said(folder, 1901, "spring-movement", "france")
    assert record == {"orders": "", "author": "nobody", "missed": 1}
    assert said(folder, 1901, "spring-movement", "italy") == {"orders": f"{NO_ORDERS}\n"}
    assert "italy" not in done.missing
    assert "russia" in done.missing


def test_anything_newer_is_used_instead(tmp_path: Path) -> None:
    folder = war(tmp_path, "")
    note(folder, standing="A PAR H\n")
    write_orders(folder / "private", 1901, "spring-movement", france="A PAR - BUR")
    adjudicate_game(folder)
    assert said(folder, 1901, "spring-movement", "france") == {"orders": "A PAR - BUR\n"}


def test_the_newest_standing_orders_replace_all_others(tmp_path: Path) -> None:
    folder = war(tmp_path, "")
    note(folder, standing="A PAR H\n")
    note(
        folder, standing="", phases={"fall-movement": "A MAR H\n"}, sent="2027-03-02T10:00:00+00:00"
    )
    adjudicate_game(folder)
    assert "france.toml" not in files_of(folder / "1901" / "orders")
    adjudicate_game(folder)
    assert said(folder, 1901, "fall-movement", "france")["orders"] == "A MAR H\n"


def test_the_record_of_an_older_game_counts_as_it_was_written(tmp_path: Path) -> None:
    """Leave is no phase that was missed, and a seat that was open is still told so."""
    folder = war(tmp_path, "standing")
    older = {"france": 'author = "standing"\nleave = true', "italy": 'missed = 4\nseat = "open"'}
    for power, keys in older.items():
        orders = "A PAR H" if power == "france" else ""
        keys = keys if "author" in keys else f'author = "nobody"\n{keys}'
        (folder / "private" / "1901" / "orders" / f"{power}.toml").write_text(
            f'[spring-movement]\norders = """\n{orders}\n"""\n{keys}\n', "utf-8"
        )
    done = adjudicate_game(folder)
    assert said(folder, 1901, "spring-movement", "france")["leave"] is True
    assert said(folder, 1901, "spring-movement", "italy")["seat"] == "open"
    assert author_words(done.authors["france"]) == "standing orders, the player is on leave"
    assert author_words(done.authors["italy"]).endswith(
        "4 phases missed in a row, the seat is open"
    )
    game = load_game(folder)
    assert missed_before(game, "france", game.current_moment) == 0
    assert missed_before(game, "italy", game.current_moment) == 4
    adjudicate_game(folder)
    assert said(folder, 1901, "fall-movement", "italy") == {
        "orders": "", "author": "nobody", "missed": 5,
    }  # fmt: skip
    assert verify_game(folder).unreplayed == ()


def test_undoing_takes_back_what_stand_ins_wrote_and_redoing_brings_it_back(folder: Path) -> None:
    for _ in range(2):
        adjudicate_game(folder)
    before = files_of(folder)
    undo_to(folder, "1901 spring-movement")
    for power in ("france", "russia"):
        text = (folder / "private" / "1901" / "orders" / f"{power}.toml").read_text("utf-8")
        assert "author" not in text
        assert "missed" not in text
    assert command(folder, "undo", "--redo") == 0
    assert files_of(folder) == before
    undo_to(folder, "1901 spring-movement")
    for _ in range(2):
        adjudicate_game(folder)
    assert {p: t for p, t in files_of(folder).items() if "chain" not in p} == {
        p: t for p, t in before.items() if "chain" not in p
    }


def test_a_correction_keeps_what_stand_ins_wrote_and_the_chain_holds_it(folder: Path) -> None:
    write_orders(folder / "private", 1901, "spring-movement", france="A PAR - BUR")
    for _ in range(2):
        adjudicate_game(folder)
    before = said(folder, 1901, "fall-movement", "russia")
    orders = {"france": "A PAR - PIC"}
    correction = Correction("1901 spring-movement", "a slip", "2027-03-20", orders)
    assert amend_phase(folder, correction, lambda amended: True).written
    assert said(folder, 1901, "fall-movement", "russia") == before
    assert verify_game(folder).unreplayed == ()
    change(folder, "1901/orders/russia.toml", 'author = "caretaker"\nmissed = 1\n', "")
    with pytest.raises(FileError, match="who wrote the orders of russia"):
        verify_game(folder)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('author = "player"', "author cannot be 'player'"),
        ("missed = 1", "author is missing"),
        ('author = "nobody"\nmissed = -1', "missed cannot be -1"),
        ('author = "nobody"\nleave = 3', "leave cannot be 3"),
        ('author = "nobody"\nseat = "shut"', "seat cannot be"),
        ("writer = 1", "there is no writer"),
    ],
)
def test_what_cannot_be_said_of_an_author_is_refused(folder: Path, line: str, problem: str) -> None:
    path = folder / "private" / "1901" / "orders" / "france.toml"
    path.write_text(f'[spring-movement]\norders = ""\n{line}\n', "utf-8")
    with pytest.raises(FileError, match=problem):
        adjudicate_game(folder)


@pytest.mark.parametrize(
    ("table", "means"),
    [
        ('steps = ["hold", "caretaker", "open"]\nleave_days = 10', "hold"),
        ('steps = ["standing", "caretaker", "open"]', "standing"),
        ('steps = ["caretaker"]\non_leave = "hold"', "caretaker"),
        ('steps = ["open"]', "hold"),
        ("leave_days = 21", "standing"),
        ("", "standing"),
    ],
)
def test_a_table_of_an_older_game_means_its_first_step(
    tmp_path: Path, table: str, means: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = war(tmp_path, "")
    with (folder / "game.toml").open("a") as file:
        file.write(f"\n[absence]\n{table}\n")
    before = files_of(folder)
    for words in (("status",), ("check",), ("verify",)):
        capsys.readouterr()
        command(folder, *words)
        told = capsys.readouterr().err
        assert told.count("the table [absence] is no longer used") == 1
        assert f'(write absence = "{means}" above the first table' in told
    assert files_of(folder) == before
    with pytest.warns(LeftOver):
        assert load_game(folder).settings.absence == means


@pytest.mark.parametrize("value", ['"sleep"', '"open"', "true", "3", '["hold"]'])
def test_a_setting_that_cannot_be_is_refused(tmp_path: Path, value: str) -> None:
    folder = war(tmp_path, "")
    change(folder, "game.toml", "format = 1\n", f"format = 1\nabsence = {value}\n")
    with pytest.raises(FileError, match=r":2:1: absence cannot be .*hold, standing, caretaker"):
        load_game(folder)


def test_a_clone_without_what_players_said_does_not_play_for_them(tmp_path: Path) -> None:
    """Where orders are public, all of them are in a clone, but standing orders are not."""
    folder = new_game(tmp_path, "war", "standard", "--orders", "public")
    (folder / "received.toml").write_text('phase = "1901 spring-movement"\nnotices = true\n')
    for path in sorted((folder / "private").rglob("*"), reverse=True):
        path.unlink() if path.is_file() else path.rmdir()
    (folder / "private").rmdir()
    with pytest.raises(GameError, match="are in private/, which is not here"):
        adjudicate_game(folder)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_caretaker_plays_every_ruleset(tmp_path: Path, ruleset: str) -> None:
    """All powers are silent, and the record replays without the program that played them."""
    folder = war(tmp_path, ruleset=ruleset)
    authors: set[str] = set()
    for _ in range(4):
        done = adjudicate_game(folder)
        authors |= {authorship.author for authorship in done.authors.values()}
    assert authors == {"caretaker"}
    assert verify_game(folder).unreplayed == ()


def test_notices_read_back_as_they_were_written(folder: Path) -> None:
    given = Notice(
        "france", "1901 1-spring-movement", "2027-03-01T10:00:00+00:00", "Monday",
        'A PAR H # "so"\n', {"fall-movement": "A MAR H\n"},
    )  # fmt: skip
    change_of = filed_notice(given, "the mail\n")
    commit(folder, change_of)
    commit(folder, filed_notice(given, "the mail\n"))
    moment = load_game(folder).current_moment
    assert notices_of(folder, "france", moment) == (given,)
    assert notices_of(folder, "italy", moment) == ()
    assert not any("france" in path for path in change_of.writes)


def test_a_notice_of_leave_of_an_older_game_is_named_once_and_stays(folder: Path) -> None:
    note(folder, standing="A PAR H\n")
    for number, keys in enumerate(
        ('away = ["2027-03-01", "2027-03-09"]\nready = true', "back = true")
    ):
        (folder / "private" / "notices" / f"2027030212000{number}-00000000.toml").write_text(
            'power = "france"\nphase = "1901 1-spring-movement"\n'
            f'sent = "2027-03-02T10:00:0{number}+00:00"\n{keys}\n',
            "utf-8",
        )
    before = {path: data for path, data in files_of(folder).items() if "notices" in path}
    with pytest.warns(LeftOver, match="days of leave are no longer counted") as told:
        adjudicate_game(folder)
    assert len({str(one.message) for one in told}) == 1
    assert said(folder, 1901, "spring-movement", "france")["orders"] == "A PAR H\n"
    after = {path: data for path, data in files_of(folder).items() if "notices" in path}
    assert after == before


AUTHORS = st.builds(
    Authorship,
    st.sampled_from(["standing", "caretaker", "nobody"]),
    st.integers(0, 99), st.booleans(), st.booleans(),
)  # fmt: skip


@settings(deadline=None)
@given(authorship=AUTHORS, orders=st.sampled_from(["", "A PAR H\n", "A PAR H\nF BRE H\n"]))
def test_a_sheet_says_who_wrote_it_and_forgets_it_with_new_orders(
    authorship: Authorship, orders: str
) -> None:
    path = Path("france.toml")
    before = '# the spring\n[spring]\norders = """\n"""\n'
    written = with_orders(path, before, "fall", orders, "the fall", authorship)
    assert author_lines(authorship) in written
    assert author_words(authorship)
    assert without_orders(written, "fall", orders, "the fall", authorship) == before
    again = with_orders(path, written, "fall", "A PAR - BUR\n")
    assert tomllib.loads(again) == {"spring": {"orders": ""}, "fall": {"orders": "A PAR - BUR\n"}}
    twice = with_orders(path, again, "fall", orders, "", authorship)
    assert twice == written
