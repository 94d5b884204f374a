"""The referee's pages beside the site: who is answered, and with what.

    GET  /_evening/TOKEN/...        a page, a style, a map
    POST /_evening/TOKEN/GAME/STEP  what a form asks for; leads to a page that shows what was done

Invariants.
- Only who has the token that the terminal printed is answered, by a name of this machine, from this
  machine; and something is done only for a form that came from here (Origin). All else is 403.
- A form of a game brings back the digest of what was shown. Where the game has changed since, in
  another tab or by a command, nothing is done. It is compared under the lock that the step holds.
- One request is answered after the other, beside the thread that serves.
- Nothing of it is a file: nothing can be published. Names of files from outside are only shown.
- No page has a script.
"""

from __future__ import annotations

import hmac
import sys
import traceback
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from tornado.httputil import (
    HTTPInputError,
    ParseBodyConfig,
    ParseMultipartConfig,
    parse_body_arguments,
)
from tornado.ioloop import IOLoop
from tornado.web import HTTPError, RequestHandler, stream_request_body

from generator.engine.errors import TheatrumError
from generator.serve.evening import do_step, show_game, show_games, show_kept
from generator.serve.preview import is_own_host
from generator.serve.requests import ADDRESS, Asked, Fields, LocalPages, Reply, problem
from generator.serve.table import make_new, make_repository, show_new

LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")
"""Hosts that only this machine can ask."""
LONGEST: Final = 32_000_000
"""Bytes of a form with the files that were dropped on it."""
MOST_FILES: Final = 300
_POLICY: Final = (
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; base-uri 'none'"
)
_MORE: Final = "; for more, save the mails in a folder and use theatrum submit"


def answer(pages: LocalPages, asked: Asked) -> tuple[Reply, bytes]:
    """The answer to a request of the referee's, and its page."""
    try:
        reply = _route(pages, asked)
        return reply, pages.page(reply)
    except TheatrumError as error:
        lines = [str(one) for one in getattr(error, "errors", ()) or (error,)]
        head = "Nothing was done" if asked.posted else "This cannot be shown"
        reply = problem(head, *lines, status=400 if asked.posted else 404)
    except Exception:  # a defect: the server lives on
        said = traceback.format_exc()
        print(said, file=sys.stderr)
        reply = problem("A fault of the program", said.strip().splitlines()[-1], status=500)
    return reply, pages.page(reply)


def _route(pages: LocalPages, asked: Asked) -> Reply:
    match asked.path:
        case ():
            return show_games(pages)
        case ("_style.css",):
            return _styles(pages.site, ())
        case ("fonts", _) | ("icon.svg",):
            return _styles(pages.site, asked.path)
        case ("_new",):
            return make_new(pages, asked) if asked.posted else show_new(pages, asked)
        case ("_init",) if asked.posted:
            return make_repository(pages, asked)
        case (slug, step) if asked.posted:
            return do_step(pages, slug, step, asked)
        case (slug,):
            return show_game(pages, slug, asked)
        case (slug, *rest) if not asked.posted:
            return show_kept(pages, slug, rest)
    return problem("There is no such page", status=404)


def _styles(site: Path, parts: Sequence[str]) -> Reply:
    """The site's own styles with those of these pages, its fonts and its icon."""
    from generator.pages.base.theme import find_theme, font_files, themes_folders

    theme = find_theme("default", themes_folders(site))
    static = theme.static_files()
    if parts and parts[0] == "icon.svg":
        return Reply(data=static["icon.svg"].read_bytes(), kind="image/svg+xml")
    if parts:
        font = font_files(theme).get("/".join(parts))
        if font is None:
            return problem("There is no such font", status=404)
        return Reply(data=font.read_bytes(), kind="font/woff2")
    files = [static[part] for part in ("fonts.css", *theme.bundles["site.css"])]
    files.append(Path(__file__).parent / "templates" / "evening.css")
    data = b"\n".join(file.read_bytes() for file in files)
    return Reply(data=data, kind="text/css; charset=utf-8")


def rules_of(pages: LocalPages) -> list[Any]:
    """The rules by which tornado answers for the pages."""
    return [
        (rf"{ADDRESS}(.*)", _Handler, {"pages": pages}),
        (ADDRESS[:-1], _Handler, {"pages": pages}),
    ]


@stream_request_body
class _Handler(RequestHandler):
    """Checks who asks before anything is read, and answers."""

    def initialize(self, pages: LocalPages) -> None:
        self.pages = pages
        self.chunks: list[bytes] = []
        self.length = 0

    def set_default_headers(self) -> None:
        self.set_header("Cache-Control", "no-store")
        # Its address has the token: no other server may learn it, and no other page show it.
        self.set_header("Referrer-Policy", "same-origin")
        self.set_header("X-Frame-Options", "DENY")
        self.set_header("X-Content-Type-Options", "nosniff")
        self.set_header("Content-Security-Policy", _POLICY)

    def prepare(self) -> None:
        request = self.request
        if request.method not in ("GET", "HEAD", "POST"):
            raise HTTPError(405)
        token = request.path.removeprefix(ADDRESS).partition("/")[0]
        known = hmac.compare_digest(token.encode("utf-8", "replace"), self.pages.token.encode())
        here = self.pages.host in LOOPBACK and is_own_host(request.host, self.pages.host)
        if not (known and here and request.remote_ip in LOOPBACK):
            raise HTTPError(403)
        if request.method == "POST":
            origin = urlsplit(request.headers.get("Origin", ""))
            if origin.scheme != "http" or origin.netloc != request.host:
                raise HTTPError(403)
            # All of it is taken in and dropped, so that the browser hears why.
            request.connection.set_max_body_size(1 << 40)  # type: ignore[union-attr]

    def data_received(self, chunk: bytes) -> None:
        self.length += len(chunk)
        if self.length <= LONGEST:
            self.chunks.append(chunk)
        else:
            self.chunks.clear()

    async def get(self, *path: str) -> None:
        given = parse_qs(self.request.query)
        await self._answer(Asked(self._path, Fields(given)))

    head = get

    async def post(self, *path: str) -> None:
        if self.length > LONGEST:
            came, most = self.length // 1_000_000, LONGEST // 1_000_000
            self._show(
                problem(
                    "Nothing was done",
                    f"{came} MB arrived, and {most} MB is the limit at once{_MORE}",
                    status=413,
                )
            )
            return
        fields: dict[str, list[bytes]] = {}
        files: dict[str, list[Any]] = {}
        limits = ParseBodyConfig(multipart=ParseMultipartConfig(max_parts=MOST_FILES + 50))
        kind = self.request.headers.get("Content-Type", "")
        try:
            body = b"".join(self.chunks)
            parse_body_arguments(kind, body, fields, files, self.request.headers, config=limits)
        except HTTPInputError as error:
            many = "many" in str(error)
            said = f"more than {MOST_FILES} files at once{_MORE}" if many else "this is not a form"
            self._show(problem("Nothing was done", said, status=413 if many else 400))
            return
        given = {
            name: [one.decode("utf-8", "replace") for one in values]
            for name, values in fields.items()
        }
        dropped = [(one["filename"], one["body"]) for each in files.values() for one in each]
        await self._answer(Asked(self._path, Fields(given), tuple(dropped), posted=True))

    @property
    def _path(self) -> tuple[str, ...]:
        rest = self.request.path.removeprefix(self.pages.top)
        return tuple(part for part in rest.split("/") if part)

    async def _answer(self, asked: Asked) -> None:
        work = partial(answer, self.pages, asked)
        self._send(*await IOLoop.current().run_in_executor(self.pages.pool, work))

    def _show(self, reply: Reply) -> None:
        self._send(reply, self.pages.page(reply))

    def _send(self, reply: Reply, data: bytes) -> None:
        self.set_status(303 if reply.location else reply.status)
        self.set_header("Content-Type", reply.kind)
        if reply.location:
            self.set_header("Location", reply.location)
        self.finish(data)

    def write_error(self, status_code: int, **more: Any) -> None:
        """Without a style: without a token no one sees it."""
        head, said = {
            403: ("Not here", "Open the address that the terminal shows."),
            405: ("Only to read", "This address can only be read."),
        }.get(status_code, ("This did not work", "Look again."))
        self.finish(
            f"<!doctype html><html lang=en><title>{head}</title><h1>{head}</h1><p>{said}</p>"
        )

    def log_exception(self, *error: Any) -> None:
        """The terminal shows no refusals."""
