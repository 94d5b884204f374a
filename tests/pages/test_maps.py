"""From a ruleset's picture to a scene, to SVG."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from generator.archive import load_game
from generator.engine.errors import FileError
from generator.engine.picture import OrderSign, Picture, UnitSign
from generator.engine.rulebook import PowerFacts
from generator.engine.units import Unit
from generator.engine.verdicts import Verdict
from generator.pages.maps.drawing import (
    COLORED,
    close_ups,
    draw_document,
    drawn_map,
    map_scene,
    map_styles,
    map_view,
)
from generator.pages.maps.material import material_of
from generator.pages.site.rulebook import power_styles
from mapsvg import Scene
from tests.mapsvg.scenes import map_of_file
from tests.pages.sample import ROOT, Sample

POWERS = {
    "austria": PowerFacts("austria", "Austria", "Austrian", "#123456", "A"),
    "italy": PowerFacts("italy", "Italy", "Italian", "#654321", "I"),
}


def picture(*orders: OrderSign, units: tuple[UnitSign, ...] = ()) -> Picture:
    return Picture(
        board="standard",
        title="Spring 1901",
        subtitle="movement",
        land={"VIE": "austria"},
        centers={"VIE": "austria", "SER": None},
        units=units or (UnitSign("austria", Unit("A", "VIE")),),
        orders=orders,
        description="A map <of> 'orders' & \"results\"",
    )


@pytest.mark.parametrize(
    ("sign", "kind", "target", "aux"),
    [
        (OrderSign(1, "austria", "move", "VIE", "success", "BUD"), "move", "BUD", ""),
        (OrderSign(1, "austria", "move", "GRE", "success", "NAP", via=("ION",)),
         "convoyed", "NAP", ""),
        (OrderSign(1, "austria", "support-hold", "VIE", "cut", "BUD"), "support_hold", "BUD", ""),
        (OrderSign(1, "austria", "support-move", "VIE", "void", "TRI", "TYR"),
         "support_move", "TYR", "TRI"),
        (OrderSign(1, "italy", "convoy", "ION", "success", "GRE", "NAP"), "convoy", "NAP", "GRE"),
        (OrderSign(1, "italy", "retreat", "VEN", "success", "TUS"), "retreat", "TUS", ""),
        (OrderSign(1, "italy", "build", "VEN", "success"), "build", "", ""),
    ],
)  # fmt: skip
def test_signs_become_marks(sign: OrderSign, kind: str, target: str, aux: str) -> None:
    mark = map_scene(picture(sign), POWERS).orders[0]
    assert (mark.id, mark.kind, mark.target, mark.aux) == ("1", kind, target, aux)


def test_mark_carries_its_verdict_in_words() -> None:
    sign = OrderSign(1, "austria", "hold", "VIE", "success")
    verdict = Verdict("austria", "A VIE H", "success")
    assert map_scene(picture(sign), POWERS, [verdict]).orders[0].text == "A VIE H: holds"


def test_page_and_file_share_a_drawing_but_not_its_styles() -> None:
    drawn = drawn_map(map_scene(picture(), POWERS))
    document, view = drawn.document, map_view(drawn, picture(), "g/1901/spring/")
    assert view.file == "g/1901/spring/map.svg"
    assert document.startswith("<?xml")
    assert "<style>" in document
    assert view.svg.startswith("<svg")
    assert "<style>" not in view.svg
    assert view.board == ""
    assert 'id="p-VIE"' in view.svg
    assert " .pw-austria{color:" in map_styles(POWERS)


def test_scene_that_cannot_be_is_a_clear_error() -> None:
    odd = picture(units=(UnitSign("austria", Unit("A", "XXX")),))
    with pytest.raises(FileError, match=r"the map 'Spring 1901' cannot be drawn: .*XXX"):
        draw_document(map_scene(odd, POWERS))


def test_map_of_a_phase_and_of_the_position_that_waits(built: Sample) -> None:
    game = load_game(built.games / "duel")
    drawn = map_of_file(built.page("duel/maps/1900-1903.svg"), "1901-spring-movement")
    assert "Spring 1901" in drawn
    assert material_of(game).file() == built.page("duel/map.svg")


def test_color_that_is_none_cannot_get_into_a_style_sheet() -> None:
    odd = PowerFacts("italy", "Italy", "Italian", "red;} body{display:none", "I")
    assert power_styles({"austria": POWERS["austria"], "italy": odd}) == (
        ".pw-austria{--c0:#123456}\n@supports(color:light-dark(#000,#fff)){\n"
        ".pw-austria{--c0:light-dark(#123456,color-mix(in oklab,#123456 72%,#fff))}\n}\n"
    )


def test_a_map_is_headed_by_its_game():
    """The phase stands below it, or how the game ended."""
    ended = map_scene(replace(picture(), subtitle="Austria wins"), POWERS, game="First Light")
    assert (ended.title, ended.subtitle) == ("First Light", "Austria wins")
    told = replace(picture(), subtitle="Austria wins by agreement: the referee has named it")
    assert map_scene(told, POWERS, game="First Light").subtitle == "Spring 1901"
    played = map_scene(replace(picture(), subtitle=""), POWERS, game="First Light")
    assert (played.title, played.subtitle) == ("First Light", "Spring 1901")


def test_a_long_title_is_cut_for_the_map():
    scene = map_scene(picture(), POWERS, game="word " * 40)
    assert len(scene.title) <= 40
    assert scene.title.endswith("…")


def test_colors_of_inline_maps_follow_the_page_and_keep_to_daylight_elsewhere() -> None:
    css = map_styles(POWERS)
    assert f"{COLORED}{{--map-sea:#d3e2e3;" in css
    assert f"@supports(color:light-dark(#000,#fff)){{{COLORED}{{--map-sea:light-dark(" in css
    assert not re.search(r"var\(--map-[\w-]+,", css)
    used = set(re.findall(r"var\((--map-[\w-]+)\)", css))
    assert used <= set(re.findall(r"(--map-[\w-]+):", css))


def test_only_what_a_map_shows_can_be_hidden() -> None:
    view = map_view(drawn_map(map_scene(picture(), POWERS)), picture(), "g/")
    assert [label for _, label in view.layers] == ["Units", "Centers", "Names"]
    ordered = picture(OrderSign(1, "austria", "hold", "VIE", "success"))
    view = map_view(drawn_map(map_scene(ordered, POWERS)), ordered, "g/")
    assert [label for _, label in view.layers] == ["Units", "Orders", "Centers", "Names"]


def test_close_ups_are_anchors_of_the_map_file() -> None:
    assert [title for _, title, _ in close_ups("standard")][:2] == ["Whole board", "North-west"]
    views = close_ups("europe-1619")
    assert [anchor for anchor, *_ in views][:2] == ["view-whole", "view-germany"]
    document = draw_document(Scene("europe-1619"))
    for anchor, _, box in views:
        assert f'<view id="{anchor}" viewBox="{box}"/>' in document


def test_a_power_has_one_color_in_all_maps_also_in_that_of_its_fall() -> None:
    """Maps of several years share a style sheet. Spain falls in 1631."""
    game = load_game(ROOT / "games" / "after-the-comet")
    colors: dict[str, set[str]] = {}
    for record in game.phases:
        if record.moment.year in (1630, 1631):
            for power, rule in re.findall(
                r"[.]land[.]pw-([a-z]+)({[^}]*})", material_of(game, record).file()
            ):
                colors.setdefault(power, set()).add(rule)
    assert len(colors) > 5
    assert {power: found for power, found in colors.items() if len(found) > 1} == {}
