"""What the map draws and explains of a moment, and the tables beside it. `maps.txt` has the signs,
`standing.txt` the tables."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from generator.engine.phases import Resolution
from generator.engine.picture import MarkSign
from generator.engine.verdicts import Event
from generator.pages.maps.drawing import MapStyle, draw_document, drawn_map, map_scene
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.state import ReligiousWar, State
from generator.rulesets.westphalia.telling.chronicle import make_gazetteer
from generator.rulesets.westphalia.telling.pictures import picture_of_phase, picture_of_state
from generator.rulesets.westphalia.telling.tables import standing_tables
from mapsvg.geometry import load_geometry
from mapsvg.palette import PALETTES, contrast, load_palette, sign_colors
from tests.rules.westphalia.table import di, foreign, protestant, six


def placed(player: str, place: str, number: int) -> Event:
    return Event(
        "dice-placed", "POW-FTH-5", "", powers=(player,), data={"place": place, "number": number}
    )


def after(state: State, *events: Event) -> Resolution[State]:
    return Resolution(state.moment, (), events, state)


def test_letters_on_the_map_are_spelled_out_below_it() -> None:
    """On the page of a phase, and in the map's file."""
    picture = picture_of_state(six())
    (note,) = picture.notes
    assert "Sax Saxony" in note
    drawn = drawn_map(map_scene(picture, RULESET.powers))
    assert drawn.keys[-1].words == note
    assert "Sax Saxony" in drawn.document


@pytest.mark.rule("POW-FTH-8")
@pytest.mark.rule("POW-FTH-9")
def test_dice_that_are_left_lie_on_their_place_in_the_map_of_the_phase() -> None:
    """A principality is one place, its capital; dice of two faiths remove each other."""
    state = six().with_player("red", religion="protestant")
    code = state.lands["green"][1]
    told = after(
        state,
        placed("green", "hesse", 2),
        placed("red", "hesse", 3),
        placed("red", code, 1),
        placed("green", code, 1),
    )
    picture = picture_of_phase(state, told)
    seat = state.capital_of("hesse")
    assert picture.markers[seat][1] == MarkSign("protestant-dice", f"{seat}: 1 Protestant die", "1")
    assert len(picture.markers[code]) == 1
    assert "Protestant dice of faith" in draw_document(map_scene(picture, RULESET.powers))


@pytest.mark.rule("POW-GEN-2")
def test_a_phase_is_headed_by_its_own_round() -> None:
    """After the last phase of a Round the next one is due already."""
    state = six()
    next_round = replace(state, round=2)
    picture = picture_of_phase(state, replace(after(state), state=next_round))
    assert picture.subtitle.startswith("Round 1,")


@pytest.mark.rule("POW-IP-5")
def test_a_home_is_named_with_its_last_roll() -> None:
    state = foreign(six(), "green", "S", home_ip=9)
    player = state.players["green"]
    assert player.foreign
    rolled = state.with_player("green", foreign=replace(player.foreign, roll=7))
    assert picture_of_state(rolled).homes[0].lines[1:] == ("9 IP", "rolled 7")


@pytest.mark.parametrize(("kind", "color"), [("catholic", "#e6c059"), ("protestant", "#2f5d9b")])
def test_each_religion_has_one_color_on_maps_and_in_charts(kind: str, color: str) -> None:
    assert picture_of_state(six()).colors[kind] == color
    assert make_gazetteer(six()).marks[kind].color == color
    drawn = draw_document(map_scene(picture_of_state(six()), RULESET.powers))
    assert ".board .marker.catholic use,.board .marker.catholic-dice rect{fill:#e6c059" in drawn
    assert ".board .marker.protestant use,.board .marker.protestant-dice rect{fill:#2f5d9b" in drawn


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("color", ["#e6c059", "#2f5d9b", "#ffffff", "#000000", "#c01a1a"])
def test_names_and_numbers_can_be_read_on_any_color(palette: str, color: str) -> None:
    """Names on land in a religion's color, the number on a die, and a line on paper."""
    known = load_palette(palette)
    colors = sign_colors(known, color)
    assert contrast(colors.land, known.tokens["ink"]) >= 4.5
    assert contrast(colors.sign, colors.rim) >= 4.5
    assert contrast(colors.line, known.tokens["panel"]) >= 3
    drawn = draw_document(
        map_scene(picture_of_state(six()), RULESET.powers), MapStyle(palette=palette)
    )
    assert drawn.startswith("<?xml")


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
