"""Units of minor states: what they build, what is bought for them, what they give up: E19-MIN."""

from __future__ import annotations

import pytest

from generator.engine.errors import GameError
from generator.engine.phases import Ruling
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import events, play, units_of
from tests.rules.europe_1619.spending import builds

ALIGNED = {"HES": {"union": 5}}


def built(state: EuropeState, code: str, **orders: str) -> list[str]:
    """The units of a state after a builds phase."""
    return units_of(play(EDITION, state, orders).state, code)


@pytest.mark.rule("E19-MIN-1")
@pytest.mark.parametrize(
    ("units", "captures", "kept"),
    [
        (["A HES"], {}, ["A HES"]),
        (["A HES", "A WES"], {"WES": "HES"}, ["A HES", "A WES"]),
        (["A HES", "A PAD"], {"PAD": "HES"}, ["A HES"]),
    ],
)
def test_a_state_keeps_a_unit_for_each_center(
    units: list[str], captures: dict[str, str], kept: list[str]
) -> None:
    """Westphalia has a center, Paderborn has none."""
    assert built(builds(units={"HES": units}, captures=captures), "HES") == kept


@pytest.mark.rule("E19-MIN-2")
def test_a_state_with_more_centers_than_units_builds() -> None:
    """Hesse holds Hesse and Würzburg with one army of strength 3 in Würzburg."""
    state = builds(units={"HES": ["A WUE +2"]}, captures={"WUE": "HES"})
    assert built(state, "HES") == ["A HES", "A WUE +2"]


@pytest.mark.rule("E19-MIN-2")
def test_a_state_builds_one_unit_a_year() -> None:
    state = builds(units={}, captures={"WUE": "HES", "WES": "HES"})
    assert built(state, "HES") == ["A HES"]


@pytest.mark.rule("E19-MIN-2")
@pytest.mark.parametrize("code", ["ERF", "SWI", "MAG"])
def test_states_without_a_center_build_nothing(code: str) -> None:
    assert built(builds(units={}), code) == []


@pytest.mark.rule("E19-MIN-2")
def test_captured_states_build_nothing() -> None:
    assert built(builds(units={"france": ["A SAA"]}, captures={"HES": "france"}), "HES") == []


def test_x_33_the_patron_in_the_home_center_stops_the_build_and_captures_nothing() -> None:
    result = play(EDITION, builds(units={"union": ["A HES"]}, infs=ALIGNED))
    assert not result.state.captures
    assert units_of(result.state, "HES") == []


@pytest.mark.rule("E19-MIN-3")
def test_other_land_is_no_place_to_build() -> None:
    """The army of Brandenburg-Prussia is gone, and a guest stands in Brandenburg."""
    assert built(builds(units={"union": ["A BRA"]}), "BRAP") == []


@pytest.mark.rule("E19-MIN-4")
@pytest.mark.parametrize(
    ("orders", "unit"),
    [("", "F MEC"), ("MINOR MEC BUILDS A", "A MEC"), ("MINOR MEC BUILDS F", "F MEC")],
)
def test_a_coastal_state_builds_a_fleet_unless_its_patron_wants_an_army(
    orders: str, unit: str
) -> None:
    state = builds(units={}, infs={"MEC": {"denmark": 1}})
    result = play(EDITION, state, {"denmark": orders})
    assert units_of(result.state, "MEC") == [unit]
    (event,) = [one for one in events(result, "minor-built") if one.data["state"] == "MEC"]
    assert (event.data["unit"], event.data["patron"]) == (unit, "denmark")
    assert event.data["chosen"] is bool(orders)


@pytest.mark.rule("E19-MIN-4")
@pytest.mark.parametrize("code", ["HES", "BRAP", "LOWR"])
def test_a_state_with_an_inland_home_center_builds_an_army(code: str) -> None:
    (unit,) = built(builds(units={}), code)
    assert unit.startswith("A ")


@pytest.mark.parametrize(
    ("orders", "unit"),
    [
        ("", "F IRE/EC"),
        ("MINOR IRE BUILDS F", "F IRE/EC"),
        ("MINOR IRE BUILDS F (WC)", "F IRE/WC"),
        ("MINOR IRE BUILDS A", "A IRE"),
    ],
)
def test_x_50_the_east_coast_without_a_wish(orders: str, unit: str) -> None:
    state = builds(units={}, infs={"IRE": {"england": 2}})
    assert built(state, "IRE", england=orders) == [unit]


@pytest.mark.rule("E19-MIN-13")
def test_of_the_farthest_units_the_first_in_the_alphabet_goes() -> None:
    """Cologne, Paderborn and Würzburg touch Hesse; the guest in Bremen is farther away."""
    state = builds(units={"HES": ["A WUE", "A PAD", "A COL", "A BRE"]})
    assert built(state, "HES") == ["A WUE"]
    state = builds(units={"HES": ["A WUE", "A PAD"]}, captures={"PAD": "HES"})
    assert built(state, "HES") == ["A WUE"]


@pytest.mark.parametrize(("disbands", "units"), [("A HES", ["A WUE"]), ("", ["A HES", "A WUE"])])
def test_the_referee_may_say_what_a_state_gives_up(disbands: str, units: list[str]) -> None:
    ruling = Ruling(
        1, "builds", "minor", "for the test", "", {"state": "HES", "disbands": disbands}
    )
    result = play(EDITION, builds(units={"HES": ["A HES", "A WUE"]}), {}, [ruling])
    assert units_of(result.state, "HES") == units


@pytest.mark.parametrize(
    "facts", [{"state": "HES", "builds": "A SAA"}, {"state": "HES", "disbands": "A ERF"}]
)
def test_a_ruling_that_does_not_fit_is_an_error(facts: dict[str, str]) -> None:
    ruling = Ruling(1, "builds", "minor", "for the test", "", facts)
    state = builds(units={"HES": ["A HES"], "france": ["A SAA"]})
    with pytest.raises(GameError, match="ruling 1 does not apply"):
        play(EDITION, state, {}, [ruling])
