"""Who holds foreign land, and for how long: E15V7-CTRL, CORE-9, MINOR-5 to 8 and 11."""

from __future__ import annotations

import pytest

from generator.engine.orders import Move
from generator.engine.units import Piece
from generator.rulesets.europe.state.values import PlaceInfs
from generator.rulesets.europe_1615_v7 import RULESET
from tests.rules.europe.building import events, infs_in, outcome, units_of
from tests.rules.europe_1615_v7.landing import (
    adjust,
    after_moves,
    earned,
    holder,
    landed,
    next_year,
    rules_of,
    status,
)
from tests.rules.europe_1615_v7.seven import at, given, sheets, through

DUTCH_WAR = [("dutch", "spain")]


@pytest.mark.rule("E15V7-CTRL-1")
def test_an_unaligned_state_is_captured_in_the_year_in_which_it_is_entered():
    played = after_moves(given(units={"france": ["A CHA"]}), france="A CHA - LOR")
    assert holder(played, "LOR") == "france"
    assert rules_of(played, "captured") == [("LOR", "E15V7-CTRL-1")]


@pytest.mark.rule("E15V7-CTRL-2")
@pytest.mark.parametrize(
    ("code", "parts"),
    [
        ("NORM", {"alliances": [("england", "france")]}),
        ("LOR", {"alliances": [("england", "france")], "infs": {"LOR": {"france": 2}}}),
        ("LOR", {"infs": {"LOR": {"england": 2}}}),
        ("LOR", {"infs": {"LOR": {"france": 2, "spain": 2}}}),
        ("LOR", {"infs": {"LOR": {"france": 2}}}),
        ("NORM", {}),
    ],
)
def test_allies_own_states_neutral_ones_and_domains_at_peace_are_not_captured(code, parts):
    state = landed(units={"england": [f"A {code}"]}, **parts)
    played = sheets(state)
    assert holder(played, code) == holder(state, code) != "england"
    assert units_of(played.state, "england") == [f"A {code}"]
    assert not events(played, "captured")


@pytest.mark.rule("E15V7-CTRL-3")
@pytest.mark.rule("E15V7-MINOR-9")
def test_a_state_captures_for_itself():
    state = given(units={"HES": ["A HES"]}, infs={"HES": {"france": 3}})
    before = earned(at(state, "income"), "france")
    played = after_moves(state, france="A HES - WES")
    assert holder(played, "WES") == "HES"
    assert rules_of(played, "captured") == [("WES", "E15V7-CTRL-3")]
    assert earned(played.state, "france") == before


@pytest.mark.rule("E15V7-CTRL-4")
@pytest.mark.rule("E15V7-CORE-9")
def test_control_lasts_as_long_as_somebody_stands_there():
    """France holds Lorraine from 1617 on, and leaves it in 1620."""
    held = adjust(year=1617, units={"france": ["A LOR"]})
    for year in (1618, 1619):
        held = sheets(next_year(held.state))
        assert (held.moment.year, holder(held, "LOR")) == (year, "france")
    assert held.state.captures["LOR"].year == 1617
    left = after_moves(at(next_year(held.state), "movement"), france="A LOR - CHA")
    assert holder(left, "LOR") == "LOR"


@pytest.mark.rule("E15V7-CTRL-5")
@pytest.mark.rule("E15V7-CTRL-6")
@pytest.mark.parametrize(("to", "kept"), [("BUR", False), ("TUS", True)])
def test_whoever_moves_away_gives_up_what_he_held(to: str, kept: bool):
    state = given(units={"france": ["A SAV"]}, captures={"SAV": "france"})
    played = after_moves(state, france=f"A SAV - {to}")
    moved = units_of(played.state, "france") == [f"A {to}"]
    assert moved != kept
    assert holder(played, "SAV") == ("france" if kept else "SAV")
    if moved:
        assert rules_of(played, "liberated") == [("SAV", "E15V7-CTRL-5")]


@pytest.mark.rule("E15V7-CTRL-8")
@pytest.mark.rule("E15V7-CTRL-9")
def test_suspended_infs_stay_and_count_when_the_state_is_free():
    infs = {"LOR": {"france": 5, "spain": 3}}
    held = adjust(units={"england": ["A LOR"]}, infs=infs, wars=[("england", "france")])
    assert status(held, "LOR") == ("captured", "england")
    assert rules_of(held, "state-captured") == [("LOR", "E15V7-CTRL-8")]
    assert infs_in(held.state, "LOR") == infs["LOR"]
    left = after_moves(at(next_year(held.state), "movement"), england="A LOR - CHA")
    assert (status(left, "LOR"), infs_in(left.state, "LOR")) == (("aligned", "france"), infs["LOR"])
    assert rules_of(left, "state-freed") == [("LOR", "E15V7-CTRL-9")]


@pytest.mark.rule("E15V7-CTRL-10")
def test_land_of_a_power_goes_back_to_it_and_pays_it_again():
    state = given(units={"sweden": ["A SLG"]}, captures={"SLG": "sweden"}, wars=[])
    short = earned(state, "denmark")
    played = after_moves(state, sweden="A SLG - COP")
    assert holder(played, "SLG") == "sweden"  # it may not enter, and stays
    state = given(
        units={"sweden": ["A SLG"]}, captures={"SLG": "sweden"}, wars=[("denmark", "sweden")]
    )
    played = after_moves(state, sweden="A SLG - BRE")
    assert holder(played, "SLG") == "denmark"
    assert rules_of(played, "liberated") == [("SLG", "E15V7-CTRL-10")]
    assert earned(played.state, "denmark") == short + 3


@pytest.mark.rule("E15V7-CTRL-11")
@pytest.mark.rule("E15V7-CTRL-21")
def test_land_passes_from_captor_to_captor_and_its_infs_stay_suspended():
    """Dutch-held Westphalia, all of whose INFs are Spanish, is taken by Spain (edge 13)."""
    infs = {"WES": {"spain": 4}}
    played = adjust(
        units={"spain": ["A WES"]}, captures={"WES": "dutch"}, infs=infs, wars=DUTCH_WAR
    )
    assert status(played, "WES") == ("captured", "spain")
    assert infs_in(played.state, "WES") == infs["WES"]
    assert rules_of(played, "captured") == [("WES", "E15V7-CTRL-11")]
    assert not events(played, "state-freed")
    england = adjust(
        units={"england": ["A NET"]}, captures={"NET": "dutch"}, wars=[("dutch", "england")]
    )
    assert holder(england, "NET") == "england"


@pytest.mark.rule("E15V7-CTRL-13")
def test_land_without_a_center_is_captured_held_and_released():
    held = adjust(units={"france": ["A SWI"]})
    assert status(held, "SWI") == ("captured", "france")
    kept = sheets(next_year(held.state))
    assert holder(kept, "SWI") == "france"
    left = after_moves(at(next_year(kept.state), "movement"), france="A SWI - BUR")
    assert status(left, "SWI") == ("unaligned", "")


@pytest.mark.rule("E15V7-CTRL-15")
@pytest.mark.rule("E15V7-CTRL-16")
@pytest.mark.parametrize(
    ("infs", "wars", "after"),
    [
        ({}, [], "france"),
        ({"spain": 3}, [("france", "spain")], "france"),
        ({"spain": 3}, [], "HES"),
        ({"spain": 3, "england": 3}, [("france", "spain")], "HES"),
    ],
)
def test_a_guest_captures_what_turns_unaligned_or_hostile_and_else_stays(infs, wars, after):
    """A French army stands in Hesse (edge 4)."""
    state = given(units={"france": ["A HES"]}, infs={"HES": infs}, wars=wars)
    played = after_moves(state)
    assert holder(played, "HES") == after
    assert units_of(played.state, "france") == ["A HES"]


@pytest.mark.rule("E15V7-CTRL-17")
def test_a_state_freed_in_map_adjustment_builds_in_the_same_year():
    state = landed(captures={"HES": "spain"}, infs={"HES": {"france": 3}})
    played = through(state, "builds")
    assert status(played[0], "HES") == ("aligned", "france")
    assert units_of(played[-1].state, "HES") == ["A HES"]


@pytest.mark.rule("E15V7-CTRL-18")
def test_a_freed_state_takes_infs_from_the_year_after_on():
    """INFs of the year in which it comes free are lost (edge 12)."""
    state = given(
        units={"france": ["A LOR"]}, captures={"LOR": "france"}, infs={"LOR": {"spain": 1}}
    )
    moved = sheets(state, france=[PlaceInfs(3, "LOR"), Move(Piece("A", "LOR"), "CHA")])
    assert outcome(moved, "3: LOR") != "success"
    played = sheets(moved.state)
    assert (holder(played, "LOR"), infs_in(played.state, "LOR")) == ("LOR", {"spain": 1})
    free = at(next_year(played.state), "movement")
    assert outcome(sheets(free, france=[PlaceInfs(3, "LOR")]), "3: LOR") == "success"


@pytest.mark.rule("E15V7-CTRL-19")
def test_land_whose_unit_is_disbanded_comes_free_at_the_end_of_builds():
    """And nothing but that changes hands in this phase (edge 67)."""
    state = given(
        phase="builds",
        year=1622,
        units={"dutch": ["A NET", "A COL"]},
        captures={"NET": "dutch", "COL": "dutch"},
        wars=DUTCH_WAR,
    )
    played = sheets(state, dutch="DISBAND A NET")
    assert (holder(played, "NET"), holder(played, "COL")) == ("spain", "dutch")
    assert holder(sheets(next_year(played.state)), "NET") == "spain"


def test_what_comes_free_at_the_end_of_builds_builds_next_year():
    """States have built before; what the excess unit of one of them held comes free, too."""
    state = given(
        phase="builds",
        units={"dutch": ["A COL"], "BRA": ["A KUR", "A TRI"]},
        captures={"COL": "dutch", "TRI": "BRA"},
        infs={"COL": {"spain": 2}, "BRA": {"sweden": 1}},
    )
    played = sheets(state, dutch="DISBAND A COL")
    assert (holder(played, "COL"), units_of(played.state, "COL")) == ("COL", [])
    assert (holder(played, "TRI"), units_of(played.state, "BRA")) == ("TRI", ["A KUR"])
    titles = [section.title for section in RULESET.report(state, played)]
    assert "Free again" in titles


@pytest.mark.rule("E15V7-CTRL-20")
@pytest.mark.parametrize(
    ("unit", "ties", "rule"),
    [
        ({"bavaria": ["A VIE"]}, {"alliances": [("austria", "bavaria")]}, "E15V7-CTRL-20"),
        ({"austria": ["A VIE"]}, {}, "E15V7-CTRL-20"),
        ({"HUN": ["A VIE"]}, {"infs": {"HUN": {"austria": 2}}}, "E15V7-CTRL-20"),
    ],
)
def test_a_home_province_is_liberated_by_its_owner_his_states_and_his_allies(unit, ties, rule):
    """The owner collects again in the same year (edge 44)."""
    wars = [("austria", "sweden"), ("bavaria", "sweden")]
    played = adjust(units=unit, captures={"VIE": "sweden"}, wars=wars, **ties)
    assert holder(played, "VIE") == "austria"
    assert rules_of(played, "liberated") == [("VIE", rule)]
    assert earned(played.state, "austria") == 9


@pytest.mark.rule("E15V7-CTRL-20")
def test_a_province_of_an_aligned_state_goes_back_to_the_state():
    """Sweden and its ally drive the Poles out of Pomerania, which belongs to a Swedish state."""
    infs = {"BRA": {"sweden": 3}}
    for power, allies in (("sweden", []), ("denmark", [("denmark", "sweden")])):
        played = adjust(
            units={power: ["A POM"]},
            captures={"POM": "poland"},
            infs=infs,
            wars=[("poland", "sweden"), ("denmark", "poland")],
            alliances=allies,
        )
        assert holder(played, "POM") == "BRA"
        assert status(played, "BRA") == ("aligned", "sweden")


@pytest.mark.rule("E15V7-CTRL-20")
def test_an_owner_regains_his_land_from_an_ally_who_has_left_it():
    played = adjust(
        units={"austria": ["A VIE"]},
        captures={"VIE": "sweden"},
        alliances=[("austria", "sweden")],
    )
    assert holder(played, "VIE") == "austria"


# --- minor states


@pytest.mark.rule("E15V7-MINOR-5")
@pytest.mark.rule("E15V7-MINOR-6")
def test_a_state_whose_home_is_captured_loses_units_and_conquests():
    """What it has captured in the same map adjustment, too."""
    played = adjust(
        units={"poland": ["A KUR"], "BRA": ["A MEC", "A SAX"]},
        captures={"MEC": "BRA"},
        infs={"BRA": {"sweden": 3}, "MEC": {"denmark": 2}},
        wars=[("poland", "sweden")],
    )
    assert units_of(played.state, "BRA") == []
    assert rules_of(played, "units-disbanded") == [("MEC", "E15V7-MINOR-5")]
    assert (holder(played, "MEC"), status(played, "MEC")) == ("MEC", ("aligned", "denmark"))
    assert holder(played, "SAX") == "SAX"
    assert {rule for _, rule in rules_of(played, "liberated")} == {"E15V7-MINOR-6"}


@pytest.mark.rule("E15V7-MINOR-7")
def test_another_province_of_a_state_is_captured_alone():
    played = adjust(
        units={"poland": ["A POM"]}, infs={"BRA": {"sweden": 3}}, wars=[("poland", "sweden")]
    )
    assert (holder(played, "POM"), holder(played, "KUR")) == ("poland", "BRA")
    assert status(played, "BRA") == ("aligned", "sweden")
    assert rules_of(played, "captured") == [("POM", "E15V7-MINOR-7")]


@pytest.mark.rule("E15V7-MINOR-8")
def test_the_rest_of_a_captured_state_is_open_to_everybody():
    """Whoever stands there captures it, and keeps it when the home is free (edge 14)."""
    state = given(
        units={"sweden": ["A KUR"], "poland": ["A DAN", "A WAR"]},
        captures={"KUR": "sweden"},
        infs={"BRA": {"denmark": 3}},
    )
    played = after_moves(state, poland="A DAN - PRU", sweden="A KUR H")
    assert holder(played, "PRU") == "poland"
    left = after_moves(at(next_year(played.state), "movement"), sweden="A KUR - POM")
    held = [holder(left, code) for code in ("KUR", "POM", "PRU")]
    assert held == ["BRA", "sweden", "poland"]
    assert status(left, "BRA") == ("aligned", "denmark")


@pytest.mark.rule("E15V7-MINOR-11")
def test_a_power_is_a_guest_in_its_own_state():
    state = given(units={"france": ["A PAR"]}, infs={"LOR": {"france": 2}})
    played = after_moves(
        given(units={"france": ["A CHA"]}, infs={"LOR": {"france": 2}}), france="A CHA - LOR"
    )
    assert units_of(played.state, "france") == ["A LOR"]
    assert (holder(played, "LOR"), status(played, "LOR")) == ("LOR", ("aligned", "france"))
    assert earned(played.state, "france") == earned(at(state, "income"), "france")


@pytest.mark.rule("E15V7-STAT-16")
@pytest.mark.rule("E15V7-STAT-18")
def test_a_state_aligned_with_nobody_loses_units_and_conquests_before_anything_is_captured():
    """Saxony has come to nobody, and an enemy stands in its home (edge 3)."""
    played = adjust(
        units={"HES": ["A WES"], "SAX": ["A MEC"], "france": ["A SAX"]},
        captures={"WES": "HES"},
        infs={"HES": {"france": 2, "spain": 2}, "WES": {"dutch": 3}},
    )
    assert (units_of(played.state, "HES"), units_of(played.state, "SAX")) == ([], [])
    assert status(played, "WES") == ("aligned", "dutch")
    assert (holder(played, "SAX"), holder(played, "MEC")) == ("france", "MEC")
    assert ("WES", "E15V7-STAT-18") in rules_of(played, "liberated")
    assert {rule for _, rule in rules_of(played, "units-disbanded")} == {"E15V7-STAT-16"}


# --- scenarios


def test_edge_23_a_foreign_center_that_a_unit_leaves_is_free():
    played = after_moves(
        given(units={"BRA": ["A MEC"]}, captures={"MEC": "BRA"}, infs={"BRA": {"sweden": 3}}),
        sweden="A MEC - KUR",
    )
    assert units_of(played.state, "BRA") == ["A KUR"]
    assert holder(played, "MEC") == "MEC"


def test_edge_38_a_captor_stays_after_an_armistice_and_leaves_for_good():
    """ARM-4: the Dutch in the Netherlands of 1621, at peace with Spain."""
    state = given(year=1621, units={"dutch": ["A NET"]}, captures={"NET": "dutch"})
    stays = after_moves(state)
    assert holder(stays, "NET") == "dutch"
    left = after_moves(at(next_year(stays.state), "movement"), dutch="A NET - HLD")
    assert holder(left, "NET") == "spain"
