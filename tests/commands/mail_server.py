"""A mail server that listens on this machine."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class MailServer(socketserver.ThreadingTCPServer):
    """A mail server that takes everything but mails to one address."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self) -> None:
        self.got: list[tuple[str, bytes]] = []
        self.refused = ""
        super().__init__(("127.0.0.1", 0), Talk)


class Talk(socketserver.StreamRequestHandler):
    server: MailServer

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        to = ""
        while line := self.rfile.readline():
            word = line[:4].upper()
            if word == b"RCPT":
                to = line.decode().partition("<")[2].partition(">")[0]
                refused = to == self.server.refused
                self.wfile.write(b"550 nobody\r\n" if refused else b"250 ok\r\n")
            elif word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                text = b""
                while (line := self.rfile.readline()) != b".\r\n":
                    text += line
                self.server.got.append((to, text))
                self.wfile.write(b"250 ok\r\n")
            elif word == b"QUIT":
                self.wfile.write(b"221 bye\r\n")
                return
            else:
                self.wfile.write(b"250 ok\r\n")


@contextmanager
def mail_server() -> Iterator[MailServer]:
    with MailServer() as made:
        thread = threading.Thread(target=made.serve_forever, daemon=True)
        thread.start()
        yield made
        made.shutdown()
        thread.join()


def settings(folder: Path, text: str) -> None:
    (folder / "private" / "mail.toml").write_text(text, encoding="utf-8")


def plain(server: MailServer) -> str:
    port = server.server_address[1]
    return (
        f'host = "127.0.0.1"\nport = {port}\nsecurity = "none"\nfrom = "Ruth <ruth@example.org>"\n'
    )
