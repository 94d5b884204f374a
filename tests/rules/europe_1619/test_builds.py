"""What powers buy for themselves: E19-BLD."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.units import Unit
from generator.rulesets.europe.course import YEAR
from generator.rulesets.europe.features.extension import Vote
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.feature import StrengthOffer
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import events, outcome, play
from tests.rules.europe_1619.spending import PRICES, builds, spend

FOUR = {"france": ["A BUR", "A GAS", "A CHA", "F ENG"]}
"""France at strength 4, with all its home centers vacant."""


@pytest.mark.rule("E19-BLD-1")
@pytest.mark.parametrize(("strength", "price"), list(enumerate(PRICES[:9])))
def test_the_price_goes_by_the_strength_so_far(strength: int, price: int) -> None:
    army = [f"A GAS +{strength - 1}"] if strength > 1 else ["A GAS"] * strength
    result = spend(builds(units={"france": army}), {"france": "BUILD A PAR"}, france=40)
    assert result.state.treasury["france"] == 40 - price


@pytest.mark.rule("E19-BLD-16")
def test_lost_strength_lowers_the_price() -> None:
    """Spain falls from strength 6 to 4: the next point costs 9 and no longer 21."""
    whole = ["A MAD", "F ANDL/WC", "A NAP", "A EXT", "A FLA +1"]
    for units, price in ((whole, 21), (whole[:-1], 9)):
        result = spend(builds(units={"spain": units}), {"spain": "BUILD A MIL"}, spain=30)
        assert result.state.treasury["spain"] == 30 - price


def test_x_49_a_power_without_units_and_money_lives() -> None:
    result = play(EDITION, builds(units={}, captures={"TUR": "france"}, infs={"MAN": {"savoy": 2}}))
    assert "savoy" in result.state.living
    assert result.state.treasury["savoy"] == 0
    assert result.state.infs["MAN"] == {"savoy": 2}


@pytest.mark.rule("E19-LON-3")
def test_treasuries_and_next_prices_are_published() -> None:
    state = builds(units={**FOUR, "spain": ["A MAD +9", "A EXT +4"]})
    (event,) = events(spend(state, {}, france=3), "treasuries")
    row = {"treasury": 3, "units": 4, "strength": 4, "next_price": 9}
    rows = event.data["by_power"]
    assert rows["france"] == row
    assert (rows["spain"]["strength"], rows["spain"]["next_price"]) == (15, 0)
    assert "France 3 TP, strength 4, next point 9" in event.text


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
