"""The build: what is stale, what is written, what is checked."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

import pytest

from generator.archive.play.adjudicating import adjudicate_game
from generator.building import output as outputs
from generator.building import processes, rendering
from generator.building.build import build_site, manifest_file
from generator.building.rendering import Ahead, Made
from generator.engine.errors import FileError
from generator.pages.base.page import Page
from generator.rulesets import ruleset_ids
from tests.archive.games import undo_last
from tests.pages.sample import ROOT, Sample, built_sample, make_sample

DUEL_1901 = {
    "duel/1901/spring-movement/",
    "duel/1901/fall-movement/",
    "duel/1901/winter-adjustments/",
    "duel/maps/1900-1903.svg",
}


@pytest.fixture
def sample(tmp_path: Path) -> Sample:
    return built_sample(tmp_path)


def test_second_build_makes_and_writes_nothing(sample: Sample) -> None:
    before = {path: path.stat().st_mtime_ns for path in sample.output.rglob("*")}
    report = sample.build()
    assert (report.rendered, report.written, report.removed) == ((), (), ())
    assert before == {path: path.stat().st_mtime_ns for path in sample.output.rglob("*")}


def test_file_changed_by_hand_is_mended(sample: Sample) -> None:
    before = sample.files()
    (sample.output / "about" / "index.html").write_text("scribbled", encoding="utf-8")
    (sample.output / "page.css").unlink()
    report = sample.build()
    assert set(report.written) == {"about/", "page.css"}
    assert sample.files() == before


def test_changed_order_makes_the_pages_of_its_phase_and_the_front_page(sample: Sample) -> None:
    orders = sample.games / "duel" / "1901" / "orders" / "france.toml"
    text = orders.read_text(encoding="utf-8")
    orders.write_text(text.replace("F BRE - MAO", "F BRE - ENG"), encoding="utf-8")
    report = sample.build()
    made = set(report.rendered)
    spring = {page for page in DUEL_1901 if "/spring-movement/" in page}
    assert made >= spring
    # A map shows what came of the orders.
    assert not {"duel/maps/1900-1903.svg", "duel/drawing.js", "duel/map.svg"} & made
    # What else there is of the game is made from what came of the orders, which is the same.
    others = {one for one in made - spring if one.endswith("/")}
    known = ("", "desk/", "downloads/", "orders/", "1901/opening/")
    assert others <= {f"duel/{one}" for one in known}, others
    assert report.written == ()


def test_changed_result_writes_its_phase_and_what_follows_from_it(sample: Sample) -> None:
    for _ in range(3):
        undo_last(sample.games / "duel")
    orders = sample.games / "duel" / "1901" / "orders" / "turkey.toml"
    text = orders.read_text(encoding="utf-8").replace("A SMY - CON", "A SMY - ARM")
    orders.write_text(text, encoding="utf-8")
    for _ in range(3):
        adjudicate_game(sample.games / "duel")
    report = sample.build()
    assert "duel/1901/spring-movement/" in report.written
    assert "duel/1901/fall-movement/" in report.written
    assert not [one for one in report.written if one.startswith(("quiet/", "guide/"))]


def test_one_changed_text_makes_one_page(sample: Sample) -> None:
    (sample.site / "about.md").write_text("# About\n\nShort.\n", encoding="utf-8")
    report = sample.build()
    assert (report.rendered, report.written) == (("about/",), ("about/",))


def test_new_phase_leaves_other_games_and_texts_alone(sample: Sample) -> None:
    adjudicate_game(sample.games / "quiet")
    report = sample.build()
    assert "quiet/1901/spring-movement/" in report.written
    made = {one for one in report.rendered if not one.startswith("quiet/")}
    # The home page and the feed tell of it, and rulebooks count which rules were at work.
    assert {one for one in made if not one.startswith("rules/standard/")} <= {
        "",
        "feed.xml",
        "rules/",
        "sitemap.xml",
    }, made


@pytest.mark.parametrize(
    ("template", "users"),
    [
        ("rulebook.html", {f"rules/{ruleset}/" for ruleset in ruleset_ids()}),
        ("home.html", {""}),
        ("game.html", {"duel/", "quiet/"}),
    ],
)
def test_changed_template_makes_all_its_users(
    sample: Sample, template: str, users: set[str]
) -> None:
    file = sample.themes / "default" / "templates" / template
    file.write_text(file.read_text(encoding="utf-8") + "{# changed #}", encoding="utf-8")
    assert set(sample.build().rendered) == users


def test_changed_base_template_makes_every_page(sample: Sample) -> None:
    file = sample.themes / "default" / "templates" / "base.html"
    file.write_text(file.read_text(encoding="utf-8") + "<!-- end -->\n", encoding="utf-8")
    report = sample.build()
    pages = [one for one in sample.files() if one.endswith(".html")]
    assert len(report.written) == len(pages)


def test_pages_of_a_deleted_game_vanish_with_their_folders(sample: Sample) -> None:
    shutil.rmtree(sample.games / "duel")
    report = sample.build()
    assert "duel/index.html" in report.removed
    assert not (sample.output / "duel").exists()
    assert "duel" not in sample.page("index.html")


def test_pages_vanish_also_after_the_manifest_was_lost(sample: Sample) -> None:
    manifest_file(sample.output).unlink()
    shutil.rmtree(sample.games / "duel")
    sample.build()
    assert not (sample.output / "duel").exists()


def test_templates_compiled_by_another_program_are_not_used(sample: Sample) -> None:
    kept = manifest_file(sample.output).with_suffix(".templates")
    (own,) = kept.iterdir()
    own.rename(kept / "another")
    before = sample.files()
    shutil.rmtree(sample.output)
    sample.build()
    assert sample.files() == before
    assert [one.name for one in kept.iterdir()] == [own.name]
    assert list(own.iterdir())


def test_broken_manifest_is_replaced(sample: Sample) -> None:
    before = sample.files()
    manifest_file(sample.output).write_bytes(b"this is no database, whatever its name says" * 99)
    report = sample.build()
    assert report.written == ()
    assert sample.files() == before


def test_interrupted_build_leaves_whole_files_and_the_next_one_finishes(
    sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = sample.files()
    file = sample.themes / "default" / "templates" / "base.html"
    file.write_text(file.read_text(encoding="utf-8") + "<!-- end -->\n", encoding="utf-8")
    replaced: list[str] = []

    def replace(source: str, target: str) -> None:
        if len(replaced) == 5:
            raise KeyboardInterrupt
        if target.startswith(str(sample.output)):
            replaced.append(target)
        real_replace(source, target)

    real_replace = os.replace
    monkeypatch.setattr(processes, "_processors", lambda: 1)
    monkeypatch.setattr(outputs.os, "replace", replace)
    with pytest.raises(KeyboardInterrupt):
        sample.build()
    monkeypatch.undo()
    during = sample.files()
    assert not [name for name in during if name.endswith(outputs.PART)]
    changed = {name for name in before if during[name] != before[name]}
    assert len(changed) == 5
    assert all(during[name].rstrip().endswith(b"<!-- end -->") for name in changed)
    sample.build()
    finished = sample.files()
    shutil.rmtree(sample.output)
    sample.build()
    assert sample.files() == finished


def test_full_disk_is_reported_and_nothing_is_half_written(
    sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = sample.files()
    (sample.site / "about.md").write_text("# About\n\nShort.\n", encoding="utf-8")

    def put(part: str, data: bytes) -> None:
        Path(part).write_bytes(data[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(outputs, "_put", put)
    with pytest.raises(FileError, match="No space left on device"):
        sample.build()
    monkeypatch.undo()
    assert sample.files() == before
    assert sample.build().written == ("about/",)


def test_same_bytes_under_any_hash_seed_and_locale(tmp_path: Path) -> None:
    made = make_sample(tmp_path / "made")
    code = (
        "import sys; from pathlib import Path; from generator.building.build import build_site;"
        "root = Path(sys.argv[1]); build_site(root/'games', root/'site', Path(sys.argv[2]))"
    )
    outputs = []
    for number, (seed, locale) in enumerate([("1", "C"), ("2", "tr_TR.UTF-8")]):
        output = tmp_path / f"out{number}" / "_site"
        environment = {**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale, "TZ": "Asia/Tokyo"}
        command = [sys.executable, "-c", code, str(made.root), str(output)]
        subprocess.run(command, env=environment, cwd=ROOT, check=True)
        files = [path for path in sorted(output.rglob("*")) if path.is_file()]
        outputs.append({str(path.relative_to(output)): path.read_bytes() for path in files})
    assert outputs[0] == outputs[1]
    assert len(outputs[0]) > 30


@pytest.fixture
def two_processes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Builds with processes, however few pages are stale; the addresses that these have made."""
    taken: list[str] = []
    take = Ahead.take

    def noted(ahead: Ahead, page: Page) -> Made | None:
        made = take(ahead, page)
        if made is not None:
            taken.append(page.address)
        return made

    monkeypatch.setattr(rendering, "FEW", 0)
    monkeypatch.setattr(rendering, "CHUNKS", (4, 4))
    monkeypatch.setattr(processes, "_processors", lambda: 2)
    monkeypatch.setattr(processes, "_may_fork", lambda: True)
    monkeypatch.setattr(Ahead, "take", noted)
    return taken


def test_processes_make_the_same_bytes_and_the_same_memory(
    sample: Sample, tmp_path: Path, two_processes: list[str]
) -> None:
    alone = sample.files()
    output = tmp_path / "together"
    report = build_site(sample.games, sample.site, output)
    assert set(two_processes) >= DUEL_1901
    # Not only phases: the other pages of a game, too, and those of no game.
    assert len([one for one in two_processes if one.startswith("duel/powers/")]) > 3
    assert {"rules/", ""} <= set(two_processes)
    assert report.rendered == tuple(dict.fromkeys(report.rendered))
    names = {path: path.relative_to(output).as_posix() for path in output.rglob("*")}
    together = {name: path.read_bytes() for path, name in names.items() if path.is_file()}
    assert together == alone
    assert build_site(sample.games, sample.site, output).rendered == ()


def test_no_map_of_a_phase_is_drawn_twice(
    sample: Sample, tmp_path: Path, two_processes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who makes the file with the maps of some years makes their pages, too."""
    given, chunks = [], rendering._chunks

    def noted(stale: Sequence[Any], size: int) -> Iterator[list[Any]]:
        for chunk in chunks(stale, size):
            given.append({page.address for one in chunk for page in one.pages})
            yield chunk

    monkeypatch.setattr(rendering, "_chunks", noted)
    monkeypatch.setattr(rendering, "CHUNKS", (1, 1))
    build_site(sample.games, sample.site, tmp_path / "together")
    chunk = next(one for one in given if "duel/maps/1900-1903.svg" in one)
    # The first one is made before there are processes.
    assert chunk >= DUEL_1901 - {"duel/1901/spring-movement/"}
    # Pages without maps are given out one by one.
    assert {"duel/powers/"} in given


def test_pages_of_a_game_do_not_wait_for_another_game(
    sample: Sample, tmp_path: Path, two_processes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(sample.games / "duel", sample.games / "again")
    monkeypatch.setattr(rendering, "CHUNKS", (400, 400))
    happened: list[str] = []
    start = Ahead._start

    def started(ahead: Ahead, stale: Sequence[Any]) -> None:
        happened.extend(f"given: {page.game}" for one in stale for page in one.pages)
        start(ahead, stale)

    monkeypatch.setattr(Ahead, "_start", started)
    build_site(
        sample.games,
        sample.site,
        tmp_path / "together",
        progress=lambda step: happened.append(step.what),
    )
    first = next(number for number, what in enumerate(happened) if what.startswith("again/"))
    assert {"given: again", "given: duel"} <= set(happened[:first])


def test_processes_are_given_the_next_game_before_the_pages_of_one_have_ended(
    sample: Sample, tmp_path: Path, two_processes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(sample.games / "duel", sample.games / "again")
    happened: list[str] = []
    foresee = Ahead.foresee

    def foreseen(ahead: Ahead, phases: Any) -> None:
        happened.append("foreseen")
        foresee(ahead, phases)

    monkeypatch.setattr(Ahead, "foresee", foreseen)
    # Not before: the first game alone has enough to do for a while.
    monkeypatch.setattr(Ahead, "is_hungry", lambda ahead: "again" in happened)
    build_site(
        sample.games,
        sample.site,
        tmp_path / "together",
        progress=lambda step: happened.append(step.what.partition("/")[0]),
    )
    last = len(happened) - 1 - happened[::-1].index("again")
    assert happened[:last].count("foreseen") > 1


def test_error_in_a_process_is_told_like_any_other(
    sample: Sample, tmp_path: Path, two_processes: list[str]
) -> None:
    state = next(sample.games.glob("duel/1901/state/*fall-movement.toml"))
    state.write_text("nonsense\n", encoding="utf-8")
    output = tmp_path / "together"
    with pytest.raises(FileError) as broken:
        build_site(sample.games, sample.site, output)
    assert broken.value.place is not None
    assert Path(broken.value.place.path) == state
    assert (output / "duel/1901/spring-movement/index.html").is_file()


def test_broken_template_that_no_page_needs_stops_no_build(
    sample: Sample, tmp_path: Path, two_processes: list[str]
) -> None:
    broken = sample.root / "themes" / "default" / "templates" / "nobody.html"
    broken.write_text("{% extends %}{% if", encoding="utf-8")
    assert build_site(sample.games, sample.site, tmp_path / "together").rendered
    assert two_processes


def _die(ahead: Ahead, chunk: object) -> NoReturn:
    os._exit(1)


def test_build_goes_on_without_a_process_that_was_killed(
    sample: Sample, tmp_path: Path, two_processes: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Ahead, "_make", _die)
    report = build_site(sample.games, sample.site, tmp_path / "together")
    # One the build had made itself, before there were processes.
    assert len(two_processes) == 1
    assert set(report.rendered) > DUEL_1901


def test_other_process_with_another_hash_seed_finds_nothing_to_do(sample: Sample) -> None:
    """What a page depends on must not depend on the order of a set."""
    code = (
        "import sys; from pathlib import Path; from generator.building.build import build_site;"
        "root = Path(sys.argv[1]);"
        "report = build_site(root/'games', root/'site', root/'_site');"
        "print(*report.rendered)"
    )
    for seed in ("1", "2"):
        # A new time, so that the game is read again.
        (sample.games / "duel" / "game.toml").touch()
        done = subprocess.run(
            [sys.executable, "-c", code, str(sample.root)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        )
        assert done.stdout.split() == []


def test_theme_overrides_one_block_and_one_file(sample: Sample) -> None:
    ours = sample.themes / "ours"
    (ours / "templates").mkdir(parents=True)
    (ours / "static").mkdir()
    (ours / "theme.toml").write_text('title = "Ours"\nparent = "default"\n', encoding="utf-8")
    (ours / "templates" / "text.html").write_text(
        '{% extends "parent/text.html" %}\n'
        "{% block description %}ours: {{ super() }}{% endblock %}",
        encoding="utf-8",
    )
    (ours / "static" / "print.css").write_text("body{color:#000}\n", encoding="utf-8")
    report = sample.build(theme="ours")
    made = sample.files()
    texts = [one for one in made if re.match(r"(guide|about)/.*\.html$", one)]
    # Written are the pages whose template was overridden, and the style sheet; nothing else.
    assert {*report.written} == {
        "print.css",
        "site.css",
        *(one.removesuffix("index.html") for one in texts),
    }
    assert 'content="ours: ' in sample.page("about/index.html")
    assert sample.page("print.css") == "body{color:#000}\n"
    assert "<h1>About</h1>" in sample.page("about/index.html")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[gone](nowhere.md)", ": links to nowhere/, which is not there"),
        ("[gone](about.md#never)", ": links to about/#never, which is not there"),
        ("[gone](#never)", ": links to #never in itself, which is not there"),
        ("[gone](/about/)", ': the link "/about/" is not relative'),
        ("[gone](../../../etc/passwd)", "leaves the site"),
        ("![](../page.css)", ""),
    ],
)
def test_broken_link_fails_the_build_until_it_is_mended(
    sample: Sample, text: str, complaint: str
) -> None:
    if not complaint:
        # Markdown always writes an alt text; a template may forget it.
        template = sample.themes / "default" / "templates" / "notfound.html"
        changed = template.read_text(encoding="utf-8").replace("<h1>", '<img src="page.css"><h1>')
        template.write_text(changed, encoding="utf-8")
        complaint = ": the picture page.css has no alt text"
        text = "fine"
    bad = sample.site / "bad.md"
    bad.write_text(f"# Bad\n\n## Worse\n\n{text}\n", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(FileError) as raised:
            sample.build()
        said = next(line for line in str(raised.value).splitlines() if complaint in line)
        # The line that it names is the one that is wrong.
        place = re.match(r"(bad/index|404)\.html:(\d+): ", said)
        assert place
        line = sample.page(f"{place[1]}.html").splitlines()[int(place[2]) - 1]
        assert "gone" in line or "page.css" in line
        assert place[1] == "404" or '(under "Worse")' in said
    assert any(complaint in warning for warning in sample.build(lenient=True).warnings)
    assert any(complaint in warning for warning in sample.build(lenient=True).warnings)


def test_link_to_a_page_that_was_removed_is_found_in_pages_that_did_not_change(
    sample: Sample,
) -> None:
    (sample.site / "one.md").write_text("# One\n\n[two](two.md#part)\n", encoding="utf-8")
    two = sample.site / "two.md"
    two.write_text("# Two\n\n## Part\n", encoding="utf-8")
    sample.build()
    two.write_text("# Two\n\n## Other part\n", encoding="utf-8")
    with pytest.raises(FileError, match=r"one/index\.html:\d+: links to two/#part, which"):
        sample.build()
    two.unlink()
    with pytest.raises(FileError, match=r"one/index\.html:\d+: links to two/, which"):
        sample.build()
    two.write_text("# Two\n\n## Part\n", encoding="utf-8")
    assert sample.build().warnings == ()


def test_folder_with_other_things_in_it_is_left_alone(sample: Sample) -> None:
    shutil.rmtree(sample.output)
    sample.output.mkdir()
    (sample.output / "thesis.txt").write_text("years of work", encoding="utf-8")
    with pytest.raises(FileError, match="the folder is not empty"):
        sample.build()
    assert [path.name for path in sample.output.iterdir()] == ["thesis.txt"]


def test_two_builds_at_once_are_refused(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.building.manifest.TIMEOUT", 0.05)
    database = sqlite3.connect(manifest_file(sample.output), isolation_level=None)
    try:
        database.execute("BEGIN IMMEDIATE")
        with pytest.raises(FileError, match="another build of this site is running"):
            sample.build()
    finally:
        database.close()


def test_two_pages_with_one_address_are_refused(sample: Sample) -> None:
    shutil.copytree(sample.games / "quiet", sample.games / "guide")
    with pytest.raises(FileError, match="two pages have the address guide/"):
        sample.build()


def test_broken_state_is_named_and_the_old_page_stays(sample: Sample) -> None:
    before = sample.files()
    state = sample.games / "duel" / "1901" / "state" / "3-fall-movement.toml"
    state.write_text(state.read_text(encoding="utf-8") + "\n[broken\n", encoding="utf-8")
    with pytest.raises(FileError, match=r"3-fall-movement\.toml:\d+"):
        sample.build()
    assert sample.files() == before
