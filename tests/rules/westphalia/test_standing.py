"""How the map draws and explains its signs. `maps.txt` has the signs, `standing.txt` the tables."""

from __future__ import annotations

import re
from typing import Any

from msgspec.structs import replace

from generator.pages.maps.drawing import draw_document, map_scene
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.state import ReligiousWar
from generator.rulesets.westphalia.telling.pictures import picture_of_state
from generator.rulesets.westphalia.telling.tables import standing_tables
from mapsvg.geometry import load_geometry
from tests.rules.westphalia.table import di, foreign, protestant, six


def test_signs_of_all_kinds_are_drawn_and_explained() -> None:
    """Heresy, allies, the throne, homes, the target of a Religious War, and who was drawn."""
    state = protestant(foreign(foreign(six(), "green", "S"), "black", "S"), "A2", "saxony")
    state = state.with_principality("trier", ally="red", drawn=True)
    state = replace(state, religious_war=ReligiousWar("hesse", "red", "pending"))
    picture = picture_of_state(state)
    assert picture.center_kinds[state.capital_of(state.emperor)] == "crown"
    drawn = draw_document(map_scene(picture, RULESET.powers))
    for words in (
        "heretical to its owner",
        "Target, in the color of the Restorer of the Faith",
        "drawn in the upheaval",
        "capital of the Emperor",
        'class="edge vassal pw-red"',
        'href="#marker-cross"',
        'href="#marker-cross-flared"',
    ):
        assert words in drawn
    assert re.search(r'<path[^>]*class="province land tint aligned pw-green"', drawn)
    assert drawn.count('class="tile"') == 2
    assert re.search(r'<path[^>]*class="province impassable"[^>]*data-province="N"', drawn)


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
