"""Pages that follow from what the phases tell are named only where that has changed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from generator.archive.play.adjudicating import adjudicate_game
from generator.building.build import manifest_file
from generator.pages.base.page import Page
from generator.pages.game.pages import FAMILIES, Family
from generator.pages.story.chronicle import Chronicle
from tests.archive.games import undo_last
from tests.pages.sample import Sample, built_sample, set_setting
from tests.pages.test_sequences import a_letter, a_template, an_address, append

OF_FILES = [family.function for family in FAMILIES if family.of_files]
EVERY = [family.function for family in FAMILIES]


@pytest.fixture
def sample(tmp_path: Path) -> Sample:
    return built_sample(tmp_path)


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The families whose pages have been named since."""
    found: list[str] = []
    pages = Family.pages

    def note(family: Family, chronicle: Chronicle) -> Iterator[Page]:
        if chronicle.view.slug == "duel":
            found.append(family.function)
        return pages(family, chronicle)

    monkeypatch.setattr(Family, "pages", note)
    return found


def remark(sample: Sample) -> None:
    """A change of an order file that changes nothing of what the phase tells."""
    append(sample.games / "duel" / "1901" / "orders" / "france.toml", "# a remark\n")


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def build_afresh(sample: Sample) -> dict[str, bytes]:
    """What a build makes that remembers nothing."""
    shutil.rmtree(sample.output)
    manifest_file(sample.output).unlink()
    sample.build()
    return sample.files()


def test_what_tells_the_same_is_not_named_again(sample: Sample, named: list[str]) -> None:
    before = sample.files()
    remark(sample)
    assert sample.build().written == ()
    assert named == OF_FILES
    assert sample.files() == before


def test_pages_that_were_kept_are_kept_again(sample: Sample, named: list[str]) -> None:
    for _ in range(2):
        remark(sample)
        sample.build()
    assert named == OF_FILES * 2


def test_page_that_is_missing_is_mended(sample: Sample, named: list[str]) -> None:
    before = sample.files()
    remark(sample)
    (sample.output / "duel" / "turns" / "index.html").unlink()
    sample.build()
    assert named == EVERY
    assert sample.files() == before


def new_title(sample: Sample) -> None:
    edit(sample.games / "duel" / "game.toml", "A duel of", "A contest of")


def new_player(sample: Sample) -> None:
    edit(sample.games / "duel" / "game.toml", "Chloé", "Zoé")


def new_deadline(sample: Sample) -> None:
    append(sample.games / "duel" / "game.toml", "\n[dates.1901]\nfall-movement = 2027-03-07\n")


def new_ruling(sample: Sample) -> None:
    edit(sample.games / "duel" / "1901" / "rulings.toml", "The mail says", "The letter says")


# What changes all pages comes first: it would hide that one was missed before.
CHANGES = (
    partial(an_address, number=1), partial(a_template, number=1), new_title, new_player,
    new_deadline, partial(a_letter, number=1), new_ruling,
)  # fmt: skip


def test_whatever_changes_is_seen(sample: Sample, named: list[str]) -> None:
    for change in CHANGES:
        named.clear()
        change(sample)
        sample.build()
        assert named == EVERY, change
    assert sample.files() == build_afresh(sample)


def test_new_tagline_makes_the_pages_that_show_it_and_names_no_others(
    sample: Sample, named: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.pages.site.site.JUST_NOW", 0)
    remark(sample)
    sample.build()
    named.clear()
    set_setting(sample, 'tagline = "wars by post"')
    assert sample.build().written == ("",)
    assert named == []
    assert sample.files() == build_afresh(sample)


def test_new_tagline_is_seen_on_all_pages_of_a_theme_that_shows_it(sample: Sample) -> None:
    shown = "{% set all = site %}{{ all.tagline }}"
    edit(
        sample.themes / "default" / "templates" / "base.html",
        "{{ site.footer",
        f"{shown}{{{{ site.footer",
    )
    set_setting(sample, 'tagline = "wars by mail"')
    sample.build()
    edit(sample.site / "site.toml", "by mail", "by post")
    sample.build()
    assert b"wars by post" in sample.files()["duel/index.html"]
    assert sample.files() == build_afresh(sample)


def test_sitemap_lists_what_was_kept_in_its_place(sample: Sample, named: list[str]) -> None:
    set_setting(sample, 'base = "https://example.org/war"')
    sample.build()
    before = sample.files()
    named.clear()
    remark(sample)
    sample.build()
    assert named == OF_FILES
    assert sample.files() == before


@pytest.mark.parametrize("place", ["duel/provinces/", "rules/standard/"])
def test_build_that_was_cut_short_leaves_no_notes_that_are_untrue(
    sample: Sample, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """A phase is changed, some of its pages are made, and it is changed back."""
    before = sample.files()
    orders = sample.games / "duel" / "1901" / "orders" / "turkey.toml"
    text = orders.read_text(encoding="utf-8")

    def play(text: str) -> None:
        for _ in range(3):
            undo_last(sample.games / "duel")
        orders.write_text(text, encoding="utf-8")
        for _ in range(3):
            adjudicate_game(sample.games / "duel")

    written: list[str] = []

    def replace(source: str, target: str) -> None:
        if target.startswith(f"{sample.output}/{place}"):
            if written:
                raise KeyboardInterrupt
            written.append(target)
        real_replace(source, target)

    real_replace = os.replace
    play(text.replace("A SMY - CON", "A SMY - ARM"))
    monkeypatch.setattr("generator.building.processes._processors", lambda: 1)
    monkeypatch.setattr(os, "replace", replace)
    with pytest.raises(KeyboardInterrupt):
        sample.build()
    monkeypatch.undo()
    assert sample.files() != before
    play(text)
    sample.build()
    assert sample.files() == before
