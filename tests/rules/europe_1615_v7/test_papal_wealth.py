"""The wealth of the Papacy: donations, and INFs that it buys."""

from __future__ import annotations

import pytest

from tests.rules.europe.building import events, infs_in, outcome
from tests.rules.europe_1615_v7.seven import at, cited, given, sheets, through
from tests.rules.europe_1615_v7.wealth import rich, treasury

CATHOLIC = ("austria", "spain", "france", "poland", "bavaria")


@pytest.mark.rule("E15V7-PAP-15")
def test_every_catholic_power_pays_one() -> None:
    played = sheets(rich(phase="income", year=1615, units={}))
    paid = {one.data["power"]: one.data["tp"] for one in events(played, "donation")}
    assert paid == dict.fromkeys(CATHOLIC, 1)
    assert treasury(played, "papacy") == 3 + 1 + 5
    assert treasury(played, "sweden", "france") == (6, 12 - 1)


@pytest.mark.rule("E15V7-PAP-16")
def test_whoever_is_at_war_with_the_papacy_pays_nothing() -> None:
    played = sheets(rich(phase="income", units={}, wars=[("spain", "papacy")]))
    assert treasury(played, "spain", "papacy") == (15, 3 + 1 + 4)
    (told,) = [one for one in events(played, "donation") if one.data["power"] == "spain"]
    assert (told.rule, told.data["tp"]) == ("E15V7-PAP-16", 0)


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


@pytest.mark.rule("E15V7-PAP-19")
def test_the_papacy_buys_no_more_than_it_can_pay() -> None:
    played = sheets(
        rich(units={}, treasury={"papacy": 5}), papacy="BUY INF 3\nBUY 3 INFS\nBUY INF 0"
    )
    assert dict(played.state.extra_infs) == {"papacy": 3}
    assert [one.outcome for one in played.verdicts] == ["success", "excess", "illegal"]


@pytest.mark.rule("E15V7-PAP-20")
def test_nobody_else_buys_infs() -> None:
    played = sheets(rich(units={}, treasury={"spain": 5}), spain="BUY INF 1")
    assert cited(played, "BUY INF 1") == ("illegal", "E15V7-PAP-20")
    assert (treasury(played, "spain"), dict(played.state.extra_infs)) == (5, {})


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


def test_the_infs_of_a_fallen_papacy_are_lost() -> None:
    """Edge case 65: donations stop, and so do the INFs that it had bought."""
    state = given(
        phase="adjustment",
        units={"sweden": ["A ROM", "A MAR"]},
        wars=[("sweden", "papacy")],
        extra_infs={"papacy": 3},
    )
    played = sheets(state)
    assert "papacy" in played.state.eliminated
    assert dict(played.state.extra_infs) == {}
    assert events(sheets(played.state), "donation") == []


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


def test_papal_support_in_wealth() -> None:
    """Composite scenario 12, as far as it is about money."""
    state = rich(phase="income", units={}, wars=[("spain", "dutch")])
    played = sheets(state, papacy="GRANT 2 TO SPAIN")
    assert treasury(played, "papacy", "spain") == (3 + 1 + 5 - 2, 15 - 1 + 2)
    at_war = rich(phase="income", year=1622, units={}, wars=[("spain", "papacy")])
    assert treasury(sheets(at_war), "spain") == 15
