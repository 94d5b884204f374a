"""Which of several mails counts: the newest one, the same one twice, corrections."""

from __future__ import annotations

from pathlib import Path

from generator.archive import load_game
from generator.archive.people.versions import held_mails, submissions_of
from tests.archive.games import files_of
from tests.commands.mailbox import OTHER, SHEET, SPRING, Post, eml, stamped, versions


def test_an_older_mail_replaces_nothing_whatever_its_name(post: Post, tmp_path: Path) -> None:
    newer = eml(OTHER, stamped("Tue, 2 Mar 2027 09:00:00 +0000"))
    older = eml(SHEET, stamped("Tue, 2 Mar 2027 09:30:00 +0100"))
    for name, text in (("a.eml", newer), ("b.eml", older)):
        (tmp_path / name).write_text(text)
    files = [str(tmp_path / "a.eml"), str(tmp_path / "b.eml")]
    tried = post.run("submit", *files, "--dry-run")
    assert not submissions_of(post.folder, SPRING)
    out = post.run("submit", *files)
    assert tried.count("Not stored: this was only tried\n") == 2
    for number in "12":
        tried = tried.replace("Not stored: this was only tried", f"Version {number}", 1)
    assert tried == out
    assert post.waiting() == OTHER.partition("\n")[2]


def test_an_older_mail_that_comes_later_is_kept_and_said(post: Post) -> None:
    post.submit(eml(OTHER, stamped("Tue, 2 Mar 2027 09:00:00 +0000")), now="2027-03-03T10:00Z")
    out = post.submit(eml(SHEET, stamped("Mon, 1 Mar 2027 09:00 +0000")), now="2027-03-03T11:00Z")
    assert "Version 2\nIt is older than version 1, which counts.\n" in out
    assert "Will be done" not in out
    assert post.waiting() == OTHER.partition("\n")[2]
    assert versions(post.folder) == [(1, 1, ()), (2, 0, ("older",))]
    assert held_mails(load_game(post.folder)) == ()


def test_mails_without_a_stamp_are_ordered_by_their_authors_date(
    post: Post, tmp_path: Path
) -> None:
    (tmp_path / "a.eml").write_text(eml(OTHER, "Date: Tue, 2 Mar 2027 09:00:00 +0000"))
    (tmp_path / "b.eml").write_text(eml(SHEET, "Date: Mon, 1 Mar 2027 09:00:00 +0000"))
    now = ("--now", "2027-03-03T10:00Z")
    post.run("submit", str(tmp_path / "a.eml"), str(tmp_path / "b.eml"), *now)
    assert post.waiting() == OTHER.partition("\n")[2]


def test_one_mail_that_fails_stops_no_other(post: Post, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("hello\n")
    (tmp_path / "b.txt").write_text(SHEET)
    files = [str(tmp_path / name) for name in ("a.txt", "b.txt", "missing.txt")]
    out = post.run("submit", *files, "--now", "2027-03-01T10:00Z", code=1)
    assert out.count("Version 1") == 1
    assert "a.txt: the mail does not show whose orders" in post.err
    assert "missing.txt" in post.err


def test_the_same_mail_twice_changes_nothing(post: Post) -> None:
    first = eml(SHEET, "Message-ID: <1@example.org>", stamped("Mon, 1 Mar 2027 09:00 +0000"))
    post.submit(first)
    post.submit(eml(OTHER, "Message-ID: <2@example.org>"), now="2027-03-02T10:00Z")
    before = files_of(post.folder)
    out = post.submit(first, now="2027-03-03T10:00Z")
    assert "This mail is version 1 again: nothing changes.\n" in out
    # Saved by another program, with other headers.
    again = eml(SHEET, "Message-ID: <1@example.org>", "X-Folder: orders")
    assert "This mail is version 1 again" in post.submit(again, now="2027-03-03T10:00Z")
    assert files_of(post.folder) == before
    # The same number with other orders is another mail.
    other = eml(SHEET.replace("BUR", "GAS"), "Message-ID: <1@example.org>")
    assert "Version 3" in post.submit(other, now="2027-03-04T10:00Z")
    assert post.waiting().startswith("A PAR - GAS\n")


def test_who_comes_back_to_what_he_said_first_is_heard(post: Post) -> None:
    """Text without headers is the same mail only as long as it stands."""
    post.submit(SHEET)
    assert "version 1 again" in post.submit(SHEET, now="2027-03-01T11:00Z")
    post.submit(OTHER, now="2027-03-02T10:00Z")
    assert "Version 3" in post.submit(SHEET, now="2027-03-03T10:00Z")
    assert post.waiting() == SHEET.partition("\n")[2]


# Corrections


def test_a_correction_never_throws_the_sheet_away(post: Post) -> None:
    post.submit(SHEET)
    out = post.submit("France\nF BRE - ENG\n", code=1, now="2027-03-02T10:00Z")
    assert "On hold: it has fewer orders than you sent before" in out
    assert "Still missing" not in out
    assert "--accept france:2 --add (order by order) or --replace" in post.err
    assert post.waiting() == SHEET.partition("\n")[2]
    post.run("submit", "--accept", "france", code=2)
    assert "use --add to add them to it, or --replace" in post.err
    out = post.run("submit", "--accept", "france", "--add")
    assert "Put into version 1: 1 order changed\n  no longer: F BRE - MAO\n" in out
    assert post.waiting() == "A PAR - BUR\nA MAR H\nF BRE - ENG\n"


def test_the_same_mail_with_add_or_replace_does_what_was_offered(post: Post) -> None:
    post.submit(SHEET)
    mail = "France\nF BRE - ENG\n"
    post.submit(mail, code=1, now="2027-03-02T10:00Z")
    out = post.submit(mail, "--add", now="2027-03-02T11:00Z")
    assert "Version 2" in out
    assert post.waiting() == "A PAR - BUR\nA MAR H\nF BRE - ENG\n"
    out = post.submit("France\nA MAR - SPA\n", "--replace", now="2027-03-03T10:00Z")
    assert "Version 3" in out
    assert post.waiting() == "A MAR - SPA\n"


def test_who_answers_a_line_of_the_receipt_mends_that_line(post: Post) -> None:
    post.submit("Hi,\nFrance\nA PAR - BUR\nA MAR suports A PAR - BUR\nF BRE - MAO\n", code=1)
    reply = "Line 4: A MAR S A PAR - BUR\n\n> Will be done:\n>   A PAR - BUR\n"
    out = post.submit(reply, "--power", "france", "--add", now="2027-03-02T10:00Z")
    assert "no longer: A MAR suports A PAR - BUR" in out
    assert post.waiting() == "A PAR - BUR\nA MAR S A PAR - BUR\nF BRE - MAO\n"


def test_a_reply_with_fewer_orders_is_a_correction_and_a_whole_sheet_replaces(post: Post) -> None:
    post.submit(SHEET)
    fewer = "France\nA PAR - PIC\nA MAR - SPA\n"
    mail = eml(fewer, "Subject: Re: War: France")
    assert "looks like a correction" in post.submit(mail, code=1, now="2027-03-02T10:00Z")
    assert "Replaces version 1" in post.submit(OTHER, now="2027-03-02T11:00Z")
    assert "Replaces version 3" in post.submit(fewer, now="2027-03-02T12:00Z")


def test_a_late_correction_needs_both_decisions(post: Post) -> None:
    post.submit(SHEET)
    out = post.submit("France\nF BRE - ENG\n", "--add", code=1, now="2027-03-08T10:00Z")
    assert "it came after the deadline" in out
    assert post.waiting() == SHEET.partition("\n")[2]
    post.run("submit", "--accept", "france", "--add")
    assert post.waiting() == "A PAR - BUR\nA MAR H\nF BRE - ENG\n"


def test_a_correction_for_a_later_phase_is_put_in_line_by_line(post: Post) -> None:
    post.submit("France\nFall 1901:\nA BUR - BEL\nF MAO - SPA/SC\nA MAR H\n")
    post.submit("France\nFall 1901:\nA BUR - RUH\n", "--add", now="2027-03-02T10:00Z")
    assert "A BUR - RUH\nF MAO - SPA/SC\nA MAR H\n" in post.waiting(phase="fall-movement")


# Games that take none


def test_a_game_that_is_put_away_takes_no_mails(post: Post) -> None:
    post.run("finish", "--archive", "--unfinished")
    before = files_of(post.folder)
    post.submit(SHEET, code=1)
    assert "war is archived (to reopen it: theatrum finish war --reopen)" in post.err
    assert files_of(post.folder) == before


def test_what_the_clock_says_stays_in_private(post: Post) -> None:
    """The record of a phase has the same bytes whenever its mails came."""
    before = files_of(post.folder)
    post.submit(SHEET, now="2027-03-01T10:11Z")
    changed = {name for name, data in files_of(post.folder).items() if before.get(name) != data}
    assert changed == {
        "private/1901/orders/france.toml",
        "private/1901/mail/spring-movement/france/1.toml",
        "private/1901/mail/spring-movement/france/1.txt",
        "received.toml",
    }
    assert b"10:11" not in (post.folder / "private/1901/orders/france.toml").read_bytes()
