"""Why a page would be made anew: `explain_page` says it, and builds nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from generator.building.build import explain_page, manifest_file
from generator.building.explaining import Explanation
from generator.engine.errors import UsageError
from tests.pages.built import built_sample, set_setting
from tests.pages.sample import Sample

SPRING, FALL = "duel/1901/spring-movement/", "duel/1901/fall-movement/"


@pytest.fixture
def sample(tmp_path: Path) -> Sample:
    return built_sample(tmp_path)


def explained(sample: Sample, page: str) -> Explanation:
    return explain_page(sample.games, sample.site, sample.output, page)


def names(found: Explanation) -> set[str]:
    return {one.name for one in found.changed}


def append(file: Path, text: str) -> None:
    file.write_text(file.read_text(encoding="utf-8") + text, encoding="utf-8")


def test_page_of_which_nothing_changed_is_up_to_date(sample: Sample) -> None:
    found = explained(sample, "about")
    assert (found.state, found.address, found.file) == ("fresh", "about/", "about/index.html")
    assert found.reasons == ()
    assert names(found) == set()
    assert {"text", "settings", "program"} <= {one.name for one in found.inputs}
    assert str(found).startswith("about/index.html is up to date\n  unchanged: ")


def change_an_order(sample: Sample) -> None:
    """Of the spring of 1901."""
    file = sample.games / "duel" / "1901" / "orders" / "france.toml"
    text = file.read_text(encoding="utf-8")
    assert "F BRE - MAO" in text
    file.write_text(text.replace("F BRE - MAO", "F BRE - ENG"), encoding="utf-8")


def test_changed_order_is_found_in_the_pages_of_its_phase_only(sample: Sample) -> None:
    change_an_order(sample)
    found = explained(sample, SPRING)
    assert found.state == "stale"
    assert names(found) == {"phase"}
    (phase,) = found.changed
    assert phase.before
    assert phase.now
    assert f"(was {phase.before[:8]}, is {phase.now[:8]})" in str(found)
    for other in ("quiet/1901/opening/", "about/", FALL, "duel/maps/1900-1903.svg"):
        assert explained(sample, other).state == "fresh", other


def test_what_is_said_is_what_a_build_then_does(sample: Sample) -> None:
    change_an_order(sample)
    append(sample.themes / "default" / "templates" / "text.html", "{# changed #}")
    (sample.output / "index.html").unlink()
    every = [name for name in sample.files() if name.endswith((".html", ".svg", ".json"))]
    # To explain a page, the games are read: the front page, and of the others one in four.
    pages = ["index.html", *every[::4]]
    said = {name: explained(sample, name).state for name in pages}
    assert set(said.values()) == {"stale", "fresh"}
    made = {explained(sample, one).file for one in sample.build().rendered}
    assert {name for name, state in said.items() if state == "stale"} == made & set(pages)
    assert len(made) > 8


def test_changed_template_is_named_with_its_theme(sample: Sample) -> None:
    append(sample.themes / "default" / "templates" / "text.html", "{# changed #}")
    assert "changed: the template text.html of the theme default" in str(explained(sample, "about"))


def test_missing_changed_and_touched_files_are_told_apart(sample: Sample) -> None:
    file = sample.output / "about" / "index.html"
    facts = file.stat()
    os.utime(file, ns=(facts.st_atime_ns, facts.st_mtime_ns + 1_000_000))
    assert "touched" in explained(sample, "about").reasons[0]
    append(file, "<!-- by hand -->")
    found = explained(sample, "about")
    assert f"{facts.st_size + 16} bytes, {facts.st_size} when it was built" in found.reasons[0]
    file.unlink()
    assert explained(sample, "about").reasons == ("its file is missing",)
    assert explained(sample, "about").state == "stale"


def test_page_that_never_was_is_new_and_one_that_is_no_more_is_gone(sample: Sample) -> None:
    (sample.site / "extra.md").write_text("# Extra\n", encoding="utf-8")
    (sample.site / "about.md").unlink()
    assert explained(sample, "extra").state == "new"
    assert explained(sample, "about").state == "gone"


def test_without_a_build_every_page_is_new(sample: Sample) -> None:
    manifest_file(sample.output).unlink()
    assert explained(sample, SPRING).state == "new"
    assert not manifest_file(sample.output).exists()


@pytest.mark.parametrize(
    "page",
    [
        "about",
        "about/",
        "/about/",
        "./about/index.html",
        "_site/about/index.html",
        "https://example.org/war/about/",
        "https://example.org/war/about/index.html#top",
        "http://127.0.0.1:5500/about/?x=1",
    ],
)
def test_page_is_known_by_address_file_and_url(sample: Sample, page: str) -> None:
    set_setting(sample, 'base = "https://example.org/war"')
    assert explained(sample, page).address == "about/"


def test_home_page_and_plain_files_are_known_too(sample: Sample) -> None:
    set_setting(sample, 'base = "https://example.org/war"')
    for page in ("", "/", "index.html", "https://example.org/war", str(sample.output)):
        assert explained(sample, page).address == ""
    assert explained(sample, "page.css").state == "fresh"
    assert explained(sample, "duel/maps/1900-1903.svg").address == "duel/maps/1900-1903.svg"


def test_unknown_page_is_an_error_with_near_ones(sample: Sample) -> None:
    with pytest.raises(UsageError) as raised:
        explained(sample, "duel/1901/spring-movment/")
    assert str(raised.value).startswith("duel/1901/spring-movment/: the site has no such page")
    assert "did you mean duel/1901/spring-movement/index.html" in raised.value.hint


def test_nothing_is_built_and_nothing_is_noted(sample: Sample) -> None:
    append(sample.games / "duel" / "1901" / "orders" / "france.toml", "# a remark\n")
    (sample.output / "index.html").unlink()
    before = sample.files(), manifest_file(sample.output).read_bytes()
    explained(sample, SPRING)
    assert (sample.files(), manifest_file(sample.output).read_bytes()) == before
