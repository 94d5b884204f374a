"""READY in mails: noted, taken back, told as a number, and going on before the deadline."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from generator.archive import load_game
from generator.archive.people.ready import all_ready, readiness
from generator.archive.play.absence import notices_of, standing_orders
from generator.archive.secret.age import make_identity
from generator.archive.secret.sealing import seal_game
from generator.archive.secret.unsealing import unseal_game
from generator.mailroom.ready_and_standing import LEAVE
from tests.archive.games import change, new_game
from tests.commands.mailbox import (
    OTHER,
    SHEET,
    SPRING,
    Capture,
    Post,
    dated_game,
    eml,
    stamped,
    versions,
)

NOTED = "READY recorded for these orders; sending different orders cancels it.\n"
POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")
LATER = ("--now", "2027-03-02T10:00Z")


@pytest.fixture
def post(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Post:
    """A game that goes on when all are ready, and notes who sends nothing."""
    folder = dated_game(tmp_path)
    change(folder, "game.toml", "\norders", '\nearly = "all-ready"\nabsence = "standing"\norders')
    capsys.readouterr()
    return Post(folder, monkeypatch, capsys)


def ready(post: Post) -> tuple[str, ...]:
    return readiness(load_game(post.folder)).ready


def received(post: Post) -> str:
    return (post.folder / "received.toml").read_text("utf-8")


def test_ready_is_noted_with_the_orders_counted_and_taken_back(post: Post) -> None:
    out = post.submit(f"{SHEET}READY\n")
    assert f"Due: Sunday, 7 March 2027, 20:00 UTC\n{NOTED}Ready: 1 of 7 powers.\n" in out
    assert ready(post) == ("france",)
    assert "\nready = 1\n" in received(post)
    assert "france" not in received(post)
    out = post.submit("France\nNOT READY\n", now="2027-03-02T10:00Z")
    assert "NOT READY recorded.\nReady: 0 of 7 powers.\n" in out
    assert ready(post) == ()
    assert "ready" not in received(post)
    assert post.waiting().startswith("A PAR - BUR\n")


def test_a_mail_with_ready_alone_is_for_the_orders_that_stand(post: Post) -> None:
    post.submit(SHEET)
    assert ready(post) == ()
    out = post.submit("France\nREADY\n", now="2027-03-02T10:00Z")
    assert NOTED in out
    assert "Replaces version 1: nothing changed\n" in out
    assert "  A PAR - BUR  # A Paris - Burgundy\n" in out
    assert ready(post) == ("france",)
    assert [number for number, _, _ in versions(post.folder)] == [1, 2]


def test_the_same_orders_keep_ready_and_others_take_it_back(post: Post) -> None:
    """Also for good: whoever goes back to the first orders is not ready with them again."""
    post.submit(f"{SHEET}READY\n")
    out = post.submit(eml(SHEET, "Message-ID: <2@x>"), now="2027-03-02T10:00Z")
    assert "READY stays: the orders are the same.\n" in out
    assert ready(post) == ("france",)
    canceled = "Your READY is canceled: these are different orders. Answer READY if they are final."
    assert canceled in post.submit(OTHER, now="2027-03-02T11:00Z")
    assert ready(post) == ()
    post.run("submit", "--accept", "france:1")
    assert post.waiting().startswith("A PAR - BUR\n")
    assert ready(post) == ()


def test_orders_that_somebody_has_edited_are_not_those_that_were_ready(post: Post) -> None:
    post.submit(f"{SHEET}READY\n")
    change(post.folder, "private/1901/orders/france.toml", "A MAR H", "A MAR - SPA")
    assert ready(post) == ()


def test_whoever_has_no_orders_is_not_ready_until_he_says_that_he_sends_none(post: Post) -> None:
    out = post.submit("France\nREADY\n", code=1)
    assert "READY is not recorded: there are no orders yet for Spring 1901, movement" in out
    out = post.submit("France\nNO ORDERS\nREADY\n")
    assert f"{NOTED}Ready: 1 of 7 powers.\nNothing is ordered, on purpose.\n" in out
    assert post.waiting() == "# no orders, on purpose\n"
    assert "france" not in json.loads(post.run("status", "--json"))[0]["missing"]


def test_a_stranger_makes_nobody_ready_and_learns_nothing(post: Post) -> None:
    post.run("players address", "france", "anna@example.org")
    post.submit(eml(SHEET))
    out = post.submit(eml("France\nREADY\nSTANDING A PAR H\n", sender="eve@example.org"), code=1)
    assert "READY is not recorded: the mail came from another address\n" in out
    assert "standing orders are not recorded" in out
    assert "A PAR - BUR" not in out
    assert "Ready:" not in out
    assert ready(post) == ()


def test_somebody_from_another_address_cannot_say_it_for_the_author(post: Post) -> None:
    post.submit(eml(SHEET))
    out = post.submit(eml("France\nREADY\n", sender="eve@example.org"), code=1)
    assert "READY is not recorded: the orders that count came from another address\n" in out
    assert "A PAR - BUR" not in out


def test_an_older_mail_and_a_late_one_make_nobody_ready(post: Post) -> None:
    post.submit(eml(SHEET, "Message-ID: <1@x>", stamped("Mon, 1 Mar 2027 10:00:00 +0000")))
    old = eml("France\nREADY\n", stamped("Mon, 1 Mar 2027 09:00:00 +0000"))
    assert "READY is not recorded: the mail is older than version 1" in post.submit(old, code=1)
    late = post.submit("France\nREADY\n", now="2027-03-08T10:00Z", code=1)
    assert "READY is not recorded: the deadline has passed\n" in late
    assert ready(post) == ()


def test_an_order_that_waits_for_the_referee_is_ready_when_it_is_accepted(post: Post) -> None:
    post.submit(SHEET)
    out = post.submit("France\nA PAR - PIC\nREADY\n", now="2027-03-02T10:00Z", code=1)
    assert "READY counts when your referee accepts these orders.\n" in out
    assert ready(post) == ()
    post.run("submit", "--accept", "france:2", "--add")
    assert ready(post) == ("france",)


def test_who_is_ready_is_told_only_where_orders_are_public(
    post: Post, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    post.submit(f"{SHEET}READY\n")
    assert "  ready: 1 of 7 powers\n" in post.run("status")
    assert json.loads(post.run("status", "--json"))[0]["ready"]["powers"] is None
    open_game = Post(
        new_game(tmp_path / "more", "duel", "standard", "--orders", "public"), monkeypatch, capsys
    )
    out = open_game.submit(f"{SHEET}READY\n")
    assert "Ready: 1 of 7 powers: France.\n" in out
    assert "  ready: 1 of 7 powers: France\n" in open_game.run("status")
    noted = (open_game.folder / "received.toml").read_text("utf-8")
    assert "[ready_with]\nfrance = " in noted
    # In a clone without private/ it is the same, while these very orders stand there.
    (open_game.folder / "private").rename(tmp_path / "away")
    assert ready(open_game) == ("france",)
    change(open_game.folder, "1901/orders/france.toml", "A MAR H", "A MAR - SPA")
    assert ready(open_game) == ()


def test_the_game_goes_on_only_when_all_are_ready(post: Post) -> None:
    for power in POWERS[:-1]:
        post.submit("NO ORDERS\nREADY\n", "--power", power)
    assert post.run("deadline", "--due", *LATER) == ""
    post.run("deadline", "--adjudicate", *LATER)
    assert load_game(post.folder).current_moment == SPRING
    post.submit("NO ORDERS\n", "--power", "turkey")
    assert not all_ready(load_game(post.folder))
    post.submit("READY\n", "--power", "turkey", now="2027-03-02T09:00Z")
    assert "everyone who owes orders is ready" in post.run("deadline", "--due", *LATER)
    assert "before the deadline" in post.run("deadline", "--adjudicate", *LATER)
    game = load_game(post.folder)
    assert game.current_moment.phase == "fall-movement"
    # READY was for that phase alone.
    assert readiness(game).ready == ()


def test_what_stops_a_game_of_which_all_are_ready(post: Post) -> None:
    """A mail that waits for the referee, a pause, and the setting: without it all wait."""
    for power in POWERS:
        post.submit("NO ORDERS\nREADY\n", "--power", power)
    assert all_ready(load_game(post.folder))
    goes_on = "--adjudicate plays the phase"
    assert goes_on in post.run("status")
    post.run("players address", "turkey", "tom@example.org")
    post.submit(eml("Turkey\nA CON - BUL\n", sender="eve@example.org"), code=1)
    assert not all_ready(load_game(post.folder))
    assert goes_on not in post.run("status")
    post.run("submit", "--reject", "turkey")
    assert all_ready(load_game(post.folder))
    post.run("pause")
    assert goes_on not in post.run("status")
    post.run("deadline", "--adjudicate", *LATER)
    assert load_game(post.folder).current_moment == SPRING
    post.run("resume")
    assert goes_on in post.run("status")
    change(post.folder, "game.toml", 'early = "all-ready"\n', "")
    assert all_ready(load_game(post.folder))
    assert post.run("deadline", "--due", *LATER) == ""
    post.run("deadline", "--adjudicate", *LATER)
    assert load_game(post.folder).current_moment == SPRING


def test_whoever_takes_over_learns_that_orders_wait_with_ready(post: Post) -> None:
    post.submit(f"{SHEET}READY\n")
    post.run("players replace", "france", "Ada")
    assert "orders of France are already stored with READY; they count unless Ada sends" in post.err
    post.submit("France\nNOT READY\n", now="2027-03-02T10:00Z")
    post.run("players replace", "italy", "Bo")
    post.submit("Italy\nA VEN H\n", "--power", "italy")
    assert ready(post) == ()


def test_what_a_player_says_of_leave_is_for_the_referee(post: Post, tmp_path: Path) -> None:
    """It stores nothing and makes nobody ready; the referee's line about the mail has it."""
    said = "AWAY until 8 March READY"
    out = post.submit(f"France\n{said}\n", code=1)
    assert "No order was found in this mail; nothing has been stored." in out
    assert f"line 2: {said} (no order; {LEAVE})\n" in out
    assert ready(post) == ()
    for power in ("France", "Italy"):
        (tmp_path / f"{power}.txt").write_text(f"{power}\nNO ORDERS\n{said}\n", "utf-8")
    mails = (str(tmp_path / "France.txt"), str(tmp_path / "Italy.txt"))
    post.run("submit", *mails, *LATER)
    assert post.err.count(f"writes: {said}\n") == 2


def test_in_a_game_that_holds_standing_orders_are_kept_and_not_used(post: Post) -> None:
    change(post.folder, "game.toml", '"standing"', '"hold"')
    out = post.submit("France\nSTANDING A PAR H\n")
    assert "Your standing orders, kept, but this game does not use standing orders" in out
    assert "not used in this game: A PAR H" in post.run("players dossier", "france")


def test_status_says_how_many_phases_were_missed(post: Post) -> None:
    post.run("adjudicate")
    assert "  France: 1 phase missed\n" in post.run("status")
    post.run("adjudicate")
    assert json.loads(post.run("status", "--json"))[0]["missed"]["france"] == 2


def test_standing_orders_that_could_not_be_carried_out_are_told_and_are_taken_back_by_a_word(
    post: Post,
) -> None:
    out = post.submit("France\nSTANDING A PAR H\nSTANDING A PAR - BRU\n")
    assert "In the present position, these would be left out:\n  A PAR - BRU: " in out
    assert out.count("A PAR H") == 1
    out = post.submit("France\nSTANDING MOVEMENT:\nA PAR H\n", now="2027-03-02T10:00Z")
    assert "left out" not in out
    assert "STANDING is not recorded: there is no order below it" in post.submit(
        "France\nSTANDING:\nwhatever you like\n", code=1, now="2027-03-02T11:00Z"
    )
    out = post.submit("France\nNO STANDING ORDERS\n", now="2027-03-02T12:00Z")
    assert "You no longer have standing orders.\n" in out
    post.run("adjudicate")
    assert 'author = "nobody"' in (post.folder / "1901" / "orders" / "france.toml").read_text()


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("I am ready now", "READY counts only on its own line"),
        ("AWAY", LEAVE),
        ("away from 20 December to 3 January, READY", LEAVE),
        ("I'm back.", LEAVE),
        ("I shall be on holiday next week", LEAVE),
        ("Standing orders: hold all", "an order must follow STANDING"),
    ],
)
def test_a_line_that_nearly_says_it_is_named_with_what_counts(
    post: Post, line: str, hint: str
) -> None:
    code = int(line.startswith("Standing"))
    assert f"{line} (no order; {hint})\n" in post.submit(f"{SHEET}{line}\n", code=code)
    assert ready(post) == ()


def test_two_referees_bring_together_what_players_have_said_to_each(
    tmp_path: Path, post: Post, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    """Both take mail for a sealed game. Neither file is written by both, and the newest counts."""
    pytest.importorskip("pyrage")
    key = tmp_path / "referee.key"
    make_identity(key)
    public = key.read_text().splitlines()[0].removeprefix("# public key: ")
    with (post.folder / "game.toml").open("a") as file:
        file.write(f'\n[secrets]\nrecipients = ["{public}"]\n')
    for power in POWERS[:5]:
        post.submit("NO ORDERS\nREADY\n", "--power", power)
    seal_game(post.folder)
    copy = tmp_path / "second" / "war"
    shutil.copytree(post.folder, copy)
    other = Post(copy, monkeypatch, capsys)
    base = names_in(copy)

    post.submit("NO ORDERS\nREADY\n", "--power", "russia")
    post.submit("France\nSTANDING A PAR H\n", now="2027-03-02T08:00Z")
    other.submit("Turkey\nNO ORDERS\nREADY\n", now="2027-03-02T09:00Z")
    other.submit("France\nSTANDING A MAR H\n", now="2027-03-02T09:00Z")
    other.submit("France\nNOT READY\n", now="2027-03-02T09:00Z")
    assert (len(ready(post)), len(ready(other))) == (6, 5)
    for one in (post, other):
        seal_game(one.folder)
    assert not (post.folder / "received.toml").exists()

    # As git merges them: what either has added is there, what either has removed is gone.
    mine, theirs = names_in(post.folder), names_in(copy)
    for name in theirs - base:
        (post.folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(copy / name, post.folder / name)
    for name in (base - theirs) & mine:
        (post.folder / name).unlink()
    unseal_game(post.folder, key)
    assert ready(post) == tuple(power for power in POWERS if power != "france")
    moment = load_game(post.folder).current_moment
    assert standing_orders(notices_of(post.folder, "france", moment), moment.phase) == "A MAR H\n"
    assert not any("france" in name for name in names_in(post.folder) if "notices" in name)


def names_in(folder: Path) -> set[str]:
    """The files of sealed/, by their paths in the game's folder."""
    found = (path for path in (folder / "sealed").rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix() for path in found}
