"""The referee's evening as one screen: /_evening/ of `theatrum serve`.

    GET  /_evening/?token=...    each running game: what is missing, odd and late, what waits for a
                                 decision, and the steps of an evening with the command of each
    POST /_evening/              token, game, step: runs that command; leads back to the page

Invariants.
- Only who has the token that the terminal printed is answered, by a name of this machine, and a
  step is taken only for a page that came from here (Origin). All else is 403, and says nothing.
- A step is one of `STEPS` for a game that there is: fixed words, no shell, no text from the page.
- A phase is adjudicated, and a game published, only after its dry run of what is there now.
- The page is made for each request. It is no file: nothing of it can be published.
"""

from __future__ import annotations

import hmac
import html
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, urlencode, urlsplit

from msgspec import Struct, field

from generator.archive import Game, list_games, load_game
from generator.archive.dates.deadlines import deadline_of
from generator.archive.play.adjudicating import check_game, read_order_texts, rulings_for
from generator.commands.absences import absence_lines
from generator.commands.dues import away
from generator.commands.report import power_name
from generator.commands.status import status_facts
from generator.engine.errors import TheatrumError
from generator.engine.words import count, listed
from generator.mailroom.on_hold import on_hold_line
from generator.serve import is_own_host

ADDRESS: Final = "/_evening/"
LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
"""Hosts that only this machine can ask."""
_LONGEST: Final = 4096
"""Bytes of a form: a token, a game and a step."""
_PATIENCE: Final = 900
"""Seconds that a command may take."""
_SHOWN: Final = 12
"""Complaints of a game that are listed."""
_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; "
    "base-uri 'none'"
)
_STYLE: Final = (
    "body{font:17px/1.5 Georgia,serif;max-width:62rem;margin:0 auto;padding:1rem;"
    "background:#f7f1e2;color:#241a12;overflow-wrap:anywhere}h1,h2{font-weight:400;color:#8c1d18}"
    "section{border-top:2px solid #b9a27a;margin-top:2rem}ul{padding-left:1.2rem}"
    "li.bad,p.bad{color:#8c1d18}code,pre{font:14px/1.5 monospace}"
    "pre{overflow:auto;max-height:24rem;padding:.6rem;border:1px solid #b9a27a;"
    "white-space:pre-wrap}"
    "form{display:flex;flex-wrap:wrap;gap:.4rem 1rem;align-items:center;margin:.5rem 0}"
    "button{font:inherit;min-width:16rem;min-height:2.75rem;cursor:pointer}"
    "button:disabled{opacity:.45;cursor:default}"
    "@media(prefers-color-scheme:dark){body{background:#16120d;color:#eee3cd}"
    "h1,h2,li.bad,p.bad{color:#f0917c}a{color:#f0b97c}"
    "button{background:#2c241a;color:inherit;border:1px solid #b9a27a}}"
)


class Step(NamedTuple):
    """A step of an evening: its name in forms, its label, and the words of its command; GAME stands
    for the game. `after` is the step that has to be done first."""

    name: str
    label: str
    words: tuple[str, ...]
    after: str = ""


STEPS: Final = (
    Step("check", "Check the orders", ("check", "GAME")),
    Step("try", "Dry run", ("adjudicate", "GAME", "--dry-run")),
    Step("adjudicate", "Adjudicate", ("adjudicate", "GAME"), "try"),
    Step("seal", "Seal the secrets", ("secrets", "seal", "GAME")),
    Step("post", "The post for the forum", ("post", "GAME")),
    Step("preview", "What would be published", ("publish", "GAME", "--dry-run")),
    Step("publish", "Publish", ("publish", "GAME", "--yes"), "preview"),
)


class Done(NamedTuple):
    """What a command said, and its exit code."""

    words: tuple[str, ...]
    code: int
    said: str


class _Response(NamedTuple):
    status: str
    body: str
    location: str = ""


def run_command(games: Path) -> Callable[[Sequence[str]], Done]:
    """Runs a command of theatrum on the games in a folder, in a process of its own that nobody can
    answer: what would ask fails instead."""

    def run(words: Sequence[str]) -> Done:
        environment = {**os.environ, "GIT_TERMINAL_PROMPT": "0", "PYTHONIOENCODING": "utf-8"}
        command = [sys.executable, "-m", "generator", "--games", str(games), *words]
        try:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env=environment,
                timeout=_PATIENCE,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return Done(tuple(words), 1, f"took more than {_PATIENCE} seconds, and was ended")
        return Done(tuple(words), done.returncode, done.stdout.decode("utf-8", "replace"))

    return run


class Evening(Struct):
    """The page as a WSGI application; what is not its address goes to `site`. `host` is where it is
    served, `now` the clock. `last` is what the last step of each game said, `tried` what was there
    when a step was last done."""

    games: Path
    token: str
    host: str
    site: Callable[..., list[bytes]]
    run: Callable[[Sequence[str]], Done]
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    last: dict[str, Done] = field(default_factory=dict)
    tried: dict[tuple[str, str], str] = field(default_factory=dict)

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        if environ.get("PATH_INFO", "").rstrip("/") != ADDRESS.rstrip("/"):
            return self.site(environ, start_response)
        found = self._answer(environ)
        data = found.body.encode()
        headers = [
            ("Content-Type", "text/html; charset=utf-8"),
            ("Content-Length", str(len(data))),
            ("Cache-Control", "no-store"),
            # Its address has the token: no other server may learn it, and no other page show it.
            ("Referrer-Policy", "same-origin"),
            ("X-Frame-Options", "DENY"),
            ("Content-Security-Policy", _POLICY),
        ]
        if found.location:
            headers.append(("Location", found.location))
        start_response(found.status, headers)
        return [] if environ.get("REQUEST_METHOD") == "HEAD" else [data]

    def _answer(self, environ: Mapping[str, Any]) -> _Response:
        method = environ.get("REQUEST_METHOD", "GET")
        asked = str(environ.get("HTTP_HOST", ""))
        if self.host not in LOOPBACK or not is_own_host(asked, self.host):
            return _refused()
        if environ.get("REMOTE_ADDR", "127.0.0.1") not in LOOPBACK:
            return _refused()
        if method in ("GET", "HEAD"):
            given = parse_qs(str(environ.get("QUERY_STRING", "")))
            return self._page() if self._knows(given) else _refused()
        if method != "POST":
            return _Response("405 Method Not Allowed", _page("<h1>Only to read</h1>"))
        given = _form(environ)
        origin = urlsplit(str(environ.get("HTTP_ORIGIN", "")))
        if origin.scheme != "http" or origin.netloc != asked or not self._knows(given):
            return _refused()
        return self._take(_one(given, "game"), _one(given, "step"))

    def _knows(self, given: Mapping[str, Sequence[str]]) -> bool:
        token = _one(given, "token")
        return hmac.compare_digest(token.encode("utf-8", "replace"), self.token.encode())

    def _take(self, slug: str, name: str) -> _Response:
        """Take a step, and lead back to the page."""
        step = next((step for step in STEPS if step.name == name), None)
        folder = next((path for path in list_games(self.games) if path.name == slug), None)
        if step is None or folder is None:
            return _Response("404 Not Found", _page("<h1>No such step, or no such game</h1>"))
        words = _words(step, slug)
        is_ready = not step.after or self.tried.get((slug, step.after)) == self._mark(folder)
        if is_ready:
            before = self._mark(folder)
            done = self.run(words)
            if done.code == 0:
                self.tried[slug, name] = before
        else:
            first = next(one.label for one in STEPS if one.name == step.after)
            done = Done(words, 1, f"not run: do \u201c{first}\u201d first, with what is there now")
        self.last[slug] = done
        back = f"{ADDRESS}?{urlencode({'token': self.token})}#{slug}"
        return _Response("303 See Other", "", back)

    def _mark(self, folder: Path) -> str:
        """A digest of what a dry run is about: the phase, its orders and rulings, and all files
        that may be committed; "" for a game that cannot be read, which is like no other."""
        from generator.archive.secret.secrets import public_files

        seen = sha256()
        try:
            game = load_game(folder)
            if not game.is_over:
                moment = game.current_moment
                texts = read_order_texts(game, moment)
                seen.update(repr([(power, text.text) for power, text in texts.items()]).encode())
                seen.update(repr(rulings_for(game, moment)).encode())
            for name in public_files(folder):
                seen.update(name.encode() + sha256((folder / name).read_bytes()).digest())
        except (TheatrumError, OSError):
            return f"unread {self.now().timestamp()}"
        return seen.hexdigest()

    # --- the page

    def _page(self) -> _Response:
        parts, titles = [], []
        for folder in list_games(self.games):
            try:
                game = load_game(folder)
                if game.settings.archived or (game.is_over and folder.name not in self.last):
                    continue
                parts.append(self._game(game))
                titles.append((folder.name, html.escape(game.settings.title)))
            except TheatrumError as error:
                said = html.escape(str(error))
                titles.append((folder.name, folder.name))
                parts.append(f'<section id="{folder.name}"><h2>{folder.name}</h2>'
                             f'<p class="bad">{said}</p></section>')  # fmt: skip
        again = f"{ADDRESS}?{urlencode({'token': self.token})}"
        games = "".join(parts) or "<p>No game waits for anything.</p>"
        # Pages of the site have words of many people, and learn nothing of the token.
        ways = f'<a href="{html.escape(again)}">Look again</a> \u00b7 '
        ways += '<a href="/" rel=noreferrer>The site</a>'
        if len(titles) > 1:
            ways += "".join(f' \u00b7 <a href="#{slug}">{title}</a>' for slug, title in titles)
        body = f"<h1>The referee\u2019s evening</h1><p>{ways}</p>{games}"
        return _Response("200 OK", _page(body))

    def _game(self, game: Game) -> str:
        slug = game.slug
        lines = "".join(
            f"<li{' class=bad' if bad else ''}>{html.escape(text)}</li>"
            for bad, text in _state(game, self.now())
        )
        said = ""
        if slug in self.last:
            done = self.last[slug]
            command = html.escape(f"theatrum {' '.join(done.words)}")
            went = "done" if done.code == 0 else f"failed, exit code {done.code}"
            shown = html.escape(done.said.strip() or "(it said nothing)")
            look = "" if done.code == 0 else " class=bad"
            said = f"<p{look}><code>{command}</code>: {went}</p><pre>{shown}</pre>"
        steps = "".join(self._step(game, step) for step in STEPS)
        title = html.escape(game.settings.title)
        return f'<section id="{slug}"><h2>{title}</h2><ul>{lines}</ul>{said}{steps}</section>'

    def _step(self, game: Game, step: Step) -> str:
        if step.name == "seal" and not game.settings.recipients:
            return ""
        if game.is_over and step.name in ("check", "try", "adjudicate"):
            return ""
        if not game.phases and step.name == "post":
            return ""
        wait = hint = ""
        if step.after and self.tried.get((game.slug, step.after)) != self._mark(game.folder):
            first = next(one.label for one in STEPS if one.name == step.after)
            wait, hint = " disabled", f"<small>after \u201c{first}\u201d</small>"
        command = html.escape(f"theatrum {' '.join(_words(step, game.slug))}")
        hidden = "".join(
            f'<input type=hidden name="{name}" value="{html.escape(value)}">'
            for name, value in (("token", self.token), ("game", game.slug), ("step", step.name))
        )
        return (
            f'<form method=post action="{ADDRESS}">{hidden}'
            f"<button{wait}>{html.escape(step.label)}</button><code>{command}</code>{hint}</form>"
        )


def _state(game: Game, now: datetime) -> Iterator[tuple[bool, str]]:
    """How a game stands, line by line: whether it needs the referee, and the words."""
    if game.is_over:
        yield False, f"over; {game.ending.text if game.ending else ''}"
        return
    facts = status_facts(game)
    yield False, facts["phase_title"]
    found = deadline_of(game.settings, game.current_moment)
    if facts["paused"]:
        yield False, facts["paused"]["words"]
    elif found is not None:
        yield found.is_past(now), f"orders due {facts['due']}: {away(found, now)}"
    if facts["missing"]:
        names = [power_name(game.ruleset, power) for power in facts["missing"]]
        yield True, f"orders missing: {listed(names)}"
    elif facts["due_from"]:
        yield False, "all orders are here"
    else:
        yield False, "nobody owes orders"
    for line in absence_lines(game, facts):
        yield False, line
    if game.ruleset.waits_for_referee(game.current_state()):
        yield True, "the phase waits for your ruling"
    if facts["aside"]:
        yield True, on_hold_line(game.slug, facts["aside"])
    if facts["elsewhere"]:
        yield True, f"{facts['elsewhere']}: theatrum secrets unseal {game.slug}"
    yield from _complaints(game)
    if facts["uncommitted"]:
        yield False, f"not committed: {count(len(facts['uncommitted']), 'file')}"


def _complaints(game: Game) -> Iterator[tuple[bool, str]]:
    complaints = check_game(game).complaints
    for placed in complaints[:_SHOWN]:
        yield placed.complaint.severity == "error", str(placed)
    if len(complaints) > _SHOWN:
        yield False, f"and {len(complaints) - _SHOWN} more: theatrum check {game.slug}"


def _words(step: Step, slug: str) -> tuple[str, ...]:
    return tuple(slug if word == "GAME" else word for word in step.words)


def _form(environ: Mapping[str, Any]) -> dict[str, list[str]]:
    """The fields of a form; none of one that is too long."""
    length = str(environ.get("CONTENT_LENGTH") or "0")
    if not length.isdecimal() or int(length) > _LONGEST:
        return {}
    data: bytes = environ["wsgi.input"].read(int(length))
    return parse_qs(data.decode("utf-8", "replace"))


def _one(given: Mapping[str, Sequence[str]], name: str) -> str:
    values: Iterable[str] = given.get(name, ())
    return next(iter(values), "")


def _refused() -> _Response:
    return _Response(
        "403 Forbidden", _page("<h1>Not here</h1><p>Open the address that the terminal shows.</p>")
    )


def _page(body: str) -> str:
    return (
        "<!doctype html><html lang=en><head><meta charset=utf-8><meta name=viewport "
        "content='width=device-width,initial-scale=1'><title>The referee\u2019s evening</title>"
        f"<style>{_STYLE}</style></head><body><main>{body}</main></body></html>"
    )
