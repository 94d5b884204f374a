"""What powers buy for themselves: E19-BLD."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from generator.engine.phases import Ruling
from generator.engine.units import Unit
from generator.rulesets.europe.course import YEAR
from generator.rulesets.europe.features.extension import Vote
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.feature import StrengthOffer
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import events, outcome, play, units_of, verdict, with_rules
from tests.rules.europe_1619.spending import PRICES, builds, reason, refusal, spend

FOUR = {"france": ["A BUR", "A GAS", "A CHA", "F ENG"]}
"""France at strength 4, with all its home centers vacant."""


@pytest.mark.rule("E19-BLD-1")
@pytest.mark.parametrize(("strength", "price"), list(enumerate(PRICES[:9])))
def test_the_price_goes_by_the_strength_so_far(strength: int, price: int) -> None:
    army = [f"A GAS +{strength - 1}"] if strength > 1 else ["A GAS"] * strength
    result = spend(builds(units={"france": army}), {"france": "BUILD A PAR"}, france=40)
    assert result.state.treasury["france"] == 40 - price


@pytest.mark.rule("E19-BLD-1")
def test_a_unit_at_strength_four_costs_nine() -> None:
    result = spend(builds(units=FOUR), {"france": "BUILD A PAR"}, france=9)
    assert result.state.treasury["france"] == 0
    said = "France builds an army in Paris for 9 TP, at strength 4; 0 TP left"
    assert reason(result, "BUILD A PAR") == said


@pytest.mark.rule("E19-BLD-2")
def test_the_rulebooks_example_with_24_points() -> None:
    """France at strength 4 buys two units: 9 + 15 = 24."""
    result = spend(builds(units=FOUR), {"france": "BUILD A PAR\nBUILD A LYO"}, france=24)
    assert units_of(result.state, "france") == [
        "A BUR",
        "A CHA",
        "A GAS",
        "A LYO",
        "A PAR",
        "F ENG",
    ]
    assert result.state.treasury["france"] == 0
    assert [one.data["price"] for one in events(result, "purchase")] == [9, 15]


@pytest.mark.rule("E19-BLD-3")
def test_the_rulebooks_example_with_23_points() -> None:
    """France at strength 4 wants two units and can pay the first: 14 TP are left."""
    result = spend(builds(units=FOUR), {"france": "BUILD A PAR\nBUILD A LYO"}, france=23)
    assert (outcome(result, "BUILD A PAR"), result.state.treasury["france"]) == ("success", 14)
    assert refusal(result, "BUILD A LYO") == "excess E19-BLD-3"
    assert reason(result, "BUILD A LYO") == "it costs 15 TP, and France has 14 TP"


@pytest.mark.rule("E19-BLD-3")
def test_the_list_goes_on_after_what_cannot_be_paid() -> None:
    """A bolster by two costs 9 + 15; the unit after it costs 9."""
    state = builds(units={"france": ["A LYO +1", "A GAS", "F ENG"]})
    result = spend(state, {"france": "BOLSTER A LYO 2\nBUILD A PAR"}, france=23)
    assert outcome(result, "BOLSTER A LYO 2") == "excess"
    assert outcome(result, "BUILD A PAR") == "success"
    assert result.state.treasury["france"] == 14


@pytest.mark.rule("E19-BLD-4")
@pytest.mark.parametrize(
    ("order", "parts"),
    [
        ("BUILD A PAR", {"units": {"france": ["A PAR"]}}),
        ("BUILD A PAR", {"units": {"france": ["A GAS"], "spain": ["A PAR"]}}),
        ("BUILD A PAR", {"captures": {"PAR": "spain"}, "units": {"france": ["A GAS"]}}),
        ("BUILD A GAS", {"units": {"france": ["A PAR"]}}),
        ("BUILD A COL", {"captures": {"COL": "france"}, "units": {"france": ["A PAR"]}}),
        ("BUILD A VIE", {"units": {"france": ["A PAR"]}}),
    ],
    ids=["own unit", "guest", "captured", "no center", "captured center", "foreign center"],
)
def test_units_need_a_vacant_home_center_of_ones_own(order: str, parts: dict[str, Any]) -> None:
    result = spend(builds(**parts), {"france": order}, france=50)
    assert refusal(result, order) == "illegal E19-BLD-4"
    assert result.state.treasury["france"] == 50


@pytest.mark.rule("E19-BLD-4")
def test_whoever_forgets_the_state_is_told_the_order() -> None:
    result = spend(builds(units={}), {"france": "BUILD A HES"}, france=9)
    assert "BUILD A HES FOR HES" in reason(result, "BUILD A HES")


@pytest.mark.rule("E19-BLD-5")
def test_one_vacant_site_gives_one_unit() -> None:
    state = builds(units={"france": ["F NORM", "A LYO", "A PRO"]})
    result = spend(state, {"france": "BUILD A PAR\nBUILD A LYO"}, france=50)
    assert [outcome(result, f"BUILD A {code}") for code in ("PAR", "LYO")] == ["success", "illegal"]


@pytest.mark.rule("E19-BLD-5")
def test_a_site_is_filled_once() -> None:
    result = spend(builds(units={}), {"france": "BUILD F NORM\nBUILD A NORM"}, france=50)
    assert refusal(result, "BUILD A NORM") == "excess E19-BLD-5"
    assert units_of(result.state, "france") == ["F NORM"]


@pytest.mark.rule("E19-BLD-6")
@pytest.mark.parametrize("order", ["BUILD A PAR", "BOLSTER A LYO 1"])
def test_nobody_grows_beyond_strength_fifteen(order: str) -> None:
    state = builds(units={"france": ["A LYO +6", "A GAS +7"]})
    result = spend(state, {"france": order}, france=500)
    assert refusal(result, order) == "excess E19-BLD-6"
    assert result.state.treasury["france"] == 500


@pytest.mark.rule("E19-BLD-6")
def test_the_fifteenth_point_is_the_last() -> None:
    state = builds(units={"france": ["A LYO +6", "A GAS +6"]})
    result = spend(state, {"france": "BUILD A PAR\nBUILD F NORM"}, france=500)
    assert outcome(result, "BUILD A PAR") == "success"
    assert outcome(result, "BUILD F NORM") == "excess"
    assert result.state.treasury["france"] == 500 - 69


@pytest.mark.rule("E19-BLD-6")
def test_units_are_counted_beside_their_strength() -> None:
    state = with_rules(builds(units={"france": ["A GAS", "A BUR"]}), caps={"units": 2})
    result = spend(state, {"france": "BUILD A PAR"}, france=9)
    assert refusal(result, "BUILD A PAR") == "excess E19-BLD-6"


@pytest.mark.rule("E19-BLD-12")
@pytest.mark.parametrize(
    ("power", "order"),
    [
        ("england", "BUILD F SCOT"),
        ("spain", "BUILD A NAP"),
        ("spain", "BUILD A MIL"),
        ("spain", "BUILD F FLA"),
    ],
)
def test_spain_and_england_build_in_their_build_sites(power: str, order: str) -> None:
    result = spend(builds(units={}), {power: order}, **{power: 1})
    assert outcome(result, order) == "success"


@pytest.mark.rule("E19-BLD-13")
def test_the_ottomans_build_a_fleet_in_edirne() -> None:
    result = spend(builds(units={}), {"ottoman": "BUILD F EDI"}, ottoman=1)
    assert units_of(result.state, "ottoman") == ["F EDI"]
    assert EDITION.board.fleet_from("EDI") == ("GRE",)


@pytest.mark.rule("E19-BLD-14")
@pytest.mark.parametrize(
    ("power", "order", "permitted"),
    [
        ("france", "BUILD F PAR", False),
        ("spain", "BUILD F ANDL", False),
        ("spain", "BUILD F ANDL (WC)", True),
        ("spain", "BUILD F ANDL (EC)", True),
        ("spain", "BUILD A ANDL", True),
        ("denmark", "BUILD F HOL", False),
        ("denmark", "BUILD F HOL (WC)", True),
    ],
)
def test_fleets_need_a_coast(power: str, order: str, permitted: bool) -> None:
    result = spend(builds(units={}), {power: order}, **{power: 1})
    (one,) = [one for one in result.verdicts if one.power == power]
    assert (one.outcome == "success") is permitted
    if not permitted:
        assert (one.outcome, one.reasons[0].rule) == ("illegal", "E19-BLD-14")


@pytest.mark.rule("E19-BLD-16")
def test_lost_strength_lowers_the_price() -> None:
    """Spain falls from strength 6 to 4: the next point costs 9 and no longer 21."""
    whole = ["A MAD", "F ANDL/WC", "A NAP", "A EXT", "A FLA +1"]
    for units, price in ((whole, 21), (whole[:-1], 9)):
        result = spend(builds(units={"spain": units}), {"spain": "BUILD A MIL"}, spain=30)
        assert result.state.treasury["spain"] == 30 - price


def test_x_17_a_guest_blocks_builds_and_takes_no_income() -> None:
    """An Austrian army in allied Bavaria: the League earns from it, but cannot build."""
    state = builds(units={"austria": ["A BAV"]}, alliances=[("austria", "league")])
    result = play(EDITION, state, {"league": "BUILD A BAV"})
    assert refusal(result, "BUILD A BAV") == "illegal E19-BLD-4"
    assert result.state.treasury["league"] == 3 + 4
    assert not result.state.captures


def test_x_40_points_for_states_raise_the_price_and_not_the_strength() -> None:
    """France at 14 pays row 14 for Hesse, row 14 again for itself, and is then full."""
    state = builds(
        units={"france": ["A LYO +6", "A GAS +6"], "HES": ["A HES"]}, infs={"HES": {"france": 5}}
    )
    orders = "BOLSTER A HES FOR HES\nBUILD A PAR\nBUILD F NORM\nBOLSTER A HES FOR HES 2"
    result = spend(state, {"france": orders}, france=1000)
    assert outcome(result, "BUILD A PAR") == "success"
    assert outcome(result, "BUILD F NORM") == "excess"
    assert [one.data["price"] for one in events(result, "purchase")] == [69, 69, 138]
    assert units_of(result.state, "HES") == ["A HES +3"]


def test_x_49_a_power_without_units_and_money_lives() -> None:
    result = play(EDITION, builds(units={}, captures={"TUR": "france"}, infs={"MAN": {"savoy": 2}}))
    assert "savoy" in result.state.living
    assert result.state.treasury["savoy"] == 0
    assert result.state.infs["MAN"] == {"savoy": 2}


def test_x_51_the_site_is_free_once_the_former_ally_is_gone() -> None:
    """The guest of an alliance that ended stands in Bavaria: removed this year, built this year."""
    state = builds(units={"austria": ["A BAV"]}, alliances=[], year=1621)
    state = replace(state, moment=EDITION.moment_of(1621, "movement"))
    while state.moment.phase != "builds":
        state = play(EDITION, state).state
    assert units_of(state, "austria") == []
    result = spend(state, {"league": "BUILD A BAV"}, league=1)
    assert units_of(result.state, "league") == ["A BAV"]


@pytest.mark.rule("E19-LON-3")
def test_treasuries_and_next_prices_are_published() -> None:
    state = builds(units={**FOUR, "spain": ["A MAD +9", "A EXT +4"]})
    (event,) = events(spend(state, {}, france=3), "treasuries")
    row = {"treasury": 3, "units": 4, "strength": 4, "next_price": 9}
    rows = event.data["by_power"]
    assert rows["france"] == row
    assert (rows["spain"]["strength"], rows["spain"]["next_price"]) == (15, 0)
    assert "France 3 TP, strength 4, next point 9" in event.text


def test_purchases_have_their_figures() -> None:
    result = spend(builds(units=FOUR), {"france": "BUILD A PAR"}, france=10)
    (event,) = events(result, "purchase")
    assert dict(event.data) == {
        "power": "france",
        "sort": "unit",
        "state": "",
        "unit": "A PAR",
        "points": 1,
        "price": 9,
        "strength": 5,
        "treasury": 1,
    }


def test_refused_purchases_are_told_to_their_author_alone() -> None:
    result = spend(builds(units=FOUR), {"france": "BUILD A GAS"}, france=9)
    assert verdict(result, "BUILD A GAS").known_to == ("france",)


def test_the_referee_may_set_prices() -> None:
    prices = Ruling(2, "builds", "prices", "as agreed", "", {"power": "france", "prices": [4]})
    income = Ruling(1, "builds", "income", "for the test", "", {"power": "france", "tp": 19})
    orders = {"france": "BUILD A PAR\nBUILD A LYO"}
    result = play(EDITION, builds(units=FOUR), orders, [income, prices])
    assert [one.data["price"] for one in events(result, "purchase")] == [4, 15]


def test_orders_of_other_phases_are_refused() -> None:
    result = spend(builds(), {"france": [Vote("draw")]}, france=9)
    assert outcome(result, "DRAW") == "illegal"


def test_scoring_follows() -> None:
    assert play(EDITION, builds()).state.moment == EDITION.moment_of(1619, "scoring")


def test_the_order_of_the_steps_is_data() -> None:
    """Purchases before transfers, and no income: what the year of an edition lists is played."""
    known = {step.name: step for step in YEAR["builds"].steps()}
    steps = tuple(known[name] for name in ("purchases", "transfers", "refusals"))
    edition = Edition(
        EDITION.package,
        EDITION.features,
        EDITION.passage,
        YEAR.changing("builds", steps=lambda: steps),
    )
    state = builds(units=FOUR, treasury={"france": 9})
    result = play(edition, state, {"france": "GRANT 5 TO SPAIN\nBUILD A PAR"})
    assert outcome(result, "BUILD A PAR") == "success"
    assert outcome(result, "GRANT 5 TO SPAIN") == "excess"
    assert {step.name for step in steps} < known.keys()


def test_editions_may_sell_strength(monkeypatch: pytest.MonkeyPatch) -> None:
    """An edition's own purchase is served in written order and raises the price of the next."""

    def offer(turn: Turn, power: str, order: Any) -> StrengthOffer | None:
        def deliver() -> None:
            turn.markers["HES"] = "catholic"

        return StrengthOffer(
            "fort", "build-made", "fortifies", Unit("A", "HES"), 1, deliver, "HES", True
        )

    monkeypatch.setattr(EDITION, "purchases", (Vote,))
    monkeypatch.setattr(EDITION, "offer", offer)
    state = builds(units=FOUR)
    result = spend(state, {"france": [Vote("draw")]}, france=9)
    assert outcome(result, "DRAW") == "success"
    assert (result.state.markers["HES"], result.state.treasury["france"]) == ("catholic", 0)
    assert not result.state.extra_units
