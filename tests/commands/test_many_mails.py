"""Many mails at once: a line for each, and time in proportion to their number."""

from __future__ import annotations

import json
from email.message import EmailMessage
from pathlib import Path

import pytest

from generator.archive.files import reading
from tests.commands.mailbox import Post, eml

NOW = ("--now", "2027-03-01T10:00Z")


def inbox(tmp_path: Path, **mails: str) -> Path:
    made = tmp_path / "inbox"
    made.mkdir(exist_ok=True)
    for name, mail in mails.items():
        (made / f"{name}.eml").write_text(mail, encoding="utf-8")
    return made


def test_a_folder_of_mails_ends_with_a_line_for_each(post: Post, tmp_path: Path) -> None:
    box = inbox(
        tmp_path,
        anna=eml("France\nA PAR - BUR\nA MUN H\nA MAR S A PAR - BUG\n"),
        bob=eml("Italy\nSee you on Monday!\n", sender="bob@example.org"),
        carl=eml("A PAR H\n", sender="carl@example.org"),
        dora=eml("Turkey\nA CON - BUL\nA SMY H\nF ANK - BLA\n", sender="Dora <dora@example.org>"),
    )
    out = post.run("submit", str(box), *NOW, code=1)
    assert out.count("Received: ") == 3
    stored = "France, version 1: 2 orders stored, 2 to fix, 2 missing"
    assert post.err.splitlines() == [
        f"{box}/anna.eml (anna@example.org): {stored}",
        f"{box}/bob.eml (bob@example.org): Italy, nothing stored: no order was found",
        f"{box}/dora.eml (dora@example.org): Turkey, version 1: 3 orders stored",
        f"{box}/carl.eml: the mail does not show whose orders it contains (add --power)",
    ]


def test_encrypted_texts_are_named_in_lines_and_receipts(post: Post, tmp_path: Path) -> None:
    block = "-----BEGIN AGE ENCRYPTED FILE-----\nYWdl\n-----END AGE ENCRYPTED FILE-----\n"
    sheet = "France\nA PAR - BUR\nA MAR H\nF BRE - MAO\n"
    box = inbox(
        tmp_path,
        anna=eml(f"{sheet}{block}"),
        bob=eml(block, "Subject: Italy", sender="bob@example.org"),
        carl=eml(block, sender="carl@example.org"),
    )
    fix = "1 to fix: encrypted"
    why = "an encrypted text, which Theatrum does not open"
    out = post.run("submit", str(box), *NOW, code=1)
    fixed = f"BEGIN AGE ENCRYPTED FILE ({why}; send the orders as plain text)\n"
    assert f"\n\nTo fix:\n  line 5: {fixed}" in out
    assert f"nothing has been stored.\n\nTo fix:\n  line 1: {fixed}" in out
    assert post.err.splitlines() == [
        f"{box}/anna.eml (anna@example.org): France, version 1: 3 orders stored; {fix}",
        f"{box}/bob.eml (bob@example.org): Italy, nothing stored; {fix}",
        f"{box}/carl.eml: the mail has {why} (send the orders as plain text)",
    ]
    facts = json.loads(post.run("submit", "--json", str(box / "anna.eml"), *NOW, code=1))
    assert [line["to_fix"] for line in facts["ignored"]] == [True]


def test_with_receipts_in_files_the_lines_are_all(post: Post, tmp_path: Path) -> None:
    post.run("players address", "france", "ben@example.org")
    box = inbox(
        tmp_path,
        one=eml("France\nA PAR - BUR\n", sender="ben@example.org"),
        two=eml("France\nA PAR - PIC\nA MAR H\nF BRE H\n", sender="eve@example.org"),
    )
    more = ("--power", "france", "--receipts", str(tmp_path / "outbox"))
    out = post.run("submit", str(box), *more, *NOW, code=1)
    assert out == ""
    accept = "theatrum submit war --accept france:2, or --reject france:2"
    assert post.err.splitlines() == [
        f"2 receipts in {tmp_path / 'outbox'}",
        f"{box}/one.eml (ben@example.org): France, version 1: 1 order stored, 2 missing",
        f"{box}/two.eml (eve@example.org): France, on hold (a stranger): {accept}",
    ]


ALL = """\
F BRE H
Austria:
A VIE - GAL
A BUD - SER

ENGLAND
F LON - NTH
A LVP - WAL
Italy: A VEN - TRI; F NAP - ION
A ROM - APU
"""


def test_a_text_with_the_orders_of_all_is_stored_for_each(post: Post, tmp_path: Path) -> None:
    text = tmp_path / "all.txt"
    text.write_text(ALL, encoding="utf-8")
    post.run("submit", str(text), *NOW, code=1)
    assert "or --all to store the orders below each power's name)" in post.err
    post.run("submit", "--all", "--dry-run", str(text), *NOW, code=1)
    assert not (post.folder / "private" / "1901" / "mails").exists()
    post.run("submit", "--all", str(text), *NOW, code=1)
    assert post.err.splitlines() == [
        f"{text}: line 1 has no heading above it, and is not stored: F BRE H",
        f"{text}: Austria, version 1: 2 orders stored, 1 missing",
        f"{text}: England, version 1: 2 orders stored, 1 missing",
        f"{text}: Italy, version 1: 3 orders stored",
    ]
    waiting = post.folder / "private" / "1901" / "orders"
    assert "A VEN - TRI; F NAP - ION\nA ROM - APU" in (waiting / "italy.toml").read_text("utf-8")
    assert "F BRE H" not in (waiting / "france.toml").read_text("utf-8")


def test_what_is_attached_to_the_text_of_all_is_named(post: Post, tmp_path: Path) -> None:
    mail = EmailMessage()
    mail["From"] = "ruth@example.org"
    mail.set_content("Austria:\nA VIE - GAL\n")
    mail.add_attachment("Italy:\nA VEN - TRI\n", filename="south.txt")
    mail.add_attachment(b"\x89PNG", "image", "png", filename="map.png")
    path = tmp_path / "all.eml"
    path.write_bytes(mail.as_bytes())
    post.run("submit", "--all", str(path), *NOW, code=1)
    assert "south.txt is not stored: send it separately, with the names of the powers" in post.err
    assert post.err.count("map.png") == 1
    assert "Austria, version 1: 1 order stored" in post.err


def test_a_text_without_names_of_powers_has_nothing_for_all(post: Post, tmp_path: Path) -> None:
    text = tmp_path / "all.txt"
    text.write_text("A PAR - BUR\n", encoding="utf-8")
    post.run("submit", "--all", str(text), *NOW, code=1)
    assert "no line has just the name of a power" in post.err


@pytest.mark.parametrize(("sender", "code"), [("ben@example.org", 0), ("eve@example.org", 1)])
def test_what_is_read_grows_with_the_mails_and_no_faster(
    post: Post, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sender: str, code: int
) -> None:
    """A player's own mails, and a stranger's: each asks which version stands, and whether it is
    one of those before it."""
    post.run("players address", "france", "ben@example.org")
    opened = [0]
    plain = reading.open_plain

    def counted(path: Path) -> object:
        opened[0] += 1
        return plain(path)

    monkeypatch.setattr(reading, "open_plain", counted)

    def reads(number: int, day: int) -> int:
        """How many files are read for so many mails more."""
        box = tmp_path / f"day {day}"
        box.mkdir()
        for at in range(number):
            orders = f"France\nA PAR - {('BUR', 'PIC', 'GAS')[at % 3]}\n"
            mail = eml(orders, f"Message-ID: <{day}-{at}@x>", sender=sender)
            (box / f"{at:02}.eml").write_text(mail, encoding="utf-8")
        opened[0] = 0
        post.run("submit", str(box), "--power", "france", *NOW, code=code)
        return opened[0]

    first, second, third = reads(4, 1), reads(8, 2), reads(16, 3)
    assert len(list((post.folder / "private").rglob("france/*.txt"))) == 28
    # What comes first has versions to read that are there; after that each mail costs the same.
    assert third <= 2.2 * second
    assert second <= 2.5 * first
