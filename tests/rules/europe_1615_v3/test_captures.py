"""Winter: who captures what, which states fall, what comes free, which units are disbanded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from generator.rulesets.europe.record.document import dump_state
from generator.rulesets.europe.state.standing import Status
from generator.rulesets.europe_1615_v3 import EDITION
from tests.rules.europe.building import events, infs_in, units_of, verdict
from tests.rules.europe_1615_v3.three import (
    Played,
    at,
    cited,
    complaints,
    given,
    said,
    sheets,
    through,
)


def winter(orders: Mapping[str, str] | None = None, **parts: Any) -> Played:
    """Early winter of a position."""
    return sheets(given(phase="early-winter", **parts), **(orders or {}))


def held(played: Played) -> dict[str, str]:
    """The captured provinces with their holders."""
    return {code: one.holder for code, one in played.state.captures.items()}


def status(played: Played, state: str) -> Status:
    return played.state.statuses[state]


@pytest.mark.rule("E15V3-PH-3")
def test_no_movement_phase_captures() -> None:
    state = given(units={"denmark": ["A BRA"]})
    played = through(state, "early-winter", fall={"denmark": "A BRA - MEC"})
    assert [one.state.captures for one in played[:-1]] == [{}] * (len(played) - 1)
    assert held(played[-1]) == {"MEC": "denmark"}


@pytest.mark.rule("E15V3-CAP-7")
def test_an_unaligned_state_captures() -> None:
    played = winter(units={"PRU": ["A MEC"]})
    assert held(played) == {"MEC": "PRU"}
    state = given(phase="fall", units={"PRU": ["A MEC"]}, infs={"PRU": {"denmark": 3}})
    played = through(state, "early-winter", fall={"spain": "3: PRU", "england": "1: HES"})[-1]
    assert status(played, "PRU").kind == "neutral"
    assert held(played) == {}


@pytest.mark.parametrize(("side", "where"), [("austria", "FRA"), ("BAV", "SWI"), ("OTT", "HUN")])
@pytest.mark.rule("E15V3-CAP-8")
def test_land_without_a_center_is_annexed(side: str, where: str) -> None:
    before = given(phase="early-winter", units={side: [f"A {where}"]}, infs={where: {"france": 3}})
    played = sheets(before)
    assert held(played) == {where: side}
    assert status(played, where) == Status("captured", "", side)
    after = through(played.state, "status-check")[-1].state.parts["annual"].allotment
    assert dict(after) == {
        "austria": 33, "france": 35, "spain": 37, "england": 32, "denmark": 34
    }  # fmt: skip


@pytest.mark.rule("E15V3-MOV-7")
def test_catalonia_is_annexed_like_any_land() -> None:
    played = winter(units={"france": ["A CAT"]})
    assert held(played) == {"CAT": "france"}
    after = through(played.state, "status-check")[-1].state
    assert after.parts["annual"].allotment["france"] == 35


@pytest.mark.parametrize("ring", [("MEC", "PRU"), ("MEC", "PRU", "LIVN")])
def test_a_ring_falls_together_and_is_restored(ring: tuple[str, ...]) -> None:
    """X-6"""
    places = dict(zip(ring, (*ring[1:], ring[0]), strict=True))
    state = given(phase="early-winter",
                  units={state: [f"A {seat}"] for state, seat in places.items()},
                  infs={"MEC": {"denmark": 5}})  # fmt: skip
    played = sheets(state)
    assert held(played) == {}
    assert [units_of(played.state, state) for state in ring] == [[]] * len(ring)
    assert status(played, "MEC") == Status("aligned", "denmark")
    assert played.state.markers["MEC"] == "protestant"
    late = sheets(played.state)
    assert [units_of(late.state, state) for state in ring] == [[f"A {code}"] for code in ring]


@pytest.mark.rule("E15V3-EXP-6")
def test_a_ring_takes_what_others_held_with_it() -> None:
    """X-6"""
    played = winter(units={"MEC": ["A PRU"], "PRU": ["A MEC"]}, captures={"HES": "MEC"},
                    infs={"HES": {"france": 4}})  # fmt: skip
    assert held(played) == {}
    assert status(played, "HES") == Status("aligned", "france")


def test_who_claims_the_home_of_a_ring_member_from_outside_falls_not() -> None:
    """R-4: a state whose claim goes to a member of a ring gets its home."""
    played = winter(units={"MEC": ["A PRU"], "PRU": ["A MEC"], "LIVN": ["A SAM"]})
    assert held(played) == {"SAM": "LIVN"}


@pytest.mark.rule("E15V3-ALI-3")
def test_no_capture_inside_an_alliance() -> None:
    danish = {code: {"denmark": 3} for code in ("BRA", "HES", "SAX")}
    played = winter(units={"BRA": ["A HES"], "denmark": ["A SAX"], "HES": ["A HOL"]}, infs=danish)
    assert held(played) == {}
    assert status(played, "HES") == Status("aligned", "denmark")


@pytest.mark.rule("E15V3-ALI-4")
def test_protection_follows_from_the_statuses_of_fall() -> None:
    state = given(phase="fall", units={"BRA": ["A HES"], "spain": ["A MIL"]},
                  infs={"BRA": {"denmark": 3}, "HES": {"denmark": 3}})  # fmt: skip
    played = through(state, "early-winter", fall={"spain": "5: HES"})[-1]
    assert held(played) == {"HES": "BRA"}
    assert status(played, "HES") == Status("captured", "", "BRA")


@pytest.mark.parametrize(
    ("orders", "kind", "captures"),
    [
        ({"spain": "9: MEC"}, "aligned", {"HOL": "MEC"}),
        ({"spain": "5: MEC"}, "neutral", {}),
        ({"spain": "9: MEC", "austria": "MEC > denmark"}, "aligned", {"HOL": "MEC"}),
    ],
)
def test_a_former_ally_in_a_home_of_his_patron(
    orders: dict[str, str], kind: str, captures: dict[str, str]
) -> None:
    """X-12"""
    state = given(phase="fall", units={"MEC": ["A HOL"], "spain": ["A MIL"]},
                  infs={"MEC": {"denmark": 5}})  # fmt: skip
    played = through(state, "early-winter", fall=orders)[-1]
    assert status(played, "MEC").kind == kind
    assert held(played) == captures


def test_the_new_patron_waives_for_the_state() -> None:
    """X-12, R-71"""
    state = given(phase="fall", units={"MEC": ["A HOL"], "spain": ["A MIL"]},
                  infs={"MEC": {"denmark": 5}})  # fmt: skip
    orders = {"spain": "9: MEC ; WAIVE HOL"}
    assert held(through(state, "early-winter", fall=orders)[-1]) == {}
    orders = {"spain": "9: MEC", "denmark": "WAIVE HOL"}
    assert held(through(state, "early-winter", fall=orders)[-1]) == {"HOL": "MEC"}


@pytest.mark.rule("E15V3-CAP-7")
def test_an_unaligned_state_in_a_home_of_a_power() -> None:
    """X-12, : nobody can waive for it."""
    state = given(phase="early-winter", units={"MEC": ["A HOL"]})
    assert held(sheets(state, denmark="WAIVE HOL", spain="WAIVE HOL")) == {"HOL": "MEC"}


@pytest.mark.rule("E15V3-NEU-8")
def test_a_unit_inside_a_neutral_state_captures_it() -> None:
    """X-16, R-19"""
    played = winter(units={"austria": ["A HES"], "WES": ["F NTH"]},
                    infs={"HES": {"france": 5, "denmark": 5}})  # fmt: skip
    assert held(played) == {"HES": "austria"}
    assert infs_in(played.state, "HES") == {"france": 5, "denmark": 5}


@pytest.mark.rule("E15V3-NEU-8")
def test_a_neutral_state_captures_nothing() -> None:
    played = winter(units={"PRU": ["A MEC"]}, infs={"PRU": {"denmark": 5, "spain": 5}})
    assert held(played) == {}
    assert status(played, "MEC").kind == "unaligned"


@pytest.mark.rule("E15V3-OTT-9")
def test_ottomans_capture_for_themselves() -> None:
    played = winter(units={"OTT": ["A RUM", "A TRA"]}, infs={"TRA": {"spain": 9}})
    assert held(played) == {"TRA": "OTT"}
    assert status(played, "TRA") == Status("captured", "", "OTT")
    assert "TRA" not in played.state.markers


@pytest.mark.rule("E15V3-EXP-6", "E15V3-EXP-8")
def test_what_a_fallen_state_held_may_be_taken_by_others() -> None:
    played = winter(units={"spain": ["A PRU"], "denmark": ["A MEC"]}, captures={"MEC": "PRU"})
    assert held(played) == {"PRU": "spain", "MEC": "denmark"}
    assert status(played, "MEC") == Status("captured", "", "denmark")


@pytest.mark.rule("E15V3-EXP-7", "E15V3-INF-5")
def test_a_state_captures_a_home_of_a_power() -> None:
    played = winter(units={"PRU": ["A BOH"]}, captures={"MEC": "PRU"}, infs={"PRU": {"denmark": 1}})
    assert held(played) == {"MEC": "PRU", "BOH": "PRU"}
    spring = through(played.state, "status-check")[-1].state
    assert spring.parts["annual"].allotment["austria"] == 33 - 12


@pytest.mark.rule("E15V3-EXP-8")
def test_the_home_of_a_power_comes_free_as_a_state() -> None:
    """R-52"""
    played = winter(units={"spain": ["A PRU"]}, captures={"BOH": "PRU", "MEC": "PRU"})
    assert held(played) == {"PRU": "spain"}
    assert played.state.founded == ("BOH",)
    assert status(played, "BOH") == Status("unaligned")
    assert infs_in(played.state, "BOH") == {}
    assert units_of(sheets(played.state).state, "BOH") == ["A BOH"]


@pytest.mark.parametrize("taker", ["denmark", "austria", "SAX"])
@pytest.mark.rule("E15V3-EXP-8")
def test_unless_somebody_has_taken_it(taker: str) -> None:
    played = winter(units={"spain": ["A PRU"], taker: ["A BOH"]}, captures={"BOH": "PRU"})
    assert held(played).get("BOH", "") == ("" if taker == "austria" else taker)
    assert played.state.founded == ()
    assert played.state.standing.holders["BOH"] == taker


@pytest.mark.rule("E15V3-EXP-8")
def test_the_home_of_a_power_that_is_out_comes_free_as_a_state() -> None:
    """Also when the power has left the game."""
    homes = {"COP": "MEC", "HOL": "MEC", "NOR": "SWE"}
    played = winter(units={"spain": ["A MEC"]}, captures=homes, eliminated={"denmark": 1615},
                    year=1616)  # fmt: skip
    assert played.state.founded == ("COP", "HOL")
    assert status(played, "COP") == Status("unaligned")
    assert held(played) == {"MEC": "spain", "NOR": "SWE"}


@pytest.mark.rule("E15V3-CAP-2")
def test_a_power_takes_back_its_home() -> None:
    """R-72"""
    played = winter(units={"austria": ["A BOH"]}, captures={"BOH": "france", "SLO": "PRU"})
    assert held(played) == {"SLO": "PRU"}
    (event,) = events(played, "liberated")
    assert event.rule == "E15V3-CAP-2"


def test_an_ally_keeps_what_was_a_home_of_the_power() -> None:
    """X-42"""
    played = winter(units={"austria": ["A BOH"]}, captures={"BOH": "PRU"},
                    infs={"PRU": {"austria": 3}})  # fmt: skip
    assert held(played) == {"BOH": "PRU"}


def test_a_state_takes_back_its_own_land() -> None:
    """X-60, R-21"""
    played = winter(units={"POLN": ["A DAN"]}, captures={"DAN": "denmark"})
    assert held(played) == {}
    assert held(winter(units={"PRU": ["A FRA"]})) == {"FRA": "PRU"}


def test_the_land_of_a_captured_state_is_open() -> None:
    """X-34"""
    played = winter(units={"austria": ["A WAR"], "denmark": ["A DAN"]},
                    infs={"POLN": {"spain": 5, "france": 5}})  # fmt: skip
    assert held(played) == {"WAR": "austria", "DAN": "denmark"}
    assert status(played, "POLN") == Status("captured", "", "austria")
    # Land that nobody holds lies open, and nobody's movement needs the status of Poland.
    spring = through(played.state, "status-check")[-1].state
    moved = sheets(at(spring, "spring", units={"denmark": played.state.units["denmark"]}),
                   denmark="A DAN - POS")  # fmt: skip
    assert cited(moved, "A DAN - POS")[0] == "success"


def test_land_comes_back_with_the_home() -> None:
    """X-34"""
    played = winter(units={"spain": ["A MEC"]}, captures={"WAR": "MEC", "DAN": "denmark"},
                    infs={"POLN": {"france": 15}})  # fmt: skip
    assert held(played) == {"DAN": "denmark", "MEC": "spain"}
    assert status(played, "POLN") == Status("aligned", "france")
    assert played.state.standing.holders["POS"] == "POLN"
    assert played.state.markers["POLN"] == "catholic"


def test_a_power_lives_by_what_it_captures_in_the_winter_of_its_fall() -> None:
    """X-8, X-9"""
    homes = {"COP": "spain", "HOL": "spain"}
    played = winter(units={"denmark": ["A SAX"], "spain": ["A NOR"]}, captures=homes)
    assert played.state.eliminated == {}
    assert held(played) == {**homes, "NOR": "spain", "SAX": "denmark"}
    gone = winter(units={"denmark": ["A FRA"], "spain": ["A NOR"]}, captures=homes)
    assert gone.state.eliminated == {"denmark": 1615}


@pytest.mark.rule("E15V3-ELI-4")
def test_a_power_that_falls_frees_a_state_without_a_center() -> None:
    """X-8"""
    homes = {"COP": "spain", "HOL": "spain", "NOR": "spain"}
    played = winter(units={"denmark": ["A FRA"]}, captures=homes, infs={"FRA": {"austria": 1}})
    assert held(played) == homes
    assert status(played, "FRA") == Status("aligned", "austria")


# --- waivers


@pytest.mark.rule("E15V3-WAI-1", "E15V3-WAI-4")
def test_a_capture_is_waived() -> None:
    """X-47"""
    state = given(phase="early-winter", units={"austria": ["A SAX"], "SAX": ["A BRA"]},
                  infs={"SAX": {"denmark": 3}, "BRA": {"denmark": 3}})  # fmt: skip
    played = sheets(state, austria="WAIVE SAX")
    assert cited(played, "WAIVE CAPTURE SAX") == ("success", "E15V3-WAI-1")
    assert "SAX" not in held(played)
    assert status(played, "SAX") == Status("aligned", "denmark")
    assert units_of(played.state, "austria") == ["A SAX"]


@pytest.mark.rule("E15V3-WAI-4")
def test_a_waiver_leaves_land_with_who_held_it() -> None:
    state = given(phase="early-winter", units={"austria": ["A SAX"]}, captures={"SAX": "denmark"})
    assert held(sheets(state, austria="WAIVE SAX")) == {"SAX": "denmark"}


@pytest.mark.rule("E15V3-WAI-2", "E15V3-WAI-3")
def test_a_waiver_of_fall_holds_in_winter_and_no_longer() -> None:
    state = given(phase="fall", units={"austria": ["A SAX"], "SAX": []})
    fall, early = through(state, "early-winter", fall={"austria": "WAIVE SAX"})
    assert fall.state.parts["waivers"] == {"austria": ("SAX",)}
    assert early.state.parts["waivers"] == {}
    assert "SAX" not in held(early)
    # A year later the unit captures, since nobody has waived anew.
    assert held(through(early.state, "status-check")[-1]) == {}
    again = through(through(early.state, "status-check")[-1].state, "early-winter")[-1]
    assert held(again) == {"SAX": "austria"}


@pytest.mark.parametrize("phase", ["spring", "summer", "late-winter"])
@pytest.mark.rule("E15V3-WAI-2")
def test_a_waiver_has_its_time(phase: str) -> None:
    state = given(phase=phase, units={"austria": ["A SAX"]})
    found = complaints(state, austria="WAIVE SAX")
    assert ("WAIVE SAX", "error") in [(one.text, one.severity) for one in found]
    assert sheets(state, austria="WAIVE SAX").state.parts["waivers"] == {}


@pytest.mark.rule("E15V3-WAI-2")
def test_a_waiver_stays_secret_until_winter() -> None:
    """6.8"""
    state = given(phase="fall", units={"austria": ["A SAX"]})
    played = sheets(state, austria="WAIVE SAX")
    written = dump_state(EDITION, played.state)
    assert "waivers" not in written.public
    assert written.private["waivers"] == {"austria": ["SAX"]}
    assert verdict(played, "WAIVE CAPTURE SAX").known_to == ("austria",)


# --- surplus units


@pytest.mark.rule("E15V3-DIS-5")
def test_the_patron_chooses_which_unit_goes() -> None:
    played = winter({"denmark": "DISBAND A PRU"}, captures={"MEC": "PRU"},
                    units={"PRU": ["A PRU", "A LIT"], "spain": ["A MEC"]},
                    infs={"PRU": {"denmark": 1}})  # fmt: skip
    assert held(played) == {"MEC": "spain", "LIT": "PRU"}
    assert units_of(played.state, "PRU") == ["A LIT"]
    assert cited(played, "DISBAND A PRU") == ("success", "E15V3-DIS-5")


def test_missing_disbands_follow_an_order() -> None:
    """R-48: the farthest from home first, fleets before armies, then by name."""
    units = {"england": ["F LON", "A WSX", "A YOR", "A POR"]}
    played = winter(units=units, captures={"POR": "spain"}, infs={})
    assert units_of(played.state, "england") == ["A POR", "A WSX", "A YOR", "F LON"]
    units = {"england": ["F ENG", "A LNC", "A YOR", "F LON"]}
    played = winter(units=units)
    assert "F ENG" not in units_of(played.state, "england")
    units = {"france": ["A PAR", "A CHA", "A BUR", "A LYO", "A GAS", "A POI"]}
    played = winter(units=units)
    assert len(units_of(played.state, "france")) == 5


def test_ottomans_lose_units_without_orders() -> None:
    """6.3, R-48"""
    played = winter(units={"austria": ["A SER"], "OTT": ["A RUM", "A BOS"]})
    assert held(played) == {"SER": "austria"}
    assert units_of(played.state, "OTT") == ["A RUM"]


def test_an_early_winter_order_that_is_not_due_is_void() -> None:
    """6.3: more lines than there is surplus do no harm."""
    played = winter({"austria": "DISBAND A VIE"}, units={"austria": ["A VIE"]})
    assert cited(played, "DISBAND A VIE")[0] == "excess"
    assert units_of(played.state, "austria") == ["A VIE"]
    assert "may have" in said(played, "DISBAND A VIE")
