"""Late winter: units that come back by themselves, builds of powers, of states and of Ottomans."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from generator.rulesets.europe.features.marked_units import marks_of
from tests.rules.europe.building import events, units_of
from tests.rules.europe_1615_v3.three import Played, cited, given, sheets, through, with_modifiers

DENMARK = {"PRU": {"denmark": 3}}


def late(orders: Mapping[str, str] | None = None, **parts: Any) -> Played:
    """Late winter of a position."""
    return sheets(given(phase="late-winter", **parts), **(orders or {}))


# --- rebuilding


@pytest.mark.parametrize("infs", [{}, {"france": 3}, {"france": 3, "denmark": 3}])
@pytest.mark.rule("E15V3-BLD-6")
def test_a_first_unit_comes_back_whatever_the_status(infs: dict[str, int]) -> None:
    """R-47"""
    played = late(units={"DUT": []}, infs={"BAV": infs})
    assert units_of(played.state, "BAV") == ["A BAV"]
    assert units_of(played.state, "DUT") == ["F DUT"]
    told = {one.data["state"]: one.rule for one in events(played, "minor-built")}
    assert told["BAV"] == told["DUT"] == "E15V3-BLD-6"
    assert "FRA" not in told


@pytest.mark.rule("E15V3-BLD-6")
def test_a_first_unit_that_lives_abroad_does_not() -> None:
    """R-47"""
    played = late(units={"PRU": ["A LIVN"], "LIVN": ["A PRU"]})
    assert units_of(played.state, "PRU") == ["A LIVN"]
    assert units_of(played.state, "LIVN") == ["A PRU"]


@pytest.mark.rule("E15V3-BLD-6", "E15V3-DIS-1")
def test_a_disbanded_unit_is_back_in_the_same_winter() -> None:
    """R-47"""
    state = given(phase="summer", units={"BAV": ["A BAV"], "austria": ["A UAU", "A TYR"]})
    played = through(state, "late-winter",
                     summer={"austria": "A UAU - BAV ; A TYR S A UAU - BAV"},
                     fall={"austria": "A BAV - UAU"})  # fmt: skip
    assert units_of(played[0].state, "BAV") == []
    assert units_of(played[-1].state, "BAV") == ["A BAV"]


# --- powers


@pytest.mark.parametrize(
    ("power", "order", "captures", "result"),
    [
        ("denmark", "BUILD A SAX", {"SAX": "denmark"}, ("success", "E15V3-BLD-1")),
        ("denmark", "BUILD F HOL/EC", {}, ("success", "E15V3-BLD-1")),
        ("denmark", "BUILD A SCA", {}, ("illegal", "E15V3-BLD-2")),
        ("denmark", "BUILD A SAX", {}, ("illegal", "E15V3-BLD-2")),
        ("denmark", "BUILD A FRA", {"FRA": "denmark"}, ("illegal", "E15V3-BLD-2")),
        ("austria", "BUILD F VIE", {}, ("illegal", "E15V3-BLD-2")),
        ("austria", "BUILD A SER", {"SER": "austria"}, ("illegal", "E15V3-BLD-3")),
        ("spain", "BUILD A TUN", {"TUN": "spain"}, ("illegal", "E15V3-BLD-3")),
        ("denmark", "BUILD A BOH", {"BOH": "denmark"}, ("illegal", "E15V3-BLD-4")),
        ("spain", "BUILD A YOR", {"YOR": "spain"}, ("illegal", "E15V3-BLD-4")),
        ("france", "BUILD A MIL", {"MIL": "france"}, ("success", "E15V3-BLD-1")),
        ("england", "BUILD A NOR", {"NOR": "england"}, ("success", "E15V3-BLD-1")),
        ("austria", "BUILD A BOH", {"BOH": "france"}, ("illegal", "E15V3-BLD-2")),
    ],
)
@pytest.mark.rule("E15V3-BLD-2", "E15V3-BLD-3", "E15V3-BLD-4", "E15V3-BLD-5", "E15V3-CAP-8")
def test_where_a_power_builds(
    power: str, order: str, captures: dict[str, str], result: tuple[str, str]
) -> None:
    """R-44"""
    played = late({power: order}, units={}, captures=captures)
    assert cited(played, order) == result


@pytest.mark.rule("E15V3-BLD-2")
def test_nobody_builds_where_a_unit_stands() -> None:
    played = late({"austria": "BUILD A VIE ; BUILD A BOH ; BUILD A BOH"},
                  units={"spain": ["A VIE"]})  # fmt: skip
    assert cited(played, "BUILD A VIE") == ("illegal", "E15V3-BLD-2")
    assert units_of(played.state, "austria") == ["A BOH"]


@pytest.mark.rule("E15V3-BLD-4")
def test_nor_in_centers_of_a_power_of_the_other_confession_that_is_out() -> None:
    captures = {"PAR": "denmark", "NORM": "spain", "BRIT": "spain", "PRO": "spain", "GUY": "spain"}
    state = given(phase="late-winter", year=1617, units={}, captures=captures,
                  eliminated={"france": 1616})  # fmt: skip
    played = sheets(state, denmark="BUILD A PAR", spain="BUILD A NORM")
    assert cited(played, "BUILD A PAR") == ("illegal", "E15V3-BLD-4")
    assert cited(played, "BUILD A NORM")[0] == "success"


@pytest.mark.rule("E15V3-BOHR-1")
def test_a_ban_on_builds() -> None:
    state = with_modifiers(["bohemian_revolt"], phase="late-winter", units={})
    assert cited(sheets(state, austria="BUILD A BOH"), "BUILD A BOH")[0] == "illegal"


# --- states


@pytest.mark.rule("E15V3-EXP-4", "E15V3-BLD-7")
def test_the_patron_builds_for_a_grown_state() -> None:
    state = given(phase="early-winter", units={"PRU": ["A MEC"]}, infs=DENMARK)
    early = sheets(state)
    played = sheets(early.state, denmark="BUILD A PRU FOR PRU")
    assert units_of(played.state, "PRU") == ["A MEC", "A PRU"]
    assert cited(played, "BUILD A PRU FOR PRU") == ("success", "E15V3-BLD-7")
    assert marks_of(played.state).originals["PRU"] == "MEC"


@pytest.mark.rule("E15V3-EXP-4")
def test_no_more_units_than_a_state_may_have() -> None:
    """R-82"""
    played = late({"denmark": "BUILD A MEC FOR PRU"}, units={"PRU": ["A LIT", "A PRU"]},
                  captures={"MEC": "PRU"}, infs=DENMARK)  # fmt: skip
    assert cited(played, "BUILD A MEC FOR PRU") == ("excess", "E15V3-EXP-4")
    # Marche gives the Papal States none.
    rome = late({"spain": "BUILD A ROM FOR PAPL"}, units={"PAPL": ["A TUS"]},
                infs={"PAPL": {"spain": 1}})  # fmt: skip
    assert cited(rome, "BUILD A ROM FOR PAPL")[0] == "excess"


@pytest.mark.rule("E15V3-BLD-7")
def test_without_orders_it_builds_an_army_at_home() -> None:
    """R-45"""
    parts: dict[str, Any] = {"captures": {"MEC": "PRU", "SAX": "PRU"}, "infs": DENMARK}
    played = late(units={"PRU": ["A LIT"]}, **parts)
    assert units_of(played.state, "PRU") == ["A LIT", "A PRU", "A SAX"]


@pytest.mark.parametrize("infs", [{}, {"denmark": 3, "spain": 3}])
def test_a_state_without_a_patron_builds_nothing_more(infs: dict[str, int]) -> None:
    """R-45"""
    played = late({"denmark": "BUILD A PRU FOR PRU"}, units={"PRU": ["A LIT"]},
                  captures={"MEC": "PRU"}, infs={"PRU": infs})  # fmt: skip
    assert units_of(played.state, "PRU") == ["A LIT"]


def test_a_second_army_takes_no_first_place() -> None:
    """R-47: an army that is built away from home is not the first unit of its state."""
    parts: dict[str, Any] = {"captures": {"MEC": "PRU"}, "infs": DENMARK}
    played = late(units={"denmark": ["A PRU"]}, **parts)
    assert units_of(played.state, "PRU") == ["A MEC"]
    assert marks_of(played.state).originals.get("PRU") is None
    assert "PRU" in marks_of(played.state).gone


# --- letters


@pytest.mark.parametrize(("state", "letter"), [("SWE", "S"), ("DUT", "D")])
@pytest.mark.rule("E15V3-SPU-1")
def test_the_first_army_gets_the_letter(state: str, letter: str) -> None:
    """R-40"""
    parts: dict[str, Any] = {"captures": {"LIVN": state}, "infs": {state: {"denmark": 3}}}
    position = given(phase="late-winter", units={state: ["F BAL"]}, **parts)
    assert letter not in marks_of(position).letters
    played = sheets(position, denmark=f"BUILD A {state} FOR {state}")
    assert marks_of(played.state).letters[letter] == state


# --- Ottomans


@pytest.mark.rule("E15V3-OTT-10")
def test_the_ottomans_build_at_home() -> None:
    """R-46"""
    played = late(units={"OTT": ["A SER", "A TRA"]}, captures={"TRA": "OTT"})
    assert units_of(played.state, "OTT") == ["A RUM", "A SER", "A TRA"]
    (told,) = [one for one in events(played, "minor-built") if one.data["state"] == "OTT"]
    assert told.rule == "E15V3-OTT-10"
    again = late(units={"OTT": []})
    assert units_of(again.state, "OTT") == ["A RUM", "A SER"]
    lost = late(units={"OTT": ["A BOS"]}, captures={"RUM": "austria", "TRA": "OTT"})
    assert units_of(lost.state, "OTT") == ["A BOS", "A SER"]
    full = late(units={"OTT": ["A BOS", "A BUL"]})
    assert units_of(full.state, "OTT") == ["A BOS", "A BUL"]


@pytest.mark.rule("E15V3-OTT-10")
def test_nobody_orders_their_builds() -> None:
    played = late({"spain": "BUILD A SER FOR OTT"}, units={"OTT": ["A BOS"]})
    assert cited(played, "BUILD A SER FOR OTT")[0] == "illegal"
    assert units_of(played.state, "OTT") == ["A BOS", "A RUM"]
