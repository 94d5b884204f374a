"""What violates papal decrees: E19D-PAP-2 and 4 to 8, and the cases X-43 and X-44."""

from __future__ import annotations

from typing import Any

import pytest

from generator.rulesets.europe_1619_draft import RULESET
from tests.rules.europe.building import events, units_of, verdict
from tests.rules.europe_1619_draft.decreeing import (
    announced,
    bound,
    lost,
    scored,
    through_orders,
    violated,
)
from tests.rules.europe_1619_draft.drafted import (
    at,
    sheets,
)


@pytest.mark.rule("E19D-PAP-4")
def test_a_unit_that_ends_its_orders_in_the_place_violates_the_decree():
    """(source: France not to enter Lorraine)"""
    state = bound("DECREE FRANCE: NOT ENTER LOR", units={"france": ["A CHA"], "spain": ["A FRC"]})
    moved = sheets(at(state, "movement"), france="A CHA - LOR")
    assert units_of(moved.state, "france") == ["A LOR"]
    assert violated(scored(moved.state)) == [("france", "E19D-PAP-4")]
    stayed = sheets(at(state, "movement"), france="A CHA H")
    assert violated(scored(stayed.state)) == []


@pytest.mark.rule("E19D-PAP-4")
def test_x_43_a_guest_of_an_ally_is_there_too():
    state = bound(
        "DECREE SPAIN: NOT ENTER VIE", units={"spain": ["A VIE"]}, alliances=[("spain", "austria")]
    )
    held = sheets(at(state, "movement"), spain="A VIE H")
    assert violated(scored(held.state)) == [("spain", "E19D-PAP-4")]


@pytest.mark.rule("E19D-PAP-5")
@pytest.mark.parametrize("both", [True, False])
def test_only_an_alliance_that_is_made_violates_the_ban_on_it(both: bool):
    """(source: Spain not to enter an alliance with Sweden)"""
    state = bound("DECREE SPAIN: NOT ALLY SWEDEN")
    after = sheets(state, spain="ALLIANCE: SWEDEN", sweden="ALLIANCE: SPAIN" if both else "")
    played = scored(after.state)
    assert violated(played) == ([("spain", "E19D-PAP-5")] if both else [])
    assert lost(played, "spain") == (-3 if both else 0)
    assert violated(scored(sheets(state, spain="ALLIANCE: DENMARK").state)) == []


@pytest.mark.rule("E19D-PAP-15")
@pytest.mark.parametrize(
    ("decree", "order"),
    [
        ("DECREE SPAIN: NOT ALLY SWEDEN", "ALLIANCE: SWEDEN"),
        ("DECREE SPAIN: NOT ATTACK FRANCE IN WES", "WES > FRANCE"),
        ("DECREE SPAIN: NOT INFLUENCE LOWR", "20: LOWR"),
    ],
)
def test_a_violation_never_tells_what_is_its_authors_secret(decree: str, order: str):
    """An offer without an answer, an attack in vain, more INFs than there are."""
    state = bound(decree)
    after = sheets(state, spain=order)
    assert verdict(after, order).known_to == ("spain",)
    document = RULESET.dump(after.state)
    assert order not in str(document.private)
    played = scored(after.state)
    assert not [one for one in events(played, "violation") if order in one.text]
    assert [power for power, _ in violated(played)] == (["spain"] if "20" in order else [])


@pytest.mark.rule("E19D-PAP-5")
@pytest.mark.rule("E19D-PAP-8")
@pytest.mark.parametrize("demand", ["NOT ALLY", "LEAVE ALLIANCE"])
@pytest.mark.parametrize("dissolved", [True, False])
def test_x_44_an_alliance_in_effect_is_forbidden_too_unless_it_is_dissolved(
    demand: str, dissolved: bool
):
    state = bound(f"DECREE SPAIN: {demand} SWEDEN", alliances=[("spain", "sweden")])
    after = through_orders(state, spain="DISSOLVE: SWEDEN" if dissolved else "")
    rule = "E19D-PAP-5" if demand == "NOT ALLY" else "E19D-PAP-8"
    assert violated(scored(after)) == ([] if dissolved else [("spain", rule)])


@pytest.mark.rule("E19D-PAP-2")
@pytest.mark.parametrize(
    ("decree", "orders"),
    [
        ("DECREE SPAIN: NOT ALLY SWEDEN", {"spain": "ALLIANCE: SWEDEN", "sweden": "ALLY SPAIN"}),
        ("DECREE SPAIN: NOT ATTACK FRANCE", {"spain": "WES > FRANCE"}),
        ("DECREE SPAIN: NOT INFLUENCE LOWR", {"spain": "2: LOWR"}),
    ],
)
def test_the_diplomacy_before_the_orders_of_its_first_year_is_free(
    decree: str, orders: dict[str, str]
):
    """(source: made effective in the following movement phase)"""
    state = announced(decree, infs={"WES": {"spain": 2, "france": 3}})
    assert lost(scored(through_orders(state, **orders)), "spain") == 0


@pytest.mark.rule("E19D-PAP-2")
def test_what_can_be_ended_in_its_first_year_is_judged_in_it():
    parts: dict[str, Any] = {"alliances": [("spain", "sweden")]}
    for demand in ("NOT ALLY", "LEAVE ALLIANCE"):
        state = announced(f"DECREE SPAIN: {demand} SWEDEN", **parts)
        assert lost(scored(through_orders(state)), "spain") == -3
        assert lost(scored(through_orders(state, spain="DISSOLVE: SWEDEN")), "spain") == 0


@pytest.mark.rule("E19D-PAP-6")
@pytest.mark.rule("E19D-GEN-5")
def test_only_who_attacks_violates_the_ban_on_attacks():
    """(source: Austria, Spain and Bavaria not to attack French influence in Westphalia)"""
    infs = {"WES": {"papacy": 4, "france": 3, "league": 2}, "LOR": {"france": 3, "league": 2}}
    state = bound("DECREE AUSTRIA, SPAIN, BAVARIA: NOT ATTACK FRANCE IN WES", infs=infs)
    assert violated(scored(sheets(state, league="WES > FRANCE").state)) == [
        ("league", "E19D-PAP-6")
    ]
    assert violated(scored(sheets(state, league="WES > PAPACY").state)) == []
    assert violated(scored(sheets(state, league="LOR > FRANCE").state)) == []
    assert violated(scored(sheets(state, denmark="WES > FRANCE").state)) == []


@pytest.mark.rule("E19D-PAP-7")
@pytest.mark.rule("E19D-GEN-5")
def test_placing_infs_violates_the_ban_on_influence():
    """(source: Bavaria not to influence Lower Saxony)"""
    state = bound("DECREE BAVARIA: NOT INFLUENCE LOWR")
    assert violated(scored(sheets(state, league="2: LOWR").state)) == [("league", "E19D-PAP-7")]
    assert violated(scored(sheets(state, league="12: BRE; 2: LOWR").state)) == []
    assert violated(scored(sheets(state, league="11: BRE; 2: LOWR").state)) == [
        ("league", "E19D-PAP-7")
    ]
