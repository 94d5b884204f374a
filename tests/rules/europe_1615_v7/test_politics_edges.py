"""Politics and movement in one phase: the edge cases and the composite scenarios of politics."""

from __future__ import annotations

import pytest

from tests.rules.europe.building import events, infs_in, outcome, units_of, verdict
from tests.rules.europe_1615_v7.seven import given, sheets, through

# --- politics and movement in one phase (1 to 14)


def test_an_attack_that_leaves_nothing_makes_the_state_unaligned_at_once():
    """Edge case 3."""
    before = given(
        units={"france": ["A BUR"], "SAV": ["A GEN"]},
        captures={"GEN": "SAV"},
        infs={"SAV": {"england": 3, "spain": 3}, "GEN": {"dutch": 1}},
    )
    played = through(
        before, "adjustment", movement={"france": "A BUR - SAV", "england": "SAV > SPAIN"}
    )
    state = played[-1].state
    assert state.captures["SAV"].holder == "france"
    assert units_of(state, "SAV") == []
    assert "GEN" not in state.captures


@pytest.mark.parametrize(("war", "holder"), [(False, ""), (True, "france")])
def test_a_state_that_changes_sides_turns_its_guests_into_strangers(war: bool, holder: str):
    """Edge case 4."""
    before = given(
        wars=[("france", "spain")] if war else [],
        units={"france": ["A BUR", "A HES"], "HES": ["A WES"]},
        captures={"WES": "HES"},
        infs={"HES": {"france": 3}},
    )
    played = through(
        before, "adjustment", movement={"spain": "4: HES ; A WES H", "france": "A WES - COL"}
    )
    assert outcome(played[0], "A WES H", "spain") == "success"
    assert outcome(played[0], "A WES - COL") == "illegal"
    capture = played[-1].state.captures.get("HES")
    assert (capture.holder if capture else "") == holder
    assert "A HES" in units_of(played[-1].state, "france")


@pytest.mark.parametrize(
    ("infs", "found"),
    [
        ({"france": 5, "spain": 5}, ("neutral", "")),
        ({"france": 4, "spain": 4, "england": 4}, ("neutral", "")),
        ({"france": 5, "spain": 4, "england": 1}, ("aligned", "france")),
    ],
)
def test_equal_leaders_and_exact_halves(infs: dict[str, int], found: tuple[str, str]):
    """Edge cases 9 and 10."""
    status = sheets(given(infs={"HES": infs})).state.statuses["HES"]
    assert (status.kind, status.patron) == found


SUSPENDED = {"LOR": {"spain": 4, "austria": 2}}


def test_infs_ordered_in_the_year_of_the_release_are_lost():
    """Edge case 12."""
    before = given(captures={"LOR": "france"}, units={"france": ["A LOR"]}, infs=SUSPENDED)
    played = through(before, "adjustment", movement={"france": "A LOR - CHA", "austria": "4: LOR"})
    state = played[-1].state
    assert infs_in(state, "LOR") == SUSPENDED["LOR"]
    assert state.statuses["LOR"].patron == "spain"


def test_a_second_capture_changes_nothing_about_the_infs():
    """Edge case 13."""
    before = given(
        wars=[("france", "sweden")],
        captures={"LOR": "france"},
        units={"france": ["A LOR"], "sweden": ["A TRI +1"]},
        infs=SUSPENDED,
    )
    played = through(before, "adjustment", movement={"sweden": "A TRI - LOR"})
    state = played[-1].state
    assert state.captures["LOR"].holder == "sweden"
    assert infs_in(state, "LOR") == SUSPENDED["LOR"]
    assert state.statuses["LOR"].kind == "captured"


def test_what_is_left_of_a_captured_state_is_open():
    """Edge case 14."""
    before = given(
        captures={"KUR": "sweden"},
        units={"sweden": ["A KUR"], "poland": ["A DAN"]},
        infs={"BRA": {"austria": 3}},
    )
    played = through(before, "adjustment", movement={"poland": "A DAN - POM"})
    assert outcome(played[0], "A DAN - POM") == "success"
    assert played[-1].state.captures["POM"].holder == "poland"


# --- war and alliance (29 to 41)


def test_a_parked_ally_that_breaks_and_declares_war_captures_by_standing_there():
    """Edge case 29."""
    before = given(alliances=[("denmark", "france")], units={"denmark": ["A PAR"], "france": []})
    texts = {"denmark": "BREAK ALLIANCE: FRANCE ; DECLARE WAR: FRANCE"}
    played = through(before, "scoring", movement=texts)
    assert not played[-1].state.captures
    later = through(played[-1].state, "adjustment")
    assert later[-1].state.captures["PAR"].holder == "denmark"


@pytest.mark.parametrize(("enemy", "result"), [("france", "success"), ("denmark", "illegal")])
def test_permission_belongs_to_the_province(enemy: str, result: str):
    """Edge cases 30 and 31: Denmark's unit stands in France."""
    before = given(
        wars=[("england", enemy)],
        alliances=[("denmark", "france")],
        units={"england": ["A NORM +1"], "denmark": ["A PAR"], "france": []},
        captures={"NORM": "england"} if enemy == "france" else {},
    )
    assert outcome(sheets(before, england="A NORM - PAR"), "A NORM - PAR") == result


def test_whoever_is_allied_with_both_helps_neither_against_the_other():
    """Edge case 32."""
    before = given(
        wars=[("denmark", "england")],
        alliances=[("france", "denmark"), ("france", "england")],
        units={"france": ["A BUR"], "denmark": ["A PAR"], "england": ["A CHA"]},
    )
    played = sheets(before, denmark="A PAR - CHA", france="A BUR S A PAR - CHA")
    assert outcome(played, "A PAR - CHA") == "bounce"
    before = given(
        wars=[("denmark", "england")],
        alliances=[("france", "denmark"), ("france", "england")],
        units={"france": [], "denmark": ["A PAR +1"], "england": ["A CHA"]},
    )
    assert outcome(sheets(before, denmark="A PAR - CHA"), "A PAR - CHA") == "success"


def test_an_ally_of_the_patron_enters_a_state_and_takes_nothing():
    """Edge case 33."""
    before = given(
        alliances=[("denmark", "france")],
        units={"denmark": ["A FRA +1"]},
        captures={"FRA": "denmark"},
        infs={"HES": {"france": 2}},
    )
    played = through(before, "adjustment", movement={"denmark": "A FRA - HES"})
    assert outcome(played[0], "A FRA - HES") == "success"
    assert "HES" not in played[-1].state.captures


def test_two_declarations_of_war_are_one_war():
    """Edge case 37."""
    played = sheets(given(), france="WAR: SPAIN", spain="WAR: FRANCE")
    (change,) = played.state.changes
    assert (change.kind, set(change.by)) == ("war", {"france", "spain"})
    assert len(events(played, "declaration")) == 1


def test_a_war_on_a_power_that_falls_first_lapses():
    """Edge case 36."""
    before = given(wars=[("palatinate", "bavaria")], units={"bavaria": ["A WUR"]})
    played = through(
        before, "scoring", movement={"spain": "WAR: PALATINATE", "bavaria": "A WUR - PAL"}
    )
    assert "palatinate" in played[-1].state.eliminated
    assert not any("palatinate" in pair for pair in played[-1].state.relations)


def test_the_captor_may_stay_after_the_armistice_and_leaving_releases():
    """Edge case 38."""
    before = given(
        wars=[("france", "spain")], units={"france": ["A CAN"]}, captures={"CAN": "france"}
    )
    texts = {"france": "ARMISTICE: SPAIN", "spain": "ARMISTICE: FRANCE"}
    state = through(before, "scoring", movement=texts)[-1].state
    kept = through(state, "adjustment")[-1].state
    left = through(state, "adjustment", movement={"france": "A CAN - GAS"})[-1].state
    assert kept.captures["CAN"].holder == "france"
    assert "CAN" not in left.captures


def test_a_proxy_ends_with_its_alliance():
    """Edge case 39."""
    before = given(
        wars=[("france", "spain")],
        alliances=[("france", "denmark")],
        units={"denmark": ["A CAN"], "france": []},
        captures={"CAN": "france"},
    )
    played = through(before, "scoring", movement={"france": "BREAK ALLIANCE: DENMARK"})
    assert played[-1].state.captures["CAN"].holder == "france"
    assert "CAN" not in through(played[-1].state, "adjustment")[-1].state.captures


def test_sweden_leaves_and_the_papacy_is_its_ally_no_more():
    """Edge case 56."""
    names = ("france", "sweden", "papacy")
    before = given(alliances=[("france", "sweden")])
    texts = {
        one: "ALLIANCE: " + ", ".join(other for other in names if other != one) for one in names
    }
    state = through(before, "scoring", movement=texts)[-1].state
    assert state.standing.allied("papacy", "sweden")
    state = through(state, "scoring", movement={"sweden": "BREAK ALLIANCE: FRANCE"})[-1].state
    assert not state.standing.allied("papacy", "sweden")
    assert not state.standing.allied("france", "sweden")
    assert state.standing.allied("papacy", "france")


# --- composite scenarios


@pytest.mark.parametrize(
    ("placed", "result", "holder"),
    [
        ({"spain": "5: SAV"}, "illegal", ""),
        ({"spain": "4: SAV", "france": "5: SAV"}, "success", ""),
        ({}, "success", "france"),
    ],
)
def test_tactical_note(placed: dict[str, str], result: str, holder: str):
    """Scenario 3."""
    before = given(year=1616, units={"france": ["A BUR"]})
    texts = {**placed, "france": f"{placed.get('france', '')} ; A BUR - SAV"}
    played = through(before, "adjustment", movement=texts)
    assert outcome(played[0], "A BUR - SAV") == result
    capture = played[-1].state.captures.get("SAV")
    assert (capture.holder if capture else "") == holder


def test_surrender_to_two_allies():
    """Scenario 5."""
    before = given(
        year=1622,
        units={},
        wars=[("bavaria", "france"), ("bavaria", "england")],
        alliances=[("france", "england")],
        treasury={"bavaria": 20},
    )
    answer = "ACCEPT SURRENDER: BAVARIA; INDEMNITY 6"
    texts = {
        "bavaria": "SURRENDER: FRANCE, ENGLAND; INDEMNITY 6",
        "france": answer,
        "england": answer,
    }
    state = through(before, "scoring", movement=texts)[-1].state
    assert state.year == 1623
    assert not state.standing.at_war("bavaria", "france")
    assert not state.standing.at_war("bavaria", "england")
    (paid,) = events(through(state, "income")[-1], "indemnity")
    assert (paid.data["tp"], paid.data["shares"]) == (6, {"france": 3, "england": 3})


def test_first_year():
    """Scenario 9."""
    texts = {
        "france": "5: LOR ; 3: SWI",
        "spain": "4: LOR ; 4: WES",
        "sweden": "3: BRA ; A BRA H",
        "bavaria": "WES > SPAIN",
    }
    before = given(year=1615)
    played = through(before, "scoring", movement=texts)
    first = played[0]
    assert outcome(first, "WES > SPAIN") == "void"
    found = {
        code: (one.patron, first.state.markers.get(code, ""))
        for code, one in first.state.statuses.items()
        if one.kind != "unaligned"
    }
    assert found == {
        "LOR": ("france", "catholic"),
        "SWI": ("france", "catholic"),
        "WES": ("spain", "catholic"),
        "BRA": ("sweden", "protestant"),
    }
    assert [one.outcome for one in first.verdicts if "A BRA" in one.order] == ["illegal"]
    state = played[-1].state
    built = {code: len(own) for code, own in state.units.items() if code in state.facts.states}
    assert built == {"LOR": 1, "WES": 1, "BRA": 1}
    kind = str(state.units["LOR"][0])
    later = sheets(state, france=f"{kind} H")
    assert verdict(later, f"{kind} H", "france").outcome == "success"
