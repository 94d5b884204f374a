"""Receipts as mails: written to a folder, sent by a server, and never to a stranger."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from generator.engine.errors import FileError, GameError
from generator.mailroom.mail_settings import password_of, read_mail_settings
from tests.archive.games import command, files_of, new_game
from tests.commands.mail_server import MailServer, mail_server, plain, settings

Capture = pytest.CaptureFixture[str]
SHEET = "France\nA PAR - BUR\nA MAR H\nF BRE - MAO\n"
NOW = ("--now", "2027-03-01T10:00Z")


@pytest.fixture
def folder(tmp_path: Path, capsys: Capture) -> Path:
    made = new_game(
        tmp_path / "games", "war", "standard", "--orders", "private", "--players", "france=Zoë"
    )
    with (made / "game.toml").open("a") as file:
        file.write('\n[addresses]\nfrance = "anna@example.org"\n')
    capsys.readouterr()
    return made


def mail(tmp_path: Path, body: str, *heads: str, sender: str = "Anna <anna@example.org>") -> str:
    lines = (f"From: {sender}", "To: gm@example.org", *heads)
    path = tmp_path / f"{len(list(tmp_path.iterdir()))}.eml"
    path.write_text("".join(f"{line}\n" for line in lines) + f"\n{body}", encoding="utf-8")
    return str(path)


def read_back(path: Path) -> EmailMessage:
    found: Any = message_from_bytes(path.read_bytes(), policy=policy.default)
    assert isinstance(found, EmailMessage)
    return found


def test_a_receipt_is_a_mail_that_answers_the_players(
    folder: Path, tmp_path: Path, capsys: Capture
) -> None:
    heads = ("Subject: France, Spring 1901", "Message-ID: <42@example.org>")
    out = tmp_path / "out"
    path = mail(tmp_path, SHEET, *heads)
    assert command(folder, "submit", path, "--receipts", str(out), *NOW) == 0
    printed = capsys.readouterr().out
    (name,) = out.iterdir()
    assert name.name == "war-france-spring-movement-1.eml"
    found = read_back(name)
    assert found["To"] == "Zoë <anna@example.org>"
    assert found["Subject"] == "Re: France, Spring 1901"
    assert found["In-Reply-To"] == found["References"] == "<42@example.org>"
    assert found["Date"] == "Mon, 01 Mar 2027 10:00:00 +0000"
    assert found["From"] is None
    assert found.get_content().replace("\r\n", "\n") == printed
    assert command(folder, "submit", path, "--receipts", str(out), *NOW) == 0
    assert {one.name for one in out.iterdir()} == {
        "war-france-spring-movement-1.eml",
        "war-france-spring-movement-1-2.eml",
    }


@pytest.mark.parametrize(
    "heads",
    [
        ("Subject: =?utf-8?q?a=0D=0ABcc:_eve@example.org?=",),
        ("Subject: a\n b",),
        ("Message-ID: <a>\n Bcc: eve@example.org",),
        ("Message-ID: =?utf-8?q?=3Ca=0ABcc:_eve@example.org=3E?=",),
    ],
)
def test_no_header_can_be_put_in(folder: Path, tmp_path: Path, heads: tuple[str, ...]) -> None:
    out = tmp_path / "out"
    text = (folder / "game.toml").read_text("utf-8")
    (folder / "game.toml").write_text(text.replace("Zoë", "Zoë\\r\\nBcc: eve@example.org"), "utf-8")
    code = command(folder, "submit", mail(tmp_path, SHEET, *heads), "--receipts", str(out), *NOW)
    if code == 0:
        (name,) = out.iterdir()
        found = read_back(name)
        assert found["Bcc"] is None
        assert found["To"].addresses[0].addr_spec == "anna@example.org"
        assert b"\nBcc" not in name.read_bytes()
    else:
        assert not out.exists() or not list(out.iterdir())


def test_a_stranger_gets_nothing_and_the_power_hears_of_it(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    command(folder, "submit", mail(tmp_path, SHEET), *NOW)
    strange = mail(
        tmp_path,
        "France\nA PAR - PIC\nA MUN H\nA MAR - SPA\n",
        *("Subject: France", "Message-ID: <evil@example.org>"),
        sender="Anna <eve@example.org>",
    )
    assert command(folder, "submit", strange, "--receipts", str(out), *NOW) == 1
    (name,) = out.iterdir()
    found = read_back(name)
    assert found["To"].addresses[0].addr_spec == "anna@example.org"
    assert found["In-Reply-To"] is None
    assert found["Subject"] == "War: France, Spring 1901, movement"
    assert "came from eve@example.org" in found.get_content()
    assert command(folder, "submit", "--accept", "france", "--receipts", str(out), *NOW) == 1
    assert len(list(out.iterdir())) == 2
    for one in out.iterdir():
        assert read_back(one)["To"].addresses[0].addr_spec == "anna@example.org"


def test_who_has_no_address_gets_no_mail(folder: Path, tmp_path: Path, capsys: Capture) -> None:
    out = tmp_path / "out"
    (tmp_path / "italy.txt").write_text("Italy\nA ROM H\n")
    path = str(tmp_path / "italy.txt")
    assert command(folder, "submit", path, "--receipts", str(out), *NOW) == 1
    assert "italy: receipt not mailed: no address" in capsys.readouterr().err
    assert list(out.iterdir()) == []


def test_receipts_do_not_lie_where_git_sees_them(folder: Path, capsys: Capture) -> None:
    root = folder.parent
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    before = files_of(folder)
    assert command(folder, "submit", "--receipts", str(root / "out"), *NOW) == 2
    assert "keep them where git does not see them" in capsys.readouterr().err
    assert not (root / "out").exists()
    assert files_of(folder) == before


def test_a_dry_run_mails_nothing(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    path = mail(tmp_path, SHEET)
    assert command(folder, "submit", path, "--receipts", str(out), "--dry-run", *NOW) == 2
    assert not out.exists()


@pytest.fixture
def server() -> Iterator[MailServer]:
    with mail_server() as made:
        yield made


def test_receipts_are_sent(
    folder: Path, tmp_path: Path, server: MailServer, capsys: Capture
) -> None:
    settings(folder, plain(server))
    assert command(folder, "submit", mail(tmp_path, SHEET), "--smtp", *NOW) == 0
    assert "1 receipt sent through 127.0.0.1" in capsys.readouterr().err
    ((to, text),) = server.got
    found = message_from_bytes(text, policy=policy.default)
    assert to == "anna@example.org"
    assert found["From"] == "Ruth <ruth@example.org>"
    assert found["Message-ID"].endswith("@example.org>")
    assert "Will be done:" in found.get_content()


def test_what_cannot_be_sent_is_said_and_the_orders_stay(
    folder: Path, tmp_path: Path, server: MailServer, capsys: Capture
) -> None:
    settings(folder, plain(server))
    server.refused = "anna@example.org"
    assert command(folder, "submit", mail(tmp_path, SHEET), "--smtp", *NOW) == 1
    assert "was not sent" in capsys.readouterr().err
    assert "A PAR - BUR" in (folder / "private/1901/orders/france.toml").read_text()
    settings(folder, plain(server).replace(f"port = {server.server_address[1]}", "port = 1"))
    again = mail(tmp_path, SHEET.replace("BUR", "PIC"), "Date: Mon, 1 Mar 2027 10:00 +0000")
    assert command(folder, "submit", again, "--smtp", *NOW) == 1
    assert "no receipts were sent through 127.0.0.1" in capsys.readouterr().err


def test_without_a_server_nothing_is_taken(folder: Path, tmp_path: Path, capsys: Capture) -> None:
    before = files_of(folder)
    assert command(folder, "submit", mail(tmp_path, SHEET), "--smtp", *NOW) == 1
    assert "private/mail.toml is missing" in capsys.readouterr().err
    assert files_of(folder) == before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('host = "a"\nfrom = "b"\npassword = "x"\n', "do not store the password in a file"),
        ('host = "a"\n', "from is missing"),
        ('host = "a"\nfrom = "b"\nprt = 3\n', "there is no prt in the file (did you mean port?)"),
        (
            'host = "a"\nfrom = "b"\nsecurity = "ssl"\n',
            "security cannot be 'ssl' (starttls, tls, none)",
        ),
        ('host = "a"\nfrom = "b\\nBcc: c"\n', "from is not a text of one line"),
        ('host = "a"\nfrom = "b"\nport = 0\n', "port cannot be 0 (a whole number, 1 to 65535)"),
        ('host = "a"\nfrom = "b"\nuser = "c"\nsecurity = "none"\n', "encrypted connections only"),
        (
            'host = "a"\nfrom = "b"\npassword_command = "x"\n',
            "password_command cannot be 'x' (a list",
        ),
    ],
)
def test_settings_that_are_wrong_say_what(folder: Path, text: str, said: str) -> None:
    settings(folder, text)
    with pytest.raises(FileError, match=r"mail\.toml") as caught:
        read_mail_settings(folder)
    assert said in str(caught.value)


def test_the_password_comes_from_elsewhere(folder: Path) -> None:
    head = 'host = "a"\nfrom = "b"\nuser = "ruth"\n'
    settings(folder, f'{head}password_env = "SECRET"\n')
    found = read_mail_settings(folder)
    assert found is not None
    assert (found.port, password_of(found, {"SECRET": "x"})) == (587, "x")
    with pytest.raises(GameError, match="is not in SECRET"):
        password_of(found, {})
    settings(folder, f'{head}password_command = ["printf", "abc\\\\n"]\n')
    found = read_mail_settings(folder)
    assert found is not None
    assert password_of(found, {}) == "abc"
    settings(folder, head)
    found = read_mail_settings(folder)
    assert found is not None
    with pytest.raises(GameError, match="there is no password for ruth"):
        password_of(found, {})


def test_what_a_referee_keeps_in_private_is_never_told(folder: Path) -> None:
    from generator.archive.secret.revealing import is_revealable

    told = ["private/1901/orders/france.toml", "private/1901/rulings.toml"]
    told += ["private/1901/state/1-movement/hands.toml", "private/1901/events/1-movement.toml"]
    kept = ["private/mail.toml", "private/addresses.toml", "private/seed.toml"]
    kept += ["private/sealed.toml", "private/receipts/a.eml", "private/1901/notes.txt"]
    kept += ["private/1901/mail/spring-movement/france/1.toml", "1901/orders/france.toml"]
    assert all(map(is_revealable, told))
    assert not any(map(is_revealable, kept))
