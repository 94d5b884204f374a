"""Build, watch, reload: the site in a browser while it is worked on. The one user of livereload.

A build that fails never stops the server: until it is mended, every page shows what is wrong.
"""

from __future__ import annotations

import html
import mimetypes
import os
import sys
import time
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.build import BuildReport, build_site
from generator.engine.errors import TheatrumError
from generator.pages.page import file_of

__all__ = ["Preview", "Snapshot", "serve_site", "watched_folders"]

HOST = "127.0.0.1"
PORT = 5500
# A burst of saves (an editor's, git's) is over when nothing has changed for so long.
QUIET = 0.12
_IGNORED = frozenset({".git", ".cache", "__pycache__", "_site", "node_modules", ".venv"})

Snapshot = dict[str, tuple[int, int]]
StartResponse = Callable[[str, list[tuple[str, str]]], Any]


def watched_folders(games_root: Path, site_root: Path) -> tuple[Path, ...]:
    """The folders whose changes rebuild the site: games, the site's own, and themes beside it."""
    package = Path(__file__).resolve().parent
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
                if entry.is_dir():
                    if entry.name not in _IGNORED and entry.path != skipped:
                        waiting.append(entry.path)
                elif not entry.name.startswith(".theatrum"):
                    facts = entry.stat()
                    found[entry.path] = (facts.st_mtime_ns, facts.st_size)
            except OSError:
                continue
    return found


@dataclass
class Preview:
    """The site as it is served: the output folder, or what is wrong with the last build.

    `build` makes the site; `say` gets one line for each build.
    """

    output: Path
    build: Callable[[], BuildReport]
    say: Callable[[str], None]
    problem: str = ""
    trace: str = ""
    builds: int = field(default=0)

    def rebuild(self) -> None:
        """Build once more. Whatever goes wrong is kept for the browser; nothing is raised."""
        started = time.perf_counter()
        self.builds += 1
        try:
            report = self.build()
        except TheatrumError as error:
            self.problem, self.trace = str(error), ""
            self.say(self.problem)
        except Exception as error:
            # A defect of ours, or of a theme: the server must live on to show it.
            self.problem = f"{type(error).__name__}: {error}"
            self.trace = traceback.format_exc()
            self.say(self.trace)
        else:
            self.problem = self.trace = ""
            took = round(1000 * (time.perf_counter() - started))
            self.say(
                f"{report.pages} pages, {len(report.written)} written, "
                f"{len(report.removed)} removed, {took} ms"
            )
            for warning in report.warnings:
                self.say(f"warning: {warning}")

    def answer(self, path: str) -> tuple[str, str, bytes]:
        """Status, type and bytes for a requested path ("/a/b/")."""
        if self.problem:
            return "500 Internal Server Error", "text/html; charset=utf-8", self.error_page()
        file = self._file(path)
        if file is None:
            missing = self.output / "404.html"
            data = missing.read_bytes() if missing.is_file() else b"not found"
            return "404 Not Found", "text/html; charset=utf-8", data
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        if kind.startswith("text/") or kind in ("image/svg+xml", "application/javascript"):
            kind = f"{kind}; charset=utf-8"
        return "200 OK", kind, file.read_bytes()

    def _file(self, path: str) -> Path | None:
        """The file behind a path, or None; nothing outside the output, and no hidden file."""
        steps = path.lstrip("/").split("/")
        if any(step.startswith(".") or "\\" in step or "\0" in step for step in steps):
            return None
        file = self.output / file_of("/".join(steps))
        if file.is_dir():
            file = file / "index.html"
        return file if file.is_file() else None

    def error_page(self) -> bytes:
        """What is wrong, as a page that the next build replaces."""
        lines = "".join(f"<li>{html.escape(line)}</li>" for line in self.problem.splitlines())
        trace = f"<pre>{html.escape(self.trace)}</pre>" if self.trace else ""
        return (
            "<!doctype html><html lang=en><head><meta charset=utf-8>"
            "<meta name=viewport content='width=device-width'><title>The build failed</title>"
            "<style>body{font:18px/1.5 Georgia,serif;max-width:60rem;margin:3rem auto;"
            "padding:0 1rem;background:#f7f1e2;color:#241a12;overflow-wrap:anywhere}"
            "h1{color:#8c1d18;font-weight:400}li,pre{font:15px/1.5 monospace}"
            "pre{overflow:auto}</style></head><body>"
            "<h1>The build failed</h1><p>The site is as it was before. This page goes away as "
            f"soon as a build succeeds.</p><ul>{lines}</ul>{trace}</body></html>"
        ).encode()

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> list[bytes]:
        """The same as a WSGI application."""
        status, kind, data = self.answer(environ.get("PATH_INFO", "/"))
        start_response(
            status,
            [
                ("Content-Type", kind),
                ("Content-Length", str(len(data))),
                ("Cache-Control", "no-store"),
            ],
        )
        return [data]


def serve_site(
    games_root: Path,
    site_root: Path,
    output: Path,
    theme: str | None = None,
    lenient: bool = True,
    host: str = HOST,
    port: int = PORT,
    say: Callable[[str], None] | None = None,
) -> None:
    """Build the site, show it at http://host:port/, rebuild and reload on changes; until Ctrl-C.

    Serves this machine only, unless `host` says otherwise.
    """
    from livereload import Server
    from livereload.handlers import LiveReloadHandler
    from livereload.watcher import Watcher

    def build() -> BuildReport:
        return build_site(games_root, site_root, output, theme, lenient)

    preview = Preview(output, build, say or _say)
    folders = watched_folders(games_root, site_root)

    class Burst(Watcher):  # type: ignore[misc]  # livereload has no types
        """Looks at all folders at once, so that a burst of saves makes one build."""

        def __init__(self) -> None:
            super().__init__()
            self.seen = take_snapshot(folders, output)
            # livereload watches the working directory unless it has been given something.
            self._tasks = {"site": None}

        def examine(self) -> tuple[str | None, None]:
            now = take_snapshot(folders, output)
            if now == self.seen:
                return None, None
            self.seen = settled(now, lambda: take_snapshot(folders, output))
            preview.rebuild()
            self.filepath = "*"
            return "*", None

    preview.rebuild()
    # Its default ignores every change within three seconds of the last reload.
    LiveReloadHandler.DEFAULT_RELOAD_TIME = 0
    server = Server(app=preview, watcher=Burst())
    preview.say(f"http://{host}:{port}/  (Ctrl-C ends it)")
    server.serve(port=port, host=host, debug=False)


def settled(now: Snapshot, look: Callable[[], Snapshot], most: int = 20) -> Snapshot:
    """The snapshot after which nothing changes any more for a moment."""
    for _ in range(most):
        time.sleep(QUIET)
        later = look()
        if later == now:
            break
        now = later
    return now


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
