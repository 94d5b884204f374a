"""Debt: what leads into it, what it bars, and what it costs."""

from __future__ import annotations

import pytest
from hypothesis import given as random
from hypothesis import settings
from hypothesis import strategies as st

from generator.engine.errors import FileError
from generator.engine.phases import Document, Setup
from generator.rulesets.europe_1615_v7 import RULESET
from generator.rulesets.europe_1619 import RULESET as EUROPE_1619
from tests.rules.europe_1615_v7.seven import sheets
from tests.rules.europe_1615_v7.wealth import bought, lent, loan, rich


def test_debt_is_for_editions_that_know_it() -> None:
    document = EUROPE_1619.dump(EUROPE_1619.opening(Setup()))
    table = {**document.public["treasury"], "france": -1}
    with pytest.raises(FileError, match=r"treasury\.france cannot be -1"):
        EUROPE_1619.load(Document({**document.public, "treasury": table}, document.private))


FUNDS = st.integers(-9, 20)
ORDERS = [
    "BUILD A {0}",
    "BOLSTER A {1} +2",
    "REDUCE A {1} -1",
    "GRANT 3 TO FRANCE",
    "GRANT 4 TO AUSTRIA",
    "LOAN 4 TO SPAIN",
    "LOAN 4 TO FRANCE",
    "ACCEPT LOAN 4 FROM AUSTRIA",
    "REPAY 2 TO SPAIN",
]
LINES = st.lists(st.sampled_from(ORDERS), max_size=4)


@settings(max_examples=40, deadline=None)
@random(funds=st.tuples(FUNDS, FUNDS, FUNDS), lines=st.tuples(LINES, LINES, LINES))
def test_wealth_is_neither_made_nor_lost_and_nobody_spends_into_debt(
    funds: tuple[int, int, int], lines: tuple[list[str], list[str], list[str]]
) -> None:
    powers = {"austria": ("BOH", "VIE"), "france": ("PRO", "PAR"), "spain": ("NAP", "MAD")}
    before = dict(zip(powers, funds, strict=True))
    own = {power: [f"A {home} +2"] for power, (_, home) in powers.items()}
    state = lent(
        rich(units=own, treasury=before),
        loan("spain", "austria", 5),
        loan("spain", "france", 3, id=2),
    )
    orders = {
        power: "\n".join(line.format(*powers[power]) for line in sheet)
        for power, sheet in zip(powers, lines, strict=True)
    }
    played = sheets(state, **orders)
    spent = {power: sum(bought(played, power)) for power in powers}
    assert sum(played.state.treasury[power] for power in powers) == sum(funds) - sum(spent.values())
    for power, tp in before.items():
        assert played.state.treasury[power] >= min(tp, 0)
    assert RULESET.load(RULESET.dump(played.state)) == played.state
