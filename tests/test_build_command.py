"""`theatrum build`: what it prints, and for whom."""

from __future__ import annotations

import errno
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from generator.building.build import Step
from generator.cli import main
from generator.commands import site
from tests.archive.games import Terminal
from tests.pages.sample import Sample, built_sample, set_setting


@pytest.fixture
def sample(tmp_path: Path) -> Sample:
    return built_sample(tmp_path)


def run(sample: Sample, *arguments: str) -> int:
    places = ("--games", sample.games, "--site", sample.site, "--output", sample.output)
    return main(["build", *map(str, places), *arguments])


def test_build_ends_with_the_size_of_the_site(
    sample: Sample, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(sample) == 0
    *rows, room, last = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"room for about [\d,]+ more years of play on GitHub Pages", room)
    kinds = [re.split(r"  +", row) for row in rows]
    assert [row[0] for row in kinds][:2] == ["pages", "maps, SVG"]
    assert kinds[-1][0] == "total"
    numbers = [int(row[1].replace(",", "")) for row in kinds]
    assert numbers[-1] == sum(numbers[:-1]) == len(sample.files()) - 1
    assert re.fullmatch(r"\d+ files, 0 written, 0 removed, .*_site/ \(\d+\.\d s\)", last)


def test_build_tells_programs_everything(
    sample: Sample, capsys: pytest.CaptureFixture[str]
) -> None:
    (sample.site / "about.md").write_text("# About\n\nShort.\n", encoding="utf-8")
    assert run(sample, "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert data["written"] == ["about/"]
    assert data["files"] == sum(one["files"] for one in data["sizes"])
    assert data["bytes"] == sum(one["bytes"] for one in data["sizes"])
    assert {"rendered", "removed", "warnings", "notes", "seconds"} <= set(data)


def test_build_says_that_players_do_not_know_where_to_send_orders(
    sample: Sample, capsys: pytest.CaptureFixture[str]
) -> None:
    set_setting(sample, 'mail = ""')
    assert run(sample) == 0
    assert 'write mail = "your address" in site/site.toml' in capsys.readouterr().err
    set_setting(sample, 'mail = "ruth@example.org"')
    assert run(sample) == 0
    assert "write mail" not in capsys.readouterr().err


def test_quiet_build_says_only_what_is_wrong(
    sample: Sample, capsys: pytest.CaptureFixture[str]
) -> None:
    (sample.site / "bad.md").write_text("# Bad\n\n[gone](nowhere.md)\n", encoding="utf-8")
    assert run(sample, "--quiet", "--lenient") == 0
    shown = capsys.readouterr()
    assert shown.out == ""
    assert re.fullmatch(r"warning: bad/index\.html:\d+: links to nowhere/.*\n", shown.err)
    assert run(sample, "--quiet") == 1


def test_lines_come_now_and_then() -> None:
    said: list[str] = []
    told = site.lines(said.append)
    for number in range(1, 601):
        told(Step("pages", number, 600, f"page {number}"))
    told(Step("pictures", 25, 30, "a/map.png"))
    told(Step("index", 0, 1))
    told(Step("links", 0, 1))
    assert said == [
        "pages: 250 (page 250)",
        "pages: 500 (page 500)",
        "maps as PNG: 25 (a/map.png)",
        "full-text index ...",
    ]


def test_terminal_shows_a_bar_that_goes_when_the_build_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with site.shown_progress(quiet=False) as told:
        assert told is not None
        for number in range(1, 4):
            told(Step("pages", number, 3))
        shown = terminal.getvalue()
    assert "pages" in shown
    assert "3/3" in shown
    assert terminal.getvalue().endswith("\x1b[2K")
    with site.shown_progress(quiet=True) as told:
        assert told is None


def test_what_one_power_sees_never_lies_where_the_public_site_does(
    sample: Sample, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sample.files()
    assert run(sample, "--as", "france", "--lenient") == 1
    assert "as everyone sees them" in capsys.readouterr().err
    assert sample.files() == before
    own = ["build", "--games", str(sample.games), "--site", str(sample.site), "--lenient"]
    assert main([*own, "--as", "france"]) == 2
    assert "cannot go into the folder of the published site" in capsys.readouterr().err
    other = sample.root / "as-france"
    assert main([*own, "--as", "france", "--output", str(other)]) == 0
    assert "as france sees it" in (other / "index.html").read_text(encoding="utf-8")
    capsys.readouterr()
    # Nor does the public site, or another power's, come to lie there.
    assert main([*own, "--output", str(other)]) == 1
    assert main([*own, "--as", "turkey", "--output", str(other)]) == 1
    assert capsys.readouterr().err.count("as france sees it") == 2


def test_reader_that_no_ruleset_knows_is_named(
    sample: Sample, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(sample, "--as", "frnce") == 2
    assert "perhaps france" in capsys.readouterr().err


# A disk that does not take the site


@pytest.mark.parametrize(
    ("call", "number"),
    [
        ("mkdir", errno.EROFS),
        ("open", errno.EROFS),
        ("open", errno.EACCES),
        ("write", errno.ENOSPC),
        ("replace", errno.EACCES),
        ("unlink", errno.EROFS),
        ("rmdir", errno.EACCES),
    ],
)
def test_a_disk_that_refuses_is_named(
    sample: Sample,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    call: str,
    number: int,
) -> None:
    """Whichever call the system refuses: one line says what and where, and no traceback comes."""
    refused: list[str] = []
    real = getattr(os, call)

    def refuse(path: Any, *rest: Any, **more: Any) -> Any:
        is_read = call == "open" and not rest[0] & (os.O_WRONLY | os.O_RDWR)
        # A pipe to another process is no file of the site.
        is_other = call == "write" and sys._getframe(1).f_code.co_name != "_put"
        if is_read or is_other:
            return real(path, *rest, **more)
        refused.append(str(path))
        names = () if isinstance(path, int) else (str(path),)
        raise OSError(number, os.strerror(number), *names)

    (sample.site / "news").mkdir()
    (sample.site / "news/today.md").write_text("# Today\n\nWords.\n", encoding="utf-8")
    page = sample.output / "news/today"
    if call in ("unlink", "rmdir"):
        assert run(sample, "--quiet", "--lenient") == 0
        (sample.site / "news/today.md").unlink()
    monkeypatch.setattr(os, call, refuse)
    code = run(sample, "--quiet", "--lenient")
    monkeypatch.undo()
    assert refused
    assert code == 1
    said = capsys.readouterr().err
    assert os.strerror(number).lower() in said.lower()
    assert str(sample.output.parent) in said
    assert len(said.splitlines()) == 1
    assert run(sample, "--quiet", "--lenient") == 0
    assert page.is_dir() == (call not in ("unlink", "rmdir"))


@pytest.mark.parametrize("where", ["_site", "around", "below", "cache"])
def test_a_file_where_a_folder_should_be_is_named(
    sample: Sample, capsys: pytest.CaptureFixture[str], where: str
) -> None:
    root = sample.output.parent / "elsewhere"
    root.mkdir()
    output = root / "x/_site" if where == "around" else root / "_site"
    file = {"_site": output, "around": root / "x", "cache": root / ".cache"}.get(where)
    if file is None:
        assert run(sample, "--output", str(output)) == 0
        file = output / "about"
        (file / "index.html").unlink()
        file.rmdir()
    file.write_text("a file", "utf-8")
    capsys.readouterr()
    assert run(sample, "--quiet", "--output", str(output)) == 1
    assert str(file) in capsys.readouterr().err
    assert file.read_text("utf-8") == "a file"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_results_that_nobody_can_take_end_in_one_line(sample: Sample) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "generator", "ruleset", "rules", "standard"],
            cwd=Path(__file__).parents[1],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == "standard output: cannot be used: no space left on device\n"
