"""Mails that are too much, broken, or made to do harm."""

from __future__ import annotations

import sys
import time
from contextlib import nullcontext
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.archive import load_game
from generator.commands.submit import submit_mails
from generator.engine.errors import FileError
from generator.mailroom.intake import Taking
from generator.mailroom.layers import lines_of
from generator.mailroom.letter import LONGEST_MAIL, open_letter
from generator.mailroom.mailboxes import Mail
from generator.mailroom.reading import MailReading, read_letter
from generator.mailroom.table import LetterError, MailTable
from tests.archive.games import command, new_game, tiny_is_installed
from tests.mail.tables import orders_of, table_for
from tests.serve.pages import NOW

__all__ = ["tiny_is_installed"]

HEAD = b"From: anna@example.org\nTo: gm@example.org\nSubject: France\nMIME-Version: 1.0\n"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> MailTable:
    return table_for(tmp_path_factory.mktemp("games"), "standard")


def read(data: bytes, table: MailTable) -> MailReading:
    return read_letter(open_letter(data), table)


def replace_others(table: MailTable) -> MailTable:
    from msgspec.structs import replace

    return replace(table, others=("winter", "The Winter King"))


def moves(data: bytes, table: MailTable) -> list[str]:
    return orders_of(read(data, table), table)["spring-movement"]


def test_a_mail_beyond_the_limit_is_refused() -> None:
    with pytest.raises(FileError, match="too long"):
        open_letter(b"x" * (LONGEST_MAIL + 1))


def test_a_line_of_a_megabyte_is_ignored_and_the_others_count(table: MailTable) -> None:
    long = b"A PAR - BUR " * 25_000
    reading = read(b"France\n" + long + b"\nF BRE - MAO\n", table)
    assert orders_of(reading, table) == {"spring-movement": ["F BRE - MAO"]}
    assert reading.ignored[0].why == "longer than 1000 characters"
    with pytest.raises(FileError, match="too much text"):
        open_letter(b"a" * 1_000_000)


def test_nul_and_hidden_signs_are_left_out(table: MailTable) -> None:
    text = "France\nA P\0AR - B\u200bUR\n\u202eF BRE\u202c - MAO\u2066\n\x1b[31mA MAR H\n"
    letter = open_letter(text.encode())
    assert all(c == "\n" or c.isprintable() for c in letter.text)
    assert moves(text.encode(), table)[:2] == ["A PAR - BUR", "F BRE - MAO"]


def test_invalid_bytes_stop_nothing(table: MailTable) -> None:
    assert moves(b"France\nA PAR - BUR\n\xff\xfe\x80 gr\xfc\xdfe\n", table) == ["A PAR - BUR"]


def test_a_charset_that_nobody_knows_stops_nothing(table: MailTable) -> None:
    mail = HEAD + b"Content-Type: text/plain; charset=x-klingon\n\nA PAR - BUR\n"
    assert moves(mail, table) == ["A PAR - BUR"]


@pytest.mark.parametrize("end", [b"\r\n", b"\r", b"\n"])
def test_line_ends_and_a_byte_order_mark(table: MailTable, end: bytes) -> None:
    assert moves(end.join([b"\xef\xbb\xbfFrance", b"A PAR - BUR", b""]), table) == ["A PAR - BUR"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "cp1252"])
def test_encodings(table: MailTable, encoding: str) -> None:
    assert moves("France\nA PAR – BUR\n".encode(encoding), table) == ["A PAR - BUR"]


def test_parts_nested_a_thousand_deep_are_refused() -> None:
    nest = b"".join(
        b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (n, n) for n in range(1000)
    )
    with pytest.raises(FileError, match="too many parts"):
        open_letter(HEAD + nest + b"\nA PAR - BUR\n")


def test_mails_within_mails_are_refused() -> None:
    nest = b"Content-Type: message/rfc822\n\n" * 1000
    with pytest.raises(FileError, match="too many parts"):
        open_letter(HEAD + nest + b"\nA PAR - BUR\n")


def test_a_hundred_thousand_parts_are_refused_at_once() -> None:
    mail = HEAD + b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nx\n" * 100_000
    began = time.process_time()
    with pytest.raises(FileError, match="too many parts"):
        open_letter(mail)
    assert time.process_time() - began < 2


def test_a_mail_of_many_lines_is_refused(table: MailTable) -> None:
    with pytest.raises(LetterError, match="too many lines"):
        read(b"France\n" + b"I declare war on France\n" * 501, table)


@pytest.mark.parametrize(
    "line",
    [
        b"I move to Paris -\n",
        b"A PAR - \n",
        b"((((" * 200 + b"\n",
        b" " * 700 + b"x\n",
        b"READY" + b" " * 700 + b"x\n",
        b"Bob wants" + b" " * 700 + b":x\n",
    ],
)
def test_lines_made_to_take_time_take_little(table: MailTable, line: bytes) -> None:
    began = time.process_time()
    read(b"France\n" + line * 490 + b"A PAR - BUR\n", table)
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    "line",
    [
        "Fra: a@b.cd\n\n",
        "Fra: x\n",
        "x:\n",
        "x wrote:\n",
        "a <\n",
        "10:03 a@b.cd\n",
        "-----a-----\n",
    ],
)
def test_marks_of_quotations_without_end_take_little_time(line: str) -> None:
    began = time.process_time()
    lines_of(line * (200_000 // len(line)))
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    "sign",
    [
        *(
            b"<a ",
            b"<!--",
            b"<",
            b"</",
            b"<!",
            b"<a b='",
            b"&#",
            b"<s>",
            b"<div class=gmail_quote>",
        ),
        b"<blockquote><div class=gmail_quote>-- forward<br>",
        b"<p hidden>",
    ],
)
def test_html_that_never_ends_takes_little_time(sign: bytes) -> None:
    mail = HEAD + b"Content-Type: text/html\n\n<p>A PAR - BUR</p>" + sign * (200_000 // len(sign))
    began = time.process_time()
    assert open_letter(mail).text.startswith("A PAR - BUR")
    assert time.process_time() - began < 5


def test_a_subject_cannot_add_headers_or_lines(table: MailTable) -> None:
    subject = b"Subject: =?utf-8?q?France=0ASpring_1901=3A=0D=0ABcc=3A_x=40example=2Eorg?=\n"
    mail = HEAD.replace(b"Subject: France\n", subject) + b"\nA PAR - BUR\n"
    letter = open_letter(mail)
    assert "\n" not in letter.subject
    assert "\r" not in letter.subject
    assert moves(mail, table) == ["A PAR - BUR"]


@pytest.mark.parametrize("power", ["../england", "..", "france/../../etc", "France\0", "x" * 9999])
def test_a_power_that_is_a_path_is_refused(table: MailTable, power: str) -> None:
    with pytest.raises(LetterError, match="there is no power"):
        read_letter(open_letter(b"A PAR - BUR\n"), table, power)


@pytest.mark.parametrize("phase", ["../x", "winter", "spring_movement"])
def test_a_phase_that_takes_no_orders_is_refused(table: MailTable, phase: str) -> None:
    with pytest.raises(LetterError, match="no orders are taken"):
        read_letter(open_letter(b"A PAR - BUR\n"), table, "france", phase)


def test_a_mail_for_another_game_is_refused(tmp_path: Path) -> None:
    new_game(tmp_path / "first", "game-of-europe-1619", "europe-1619")
    table = table_for(tmp_path, "standard")
    mail = HEAD.replace(b"Subject: France", b"Subject: [game-of-europe-1619] France")
    with pytest.raises(LetterError, match="another game"):
        read(mail + b"\nA PAR - BUR\n", table)
    text = b"France\nA PAR - BUR\n\nGame: game-of-europe-1619\nF BRE - MAO\n"
    assert moves(text, table) == ["A PAR - BUR"]


def test_an_address_and_a_heading_that_differ_are_refused(table: MailTable) -> None:
    from msgspec.structs import replace

    known = replace(table, addresses={"england": ("anna@example.org",)})
    with pytest.raises(LetterError, match="may be that of England, France"):
        read(HEAD + b"\nA PAR - BUR\n", known)
    own = HEAD.replace(b"Subject: France", b"Subject: my orders")
    assert read(own + b"\nF LON - NTH\n", known).power == "england"


@settings(deadline=None, max_examples=60)
@given(st.binary(max_size=400))
def test_no_bytes_raise_anything_but_what_is_ours(table: MailTable, data: bytes) -> None:
    for mail in (data, HEAD + b"\n" + data, HEAD + data):
        try:
            read_letter(open_letter(mail), table, "france")
        except (FileError, LetterError):
            continue


def _multipart(parts: int, lines: int) -> bytes:
    text = b"Germany\n" + b"talk about A MUN - BUR and more\n" * lines
    piece = b"--sep\nContent-Type: text/plain; name=x.txt\nContent-Disposition: attachment\n\n"
    head = HEAD + b'Content-Type: multipart/mixed; boundary="sep"\n\n'
    return head + (piece + text) * parts + b"--sep--\n"


@pytest.mark.parametrize(
    "line",
    [
        b"Germany\n",
        b"Spring 1901 Fall\n",
        b"Armee nach nach nach nach nach nach\n",
        b"line 3: line 3: line 3: line 3: A PAR\n",
        b"If if if if A PAR - BUR if if\n",
        b"Nonce: " + b"x" * 600 + b"\n",
        b"A AAA AAA AAA AAA AAA AAA AAA AAA\n",
        b"The Winter King: France: The Winter King\n",
        b"Build A PAR - BUR - BUR - BUR -\n",
    ],
)
def test_lines_of_every_kind_take_little_time(table: MailTable, line: bytes) -> None:
    began = time.process_time()
    read_letter(open_letter(HEAD + b"\n" + line * 490), replace_others(table), "france")
    assert time.process_time() - began < 5


def test_many_attachments_take_little_time(table: MailTable) -> None:
    began = time.process_time()
    reading = read_letter(open_letter(_multipart(25, 400)), table, "france")
    assert time.process_time() - began < 5
    assert sum(note.startswith("not read: the attachment") for note in reading.notes) == 25


@pytest.mark.parametrize("size", [500, 2000])
def test_a_long_subject_takes_little_time(table: MailTable, size: int) -> None:
    for piece in ("Fall 1902 ", "re: ", "[game] ", "A PAR - BUR; ", "The Winter King ", '"(<'):
        subject = (piece * size)[: size * 10].encode()
        began = time.process_time()
        with pytest.raises(LetterError) if piece == "The Winter King " else nullcontext():
            letter = open_letter(
                HEAD.replace(b"Subject: France", b"Subject: " + subject) + b"\nA PAR H\n"
            )
            read_letter(letter, replace_others(table), "france")
        assert time.process_time() - began < 2


@pytest.mark.parametrize("piece", ["<", '"', "(", "a@b,", "<a@b>", '"a\\'])
def test_a_long_sender_takes_little_time(piece: str) -> None:
    began = time.process_time()
    open_letter(HEAD.replace(b"anna@example.org", (piece * 50_000).encode()) + b"\nx\n")
    assert time.process_time() - began < 2


def test_a_mailbox_of_envelopes_takes_little_time() -> None:
    from generator.mailroom.letter import split_mbox

    for piece in (b"From ", b"From a 12:00\n", b"\nFrom a 12:00\nA", b"\n\n\n", b">" * 100):
        began = time.process_time()
        split_mbox(b"From a 12:00 2027\nA: b\n" + piece * (2_000_000 // len(piece)))
        assert time.process_time() - began < 3


def test_a_receipt_repeats_no_orders_of_others(table: MailTable) -> None:
    mail = b"Germany: A MUN - BUR\n\nItaly\nA VEN - TYR\nF NAP - ION\n\nFrance:\nA PAR - BUR\n"
    reading = read_letter(open_letter(mail), table, "france")
    assert [one.text for one in reading.ignored] == ["..."] * 3
    assert not any("MUN" in note or "VEN" in note for note in reading.notes)


@pytest.mark.parametrize("sender", ["ben@example.net", "s{number}@example.net"])
def test_many_mails_take_time_by_their_number(tmp_path: Path, sender: str) -> None:
    """Counted in calls, for a player's own mails and those of strangers."""

    def calls(size: int) -> int:
        folder = new_game(tmp_path / str(size), "many", "standard")
        assert command(folder, "players address", "france", "ben@example.net") == 0
        mails = [
            Mail(
                f"{number}.eml",
                f"From: {sender.format(number=number)}\nSubject: France\nMessage-ID: <{number}@x>\n"
                f"Date: Fri, 27 Feb 2026 10:{number // 60:02}:{number % 60:02} +0000\n\n"
                f"A PAR - {'BUR' if number % 2 else 'PIC'}\nA MAR H\nF BRE - MAO\n".encode(),
            )
            for number in range(size)
        ]
        found = 0

        def count(frame: object, event: str, what: object) -> None:
            nonlocal found
            found += event == "call"

        game = load_game(folder)
        sys.setprofile(count)
        try:
            done = submit_mails(game, mails, Taking(), "", NOW)
        finally:
            sys.setprofile(None)
        assert len(done.handled) == size
        return found

    calls(1)
    assert calls(40) < 5 * calls(10)
