"""What the maps of Europe 1619 show: land by who holds it and how, pieces, markers, orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from generator.engine.phases import Resolution
from generator.engine.picture import OrderSign, Paint, Picture, UnitSign
from generator.engine.units import parse_unit
from generator.pages.maps.drawing import draw_document, map_scene
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.telling.pictures import picture_of_phase, picture_of_position
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import opening, play, position
from tests.rules.europe_1619.moves import given, played

INFS = {"HES": {"france": 3}, "BRE": {"france": 1, "england": 1}, "ERF": {}, "HAM": {"france": 12}}


def drawn(state: EuropeState) -> Picture:
    """The picture of a position; that it can be drawn is part of every test."""
    return checked(picture_of_position(EDITION, state))


def of_phase(before: EuropeState, resolution: Resolution[EuropeState]) -> Picture:
    return checked(picture_of_phase(EDITION, before, resolution))


def checked(picture: Picture) -> Picture:
    assert draw_document(map_scene(picture, EDITION.powers)).startswith("<?xml")
    return picture


def moved(state: EuropeState, **sheets: str) -> Picture:
    return of_phase(state, played(state, sheets))


def unit_at(picture: Picture, place: str) -> UnitSign:
    (found,) = (sign for sign in picture.units if sign.unit.at == place)
    return found


def orders_of(picture: Picture, place: str) -> list[OrderSign]:
    return [sign for sign in picture.orders if sign.at == place]


# --- land


@pytest.mark.parametrize(
    ("parts", "code", "paint"),
    [
        ({}, "PAR", None),
        ({}, "HES", Paint("aligned", "france", "", "HES")),
        ({}, "BRE", Paint("neutral", "", "", "BRE")),
        ({}, "ERF", Paint("unaligned", "", "", "ERF")),
        ({"captures": {"LYO": "savoy"}}, "LYO", Paint("captured", "savoy", "france")),
        ({"captures": {"HES": "saxony"}}, "HES", Paint("captured", "saxony", "", "HES")),
        ({"captures": {"LYO": "HES"}}, "LYO", Paint("aligned", "france", "france", "HES")),
        ({"captures": {"LYO": "BRE"}}, "LYO", Paint("neutral", "", "france", "BRE")),
        ({"captures": {"LYO": "ERF"}}, "LYO", Paint("unaligned", "", "france", "ERF")),
        ({"captures": {"BRU": "saxony"}}, "KAL", Paint("unaligned", "", "", "LOWR")),
        ({"eliminated": {"savoy": 1620}}, "TUR", Paint("unaligned")),
    ],
)
def test_land_is_painted_by_who_holds_it_and_how(
    parts: Mapping[str, Any], code: str, paint: Paint | None
) -> None:
    """A captured province keeps its captor's color, what a state took has that of its status, and
    what a captured state has left is grey like nobody's land."""
    picture = drawn(position(EDITION, infs=INFS, **parts))
    assert picture.fills.get(code) == paint
    assert picture.land.get(code) == ("france" if paint is None else None)


def test_a_vassal_is_painted_as_one() -> None:
    least = opening(EDITION).facts.influence.vassal_infs
    picture = drawn(position(EDITION, infs={"HES": {"france": least}}))
    assert picture.fills["HES"] == Paint("vassal", "france", "", "HES")


def test_water_has_no_color_and_bohemia_a_double_ring() -> None:
    picture = drawn(opening(EDITION))
    seas = {code for code, one in EDITION.board.provinces.items() if one.kind == "sea"}
    assert not seas & {*picture.land, *picture.fills}
    assert picture.center_kinds["BOH"] == "double"
    assert set(picture.center_kinds) == {"BOH"}
    assert picture.values["EDI"] == EDITION.tables["provinces"]["EDI"]["center"]
    assert picture.style == "blocks"


def test_markers_stand_on_the_seats_of_their_states() -> None:
    state = position(EDITION, infs={"TUN": {"ottomans": 2}}, markers={"TUN": "muslim"})
    marks = drawn(state).markers
    assert [mark.kind for mark in marks["TUN"]] == ["islamic"]
    assert {code: mark.kind for code, (mark,) in drawn(opening(EDITION)).markers.items()}[
        "HES"
    ] == "protestant"
    assert marks["TUN"][0].title == "Tunisia: Ottoman marker"


def test_who_has_fallen_is_not_explained() -> None:
    assert "savoy" in (drawn(opening(EDITION)).powers or ())
    assert "savoy" not in (drawn(position(EDITION, eliminated={"savoy": 1620})).powers or ())


# --- pieces


def test_pieces_carry_strength_and_states_their_letters() -> None:
    picture = drawn(given(units={"france": ["A PAR +3", "F ANDL/WC"], "HES": ["A HES +1"]}))
    assert unit_at(picture, "PAR") == UnitSign("france", parse_unit("A PAR +3"))
    assert unit_at(picture, "ANDL/WC").unit.kind == "F"
    hesse = unit_at(picture, "HES")
    assert (hesse.owner, hesse.label, hesse.flag) == ("", "He", "diamond")


def test_a_dislodged_unit_shows_where_it_stood() -> None:
    state = given(
        units={"france": ["A BUR", "A CHA"], "spain": ["A FRC"]}, wars=[("france", "spain")]
    )
    picture = moved(state, france="A BUR - FRC; A CHA S A BUR - FRC", spain="A FRC H")
    assert unit_at(picture, "FRC").state == "dislodged"
    assert unit_at(picture, "BUR").state == "normal"
    (move,) = orders_of(picture, "BUR")
    assert (move.kind, move.target, move.outcome, move.strength) == ("move", "FRC", "success", 2)
    (support,) = orders_of(picture, "CHA")
    assert (support.kind, support.target, support.to) == ("support-move", "BUR", "FRC")
    (held,) = orders_of(picture, "FRC")
    assert (held.kind, held.outcome) == ("hold", "dislodged")


def test_a_cut_support_lends_no_strength() -> None:
    state = given(
        units={"france": ["A BUR", "A CHA"], "spain": ["A FRC", "A LIE"]},
        wars=[("france", "spain")],
    )
    picture = moved(state, france="A BUR - FRC; A CHA S A BUR - FRC", spain="A FRC H; A LIE - CHA")
    (move,) = orders_of(picture, "BUR")
    assert (move.outcome, move.strength) == ("bounce", 1)


def test_a_unit_that_may_not_stay_shows_where_it_was() -> None:
    """Bremen is neutral."""
    state = given(units={"denmark": ["A BRE"]}, infs=INFS)
    assert unit_at(moved(state, denmark="A BRE H"), "BRE").state == "evicted"


GUEST_IN_BRABANT: dict[str, Any] = {
    "units": {"france": ["A BRB +2"], "league": ["A LIE +3", "A WES"]},
    "captures": {"LIE": "league", "WES": "league"},
    "alliances": [("france", "spain")],
}


def test_a_unit_that_must_leave_at_once_shows_where_it_came_from() -> None:
    """The League drives France out of Spanish Brabant, and may not stay there either. The map
    stands before the moves."""
    picture = moved(given(**GUEST_IN_BRABANT), league="A LIE - BRB; A WES S A LIE - BRB")
    looks = {sign.unit.at: sign.state for sign in picture.units}
    assert looks == {"BRB": "dislodged", "LIE": "evicted", "WES": "normal"}


def test_there_is_room_for_two_that_must_leave_one_place() -> None:
    state = given(**GUEST_IN_BRABANT)
    resolution = played(state, {"league": "A LIE - BRB; A WES S A LIE - BRB"})
    assert [one.unit.at for one in resolution.state.displaced] == ["BRB", "BRB"]
    looks = {
        sign.owner: sign.state for sign in drawn(resolution.state).units if sign.unit.at == "BRB"
    }
    assert looks == {"france": "dislodged", "league": "normal"}


def test_a_retreat_is_drawn_from_where_the_unit_was() -> None:
    state = given(
        units={"france": ["A BUR +1", "A CHA"], "spain": ["A FRC +1"]}, wars=[("france", "spain")]
    )
    fought = played(state, {"france": "A BUR - FRC; A CHA S A BUR - FRC", "spain": "A FRC H"})
    assert fought.state.moment.phase == "retreats"
    (spain,) = fought.state.displaced
    left = played(fought.state, {"spain": f"A FRC - {spain.places[0]}"})
    picture = of_phase(fought.state, left)
    looks = {sign.owner: sign.state for sign in picture.units if sign.unit.at == "FRC"}
    assert looks == {"spain": "dislodged", "france": "normal"}
    (retreat,) = picture.orders
    assert (retreat.kind, retreat.at, retreat.target) == ("retreat", "FRC", spain.places[0])


def test_builds_show_what_is_new_and_what_is_gone() -> None:
    state = given(
        phase="builds",
        units={"france": ["A BUR", "A CHA"], "spain": []},
        treasury={"france": 50},
        infs={},
    )
    orders = {"france": "BUILD A PAR\nDISBAND A BUR\nBUILD A CHA"}
    resolution = play(EDITION, state, orders)
    picture = of_phase(state, resolution)
    assert unit_at(picture, "PAR").state == "built"
    assert unit_at(picture, "BUR").state == "removed"
    assert unit_at(picture, "CHA").state == "normal"
    signs = {sign.at: (sign.kind, sign.number) for sign in picture.orders}
    assert {at: kind for at, (kind, _) in signs.items()} == {"PAR": "build", "BUR": "remove"}
    assert resolution.verdicts[signs["PAR"][1] - 1].order == "BUILD A PAR"


def test_a_bolstered_unit_is_no_new_one() -> None:
    state = given(phase="builds", units={"france": ["A PAR"]}, treasury={"france": 50})
    picture = of_phase(state, play(EDITION, state, {"france": "BOLSTER A PAR 1"}))
    assert unit_at(picture, "PAR") == UnitSign("france", parse_unit("A PAR +1"))


def test_a_unit_that_replaces_another_is_new() -> None:
    state = given(phase="builds", units={"france": ["F NORM"]}, treasury={"france": 50})
    picture = of_phase(state, play(EDITION, state, {"france": "DISBAND F NORM\nBUILD A NORM"}))
    sign = unit_at(picture, "NORM")
    assert (sign.unit.kind, sign.state) == ("A", "built")


def test_map_adjustment_shows_captures_and_who_is_lost_with_them() -> None:
    """Saxony stands in Hesse: the state falls, and its army abroad with it."""
    state = given(
        phase="adjustment",
        units={"saxony": ["A HES"], "HES": ["A ERF"]},
        infs={"HES": {}, "ERF": {}},
    )
    resolution = play(EDITION, state)
    picture = of_phase(state, resolution)
    assert picture.fills["HES"].kind == "captured"
    assert unit_at(picture, "ERF").state == "removed"
    assert "HES" not in picture.markers


# --- words


def test_a_map_says_what_changed_and_then_who_stands_where() -> None:
    state = opening(EDITION)
    picture = of_phase(state, play(EDITION, state, {"france": "5: ERF"}))
    assert picture.description.startswith(
        "1619, diplomacy. France wins Erfurt. 1 power places 5 INFs. Austria: A "
    )
    assert "aligned: " in picture.description


def test_secret_orders_are_not_drawn_by_number() -> None:
    """Numbers count the verdicts that the picture was made from."""
    state = given(phase="builds", units={"france": []}, treasury={"france": 3})
    resolution = play(EDITION, state, {"france": "BUILD A LON\nBUILD A PAR"})
    (sign,) = of_phase(state, resolution).orders
    assert resolution.verdicts[sign.number - 1].order == "BUILD A PAR"
