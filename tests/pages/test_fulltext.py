"""Full-text search: an extra that the site does without, and the same bytes each time with it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from generator.building import fulltext
from tests.pages.sample import Sample, built_sample, set_setting

NEEDED = pytest.mark.skipif(not fulltext.program(), reason="pagefind[bin] is not installed")


@pytest.fixture
def sample(tmp_path: Path) -> Sample:
    sample = built_sample(tmp_path)
    shutil.rmtree(sample.games / "duel")
    set_setting(sample, 'search = "full"')
    return sample


def index_of(sample: Sample) -> dict[str, bytes]:
    return {name: data for name, data in sample.files().items() if name.startswith("pagefind/")}


def test_without_the_extra_the_site_is_built_and_says_so(
    sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fulltext, "find_spec", lambda name: None)
    report = sample.build(lenient=True)
    assert fulltext.MISSING in report.notes
    assert index_of(sample) == {}
    assert (sample.output / "quiet" / "index.html").is_file()


@NEEDED
def test_index_has_every_page_and_is_made_anew_only_when_a_text_changed(sample: Sample) -> None:
    report = sample.build(lenient=True)
    assert fulltext.MISSING not in report.notes
    first = index_of(sample)
    entry = json.loads(first["pagefind/pagefind-entry.json"])
    (language,) = entry["languages"].values()
    pages = [name for name in sample.files() if name.endswith(".html")]
    assert language["page_count"] == len(pages)
    assert not any("pagefind-ui" in name for name in first)
    assert sample.build(lenient=True).written == ()
    (sample.site / "about.md").write_text("# About\n\nZephyrs.\n", encoding="utf-8")
    written = sample.build(lenient=True).written
    assert any(name.startswith("pagefind/fragment/") for name in written)
    assert index_of(sample) != first


@NEEDED
def test_same_pages_give_the_same_index(sample: Sample) -> None:
    sample.build(lenient=True)
    assert fulltext.make_index(sample.output) == fulltext.make_index(sample.output)
