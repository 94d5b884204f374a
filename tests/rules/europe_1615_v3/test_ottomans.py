"""The Ottomans: every power orders their units, and the heaviest order counts. E15V3-OTT."""

from __future__ import annotations

import pytest

from generator.rulesets.europe_1615_v3 import EDITION
from tests.rules.europe.building import opening, units_of
from tests.rules.europe_1615_v3.three import Played, cited, complaints, given, said, sheets

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


@pytest.mark.rule("E15V3-OTT-3")
def test_of_several_orders_on_one_sheet_the_last_possible_one_is_weighed():
    played = ottomans(spain="SER-ALB ; SER-BOS ; SER-VIE", france="SER H")
    assert where(played) == ["A BOS", "A RUM"]
    assert cited(played, "A SER - ALB", "spain") == ("illegal", "E15V3-ID-3")
    assert "later order" in said(played, "A SER - ALB", "spain")


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


@pytest.mark.rule("E15V3-OTT-2")
def test_a_fallen_power_and_one_that_sends_nothing_have_no_weight():
    """R-65."""
    state = given(units={"OTT": OTT}, eliminated={"spain": 1614})
    assert where(sheets(state, spain="SER-BOS", england="SER-ALB")) == ["A ALB", "A RUM"]


@pytest.mark.rule("E15V3-OTT-2")
def test_a_sheet_is_checked_for_what_cannot_be_done_and_for_nothing_else():
    state = given(units={"OTT": OTT, "spain": ["A MAD"]})
    told = complaints(state, spain="MAD H\nRUM-VIE\nSER-BOS\nRUM-GRE")
    assert [(one.line, one.severity) for one in told] == [(2, "warning")]
    (wrong,) = complaints(state, spain="MAD H\n  RUM-VIE")
    assert (wrong.line, wrong.column, wrong.severity) == (2, 3, "error")
