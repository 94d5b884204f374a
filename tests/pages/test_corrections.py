"""Notices on the pages of phases that were corrected."""

from __future__ import annotations

from pathlib import Path

import html5lib
from msgspec.structs import replace

from generator.archive import load_game
from generator.archive.play.amending import Correction, amend_phase
from generator.archive.record.amendments import format_amendments, read_amendments, without_phases
from generator.pages.base.gameview import game_view
from generator.pages.story.corrections import corrections
from tests.pages.sample import HOSTILE, built_sample
from tests.pages.told import words


def test_a_correction_shows_on_every_phase_that_it_changed(tmp_path: Path) -> None:
    """Galicia is Austria's after the spring: and what follows says so, and leads there."""
    sample = built_sample(tmp_path)
    folder = sample.games / "duel"
    correction = Correction(
        "1901 spring-movement", f"overlooked {HOSTILE}", "2027-03-09", {"turkey": "F ANK H"}
    )
    assert amend_phase(folder, correction, lambda found: True).written
    report = sample.build()
    assert "duel/1901/spring-movement/" in report.written
    spring = sample.page("duel/1901/spring-movement/index.html")
    html5lib.HTMLParser(strict=True).parse(spring)
    said = words(spring)
    assert "Corrected on 9 March 2027" in said
    assert "This phase was corrected (orders of Turkey): overlooked" in said
    assert "Changes here:" in said
    assert "<script>alert('x')" not in spring
    fall = sample.page("duel/1901/fall-movement/index.html")
    assert 'href="../spring-movement/index.html">Spring 1901, movement</a> was corrected' in fall
    listed = sample.page("duel/rulings/index.html")
    html5lib.HTMLParser(strict=True).parse(listed)
    assert "9 March 2027 Spring 1901, movement overlooked" in words(listed)
    assert "Corrected: orders of Turkey. It changed " in words(listed)
    assert sample.build().rendered == ()
    assert "Corrected" not in sample.page("quiet/1901/opening/index.html")


def test_what_was_taken_back_is_named_without_a_link(tmp_path: Path) -> None:
    """A phase that has no page any more cannot be led to."""
    sample = built_sample(tmp_path)
    folder = sample.games / "duel"
    correction = Correction("1901 spring-movement", "r", "2027-03-09", {"turkey": "F ANK H"})
    amend_phase(folder, correction, lambda found: True)
    (made,) = read_amendments(folder)
    last = made.changed[-1]
    gone = replace(made, changed=(*made.changed[:-1], replace(last, after="")))
    (folder / "amendments.toml").write_text(format_amendments([gone]), "utf-8")
    game = load_game(folder)
    found = corrections(game, game_view(game))
    assert last.moment not in found
    (shown,) = found[made.moment]
    assert shown.gone == str(last.moment)
    assert without_phases([gone], frozenset({made.moment})) == ()
