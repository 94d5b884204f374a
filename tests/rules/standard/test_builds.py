"""Winter: builds, removals, civil disorder."""

from __future__ import annotations

import pytest

from tests.rules.standard.play import adjudicate, open_at, play, winter

RUSSIA = "russia: MOS, SEV, STP, WAR"


@pytest.mark.rule("STD-BLD-1")
def test_centers_and_units_are_compared() -> None:
    state = open_at(
        "austria: A BUD\nitaly: A ROM, A VEN\nfrance: A PAR",
        "winter-adjustments",
        centers="austria: BUD, VIE, TRI\nitaly: ROM\nfrance: PAR",
    )
    turn = adjudicate(
        state,
        """
        austria: BUILD A VIE
        austria: BUILD F TRI
        italy: REMOVE A VEN
        france: BUILD A PAR
        """,
    )
    assert turn.units("austria") == ["A BUD", "A VIE", "F TRI"]
    assert turn.units("italy") == ["A ROM"]
    assert turn.units("france") == ["A PAR"]


@pytest.mark.rule("STD-BLD-1")
def test_what_is_due_is_said_when_the_fall_is_over() -> None:
    turn = play("austria: A BUD - SER", phase="fall-movement")
    (text,) = turn.texts("units-due")[:1]
    assert text == "Austria may make three builds (Budapest, Trieste and Vienna)"


@pytest.mark.rule("STD-BLD-2")
def test_units_are_built_in_home_centers_only() -> None:
    turn = winter(
        "germany: A HOL", "germany: BER, HOL, WAR", "germany: BUILD A WAR\ngermany: BUILD A BER"
    )
    assert turn.said("germany: BUILD A WAR") == "illegal STD-BLD-2"
    assert turn.said("germany: BUILD A BER") == "success STD-BLD-2"
    assert turn.units("germany") == ["A BER", "A HOL"]


@pytest.mark.rule("STD-BLD-3")
def test_no_build_in_a_home_center_that_another_power_owns() -> None:
    turn = winter("germany: A HOL", "germany: HOL, KIE\nrussia: BER", "germany: BUILD A BER")
    assert turn.said("germany: BUILD A BER") == "illegal STD-BLD-3"


@pytest.mark.rule("STD-BLD-4")
def test_no_build_where_a_unit_stands() -> None:
    turn = winter("russia: F STP/SC", RUSSIA, "russia: BUILD A STP")
    assert turn.said("russia: BUILD A STP") == "illegal STD-BLD-4"


@pytest.mark.rule("STD-BLD-4")
def test_no_second_build_in_one_center() -> None:
    turn = winter("russia: A WAR", RUSSIA, "russia: BUILD A MOS\nrussia: BUILD A MOS")
    assert turn.said("russia: BUILD A MOS", 1) == "success STD-BLD-2"
    assert turn.said("russia: BUILD A MOS", 2) == "illegal STD-BLD-4"
    assert turn.units("russia") == ["A MOS", "A WAR"]


@pytest.mark.rule("STD-BLD-5")
def test_fleets_are_not_built_inland() -> None:
    turn = winter("russia: A WAR", RUSSIA, "russia: BUILD F MOS\nrussia: BUILD F SEV")
    assert turn.said("russia: BUILD F MOS") == "illegal STD-BLD-5"
    assert turn.units("russia") == ["A WAR", "F SEV"]


@pytest.mark.rule("STD-BLD-6")
def test_a_fleet_in_a_center_with_two_coasts_needs_its_coast() -> None:
    turn = winter("russia: A WAR", RUSSIA, "russia: BUILD F STP")
    assert turn.said("russia: BUILD F STP") == "illegal STD-BLD-6"
    assert winter("russia: A WAR", RUSSIA, "russia: BUILD F STP/NC").units("russia") == [
        "A WAR",
        "F STP/NC",
    ]


@pytest.mark.rule("STD-BLD-7")
def test_the_first_legal_builds_count() -> None:
    turn = winter(
        "germany: A PRU, A SIL",
        "germany: BER, KIE, MUN",
        "germany: BUILD A WAR\ngermany: BUILD A KIE\ngermany: BUILD A MUN",
    )
    assert turn.said("germany: BUILD A KIE") == "success STD-BLD-2"
    assert turn.said("germany: BUILD A MUN") == "excess STD-BLD-7"


@pytest.mark.rule("STD-BLD-8")
def test_a_build_may_be_waived_and_is_not_saved_up() -> None:
    turn = winter(
        "germany: A PRU", "germany: BER, KIE, MUN", "germany: WAIVE\ngermany: BUILD A BER"
    )
    assert turn.said("germany: WAIVE") == "success STD-BLD-8"
    assert turn.units("germany") == ["A BER", "A PRU"]
    assert turn.texts("build-unused") == ["Germany leaves one build unused"]
    quiet = winter("germany: A PRU", "germany: BER, KIE, MUN", "germany: BUILD A BER")
    assert quiet.texts("build-unused") == ["Germany leaves one build unused"]


@pytest.mark.rule("STD-BLD-9")
def test_a_power_chooses_which_of_its_units_go() -> None:
    turn = winter(
        "italy: A ROM, A PIE\naustria: A VIE",
        "italy: ROM\naustria: VIE",
        "italy: REMOVE A VIE\nitaly: REMOVE A ROM",
    )
    assert turn.said("italy: REMOVE A VIE") == "illegal STD-BLD-9"
    assert turn.said("italy: REMOVE A ROM") == "success STD-BLD-9"
    assert turn.units("italy") == ["A PIE"]


@pytest.mark.rule("STD-BLD-10")
def test_the_first_legal_removals_count() -> None:
    turn = winter(
        "france: A PAR, A PIC", "france: PAR", "france: REMOVE A PIC\nfrance: REMOVE A PAR"
    )
    assert turn.said("france: REMOVE A PAR") == "excess STD-BLD-10"
    assert turn.units("france") == ["A PAR"]


@pytest.mark.rule("STD-BLD-11")
def test_no_unit_is_removed_where_none_is_due() -> None:
    turn = winter("france: A PIC", "france: PAR, MAR", "france: REMOVE A PIC\nfrance: BUILD A PAR")
    assert turn.said("france: REMOVE A PIC") == "excess STD-BLD-11"
    assert turn.units("france") == ["A PAR", "A PIC"]


@pytest.mark.rule("STD-CD-1")
def test_a_silent_power_holds_disbands_and_builds_nothing() -> None:
    spring = play("italy: A VEN - TRI\nitaly: A TYR S A VEN - TRI", units="austria: A VIE, A TRI")
    assert spring.verdict("austria: A VIE H").note == "no order given"
    assert spring.book.missing == ("austria",)
    assert spring.then("").units("austria") == ["A VIE"]
    assert winter("austria: A VIE", "austria: BUD, TRI, VIE").units("austria") == ["A VIE"]


@pytest.mark.rule("STD-CD-2")
def test_the_farthest_unit_goes_first() -> None:
    turn = winter("russia: A LVN, A SWE", "russia: STP")
    assert turn.units("russia") == ["A LVN"]
    assert turn.said("russia: REMOVE A SWE") == "success STD-CD-2"
    assert "civil-disorder" in turn.kinds()


@pytest.mark.rule("STD-CD-2")
def test_distance_counts_land_and_sea_alike() -> None:
    """Greece is two steps from Naples over the Ionian Sea, Piedmont three by land."""
    assert winter("italy: A GRE, A PIE", "italy: NAP").units("italy") == ["A GRE"]


@pytest.mark.rule("STD-CD-2")
def test_distance_is_to_any_owned_center() -> None:
    assert winter("italy: A TUS, A WAR", "italy: WAR").units("italy") == ["A WAR"]


@pytest.mark.rule("STD-CD-3")
def test_fleets_go_before_armies_and_then_names_decide() -> None:
    turn = winter("russia: A BOH, F NTH, F SKA", "russia: STP, WAR")
    assert turn.units("russia") == ["A BOH", "F SKA"]
    assert winter("russia: F BOT, F NTH", "russia: MUN").units("russia") == ["F NTH"]
