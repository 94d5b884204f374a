"""Attacks on the referee's evening: other names and pages, broken requests, with the true token."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlencode

import pytest

from generator.commands.evening import Done, Evening
from tests.commands.test_evening import HOST, TOKEN, ask, evening, games

__all__ = ["games"]

OWN = {"HTTP_ORIGIN": f"http://{HOST}"}
FORM = {"token": TOKEN, "game": "duel", "step": "check"}


def never(games: Path) -> Evening:
    """An evening on which no command may run."""

    def run(words: Sequence[str]) -> Done:
        raise AssertionError(words)

    return evening(games, run)


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
def test_a_name_of_somebody_else_reads_nothing_even_with_the_token(games: Path, host: str) -> None:
    """A page may point a name of its own at this machine."""
    page = never(games)
    found = ask(page, query=f"token={TOKEN}", HTTP_HOST=host)
    assert found.status == "403 Forbidden"
    assert "duel" not in found.body
    own = {"HTTP_HOST": host, "HTTP_ORIGIN": f"http://{host}"}
    assert ask(page, "POST", data=urlencode(FORM), **own).status == "403 Forbidden"


@pytest.mark.parametrize(
    "data",
    [
        "",
        "token",
        f"token=x&token={TOKEN}&game=duel&step=check",
        f"TOKEN={TOKEN}&game=duel&step=check",
        f"token={TOKEN}%00&game=duel&step=check",
        f"token={TOKEN[:-1]}%ED%A0%80&game=duel&step=check",
        f'{{"token": "{TOKEN}", "game": "duel", "step": "check"}}',
        f"token={TOKEN}&game=duel&step=check&x={'x' * 5000}",
    ],
)
def test_a_form_that_is_not_ours_runs_nothing(games: Path, data: str) -> None:
    found = ask(never(games), "POST", data=data, **OWN)
    assert found.status == "403 Forbidden"
    assert "duel" not in found.body


@pytest.mark.parametrize("game", ["duel\x00", "duel/", "./duel", "duel --yes", "", "*", "DUEL"])
def test_a_game_that_is_none_runs_nothing(games: Path, game: str) -> None:
    found = ask(never(games), "POST", data=urlencode({**FORM, "game": game}), **OWN)
    assert found.status == "404 Not Found"


def test_what_is_longer_than_it_says_is_not_read(games: Path) -> None:
    """A step whose name is cut is none."""
    data = urlencode(FORM).encode()
    cut = {"CONTENT_LENGTH": str(len(data) - 1), "wsgi.input": io.BytesIO(data)}
    found = ask(never(games), "POST", **OWN, **cut)  # type: ignore[arg-type]
    assert found.status == "404 Not Found"


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "get"])
def test_only_looking_and_pressing_buttons_is_answered(games: Path, method: str) -> None:
    found = ask(never(games), method, query=f"token={TOKEN}", **OWN)
    assert found.status == "405 Method Not Allowed"
    assert "duel" not in found.body
    assert not any(name.startswith("Access-Control") for name in found.headers)
