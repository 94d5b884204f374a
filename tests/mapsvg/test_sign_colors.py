"""Signs in the colors of a scene, dice of faith, and discs in the color of a power."""

from __future__ import annotations

import pytest

from mapsvg import Marker, SceneError, load_palette
from tests.mapsvg.scenes import small_scene
from tests.mapsvg.test_signs import draw, element, legend_words, look


def test_scene_colors_its_own_signs_with_a_rim_that_can_be_seen() -> None:
    colors = {"catholic": "#e6c059", "protestant": "#2f5d9b"}
    marks = (Marker("VIE", "catholic"), Marker("MUN", "protestant-dice", "3"))
    svg = draw(small_scene(markers=marks, colors=colors))
    black, white = (load_palette("day").tokens[name] for name in ("black", "white"))
    assert f"use,.board .marker.catholic-dice rect{{fill:#e6c059;stroke:{black}}}" in svg
    assert f"rect{{fill:#2f5d9b;stroke:{white}}}" in svg
    assert f".board .marker.protestant-dice text{{fill:{white}}}" in svg
    assert ".board .marker.catholic use" not in draw(small_scene(markers=marks))


@pytest.mark.parametrize("colors", [{"catholic": "gold"}, {"cross": "#e6c059"}])
def test_color_of_a_sign_has_to_be_one(colors: dict[str, str]) -> None:
    with pytest.raises(SceneError, match=r"no color like|unknown kind"):
        draw(small_scene(colors=colors))


def test_die_of_faith_shows_how_many_there_are() -> None:
    svg = draw(small_scene(markers=(Marker("VIE", "protestant-dice", "3"),)))
    assert "rect" in look(svg, "m-VIE-1")
    assert ">3<" in look(svg, "m-VIE-1")
    assert "Protestant dice" in legend_words(svg)


def test_disc_of_a_power_is_written_on_as_its_pieces_are() -> None:
    svg = draw(small_scene(markers=(Marker("VIE", "text", "T", "austria"),)))
    assert element(svg, "m-VIE-1").get("class") == "marker text owned unit pw-austria"
