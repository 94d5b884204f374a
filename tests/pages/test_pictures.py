"""Maps as PNG: drawn once for what they show, kept between builds, and never shown when stale."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.building.build import Step, kept_pictures, manifest_file
from generator.building.pictures import waiting_folder
from generator.engine.errors import FileError
from generator.pages.maps import drawing
from tests.pages.sample import SPRING, Sample, built_sample, play, set_setting

OPENING = "duel/1901/opening/map"
SIGNATURE = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sample:
    """Only `quiet`, which has two maps, and small pictures: drawing takes its time."""
    monkeypatch.setattr(drawing, "PNG_WIDTH", 320)
    sample = built_sample(tmp_path)
    shutil.rmtree(sample.games / "duel")
    set_setting(sample, "png = true")
    return sample


def drawn(sample: Sample, **options: object) -> list[str]:
    """The pictures that a build draws."""
    steps: list[Step] = []
    sample.build(progress=steps.append, lenient=True, **options)
    return [one.what for one in steps if one.stage == "pictures"]


def kept(sample: Sample) -> set[str]:
    folder = kept_pictures(sample.output).folder
    return {file.name for file in folder.iterdir()} if folder.is_dir() else set()


def test_pictures_are_drawn_once_and_equal_ones_together(sample: Sample) -> None:
    # Where nothing was played yet, the front page shows the map of the opening.
    assert len(drawn(sample)) == len(kept(sample)) == 1
    first = sample.files()
    png = {name for name in first if name.endswith(".png") and not name.startswith("guide/")}
    assert png == {"quiet/map.png", "quiet/1901/opening/map.png"}
    assert all(first[name].startswith(SIGNATURE) for name in png)
    assert drawn(sample) == []
    # A new site finds them again: a service that keeps the folder draws none.
    shutil.rmtree(sample.output)
    manifest_file(sample.output).unlink()
    assert drawn(sample) == []
    assert sample.files() == first


def test_only_what_changed_is_drawn_and_what_nobody_shows_goes(sample: Sample) -> None:
    drawn(sample)
    before = kept(sample)
    play(sample.games / "quiet", SPRING)
    assert sorted(drawn(sample)) == ["quiet/1901/spring-movement/map.png", "quiet/map.png"]
    assert len(kept(sample) & before) == 1
    assert len(kept(sample)) == 3
    set_setting(sample, "png = false")
    assert drawn(sample) == []
    assert kept(sample) == set()
    left = [name for name in sample.files() if name.endswith(".png")]
    assert all(name.startswith("guide/") for name in left)


def test_preview_draws_nothing_but_shows_what_is_kept(sample: Sample) -> None:
    assert drawn(sample, preview=True) == []
    drawn(sample)
    whole = kept(sample)
    play(sample.games / "quiet", SPRING)
    assert drawn(sample, preview=True) == []
    assert kept(sample) == whole


def test_picture_of_a_broken_map_is_an_error_with_its_file(sample: Sample) -> None:
    sample.build(lenient=True, preview=True)
    drawing = waiting_folder(sample.output) / "quiet" / "map.png"
    drawing.write_text("<svg", encoding="utf-8")
    with pytest.raises(FileError, match=r"map\.png: cannot be drawn"):
        kept_pictures(sample.output).picture("quiet/map.png")
    drawing.unlink()
    with pytest.raises(FileError, match="no map to draw from"):
        kept_pictures(sample.output).picture("quiet/map.png")


def test_a_preview_leaves_what_pictures_are_drawn_from_and_a_build_leaves_none(
    sample: Sample,
) -> None:
    sample.build(lenient=True, preview=True)
    assert "quiet/map.png" not in sample.files()
    asked = kept_pictures(sample.output).picture("quiet/map.png")
    drawn(sample)
    assert sample.files()["quiet/map.png"] == asked
    assert not waiting_folder(sample.output).exists()
