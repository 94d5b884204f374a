"""Build, watch, reload: the site in a browser while it is worked on. The one user of livereload.

A build that fails never stops the server: until it is fixed, every page shows the errors.
Addresses behave as on GitHub Pages: a folder's ends in a slash, a missing page is the 404 page.

    watching thread     Watch.step: take_snapshot -> settled -> Preview.rebuild     again and again
                                                                   | something new: `news`
    thread of tornado   InBackground.examine -> browsers get a message to load the page again
                        Preview (WSGI): answer(path) -> a file of the output, or what is wrong

A snapshot is {"/.../games/g/1620/orders/austria.toml": (time in ns, size)}; two that differ mean a
change. These always hold:

- Only the watching thread builds. The server's thread reads, and draws a picture that was left out.
- A snapshot is taken before its build: changes during the build are left to the next look.
- A request by a name that is not this server's is refused, pages and reload messages alike.
"""

from __future__ import annotations

import contextlib
import errno
import html
import mimetypes
import os
import re
import socket
import sys
import threading
import time
import traceback
import webbrowser
from collections.abc import Callable, Iterable, Sequence
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import quote, urlsplit

from msgspec import Struct, field

from generator.building.build import BuildReport, build_site, kept_pictures
from generator.building.output import listed_in
from generator.engine.errors import TheatrumError, UsageError
from generator.pages.base.page import file_of

HOST: Final = "127.0.0.1"
PORT: Final = 5500
# Seconds between two looks at the files, or five times as long as a look takes.
LOOK: Final = 0.1
# A burst of saves (an editor's, git's) is over when nothing has changed for so long.
QUIET: Final = 0.1
# How long browsers get messages about a build.
NEWS: Final = 2.0
STACK: Final = 8 << 20
"""Bytes of stack for the thread that builds."""
_IGNORED: Final = frozenset({".git", ".cache", "__pycache__", "_site", "node_modules", ".venv"})
EVERYWHERE: Final = ("", "0.0.0.0", "::")
NOT_OURS: Final = "Open this server by the address that the terminal shows"
_HTML: Final = "text/html; charset=utf-8"
_BASE: Final = re.compile(rb"<base\b[^>]*>")

Snapshot = dict[str, tuple[int, int]]
StartResponse = Callable[[str, list[tuple[str, str]]], Any]
Application = Callable[[dict[str, Any], StartResponse], list[bytes]]


def watched_folders(games_root: Path, site_root: Path) -> tuple[Path, ...]:
    """The folders whose changes rebuild the site: games, the site's own, and themes beside it."""
    package = Path(__file__).resolve().parents[1]
    themes = (site_root.parent / "themes", package.parent / "themes", package / "_themes")
    found = dict.fromkeys(path.resolve() for path in (games_root, site_root, *themes))
    return tuple(path for path in found if path.is_dir())


def take_snapshot(folders: Iterable[Path], but: Path) -> Snapshot:
    """Size and time of every file below `folders`, except below `but` (the output)."""
    found: Snapshot = {}
    waiting = [str(folder) for folder in folders]
    skipped = str(but.resolve())
    while waiting:
        try:
            entries = list(os.scandir(waiting.pop()))
        except OSError:
            # A folder that vanished between two looks is a change like any other.
            continue
        for entry in entries:
            try:
                if entry.name.startswith(".theatrum"):  # a change on its way
                    continue
                if entry.is_dir():
                    if entry.name not in _IGNORED and entry.path != skipped:
                        waiting.append(entry.path)
                else:
                    facts = entry.stat()
                    found[entry.path] = (facts.st_mtime_ns, facts.st_size)
            except OSError:
                continue
    return found


class Watch(Struct):
    """Looks at files, and reports once when a burst of changes is over.

    `look` takes a snapshot; `changed` is called between two looks.
    """

    look: Callable[[], Snapshot]
    changed: Callable[[], None]
    seen: Snapshot | None = None

    def step(self) -> float:
        """Look once. Gives how long to wait until the next look, in seconds."""
        started = time.perf_counter()
        now = self.look()
        took = time.perf_counter() - started
        if now != self.seen:
            # The next look sees every later change, even one during the build.
            self.seen = settled(now, self.look)
            self.changed()
        return max(LOOK, 5 * took)


def settled(now: Snapshot, look: Callable[[], Snapshot], most: int = 20) -> Snapshot:
    """The snapshot after which nothing changes any more for a moment."""
    for _ in range(most):
        time.sleep(QUIET)
        later = look()
        if later == now:
            break
        now = later
    return now


class Answer(NamedTuple):
    """The answer to a request. `location` is where a redirect leads."""

    status: str
    kind: str
    data: bytes
    location: str = ""


class Preview(Struct):
    """The site as it is served: the output folder, or the errors of the last build.

    `build` makes the site; `say` gets one line for each build; `draw` makes the picture at an
    address that the build has left out, or returns None; `asked` is called for each request. `host`
    is where it is served.
    """

    output: Path
    build: Callable[[], BuildReport]
    say: Callable[[str], None]
    draw: Callable[[str], bytes | None] = lambda address: None
    asked: Callable[[], None] = lambda: None
    problem: str = ""
    trace: str = ""
    builds: int = field(default=0)
    host: str = HOST

    def rebuild(self) -> bool:
        """Build once more. Whatever goes wrong is kept for the browser; nothing is raised.

        Gives whether there is something new to see.
        """
        started = time.perf_counter()
        is_new = True
        try:
            report = self.build()
        except TheatrumError as error:
            self.problem, self.trace = str(error), ""
            self.say(self.problem)
        except Exception as error:
            # A defect of the program or of a theme: the server must live on to show it.
            self.trace = traceback.format_exc()
            self.problem = f"{type(error).__name__}: {error}"
            self.say(self.trace)
        else:
            is_new = bool(self.problem or report.written or report.removed)
            self.problem = self.trace = ""
            took = round(1000 * (time.perf_counter() - started))
            self.say(
                f"{report.pages} files, {len(report.written)} written, "
                f"{len(report.removed)} removed, {took} ms"
            )
            for line in (*(f"warning: {warning}" for warning in report.warnings), *report.notes):
                self.say(line)
        self.builds += 1
        return is_new

    def answer(self, path: str) -> Answer:
        """The answer to a requested path ("/a/b/")."""
        if self.problem:
            return Answer("500 Internal Server Error", _HTML, self.error_page())
        address = path.lstrip("/")
        steps = address.split("/")
        # Nothing outside the output, and no hidden file.
        hidden = any(step.startswith(".") or "\\" in step or "\0" in step for step in steps)
        if hidden:
            return self._missing()
        file = self.output / file_of(address)
        try:
            if file.is_file():
                return Answer("200 OK", _kind(file), file.read_bytes())
            if (file / "index.html").is_file():
                to = f"/{quote(address)}/"
                return Answer("301 Moved Permanently", _HTML, b"", to)
        except OSError:  # a name too long for the disk, or a file that may not be read
            return self._missing()
        picture = self.draw(address) if file.suffix == ".png" else None
        return Answer("200 OK", _kind(file), picture) if picture else self._missing()

    def _missing(self) -> Answer:
        missing = self.output / "404.html"
        if not missing.is_file():
            said = "not found" if self.builds else "The first build is not done yet."
            page = _page("Not there", f"<h1>{said}</h1>")
            return Answer("404 Not Found", _HTML, page)
        # It is shown at any depth: its links start at the root of this server, not of another.
        data = _BASE.sub(b"", missing.read_bytes()).replace(b"<head>", b'<head><base href="/">', 1)
        return Answer("404 Not Found", _HTML, data)

    def error_page(self) -> bytes:
        """The errors, as a page that the next build replaces."""
        lines = "".join(f"<li>{html.escape(line)}</li>" for line in self.problem.splitlines())
        trace = f"<pre>{html.escape(self.trace)}</pre>" if self.trace else ""
        return _page(
            "The build failed",
            "<h1>The build failed</h1><p>The site is as it was. Fix the errors; the next build "
            f"replaces this page.</p><ul>{lines}</ul>{trace}",
        )

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> list[bytes]:
        """The same as a WSGI application, only for this machine's pages."""
        method = environ.get("REQUEST_METHOD", "GET")
        if not is_own_host(environ.get("HTTP_HOST", self.host), self.host):
            found = Answer("403 Forbidden", _HTML, _page("Not here", f"<h1>{NOT_OURS}</h1>"))
        elif method not in ("GET", "HEAD"):
            found = Answer("405 Method Not Allowed", _HTML, _page("No", "<h1>Only to read</h1>"))
        else:
            found = self._found(environ)
        headers = [
            ("Content-Type", found.kind),
            ("Content-Length", str(len(found.data))),
            ("Cache-Control", "no-store"),
        ]
        if found.location:
            query = environ.get("QUERY_STRING", "")
            headers.append(("Location", f"{found.location}?{query}" if query else found.location))
        start_response(found.status, headers)
        return [] if method == "HEAD" else [found.data]

    def _found(self, environ: dict[str, Any]) -> Answer:
        # WSGI hands over bytes as if they were Latin-1.
        self.asked()
        path = environ.get("PATH_INFO", "/").encode("latin-1").decode("utf-8", "replace")
        return self.answer(path)


def is_own_host(asked: str, bound: str) -> bool:
    """Whether a browser asks for this server by its own name ("localhost:5500").

    A stranger's page may point one of its names at this machine and read, by that name, the pages
    served here. `bound` is the host that is served; where that is every address of the machine, all
    plain addresses are its own, and its name.
    """
    try:
        name = (urlsplit(f"//{asked}").hostname or "").rstrip(".")
    except ValueError:
        return False
    if name in ("localhost", "127.0.0.1", "::1", bound.strip("[]").lower()):
        return True
    if bound not in EVERYWHERE:
        return False
    with contextlib.suppress(ValueError):
        ip_address(name)
        return True
    return bool(name) and name == socket.gethostname().lower()


def _kind(file: Path) -> str:
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    if kind.startswith("text/") or kind in ("image/svg+xml", "application/javascript"):
        return f"{kind}; charset=utf-8"
    return kind


def _page(title: str, body: str) -> bytes:
    return (
        "<!doctype html><html lang=en><head><meta charset=utf-8>"
        f"<meta name=viewport content='width=device-width'><title>{title}</title>"
        "<style>body{font:18px/1.5 Georgia,serif;max-width:60rem;margin:3rem auto;"
        "padding:0 1rem;background:#f7f1e2;color:#241a12;overflow-wrap:anywhere}"
        "h1{color:#8c1d18;font-weight:400}li,pre{font:15px/1.5 monospace}"
        f"pre{{overflow:auto}}</style></head><body>{body}</body></html>"
    ).encode()


def serve_site(
    games_root: Path,
    site_root: Path,
    output: Path,
    theme: str | None = None,
    lenient: bool = True,
    host: str = HOST,
    port: int = PORT,
    say: Callable[[str], None] | None = None,
    beside: Sequence[Any] = (),
    address: str = "",
    opens: bool = False,
) -> None:
    """Build the site, show it at http://host:port/, rebuild and reload on changes; until Ctrl-C.

    `beside` are the rules of tornado for pages beside the site, and `address` is that of the first.
    `opens` it in the browser, at a port that is free; the site is built once it is looked at.
    Serves only this machine, unless `host` is another. Raises UsageError for a port that is taken.
    """
    from livereload import Server
    from livereload.handlers import LiveReloadHandler
    from livereload.watcher import Watcher
    from tornado.ioloop import IOLoop

    def build() -> BuildReport:
        return build_site(games_root, site_root, output, theme, lenient, preview=True)

    def draw(address: str) -> bytes | None:
        if address not in listed_in(output):
            return None
        return kept_pictures(output).picture(address)

    looked_at = threading.Event()
    preview = Preview(output, build, say or _say, draw, looked_at.set, host=host)
    if not opens:
        looked_at.set()
    folders = watched_folders(games_root, site_root)

    class InBackground(Watcher):  # type: ignore[misc]  # livereload has no types
        """Watches and builds beside the server, so that no page waits for a build."""

        news = 0.0

        def start(self, callback: Callable[[], None]) -> bool:
            loop = IOLoop.current()

            def changed() -> None:
                if preview.rebuild():
                    self.news = time.monotonic()

            def run() -> None:
                watch = Watch(lambda: take_snapshot(folders, output), changed)
                looked_at.wait()
                while True:
                    rest = watch.step()
                    if self.news:
                        loop.add_callback(callback)
                    time.sleep(rest)

            # TOML that is nested too deeply takes some hundred kibibytes before it is refused, and
            # a few systems give a thread less than that.
            threading.stack_size(STACK)
            threading.Thread(target=run, daemon=True).start()
            return True

        def examine(self) -> tuple[str | None, None]:
            """Whether browsers have to reload after a build, asked after each look."""
            # A browser that is just loading hears of it a moment later; one that comes after that
            # has seen it.
            is_old = time.monotonic() - self.news > NEWS
            is_told = bool(self.news and LiveReloadHandler.waiters and not is_old)
            if is_told or is_old:
                self.news = 0.0
            self.filepath = "*" if is_told else None
            return self.filepath, None

    class WithPages(Server):  # type: ignore[misc]
        """Serves the pages beside the site, which are never reloaded automatically."""

        def get_web_handlers(self, script: Any) -> list[Any]:
            return [*beside, *super().get_web_handlers(script)]

    # Its default ignores every change within three seconds of the last reload.
    LiveReloadHandler.DEFAULT_RELOAD_TIME = 0
    _guard(host)
    watcher = InBackground()
    # Given nothing, it would watch the working directory.
    watcher._tasks = {"site": None}
    server = WithPages(app=preview, watcher=watcher)
    if opens:
        port = _free_port(host, port)
        threading.Timer(LOOK, webbrowser.open, (f"http://{host}:{port}{address}",)).start()
    preview.say(f"http://{host}:{port}/  (Ctrl-C ends it)")
    if address:
        preview.say(f"http://{host}:{port}{address}  (the evening: only for you)")
    try:
        server.serve(port=port, host=host, debug=False)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        hint = "another program uses it: choose another with --port"
        raise UsageError(f"port {port} is taken", hint=hint) from error


def _free_port(host: str, port: int) -> int:
    for other in range(port, port + 20):
        with socket.socket() as one, contextlib.suppress(OSError):
            one.bind((host, other))
            return other
    return port


def _guard(host: str) -> None:
    """Let livereload answer only who asks for this server by its own name, and for pages that
    come from here."""
    from livereload.handlers import ForceReloadHandler, LiveReloadHandler, LiveReloadJSHandler
    from tornado.web import HTTPError, RequestHandler

    def prepare(handler: RequestHandler) -> None:
        if not is_own_host(handler.request.host, host):
            raise HTTPError(403)

    def check_origin(handler: RequestHandler, origin: str) -> bool:
        return origin.partition("//")[2] == handler.request.host

    for handler in (LiveReloadHandler, ForceReloadHandler, LiveReloadJSHandler):
        handler.prepare = prepare
    LiveReloadHandler.check_origin = check_origin


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
