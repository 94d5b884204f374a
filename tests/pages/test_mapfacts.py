"""What a map tells besides its drawing: cards, other colors of the land, and the game's names."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

import pytest

from generator.archive import load_game
from generator.engine.chronicle import MinorStand, Snapshot
from generator.engine.picture import Picture
from generator.pages.base.gameview import GameView, game_view
from generator.pages.maps.drawing import map_view
from generator.pages.maps.facts import (
    as_script,
    board_page,
    inline_json,
    map_fills,
    map_overlay,
    position_facts,
    script_json,
)
from generator.pages.maps.material import Material
from tests.pages.sample import HOSTILE
from tests.pages.told import ROOT, sample


@lru_cache(maxsize=2)
def game(name: str = "after-the-comet") -> Any:
    return load_game(ROOT / "games" / name)


@lru_cache(maxsize=2)
def view(name: str = "after-the-comet") -> GameView:
    return game_view(game(name))


def material(year: int, phase: str) -> Material:
    records = game().phases
    return Material(
        game(), next(r for r in records if r.moment.year == year and r.moment.phase == phase)
    )


def test_card_has_the_influence_of_the_state_file() -> None:
    played = material(1625, "scoring")
    facts = position_facts(view(), played.resolution.state and played.snapshot, played.picture)
    state = played.before
    for code, infs in state.infs.items():
        told = facts["states"][code]
        shown = told[3] if len(told) > 3 else {}
        assert shown == {power: count for power, count in infs.items() if count}, code
        assert told[0] == state.statuses[code].kind


def test_card_says_who_holds_what_is_not_its_owners() -> None:
    played = material(1625, "scoring")
    facts = position_facts(view(), played.snapshot, played.picture)
    state = played.before
    for code, province in view().gazetteer.provinces.items():
        if province.kind in ("sea", "impassable"):
            assert code not in facts["held"]
            continue
        holder = state.standing.holders.get(code) or ""
        assert facts["held"].get(code, province.owner) == holder, code
    assert facts["then"] == {}


def test_card_tells_what_a_phase_changed_of_the_land_that_it_draws() -> None:
    """The map of a movement shows the position before it; who holds a province after it is said."""
    picture = Picture("europe-1619", "", "", land={"VIE": "austria"}, centers={})
    after = Snapshot(holders={"VIE": "ottoman"})
    facts = position_facts(view(), after, picture)
    assert facts["then"]["VIE"] == "ottoman"
    assert "VIE" not in facts["held"]


def test_tint_and_figure_follow_the_leaders_share() -> None:
    snapshot = Snapshot(
        minors={"BAV": MinorStand("aligned", "austria", "", {"austria": 3, "league": 1})}
    )
    code = next(iter(view().gazetteer.minors))
    snapshot = Snapshot(minors={code: snapshot.minors["BAV"]})
    drawn = "".join(map_overlay(view(), snapshot, "europe-1619"))
    places = ",".join(f"#p-{place}" for place in view().gazetteer.minors[code].provinces)
    assert f"{places}{{--i:var(--map-piece-austria);--s:" in drawn
    assert ">Aus 75%</text>" in drawn


@pytest.mark.parametrize(
    ("influence", "suspended", "figure", "tinted"),
    [
        ({"austria": 2, "league": 2}, False, "", False),
        ({}, False, "", False),
        ({"league": 5}, True, "(Lea 100%)", False),
        ({"league": 5}, False, "Lea 100%", True),
    ],
)
def test_nobody_leads_in_a_tie_and_suspended_influence_gives_no_tint(
    influence: dict[str, int], suspended: bool, figure: str, tinted: bool
) -> None:
    code = next(iter(view().gazetteer.minors))
    snapshot = Snapshot(minors={code: MinorStand("x", "", "", influence, suspended)})
    drawn = "".join(map_overlay(view(), snapshot, "europe-1619"))
    assert re.findall(r">([^<]*)</text>", drawn) == ([figure] if figure else [])
    assert ("--i:" in drawn) == tinted


def test_every_fill_has_its_legend_in_words() -> None:
    played = material(1625, "scoring")
    fills = {fill.css: fill for fill in map_fills(view(), played.snapshot)}
    assert list(fills) == ["l-influence", "l-marks"]
    assert "INF" in fills["l-influence"].about
    marks = [stand.mark for stand in played.snapshot.minors.values()]
    names = {facts.name: mark for mark, facts in view().gazetteer.marks.items()}
    for _, name, note in fills["l-marks"].legend:
        assert note == f"{marks.count(names[name])} states"


def test_game_without_states_has_one_way_to_color_the_land() -> None:
    own = view("first-light")
    played = Material(game("first-light"), game("first-light").phases[3])
    assert tuple(map_fills(own, played.snapshot)) == ()
    assert map_overlay(own, played.snapshot, "standard") == ()
    facts = position_facts(own, played.snapshot, played.picture)
    assert facts["states"] == {}
    shown = map_view(played.drawn, played.picture, "g/", own, played.snapshot)
    assert shown.board == "first-light/board.js"
    assert "<style>" not in shown.svg


def test_board_file_has_places_names_and_addresses() -> None:
    chronicle = sample("after-the-comet")
    page = board_page(chronicle.maker, chronicle.game, chronicle.view)
    text = page.make().decode()
    found = re.fullmatch(r'theatrum\.data\("board",(.*)\);\n', text)
    assert found
    data = json.loads(found[1])
    assert page.address == "after-the-comet/board.js"
    name, kind, owner, value, is_center, address, near = data["provinces"]["VIE"]
    facts = chronicle.gazetteer.provinces["VIE"]
    assert (name, kind, owner, value, bool(is_center)) == (
        facts.name, facts.kind, facts.owner, facts.value, facts.is_center,
    )  # fmt: skip
    assert f"after-the-comet/{address}" == chronicle.view.province_address("VIE")
    assert set(near) <= set(data["provinces"])
    left, top, width, height = data["box"]
    for x, y in data["at"].values():
        assert left <= x <= left + width
        assert top <= y <= top + height
    assert set(data["provinces"]) <= set(data["at"])
    assert data["powers"]["austria"] == ["Austria", "powers/austria/", "pw-austria"]
    assert data["influence"] == "INF"


def test_hostile_names_stay_texts() -> None:
    value = {"name": f"</script>{HOSTILE}\u2028"}
    for text in (script_json(value), str(inline_json(value)), as_script("x", value).decode()):
        assert "<" not in text
        assert "\u2028" not in text
    assert json.loads(script_json(value)) == value
    code, minor = next(iter(view().gazetteer.minors.items()))
    snapshot = Snapshot(minors={code: MinorStand("x", "", "", {"<b>x": 1})})
    drawn = "".join(map_overlay(view(), snapshot, "europe-1619"))
    assert "<b>" not in drawn.replace("<b>x);", "")
    assert minor.provinces
