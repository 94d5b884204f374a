"""Maps as what they have besides the drawing of the opening."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.archive import load_game
from generator.engine.errors import FileError
from generator.pages.maps.drawing import map_view
from generator.pages.maps.ground import Told
from generator.pages.maps.material import Material
from tests.pages.sample import Sample, built_sample, drawn_from, drawn_map

TEXTS = st.lists(st.text(alphabet="ab^~.<", min_size=1, max_size=3), max_size=40)


@given(TEXTS, TEXTS, TEXTS)
def test_a_drawing_comes_back_from_what_it_has_besides_others(
    first: list[str], second: list[str], third: list[str]
) -> None:
    """Whatever it has in common with them, and with itself; also where its texts hold the signs."""
    ground = Told(first)
    year = Told(second + first, ground)
    phase = Told(third + second + third, year)
    codes = (ground.code, year.code, phase.code)
    drawings = ("".join(first), "".join(second + first), "".join(third + second + third))
    for number, drawing in enumerate(drawings, 1):
        assert unescape(drawn_from(*codes[:number])) == drawing


def test_page_of_a_phase_has_what_its_map_has_besides_the_opening(built: Sample) -> None:
    game = load_game(built.games / "duel")
    html = built.page("duel/1901/spring-movement/index.html")
    material = Material(game, game.phases[0])
    whole = str(map_view(material.drawn, material.picture, "").svg)
    drawn = drawn_map(html, built.page("duel/drawing.js"))
    # The page's own style gives provinces the colors of other fills.
    assert drawn.startswith(whole.partition("</svg><ul")[0])
    code = re.search(r'<script type="text/plain">(.*?)</script>', html, re.DOTALL)
    assert code
    assert len(code[1]) < len(drawn) / 4
    assert 'class="board' not in html.replace(code[1], "")


def test_drawing_of_the_opening_outlasts_the_game(built: Sample) -> None:
    """So a new phase leaves the pages of all earlier ones as they are."""
    drawing = built.page("duel/drawing.js")
    opening = drawn_map(built.page("duel/1901/opening/index.html"), drawing)
    assert opening[:80] in drawing
    assert "A MUN - BUR" not in drawing


def test_provinces_of_a_phase_can_be_linked_to(tmp_path: Path) -> None:
    """Each has its place in the page itself, whose map only scripts draw."""
    sample = built_sample(tmp_path)
    text = "# Extra\n\nSee [Vienna](../duel/1901/spring-movement/#p-VIE).\n"
    (sample.site / "extra.md").write_text(text, encoding="utf-8")
    sample.build()
    drawn = set(re.findall(r'id="(p-\w+)"', sample.page("duel/drawing.js")))
    assert len(drawn) > 70
    for phase in ("opening", "spring-movement", "fall-movement", "winter-adjustments"):
        page = sample.page(f"duel/1901/{phase}/index.html")
        found = re.findall(r'id="(p-\w+)"', page)
        assert sorted(found) == sorted(drawn)
        assert (
            set(re.findall(r'id="(p-\w+)"', re.sub("<noscript>.*?</noscript>", "", page))) == set()
        )
    (sample.site / "extra.md").write_text(text.replace("VIE", "XYZ"), encoding="utf-8")
    with pytest.raises(FileError, match="#p-XYZ, which is not there"):
        sample.build()
