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
from tests.rules.europe.building import events, outcome
from tests.rules.europe_1615_v7.seven import at, cited, given, sheets
from tests.rules.europe_1615_v7.wealth import bought, lent, loan, rich, score, treasury, units


@pytest.mark.rule("E15V7-DEBT-2")
def test_maintenance_leads_into_debt_and_costs_no_unit() -> None:
    own = {"bavaria": ["A BAV +7"]}
    state = rich(phase="income", units=own, treasury={"bavaria": 2}, tables={"centers": {"BAV": 5}})
    played = sheets(state)
    assert treasury(played, "bavaria") == 2 + 5 - 1 - 8
    assert units(played, "bavaria") == ["A BAV +7"]
    assert events(played, "disbanded") == []
    # The state is written and read as any other.
    assert RULESET.load(RULESET.dump(played.state)) == played.state


@pytest.mark.rule("E15V7-DEBT-3")
@pytest.mark.rule("E15V7-BUILD-12")
@pytest.mark.parametrize("tp", [-5, 5])
def test_strength_may_be_given_up_in_debt_or_not(tp: int) -> None:
    own = {"austria": ["A VIE +2", "A BOH"]}
    state = rich(units=own, treasury={"austria": tp})
    played = sheets(state, austria="DISBAND A BOH\nREDUCE A VIE -1")
    assert cited(played, "DISBAND A BOH") == ("success", "E15V7-BUILD-12")
    assert units(played, "austria") == ["A VIE +1"]
    assert treasury(played, "austria") == tp
    paid = [events(sheets(at(one, "income")), "maintenance") for one in (state, played.state)]
    assert [each[0].data["tp"] for each in paid] == [4, 2]


@pytest.mark.rule("E15V7-DEBT-8")
def test_debt_costs_ten_points_for_each_unit() -> None:
    state = given(units={}, treasury={"austria": -4, "spain": 3})
    assert score(state, "austria")["debt"] == -40
    assert (score(state, "spain")["debt"], score(state, "spain")["surplus_treasury"]) == (0, 3)


@pytest.mark.rule("E15V7-DEBT-9")
def test_loans_are_part_of_the_debt() -> None:
    owed = loan("spain", "austria", 4, enforced=True, status="defaulted", due=1619)
    assert score(lent(given(treasury={"austria": 0}), owed), "austria")["debt"] == -40
    # Three open and four below nothing are seven.
    both = lent(given(treasury={"austria": -4}), loan("spain", "austria", 3, enforced=True))
    assert score(both, "austria")["debt"] == -70
    netted = score(lent(given(treasury={"austria": 6}), owed), "austria")
    assert (netted["debt"], netted["surplus_treasury"]) == (0, 2)


def test_debt_at_the_opening_spares_the_donation_and_no_more() -> None:
    """Edge case 49: the income makes the treasury positive, and the power may build."""
    played = sheets(rich(phase="income", units={}, treasury={"austria": -3}))
    assert treasury(played, "austria") == -3 + 9
    built = sheets(played.state, austria="BUILD A VIE")
    assert outcome(built, "BUILD A VIE") == "success"


def test_scenario_13() -> None:
    """Composite scenario 13: 1 + 4 - 1 - 9 = -5."""
    own = {"bavaria": ["A BAV +8"]}
    state = rich(phase="income", units=own, treasury={"bavaria": 1}, tables={"centers": {"BAV": 4}})
    played = sheets(state)
    assert treasury(played, "bavaria") == -5
    orders = "BOLSTER A BAV\nDISBAND A BAV"
    built = sheets(played.state, bavaria="BOLSTER A BAV")
    assert outcome(built, "BOLSTER A BAV 1") == "illegal"
    assert score(built.state, "bavaria")["debt"] == -50
    fewer = sheets(played.state, bavaria=orders)
    assert units(fewer, "bavaria") == []
    assert treasury(sheets(at(fewer.state, "income")), "bavaria") == -5 + 4


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
