"""Encrypted texts are named wherever they stand in a mail, and no order beside them is lost."""

from __future__ import annotations

import base64
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.mailroom.encrypted import HINT, PROBLEM
from generator.mailroom.letter import open_letter
from generator.mailroom.reading import MailReading, read_letter
from generator.mailroom.shares import shares_of
from generator.mailroom.table import LetterError, MailTable
from tests.mail.accounting import lost_lines
from tests.mail.tables import orders_of, table_for

WHY = f"{PROBLEM}; {HINT}"
AGE = b"age-encryption.org/v1\n-> X25519 abc\ndef\n--- mac\n" + bytes(range(256))
PGP = b"\x85\x01\x0c\x03" + bytes(range(255, 0, -1))
ORDERS = ["A PAR - BUR", "A MAR H", "F BRE - MAO"]
SHEET = "".join(f"{order}\n" for order in ORDERS)


def armored(name: str, data: bytes = AGE, head: str = "") -> str:
    letters = base64.encodebytes(data).decode("ascii")
    return f"-----BEGIN {name}-----\n{head}{letters}-----END {name}-----\n"


BLOCK = armored("AGE ENCRYPTED FILE")
FIRST, LAST = "-----BEGIN AGE ENCRYPTED FILE-----\n", "-----END AGE ENCRYPTED FILE-----\n"
FORWARDED = "---------- Forwarded message ---------\nFrom: Anna <a@b.c>\n\n"
VERSION = "Version: GnuPG v2\nComment: https://example.org, ada@example.org 10:00\n\n"
KINDS = {
    "age": BLOCK,
    "OpenPGP": armored("PGP MESSAGE", PGP, VERSION).replace("-----END", "=q83v\n-----END"),
    "OpenPGP in parts": armored("PGP MESSAGE, PART 1/2", PGP),
    "S/MIME": armored("PKCS7"),
    "CMS": armored("CMS"),
    "another program": armored("SALTED ENCRYPTED MESSAGE"),
}


def with_sign(sign: str, text: str) -> str:
    return "".join(f"{sign}{line}\n" for line in text.splitlines())


NOISY = {
    **KINDS,
    "with the line ends of mail": BLOCK.replace("\n", "\r\n"),
    "with old line ends": BLOCK.replace("\n", "\r"),
    "in code tags": f"[code]{BLOCK.rstrip()}[/code]\n",
    "in one line": BLOCK.replace("\n", " ") + "\n",
    "in two lines": BLOCK.replace("\n", " ").replace("----- ", "-----\n", 1) + "\n",
    "with empty lines": BLOCK.replace("\n", "\n\n"),
    "indented": with_sign("\t    ", BLOCK),
    "with typographic dashes": BLOCK.replace("-----", "—–"),
    "with hidden signs": BLOCK.replace("BEGIN", "BE\u00adGIN"),
    "in a fence": f"```\n{BLOCK}```\n",
    "in small letters": BLOCK.replace("BEGIN AGE", "begin age"),
    "cut at its end": BLOCK.replace(LAST, ""),
    "cut at its beginning": BLOCK.replace(FIRST, ""),
    "without anything in it": FIRST + LAST,
    "twice the beginning": FIRST + BLOCK,
}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> MailTable:
    return table_for(tmp_path_factory.mktemp("games"), "standard")


def read(data: bytes | str, table: MailTable, power: str = "") -> MailReading:
    letter = open_letter(data.encode() if isinstance(data, str) else data)
    reading = read_letter(letter, table, power)
    assert lost_lines(letter, reading) == [], reading
    return reading


def named(reading: MailReading) -> list[tuple[int, str]]:
    """The encrypted texts, by their lines."""
    assert all(one.why.startswith(WHY) for one in reading.ignored if one.to_fix)
    return [(one.line, one.text) for one in reading.ignored if one.to_fix]


def moves(reading: MailReading, table: MailTable) -> list[str]:
    return orders_of(reading, table).get("spring-movement", [])


@pytest.mark.parametrize("name", NOISY)
def test_orders_beside_an_encrypted_text_count_and_it_is_named(table: MailTable, name: str) -> None:
    before = read(f"France\n{NOISY[name]}{SHEET}", table)
    assert moves(before, table) == ORDERS
    after = read(f"France\n{SHEET}{NOISY[name]}", table)
    assert moves(after, table) == ORDERS
    for reading in (before, after):
        found = named(reading)
        assert len(found) == 1 + ("twice" in name)
        assert found[0][1].upper().startswith(("BEGIN", "END"))
        # Nothing of it is told line by line, and no message has its mark.
        assert [one for one in reading.ignored if not one.to_fix and len(one.text) > 20] == []
        assert all("--" not in text for _, text in found)


@pytest.mark.parametrize("name", NOISY)
def test_a_mail_with_nothing_else_names_it(table: MailTable, name: str) -> None:
    mail = f"From: anna@example.org\nTo: gm@example.org\nSubject: France\n\n{NOISY[name]}"
    reading = read(mail, table)
    assert (reading.power, reading.sections) == ("france", ())
    assert named(reading)
    with pytest.raises(LetterError, match=f"{PROBLEM} .{HINT}"):
        read(NOISY[name], table)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (f"France\n{SHEET}-- \nAnna\n{BLOCK}", [7]),
        (f"France\n{SHEET}\n{FORWARDED}{BLOCK}", [9]),
        (f"France\n\n{with_sign('> ', BLOCK)}", [3]),
        (f"As promised:\n\n[quote=Anna]{BLOCK}[/quote]\n", [3]),
        (f"France\n{SHEET}{BLOCK}and\n{BLOCK}", [5, 14]),
        (f"France\n{SHEET}My orders: {BLOCK}", [5]),
        # What others wrote is not this player's to mend.
        (f"France\n{SHEET}\nOn Tue, 2 Mar 2027, Ruth wrote:\n{with_sign('> ', BLOCK)}", []),
        # Signed is not encrypted, and neither is a key.
        (f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nFrance\n{SHEET}", []),
        (f"France\n{SHEET}{armored('PGP SIGNATURE')}", []),
        (f"France\n{SHEET}{armored('PGP PUBLIC KEY BLOCK')}", []),
    ],
)
def test_where_it_stands(table: MailTable, text: str, lines: list[int]) -> None:
    reading = read(text, table, "france")
    assert [line for line, _ in named(reading)] == lines
    assert moves(reading, table) == (ORDERS if "A PAR" in text else [])


def test_a_cut_text_takes_no_order_with_it(table: MailTable) -> None:
    cut = "".join(BLOCK.splitlines(keepends=True)[:3])
    for text in (
        f"France\n{cut}{SHEET}",
        f"France\n{cut}{SHEET}{LAST}",
        f"France\n{cut}{SHEET}{BLOCK}",
        f"France\n{SHEET}{BLOCK.replace(FIRST, '')}",
        f"France\n{FIRST}{SHEET}{LAST}",
    ):
        assert moves(read(text, table), table) == ORDERS, text
    ready = read(f"France\n{SHEET}{cut}READY\n", table)
    assert ready.directives.ready


def test_it_is_named_once_where_a_receipt_is_answered(table: MailTable) -> None:
    (first,) = read(f"France\n{BLOCK}", table, "france").ignored[:1]
    quoted = f"> To fix:\n>   line {first.line}: {first.text} ({first.why})\n"
    reading = read(f"France\n{SHEET}\nOn Tue, 2 Mar 2027, Ruth wrote:\n{quoted}", table)
    assert named(reading) == []
    assert named(read(quoted, table, "france")) == []


def attached(data: bytes, kind: str, name: str) -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "anna@example.org", "gm@example.org", "France"
    mail.set_content(SHEET)
    main, _, sub = kind.partition("/")
    mail.add_attachment(data, main, sub, filename=name or None)
    return mail


@pytest.mark.parametrize(
    ("data", "kind", "name"),
    [
        (BLOCK.encode(), "application/octet-stream", "orders.age"),
        (AGE, "application/octet-stream", "orders.age"),
        (AGE, "application/octet-stream", "orders.bin"),
        (AGE, "text/plain", "orders.txt"),
        (PGP, "application/octet-stream", "orders.txt.gpg"),
        (PGP, "application/pgp-encrypted", "orders.pgp"),
        (PGP, "application/octet-stream", ""),
        (KINDS["OpenPGP"].encode(), "application/octet-stream", ""),
        (KINDS["OpenPGP"].encode(), "application/octet-stream", "encrypted.asc"),
        (KINDS["OpenPGP"].encode(), "text/plain", "orders.txt"),
        (b"\x30\x82\x01\x02", "application/pkcs7-mime", ""),
        (b"\x30\x82\x01\x02", "application/octet-stream", "smime.p7m"),
    ],
)
def test_an_encrypted_file_is_named(table: MailTable, data: bytes, kind: str, name: str) -> None:
    reading = read(bytes(attached(data, kind, name)), table)
    assert moves(reading, table) == ORDERS
    assert [one.why for one in reading.ignored if one.to_fix] == [
        f"{WHY} (in the attachment {name or kind})"
    ]
    assert reading.notes == ()


def test_a_mail_that_is_encrypted_as_a_whole_is_named(table: MailTable) -> None:
    head = "From: anna@example.org\nTo: gm@example.org\nSubject: France\nMIME-Version: 1.0\n"
    pgp = (
        f'{head}Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=x'
        "\n\n--x\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n\n--x\n"
        f"Content-Type: application/octet-stream\n\n{KINDS['OpenPGP']}\n--x--\n"
    )
    smime = (
        f"{head}Content-Type: application/x-pkcs7-mime; smime-type=enveloped-data; name=a.p7m\n"
        "Content-Transfer-Encoding: base64\nContent-Disposition: attachment\n\nMIICWAYJKoZI\n"
    )
    html = f"{head}Content-Type: text/html\n\n<p>Hi</p><pre>{KINDS['OpenPGP']}</pre>\n"
    for mail in (pgp, smime, html):
        reading = read(mail, table)
        assert reading.power == "france"
        assert [one.why.startswith(WHY) for one in reading.ignored if one.to_fix] == [True], mail
    with pytest.raises(LetterError, match=PROBLEM):
        read(pgp.replace("Subject: France\n", ""), table)


@pytest.mark.parametrize("data", [AGE, PGP, b"\x8c\x0d\x04\x09\x03\x02" + PGP[9:]])
def test_a_file_in_bytes_is_refused_as_what_it_is(table: MailTable, data: bytes) -> None:
    with pytest.raises(LetterError, match=PROBLEM):
        read(data, table)


def test_in_a_text_of_all_it_is_named_for_whom_it_is(table: MailTable) -> None:
    text = f"{BLOCK}\nFrance\n{SHEET}{BLOCK}\nItaly\nA VEN H\n"
    shares = shares_of(open_letter(text.encode()), table)
    assert [line.partition(" begins")[0] for line in shares.loose] == ["line 1"]
    assert len(named(read_letter(shares.letters["france"], table, "france"))) == 1
    assert named(read_letter(shares.letters["italy"], table, "italy")) == []
    with pytest.raises(LetterError, match=PROBLEM):
        shares_of(open_letter(BLOCK.encode()), table)


@given(
    st.lists(
        st.sampled_from(
            [
                FIRST,
                LAST,
                BLOCK,
                "YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+\n",
                "words\n",
                "> \n",
                "\n",
                SHEET,
            ]
        ),
        max_size=12,
    )
)
def test_no_order_between_the_edges_of_such_texts_vanishes(
    table: MailTable, pieces: list[str]
) -> None:
    text = "".join(pieces)
    reading = read(text, table, "france")
    assert len(named(reading)) >= text.count("BEGIN")
    assert len(moves(reading, table)) == len(ORDERS) * text.count(SHEET)
