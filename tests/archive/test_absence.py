"""Who writes for a power that sends nothing: leave, standing orders, steps, and the record."""

from __future__ import annotations

import tomllib
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.archive import load_game
from generator.archive.absence.notices import Notice, filed_notice, leave_of, notices_of
from generator.archive.absence.stand_ins import absence_of, missed_before
from generator.archive.files.writing import commit
from generator.archive.game.authorship import (
    NO_ORDERS,
    Authorship,
    author_lines,
    author_words,
    is_empty_on_purpose,
)
from generator.archive.game.settings import AbsencePolicy
from generator.archive.game.sheets import with_orders, without_orders
from generator.archive.people.ready import readiness
from generator.archive.people.replacing import replace_player
from generator.archive.play.adjudicating import adjudicate_game
from generator.archive.play.amending import Correction, amend_phase
from generator.archive.play.undo import undo_to
from generator.archive.play.verifying import verify_game
from generator.engine.errors import FileError, GameError
from tests.archive.games import change, command, files_of, new_game, write_orders

STEPS = '\n[absence]\nsteps = ["hold", "caretaker", "open"]\nleave_days = 10\n'
RULESETS = (
    "standard", "europe-1619", "europe-1619-draft", "europe-1615-v7", "europe-1615-v3",
    "westphalia",
)  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return war(tmp_path)


def war(root: Path, more: str = STEPS, ruleset: str = "standard") -> Path:
    made = new_game(root, "war", ruleset, "--orders", "private")
    with (made / "game.toml").open("a") as file:
        file.write(more)
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


def test_the_steps_of_the_policy_follow_one_another(folder: Path) -> None:
    """Nobody writes for the first phase, a program for the second, and then the seat is open."""
    for _ in range(2):
        adjudicate_game(folder)
    assert said(folder, 1901, "spring-movement", "russia") == {
        "orders": "", "author": "nobody", "missed": 1,
    }  # fmt: skip
    second = said(folder, 1901, "fall-movement", "russia")
    assert (second["author"], second["missed"]) == ("caretaker", 2)
    assert "A MOS" in str(second["orders"]).upper()
    while load_game(folder).current_moment.year < 1903:
        adjudicate_game(folder)  # two years have three phases for everybody
    game = load_game(folder)
    missed, is_open = missed_before(game, "russia", game.current_moment)
    assert missed >= 3
    assert is_open
    assert verify_game(folder).unreplayed == ()


def test_orders_of_ones_own_end_the_count(folder: Path) -> None:
    adjudicate_game(folder)
    write_orders(folder / "private", 1901, "fall-movement", russia="A MOS H")
    adjudicate_game(folder)
    game = load_game(folder)
    assert missed_before(game, "russia", game.current_moment) == (0, False)
    assert missed_before(game, "france", game.current_moment) == (2, False)


def test_a_new_player_begins_anew(folder: Path) -> None:
    adjudicate_game(folder)
    adjudicate_game(folder)
    game = load_game(folder)
    assert absence_of(game, "france").missed == 2
    replace_player(folder, "france", "Ada")
    assert absence_of(load_game(folder), "france").missed == 0


def test_a_new_player_is_not_ready_or_away_by_the_word_of_another(folder: Path) -> None:
    """Standing orders and leave are over with the player who sent them; days begin anew."""
    days = (date(2027, 3, 1), date(2027, 3, 9))
    change(
        folder, "game.toml", "[absence]", "[dates.1901]\nspring-movement = 2027-03-07\n\n[absence]"
    )
    note(folder, away=days, ready=True, standing="A PAR H\n")
    assert absence_of(load_game(folder), "france").is_ready
    assert replace_player(folder, "france", "Ada").ended
    game = load_game(folder)
    assert not absence_of(game, "france").on_leave
    assert not absence_of(game, "france").is_ready
    assert readiness(game).ready == ()
    assert not replace_player(folder, "italy", "Bo").ended
    note(folder, away=days, sent="2027-03-01T11:00:00+00:00")
    assert absence_of(load_game(folder), "france").on_leave
    change(folder, "game.toml", "2027-03-07", "2027-03-20")
    adjudicate_game(folder)
    record = said(folder, 1901, "spring-movement", "france")
    assert record == {"orders": "", "author": "nobody", "missed": 1}


def test_sent_empty_and_nothing_came_are_two_things(folder: Path) -> None:
    write_orders(folder / "private", 1901, "spring-movement", france=NO_ORDERS)
    done = adjudicate_game(folder)
    assert said(folder, 1901, "spring-movement", "france") == {"orders": f"{NO_ORDERS}\n"}
    assert "france" not in done.missing
    assert "russia" in done.missing


@pytest.mark.parametrize(
    ("text", "is_empty"),
    [(NO_ORDERS, True), (f"\n{NO_ORDERS}\n# sorry\n", True), ("", False), ("# a remark\n", False),
     (f"{NO_ORDERS}\nA PAR H\n", False)],
)  # fmt: skip
def test_only_a_plain_word_is_empty_on_purpose(text: str, is_empty: bool) -> None:
    assert is_empty_on_purpose(text) is is_empty


def test_standing_orders_are_used_where_nothing_came(tmp_path: Path) -> None:
    """Those that cannot be carried out are left out, and the record says what they are."""
    folder = war(tmp_path, "")
    note(folder, standing="A PAR H\nF QQQ - ZZZ\nA MAR H\n")
    done = adjudicate_game(folder)
    assert done.authors == {"france": Authorship("standing")}
    assert said(folder, 1901, "spring-movement", "france") == {
        "orders": "A PAR H\nA MAR H\n", "author": "standing",
    }  # fmt: skip
    assert verify_game(folder).unreplayed == ()
    assert not any(b"QQQ" in data for path, data in files_of(folder).items() if path[0] in "12")


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


def test_whoever_is_on_leave_misses_nothing(folder: Path) -> None:
    change(
        folder, "game.toml", "[absence]", "[dates.1901]\nspring-movement = 2027-03-07\n\n[absence]"
    )
    note(folder, away=(date(2027, 3, 1), date(2027, 3, 9)), standing="A PAR H\n")
    adjudicate_game(folder)
    assert said(folder, 1901, "spring-movement", "france") == {
        "orders": "A PAR H\n", "author": "standing", "leave": True,
    }  # fmt: skip
    assert said(folder, 1901, "spring-movement", "italy")["missed"] == 1
    game = load_game(folder)
    assert missed_before(game, "france", game.current_moment) == (0, False)


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


def test_a_correction_keeps_what_stand_ins_wrote(folder: Path) -> None:
    write_orders(folder / "private", 1901, "spring-movement", france="A PAR - BUR")
    for _ in range(2):
        adjudicate_game(folder)
    before = said(folder, 1901, "fall-movement", "russia")
    orders = {"france": "A PAR - PIC"}
    correction = Correction("1901 spring-movement", "a slip", "2027-03-20", orders)
    assert amend_phase(folder, correction, lambda amended: True).written
    assert said(folder, 1901, "fall-movement", "russia") == before
    assert verify_game(folder).unreplayed == ()


def test_the_chain_holds_who_wrote_orders(folder: Path) -> None:
    adjudicate_game(folder)
    change(folder, "1901/orders/russia.toml", 'author = "nobody"\nmissed = 1\n', "")
    with pytest.raises(FileError, match="who wrote the orders of russia"):
        verify_game(folder)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('author = "player"', "there is no author"),
        ("missed = 1", "there is no author"),
        ('author = "nobody"\nmissed = -1', "missed is a number"),
        ('author = "nobody"\nleave = 3', "leave is not true"),
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
    ("table", "problem"),
    [
        ("steps = []", "steps is not a list"),
        ('steps = ["sleep"]', "there is no step 'sleep'"),
        ('on_leave = "open"', "there is no step 'open'"),
        ("leave_days = -1", "leave_days is not a number"),
        ("days = 3", "there is no days here"),
    ],
)
def test_a_policy_that_cannot_be_is_refused(tmp_path: Path, table: str, problem: str) -> None:
    folder = war(tmp_path, f"\n[absence]\n{table}\n")
    with pytest.raises(FileError, match=problem):
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
    folder = war(tmp_path, '\n[absence]\nsteps = ["caretaker"]\n', ruleset)
    authors: set[str] = set()
    for _ in range(4):
        done = adjudicate_game(folder)
        authors |= {authorship.author for authorship in done.authors.values()}
    assert authors == {"caretaker"}
    assert verify_game(folder).unreplayed == ()


DAYS = st.integers(0, 40).map(lambda number: date(2027, 3, 1) + timedelta(days=number))


@settings(deadline=None)
@given(spans=st.lists(st.tuples(DAYS, DAYS, st.booleans()), max_size=5), granted=st.integers(0, 20))
def test_leave_is_never_more_than_the_game_grants(
    spans: list[tuple[date, date, bool]], granted: int
) -> None:
    notices = tuple(
        Notice(
            "france", "1901 1-x", f"{min(a, b)}T00:00:00+00:00",
            away=(min(a, b), max(a, b)), ready=ready,
        )
        for a, b, ready in spans
    )  # fmt: skip
    leave = leave_of(notices, AbsencePolicy(leave_days=granted))
    assert len(leave.days) <= granted
    assert list(leave.days) == sorted(set(leave.days))
    assert leave.ready <= set(leave.days)
    asked = {
        a + timedelta(days=n) for a, b, _ in map(_span, spans) for n in range((b - a).days + 1)
    }
    assert set(leave.days) <= asked


def _span(span: tuple[date, date, bool]) -> tuple[date, date, bool]:
    return min(span[:2]), max(span[:2]), span[2]


def test_the_return_ends_the_leave() -> None:
    away = Notice(
        "france", "1901 1-x", "2027-03-01T10:00:00+00:00", away=(date(2027, 3, 1), date(2027, 3, 9))
    )
    back = Notice("france", "1901 1-x", "2027-03-04T10:00:00+00:00", back=True)
    leave = leave_of((away, back), AbsencePolicy(leave_days=30))
    assert leave.days == tuple(date(2027, 3, day) for day in (1, 2, 3))


def test_notices_read_back_as_they_were_written(folder: Path) -> None:
    given = Notice(
        "france", "1901 1-spring-movement", "2027-03-01T10:00:00+00:00", "Monday",
        'A PAR H # "so"\n', {"fall-movement": "A MAR H\n"},
        (date(2027, 3, 1), date(2027, 3, 9)), ready=True, back=True,
    )  # fmt: skip
    change_of = filed_notice(given, "the mail\n")
    commit(folder, change_of)
    commit(folder, filed_notice(given, "the mail\n"))
    moment = load_game(folder).current_moment
    assert notices_of(folder, "france", moment) == (given,)
    assert notices_of(folder, "italy", moment) == ()
    assert not any("france" in path for path in change_of.writes)


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
