"""Units and strength that powers buy for minor states: E19-MIN-6 to 12."""

from __future__ import annotations

from types import MappingProxyType

import pytest
from msgspec.structs import replace

from generator.engine.phases import OrderBook
from generator.engine.units import parse_unit
from generator.rulesets.europe.state.state import Displaced, EuropeState
from generator.rulesets.europe.steps.minor_builds import clamp_extra_units
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import events, outcome, play, units_of
from tests.rules.europe_1619.spending import builds, reason, refusal, spend

ALIGNED = {"HES": {"union": 5}}


def extra(**states: int) -> MappingProxyType[str, int]:
    return MappingProxyType(states)


def built(state: EuropeState, code: str, **orders: str) -> list[str]:
    """The units of a state after a builds phase."""
    return units_of(play(EDITION, state, orders).state, code)


@pytest.mark.rule("E19-MIN-6")
def test_a_second_unit_is_bought_for_a_state() -> None:
    """Hesse's army stands in Paderborn, its capture; Union buys one more in Hesse."""
    state = builds(
        units={"HES": ["A PAD"], "union": ["A PAL"]}, captures={"PAD": "HES"}, infs=ALIGNED
    )
    result = spend(state, {"union": "BUILD A HES FOR HES"}, union=2)
    assert units_of(result.state, "HES") == ["A HES", "A PAD"]
    assert result.state.treasury["union"] == 0
    assert result.state.extra_units == {"HES": 1}
    (event,) = events(result, "purchase")
    assert event.text == "Union builds an army in Hesse for Hesse for 2 TP"
    assert (event.data["power"], event.data["state"]) == ("union", "HES")


@pytest.mark.rule("E19-MIN-6")
@pytest.mark.parametrize(
    ("order", "units"),
    [
        ("BUILD A HES FOR HES", {"HES": ["A HES"]}),
        ("BUILD A HES FOR HES", {"HES": ["A PAD"], "union": ["A HES"]}),
        ("BUILD A PAD FOR HES", {"HES": ["A HES"]}),
        ("BUILD A ERF FOR ERF", {}),
    ],
    ids=["own unit", "guest", "elsewhere", "no center"],
)
def test_a_bought_unit_needs_the_vacant_home_center(
    order: str, units: dict[str, list[str]]
) -> None:
    state = builds(units=units, infs={**ALIGNED, "ERF": {"union": 1}}, captures={"PAD": "HES"})
    result = spend(state, {"union": order}, union=50)
    assert refusal(result, order) == "illegal E19-MIN-6"
    assert result.state.treasury["union"] == 50


@pytest.mark.rule("E19-MIN-6")
def test_the_automatic_build_comes_before_a_purchase() -> None:
    result = spend(builds(units={}, infs=ALIGNED), {"union": "BUILD A HES FOR HES"}, union=50)
    assert units_of(result.state, "HES") == ["A HES"]
    assert refusal(result, "BUILD A HES FOR HES") == "void E19-MIN-6"
    assert result.state.treasury["union"] == 50
    assert not result.state.extra_units


@pytest.mark.rule("E19-BLD-14")
def test_a_bought_fleet_needs_a_coast() -> None:
    state = builds(units={"HES": ["A PAD"]}, captures={"PAD": "HES"}, infs=ALIGNED)
    result = spend(state, {"union": "BUILD F HES FOR HES"}, union=9)
    assert refusal(result, "BUILD F HES FOR HES") == "illegal E19-BLD-14"


@pytest.mark.rule("E19-MIN-7")
def test_an_army_of_a_state_is_bolstered_on_a_center() -> None:
    result = spend(
        builds(units={"HES": ["A HES"]}, infs=ALIGNED), {"union": "BOLSTER A HES FOR HES"}, union=1
    )
    assert units_of(result.state, "HES") == ["A HES +1"]
    assert result.state.treasury["union"] == 0
    assert not result.state.extra_units


@pytest.mark.rule("E19-MIN-7")
@pytest.mark.parametrize(("place", "permitted"), [("SAA", False), ("COL", True)])
def test_any_center_will_do_and_nothing_else(place: str, permitted: bool) -> None:
    state = builds(units={"HES": [f"A {place}"]}, infs=ALIGNED, captures={place: "HES"})
    order = f"BOLSTER A {place} FOR HES 1"
    result = spend(state, {"union": order}, union=1)
    assert (outcome(result, order) == "success") is permitted
    if not permitted:
        assert refusal(result, order) == "illegal E19-MIN-7"


@pytest.mark.rule("E19-MIN-7")
def test_fleets_of_states_are_not_bolstered() -> None:
    state = builds(units={"GEN": ["F GEN"]}, infs={"GEN": {"spain": 3}})
    result = spend(state, {"spain": "BOLSTER F GEN FOR GEN"}, spain=9)
    assert refusal(result, "BOLSTER F GEN FOR GEN 1") == "illegal E19-BLD-7"


@pytest.mark.rule("E19-MIN-7")
def test_the_order_names_the_state() -> None:
    state = builds(units={"HES": ["A HES"]}, infs=ALIGNED)
    result = spend(state, {"union": "BOLSTER A HES"}, union=9)
    assert "BOLSTER A HES FOR HES 1" in reason(result, "BOLSTER A HES 1")


@pytest.mark.rule("E19-MIN-8")
@pytest.mark.parametrize(
    ("infs", "permitted"),
    [
        ({"france": 3}, True),
        ({"france": 30}, True),
        ({"savoy": 3}, True),
        ({"france": 3, "savoy": 3}, False),
        ({}, False),
    ],
    ids=["aligned", "vassal", "the buyer's", "neutral", "unaligned"],
)
def test_the_state_is_aligned_with_anybody(infs: dict[str, int], permitted: bool) -> None:
    state = builds(units={"LOR": ["A LOR"]}, infs={"LOR": infs})
    result = spend(state, {"savoy": "BOLSTER A LOR FOR LOR"}, savoy=1)
    order = "BOLSTER A LOR FOR LOR 1"
    assert (outcome(result, order) == "success") is permitted
    if not permitted:
        assert refusal(result, order) == "illegal E19-MIN-8"


@pytest.mark.rule("E19-MIN-9")
def test_the_buyer_pays_the_price_of_its_own_next_point() -> None:
    """Union at strength 1: row 1 for Hesse, then row 2."""
    state = builds(units={"union": ["A UPP"], "HES": ["A HES"]}, infs=ALIGNED)
    orders = {"union": "BOLSTER A HES FOR HES\nBUILD A PAL"}
    result = spend(state, orders, union=5)
    assert [one.data["price"] for one in events(result, "purchase")] == [2, 3]


@pytest.mark.rule("E19-MIN-10")
def test_any_number_of_points_is_bought_up_to_strength_ten() -> None:
    state = builds(units={"HES": ["A HES"]}, infs=ALIGNED)
    orders = {"union": "BOLSTER A HES FOR HES 4\nBOLSTER A HES FOR HES 5\nBOLSTER A HES FOR HES"}
    result = spend(state, orders, union=500)
    assert units_of(result.state, "HES") == ["A HES +9"]
    assert [one.data["price"] for one in events(result, "purchase")] == [11, 9 + 15 + 21 + 27 + 33]
    assert outcome(result, "BOLSTER A HES FOR HES 1") == "excess"


def test_prices_beyond_the_table_are_its_last_row() -> None:
    """At strength 14 every further point for a state costs row 14."""
    state = builds(
        units={"union": ["A UPP +6", "A PAL +6"], "HES": ["A HES"]},
        infs=ALIGNED,
        tables={"price": [*range(1, 15), 100]},
    )
    result = spend(state, {"union": "BOLSTER A HES FOR HES 3"}, union=300)
    assert result.state.treasury["union"] == 0


@pytest.mark.rule("E19-MIN-11")
def test_next_year_the_points_do_not_count_for_the_buyer() -> None:
    state = builds(units={"union": ["A UPP"], "HES": ["A HES"]}, infs=ALIGNED, year=1620)
    first = spend(state, {"union": "BOLSTER A HES FOR HES 2"}, union=5).state
    assert units_of(first, "HES") == ["A HES +2"]
    state = replace(first, moment=EDITION.moment_of(1621, "builds"))
    result = spend(state, {"union": "BUILD A PAL"}, union=2)
    assert outcome(result, "BUILD A PAL") == "success"


@pytest.mark.rule("E19-MIN-12")
def test_a_lost_unit_beyond_the_centers_is_not_replaced() -> None:
    """Hesse has one center and two units, one of them bought; the one in Hesse is dislodged."""
    state = builds(
        units={"HES": ["A HES", "A PAD"], "france": ["A TRI", "A COL +3"]},
        captures={"PAD": "HES"},
        infs=ALIGNED,
        wars=[("france", "union")],
        extra_units=extra(HES=1),
        year=1621,
    )
    state = replace(state, moment=EDITION.moment_of(1621, "movement"))
    fought = play(EDITION, state, {"france": "A COL - HES\nA TRI S A COL - HES"}).state
    assert units_of(fought, "HES") == ["A PAD"]
    assert not fought.extra_units
    away = replace(
        fought,
        moment=EDITION.moment_of(1621, "builds"),
        captures=state.captures,
        units=MappingProxyType({"HES": fought.units["HES"]}),
    )
    assert built(away, "HES") == ["A PAD"]


@pytest.mark.rule("E19-MIN-12")
def test_a_center_that_comes_and_goes_does_not_take_what_was_bought() -> None:
    """Hesse has a bought unit; it captures Westphalia, and a year later has lost it again."""
    state = builds(
        units={"HES": ["A HES", "A WES"]}, captures={"WES": "HES"}, extra_units=extra(HES=1)
    )
    after = play(EDITION, state).state
    assert (units_of(after, "HES"), after.extra_units) == (["A HES", "A WES"], {"HES": 1})
    state = builds(units={"HES": ["A HES", "A WES"]}, extra_units=after.extra_units)
    assert built(state, "HES") == ["A HES", "A WES"]


@pytest.mark.rule("E19-MIN-12")
@pytest.mark.parametrize(("displaced", "kept"), [(True, {"HES": 1}), (False, {})])
def test_a_unit_that_may_still_retreat_is_not_lost(displaced: bool, kept: dict[str, int]) -> None:
    units = {"HES": ["A HES", "A WUE +1"]}
    turn = Turn(EDITION, builds(units=units, extra_units=extra(HES=1)), OrderBook({}))
    gone = parse_unit("A WUE +1")
    turn.stands.remove(("HES", gone))
    if displaced:
        turn.displaced = (Displaced("HES", gone, "evicted", "", ("ANS",)),)
    clamp_extra_units(turn)
    assert turn.extra_units == kept


def test_x_37_bolsters_stay_when_the_patron_changes() -> None:
    """Union bolsters Hesse; next year France has more INFs there and orders the army of 3."""
    state = builds(units={"HES": ["A HES"]}, infs={"HES": {"union": 5, "france": 4}})
    after = spend(state, {"union": "BOLSTER A HES FOR HES 2"}, union=3).state
    opened = replace(after, moment=EDITION.moment_of(1620, "diplomatic"))
    turned = play(EDITION, opened, {"france": "9: HES"}).state
    assert turned.statuses["HES"].patron == "france"
    moved = play(EDITION, turned, {"france": "A HES - ERF", "union": "A HES H"})
    assert outcome(moved, "A HES H", "union") == "illegal"
    assert units_of(moved.state, "HES") == ["A ERF +2"]


def test_x_38_a_power_may_bolster_a_state_that_fights_it() -> None:
    state = builds(units={"HES": ["A HES"]}, infs=ALIGNED, wars=[("france", "union")])
    result = spend(state, {"france": "BOLSTER A HES FOR HES"}, france=1)
    assert units_of(result.state, "HES") == ["A HES +1"]


def test_x_39_an_army_of_strength_ten_grows_no_more() -> None:
    state = builds(units={"HES": ["A HES +9"]}, infs=ALIGNED)
    result = spend(state, {"union": "BOLSTER A HES FOR HES"}, union=9)
    assert outcome(result, "BOLSTER A HES FOR HES 1") == "excess"
    assert result.state.treasury["union"] == 9


def _two_buyers(**infs: dict[str, int]) -> EuropeState:
    return builds(
        units={"HES": ["A PAD"], "LOR": ["A SAA"]},
        captures={"PAD": "HES", "SAA": "LOR"},
        infs=infs,
    )


@pytest.mark.rule("E19-MIN-6")
@pytest.mark.parametrize(
    ("patron", "winner"), [("france", "france"), ("savoy", "savoy"), ("spain", "savoy")]
)
def test_the_patron_buys_first_then_the_attack_order_decides(patron: str, winner: str) -> None:
    """Savoy and France want the one vacant place in Hesse; Savoy attacks before France."""
    order = "BUILD A HES FOR HES"
    state = _two_buyers(HES={patron: 5})
    result = spend(state, {"france": order, "savoy": order}, france=9, savoy=9)
    loser = "savoy" if winner == "france" else "france"
    assert outcome(result, order, winner) == "success"
    assert refusal(result, order, loser) == "void E19-MIN-6"
    assert (result.state.treasury[winner], result.state.treasury[loser]) == (8, 9)
    assert result.state.extra_units == {"HES": 1}


@pytest.mark.rule("E19-MIN-6")
def test_a_patron_who_cannot_pay_leaves_the_place_to_the_next() -> None:
    order = "BUILD A HES FOR HES"
    state = _two_buyers(HES={"france": 5})
    result = spend(state, {"france": order, "savoy": order}, france=0, savoy=9)
    assert outcome(result, order, "france") == "excess"
    assert outcome(result, order, "savoy") == "success"


@pytest.mark.rule("E19-MIN-6")
def test_the_place_of_the_patrons_line_does_not_matter() -> None:
    """The loser pays nothing, and what it buys next is not dearer for it."""
    state = _two_buyers(HES={"france": 5})
    orders = {
        "france": "BUILD A PAR\nBUILD A HES FOR HES",
        "savoy": "BUILD A HES FOR HES\nBUILD A TUR",
    }
    result = spend(state, orders, france=3, savoy=1)
    assert outcome(result, "BUILD A HES FOR HES", "france") == "success"
    assert outcome(result, "BUILD A TUR") == "success"
    assert (result.state.treasury["france"], result.state.treasury["savoy"]) == (0, 0)


@pytest.mark.rule("E19-MIN-6")
def test_patrons_who_wait_for_each_other_go_by_the_attack_order() -> None:
    """Savoy is Lorraine's patron, France Hesse's; each buys first in the other's state. Each can
    pay one unit: Savoy is served first and takes Hesse, so France takes Lorraine."""
    state = _two_buyers(HES={"france": 5}, LOR={"savoy": 5})
    orders = {
        "savoy": "BUILD A HES FOR HES\nBUILD A LOR FOR LOR",
        "france": "BUILD A LOR FOR LOR\nBUILD A HES FOR HES",
    }
    result = spend(state, orders, savoy=1, france=1)
    bought = [(one.data["power"], one.data["state"]) for one in events(result, "purchase")]
    assert bought == [("france", "LOR"), ("savoy", "HES")]
    assert outcome(result, "BUILD A LOR FOR LOR", "savoy") == "excess"
    assert outcome(result, "BUILD A HES FOR HES", "france") == "void"
