"""The calendar of a game: deadlines set in game.toml, calendar files, reminders, and time kept."""

from __future__ import annotations

import re
import tomllib
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.archive import load_game
from generator.archive.dates.calendar import Appointment, format_calendar, game_calendar
from generator.archive.dates.deadlines import Deadline, due_words
from generator.archive.dates.scheduling import clear_deadline, extend_deadline, later, set_deadline
from generator.archive.files.toml_editing import with_value
from generator.archive.game.settings import GameSettings
from generator.archive.people.ready import all_ready
from generator.archive.people.reminding import reminders
from generator.archive.play.due import adjudicate_due, due_of
from generator.engine.errors import FileError, GameError, UsageError
from generator.engine.phases import Moment
from tests.archive.games import bid, change, command, files_of, new_game

VIENNA = GameSettings(1, "T", "tiny", zone="Europe/Vienna")
DUE = datetime(2027, 3, 7, 19, tzinfo=UTC)


def dated_game(root: Path, *more: str) -> Path:
    """A tiny game in Vienna, of which the first round is due on 7 March 2027 at 20:00, with a grace
    of two hours and two weeks from round to round."""
    folder = new_game(root, "duel", "tiny", *more)
    path = folder / "game.toml"
    text = path.read_text("utf-8").replace(
        'ruleset = "tiny"\n', 'ruleset = "tiny"\nzone = "Europe/Vienna"\ngrace = "2 hours"\n'
    )
    rest = '\n[rhythm]\nbid = "14 days"\n\n[dates.1]\nbid = 2027-03-07T20:00:00 # a Sunday\n'
    path.write_text(text + rest, "utf-8")
    return folder


# Times as people write them


def test_put_off_by_days_the_hour_stays_by_hours_the_time_is_real() -> None:
    """The clocks go forward on 28 March."""
    saturday = datetime(2027, 3, 27, 20)
    assert later(saturday, timedelta(days=1), VIENNA) == datetime(2027, 3, 28, 20)
    assert later(saturday, timedelta(hours=36), VIENNA) == datetime(2027, 3, 29, 9)
    assert later(date(2027, 3, 27), timedelta(weeks=1), VIENNA) == date(2027, 4, 3)
    assert later(date(2027, 3, 27), timedelta(hours=1), VIENNA) == datetime(2027, 3, 28, 0, 59)
    assert later(DUE, timedelta(days=1), VIENNA) == DUE + timedelta(days=1)
    with pytest.raises(GameError, match="too far ahead"):
        later(date(9999, 12, 31), timedelta(days=1), VIENNA)


# Writing game.toml


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "[dates.1]\nbid = 2027-03-07\n"),
        ("a = 1 # one", "a = 1 # one\n\n[dates.1]\nbid = 2027-03-07\n"),
        (
            "[dates.1]\n# the first\ntoss = 2027-01-01 # soon\n\n[x]\ny = 1\n",
            "[dates.1]\n# the first\ntoss = 2027-01-01 # soon\nbid = 2027-03-07\n\n[x]\ny = 1\n",
        ),
        ("[dates.1]\nbid   =  2026-01-01 # why\n", "[dates.1]\nbid   =  2027-03-07 # why\n"),
        ("[dates.1]", "[dates.1]\nbid = 2027-03-07\n"),
        ("[dates]\n1 = { bid = 2026-01-01 }\n", "[dates]\n1 = { bid = 2027-03-07 }\n"),
        (
            "[dates]\r\n\r\n[dates.1]\r\ntoss = 2027-01-01\r\n",
            "[dates]\r\n\r\n[dates.1]\r\ntoss = 2027-01-01\r\nbid = 2027-03-07\r\n",
        ),
        (
            "\ufeffa = [\n [1],\n]\n[b]\nc = 1",
            "\ufeffa = [\n [1],\n]\n[b]\nc = 1\n\n[dates.1]\nbid = 2027-03-07\n",
        ),
    ],
)
def test_a_value_is_changed_and_all_else_stays(before: str, after: str) -> None:
    keys = ("dates", "1", "bid")
    assert with_value(Path("game.toml"), before, keys, date(2027, 3, 7)) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = 1\n[b]\nc = 1\n", "a = 1\narchived = true\n[b]\nc = 1\n"),
        ("# note\n[b]\nc = 1\n", "archived = true\n# note\n[b]\nc = 1\n"),
        ("archived = false # later\n", "archived = true # later\n"),
        ("a = [\n [1],\n] # x\n", "a = [\n [1],\n] # x\narchived = true\n"),
        ("a = 1", "a = 1\narchived = true\n"),
    ],
)
def test_a_value_at_the_top(before: str, after: str) -> None:
    assert with_value(Path("game.toml"), before, ("archived",), True) == after


def test_a_table_on_one_line_is_left_to_its_author() -> None:
    with pytest.raises(FileError, match="cannot be written here") as caught:
        with_value(Path("game.toml"), "dates = {}\n", ("dates", "1", "bid"), date(2027, 3, 7))
    assert caught.value.hint == "write it by hand: bid = 2027-03-07"


names = st.text("abc-_1 é\"'.", min_size=1, max_size=6)


@given(
    st.dictionaries(names, st.dictionaries(names, st.integers(), max_size=3), max_size=3),
    st.lists(names, min_size=1, max_size=3).map(tuple),
)
def test_any_file_says_the_value_and_all_it_said(
    tables: dict[str, dict[str, int]], keys: tuple[str, ...]
) -> None:
    import tomli_w

    before = tomli_w.dumps(tables)
    try:
        after = with_value(Path("x.toml"), before, keys, "now")
    except FileError:
        return
    data = tomllib.loads(after)
    for key in keys[:-1]:
        data = data[key]
    assert data[keys[-1]] == "now"


def test_deadlines_are_set_by_a_day_put_off_and_set_by_the_rhythm(tmp_path: Path) -> None:
    folder = dated_game(tmp_path)
    assert extend_deadline(folder, "", "2 days").due == DUE + timedelta(days=2)
    assert extend_deadline(folder, "", "90 minutes").due == DUE + timedelta(days=2, minutes=90)
    with pytest.raises(UsageError, match="not a length of time"):
        extend_deadline(folder, "", "a while")
    with pytest.raises(GameError, match="no deadline for 2 bid"):
        extend_deadline(folder, "2 bid", "2 days")
    set_deadline(folder, "", "2027-03-07 20:00")
    with pytest.raises(GameError, match="rhythm of duel has no entry for 1 bid"):
        set_deadline(folder, "", "rhythm")
    found = set_deadline(folder, "2/bid", "2027-03-21")
    assert (str(found.moment), found.whole_day) == ("2 bid", True)
    assert "[dates.2]\nbid = 2027-03-21\n" in (folder / "game.toml").read_text("utf-8")
    bid(folder, 1, 2, 1)
    assert command(folder, "adjudicate") == 0
    with pytest.raises(GameError, match="1 bid has been adjudicated"):
        set_deadline(folder, "1 bid", "2027-03-21")
    with pytest.raises(GameError, match="has no phase 'bidd'"):
        set_deadline(folder, "bidd", "2027-03-21")
    assert "BEGIN:VALARM" in lines_of(game_calendar(load_game(folder)))
    clear_deadline(folder, "")
    # What has been adjudicated rings no more.
    assert "BEGIN:VALARM" not in lines_of(game_calendar(load_game(folder)))
    found = set_deadline(folder, "", "rhythm")
    assert due_words(found) == "Sunday, 21 March 2027, 20:00 CET (grace: 2 hours)"


@pytest.mark.parametrize("table", ['[rhythm]\nbit = "14 days"', "[dates.2]\nbit = 2027-03-21"])
def test_a_time_of_a_phase_that_the_rules_do_not_have_is_named(
    tmp_path: Path, table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a word the game would have no deadline where its referee believes that it has."""
    folder = new_game(tmp_path, "duel", "tiny")
    path = folder / "game.toml"
    path.write_text(f"{path.read_text('utf-8')}\n{table}\n", "utf-8")
    assert command(folder, "check") == 1
    said = capsys.readouterr().err
    assert ":1: there is no phase bit (write phases as in the orders" in said


# Calendar files


def lines_of(text: str) -> list[str]:
    """The unfolded lines of a calendar file, of which the form is checked."""
    assert text.endswith("\r\n")
    raw = text[:-2].split("\r\n")
    assert not any("\n" in line or "\r" in line for line in raw)
    assert all(len(line.encode()) <= 75 for line in raw)
    return text.replace("\r\n ", "")[:-2].split("\r\n")


def appointment(title: str, about: str = "") -> Appointment:
    deadline = Deadline(Moment(1, 1, "bid"), DUE, DUE)
    return Appointment("u", deadline, (), title, about, False)


def test_a_calendar_has_every_deadline(tmp_path: Path) -> None:
    folder = dated_game(tmp_path)
    set_deadline(folder, "2 bid", "2027-03-21")
    lines = lines_of(game_calendar(load_game(folder), "https://example.org/duel/"))
    assert lines[:4] == [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Theatrum//Theatrum//EN",
        "CALSCALE:GREGORIAN",
    ]
    assert lines[-1] == "END:VCALENDAR"
    assert lines.count("BEGIN:VEVENT") == lines.count("END:VEVENT") == 2
    assert "DTSTART:20270307T190000Z" in lines
    assert "DTEND:20270307T210000Z" in lines
    assert "DTSTART;VALUE=DATE:20270321" in lines
    assert "DTEND;VALUE=DATE:20270322" in lines
    assert "SUMMARY:Duel: Round 1\\, the bids" in lines
    assert "URL:https://example.org/duel/" in lines
    assert lines.count("TRIGGER:-P1D") == lines.count("TRIGGER:-PT6H") == 1
    assert len({line for line in lines if line.startswith("UID:")}) == 2
    for number in (n for n, line in enumerate(lines) if line == "BEGIN:VEVENT"):
        assert {"UID", "DTSTAMP", "SEQUENCE"} <= {
            line.partition(":")[0] for line in lines[number : number + 4]
        }


def test_a_deadline_that_is_moved_anywhere_counts_up(tmp_path: Path) -> None:
    folder = dated_game(tmp_path)
    numbers, stamps, names = [], [], set()
    moves = ("2027-03-09 20:00", "2027-03-05 20:00", "2027-03-05 19:00", "2027-03-04", "2027-03-08")
    for when in moves:
        set_deadline(folder, "", when)
        lines = lines_of(game_calendar(load_game(folder)))
        event = dict(line.split(":", 1) for line in reversed(lines) if ":" in line)
        names.add(event["UID"])
        numbers.append(int(event["SEQUENCE"]))
        stamps.append(event["DTSTAMP"])
        if when == "2027-03-05 19:00":
            clear_deadline(folder, "")
    assert len(names) == 1
    assert numbers == sorted(set(numbers))
    assert numbers[-1] < 2**31
    assert stamps == sorted(stamps)


def test_what_means_something_in_a_calendar_is_escaped() -> None:
    lines = lines_of(format_calendar("A;B", [appointment("x\\y,z\r\nEND:VCALENDAR\x07\n")]))
    assert "NAME:A\\;B" in lines
    assert "SUMMARY:x\\\\y\\,z\\nEND:VCALENDAR\\n" in lines
    assert lines.count("END:VCALENDAR") == 1


@given(st.text(max_size=300))
def test_long_lines_are_folded_between_letters(title: str) -> None:
    text = format_calendar("T", [appointment(title)])
    lines = lines_of(text)
    (summary,) = (line for line in lines if line.startswith("SUMMARY:"))
    read = re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], summary[8:])
    plain = title.replace("\r\n", "\n").replace("\r", "\n")
    assert read == "".join(one for one in plain if (one >= " " and one != "\x7f") or one == "\n")


# The zone of the machine must not matter


def test_the_clock_zone_of_the_machine_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import time

    folder = dated_game(tmp_path)
    expected = game_calendar(load_game(folder)), reminders(load_game(folder))
    monkeypatch.setenv("TZ", "America/Los_Angeles")
    time.tzset()
    try:
        game = load_game(folder)
        assert (game_calendar(game), reminders(game)) == expected
        assert due_of(game, DUE + timedelta(hours=2), all_ready) is None
        assert due_of(game, DUE + timedelta(hours=2, seconds=1), all_ready) is not None
        found = set_deadline(folder, "", "2027-03-09 18:30")
        assert found.due.astimezone(UTC) == datetime(2027, 3, 9, 17, 30, tzinfo=UTC)
        assert extend_deadline(folder, "", "5 hours").due.astimezone(UTC).hour == 22
    finally:
        monkeypatch.undo()
        time.tzset()


# Reminders


def test_only_who_is_missing_is_reminded_and_of_nothing_secret(tmp_path: Path) -> None:
    folder = dated_game(tmp_path, "--orders", "private", "--players", "shield=Ben")
    change(folder, "game.toml", "[players]", '[addresses]\nshield = "ben@example.org"\n\n[players]')
    path = folder / "private/1/orders/crown.toml"
    path.write_text('[bid]\norders = """\nBID 7\n"""\n')
    (one,) = reminders(load_game(folder), "https://example.org/duel/orders/")
    assert (one.power, one.player, one.to) == ("shield", "Ben", "ben@example.org")
    assert one.subject == (
        "Duel: orders of Shield for Round 1, the bids, "
        "due Sunday, 7 March 2027, 20:00 CET (grace: 2 hours)"
    )
    assert one.body.splitlines()[:3] == [
        "Dear Ben,",
        "",
        "no orders of Shield have come for Round 1, the bids.",
    ]
    assert "That is 2027-03-07 19:00 UTC.\nOrders are accepted until 2027-03-07 21:00 UTC.\n" in (
        one.body
    )
    assert "https://example.org/duel/orders/" in one.body
    assert "BID 7" not in one.body
    assert "Crown" not in one.body


def test_a_reminder_names_the_units_and_an_example(tmp_path: Path) -> None:
    game = load_game(new_game(tmp_path, "war", "standard"))
    one = next(one for one in reminders(game) if one.power == "russia")
    assert "\nUnits: A MOS, A WAR, F SEV, F STP/SC\n" in one.body
    assert "For example: A " in one.body
    assert "due" not in one.body


# Time kept


def test_a_scheduler_that_was_off_plays_one_phase_and_asks(tmp_path: Path) -> None:
    """A month late: the next round would have been over by the rhythm, too."""
    folder = dated_game(tmp_path)
    bid(folder, 1, 2, 1)
    kept = adjudicate_due(folder, DUE + timedelta(days=30), all_ready)
    assert len(kept.done) == 1
    assert kept.deadline is None
    assert kept.note == (
        "Round 2, the bids would have been due by the rhythm already: set its deadline"
    )
    assert adjudicate_due(folder, DUE + timedelta(days=60), all_ready).done == ()


def test_a_run_that_was_cut_short_sets_the_deadline_later(tmp_path: Path) -> None:
    folder = dated_game(tmp_path)
    bid(folder, 1, 2, 1)
    assert command(folder, "adjudicate") == 0
    kept = adjudicate_due(folder, DUE + timedelta(hours=3), all_ready)
    assert kept.done == ()
    assert kept.deadline is not None
    assert str(kept.deadline.moment) == "2 bid"


def test_a_game_without_its_secret_orders_is_not_adjudicated(tmp_path: Path) -> None:
    """In a clone all orders are missing: that is no civil disorder."""
    import shutil

    folder = dated_game(tmp_path, "--orders", "private")
    shutil.rmtree(folder / "private")
    before = files_of(folder)
    with pytest.raises(GameError, match="wait in private/, which is not here"):
        adjudicate_due(folder, DUE + timedelta(days=1), all_ready)
    assert files_of(folder) == before


def test_a_game_that_was_put_away_is_never_due(tmp_path: Path) -> None:
    folder = dated_game(tmp_path)
    change(folder, "game.toml", 'ruleset = "tiny"\n', 'ruleset = "tiny"\narchived = true\n')
    assert due_of(load_game(folder), DUE + timedelta(days=1), all_ready) is None
    assert adjudicate_due(folder, DUE + timedelta(days=1), all_ready).done == ()
