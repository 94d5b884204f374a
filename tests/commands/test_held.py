"""Mails that do not count at once: late ones, and those of strangers."""

from __future__ import annotations

import json

import pytest

from generator.archive import load_game
from generator.archive.people.versions import held_mails
from tests.archive.games import files_of
from tests.commands.mailbox import OTHER, SHEET, Post, eml, stamped, versions

# What is late


def test_a_late_mail_does_not_replace_the_timely_sheet_until_the_referee_accepts_it(
    post: Post,
) -> None:
    post.submit(SHEET)
    out = post.submit(OTHER, code=1, now="2027-03-07T20:01Z")
    assert "On hold: it came after the deadline.\n" in out
    assert "Until then, version 1 counts.\n" in out
    assert "Will be done" not in out
    assert "no longer" not in out
    assert "on hold (late): theatrum submit war --accept france:2, or --reject" in post.err
    assert post.waiting() == SHEET.partition("\n")[2]
    assert versions(post.folder) == [(1, 1, ()), (2, 0, ("late",))]
    before = files_of(post.folder)
    tried = post.run("submit", "--accept", "france", "--dry-run")
    assert files_of(post.folder) == before
    out = post.run("submit", "--accept", "france")
    assert tried.replace("Not stored: this was only tried", "Version 2") == out
    assert "Replaces version 1: 3 orders changed\n  no longer: A PAR - BUR\n" in out
    assert "it arrived after the deadline, and counts anyway" in out
    assert post.waiting() == OTHER.partition("\n")[2]
    assert held_mails(load_game(post.folder)) == ()
    out = post.submit(OTHER, now="2027-03-08T10:00Z")
    assert "This mail is version 2 again: nothing changes." in out


def test_pasted_text_is_late_by_the_clock_and_a_mail_by_its_stamp(post: Post) -> None:
    late, early = "2027-03-08T10:00Z", "2027-03-06T10:00Z"
    assert "after the deadline" in post.submit(SHEET, code=1, now=late)
    in_time = eml(SHEET, stamped("Sun, 7 Mar 2027 20:59:00 +0100"))
    assert "after the deadline" not in post.submit(in_time, now=late)
    too_late = eml(OTHER, stamped("Sun, 7 Mar 2027 21:01:00 +0100"))
    assert "after the deadline" in post.submit(too_late, code=1, now=early)


def test_what_the_author_dates_it_does_not_make_a_mail_timely(post: Post) -> None:
    mail = eml(SHEET, "Date: Sat, 6 Mar 2027 10:00:00 +0000")
    out = post.submit(mail, code=1, now="2027-03-08T10:00Z")
    assert "it came after the deadline" in out
    assert (
        "dated Sat, 6 Mar 2027 10:00:00 +0000 by its author; only the time of arrival counts" in out
    )


def test_what_the_referee_says_goes_before_stamp_and_clock(post: Post) -> None:
    mail = eml(SHEET, stamped("Mon, 8 Mar 2027 10:00:00 +0000"))
    post.submit(mail, "--received", "2027-03-07 19:00")
    assert versions(post.folder) == [(1, 1, ())]
    post.submit("Italy\nA ROM H\n", "--received", "Mon, 8 Mar 2027 01:00 +0000", code=1)
    assert versions(post.folder, "italy") == [(1, 0, ("late",))]
    before = files_of(post.folder)
    post.submit(SHEET, "--received", "on Monday", code=2)
    assert "'on Monday' is not a time" in post.err
    assert files_of(post.folder) == before


def test_the_grace_counts_and_clocks_that_change_do_not_matter(post: Post) -> None:
    path = post.folder / "game.toml"
    text = path.read_text().partition("\n[dates")[0]
    head, _, rest = text.partition('orders = "private"\n')
    zone = 'orders = "private"\nzone = "Europe/Vienna"\ngrace = "3 hours"\n'
    due = "\n[dates.1901]\nspring-movement = 2027-03-28T00:30:00\n"
    path.write_text(f"{head}{zone}{rest}{due}")
    # At 2:00 the clocks go to 3:00: three hours after 0:30 it is 4:30 there, 2:30 UTC.
    assert "On hold" not in post.submit(SHEET, now="2027-03-28T02:30Z")
    assert "On hold" in post.submit(OTHER, code=1, now="2027-03-28T02:31Z")


def test_of_a_mail_for_two_phases_only_the_late_part_is_kept_aside(post: Post) -> None:
    mail = "France\nA PAR - BUR\nA MAR H\nF BRE - MAO\nFall 1901:\nA BUR - BEL\n"
    out = post.submit(mail, code=1, now="2027-03-08T10:00Z")
    assert out.count("On hold") == 1
    assert post.waiting() == ""
    assert "A BUR - BEL" in post.waiting(phase="fall-movement")


def test_what_is_rejected_is_never_lost(post: Post) -> None:
    post.submit(SHEET, code=1, now="2027-03-08T10:00Z")
    post.run("submit", "--reject", "france:1")
    assert "it stays in private/1901/mail/spring-movement/france/1.txt" in post.err
    assert held_mails(load_game(post.folder)) == ()
    assert (post.folder / "private/1901/mail/spring-movement/france/1.txt").read_text() == SHEET
    assert "Version 1" in post.run("submit", "--accept", "france:1")
    assert post.waiting() == SHEET.partition("\n")[2]


def test_an_earlier_version_may_count_again(post: Post) -> None:
    post.submit(SHEET)
    post.submit(OTHER, now="2027-03-02T10:00Z")
    out = post.run("submit", "--accept", "france:1")
    assert "Replaces version 2" in out
    assert post.waiting() == SHEET.partition("\n")[2]
    assert versions(post.folder) == [(1, 3, ()), (2, 2, ())]


@pytest.mark.parametrize("phase", ["fall-movement", "1901 fall-movement", "1901/fall-movement"])
def test_a_mail_for_a_later_phase_is_accepted_by_its_name(post: Post, phase: str) -> None:
    with (post.folder / "game.toml").open("a") as file:
        file.write("fall-movement = 2027-03-08T20:00:00Z\n")
    mail = "A BUR - BEL\nA MAR H\n"
    now = "2027-03-09T10:00Z"
    post.submit(mail, "--power", "france", "--phase", phase, code=1, now=now)
    assert "--accept france:1 --phase fall-movement, or --reject" in post.err
    post.run("submit", "--accept", "france:1", "--phase", phase)
    assert "A BUR - BEL" in post.waiting(phase="fall-movement")
    post.submit(mail, "--power", "france", "--phase", "1902 fall-movement", code=1, now=now)
    assert "no orders are taken for Fall 1902, movement" in post.err


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("france", "no mail of france is on hold"),
        ("france:7", "france has no version 7"),
        ("frnce", "there is no power frnce"),
        ("france:x", "'france:x' is not a version"),
    ],
)
def test_what_cannot_be_accepted_is_said(post: Post, name: str, said: str) -> None:
    post.submit(SHEET)
    before = files_of(post.folder)
    post.run("submit", "--accept", name, code=2 if name.endswith("x") else 1)
    assert said in post.err
    assert files_of(post.folder) == before


def test_of_several_mails_one_has_to_be_named(post: Post) -> None:
    post.submit(SHEET, code=1, now="2027-03-08T10:00Z")
    post.submit(OTHER, code=1, now="2027-03-08T11:00Z")
    post.run("submit", "--accept", "france", code=1)
    assert "france has several mails on hold (choose one: france:1" in post.err


def test_everybody_who_asks_hears_what_is_kept_aside(post: Post) -> None:
    with (post.folder / "game.toml").open("a") as file:
        file.write('[addresses]\nitaly = "mario@example.org"\n')
    post.submit(SHEET, code=1, now="2027-03-08T10:00Z")
    post.submit(eml("Italy\nA ROM H\n", "Subject: Italy"), code=1)
    line = "2 mails are on hold: France (late), Italy (a stranger); theatrum submit war --held"
    assert line in post.run("status")
    post.run("check")
    assert line in post.err
    (facts,) = json.loads(post.run("status", "--json"))
    assert [(one["power"], one["why"]) for one in facts["aside"]] == [
        ("france", ["late"]),
        ("italy", ["stranger"]),
    ]
    assert json.loads(post.run("check", "--json"))["aside"] == facts["aside"]
    assert json.loads(post.run("submit", "--held", "--json")) == facts["aside"]
    listed = post.run("submit", "--held")
    assert "Spring 1901, movement: france 1: late\n  received 2027-03-08 10:00 UTC; " in listed
    assert "--accept italy:1, or --reject italy:1" in listed
    assert line in post.run("deadline", "--due", "--now", "2027-03-08T10:00Z")
    post.run("deadline", "--adjudicate", "--now", "2027-03-08T10:00Z")
    assert f"war: warning: {line}" in post.err
    assert not (post.folder / "1901/orders/france.toml").exists()
    assert "on hold" not in post.run("status")
    post.run("undo")
    assert line in post.run("status")
    post.run("adjudicate")
    assert f"warning: {line}" in post.err


# Who wrote it


@pytest.fixture
def noted(post: Post) -> Post:
    with (post.folder / "game.toml").open("a") as file:
        file.write('[addresses]\nfrance = "anna@example.org"\nitaly = "mario@example.org"\n')
    post.submit(eml(SHEET))
    return post


@pytest.mark.parametrize(
    "sender",
    [
        "Eve <eve@example.org>",
        "anna@example.org <eve@example.org>",
        '"anna@example.org" <eve@example.org>',
        "mario@example.org",
    ],
)
def test_a_strangers_mail_waits_and_tells_nothing(noted: Post, sender: str) -> None:
    """Its receipt has only what the mail itself says: no order, no mistake, no missing unit."""
    out = noted.submit(
        eml("France\nA PAR - PIC\nA MUN H\nA MAR - BRU\n", "Subject: France", sender=sender),
        *("--power", "france"),
        code=1,
        now="2027-03-02T10:00Z",
    )
    assert (
        "On hold: it is not certain that France's player sent it; the note below explains why.\n"
        in out
    )
    assert "a stranger" in noted.err
    assert noted.waiting() == SHEET.partition("\n")[2]
    told = out.partition("when your referee accepts it:\n")[2].partition("\n\n")[0]
    assert told == "  A PAR - PIC\n  A MUN H\n  A MAR - BRU"
    for secret in ("BUR", "MAO", "no longer", "ersion", "missing", "Replaces", "germany"):
        assert secret not in out
    full = noted.run("submit", "--accept", "france:2", code=1)
    assert "no longer: F BRE - MAO" in full
    assert "belongs to Germany" in full


@pytest.mark.parametrize("body", [SHEET, "France\nA PAR - BUR\n", "France\nA BUR - PAR\nA RUH H\n"])
def test_a_stranger_cannot_ask_what_has_been_ordered(noted: Post, body: str) -> None:
    """The receipt is the same whatever waits: the same orders, more of them, or none."""
    mail = eml(body, "Subject: France", "Message-ID: <x@y>", sender="eve@example.org")
    told = noted.submit(mail, "--power", "france", code=1, now="2027-03-02T10:00Z")
    other = noted.submit(
        mail.replace("rance", "aly").replace("Faly", "Italy"),
        *("--power", "italy"),
        code=1,
        now="2027-03-02T10:00Z",
    )
    assert told.replace("France", "Italy") == other


def test_the_power_itself_is_no_stranger_and_pasted_text_has_no_sender(noted: Post) -> None:
    assert "On hold" not in noted.submit(eml(OTHER, sender="ANNA@Example.ORG"))
    assert "On hold" not in noted.submit(SHEET)


def test_an_address_that_is_noted_later_lets_the_mail_count(noted: Post) -> None:
    mail = eml(OTHER, "Subject: France", sender="anna@work.example.org")
    noted.submit(mail, "--power", "france", code=1, now="2027-03-02T10:00Z")
    path = noted.folder / "game.toml"
    path.write_text(path.read_text().replace("anna@example.org", "anna@work.example.org"))
    out = noted.submit(mail, now="2027-03-02T11:00Z")
    assert "Version 2" in out
    assert noted.waiting() == OTHER.partition("\n")[2]
    assert versions(noted.folder) == [(1, 1, ()), (2, 2, ("stranger",))]


def test_where_no_address_is_noted_another_sender_hears_no_orders(post: Post) -> None:
    post.submit(eml(SHEET))
    out = post.submit(eml(OTHER, sender="eve@example.org"), now="2027-03-02T10:00Z")
    assert "Replaces version 1" in out
    assert "no longer" not in out
    more = eml("France\nA PAR - BUR\n", "Date: Wed, 3 Mar 2027 10:00 +0000", sender="x@example.org")
    out = post.submit(more, "--add", now="2027-03-03T10:00Z")
    assert "A PAR - BUR" in out
    assert post.waiting() == "A PAR - BUR\nA MAR - SPA\nF BRE - ENG\n"
    assert not {"SPA", "ENG", "MAR", "BRE"} & set(out.replace(":", " ").split())


@pytest.mark.parametrize("at_once", [True, False])
def test_a_line_that_is_named_is_replaced_also_if_it_could_be_read(
    post: Post, at_once: bool
) -> None:
    post.submit("France\nA PAR - BUR\nA MAR - SPA\nF BRE - MAO\n")
    text = eml("Line 3: A PAR - PIC\n", "Subject: Re: France")
    if at_once:
        post.submit(text, "--add", now="2027-03-03T10:00Z")
    else:
        post.submit(text, code=1, now="2027-03-03T10:00Z")
        post.run("submit", "--accept", "france", "--add")
    # What an order is about counts more than its line: Paris has an order already.
    assert post.waiting() == "A PAR - PIC\nA MAR - SPA\nF BRE - MAO\n"


def test_a_line_is_replaced_by_an_order_about_something_else(post: Post) -> None:
    post.submit("France\nA PAR - BUR\nA MAR - SPA\n")
    post.submit(eml("Line 3: F BRE - MAO\n", "Subject: Re: France"), code=1)
    post.run("submit", "--accept", "france", "--add")
    assert post.waiting() == "A PAR - BUR\nF BRE - MAO\n"
