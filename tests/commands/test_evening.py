"""The referee's evening: who is answered, what is shown, and that a step runs its command."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

import pytest

from generator.archive import load_game
from generator.building.build import build_site
from generator.commands.evening import ADDRESS, STEPS, Done, Evening, run_command
from tests.archive.games import ROOT, change, new_game, write_orders

TOKEN = "a-token"
HOST = "127.0.0.1:5500"
NOW = datetime(2027, 3, 8, tzinfo=UTC)


class Shown(NamedTuple):
    status: str
    headers: dict[str, str]
    body: str


def site(environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
    start_response("200 OK", [])
    return [b"the site"]


def evening(games: Path, run: Callable[[Sequence[str]], Done] | None = None) -> Evening:
    return Evening(games, TOKEN, "127.0.0.1", site, run or run_command(games), lambda: NOW)


def ask(page: Evening, method: str = "GET", query: str = "", data: str = "", **more: str) -> Shown:
    environ: dict[str, Any] = {
        "PATH_INFO": ADDRESS, "REQUEST_METHOD": method, "QUERY_STRING": query, "HTTP_HOST": HOST,
        "REMOTE_ADDR": "127.0.0.1", "CONTENT_LENGTH": str(len(data)),
        "wsgi.input": io.BytesIO(data.encode()), **more,
    }  # fmt: skip
    said: list[Any] = []
    body = page(environ, lambda status, headers: said.extend((status, dict(headers))))
    return Shown(said[0], said[1], b"".join(body).decode())


def look(page: Evening) -> str:
    found = ask(page, query=f"token={TOKEN}")
    assert found.status == "200 OK"
    return found.body


def take(page: Evening, step: str, game: str = "duel", **more: str) -> Shown:
    given = {"token": TOKEN, "game": game, "step": step}
    origin = {"HTTP_ORIGIN": f"http://{HOST}"}
    return ask(page, "POST", data=urlencode(given), **{**origin, **more})


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = new_game(tmp_path / "games", "duel", "standard")
    write_orders(folder, 1901, "spring-movement", france="A PAR - BUR\nA MAR - XYZ")
    return tmp_path / "games"


@pytest.mark.parametrize("query", ["", "token=", "token=another", "token=a-token-x", "x=%FF"])
def test_nobody_looks_without_the_token(games: Path, query: str) -> None:
    found = ask(evening(games), query=query)
    assert found.status == "403 Forbidden"
    assert "duel" not in found.body
    assert TOKEN not in found.body


@pytest.mark.parametrize(
    "more",
    [
        {"HTTP_ORIGIN": "http://evil.example"},
        {"HTTP_ORIGIN": "http://127.0.0.1:5501"},
        {"HTTP_ORIGIN": "https://127.0.0.1:5500"},
        {"HTTP_ORIGIN": "null"},
        {"HTTP_ORIGIN": ""},
        {"HTTP_HOST": "evil.example", "HTTP_ORIGIN": "http://evil.example"},
        {"REMOTE_ADDR": "192.168.1.7"},
        {"CONTENT_LENGTH": "99999"},
        {"CONTENT_LENGTH": "-1"},
    ],
)
def test_no_step_is_taken_for_another_page(games: Path, more: dict[str, str]) -> None:
    ran: list[Any] = []
    page = evening(games, lambda words: ran.append(words) or Done((), 0, ""))  # type: ignore[func-returns-value]
    assert take(page, "check", **more).status == "403 Forbidden"
    assert not ran


def test_no_step_is_taken_without_the_token_and_none_by_a_look(games: Path) -> None:
    ran: list[Any] = []
    page = evening(games, lambda words: ran.append(words) or Done((), 0, ""))  # type: ignore[func-returns-value]
    data = urlencode({"token": "another", "game": "duel", "step": "check"})
    assert ask(page, "POST", data=data, HTTP_ORIGIN=f"http://{HOST}").status == "403 Forbidden"
    ask(page, query=f"token={TOKEN}&game=duel&step=check")
    assert ask(page, "DELETE").status == "405 Method Not Allowed"
    assert not ran


def test_other_machines_are_never_answered(games: Path) -> None:
    page = evening(games)
    page.host = "0.0.0.0"
    assert ask(page, query=f"token={TOKEN}").status == "403 Forbidden"


def test_all_other_addresses_are_the_sites(games: Path) -> None:
    assert ask(evening(games), PATH_INFO="/duel/").body == "the site"


def test_the_site_does_not_learn_its_address(games: Path) -> None:
    assert '<a href="/" rel=noreferrer>' in look(evening(games))


def test_it_says_who_is_ready_and_leads_to_each_game(games: Path) -> None:
    change(games / "duel", "game.toml", "format = 1\n", 'format = 1\nearly = "all-ready"\n')
    body = look(evening(games))
    assert "<li>ready: 0 of 7 powers</li>" in body
    assert 'href="#duel"' not in body
    new_game(games, "second", "standard")
    body = look(evening(games))
    assert '<a href="#duel">Duel</a> \u00b7 <a href="#second">Second</a>' in body
    assert 'id="second"' in body
    assert "<small>after \u201cDry run\u201d</small>" in body


def test_no_other_page_shows_it_or_learns_its_address(games: Path) -> None:
    headers = ask(evening(games), query=f"token={TOKEN}").headers
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cache-Control"] == "no-store"
    assert "default-src 'none'" in headers["Content-Security-Policy"]


@pytest.mark.parametrize(("step", "game"), [("rm", "duel"), ("check", "../duel"), ("check", "--x")])
def test_only_steps_and_games_that_there_are(games: Path, step: str, game: str) -> None:
    ran: list[Any] = []
    page = evening(games, lambda words: ran.append(words) or Done((), 0, ""))  # type: ignore[func-returns-value]
    assert take(page, step, game).status == "404 Not Found"
    assert not ran


def test_what_is_missing_odd_and_late_is_shown(games: Path) -> None:
    with (games / "duel" / "game.toml").open("a", encoding="utf-8") as file:
        file.write("\n[dates.1901]\nspring-movement = 2027-03-07\n")
    body = look(evening(games))
    assert "orders missing: Austria, England, Germany, Italy, Russia and Turkey" in body
    assert "orders due" in body
    assert "past for" in body
    assert "1901/orders/france.toml:4:" in body
    assert "theatrum adjudicate duel --dry-run" in body


def test_orders_that_are_not_here_are_said(tmp_path: Path) -> None:
    import shutil

    shutil.copytree(ROOT / "games" / "salt-road", tmp_path / "salt-road")
    assert "theatrum secrets unseal salt-road" in look(evening(tmp_path))


def test_a_dry_run_comes_before_adjudicating(games: Path) -> None:
    page = evening(games)
    assert "<button disabled>Adjudicate" in look(page)
    done = take(page, "adjudicate")
    assert done.status == "303 See Other"
    assert "do \u201cDry run\u201d first" in look(page)
    take(page, "try")
    assert "dry run, nothing written" in look(page)
    assert not load_game(games / "duel").phases
    change(games / "duel", "1901/orders/france.toml", "A PAR - BUR", "A PAR - GAS")
    assert "<button disabled>Adjudicate" in look(page)
    take(page, "try")
    take(page, "adjudicate")
    assert "<code>theatrum adjudicate duel</code>: done" in look(page)
    assert len(load_game(games / "duel").phases) == 1
    assert "<button disabled>Adjudicate" in look(page)
    take(page, "post")
    assert "Spring 1901, movement" in look(page)


def test_a_command_that_fails_shows_its_message(games: Path) -> None:
    page = evening(games)
    take(page, "preview")
    body = look(page)
    assert "failed, exit code" in body
    assert "git" in body
    assert "<button disabled>Publish" in body


def test_what_people_wrote_is_escaped(games: Path) -> None:
    change(games / "duel", "1901/orders/france.toml", "A PAR - BUR", "<script>alert(1)</script>")
    page = evening(games, lambda words: Done(tuple(words), 1, "<b>said</b>"))
    take(page, "check")
    body = look(page)
    assert "<script>" not in body
    assert "&lt;b&gt;said" in body


def test_a_game_that_cannot_be_read_does_not_hide_the_others(games: Path) -> None:
    new_game(games, "broken", "standard")
    (games / "broken" / "game.toml").write_text("[", "utf-8")
    body = look(evening(games))
    assert "broken/game.toml:1:" in body
    assert "orders missing" in body


def test_each_step_is_a_command_that_there_is() -> None:
    from generator.cli import _parser

    for step in STEPS:
        words = ["duel" if word == "GAME" else word for word in step.words]
        assert _parser(words[0]).parse_args(words).game == "duel"


def test_nothing_of_it_is_in_a_built_site(games: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build_site(games, ROOT / "site", out)
    for path in out.rglob("*"):
        assert "evening" not in path.name
        if path.suffix in (".html", ".js", ".json", ".txt", ".xml") and "guide" not in path.parts:
            assert "_evening" not in path.read_text("utf-8"), path
