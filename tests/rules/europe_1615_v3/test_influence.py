"""INFs of the year: allotments, placements, diplomatic attacks and their order."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import pytest

from generator.engine.errors import FileError
from generator.engine.phases import Document
from generator.rulesets.europe.features.annual_infs import Year
from generator.rulesets.europe.features.dominions import Opened
from generator.rulesets.europe.record.document import dump_state, load_state
from generator.rulesets.europe.state.standing import Status
from generator.rulesets.europe_1615_v3 import EDITION
from tests.rules.europe.building import events, infs_in, opening, verdict
from tests.rules.europe_1615_v3.three import (
    Played,
    at,
    cited,
    given,
    said,
    sheets,
    through,
    with_modifiers,
)


def year_of(played: Played) -> Year:
    year = played.state.parts["annual"]
    assert isinstance(year, Year)
    return year


# --- the game


@pytest.mark.rule("E15V3-ID-1")
def test_five_powers_of_two_confessions() -> None:
    found = {power: one.confession for power, one in opening(EDITION).facts.powers.items()}
    assert found == {
        "austria": "catholic", "france": "catholic", "spain": "catholic",
        "england": "protestant", "denmark": "protestant",
    }  # fmt: skip


@pytest.mark.rule("E15V3-ID-2")
def test_the_game_opens_in_1615_with_the_status_check() -> None:
    state = opening(EDITION)
    assert (state.year, state.moment.phase) == (1615, "status-check")


@pytest.mark.rule("E15V3-PH-2")
def test_who_is_dislodged_retreats_before_the_next_season() -> None:
    state = given(phase="summer", units={"france": ["A CHA"], "spain": ["A NET", "A FRC"]})
    played = sheets(state, spain="A NET - CHA ; A FRC S A NET - CHA")
    assert played.state.moment.phase == "summer-retreats"
    assert sheets(played.state, france="RETREAT A CHA - BUR").state.moment.phase == "fall"


# --- allotments


@pytest.mark.rule("E15V3-VAL-1")
def test_every_value_lies_in_its_range() -> None:
    values = opening(EDITION).facts.centers.values()
    assert (min(values), max(values)) == (3, 18)


# --- placements


@pytest.mark.rule("E15V3-INF-8", "E15V3-INF-11")
def test_infs_are_spread_over_the_year_and_add_up() -> None:
    spring = sheets(given(), spain="10: HES", france="3: RHI")
    fall = through(spring.state, "fall", fall={"france": "4: RHI", "spain": "28: TUS"})[-1]
    assert infs_in(fall.state, "RHI") == {"france": 7}
    assert infs_in(fall.state, "TUS") == {"spain": 27}
    assert "27" in said(fall, "28: TUS")


@pytest.mark.rule("E15V3-INF-9")
def test_a_list_that_is_too_long_is_cut_in_written_order() -> None:
    """R-10, R-11"""
    part = {"annual": Year(spent=MappingProxyType({"france": 30}))}
    state = given(phase="summer", parts=part)
    played = sheets(state, france="3: LOR ; 4: SAV ; 1: HES")
    assert infs_in(played.state, "LOR") == {"france": 3}
    assert infs_in(played.state, "SAV") == {"france": 2}
    assert infs_in(played.state, "HES") == {}
    assert cited(played, "4: SAV") == ("excess", "E15V3-INF-9")
    assert cited(played, "1: HES") == ("excess", "E15V3-INF-9")
    # What a void line names stays available.
    void = sheets(state, france="3: LOR ; 4: OTT ; 2: SAV")
    assert infs_in(void.state, "SAV") == {"france": 2}
    assert year_of(void).spent == {"france": 35}


@pytest.mark.rule("E15V3-INF-12")
def test_states_without_a_center_take_infs() -> None:
    played = sheets(given(), france="2: SWI ; 1: FRA ; 1: HUN")
    for code in ("SWI", "FRA", "HUN"):
        assert played.state.statuses[code] == Status("aligned", "france")


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("1: PAPL", "E15V3-INF-15"),
        ("3: SUL", "E15V3-INF-16"),
        ("3: CAT", "E15V3-INF-17"),
        ("3: OTT", "E15V3-INF-18"),
        ("-5: LOR", "E15V3-INF-21"),
        ("0: LOR", "E15V3-INF-7"),
        ("3: BOH", "E15V3-INF-14"),
    ],
)
@pytest.mark.rule(
    "E15V3-INF-14", "E15V3-INF-15", "E15V3-INF-16", "E15V3-INF-17", "E15V3-INF-18", "E15V3-INF-21"
)
def test_where_nobody_places_infs(line: str, rule: str) -> None:
    """R-8, R-12"""
    state = given(infs={"LOR": {"england": 5}})
    played = sheets(state, england=f"{line} ; 32: HES")
    assert cited(played, line) == ("illegal", rule)
    # Nothing is lost by it.
    assert infs_in(played.state, "HES") == {"england": 32}
    assert infs_in(played.state, "LOR") == {"england": 5}


@pytest.mark.rule("E15V3-INF-15")
def test_catholics_place_infs_in_rome() -> None:
    played = sheets(given(), spain="1: PAPL", england="1: PAPL")
    assert infs_in(played.state, "PAPL") == {"spain": 1}


@pytest.mark.rule("E15V3-INF-16", "E15V3-STA-9")
def test_an_opened_state_takes_infs() -> None:
    played = sheets(given(parts={"opened": Opened(("SUL",))}), spain="3: SUL")
    assert played.state.statuses["SUL"] == Status("aligned", "spain")


@pytest.mark.rule("E15V3-INF-19")
def test_all_place_at_once() -> None:
    one = sheets(given(), france="4: LOR", spain="3: LOR")
    other = sheets(given(), spain="3: LOR", france="4: LOR")
    assert one.state.infs == other.state.infs
    assert infs_in(one.state, "LOR") == {"france": 4, "spain": 3}


@pytest.mark.rule("E15V3-INF-20")
def test_infs_in_a_grown_state_act_on_all_that_it_holds() -> None:
    state = given(captures={"MEC": "PRU"}, units={"PRU": ["A MEC"]})
    played = sheets(state, denmark="4: MEC ; 4: PRU ; A MEC - BRA")
    assert cited(played, "4: MEC") == ("illegal", "E15V3-INF-14")
    assert played.state.standing.lords["MEC"] == "denmark"
    assert [str(one) for one in played.state.units["PRU"]] == ["A BRA"]


# --- diplomatic attacks


def attack(infs: Mapping[str, Mapping[str, int]], year: int = 1615, **orders: str) -> Played:
    return sheets(given(phase="summer", year=year, infs=infs), **orders)


@pytest.mark.rule("E15V3-DA-9", "E15V3-DA-3")
def test_an_attack_costs_both_the_same() -> None:
    played = attack({"LOR": {"england": 5, "france": 10}}, england="LOR > FRANCE")
    assert infs_in(played.state, "LOR") == {"france": 5}
    assert cited(played, "LOR > FRANCE") == ("success", "E15V3-DA-9")


@pytest.mark.rule("E15V3-DA-1", "E15V3-DA-4")
def test_attacks_are_possible_in_the_first_spring() -> None:
    played = sheets(given(), spain="4: LOR ; LOR > FRANCE", france="3: LOR")
    assert infs_in(played.state, "LOR") == {"spain": 1}
    void = sheets(given(), spain="4: LOR ; LOR > FRANCE")
    assert cited(void, "LOR > FRANCE") == ("void", "E15V3-DA-11")


@pytest.mark.rule("E15V3-DA-4")
def test_new_infs_count_in_an_attack() -> None:
    infs = {"LOR": {"england": 5}}
    played = attack(infs, france="10: LOR", england="LOR > FRANCE")
    assert infs_in(played.state, "LOR") == {"france": 5}


@pytest.mark.rule("E15V3-DA-2", "E15V3-DA-5")
def test_the_first_attack_of_a_sheet_counts() -> None:
    infs = {"LOR": {"england": 5, "france": 10}, "HES": {"england": 3, "france": 1}}
    played = attack(infs, england="LOR > FRANCE ; HES > FRANCE")
    assert infs_in(played.state, "HES") == {"england": 3, "france": 1}
    assert cited(played, "HES > FRANCE") == ("excess", "E15V3-DA-2")
    again = sheets(at(played.state, "fall"), england="HES > FRANCE")
    assert infs_in(again.state, "HES") == {"england": 2}


@pytest.mark.rule("E15V3-DA-5")
def test_a_void_attack_leaves_one_for_the_next_phase() -> None:
    played = attack({"LOR": {"england": 5}}, england="LOR > SPAIN")
    assert cited(played, "LOR > SPAIN")[0] == "void"
    fall = sheets(at(played.state, "fall"), spain="5: LOR", england="LOR > SPAIN")
    assert infs_in(fall.state, "LOR") == {}


@pytest.mark.rule("E15V3-INF-9")
def test_who_has_placed_all_is_told_that_none_are_left() -> None:
    played = sheets(at(sheets(given(), france="35: LOR").state, "fall"), france="1: SAV")
    assert said(played, "1: SAV") == "France has no INFs left to place in 1615"


@pytest.mark.rule("E15V3-DA-10", "E15V3-MIN-2")
def test_the_example_of_lorraine() -> None:
    played = attack({"LOR": {"england": 5, "france": 10, "spain": 10}}, year=1616,
                    england="LOR > FRANCE", france="LOR > SPAIN ; A LOR - CHA",
                    spain="A LOR - NET")  # fmt: skip
    assert infs_in(played.state, "LOR") == {"spain": 5}
    assert played.state.statuses["LOR"] == Status("aligned", "spain")
    rows = [(one.data["by"], one.data["lost"]) for one in events(played, "diplomatic-attack")]
    assert rows == [("england", 5), ("france", 5)]


@pytest.mark.parametrize(("english", "french"), [(5, 10), (10, 5), (7, 7)])
def test_the_second_of_two_that_attack_each_other_is_void(english: int, french: int) -> None:
    """X-2"""
    infs = {"LOR": {"england": english, "france": french}}
    played = attack(infs, england="LOR > FRANCE", france="LOR > ENGLAND")
    assert cited(played, "LOR > FRANCE", "england")[0] == "success"
    assert cited(played, "LOR > ENGLAND", "france")[0] == "void"
    left = {"england": max(0, english - french), "france": max(0, french - english)}
    assert infs_in(played.state, "LOR") == {one: n for one, n in left.items() if n}


def test_two_attack_the_same_power() -> None:
    """X-3"""
    infs = {"LOR": {"england": 6, "austria": 7, "spain": 10}}
    played = attack(infs, england="LOR > SPAIN", austria="LOR > SPAIN")
    assert infs_in(played.state, "LOR") == {"austria": 3}


def test_a_void_line_gives_the_target_nothing() -> None:
    """X-4"""
    part = {"annual": Year(spent=MappingProxyType({"france": 35}))}
    state = given(phase="summer", parts=part, infs={"LOR": {"england": 5}})
    played = sheets(state, france="4: LOR", england="LOR > FRANCE")
    assert cited(played, "LOR > FRANCE") == ("void", "E15V3-DA-11")
    assert infs_in(played.state, "LOR") == {"england": 5}


def test_nobody_attacks_in_a_closed_state() -> None:
    """X-59"""
    played = sheets(given(), spain="SUL > FRANCE")
    assert cited(played, "SUL > FRANCE") == ("illegal", "E15V3-STA-9")
    ruled = sheets(given(infs={"SUL": {"spain": 2, "france": 3}}), spain="SUL > FRANCE")
    assert infs_in(ruled.state, "SUL") == {"spain": 2, "france": 3}


@pytest.mark.rule("E15V3-DA-12")
def test_immune_powers_attack_and_are_not_attacked() -> None:
    state = with_modifiers(["richelieus_diplomacy"], infs={"LOR": {"spain": 3, "france": 4}})
    played = sheets(state, spain="LOR > FRANCE")
    assert infs_in(played.state, "LOR") == {"spain": 3, "france": 4}
    assert cited(played, "LOR > FRANCE") == ("illegal", "E15V3-DA-12")
    assert infs_in(sheets(state, france="LOR > SPAIN").state, "LOR") == {"france": 1}


@pytest.mark.rule("E15V3-DA-13")
def test_no_ban_forbids_an_attack() -> None:
    infs = {"SAV": {"spain": 6, "france": 9}}
    played = sheets(with_modifiers(["treaty_of_lyon"], infs=infs), spain="SAV > FRANCE")
    assert infs_in(played.state, "SAV") == {"france": 3}


@pytest.mark.parametrize("line", ["LOR > ENGLAND", "XYZ > FRANCE", "BOH > FRANCE"])
@pytest.mark.rule("E15V3-DA-3")
def test_an_attack_names_a_state_and_another_power(line: str) -> None:
    played = attack({"LOR": {"england": 5, "france": 10}}, england=line)
    assert verdict(played, line).outcome == "illegal"
    assert infs_in(played.state, "LOR") == {"england": 5, "france": 10}


@pytest.mark.parametrize(
    ("scores", "last"),
    [({"spain": 9, "denmark": 4}, "spain"), ({"spain": 4, "denmark": 9}, "denmark")],
)
@pytest.mark.rule("E15V3-DA-7", "E15V3-PU-2")
def test_of_equal_powers_with_as_many_centers_the_lower_score_is_first(
    scores: dict[str, int], last: str
) -> None:
    rows = {power: MappingProxyType({"captures": points}) for power, points in scores.items()}
    state = given(phase="status-check", year=1616, units={}, captures={"MEC": "denmark"},
                  scores=MappingProxyType(rows))  # fmt: skip
    year = year_of(sheets(state))
    assert year.attack_order[-1] == last
    assert year.leaders["all"] == last


@pytest.mark.rule("E15V3-STA-10")
def test_attacks_are_public() -> None:
    """R-54"""
    infs = {"LOR": {"england": 5, "france": 10}}
    (told,) = events(attack(infs, england="LOR > FRANCE"), "diplomatic-attack")
    assert told.public
    state = given(phase="summer", infs=infs, options={"publish_attacks": False})
    played = sheets(state, england="LOR > FRANCE")
    (told,) = events(played, "diplomatic-attack")
    assert told.known_to == ("england",)
    assert verdict(played, "LOR > FRANCE").known_to == ("england",)
    assert infs_in(played.state, "LOR") == {"france": 5}


# --- the account in a position


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ({"spent": {"france": 36}}, "france has 35 INFs, and cannot have placed 36"),
        ({"spent": {"frnce": 3}}, "frnce"),
        ({"attack_order": ["spain", "spain"]}, "attack_order has each power in play once"),
        ({"attack_order": ["spain", "france"]}, "attack_order has each power in play once"),
        ({"leaders": {"muslem": "spain"}}, "muslem"),
        ({"leaders": {"catholic": "england"}}, "england is not catholic"),
        ({"allotment": {"spain": -1}}, "allotment"),
    ],
)
@pytest.mark.rule("E15V3-INF-1", "E15V3-DA-6")
def test_an_account_that_cannot_be_is_refused(table: dict[str, object], problem: str) -> None:
    written = dump_state(EDITION, given(phase="summer"))
    tables = {**written.public, "annual": {**written.public["annual"], **table}}
    with pytest.raises(FileError) as caught:
        load_state(EDITION, Document(tables, written.private))
    assert problem in str(caught.value)
