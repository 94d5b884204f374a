"""What became of every line of a letter: none is left out."""

from __future__ import annotations

from pathlib import Path

from generator.archive import load_game
from generator.commands.submit import submit_mails
from generator.mailroom.intake import Taking
from generator.mailroom.mailboxes import Mail
from generator.serve.mails import account_of
from tests.archive.games import new_game
from tests.serve.pages import NOW
from tests.walk.desk import MAILS

ODD = """Dear Ruth,

FRANCE
1: LOR
oops, make that 2: LOR
Alliance: Spain (if they ally me)
2 BRXX

> 5: PAR
--\x20
Thibaut
3: HAM
"""


def test_every_line_is_told_once_and_in_order(tmp_path: Path) -> None:
    game = load_game(new_game(tmp_path, "winter", "europe-1619"))
    mails = [Mail(path.name, path.read_bytes()) for path in sorted(MAILS.iterdir())]
    mails.append(Mail("odd", ODD.encode()))
    done = submit_mails(game, mails, Taking(dry_run=True), "", NOW)
    assert len(done.handled) == 15
    for mail in done.handled:
        assert mail.letter is not None
        texts = {"": mail.letter.text, **{part.label: part.text for part in mail.letter.parts}}
        told = {part.name: [line.number for line in part.lines] for part in account_of(mail)}
        for name, text in texts.items():
            lines = [number for number, line in enumerate(text.split("\n"), 1) if line.strip()]
            assert told[name] == lines, mail.name


def test_what_a_line_is_told_to_be(tmp_path: Path) -> None:
    game = load_game(new_game(tmp_path, "winter", "europe-1619"))
    (mail,) = submit_mails(game, [Mail("odd", ODD.encode())], Taking(), "", NOW).handled
    (part,) = account_of(mail)
    found = {line.number: line.what for line in part.lines}
    assert found[1] == "ignored"
    assert found[3] == "passed"
    assert found[4] == "read"
    assert found[9] == "passed"
    assert found[12] == "ignored"
    assert all(found[line] in ("fix", "undone", "ignored", "read") for line in (5, 6, 7))


def test_heading_above_the_orders_is_no_order(tmp_path: Path) -> None:
    game = load_game(new_game(tmp_path, "spring", "standard"))
    head = "From: anna@example.org\nSubject: orders\n\n"
    text = f"{head}Austria, spring 1901\nA VIE - GAL\nF TRI - ALBB\n"
    (mail,) = submit_mails(game, [Mail("one", text.encode())], Taking(), "", NOW).handled
    *_, part = account_of(mail)
    assert [line.what for line in part.lines] == ["passed", "read", "fix"]


def test_an_order_with_a_remark_is_read(tmp_path: Path) -> None:
    game = load_game(new_game(tmp_path, "spring", "standard"))
    mail = Mail("one", b"A VIE - GAL (at last!)\nA BUD H\n")
    (mail_read,) = submit_mails(game, [mail], Taking(power="austria"), "", NOW).handled
    (part,) = account_of(mail_read)
    assert [(line.what, bool(line.said)) for line in part.lines] == [
        ("read", True),
        ("read", False),
    ]
