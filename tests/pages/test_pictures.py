"""Maps as PNG: drawn once, kept by what they show, pruned, and left out of previews."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.archive.adjudicating import adjudicate_game
from generator.archive.undoing import undo_phase
from generator.build import kept_pictures
from generator.engine.errors import FileError
from generator.pages import pictures
from generator.pages.pictures import Pictures
from generator.pages.processes import Processes
from tests.pages.built import built_sample, set_setting
from tests.pages.sample import Sample

OPENING = "duel/1901/opening/map.png"
SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 2">'
    '<rect width="8" height="2" fill="#ffffff"/><rect width="{}" height="2" fill="#aa0000"/></svg>'
)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The SVGs that are drawn, with bytes instead of pixels: to draw one takes a second."""
    svgs: list[str] = []

    def map_png(svg: str) -> bytes:
        svgs.append(svg)
        return f"a picture of {len(svg)} letters".encode()

    monkeypatch.setattr(pictures, "map_png", map_png)
    monkeypatch.setattr("generator.pages.processes._processors", lambda: 1)
    return svgs


@pytest.fixture
def sample(tmp_path: Path, drawn: list[str]) -> Sample:
    made = built_sample(tmp_path)
    set_setting(made, "png = true")
    return made


def kept(sample: Sample) -> list[str]:
    folder = kept_pictures(sample.output).folder
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


def pngs(sample: Sample) -> dict[str, bytes]:
    return {name: data for name, data in sample.files().items() if name.endswith(".png")}


def test_each_map_is_drawn_once(sample: Sample, drawn: list[str]) -> None:
    sample.build()
    shown = pngs(sample)
    assert (
        shown[OPENING] == f"a picture of {len(sample.page(OPENING[:-3] + 'svg'))} letters".encode()
    )
    # Maps that are the same to the last letter are one drawing.
    assert len(drawn) == len(set(drawn)) == len(kept(sample)) <= len(shown)
    before = len(drawn)
    assert sample.build().rendered == ()
    assert len(drawn) == before


def test_pictures_survive_the_loss_of_output_and_manifest(sample: Sample, drawn: list[str]) -> None:
    sample.build()
    before, number = pngs(sample), len(drawn)
    shutil.rmtree(sample.output)
    shutil.rmtree(sample.root / ".cache" / "site")
    sample.build()
    assert pngs(sample) == before
    assert len(drawn) == number


def test_only_the_map_that_changed_is_drawn_again(sample: Sample, drawn: list[str]) -> None:
    sample.build()
    number, before = len(drawn), sample.files()
    for _ in range(2):
        undo_phase(sample.games / "duel")
    sample.build()
    changed = {name for name, data in pngs(sample).items() if data != before[name]}
    assert changed == {"duel/map.png"}
    assert drawn[number:] == [sample.page("duel/map.svg")]


def test_other_fonts_or_another_program_draw_everything_again(
    sample: Sample, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sample.build()
    number = len(drawn)
    monkeypatch.setattr(pictures, "version", lambda name: "another one")
    report = sample.build()
    assert set(report.rendered) == set(pngs(sample))
    assert len(drawn) == 2 * number
    assert len(kept(sample)) == number


def test_pictures_that_no_page_wants_are_removed(sample: Sample, drawn: list[str]) -> None:
    sample.build()
    shutil.rmtree(sample.games / "duel")
    sample.build()
    left = pngs(sample)
    assert all(name.startswith("quiet/") for name in left)
    assert len(kept(sample)) == len(set(left.values()))
    set_setting(sample, "png = false")
    sample.build()
    assert pngs(sample) == {}
    assert kept(sample) == []


def test_game_that_is_not_even_read_keeps_its_pictures(
    sample: Sample, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.pages.site.JUST_NOW", 0)
    sample.build()
    before = kept(sample)
    sample.build()
    sample.build()
    assert kept(sample) == before


def test_preview_draws_none_and_says_so(sample: Sample, drawn: list[str]) -> None:
    report = sample.build(preview=True)
    assert drawn == []
    assert pngs(sample) == {}
    assert any("maps are drawn as PNG when they are looked at" in note for note in report.notes)
    assert sample.build(preview=True).rendered == ()
    # One that is looked at is drawn then, and taken by the next build.
    assert kept_pictures(sample.output).picture(OPENING)
    assert len(drawn) == 1
    report = sample.build()
    assert OPENING in report.written
    assert len(pngs(sample)) > 1
    assert len(drawn) == len(set(drawn))


def test_preview_takes_what_is_kept_and_drops_what_is_out_of_date(
    sample: Sample, drawn: list[str]
) -> None:
    sample.build()
    before = pngs(sample)
    for _ in range(2):
        undo_phase(sample.games / "duel")
    sample.build(preview=True)
    assert "duel/map.png" in before
    assert "duel/map.png" not in pngs(sample)
    assert OPENING in pngs(sample)
    for _ in range(2):
        adjudicate_game(sample.games / "duel")
    sample.build(preview=True)
    assert pngs(sample) == before
    assert len(drawn) == len(set(drawn))


def test_map_that_cannot_be_drawn_is_named(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    def map_png(svg: str) -> bytes:
        raise ValueError("this is no SVG that can be drawn")

    monkeypatch.setattr(pictures, "map_png", map_png)
    with pytest.raises(FileError, match=r"map\.svg: cannot be drawn: this is no SVG") as raised:
        sample.build()
    assert raised.value.place is not None
    assert Path(raised.value.place.path).is_file()


def drawn_in(folder: Path, processes: Processes | None) -> dict[str, bytes]:
    """Three small pictures, two of them the same, really drawn."""
    output = folder / "out"
    output.mkdir(parents=True)
    for name, width in (("a", 3), ("b", 5), ("c", 3)):
        (output / f"{name}.svg").write_text(SVG.format(width), encoding="utf-8")
    some = Pictures(folder / "kept", output)
    told: list[tuple[int, int]] = []
    some.draw(
        ["a.png", "b.png", "c.png"], processes, lambda done, of, what: told.append((done, of))
    )
    assert told == [(1, 2), (2, 2)]
    return {name: some.picture(f"{name}.png") for name in "abc"}


def test_processes_draw_the_same_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.pages.processes._processors", lambda: 2)
    with Processes() as processes:
        together = drawn_in(tmp_path / "together", processes)
    assert together == drawn_in(tmp_path / "alone", None)
    assert together["a"] == together["c"] != together["b"]
    assert together["a"].startswith(b"\x89PNG")
