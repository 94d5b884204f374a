"""Serving: errors are shown, not raised; bursts are one change; nothing outside is given out."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.build import BuildReport
from generator.engine.errors import FileError, Place
from generator.serve import Preview, settled, take_snapshot, watched_folders

DONE = BuildReport(3, ("a/",), ("a/",), (), ("a draft",))


@pytest.fixture
def output(tmp_path: Path) -> Path:
    folder = tmp_path / "_site"
    (folder / "a").mkdir(parents=True)
    (folder / "index.html").write_text("home", encoding="utf-8")
    (folder / "a" / "index.html").write_text("page a", encoding="utf-8")
    (folder / "404.html").write_text("no such page", encoding="utf-8")
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
        ("/a", "200", b"page a"),
        ("/map.svg", "200", b"<svg/>"),
        ("/b/", "404", b"no such page"),
        ("/../secret.txt", "404", b"no such page"),
        ("/a/../../secret.txt", "404", b"no such page"),
        ("/.theatrum", "404", b"no such page"),
        ("/a\\..\\secret", "404", b"no such page"),
        ("/\0", "404", b"no such page"),
    ],
)
def test_paths(output: Path, path: str, status: str, body: bytes) -> None:
    found, _, data = preview(output)[0].answer(path)
    assert (found[:3], data) == (status, body)


def test_types_are_what_browsers_expect(output: Path) -> None:
    shown, _ = preview(output)
    assert shown.answer("/")[1] == "text/html; charset=utf-8"
    assert shown.answer("/map.svg")[1].startswith("image/svg+xml")


def test_error_is_shown_on_every_page_and_goes_when_it_is_mended(output: Path) -> None:
    wrong = FileError("not a <number>", place=Place("games/x/game.toml", 3, 9))
    shown, said = preview(output, wrong, DONE)
    shown.rebuild()
    for path in ("/", "/a/", "/nowhere/"):
        status, _, data = shown.answer(path)
        assert status.startswith("500")
        assert b"games/x/game.toml:3:9: not a &lt;number&gt;" in data
        assert b"</head>" in data
    shown.rebuild()
    assert shown.answer("/")[2] == b"home"
    assert said[0] == "games/x/game.toml:3:9: not a <number>"
    assert said[1].startswith("3 pages, 1 written, 0 removed")
    assert said[2] == "warning: a draft"


def test_defect_of_the_program_does_not_end_the_server(output: Path) -> None:
    shown, _ = preview(output, ZeroDivisionError("a <defect>"))
    shown.rebuild()
    data = shown.answer("/")[2]
    assert b"ZeroDivisionError: a &lt;defect&gt;" in data
    assert b"Traceback" in data


def test_it_is_a_wsgi_application(output: Path) -> None:
    shown, _ = preview(output)
    headers: dict[str, str] = {}
    body = shown({"PATH_INFO": "/a/"}, lambda status, pairs: headers.update(pairs))
    assert b"".join(body) == b"page a"
    assert headers["Content-Length"] == "6"
    assert headers["Cache-Control"] == "no-store"


def test_snapshot_sees_changes_but_not_the_output(output: Path) -> None:
    root = output.parent
    before = take_snapshot((root,), output)
    (output / "new.html").write_text("x", encoding="utf-8")
    assert take_snapshot((root,), output) == before
    (root / "orders.toml").write_text("x", encoding="utf-8")
    assert take_snapshot((root,), output) != before


def test_burst_of_saves_is_one_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.serve.QUIET", 0)
    looks = [{"a": (2, 1)}, {"a": (3, 1)}, {"a": (3, 1)}, {"a": (9, 9)}]
    waiting = iter(looks)
    assert settled({"a": (1, 1)}, lambda: next(waiting)) == {"a": (3, 1)}
    assert next(waiting) == {"a": (9, 9)}


def test_themes_beside_the_site_are_watched(tmp_path: Path) -> None:
    for name in ("games", "site", "themes"):
        (tmp_path / name).mkdir()
    watched = watched_folders(tmp_path / "games", tmp_path / "site")
    assert {tmp_path / "games", tmp_path / "site", tmp_path / "themes"} <= set(watched)
