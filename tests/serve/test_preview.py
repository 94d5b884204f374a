"""Serving: errors are shown, not raised; bursts are one change; nothing outside is given out."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.building.build import BuildReport, build_site
from generator.engine.errors import FileError, Place
from generator.serve.preview import (
    Preview,
    Snapshot,
    Watch,
    is_own_host,
    take_snapshot,
    watched_folders,
)
from tests.pages.sample import Sample, built_sample

DONE = BuildReport(3, ("a/",), ("a/",), (), ("a draft",), ("a note",))
SAME = BuildReport(3, ("a/",), (), (), ())


@pytest.fixture
def output(tmp_path: Path) -> Path:
    folder = tmp_path / "_site"
    (folder / "a" / "deep").mkdir(parents=True)
    (folder / "empty").mkdir()
    (folder / "index.html").write_text("home", encoding="utf-8")
    (folder / "a" / "index.html").write_text("page a", encoding="utf-8")
    (folder / "404.html").write_text(
        '<head>\n<base href="https://example.org/"></head>no such page', encoding="utf-8"
    )
    (folder / "map.svg").write_text("<svg/>", encoding="utf-8")
    (folder / ".theatrum").write_text("list", encoding="utf-8")
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    return folder


def preview(output: Path, *outcomes: BuildReport | Exception) -> tuple[Preview, list[str]]:
    """A preview whose builds have the given outcomes, and what it says."""
    said: list[str] = []
    waiting = list(outcomes)

    def build() -> BuildReport:
        outcome = waiting.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    return Preview(output, build, said.append), said


@pytest.mark.parametrize(
    ("path", "status", "body"),
    [
        ("/", "200", b"home"),
        ("/index.html", "200", b"home"),
        ("/a/", "200", b"page a"),
        ("/map.svg", "200", b"<svg/>"),
        ("/a", "301", b""),
        ("/b/", "404", b"no such page"),
        ("/b", "404", b"no such page"),
        ("/empty", "404", b"no such page"),
        ("/empty/", "404", b"no such page"),
        ("/a/map.png", "404", b"no such page"),
        ("/../secret.txt", "404", b"no such page"),
        ("/a/../../secret.txt", "404", b"no such page"),
        ("/.theatrum", "404", b"no such page"),
        ("/a\\..\\secret", "404", b"no such page"),
        ("/\0", "404", b"no such page"),
    ],
)
def test_paths(output: Path, path: str, status: str, body: bytes) -> None:
    found = preview(output)[0].answer(path)
    assert found.status[:3] == status
    assert found.data.endswith(body)


@pytest.mark.parametrize(
    "path", ["/" + "a" * 8000, "/" + "a/" * 4000, "/" + "a" * 8000 + ".png", "/a\0b", "/\udcff"]
)
def test_odd_paths_are_missing_pages(output: Path, path: str) -> None:
    assert preview(output)[0].answer(path).status == "404 Not Found"


def test_folder_without_a_slash_is_led_to_its_page(output: Path) -> None:
    """As on GitHub Pages: links on the page start from its folder."""
    shown, _ = preview(output)
    assert shown.answer("/a").location == "/a/"
    assert shown.answer("//a").location == "/a/"
    headers: dict[str, str] = {}
    shown(
        {"PATH_INFO": "/a", "QUERY_STRING": "x=1"},
        lambda status, pairs: headers.update(pairs, status=status),
    )
    assert headers["Location"] == "/a/?x=1"
    assert headers["status"] == "301 Moved Permanently"


def test_missing_page_has_its_styles_at_any_depth(output: Path) -> None:
    data = preview(output)[0].answer("/very/deep/indeed/").data
    assert data.startswith(b'<head><base href="/">')
    assert b"example.org" not in data


def test_before_the_first_build_there_is_a_page_too(tmp_path: Path) -> None:
    shown, _ = preview(tmp_path / "_site", DONE)
    assert b"The first build is not done yet" in shown.answer("/").data
    shown.rebuild()
    assert b"not found" in shown.answer("/").data


def test_picture_that_is_not_there_is_drawn_when_it_is_looked_at(output: Path) -> None:
    asked: list[str] = []

    def draw(address: str) -> bytes | None:
        asked.append(address)
        return b"pixels" if address == "a/map.png" else None

    shown, _ = preview(output)
    shown.draw = draw
    found = shown.answer("/a/map.png")
    assert (found.status, found.kind, found.data) == ("200 OK", "image/png", b"pixels")
    assert shown.answer("/a/other.png").status.startswith("404")
    assert shown.answer("/../x.png").status.startswith("404")
    assert asked == ["a/map.png", "a/other.png"]


def test_error_is_shown_on_every_page_and_goes_when_it_is_mended(output: Path) -> None:
    wrong = FileError("not a <number>", place=Place("games/x/game.toml", 3, 9))
    shown, said = preview(output, wrong, DONE)
    shown.rebuild()
    for path in ("/", "/a/", "/a", "/nowhere/"):
        found = shown.answer(path)
        assert found.status.startswith("500")
        assert b"games/x/game.toml:3:9: not a &lt;number&gt;" in found.data
        assert b"</head>" in found.data
    shown.rebuild()
    assert shown.answer("/").data == b"home"
    assert said[0] == "games/x/game.toml:3:9: not a <number>"
    assert said[1].startswith("3 files, 1 written, 0 removed")
    assert said[2:] == ["warning: a draft", "a note"]


def test_browser_reloads_only_if_there_is_something_new(output: Path) -> None:
    shown, _ = preview(output, DONE, SAME, FileError("broken"), FileError("broken"), SAME, SAME)
    assert [shown.rebuild() for _ in range(6)] == [True, False, True, True, True, False]


def test_defect_of_the_program_does_not_end_the_server(output: Path) -> None:
    shown, _ = preview(output, ZeroDivisionError("a <defect>"))
    shown.rebuild()
    data = shown.answer("/").data
    assert b"ZeroDivisionError: a &lt;defect&gt;" in data
    assert b"Traceback" in data


def test_it_is_a_wsgi_application(output: Path) -> None:
    (output / "ä.txt").write_text("umlaut", encoding="utf-8")
    shown, _ = preview(output)
    headers: dict[str, str] = {}
    body = shown({"PATH_INFO": "/a/"}, lambda status, pairs: headers.update(pairs))
    assert b"".join(body) == b"page a"
    assert headers["Content-Length"] == "6"
    assert headers["Cache-Control"] == "no-store"
    path = "/ä.txt".encode().decode("latin-1")
    assert shown({"PATH_INFO": path}, lambda status, pairs: None) == [b"umlaut"]


def test_snapshot_sees_changes_but_not_the_output(output: Path) -> None:
    root = output.parent
    before = take_snapshot((root,), output)
    (output / "new.html").write_text("x", encoding="utf-8")
    assert take_snapshot((root,), output) == before
    (root / "orders.toml").write_text("x", encoding="utf-8")
    assert take_snapshot((root,), output) != before


@pytest.fixture
def _no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.serve.preview.QUIET", 0)


@pytest.mark.usefixtures("_no_rest")
def test_watch_builds_first_and_then_once_for_each_burst() -> None:
    quiet: Snapshot = {"a": (1, 1)}
    burst: list[Snapshot] = [{"a": (2, 1)}, {"a": (3, 1)}, {"a": (3, 1)}]
    during: Snapshot = {"a": (4, 1)}
    looks = iter([quiet, quiet, quiet, *burst, during, during, during])
    builds: list[int] = []
    watch = Watch(lambda: next(looks), lambda: builds.append(1))
    counts = []
    for _ in range(5):
        assert watch.step() > 0
        counts.append(len(builds))
    # The first look, nothing, the burst, what changed while it was built, nothing.
    assert counts == [1, 1, 2, 3, 3]


@pytest.fixture
def sample(tmp_path: Path) -> Sample:
    return built_sample(tmp_path)


@pytest.mark.usefixtures("_no_rest")
def test_saved_file_is_on_its_page_after_one_look(sample: Sample) -> None:
    """One page's change makes that page, in the process that serves it."""
    reports: list[BuildReport] = []

    def build() -> BuildReport:
        reports.append(build_site(sample.games, sample.site, sample.output, preview=True))
        return reports[-1]

    shown = Preview(sample.output, build, lambda line: None)
    folders = watched_folders(sample.games, sample.site)
    watch = Watch(lambda: take_snapshot(folders, sample.output), lambda: (shown.rebuild(), None)[1])
    watch.step()
    file = sample.site / "about.md"
    text = file.read_text(encoding="utf-8")
    file.write_text(f"{text}\n\nSaved just now.\n", encoding="utf-8")
    watch.step()
    assert b"Saved just now." in shown.answer("/about/").data
    assert reports[-1].written == ("about/",)
    orders = sample.games / "duel" / "1901" / "orders" / "france.toml"
    good = orders.read_text(encoding="utf-8")
    orders.write_text(f"{good}\n[broken\n", encoding="utf-8")
    watch.step()
    assert b"1901/orders/france.toml:" in shown.answer("/about/").data
    orders.write_text(good, encoding="utf-8")
    watch.step()
    assert b"Saved just now." in shown.answer("/about/").data


# Whom it answers


def asked(shown: Preview, **environ: str) -> tuple[str, bytes]:
    """Status and body of the answer to a request for the front page."""
    said: list[str] = []
    environ = {"PATH_INFO": "/", **environ}
    body = shown(environ, lambda status, pairs: said.append(status))
    return said[0], b"".join(body)


def test_a_request_for_the_head_has_no_body(output: Path) -> None:
    shown, _ = preview(output)
    assert asked(shown, REQUEST_METHOD="HEAD") == ("200 OK", b"")
    assert asked(shown, REQUEST_METHOD="GET") == ("200 OK", b"home")
    assert asked(shown, REQUEST_METHOD="POST")[0] == "405 Method Not Allowed"


@pytest.mark.parametrize(
    "host",
    ["localhost", "localhost:5500", "127.0.0.1:5500", "[::1]:5500", "LOCALHOST", "localhost."],
)
def test_this_machine_is_asked_by_its_own_names(output: Path, host: str) -> None:
    assert asked(preview(output)[0], HTTP_HOST=host)[0] == "200 OK"


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example:5500",
        "192.168.1.7",
        "[::1",
        "",
        "user@localhost.x",
        "a b",
    ],
)
def test_a_name_that_is_pointed_at_this_machine_is_refused(output: Path, host: str) -> None:
    status, body = asked(preview(output)[0], HTTP_HOST=host)
    assert status == "403 Forbidden"
    assert b"home" not in body


def test_who_serves_everywhere_is_asked_by_addresses_and_its_name() -> None:
    assert is_own_host("192.168.1.7:5500", "0.0.0.0")
    assert is_own_host("[fe80::1]:5500", "::")
    assert is_own_host(f"{socket.gethostname()}:5500", "0.0.0.0")
    assert not is_own_host("evil.example:5500", "0.0.0.0")
    assert is_own_host("desk.example:5500", "desk.example")
    assert not is_own_host("192.168.1.7", "desk.example")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, Path]]:
    """The port of a server in a process of its own, and the file of what it says."""
    desk = tmp_path_factory.mktemp("desk")
    (desk / "site").mkdir()
    (desk / "site/home.md").write_text("# Home\n", "utf-8")
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    said = desk / "said.txt"
    root = str(Path(__file__).parents[1])
    with said.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "generator", "serve", "--port", str(port)],
            cwd=desk,
            stderr=out,
            stdout=out,
            env={**os.environ, "PYTHONPATH": root},
        )
    try:
        for _ in range(300):
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield port, said
    finally:
        process.terminate()
        process.wait()


def status(port: int, method: str, path: str, **headers: str) -> int:
    server = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        server.request(method, path, headers={k.replace("_", "-"): v for k, v in headers.items()})
        return server.getresponse().status
    finally:
        server.close()


SOCKET: dict[str, Any] = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec_WebSocket_Version": "13",
}


def test_the_server_answers_its_own_pages_alone(served: tuple[int, Path]) -> None:
    port, said = served
    evil = "evil.example"
    for path in ("/", "/livereload.js", "/forcereload", "/livereload"):
        assert status(port, "GET", path, Host=evil) == 403
    assert status(port, "HEAD", "/") in (200, 404)
    assert status(port, "HEAD", "/nothing/") == 404
    assert status(port, "GET", "/livereload.js") == 200
    own = f"http://127.0.0.1:{port}"
    assert status(port, "GET", "/livereload", Origin=own, **SOCKET) == 101
    for origin in (f"http://{evil}", "null", f"http://localhost:{port}"):
        assert status(port, "GET", "/livereload", Origin=origin, **SOCKET) == 403
    assert "Traceback" not in said.read_text()
