"""Powers without a player, and powers that fall: E15V3-CD, E15V3-ELI."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace

from generator.engine.errors import FileError
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


@pytest.mark.rule("E15V3-ELI-3")
def test_infs_of_a_fallen_power_are_refused_in_a_later_file() -> None:
    state = given(year=1617, units={}, eliminated={"france": 1616})
    document = RULESET.dump(state)
    wrong = {**document.public, "infs": {"LOR": "france 2"}}
    with pytest.raises(FileError, match="france fell in 1616 and still has INFs"):
        RULESET.load(Document(MappingProxyType(wrong), document.private))


def winter(**parts: Any) -> EuropeState:
    """Early winter, with England in danger."""
    return given(phase="early-winter", **{"captures": ENGLAND, "units": {}, **parts})


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
