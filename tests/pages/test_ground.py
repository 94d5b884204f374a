"""Maps as their differences from the drawing of the opening."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.archive import load_game
from generator.engine.errors import FileError
from generator.pages.maps.differences import SIGN, Differences, plain_letters, restore
from generator.pages.maps.drawing import map_view
from generator.pages.maps.material import Material
from tests.pages.sample import Sample, built_sample, drawn_map

TEXTS = st.text(alphabet=f'ab01.{SIGN} "<\n\U0001f451é', max_size=200)


@given(TEXTS, TEXTS, st.integers(0, 60), st.integers(0, 200))
def test_a_text_comes_back_from_its_differences(base: str, text: str, start: int, end: int) -> None:
    """Whatever it has in common with the base, and with itself."""
    long = base * 3 + text
    known = Differences(long)
    for one in (text, long, long[start:end] + text + long[:end] + text, ""):
        code = known.code(one)
        assert restore(known.base, code) == plain_letters(one)
        assert code.isascii() or not one.isascii()


@given(TEXTS, TEXTS, TEXTS)
def test_a_base_may_come_before_another(first: str, second: str, text: str) -> None:
    """A text is written with both, and what both have is copied from the first."""
    opening = Differences(first * 3 + second)
    year = Differences(second * 2 + first, opening)
    assert restore(opening.base, year.told) + SIGN == year.base.removeprefix(opening.base)
    assert year.base == opening.base + plain_letters(second * 2 + first) + SIGN
    for one in (text, first + text + second, second * 2 + first):
        code = year.code(one)
        assert restore(year.base, code) == plain_letters(one)
    whole = Differences(year.base.removesuffix(SIGN))
    assert len(year.code(second * 2 + first)) <= len(whole.code(second * 2 + first)) + 8


def test_what_two_texts_have_in_common_is_written_once() -> None:
    base = '<path class="land pw-spain" d="M1 2l30 40l50 60l70 80"/>'
    known = Differences(base)
    assert len(known.code(base)) < 10
    changed = known.code(base.replace("spain", "france"))
    assert "france" in changed
    assert len(changed) < 25


def test_what_a_year_has_besides_the_opening_is_copied_from_there() -> None:
    rest = '<path d="M1 2l30 40"/><path class="land pw-spain" d="M5 6l7 8"/>'
    opening = Differences(f'{rest}<path class="unit" d="M9 9h9"/>')
    year = Differences(f'{rest}<path class="army of-france" d="M7 7v70"/>', opening)
    assert "of-france" in year.told
    assert year.code(f'{rest}<path class="army of-france" d="M7 7v70"/>').count(SIGN) <= 6


def test_letters_that_scripts_count_twice_are_references() -> None:
    assert plain_letters("King \U0001f451 é") == "King &#128081; é"


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


def test_provinces_on_the_map_of_a_phase_can_be_linked_to(tmp_path: Path) -> None:
    """The page has only what its map has besides the opening's drawing, which has the provinces."""
    sample = built_sample(tmp_path)
    text = "# Extra\n\nSee [Vienna](../duel/1901/spring-movement/#p-VIE).\n"
    (sample.site / "extra.md").write_text(text, encoding="utf-8")
    sample.build()
    assert 'id="p-VIE"' not in sample.page("duel/1901/spring-movement/index.html")
    (sample.site / "extra.md").write_text(text.replace("VIE", "XYZ"), encoding="utf-8")
    with pytest.raises(FileError, match="#p-XYZ, which is not there"):
        sample.build()
