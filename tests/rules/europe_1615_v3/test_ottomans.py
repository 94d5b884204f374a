"""The Ottomans: every power orders their units, and the heaviest order counts. E15V3-OTT."""

from __future__ import annotations

import pytest

from generator.rulesets.europe_1615_v3 import EDITION
from tests.rules.europe.building import events, opening, outcome, units_of, verdict
from tests.rules.europe_1615_v3.three import Played, at, cited, complaints, given, said, sheets

OTT = ["A RUM", "A SER"]


def ottomans(*rows: str, **texts: str) -> Played:
    """Spring of 1615 with the two Ottoman armies and whoever else is named."""
    units = {"OTT": OTT}
    for row in rows:
        side, _, unit = row.partition(": ")
        units.setdefault(side, []).append(unit)
    return sheets(given(units=units), **texts)


def where(played: Played) -> list[str]:
    return units_of(played.state, "OTT")


@pytest.mark.rule("E15V3-OTT-1")
def test_they_start_with_two_armies_and_land_of_their_own():
    state = opening(EDITION)
    assert units_of(state, "OTT") == OTT
    assert "OTT" not in state.living
    land = [code for code, holder in state.standing.holders.items() if holder == "OTT"]
    assert sorted(land) == ["ALB", "BOS", "BUL", "GRE", "RUM", "SER", "WAL"]


@pytest.mark.rule("E15V3-OTT-2")
def test_every_power_may_order_them_among_its_other_orders():
    texts = dict.fromkeys(("austria", "france", "spain", "england", "denmark"), "SER-BOS")
    played = ottomans("france: A PAR", **{**texts, "france": "SER-BOS ; PAR-BUR"})
    assert where(played) == ["A BOS", "A RUM"]
    assert units_of(played.state, "france") == ["A BUR"]
    mine = [one for one in played.verdicts if one.known_to and one.order == "A SER - BOS"]
    assert sorted(one.power for one in mine) == sorted(texts)


@pytest.mark.rule("E15V3-OTT-3")
def test_the_order_of_the_heavier_power_is_followed():
    """37 INFs of Spain against 35 of France; what they have placed does not matter."""
    played = ottomans(spain="SER-BOS ; 37: LOR", france="SER-hold")
    assert where(played) == ["A BOS", "A RUM"]


@pytest.mark.rule("E15V3-OTT-4")
def test_equal_orders_of_weaker_powers_add_up():
    """68 against 37."""
    played = ottomans(spain="SER-BOS", france="SER-hold", austria="A SER H")
    assert where(played) == OTT


@pytest.mark.rule("E15V3-OTT-4")
def test_different_orders_are_never_added_up():
    """R-83: 37 beats 35 and 33, although both of these move the army."""
    played = ottomans(spain="SER H", france="SER-BOS", austria="SER-ALB")
    assert where(played) == OTT
    played = ottomans(spain="SER-BUL", france="SER-BOS", austria="SER-ALB")
    assert where(played) == ["A BUL", "A RUM"]


@pytest.mark.rule("E15V3-OTT-5")
def test_a_tie_lets_the_unit_hold():
    """66 against 66: England and Denmark against Austria and another 33 of Denmark's 34."""
    state = given(units={"OTT": OTT})
    year = state.parts["annual"]
    even = type(year)(dict.fromkeys(year.allotment, 33), {}, year.attack_order, year.leaders)
    state = at(state, "spring", parts={**state.parts, "annual": even})
    two = {"england": "SER-BOS", "denmark": "SER-BOS", "austria": "SER-ALB", "spain": "SER-ALB"}
    assert where(sheets(state, **two)) == OTT
    assert where(sheets(state, **two, france="SER-ALB")) == ["A ALB", "A RUM"]


@pytest.mark.rule("E15V3-OTT-6")
def test_each_unit_is_voted_on_by_itself_and_holds_without_orders():
    played = ottomans(spain="SER-BOS", france="SER H")
    assert where(played) == ["A BOS", "A RUM"]
    played = ottomans(spain="SER-BOS", france="SER-BOS ; RUM-GRE")
    assert where(played) == ["A BOS", "A GRE"]


@pytest.mark.rule("E15V3-OTT-6")
@pytest.mark.parametrize("order", ["SER-TRA", "SER-VIE", "SER C A RUM - NAP", "SER-SER"])
def test_what_cannot_be_done_has_no_weight(order: str):
    """R-9: the heaviest sheet has a slip."""
    played = ottomans(spain=order, austria="SER-BOS")
    assert where(played) == ["A BOS", "A RUM"]
    (slip,) = [one for one in played.verdicts if one.power == "spain"]
    assert (slip.outcome, slip.known_to) == ("illegal", ("spain",))


@pytest.mark.rule("E15V3-OTT-6")
def test_a_move_into_land_that_has_just_become_neutral_is_not_weighed():
    texts = {"spain": "3: HUN ; SER-HUN", "france": "3: HUN", "austria": "SER-BOS"}
    assert where(ottomans(**texts)) == ["A BOS", "A RUM"]


@pytest.mark.rule("E15V3-OTT-3")
def test_an_order_is_the_same_however_it_is_written():
    """X-30: hold 72, move 33, support 32."""
    played = ottomans(spain="SER H", france="SER-hold", austria="A(SER) - ALB", england="SER S RUM")
    assert where(played) == OTT
    assert verdict(played, "A SER H", "OTT").outcome == "success"


@pytest.mark.rule("E15V3-OTT-3")
def test_of_several_orders_on_one_sheet_the_last_possible_one_is_weighed():
    played = ottomans(spain="SER-ALB ; SER-BOS ; SER-VIE", france="SER H")
    assert where(played) == ["A BOS", "A RUM"]
    assert cited(played, "A SER - ALB", "spain") == ("illegal", "E15V3-ID-3")
    assert "later order" in said(played, "A SER - ALB", "spain")


@pytest.mark.rule("E15V3-OTT-7")
def test_only_the_order_that_results_is_public():
    played = ottomans(spain="SER-BOS", france="SER-hold", austria="SER-ALB")
    public = [(one.power, one.order) for one in played.verdicts if one.public]
    assert public == [("OTT", "A RUM H"), ("OTT", "A SER - BOS")]
    for one in played.verdicts:
        if one.order.startswith("A SER") and one.power != "OTT":
            assert one.known_to == (one.power,)
    told = [reason.text for one in played.verdicts for reason in one.reasons]
    told += [event.text for event in played.events]
    assert not [text for text in told if "37" in text or "35" in text or "33" in text]


@pytest.mark.rule("E15V3-OTT-7")
def test_a_tie_an_order_to_hold_and_silence_look_alike():
    ordered = ottomans(spain="SER H")
    silent = ottomans()
    different = ottomans(austria="SER S RUM", france="SER H", spain="SER H")
    shown = {
        tuple(one for one in played.verdicts if one.power == "OTT")
        for played in (ordered, silent, different)
    }
    assert len(shown) == 1


@pytest.mark.rule("E15V3-OTT-8")
def test_a_dislodged_unit_is_disbanded():
    played = ottomans(
        "austria: A HUN", "austria: A BOS", austria="HUN-SER ; BOS S HUN-SER", spain="SER-RUM"
    )
    assert where(played) == ["A RUM"]
    (gone,) = events(played, "disbanded")
    assert gone.data["owner"] == "OTT"
    assert played.state.moment.phase == "summer"


@pytest.mark.rule("E15V3-OTT-2")
def test_all_ottoman_units_are_voted_on_not_those_of_the_start_alone():
    """R-74."""
    state = given(units={"OTT": ["A RUM", "A ALB", "F GRE"]})
    played = sheets(state, spain="F GRE - ION ; ALB-BOS ; RUM-BUL")
    assert where(played) == ["A BOS", "A BUL", "F ION"]


@pytest.mark.rule("E15V3-OTT-2")
def test_a_fallen_power_and_one_that_sends_nothing_have_no_weight():
    """R-65."""
    state = given(units={"OTT": OTT}, eliminated={"spain": 1614})
    assert where(sheets(state, spain="SER-BOS", england="SER-ALB")) == ["A ALB", "A RUM"]


@pytest.mark.rule("E15V3-OTT-2")
def test_a_power_and_the_ottomans_want_the_same_province():
    """X-31."""
    played = ottomans(
        "england: A ALB", "england: A HUN", england="ALB-BOS ; HUN S ALB-BOS", spain="SER-BOS"
    )
    assert where(played) == OTT
    assert units_of(played.state, "england") == ["A BOS", "A HUN"]
    assert outcome(played, "A SER - BOS", "OTT") == "bounce"


@pytest.mark.rule("E15V3-OTT-2")
def test_a_sheet_is_checked_for_what_cannot_be_done_and_for_nothing_else():
    state = given(units={"OTT": OTT, "spain": ["A MAD"]})
    told = complaints(state, spain="MAD H\nRUM-VIE\nSER-BOS\nRUM-GRE")
    assert [(one.line, one.severity) for one in told] == [(2, "warning")]
    (wrong,) = complaints(state, spain="MAD H\n  RUM-VIE")
    assert (wrong.line, wrong.column, wrong.severity) == (2, 3, "error")
