"""The referee's pages, served on a port of this machine, and asked as a browser asks."""

from __future__ import annotations

import asyncio
import html
import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application

from generator.serve.pages import rules_of
from generator.serve.requests import LocalPages
from tests.archive.games import ROOT

TOKEN = "a-token"
NOW = datetime(2027, 3, 8, tzinfo=UTC)
_SEEN = re.compile(r'name="seen" value="([0-9a-f]+)"')
File = tuple[str, bytes]


class Shown(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: str

    @property
    def text(self) -> str:
        """The words of the page."""
        return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", self.body)).split())


class Served(NamedTuple):
    """The pages of the games in a folder."""

    pages: LocalPages
    port: int

    @property
    def games(self) -> Path:
        return self.pages.games

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def address(self) -> str:
        return f"http://{self.host}{self.pages.top}"

    def ask(
        self, method: str, path: str, data: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> Shown:
        """One request, with just these headers beside Host."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        given = dict(headers or {})
        connection.putrequest(method, path, skip_host="Host" in given)
        for name, value in given.items():
            connection.putheader(name, value)
        if data or method == "POST":
            connection.putheader("Content-Length", str(len(data)))
        connection.endheaders(data or None)
        answer = connection.getresponse()
        found = Shown(
            answer.status, dict(answer.getheaders()), answer.read().decode("utf-8", "replace")
        )
        connection.close()
        return found

    def look(self, path: str = "") -> Shown:
        found = self.ask("GET", f"{self.pages.top}{path}")
        assert found.status == 200, found.text
        return found

    def seen(self, game: str = "duel") -> str:
        """The digest that the page of a game gives its forms."""
        return _SEEN.findall(self.look(game).body)[0]

    def post(self, path: str, data: bytes, kind: str, **more: str) -> Shown:
        headers = {"Origin": f"http://{self.host}", "Content-Type": kind, **more}
        return self.ask("POST", f"{self.pages.top}{path}", data, headers)

    def send(self, path: str, fields: Mapping[str, str]) -> Shown:
        """A form as it is, without following where it leads."""
        return self.post(path, urlencode(fields).encode(), "application/x-www-form-urlencoded")

    def take(self, step: str, fields: Mapping[str, str] | None = None, game: str = "duel") -> Shown:
        """Take a step with what the page shows now, and look at what was done."""
        return self.follow(self.send(f"{game}/{step}", {"seen": self.seen(game), **(fields or {})}))

    def drop(
        self, files: Sequence[File], fields: Mapping[str, str] | None = None, game: str = "duel"
    ) -> Shown:
        """Drop files on the form for mails, without following where it leads."""
        given = {"seen": self.seen(game), **(fields or {})}
        return self.post(f"{game}/mails", *multipart(files, given))

    def follow(self, answer: Shown) -> Shown:
        assert answer.status == 303, answer.text
        found = self.ask("GET", answer.headers["Location"])
        assert found.status == 200, found.text
        return found


def multipart(files: Sequence[File], fields: Mapping[str, str]) -> tuple[bytes, str]:
    """A form with files as browsers send it, and its kind."""
    parts = [
        f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    for name, data in files:
        head = f'--x\r\nContent-Disposition: form-data; name="files"; filename="{name}"'
        parts.append(f"{head}\r\nContent-Type: text/plain\r\n\r\n".encode() + data + b"\r\n")
    return b"".join(parts) + b"--x--\r\n", "multipart/form-data; boundary=x"


@contextmanager
def served(games: Path, host: str = "127.0.0.1") -> Iterator[Served]:
    """Serve the pages in a thread. `host` is the one that they believe to be served at."""
    pages = LocalPages(games, ROOT / "site", host, TOKEN, lambda: NOW)
    sockets = bind_sockets(0, "127.0.0.1")
    loop = asyncio.new_event_loop()
    ready = threading.Event()

    def run() -> None:
        asyncio.set_event_loop(loop)
        server = HTTPServer(Application(rules_of(pages)))
        server.add_sockets(sockets)
        loop.call_soon(ready.set)
        loop.run_forever()
        server.stop()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    ready.wait(30)
    yield Served(pages, sockets[0].getsockname()[1])
    loop.call_soon_threadsafe(loop.stop)
    thread.join(30)
    loop.close()
    pages.pool.shutdown()


def files_of(folder: Path) -> dict[str, bytes]:
    """The bytes of all files of a folder that commands write."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".git" not in path.parts and not path.name.startswith(".theatrum")
    }
