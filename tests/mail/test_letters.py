"""What a mail's headers and parts give: who sent it, when it came, what was attached."""

from __future__ import annotations

import pytest

from generator.engine.errors import FileError
from generator.mailroom.letter import Letter, is_mbox, open_letter, split_mbox
from generator.mailroom.parts import MailPart

ANNA = "Anna <anna@example.org>"


def letter(*headers: str, body: str = "A PAR - BUR\n", sender: str = ANNA) -> Letter:
    head = (f"From: {sender}", "To: gm@example.org", *headers)
    return open_letter("\n".join((*head, "", body)).encode())


@pytest.mark.parametrize(
    ("sender", "addresses"),
    [
        ("Anna <Anna@Example.org>", ("anna@example.org",)),
        ("anna@example.org", ("anna@example.org",)),
        ('"Lindt, Anna" <anna@example.org>', ("anna@example.org",)),
        ('"anna@example.org" <mallory@evil.example>', ("mallory@evil.example",)),
        ("anna@example.org <mallory@evil.example>", ("mallory@evil.example",)),
        ("mallory@evil.example (anna@example.org)", ("mallory@evil.example",)),
        ("=?utf-8?q?=3Canna=40example=2Eorg=3E?= <m@evil.example>", ("m@evil.example",)),
        ("<anna@example.org> <mallory@evil.example>", ("mallory@evil.example",)),
        ("anna@example.org, tom@example.org", ("anna@example.org", "tom@example.org")),
        ("Anna", ()),
        ("", ()),
    ],
)
def test_only_real_addresses_are_senders(sender: str, addresses: tuple[str, ...]) -> None:
    assert letter(sender=sender).senders == addresses


@pytest.mark.parametrize(
    ("headers", "doubt"),
    [
        ([ANNA], ""),
        (['"Lindt, Anna" <anna@example.org>'], ""),
        (["anna@example.org (Anna (at home))"], ""),
        (["anna@example.org <anna@example.org>"], ""),
        (["Anna"], ""),
        (["evil@example.com, anna@example.org"], "has 2 senders"),
        (["Evil <evil@example.com>, Anna <anna@example.org>"], "has 2 senders"),
        ([ANNA, "evil@example.com"], "has 2 From headers"),
        ([ANNA, ANNA], "has 2 From headers"),
        (['"Anna <anna@example.org>'], "is not clear"),
        (['"evil@example.com <anna@example.org>'], "is not clear"),
        (["evil@example.com <anna@example.org>"], "is not clear"),
        (["<evil@example.com> <anna@example.org>"], "is not clear"),
        (["(Anna <anna@example.org>"], "is not clear"),
        (["friends: evil@example.com; <anna@example.org>"], "is not clear"),
        (["Anna <anna@example.org"], "is not clear"),
    ],
)
def test_a_sender_that_is_not_certain_is_known(headers: list[str], doubt: str) -> None:
    first, *more = headers
    found = letter(*(f"From: {one}" for one in more), sender=first).doubt
    assert doubt in found
    assert bool(found) == bool(doubt)


def test_a_mail_without_a_sender_is_not_certain() -> None:
    found = open_letter(b"To: ruth@example.org\nSubject: France\n\nA PAR H\n")
    assert found.doubt == "the mail has no sender"


def test_the_sender_header_counts_where_from_has_no_address() -> None:
    assert letter("Sender: tom@example.org").senders == ("anna@example.org",)
    found = letter("Sender: tom@example.org", sender="Anna")
    assert (found.senders, found.sender_name) == (("tom@example.org",), "Anna")


def test_the_name_of_the_sender_is_decoded() -> None:
    assert letter(sender="=?utf-8?q?J=C3=B6rg?= <j@example.org>").sender_name == "Jörg"


def test_dates_and_ids_are_those_of_the_headers() -> None:
    found = letter(
        "Received: from a by gm.example.org; Tue, 2 Mar 2027\n 09:00:00 +0100 (CET)",
        "Received: from b by a; Mon, 1 Mar 2027 20:12:00 +0100",
        "Date: Mon, 1 Mar 2027 20:11:00 +0100",
        "Message-ID: <1@example.org>",
        "In-Reply-To:\n <receipt-7@example.org>",
    )
    assert found.arrived == "Tue, 2 Mar 2027 09:00:00 +0100 (CET)"
    assert found.written == "Mon, 1 Mar 2027 20:11:00 +0100"
    assert (found.message_id, found.in_reply_to) == ("<1@example.org>", "<receipt-7@example.org>")
    bare = letter()
    assert (bare.arrived, bare.written, bare.message_id, bare.in_reply_to) == ("", "", "", "")


@pytest.mark.parametrize("charset", ["utf-8", "latin-1"])
def test_headers_that_were_not_encoded_are_read(charset: str) -> None:
    head = "From: Jörg <j@example.org>\nTo: x@example.org\nSubject: Österreich\n\nA VIE H\n"
    found = open_letter(head.encode(charset))
    assert (found.sender_name, found.subject) == ("Jörg", "Österreich")


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("iso-8859-1", "cp1252"),
        ("ISO-8859-1", "utf-8"),
        ("iso-8859-15", "utf-8"),
        ("windows-1252", "utf-8"),
        ("us-ascii", "cp1252"),
        ("us-ascii", "utf-8"),
        ("utf-8", "cp1252"),
        ("x-unknown", "cp1252"),
        ("unknown-8bit", "utf-8"),
        ("utf-16", "utf-16"),
        ("", "cp1252"),
    ],
)
def test_bytes_are_read_as_they_were_written(said: str, written: str) -> None:
    """Whatever charset a mail says that it has."""
    kind = f'Content-Type: text/plain; charset="{said}"' if said else "Content-Type: text/plain"
    head = f"From: {ANNA}\nTo: gm@example.org\nMIME-Version: 1.0\n{kind}\n\n"
    text = "A PAR – BUR\nA Köln — “Münster”…\n"
    found = open_letter(head.encode() + text.encode(written))
    assert found.text.rstrip("\n") == 'A PAR - BUR\nA Köln - "Münster"...'


def test_one_byte_of_another_charset_spoils_no_other() -> None:
    head = f"From: {ANNA}\nTo: x\nContent-Type: text/plain; charset=utf-8\n\n"
    found = open_letter(head.encode() + "A PAR – BUR, Müller".encode() + b" \x96 Jos\xe9\n")
    assert found.text.strip() == "A PAR - BUR, Müller - José"


@pytest.mark.parametrize(
    ("parameters", "body", "text"),
    [
        ("format=flowed", "A BRE - \nENG\nF X\n", "A BRE - ENG\nF X\n"),
        ("format=flowed; delsp=yes", "A BRE -  \nENG\nF X\n", "A BRE - ENG\nF X\n"),
        ('Format="Flowed"; DelSp="Yes"', "North \nsea\n", "Northsea\n"),
        ("format=flowed; delsp=no", "A BRE - \nENG\n", "A BRE - ENG\n"),
        ("delsp=yes", "A BRE - \nENG\n", "A BRE - \nENG\n"),
        ("format=flowed; delsp=yes", "A \n-- \nAnna \n> x\n", "A \n-- \nAnna \n> x\n"),
    ],
)
def test_lines_that_flow_are_joined(parameters: str, body: str, text: str) -> None:
    assert letter(f"Content-Type: text/plain; {parameters}", body=body).text == text


def test_headers_cannot_add_lines() -> None:
    found = letter("Message-ID: =?utf-8?q?=3C1=3E=0ABcc=3A_x=40example=2Eorg?=")
    assert "\n" not in found.message_id


def test_a_mail_with_headers_of_many_kilobytes_is_a_mail() -> None:
    """What servers write into headers grows with every server."""
    found = letter(*(f"X-Trace-{number}: {'x' * 70}" for number in range(600)))
    assert found.senders == ("anna@example.org",)


def parts(*pieces: str) -> Letter:
    body = "".join(f"--sep\n{piece}\n" for piece in pieces) + "--sep--\n"
    return letter("MIME-Version: 1.0", 'Content-Type: multipart/mixed; boundary="sep"', body=body)


def test_text_that_is_attached_is_a_part() -> None:
    found = parts(
        "Content-Type: text/plain\n\nsee the file",
        "Content-Type: application/octet-stream; name=o.txt\nContent-Disposition: attachment"
        "\n\nA PAR - BUR",
        "Content-Type: text/calendar\n\nBEGIN:VCALENDAR",
    )
    assert found.text.strip() == "see the file"
    assert [(one.label, one.text.strip()) for one in found.parts] == [
        ("the attachment o.txt", "A PAR - BUR")
    ]
    assert found.notes == ("not read: what is attached, text/calendar",)


def test_html_that_repeats_the_plain_text_is_no_part() -> None:
    plain = "Content-Type: text/plain\n\n*A PAR - BUR*"
    assert parts(plain, "Content-Type: text/html\n\n<p>A PAR - BUR</p>").parts == ()
    more = parts(plain, "Content-Type: text/html\n\n<p>A PAR - BUR</p><p>A MAR H</p>")
    assert more.parts == (MailPart("the HTML part", "A PAR - BUR\nA MAR H"),)


def test_a_mail_that_is_attached_is_a_forwarded_one() -> None:
    inner = "Content-Type: message/rfc822\n\nFrom: Kim <kim@example.org>\nSubject: Italy\n\nA VEN H"
    assert parts("Content-Type: text/plain\n\nfor you", inner).text.split("\n")[:5] == [
        "for you",
        "---------- Forwarded message ---------",
        "From: Kim <kim@example.org>",
        "Subject: Italy",
        "",
    ]


ENVELOPE = b"From anna@example.org Mon Mar  1 20:11:00 2027\n"
MAIL = b"From: anna@example.org\nTo: gm@example.org\nSubject: France\n\nA PAR - BUR\n"


def test_a_mailbox_is_split_at_its_envelopes() -> None:
    box = ENVELOPE + MAIL + b"\n" + ENVELOPE + MAIL + b">From Paris\n>>From far\n"
    first, second = split_mbox(box)
    assert first == ENVELOPE + MAIL + b"\n"
    assert second.endswith(b"A PAR - BUR\nFrom Paris\n>From far\n")
    assert split_mbox(box.replace(b"\n", b"\r\n"))[1].count(b"\r\n") == second.count(b"\n")


@pytest.mark.parametrize(
    "text",
    [
        MAIL,
        ENVELOPE + MAIL,
        ENVELOPE + MAIL + b"\nFrom Paris to Burgundy at 12:00 o'clock\nA MAR H\n",
        ENVELOPE + MAIL + b"From anna@example.org Mon Mar  1 20:11:00 2027\nTo: x\n",
        b"",
        b"From the train:\nA PAR - BUR\n",
    ],
)
def test_what_only_looks_like_a_mailbox_stays_whole(text: bytes) -> None:
    assert split_mbox(text) == (text,)


@pytest.mark.parametrize(
    "box",
    [
        b"\xef\xbb\xbf" + ENVELOPE + MAIL + b"\n" + ENVELOPE + MAIL,
        ENVELOPE + MAIL + ENVELOPE + MAIL,
        ENVELOPE + MAIL + b"From - Mon Mar 01 20:11:00 2027\n" + MAIL,
        ENVELOPE + MAIL + b"From 7@x Mon Mar  1 20:11:00 +0000 2027\r\nFrom: y\r\n x\r\nTo: x\n\nA",
    ],
)
def test_a_mailbox_is_split_as_other_programs_write_it(box: bytes) -> None:
    found = split_mbox(box)
    assert len(found) == 2
    assert all(open_letter(one).text.startswith("A") for one in found)


def test_a_mailbox_with_one_mail_and_a_mark_in_front_is_a_mail() -> None:
    assert open_letter(b"\xef\xbb\xbf" + ENVELOPE + MAIL).senders == ("anna@example.org",)


def test_a_mail_of_apple_mail_is_read() -> None:
    properties = b'<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"></plist>\n'
    found = open_letter(b"%-11d\n" % len(MAIL) + MAIL + properties)
    assert (found.subject, found.text) == ("France", "A PAR - BUR\n")
    assert open_letter(b"12\nA PAR - BUR\n").text == "12\nA PAR - BUR\n"


@pytest.mark.parametrize(
    ("begin", "kind"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", r"\.msg"),
        (b"%PDF-1.7", "PDF"),
        (b"PK\x03\x04", r"\.docx"),
        (b"{\\rtf1", r"\.rtf"),
        (b"\x1f\x8b", r"\.gz"),
    ],
)
def test_files_that_are_no_mails_are_named(begin: bytes, kind: str) -> None:
    with pytest.raises(FileError, match=kind) as found:
        open_letter(begin + b"\0" * 4000)
    assert found.value.hint


def test_a_mailbox_of_several_is_no_letter() -> None:
    box = ENVELOPE + MAIL + b"\n" + ENVELOPE + MAIL
    assert is_mbox(box)
    with pytest.raises(FileError, match="a mailbox with 2 mails"):
        open_letter(box)
    assert open_letter(ENVELOPE + MAIL).senders == ("anna@example.org",)
