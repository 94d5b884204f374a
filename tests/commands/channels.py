"""A webhook on this machine, for the tests of what is announced."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Server:
    """A webhook on this machine. `answer` is the status that it gives, `asked` what came."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, dict[str, Any], dict[str, str]]] = []
        self.answer = 204
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def _take(self) -> None:
                data = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                outer.asked.append((self.command, self.path, json.loads(data), headers))
                self.send_response(outer.answer)
                if outer.answer == 302:
                    self.send_header("Location", "/elsewhere")
                self.end_headers()

            do_POST = do_PUT = do_GET = _take

            def log_message(self, *_: Any) -> None:
                """Nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}/hooks/very-secret"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def titles(self) -> list[str]:
        return [body.get("title", "") for _, _, body, _ in self.asked]


@contextmanager
def webhook() -> Iterator[Server]:
    """A server that takes messages while it is asked for."""
    one = Server()
    try:
        yield one
    finally:
        one.close()
