"""The wealth of the Papacy: donations, and INFs that it buys."""

from __future__ import annotations

import pytest

from tests.rules.europe.building import events, infs_in, outcome
from tests.rules.europe_1615_v7.seven import at, cited, given, sheets, through
from tests.rules.europe_1615_v7.wealth import rich, treasury


@pytest.mark.rule("E15V7-PAP-17")
@pytest.mark.parametrize(("opens", "paid"), [(-1, 0), (0, 1)])
def test_whoever_opens_in_debt_pays_nothing(opens: int, paid: int) -> None:
    state = rich(phase="income", units={}, treasury={"bavaria": opens})
    assert treasury(sheets(state), "bavaria") == opens + 5 - paid


@pytest.mark.rule("E15V7-PAP-18")
def test_a_donation_leads_into_debt() -> None:
    state = rich(phase="income", units={}, captures={"BAV": "spain"}, treasury={"bavaria": 0})
    played = sheets(state)
    assert treasury(played, "bavaria") == -1


@pytest.mark.rule("E15V7-PAP-19")
def test_the_papacy_buys_infs_for_the_next_year() -> None:
    played = sheets(rich(year=1616, units={}, treasury={"papacy": 5}), papacy="BUY INF 3")
    assert cited(played, "BUY INF 3") == ("success", "E15V7-PAP-19")
    assert treasury(played, "papacy") == 2
    assert dict(played.state.extra_infs) == {"papacy": 3}
    opened = sheets(played.state)
    (told,) = events(opened, "allotment")
    assert (told.data["infs"]["papacy"], told.data["infs"]["spain"]) == (6 + 3, 12)


@pytest.mark.rule("E15V7-PAP-21")
def test_bought_infs_that_are_not_placed_are_lost() -> None:
    state = given(year=1617, extra_infs={"papacy": 3})
    played = sheets(state, papacy="5: TUS\n4: VEN\n1: GEN")
    assert (infs_in(played.state, "TUS"), infs_in(played.state, "VEN")) == (
        {"papacy": 5},
        {"papacy": 4},
    )
    assert outcome(played, "1: GEN") != "success"
    fewer = sheets(state, papacy="5: TUS\n3: VEN")
    assert dict(fewer.state.extra_infs) == {}
    later = at(fewer.state, "movement")
    assert outcome(sheets(later, papacy="7: GEN"), "7: GEN") != "success"


def test_each_first_request_wants_a_grant_of_its_own() -> None:
    """Edge case 52: what Spain is given does not count for Austria."""
    wars = [("spain", "dutch"), ("austria", "sweden")]
    state = given(year=1620, units={}, wars=wars)
    asked = {
        "spain": "REQUEST SUPPORT: PAPACY; WAR DUTCH; AMOUNT 3",
        "austria": "REQUEST SUPPORT: PAPACY; WAR SWEDEN; AMOUNT 3",
    }
    *_, scored = through(state, "scoring", movement=asked, income={"papacy": "GRANT 2 TO SPAIN"})
    assert (scored.state.year, scored.state.moment.phase) == (1621, "movement")
    war = "DECLARE WAR: PAPACY"
    played = sheets(scored.state, spain=war, austria=war)
    assert outcome(played, "DECLARE WAR: PAPACY", "austria") == "success"
    assert outcome(played, "DECLARE WAR: PAPACY", "spain") != "success"
