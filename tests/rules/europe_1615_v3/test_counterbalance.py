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
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v3 import RULESET
from tests.rules.europe.building import events
from tests.rules.europe_1615_v3.three import given, sheets, through

"""With these the Protestants have 52 INFs left, the Catholics 105."""


def under(sign: str, **parts: Any) -> EuropeState:
    """A position of a year that stands under a sign."""
    state = given(**parts)
    return replace(state, parts=MappingProxyType({**state.parts, "counterbalance": Signed(sign)}))


def weighed(**parts: Any) -> str:
    return sign_of(sheets(given(phase="status-check", **parts)).state)


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
