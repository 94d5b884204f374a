"""What the map shows of religions, homes and wars. `standing.txt` has the tables beside it."""

from __future__ import annotations

import re
from typing import Any

from msgspec.structs import replace

from generator.engine.picture import MarkSign, Paint
from generator.pages.maps.drawing import draw_document, map_scene
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.state import ReligiousWar
from generator.rulesets.westphalia.telling.pictures import picture_of_state
from generator.rulesets.westphalia.telling.tables import standing_tables
from mapsvg.geometry import load_geometry
from tests.rules.westphalia.table import di, foreign, protestant, six


def test_homes_beyond_an_edge_are_painted_and_name_everybody_there() -> None:
    state = foreign(foreign(six(), "green", "S"), "black", "S").with_player("black", saved=2)
    picture = picture_of_state(state)
    assert picture.fills["S"] == Paint("aligned", "green")
    assert [(one.at, one.power, one.count) for one in picture.homes] == [
        ("S", "green", 0),
        ("S", "black", 2),
    ]
    drawn = draw_document(map_scene(picture, RULESET.powers))
    assert re.search(r'<path[^>]*class="province land tint aligned pw-green"', drawn)
    assert drawn.count('class="tile"') == 2
    assert re.search(r'<path[^>]*class="province impassable"[^>]*data-province="N"', drawn)


def test_heretical_provinces_of_players_have_stripes() -> None:
    state = six()
    code = state.lands["red"][1]
    picture = picture_of_state(state.with_province(code, religion="protestant"))
    assert picture.fills[code] == Paint("own", "red", hatched=True)
    assert state.lands["red"][0] not in picture.fills
    assert "heretical to its owner" in draw_document(map_scene(picture, RULESET.powers))


def test_the_target_of_a_religious_war_and_who_was_drawn_are_marked() -> None:
    state = six().with_principality("hesse", drawn=True).with_principality("trier", drawn=True)
    state = replace(state, religious_war=ReligiousWar("hesse", "red", "pending"))
    picture = picture_of_state(state)
    signs = {
        name: [one for one in picture.markers[state.capital_of(name)] if one.kind == "text"]
        for name in ("hesse", "trier", "ulm")
        if name in state.principalities
    }
    assert [(one.text, one.power) for one in signs["hesse"]] == [("T", "red")]
    assert signs["trier"] == [MarkSign("text", "Trier was drawn in the upheaval", "U")]
    drawn = draw_document(map_scene(picture, RULESET.powers))
    assert "Target, in the color of the Restorer of the Faith" in drawn
    assert "drawn in the upheaval" in drawn


def test_every_province_has_its_religion_as_a_shape_and_a_color() -> None:
    picture = picture_of_state(protestant(six(), "saxony"))
    kinds = {code: signs[0].kind for code, signs in picture.markers.items()}
    assert {kinds[code] for code in six().lands["saxony"]} == {"protestant"}
    assert sorted(set(kinds.values())) == ["catholic", "protestant"]
    drawn = draw_document(map_scene(picture, RULESET.powers))
    assert 'href="#marker-cross"' in drawn
    assert 'href="#marker-cross-flared"' in drawn


def test_counters_of_all_players_stay_within_their_hex() -> None:
    """Six of them stand in two rows, made smaller."""
    state = di(six(), "trier", red=3, green=2, white=2, orange=1, purple=1, black=1)
    drawn = draw_document(map_scene(picture_of_state(state), RULESET.powers))
    stack = drawn.partition('id="s-D1"')[2].partition("</g></g></g>")[0]
    scale = float(re.search(r"scale\(([\d.]+)\)", stack)[1])  # type: ignore[index]
    boxes = re.findall(r'<rect[^>]*?height="(\d+)"[^>]*? x="(-?\d+)" y="(-?\d+)"', stack)
    if not boxes:
        sides = [
            dict(re.findall(r'(\w+)="(-?[\d.]+)"', one))
            for one in re.findall(r"<rect[^>]*>", stack)
        ]
        boxes = [(one["height"], one["x"], one["y"]) for one in sides]
    assert len(boxes) == 6
    place = load_geometry("westphalia-6").provinces["D1"]
    foot, half, quarter = place.dislodged[1] - (place.unit[1] - 50), 600, 346
    for size, x, y in boxes:
        for at in (int(x), int(x) + int(size)):
            below = foot + (int(y) + int(size)) * scale
            room = half if below <= quarter else half * (2 * quarter - below) / quarter
            assert abs(at * scale) < room


def test_what_does_not_exist_has_no_table() -> None:
    def titles(**changes: Any) -> list[str]:
        return [one.title for one in standing_tables(replace(six(), **changes))]

    assert titles() == ["Players in Initiative Order", "Religion and salvation", "The Electors"]
    assert titles(setup=True) == []
    assert titles(setup=True, ballots={"mainz": "white"}) == ["Votes cast so far"]
