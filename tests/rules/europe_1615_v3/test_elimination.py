"""Powers without a player, and powers that fall: E15V3-CD, E15V3-ELI."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace

from generator.engine.errors import FileError, GameError
from generator.engine.phases import Document, Ruling
from generator.rulesets.europe.features.rounds import rounds_of
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v3 import EDITION, RULESET
from tests.rules.europe.building import events, infs_in, units_of
from tests.rules.europe_1615_v3.three import Played, at, cited, given, sheets, through

ENGLAND = {"LON": "OTT", "YOR": "OTT", "WSX": "spain"}
"""Captures that leave England without a center; no more than five are Ottoman."""


def ruled(what: str, phase: str, power: str = "france") -> Ruling:
    return Ruling(1, phase, "abandonment", "the player has gone", "", {"power": power, "is": what})


def abandoned(**parts: Any) -> EuropeState:
    """A position in which France has had no player since 1615."""
    state = given(**parts)
    return with_part(state, "abandoned", since=MappingProxyType({"france": 1615}))


def with_part(state: EuropeState, key: str, **changes: Any) -> EuropeState:
    part = replace(state.parts[key], **changes)
    return replace(state, parts=MappingProxyType({**state.parts, key: part}))


def kept(played: Played) -> EuropeState:
    """The state after a phase, which reads back as it was written."""
    assert RULESET.load(RULESET.dump(played.state)) == played.state
    return played.state


def holders(state: EuropeState) -> Mapping[str, str]:
    return state.standing.holders


def causes(played: Played, kind: str) -> set[str]:
    return {event.rule for event in events(played, kind)}


# --- abandoned powers


@pytest.mark.rule("E15V3-CD-1")
def test_an_abandoned_power_does_nothing() -> None:
    state = given()
    played = sheets(state, ruled("abandoned", "spring"), france="9: WUR ; A PAR - BUR")
    for line in ("9: WUR", "A PAR - BUR"):
        assert cited(played, line, "france") == ("void", "E15V3-CD-1")
    assert infs_in(played.state, "WUR") == {}
    assert units_of(played.state, "france") == units_of(state, "france")
    after = kept(played)
    assert "france" not in RULESET.awaits(after)
    assert any("France has had no player since 1615" in one for one in RULESET.oddities(after))


@pytest.mark.rule("E15V3-CD-1")
def test_a_power_replaced_before_winter_plays_on() -> None:
    state = abandoned(phase="fall", units={"france": ["A PAR"]})
    played = sheets(state, ruled("replaced", "fall"), france="A PAR - BUR")
    assert cited(played, "A PAR - BUR")[0] == "success"
    assert units_of(played.state, "france") == ["A BUR"]
    winter = through(played.state, "early-winter")[-1]
    assert "france" in winter.state.living


@pytest.mark.rule("E15V3-CD-1")
def test_a_power_may_be_replaced_in_early_winter_itself() -> None:
    played = sheets(abandoned(phase="early-winter"), ruled("replaced", "early-winter"))
    assert "france" in played.state.living


@pytest.mark.rule("E15V3-CD-2")
@pytest.mark.rule("E15V3-CD-3")
@pytest.mark.rule("E15V3-CD-4")
@pytest.mark.rule("E15V3-EW-2")
def test_without_a_new_player_it_is_dissolved_in_early_winter() -> None:
    played = sheets(abandoned(phase="early-winter"))
    state = kept(played)
    assert dict(state.eliminated) == {"france": 1615}
    assert state.founded == ("PAR", "NORM", "BRIT", "PRO", "GUY")
    assert {state.statuses[code].kind for code in state.founded} == {"unaligned"}
    assert "france" not in state.units
    assert [holders(state)[code] for code in ("PAR", "CHA", "POI")] == ["PAR", "", ""]
    assert causes(played, "eliminated") == {"E15V3-CD-2"}
    assert causes(played, "founded") == {"E15V3-CD-3"}
    assert causes(played, "units-disbanded") == {"E15V3-EW-2"}
    assert causes(played, "ownerless") == {"E15V3-CD-4"}
    # Where they are free, new states have their army in late winter.
    late = sheets(state).state
    assert {code: units_of(late, code) for code in state.founded} == {
        code: [f"A {code}"] for code in state.founded
    }


@pytest.mark.rule("E15V3-CD-2")
def test_the_referee_may_dissolve_a_power_in_early_winter() -> None:
    played = sheets(given(phase="early-winter"), ruled("dissolved", "early-winter"))
    assert "france" in played.state.eliminated
    assert kept(played).parts["abandoned"].dissolved == ("france",)


@pytest.mark.rule("E15V3-CD-2")
@pytest.mark.parametrize(
    ("what", "why"),
    [("replaced", "france has not been abandoned"), ("dissolved", "dissolved in early-winter"),
     ("gone", "is cannot be 'gone'")],
)  # fmt: skip
def test_rulings_on_abandonment_that_do_not_apply(what: str, why: str) -> None:
    with pytest.raises(GameError, match=why):
        sheets(given(), ruled(what, "spring"))


@pytest.mark.rule("E15V3-CD-2")
def test_a_power_is_abandoned_once() -> None:
    with pytest.raises(GameError, match="france has been abandoned already"):
        sheets(abandoned(), ruled("abandoned", "spring"))


@pytest.mark.rule("E15V3-CD-3")
def test_its_captures_are_former_states_and_new_ones() -> None:
    """X-46: Saxony comes back with its INFs, Milan is new."""
    state = abandoned(
        phase="early-winter",
        units={"france": ["A PAR"]},
        captures={"SAX": "france", "MIL": "france", "TYR": "france"},
        infs={"SAX": {"austria": 8, "denmark": 3}},
    )
    played = sheets(state)
    state = kept(played)
    assert state.statuses["SAX"].patron == "austria"
    assert state.markers["SAX"] == "catholic"
    assert state.statuses["MIL"].kind == "unaligned"
    assert (holders(state)["MIL"], holders(state)["TYR"]) == ("MIL", "austria")
    assert "spain" in state.living


@pytest.mark.rule("E15V3-CD-3")
@pytest.mark.rule("E15V3-EXP-8")
def test_a_center_of_a_power_that_is_gone_becomes_a_state_when_it_comes_free() -> None:
    """Prussia holds Bohemia of Austria, which is out of the game, and falls."""
    state = given(
        phase="early-winter", year=1617, units={"denmark": ["A PRU"]},
        captures={"BOH": "PRU"}, eliminated={"austria": 1616},
    )  # fmt: skip
    played = sheets(state)
    assert holders(kept(played))["BOH"] == "BOH"
    assert played.state.statuses["BOH"].kind == "unaligned"


@pytest.mark.rule("E15V3-CD-5")
@pytest.mark.rule("E15V3-ELI-3")
def test_its_infs_go_when_the_next_year_opens() -> None:
    infs = {"LOR": {"france": 10, "spain": 4}, "SAX": {"france": 5}}
    state = abandoned(
        phase="early-winter", units={"spain": ["A MAD"]}, infs=infs, captures={"SAX": "denmark"}
    )
    winter = through(state, "scoring")
    for played in winter:
        after = kept(played)
        assert infs_in(after, "LOR") == infs["LOR"]
        assert after.statuses["LOR"].patron == "france"
    check = sheets(winter[-1].state)
    assert infs_in(kept(check), "LOR") == {"spain": 4}
    assert infs_in(check.state, "SAX") == {}  # of a withdrawn state, too
    assert check.state.statuses["LOR"].patron == "spain"
    assert causes(check, "infs-removed") == {"E15V3-ELI-3"}


@pytest.mark.rule("E15V3-ELI-3")
def test_infs_of_a_fallen_power_are_refused_in_a_later_file() -> None:
    state = given(year=1617, units={}, eliminated={"france": 1616})
    document = RULESET.dump(state)
    wrong = {**document.public, "infs": {"LOR": "france 2"}}
    with pytest.raises(FileError, match="france fell in 1616 and still has INFs"):
        RULESET.load(Document(MappingProxyType(wrong), document.private))


@pytest.mark.rule("E15V3-ELI-3")
def test_infs_of_powers_that_fall_in_different_years_stay_each_until_its_own_is_over() -> None:
    state = given(
        phase="early-winter", year=1618, units={}, captures=ENGLAND,
        eliminated={"denmark": 1616}, infs={"HES": {"england": 5}},
    )  # fmt: skip
    assert infs_in(kept(sheets(state)), "HES") == {"england": 5}


# --- fallen powers


def winter(**parts: Any) -> EuropeState:
    """Early winter, with England in danger."""
    return given(phase="early-winter", **{"captures": ENGLAND, "units": {}, **parts})


@pytest.mark.rule("E15V3-ELI-1")
def test_a_power_without_a_center_is_eliminated() -> None:
    played = sheets(winter(units={"england": ["F ENG", "A LNC"]}))
    state = kept(played)
    assert dict(state.eliminated) == {"england": 1615}
    assert "england" not in state.units
    assert causes(played, "eliminated") == {"E15V3-ELI-1"}
    assert "it holds no center any more" in events(played, "eliminated")[0].text


@pytest.mark.rule("E15V3-ELI-1")
def test_a_power_with_a_foreign_center_plays_on() -> None:
    played = sheets(winter(captures={**ENGLAND, "LOR": "england"}))
    assert "england" not in played.state.eliminated
    assert holders(kept(played))["LOR"] == "england"


@pytest.mark.rule("E15V3-ELI-1")
def test_who_captures_a_center_in_the_winter_of_its_last_loss_survives() -> None:
    """X-8, and X-9: its unit in a center would have captured it."""
    played = sheets(winter(units={"england": ["A LOR"], "spain": ["A WSX"]},
                           captures={"LON": "OTT", "YOR": "OTT"}))  # fmt: skip
    state = kept(played)
    assert (holders(state)["WSX"], holders(state)["LOR"]) == ("spain", "england")
    assert "england" in state.living


@pytest.mark.rule("E15V3-ELI-1")
@pytest.mark.parametrize(("power", "falls"), [("england", False), ("france", True)])
def test_the_referee_may_decide_who_falls(power: str, falls: bool) -> None:
    ruling = Ruling(
        1, "early-winter", "eliminate", "a mistake", "", {"power": power, "falls": falls}
    )
    played = sheets(winter(), ruling)
    assert (power in played.state.eliminated) == falls
    kept(played)


@pytest.mark.rule("E15V3-ELI-2")
@pytest.mark.rule("E15V3-OTT-2")
def test_it_has_no_part_in_anything_from_then_on() -> None:
    state = kept(through(winter(), "spring")[-1])
    year = state.parts["annual"]
    assert "england" not in year.allotment
    assert "england" not in year.attack_order
    assert all(leader != "england" for leader in year.leaders.values())
    assert "england" not in RULESET.awaits(state)
    assert EDITION.course.awaited(at(state, "late-winter")) == tuple(state.living)
    played = sheets(at(state, "spring"), france="LOR > ENGLAND")
    assert cited(played, "LOR > ENGLAND")[0] == "illegal"


@pytest.mark.rule("E15V3-ELI-3")
def test_statuses_are_settled_anew_without_its_infs() -> None:
    infs = {"HES": {"england": 5, "denmark": 5}}
    played = through(winter(infs=infs), "scoring")
    assert all(one.state.statuses["HES"].kind == "neutral" for one in played)
    check = sheets(played[-1].state)
    assert check.state.statuses["HES"].patron == "denmark"


@pytest.mark.rule("E15V3-ELI-4")
@pytest.mark.rule("E15V3-MAP-9")
def test_its_land_belongs_to_nobody() -> None:
    played = sheets(winter(captures={**ENGLAND, "FRA": "england"}, infs={"FRA": {"spain": 2}}))
    state = kept(played)
    assert holders(state)["LNC"] == ""
    picture = RULESET.picture(state)
    assert "LNC" not in picture.land
    assert picture.fills["LNC"].power == ""
    assert state.statuses["FRA"].patron == "spain"


@pytest.mark.rule("E15V3-ELI-5")
def test_its_scores_and_rounds_are_ceded() -> None:
    """X-53: a power that is eliminated has no score, and so wins no round."""
    state = winter(infs={"SAX": {"england": 5}, "HES": {"spain": 5}})
    won = MappingProxyType({"spain": (1613,), "england": (1611, 1612, 1613, 1614)})
    parts = MappingProxyType({**state.parts, "rounds": won})
    state = replace(state, parts=parts, totals=MappingProxyType({"england": 200, "spain": 90}))
    last = through(state, "scoring")[-1]
    assert "england" not in last.state.scores
    assert "england" not in last.state.totals
    assert "england" not in rounds_of(last.state)
    assert "england" not in last.state.parts["rounds"]
    assert rounds_of(last.state)["spain"] == 2
    assert last.state.ending is None
    kept(last)


# --- rulings on land


@pytest.mark.rule("E15V3-ELI-1")
@pytest.mark.rule("E15V3-EXP-9")
def test_the_referee_decides_who_holds_a_center_in_early_winter() -> None:
    facts = {"province": "SAX", "holder": "denmark"}
    ruling = Ruling(1, "early-winter", "control", "both had agreed", "", facts)
    played = sheets(given(phase="early-winter", infs={"SAX": {"austria": 6}}), ruling)
    state = kept(played)
    assert state.statuses["SAX"].captor == "denmark"
    assert "SAX" not in state.markers
    assert units_of(state, "SAX") == []
