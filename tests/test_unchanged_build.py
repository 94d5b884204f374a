"""A build where nothing changed: what it does not even read, and what it notices all the same."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from generator.archive import load_game
from generator.building.output import LISTING, listed_in
from generator.engine.errors import FileError
from tests.pages.sample import Sample, built_sample


@pytest.fixture
def sample(tmp_path: Path) -> Sample:
    return built_sample(tmp_path)


@pytest.fixture
def settled_sample(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> Sample:
    """A built site whose files count as old, so that their look alone tells that they stayed."""
    monkeypatch.setattr("generator.pages.site.site.JUST_NOW", 0)
    sample.build()
    return sample


def test_game_whose_files_did_not_change_is_not_even_read(
    settled_sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(*given: object) -> None:
        raise AssertionError(f"{given} was read")

    monkeypatch.setattr("generator.pages.site.walk.load_game", read)
    monkeypatch.setattr("generator.pages.site.rulebook.rulebook_pages", read)
    about = settled_sample.site / "about.md"
    about.write_text("# Something else\n", encoding="utf-8")
    before = settled_sample.files()
    assert settled_sample.build().rendered == ("about/", "search-site.js")
    assert settled_sample.files().keys() == before.keys()


def test_where_nothing_changed_not_even_a_page_is_named(
    settled_sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    def site_pages(*given: object) -> None:
        raise AssertionError("the site was read")

    monkeypatch.setattr("generator.pages.site.walk.site_pages", site_pages)
    report = settled_sample.build()
    assert (report.rendered, report.written, report.removed) == ((), (), ())
    assert report.pages == len(settled_sample.files()) - 1
    assert report.size.total.files == report.pages
    assert report.size.total.bytes == sum(map(len, pages_of(settled_sample)))
    assert report.size.years == 2


def pages_of(sample: Sample) -> list[bytes]:
    return [data for name, data in sample.files().items() if name != LISTING]


def test_list_of_files_is_written_before_a_build_counts_as_ended(
    settled_sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing changed it is not looked at, so it must not be what a killed build left."""
    (settled_sample.site / "more.md").write_text("# More\n", encoding="utf-8")

    def killed(*given: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("generator.building.build.write_listing", killed)
        with pytest.raises(KeyboardInterrupt):
            settled_sample.build()
    settled_sample.build()
    assert "more/index.html" in listed_in(settled_sample.output)


def test_build_where_no_process_looked_at_its_files_looks_itself(
    settled_sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.building.processes._may_fork", lambda: False)
    assert settled_sample.build().written == ()
    (settled_sample.output / "about" / "index.html").unlink()
    assert settled_sample.build().written == ("about/",)


def test_link_of_an_editor_that_leads_nowhere_is_no_trouble(settled_sample: Sample) -> None:
    (settled_sample.site / ".#about.md").symlink_to("somebody@somewhere.1234")
    assert settled_sample.build().written == ()


def test_what_was_wrong_with_links_is_said_again_where_nothing_changed(
    settled_sample: Sample,
) -> None:
    about = settled_sample.site / "about.md"
    about.write_text("[nowhere](nowhere.md)\n", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(FileError, match="nowhere"):
            settled_sample.build()


def test_change_that_keeps_size_and_time_of_a_file_is_seen(settled_sample: Sample) -> None:
    orders = settled_sample.games / "duel" / "1901" / "orders" / "france.toml"
    before = orders.stat()
    orders.write_text(
        orders.read_text(encoding="utf-8").replace("F BRE - MAO", "F BRE - ENG"), encoding="utf-8"
    )
    os.utime(orders, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert orders.stat().st_size == before.st_size
    assert "duel/1901/spring-movement/" in settled_sample.build().rendered


def test_output_of_an_unread_game_is_mended(settled_sample: Sample) -> None:
    before = settled_sample.files()
    page = settled_sample.output / "duel" / "1901" / "opening" / "index.html"
    page.unlink()
    assert settled_sample.build().written == ("duel/1901/opening/",)
    assert settled_sample.files() == before


def test_file_written_just_now_is_read_again_by_the_next_build(
    sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two changes within one tick of the clock look the same from outside."""
    loaded: list[str] = []

    def load(folder: Path) -> object:
        loaded.append(folder.name)
        return load_game(folder)

    monkeypatch.setattr("generator.pages.site.walk.load_game", load)
    monkeypatch.setattr("generator.pages.site.site.JUST_NOW", 3600 * 10**9)
    sample.build()
    sample.build()
    assert loaded == ["duel", "quiet", "duel", "quiet"]
