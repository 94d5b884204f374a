"""Units of minor states: what they build, what is bought for them, what they give up: E19-MIN."""

from __future__ import annotations

from types import MappingProxyType

import pytest
from msgspec.structs import replace

from generator.engine.errors import GameError
from generator.engine.phases import Ruling
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import events, outcome, play, units_of
from tests.rules.europe_1619.spending import builds, reason, refusal, spend

ALIGNED = {"HES": {"union": 5}}


def extra(**states: int) -> MappingProxyType[str, int]:
    return MappingProxyType(states)


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


@pytest.mark.rule("E19-MIN-3")
@pytest.mark.parametrize("guest", ["A HES", "A HES +4"])
def test_a_guest_in_the_home_center_stops_the_build(guest: str) -> None:
    result = play(EDITION, builds(units={"union": [guest]}, infs=ALIGNED))
    assert units_of(result.state, "HES") == []
    (event,) = [e for e in events(result, "minor-build-blocked") if e.data["state"] == "HES"]
    assert event.rule == "E19-MIN-3"


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


@pytest.mark.rule("E19-MIN-4")
def test_only_the_patron_chooses() -> None:
    state = builds(units={}, infs={"MEC": {"denmark": 1}})
    result = play(EDITION, state, {"sweden": "MINOR MEC BUILDS A"})
    assert refusal(result, "MINOR MEC BUILDS A") == "illegal E19-MIN-4"
    assert units_of(result.state, "MEC") == ["F MEC"]


@pytest.mark.rule("E19-MIN-4")
def test_neutral_states_build_what_they_build_by_themselves() -> None:
    state = builds(units={}, infs={"MEC": {"denmark": 1, "sweden": 1}})
    result = play(EDITION, state, {"denmark": "MINOR MEC BUILDS A"})
    assert outcome(result, "MINOR MEC BUILDS A") == "illegal"
    assert units_of(result.state, "MEC") == ["F MEC"]


@pytest.mark.rule("E19-MIN-4")
def test_an_inland_state_cannot_be_given_a_fleet() -> None:
    result = play(EDITION, builds(units={}, infs=ALIGNED), {"union": "MINOR HES BUILDS F"})
    assert refusal(result, "MINOR HES BUILDS F") == "illegal E19-MIN-4"
    assert units_of(result.state, "HES") == ["A HES"]


@pytest.mark.rule("E19-MIN-4")
def test_a_wish_without_a_build_is_told_so() -> None:
    orders = {"union": "MINOR HES BUILDS A"}
    result = play(EDITION, builds(units={"HES": ["A HES"]}, infs=ALIGNED), orders)
    assert refusal(result, "MINOR HES BUILDS A") == "excess E19-MIN-4"
    assert "as many units as centers" in reason(result, "MINOR HES BUILDS A")


@pytest.mark.rule("E19-MIN-4")
def test_the_first_of_two_wishes_counts() -> None:
    state = builds(units={}, infs={"MEC": {"denmark": 1}})
    result = play(EDITION, state, {"denmark": "MINOR MEC BUILDS A\nMINOR MEC BUILDS F"})
    assert units_of(result.state, "MEC") == ["A MEC"]
    assert outcome(result, "MINOR MEC BUILDS F") == "excess"


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


@pytest.mark.rule("E19-MIN-5")
def test_a_neutral_state_gets_its_fleet_back_for_nothing() -> None:
    state = builds(units={}, infs={"GEN": {"spain": 1, "france": 1}})
    result = spend(state, {}, spain=3, france=3)
    assert units_of(result.state, "GEN") == ["F GEN"]
    assert (result.state.treasury["spain"], result.state.treasury["france"]) == (3, 3)


@pytest.mark.rule("E19-MIN-13")
@pytest.mark.parametrize(
    ("orders", "kept"),
    [("", "A HES"), ("MINOR HES DISBANDS A HES", "A WUE"), ("MINOR HES DISBANDS A WUE", "A HES")],
)
def test_units_that_nobody_paid_for_go_with_the_center(orders: str, kept: str) -> None:
    """Hesse gave up Würzburg: 2 units, 1 center. Its patron chooses, else the farthest goes."""
    state = builds(units={"HES": ["A HES", "A WUE"]}, infs=ALIGNED)
    result = play(EDITION, state, {"union": orders})
    assert units_of(result.state, "HES") == [kept]
    assert len(events(result, "minor-disbanded")) == 1
    if orders:
        assert outcome(result, orders) == "success"


@pytest.mark.rule("E19-MIN-13")
def test_of_the_farthest_units_the_first_in_the_alphabet_goes() -> None:
    """Cologne, Paderborn and Würzburg touch Hesse; the guest in Bremen is farther away."""
    state = builds(units={"HES": ["A WUE", "A PAD", "A COL", "A BRE"]})
    assert built(state, "HES") == ["A WUE"]
    state = builds(units={"HES": ["A WUE", "A PAD"]}, captures={"PAD": "HES"})
    assert built(state, "HES") == ["A WUE"]


@pytest.mark.rule("E19-MIN-13")
@pytest.mark.parametrize(
    ("power", "order", "refused"),
    [
        ("league", "MINOR HES DISBANDS A WUE", "illegal"),
        ("union", "MINOR HES DISBANDS A KAL", "illegal"),
        ("union", "MINOR HES DISBANDS F WUE", "illegal"),
    ],
)
def test_choices_that_do_not_count(power: str, order: str, refused: str) -> None:
    state = builds(units={"HES": ["A HES", "A WUE"]}, infs=ALIGNED)
    result = play(EDITION, state, {power: order})
    assert refusal(result, order) == f"{refused} E19-MIN-13"
    assert units_of(result.state, "HES") == ["A HES"]


@pytest.mark.rule("E19-MIN-13")
def test_only_as_many_units_go_as_must() -> None:
    state = builds(units={"HES": ["A HES", "A WUE"]}, infs=ALIGNED)
    orders = "MINOR HES DISBANDS A HES\nMINOR HES DISBANDS A HES\nMINOR HES DISBANDS A WUE"
    result = play(EDITION, state, {"union": orders})
    assert units_of(result.state, "HES") == ["A WUE"]
    assert outcome(result, "MINOR HES DISBANDS A WUE") == "excess"


@pytest.mark.rule("E19-MIN-14")
def test_a_freed_state_gets_a_unit_of_strength_one_back() -> None:
    """Cologne, held by France, is vacated: free in map adjustment, with an army after builds."""
    state = builds(
        units={"france": ["A PAR"]}, infs={"COL": {"league": 5}}, captures={"COL": "france"}
    )
    state = replace(state, moment=EDITION.moment_of(1619, "adjustment"))
    freed = play(EDITION, state).state
    assert (freed.statuses["COL"].patron, units_of(freed, "COL")) == ("league", [])
    assert built(freed, "COL") == ["A COL"]


@pytest.mark.parametrize(
    ("facts", "units"),
    [
        ({"state": "HES", "builds": "A WES"}, ["A WES"]),
        ({"state": "HES", "builds": ""}, []),
    ],
)
def test_the_referee_may_say_what_a_state_builds(facts: dict[str, str], units: list[str]) -> None:
    ruling = Ruling(1, "builds", "minor", "for the test", "", facts)
    state = builds(units={}, infs=ALIGNED)
    result = play(EDITION, state, {"union": "MINOR HES BUILDS A"}, [ruling])
    assert units_of(result.state, "HES") == units
    assert outcome(result, "MINOR HES BUILDS A") == "excess"


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
