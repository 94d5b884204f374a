"""What the maps of Europe 1619 explain, say and leave out. `maps.txt` has what they show."""

from __future__ import annotations

from generator.engine.phases import Resolution
from generator.engine.picture import Picture
from generator.pages.maps.drawing import draw_document, map_scene
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.telling.pictures import picture_of_phase, picture_of_position
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import opening, play, position


def drawn(state: EuropeState) -> Picture:
    """The picture of a position; that it can be drawn is part of every test."""
    return checked(picture_of_position(EDITION, state))


def of_phase(before: EuropeState, resolution: Resolution[EuropeState]) -> Picture:
    return checked(picture_of_phase(EDITION, before, resolution))


def checked(picture: Picture) -> Picture:
    assert draw_document(map_scene(picture, EDITION.powers)).startswith("<?xml")
    return picture


def test_water_has_no_color_and_bohemia_a_double_ring() -> None:
    picture = drawn(opening(EDITION))
    seas = {code for code, one in EDITION.board.provinces.items() if one.kind == "sea"}
    assert not seas & {*picture.land, *picture.fills}
    assert picture.center_kinds["BOH"] == "double"
    assert set(picture.center_kinds) == {"BOH"}
    assert picture.values["EDI"] == EDITION.tables["provinces"]["EDI"]["center"]
    assert picture.style == "blocks"


def test_who_has_fallen_is_not_explained() -> None:
    assert "savoy" in (drawn(opening(EDITION)).powers or ())
    assert "savoy" not in (drawn(position(EDITION, eliminated={"savoy": 1620})).powers or ())


def test_a_map_says_what_changed_and_then_who_stands_where() -> None:
    state = opening(EDITION)
    picture = of_phase(state, play(EDITION, state, {"france": "5: ERF"}))
    assert picture.description.startswith(
        "1619, diplomacy. France wins Erfurt. 1 power places 5 INFs. Austria: A "
    )
    assert "aligned: " in picture.description


def test_secret_orders_are_not_drawn_by_number() -> None:
    """Numbers count the verdicts that the picture was made from."""
    state = position(EDITION, phase="builds", units={"france": []}, treasury={"france": 3})
    resolution = play(EDITION, state, {"france": "BUILD A LON\nBUILD A PAR"})
    (sign,) = of_phase(state, resolution).orders
    assert resolution.verdicts[sign.number - 1].order == "BUILD A PAR"
