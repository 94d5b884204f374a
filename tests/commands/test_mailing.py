"""Receipts as mails: written to a folder, sent by a server, and never to a stranger."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from generator.archive.secret.revealing import is_revealable
from generator.engine.errors import FileError, GameError
from generator.mailroom.mail_settings import MailSettings, password_of, read_mail_settings
from tests.archive.games import change, files_of, new_game
from tests.commands.mail_server import MailServer, mail_server, plain, settings
from tests.commands.mailbox import SHEET, Capture, Post, eml


@pytest.fixture
def post(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Post:
    """A game in which Zoë plays France, with an address."""
    more = ("--orders", "private", "--players", "france=Zoë")
    folder = new_game(tmp_path / "games", "war", "standard", *more)
    with (folder / "game.toml").open("a") as file:
        file.write('\n[addresses]\nfrance = "anna@example.org"\n')
    capsys.readouterr()
    return Post(folder, monkeypatch, capsys)


def read_back(path: Path) -> EmailMessage:
    found: Any = message_from_bytes(path.read_bytes(), policy=policy.default)
    assert isinstance(found, EmailMessage)
    return found


def test_a_receipt_is_a_mail_that_answers_the_players(post: Post, tmp_path: Path) -> None:
    out = tmp_path / "out"
    mail = eml(SHEET, "Subject: France, Spring 1901", "Message-ID: <42@example.org>")
    printed = post.submit(mail, "--receipts", str(out))
    (name,) = out.iterdir()
    assert name.name == "war-france-spring-movement-1.eml"
    found = read_back(name)
    assert found["To"] == "Zoë <anna@example.org>"
    assert found["Subject"] == "Re: France, Spring 1901"
    assert found["In-Reply-To"] == found["References"] == "<42@example.org>"
    assert found["Date"] == "Mon, 01 Mar 2027 10:00:00 +0000"
    assert found["From"] is None
    assert found.get_content().replace("\r\n", "\n") == printed
    post.submit(mail, "--receipts", str(out))
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
def test_no_header_can_be_put_in(post: Post, tmp_path: Path, heads: tuple[str, ...]) -> None:
    out = tmp_path / "out"
    change(post.folder, "game.toml", "Zoë", "Zoë\\r\\nBcc: eve@example.org")
    post.submit(eml(SHEET, *heads), "--receipts", str(out))
    (name,) = out.iterdir()
    found = read_back(name)
    assert found["Bcc"] is None
    assert found["To"].addresses[0].addr_spec == "anna@example.org"
    assert b"\nBcc" not in name.read_bytes()


def test_a_stranger_gets_nothing_and_the_power_hears_of_it(post: Post, tmp_path: Path) -> None:
    out = tmp_path / "out"
    post.submit(eml(SHEET))
    heads = ("Subject: France", "Message-ID: <evil@example.org>")
    orders = "France\nA PAR - PIC\nA MUN H\nA MAR - SPA\n"
    strange = eml(orders, *heads, sender="Anna <eve@example.org>")
    post.submit(strange, "--receipts", str(out), code=1)
    (name,) = out.iterdir()
    found = read_back(name)
    assert found["To"].addresses[0].addr_spec == "anna@example.org"
    assert found["In-Reply-To"] is None
    assert found["Subject"] == "War: France, Spring 1901, movement"
    assert "came from eve@example.org" in found.get_content()
    post.run("submit", "--accept", "france", "--receipts", str(out), code=1)
    assert len(list(out.iterdir())) == 2
    for one in out.iterdir():
        assert read_back(one)["To"].addresses[0].addr_spec == "anna@example.org"


def test_who_has_no_address_gets_no_mail(post: Post, tmp_path: Path) -> None:
    out = tmp_path / "out"
    post.submit("Italy\nA ROM H\n", "--receipts", str(out), code=1)
    assert "italy: receipt not mailed: no address" in post.err
    assert list(out.iterdir()) == []
    # A dry run mails nothing.
    post.submit(eml(SHEET), "--receipts", str(tmp_path / "tried"), "--dry-run", code=2)
    assert not (tmp_path / "tried").exists()


def test_receipts_do_not_lie_where_git_sees_them(post: Post) -> None:
    root = post.folder.parent
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    before = files_of(post.folder)
    post.run("submit", "--receipts", str(root / "out"), code=2)
    assert "keep them where git does not see them" in post.err
    assert not (root / "out").exists()
    assert files_of(post.folder) == before


@pytest.fixture
def server() -> Iterator[MailServer]:
    with mail_server() as made:
        yield made


def test_receipts_are_sent(post: Post, server: MailServer) -> None:
    settings(post.folder, plain(server))
    post.submit(eml(SHEET), "--smtp")
    assert "1 receipt sent through 127.0.0.1" in post.err
    ((to, text),) = server.got
    found = message_from_bytes(text, policy=policy.default)
    assert to == "anna@example.org"
    assert found["From"] == "Ruth <ruth@example.org>"
    assert found["Message-ID"].endswith("@example.org>")
    assert "Will be done:" in found.get_content()


def test_what_cannot_be_sent_is_said_and_the_orders_stay(post: Post, server: MailServer) -> None:
    settings(post.folder, plain(server))
    server.refused = "anna@example.org"
    post.submit(eml(SHEET), "--smtp", code=1)
    assert "was not sent" in post.err
    assert "A PAR - BUR" in post.waiting()
    settings(post.folder, plain(server).replace(f"port = {server.server_address[1]}", "port = 1"))
    again = eml(SHEET.replace("BUR", "PIC"), "Date: Mon, 1 Mar 2027 10:00 +0000")
    post.submit(again, "--smtp", code=1)
    assert "no receipts were sent through 127.0.0.1" in post.err


def test_without_a_server_nothing_is_taken(post: Post) -> None:
    before = files_of(post.folder)
    post.submit(eml(SHEET), "--smtp", code=1)
    assert "private/mail.toml is missing" in post.err
    assert files_of(post.folder) == before


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
def test_settings_that_are_wrong_say_what(post: Post, text: str, said: str) -> None:
    settings(post.folder, text)
    with pytest.raises(FileError, match=r"mail\.toml") as caught:
        read_mail_settings(post.folder)
    assert said in str(caught.value)


def test_the_password_comes_from_elsewhere(post: Post) -> None:
    def stored(line: str) -> MailSettings:
        settings(post.folder, f'host = "a"\nfrom = "b"\nuser = "ruth"\n{line}')
        found = read_mail_settings(post.folder)
        assert found is not None
        return found

    found = stored('password_env = "SECRET"\n')
    assert (found.port, password_of(found, {"SECRET": "x"})) == (587, "x")
    with pytest.raises(GameError, match="is not in SECRET"):
        password_of(found, {})
    assert password_of(stored('password_command = ["printf", "abc\\\\n"]\n'), {}) == "abc"
    with pytest.raises(GameError, match="there is no password for ruth"):
        password_of(stored(""), {})


def test_what_a_referee_keeps_in_private_is_never_told() -> None:
    told = ["private/1901/orders/france.toml", "private/1901/rulings.toml"]
    told += ["private/1901/state/1-movement/hands.toml", "private/1901/events/1-movement.toml"]
    kept = ["private/mail.toml", "private/addresses.toml", "private/seed.toml"]
    kept += ["private/sealed.toml", "private/receipts/a.eml", "private/1901/notes.txt"]
    kept += ["private/1901/mail/spring-movement/france/1.toml", "1901/orders/france.toml"]
    assert all(map(is_revealable, told))
    assert not any(map(is_revealable, kept))
