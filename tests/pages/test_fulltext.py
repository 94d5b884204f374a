"""The full-text index: made when a page has changed, listed, counted, pruned; an extra."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from generator import build as building
from generator.pages.fulltext import MISSING, make_index, program
from tests.pages.built import built_sample, set_setting
from tests.pages.sample import Sample


@pytest.fixture
def indexed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Stands in for Pagefind: the numbers of HTML pages of which an index was made."""
    made: list[int] = []

    def index(output: Path) -> dict[str, bytes]:
        pages = sorted(output.rglob("*.html"))
        made.append(len(pages))
        text = b"".join(page.read_bytes() for page in pages)
        name = f"pagefind/fragment/{len(text)}.pf_fragment"
        return {"pagefind/pagefind.js": b"search()", name: str(len(text)).encode()}

    monkeypatch.setattr(building, "make_index", index)
    monkeypatch.setattr(building, "program", lambda: "pagefind 1")
    return made


@pytest.fixture
def sample(tmp_path: Path) -> Sample:
    made = built_sample(tmp_path)
    set_setting(made, 'search = "full"')
    return made


def index_files(sample: Sample) -> set[str]:
    return {name for name in sample.files() if name.startswith("pagefind/")}


def change(sample: Sample) -> None:
    file = sample.site / "about.md"
    file.write_text(file.read_text(encoding="utf-8") + "\nOne word more.\n", encoding="utf-8")


def test_index_is_part_of_the_site(sample: Sample, indexed: list[int]) -> None:
    report = sample.build()
    assert len(index_files(sample)) == 2
    assert index_files(sample) <= set(report.written)
    assert [one.files for one in report.size.kinds if one.kind == "search"] == [2]
    listing = (sample.output / ".theatrum").read_text(encoding="utf-8").splitlines()
    assert index_files(sample) <= set(listing)


def test_index_is_made_again_only_when_a_page_has_changed(
    sample: Sample, indexed: list[int]
) -> None:
    sample.build()
    assert sample.build().written == ()
    style = sample.themes / "default" / "static" / "page.css"
    style.write_text(style.read_text(encoding="utf-8") + "/* new */\n", encoding="utf-8")
    assert sample.build().written == ("page.css",)
    assert len(indexed) == 1
    before = index_files(sample)
    change(sample)
    report = sample.build()
    assert len(indexed) == 2
    # The part that is the same is not written again, the part that is no more is removed.
    assert "pagefind/pagefind.js" not in report.written
    assert set(report.removed) == before - index_files(sample)
    (sample.site / "about.md").unlink()
    (sample.site / "site.toml").read_text(encoding="utf-8")
    sample.build(lenient=True)
    assert indexed[-1] == indexed[0] - 1


def test_index_that_was_changed_by_hand_is_mended(sample: Sample, indexed: list[int]) -> None:
    sample.build()
    before = sample.files()
    (sample.output / "pagefind" / "pagefind.js").write_text("scribbled", encoding="utf-8")
    sample.build()
    assert sample.files() == before


def test_index_follows_a_page_of_a_build_that_was_cut_short(
    sample: Sample, indexed: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    sample.build()
    change(sample)

    def cut_short(*ignored: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(building, "_draw_pictures", cut_short)
    with pytest.raises(KeyboardInterrupt):
        sample.build()
    monkeypatch.undo()
    monkeypatch.setattr(building, "program", lambda: "pagefind 1")
    monkeypatch.setattr(building, "make_index", lambda output: {"pagefind/new.js": b"new"})
    sample.build()
    assert index_files(sample) == {"pagefind/new.js"}


def test_preview_leaves_the_index_as_it_is(sample: Sample, indexed: list[int]) -> None:
    sample.build()
    before = index_files(sample)
    change(sample)
    sample.build(preview=True)
    assert index_files(sample) == before
    assert len(indexed) == 1
    sample.build()
    assert len(indexed) == 2


def test_index_goes_when_it_is_not_wanted_any_more(sample: Sample, indexed: list[int]) -> None:
    sample.build()
    set_setting(sample, 'search = "names"')
    assert set(sample.build().removed) >= {"pagefind/pagefind.js"}
    assert index_files(sample) == set()


def test_without_the_extra_the_build_says_so_and_goes_on(
    sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "program", lambda: "")
    report = sample.build()
    assert report.notes == (MISSING,)
    assert index_files(sample) == set()
    assert report.warnings == ()


@pytest.mark.skipif(find_spec("pagefind_bin") is None, reason="Pagefind is not installed")
def test_pagefind_makes_the_same_index_twice(tmp_path: Path) -> None:
    site = tmp_path / "site"
    for name in ("one", "two"):
        page = site / name / "index.html"
        page.parent.mkdir(parents=True)
        text = f"<html lang=en><body>frame<main><h1>{name}</h1><svg><text>drawn</text></svg></main>"
        page.write_text(text, encoding="utf-8")
    first, second = make_index(site), make_index(site)
    assert first == second
    assert {"pagefind/pagefind.js", "pagefind/pagefind-entry.json"} <= set(first)
    assert not [name for name in first if "ui" in name]
    assert program().startswith("pagefind ")
