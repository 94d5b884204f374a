"""Years that stand under a sign: E15V3-CB."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given as tried
from hypothesis import settings
from hypothesis import strategies as some
from msgspec.structs import replace

from generator.rulesets.europe.features.counterbalance import Signed, sign_of
from generator.rulesets.europe.features.modifiers import ModifierState, Sanctioned
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v3 import RULESET
from tests.rules.europe.building import events, infs_in
from tests.rules.europe_1615_v3.three import at, cited, given, said, sheets, through

LOST = {"YOR": "OTT", "WSX": "OTT"}
"""With these the Protestants have 52 INFs left, the Catholics 105."""
OF_FRANCE = ("PAR", "NORM", "BRIT", "PRO", "GUY")
OF_SPAIN = ("MAD", "ANDL", "NAP", "MIL")
ORANGE: dict[str, Any] = {"infs": {"SAX": {"denmark": 6}}, "markers": {"SAX": "protestant"}}


def under(sign: str, **parts: Any) -> EuropeState:
    """A position of a year that stands under a sign."""
    state = given(**parts)
    return replace(state, parts=MappingProxyType({**state.parts, "counterbalance": Signed(sign)}))


def weighed(**parts: Any) -> str:
    return sign_of(sheets(given(phase="status-check", **parts)).state)


@pytest.mark.rule("E15V3-CB-1")
@pytest.mark.parametrize(
    ("centers", "sign"),
    [({}, "widerstand"), ({"LON": 19}, ""), ({"LON": 19, "VIE": 13}, "widerstand")],
    ids=["105 to 52", "105 to 53", "106 to 53"],
)
def test_twice_the_infs_of_the_protestants_bring_widerstand(
    centers: dict[str, int], sign: str
) -> None:
    assert weighed(captures=LOST, tables={"centers": centers}) == sign


@pytest.mark.rule("E15V3-CB-3")
def test_twice_the_infs_of_the_catholics_bring_ketzenhammer() -> None:
    captures = dict.fromkeys((*OF_FRANCE, *OF_SPAIN), "OTT")
    assert weighed(captures=captures) == "ketzenhammer"  # 66 to 33
    assert weighed(captures=captures, tables={"centers": {"VIE": 13}}) == ""


@pytest.mark.rule("E15V3-CB-5")
def test_the_opening_has_no_sign() -> None:
    opened = sheets(given(phase="status-check"))
    assert sign_of(opened.state) == ""
    assert events(opened, "counterbalance") == []


@pytest.mark.rule("E15V3-CB-6")
def test_a_power_that_is_out_weighs_nothing() -> None:
    played = sheets(given(phase="status-check", year=1617, units={}, eliminated={"denmark": 1616}))
    assert sign_of(played.state) == "widerstand"
    (event,) = events(played, "counterbalance")
    assert "Catholic powers have 105 INFs this year, Protestant ones 32" in event.text


@pytest.mark.rule("E15V3-CB-6")
def test_the_sign_stays_for_the_year_and_goes_with_the_next_status_check() -> None:
    state = under("widerstand", phase="early-winter", year=1616, units={})
    winter = through(state, "scoring")
    assert [sign_of(one.state) for one in winter] == ["widerstand"] * 3
    check = sheets(winter[-1].state)
    assert sign_of(check.state) == ""
    (event,) = events(check, "counterbalance")
    assert event.text.startswith("widerstand is over: ")
    assert RULESET.load(RULESET.dump(check.state)) == check.state


@pytest.mark.rule("E15V3-CB-2")
@pytest.mark.rule("E15V3-REL-9")
def test_widerstand_bars_catholics_from_states_with_the_protestant_marker() -> None:
    state = under("widerstand", **ORANGE)
    played = sheets(state, austria="2: SAX", england="2: SAX", spain="2: HES")
    assert cited(played, "2: SAX", "austria") == ("illegal", "E15V3-CB-2")
    assert "stands under widerstand" in said(played, "2: SAX", "austria")
    assert cited(played, "2: SAX", "england")[0] == cited(played, "2: HES")[0] == "success"
    # What is void is not spent.
    summer = sheets(at(played.state, "summer"), austria="33: HES")
    assert cited(summer, "33: HES")[0] == "success"


@pytest.mark.rule("E15V3-CB-2")
@pytest.mark.rule("E15V3-REL-9")
def test_a_marker_that_appears_in_spring_counts_from_summer_on() -> None:
    """X-44: Spain places INFs in the phase that brings the marker."""
    spring = sheets(under("widerstand"), denmark="9: SAX", spain="2: SAX")
    assert cited(spring, "2: SAX", "spain")[0] == "success"
    assert spring.state.markers["SAX"] == "protestant"
    summer = sheets(at(spring.state, "summer"), spain="2: SAX")
    assert cited(summer, "2: SAX", "spain") == ("illegal", "E15V3-CB-2")
    assert infs_in(summer.state, "SAX") == {"denmark": 9, "spain": 2}


@pytest.mark.rule("E15V3-CB-4")
def test_ketzenhammer_bars_protestants_from_states_with_the_catholic_marker() -> None:
    blue = {"infs": {"SAX": {"austria": 6}}, "markers": {"SAX": "catholic"}}
    played = sheets(under("ketzenhammer", **blue), denmark="2: SAX", austria="2: SAX")
    assert cited(played, "2: SAX", "denmark") == ("illegal", "E15V3-CB-4")
    assert cited(played, "2: SAX", "austria")[0] == "success"


@pytest.mark.rule("E15V3-CB-7")
def test_attacks_go_on_under_a_sign() -> None:
    infs = {"SAX": {"denmark": 6, "austria": 2}}
    played = sheets(
        under("widerstand", infs=infs, markers=ORANGE["markers"]), austria="SAX > DENMARK"
    )
    assert cited(played, "SAX > DENMARK")[0] == "success"
    assert infs_in(played.state, "SAX") == {"denmark": 4}


@pytest.mark.rule("E15V3-CB-8")
@pytest.mark.rule("E15V3-SAN-2")
def test_a_sole_right_does_not_help_against_a_sign() -> None:
    """X-23: the Catholic League gives Spain alone the right to Westphalia, so nobody places any."""
    infs = {"WES": {"denmark": 6}}
    state = under("widerstand", year=1617, infs=infs, markers={"WES": "protestant"})
    acts = Sanctioned(MappingProxyType({"catholic_league": ModifierState("in_effect", 1616)}))
    state = replace(state, parts=MappingProxyType({**state.parts, "sanctions": acts}))
    played = sheets(state, spain="2: WES", denmark="2: WES")
    assert cited(played, "2: WES", "spain") == ("illegal", "E15V3-CB-2")
    assert cited(played, "2: WES", "denmark")[0] == "illegal"
    # Without the sign Spain would have its right.
    free = replace(state, parts=MappingProxyType({**state.parts, "counterbalance": Signed("")}))
    assert cited(sheets(free, spain="2: WES"), "2: WES")[0] == "success"


@pytest.mark.rule("E15V3-CB-9")
@pytest.mark.rule("E15V3-MAP-6")
def test_the_sign_stands_at_the_top_left_of_the_map() -> None:
    assert "KETZENHAMMER" in RULESET.picture(under("ketzenhammer")).corner
    corner = RULESET.picture(given()).corner
    assert "KETZENHAMMER" not in corner
    assert "WIDERSTAND" not in corner


@tried(some.lists(some.integers(1, 40), min_size=5, max_size=5))
@settings(max_examples=40, deadline=None)
@pytest.mark.rule("E15V3-CB-1")
@pytest.mark.rule("E15V3-CB-3")
def test_the_sign_follows_from_the_two_sums(values: list[int]) -> None:
    """Each power has one center left, of any value."""
    left = ("VIE", "PAR", "MAD", "LON", "COP")
    facts = given().facts
    lost = [c for c, one in facts.provinces.items() if one.owner in facts.powers and one.center]
    found = weighed(
        captures=dict.fromkeys((code for code in lost if code not in left), "OTT"),
        tables={"centers": dict(zip(left, values, strict=True))},
        units={},
    )
    catholic, protestant = sum(values[:3]), sum(values[3:])
    assert (found == "widerstand") == (catholic >= 2 * protestant)
    assert (found == "ketzenhammer") == (protestant >= 2 * catholic)
