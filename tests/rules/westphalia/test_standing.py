"""How things stand: tables beside the map, and what the map shows of religions, homes and wars."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from generator.engine.picture import MarkSign, Paint
from generator.pages.maps.drawing import draw_document, map_scene
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.state import ReligiousWar, State
from generator.rulesets.westphalia.telling.pictures import picture_of_state
from generator.rulesets.westphalia.telling.tables import standing_tables, victory_table
from mapsvg.geometry import load_geometry
from tests.rules.westphalia.table import di, foreign, protestant, six


def late(state: State) -> State:
    return replace(state, round=4)


def table(state: State, title: str) -> list[tuple[str, ...]]:
    return [row for one in standing_tables(state) if one.title == title for row in one.plain_rows]


@pytest.mark.rule("POW-VIC-3")
def test_ways_to_victory_are_shown_from_the_fourth_round_on() -> None:
    assert victory_table(six()).rows == ()
    assert len(victory_table(late(six())).rows) == 2


@pytest.mark.rule("POW-VIC-1")
@pytest.mark.rule("POW-VIC-2")
def test_the_distance_to_a_victory_is_in_provinces_electors_and_the_throne() -> None:
    """54 provinces: with 15 of them Protestant, 13 more would be 28 to 26."""
    state = protestant(
        late(six()), "bohemia", "saxony", "brandenburg", "hesse", "cologne", "trier", "mainz"
    )
    balance = [row[1:4] for row in victory_table(state).plain_rows]
    assert balance == [
        ("39 to 15: enough", "1: 6 more", "Purple, Catholic"),
        ("15 to 39: 13 more", "6: 1 more", "Purple, Catholic"),
    ]


def test_half_of_the_provinces_is_not_more_than_the_other_religion_has() -> None:
    names = list(six().provinces)
    state = protestant(late(six()), *names[:27])
    assert [row[1] for row in victory_table(state).plain_rows] == [
        "27 to 27: 1 more",
        "27 to 27: 1 more",
    ]


@pytest.mark.rule("POW-VIC-5")
def test_what_peace_would_count_is_told_late_and_without_homes() -> None:
    state = foreign(six(), "green", home_ip=9)
    assert len(table(state, "Players in Initiative Order")[0]) == 10
    rows = {row[0]: row for row in table(late(state), "Players in Initiative Order")}
    # Lands, allies, crown and home; 12 cards, and what is above that in reserve.
    assert rows["Green"][2:9] == ("13", "4", "0", "0", "9", "12", "1")
    # Four orthodox provinces, and three points for the town.
    assert rows["Green"][10] == "7"


@pytest.mark.rule("POW-SAV-1")
@pytest.mark.rule("POW-UPH-6")
def test_the_saved_come_first_with_the_provinces_of_each_religion() -> None:
    state = six().with_player("white", saints=5).with_player("black", saints=3)
    state = state.with_player("red", religion="protestant", reformation=6)
    state = protestant(state, state.lands["red"][0])
    rows = table(state, "Religion and salvation")
    assert [row[:4] for row in rows[:3]] == [
        ("White", "Catholic", "5", "saved"),
        ("Black", "Catholic", "3", "saved"),
        ("Green", "Catholic", "0", ""),
    ]
    assert rows[-1][:6] == ("Red", "Protestant", "6", "saved", "3", "1")


@pytest.mark.rule("POW-ELE-3")
def test_electors_are_listed_with_religion_ally_and_size() -> None:
    state = protestant(di(six(), "trier", red=1), "saxony")
    rows = {row[0]: row[1:] for row in table(state, "The Electors")}
    assert len(rows) == 7
    assert rows["Saxony"] == ("Protestant", "nobody", "2", "4")
    assert rows["Trier"][0] == "Catholic"


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
    titles = [one.title for one in standing_tables(six())]
    assert titles == ["Players in Initiative Order", "Religion and salvation", "The Electors"]
    assert standing_tables(replace(six(), setup=True)) == ()


@pytest.mark.rule("POW-ELE-3")
def test_votes_that_were_cast_openly_stand_in_a_table() -> None:
    cast = replace(six(), ballots={"mainz": "white"})
    assert table(cast, "Votes cast so far") == [("Mainz", "White")]
    setup = replace(cast, setup=True)
    assert [one.title for one in standing_tables(setup)] == ["Votes cast so far"]
    assert standing_tables(replace(setup, ballots={})) == ()
