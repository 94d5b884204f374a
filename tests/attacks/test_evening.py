"""Attacks on the referee's pages: other names and pages, broken requests, with the true token."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.archive.games import new_game, write_orders
from tests.serve.pages import TOKEN, Served, files_of, multipart, served

FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[Served]:
    folder = new_game(tmp_path / "games", "duel", "standard")
    write_orders(folder, 1901, "spring-movement", france="A PAR - BUR")
    with served(tmp_path / "games") as pages:
        yield pages


@pytest.fixture(autouse=True)
def nothing_is_written(pages: Served) -> Iterator[None]:
    """Whatever is asked, nothing changes."""
    before = files_of(pages.games.parent)
    yield
    assert files_of(pages.games.parent) == before


def played(pages: Served, **headers: str) -> int:
    """Ask for the phase to be played, with headers beside or in place of the right ones."""
    data = urlencode({"seen": pages.seen(), "really": "yes"}).encode()
    return pages.post("duel/adjudicate", data, FORM, **headers).status


@pytest.mark.parametrize(
    "path",
    [
        "/_evening",
        "/_evening/",
        "/_evening/duel",
        f"/_evening/?token={TOKEN}",
        "/_evening/another/duel",
        f"/_evening/{TOKEN}x/duel",
        f"/_evening/{TOKEN[:-1]}/duel",
        f"/_evening//{TOKEN}/duel",
        "/_evening/%00/duel",
        f"/_evening/{TOKEN}%00/duel",
        "/_evening/%ED%A0%80/",
        "/_evening/../_evening/x/",
    ],
)
def test_without_the_token_nothing_is_seen(pages: Served, path: str) -> None:
    found = pages.ask("GET", path)
    assert found.status in (400, 403, 404)
    assert "Duel" not in found.body
    assert TOKEN not in found.body


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:5500",
        "127.0.0.1.evil.example:5500",
        "localhost.evil.example",
        "127.0.0.1@evil.example",
        "192.168.1.7:5500",
        "0.0.0.0:5500",
        "[::ffff:7f00:1]:5500",
        "[::1",
        "2130706433:5500",
        "",
    ],
)
def test_a_name_of_somebody_else_reads_nothing_even_with_the_token(
    pages: Served, host: str
) -> None:
    """A page may point a name of its own at this machine."""
    found = pages.ask("GET", f"{pages.pages.top}duel", headers={"Host": host})
    assert found.status in (400, 403)
    assert "Duel" not in found.body
    assert played(pages, Host=host, Origin=f"http://{host}") in (400, 403)


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "http://127.0.0.1:1", "https://{host}", "null", "", "{host}"]
)
def test_nothing_is_done_for_another_page(pages: Served, origin: str) -> None:
    assert played(pages, Origin=origin.format(host=pages.host)) == 403


def test_other_machines_are_never_answered(tmp_path: Path) -> None:
    with served(tmp_path / "games", "0.0.0.0") as pages:
        assert pages.ask("GET", pages.pages.top).status == 403


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "get"])
def test_only_looking_and_sending_forms_is_answered(pages: Served, method: str) -> None:
    found = pages.ask(method, f"{pages.pages.top}duel", headers={"Origin": f"http://{pages.host}"})
    assert found.status == 405
    assert "Duel" not in found.body
    assert not any(name.startswith("Access-Control") for name in found.headers)


def test_looking_does_nothing(pages: Served) -> None:
    for path in ("duel/adjudicate?really=yes", "duel/undo", "duel/publish", "duel/mails"):
        assert pages.ask("GET", f"{pages.pages.top}{path}").status == 404


@pytest.mark.parametrize(
    "data",
    [b"", b"seen", b"seen=x&really=yes", b"SEEN=%s&really=yes", b'{"seen": "x"}', b"\xff\xfe=\x00"],
)
def test_a_form_that_is_not_ours_does_nothing(pages: Served, data: bytes) -> None:
    assert pages.post("duel/adjudicate", data, FORM).status == 409
    assert pages.post("duel/adjudicate", data, "multipart/form-data; boundary=x").status in (
        400,
        409,
    )


@pytest.mark.parametrize(
    "game",
    ["..", "%2e%2e", "..%2fduel", "duel%00", "duel%2f", "*", "DUEL", "-x", "..\\duel", "nothing"],
)
def test_a_game_that_is_none_is_not_found(pages: Served, game: str) -> None:
    data = urlencode({"seen": pages.seen(), "really": "yes"}).encode()
    assert pages.post(f"{game}/adjudicate", data, FORM).status in (400, 404)
    assert pages.ask("GET", f"{pages.pages.top}{game}/now.svg").status in (400, 404)


@pytest.mark.parametrize(
    "path",
    [
        "duel/rm",
        "duel/post/../x",
        "duel/did/1",
        "duel/did/x/before.svg",
        "duel/image/99999",
        "fonts/page.css",
        "fonts/..%2fpages.py",
        "fonts/%2e%2e",
        "_style.css/x",
        "duel/game.toml",
    ],
)
def test_only_pages_that_there_are(pages: Served, path: str) -> None:
    assert pages.ask("GET", f"{pages.pages.top}{path}").status == 404


def test_fifty_megabytes_are_refused_in_words(pages: Served) -> None:
    found = pages.drop([("big.eml", b"x" * 50_000_000)])
    assert found.status == 413
    assert "50 MB arrived, and 32 MB is the limit at once" in found.text
    assert pages.look("duel")


def test_a_thousand_files_are_refused_in_words(pages: Served) -> None:
    found = pages.drop([(f"{number}.txt", b"France\nA PAR H\n") for number in range(1000)])
    assert found.status == 413
    assert "more than 300 files at once" in found.text


@pytest.mark.parametrize(
    "name",
    [
        "../../evil.txt",
        "..\\..\\evil.txt",
        "/etc/passwd",
        "C:\\x.txt",
        "games/duel/game.toml",
        "-",
        "\u202ex",
    ],
)
def test_the_name_of_a_file_is_no_path(pages: Served, name: str) -> None:
    """What is dropped is read from the form: no file of this machine is opened or written by it."""
    found = pages.drop([(name, b"no orders of anybody")])
    assert found.status in (303, 400)
    if found.status == 303:
        assert "nothing stored" in pages.follow(found).text


def test_a_file_of_this_machine_is_no_ruling(pages: Served, tmp_path: Path) -> None:
    secret = tmp_path / "secret.toml"
    for text in (str(secret), "/etc/passwd", "x.toml"):
        given = {"seen": pages.seen(), "phase": "1901 spring", "reason": "r", "ruling": text}
        found = pages.send("duel/amend", given)
        assert found.status == 400
        assert "write the ruling in words" in found.text


def test_no_other_page_shows_it_or_learns_its_address(pages: Served) -> None:
    headers = pages.look("duel").headers
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cache-Control"] == "no-store"
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "script" not in headers["Content-Security-Policy"]


def test_broken_forms_with_files_are_refused(pages: Served) -> None:
    whole, kind = multipart([("a.txt", b"France\nA PAR H\n")], {"seen": pages.seen()})
    for data in (whole[:-8], whole.replace(b"form-data", b"form"), b"--x\r\n" * 400 + b"--x--"):
        assert pages.post("duel/mails", data, kind).status in (400, 409, 413)
