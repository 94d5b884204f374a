"""The game and its board."""

from __future__ import annotations

from itertools import permutations

import pytest

from generator.engine.phases import Setup
from generator.rulesets.standard import RULESET
from tests.rules.standard.play import adjudicate, open_at, play, winter

OPENING = """
    austria: A VIE - GAL
    russia: A WAR - GAL
    turkey: F ANK - BLA
    russia: F SEV - BLA
    italy: A VEN - TYR
    germany: A MUN - TYR
    germany: A BER S A MUN - TYR
"""


@pytest.mark.rule("STD-GEN-1")
def test_seven_powers_play() -> None:
    assert list(RULESET.powers) == [
        "austria", "england", "france", "germany", "italy", "russia", "turkey",
    ]  # fmt: skip
    state = RULESET.opening(Setup())
    book = RULESET.read(state, {"spain": "A MAD H"})
    complaints = [(one.power, one.problem) for one in book.complaints]
    assert ("spain", "there is no power spain") in complaints


@pytest.mark.rule("STD-GEN-2")
def test_opening_position() -> None:
    state = RULESET.opening(Setup())
    assert str(state.moment) == "1901 spring-movement"
    assert [len(units) for units in state.units.values()] == [3, 3, 3, 3, 3, 4, 3]
    for power, units in state.units.items():
        assert {unit.province for unit in units} == set(RULESET.facts.homes[power])
    assert {str(unit) for unit in state.units["russia"]} == {
        "A MOS", "A WAR", "F SEV", "F STP/SC",
    }  # fmt: skip
    assert len(RULESET.facts.board.centers) - len(state.centers) == 12


@pytest.mark.rule("STD-GEN-3")
def test_army_and_fleet_are_equally_strong() -> None:
    turn = play("turkey: F CON - BUL/EC\naustria: A SER - BUL")
    assert turn.said("turkey: F CON - BUL/EC") == "bounce STD-MOV-4"
    assert turn.said("austria: A SER - BUL") == "bounce STD-MOV-4"


@pytest.mark.rule("STD-GEN-4")
def test_a_unit_on_one_coast_fills_the_province() -> None:
    turn = play("france: F SPA/NC H\nitaly: F WES - SPA/SC\nfrance: A MAR - GAS")
    assert turn.said("italy: F WES - SPA/SC") == "bounce STD-MOV-5"
    places = [unit.province for _, unit in turn.state.stands()]
    assert len(places) == len(set(places)) == 3


@pytest.mark.rule("STD-GEN-5")
def test_five_phases_make_a_year() -> None:
    """Every phase comes when somebody has something to decide in it."""
    spring = play(
        """
        austria: A TRI - VEN
        austria: A TYR S A TRI - VEN
        italy: A VEN H
        """,
        units="italy: A ROM, A NAP\nrussia: A SEV",
    )
    assert str(spring.state.moment) == "1901 spring-retreats"
    fall = spring.then("italy: A VEN - TUS")
    assert str(fall.state.moment) == "1901 fall-movement"
    retreats = fall.then(
        """
        italy: A TUS - VEN
        italy: A ROM S A TUS - VEN
        """
    )
    assert str(retreats.state.moment) == "1901 fall-retreats"
    last = retreats.then("austria: A VEN - TRI")
    assert str(last.state.moment) == "1901 winter-adjustments"
    assert str(last.then("").state.moment) == "1902 spring-movement"


@pytest.mark.rule("STD-GEN-6")
def test_phases_without_a_decision_are_skipped() -> None:
    quiet = play("austria: A VIE H", phase="fall-movement", centers="austria: VIE")
    assert str(quiet.state.moment) == "1902 spring-movement"


@pytest.mark.rule("STD-GEN-6")
def test_a_unit_without_retreat_goes_at_once_when_nobody_has_a_choice() -> None:
    turn = play(
        """
        russia: F BLA - ANK
        russia: F CON S F BLA - ANK
        turkey: F ANK H
        russia: A ARM H
        """
    )
    assert str(turn.state.moment) == "1901 fall-movement"
    assert turn.texts("disbanded") == [
        "Turkey's fleet in Ankara is disbanded: it has nowhere to go"
    ]


@pytest.mark.rule("STD-GEN-6")
def test_a_power_that_must_give_up_everything_is_not_asked() -> None:
    turn = play(
        "italy: A VIE H\naustria: A BOH H",
        phase="fall-movement",
        centers="austria: VIE",
    )
    assert str(turn.state.moment) == "1902 spring-movement"
    assert turn.units("austria") == []
    assert "STD-CD-2" in {event.rule for event in turn.events}


@pytest.mark.rule("STD-GEN-7")
@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_sequence_of_orders_makes_no_difference(order: tuple[int, ...]) -> None:
    lines = OPENING.strip().splitlines()
    parts = [lines[:2], lines[2:5], lines[5:]]
    shuffled = "\n".join(line for number in order for line in parts[number])
    state = RULESET.opening(Setup())
    plain, other = adjudicate(state, OPENING), adjudicate(state, shuffled)
    assert plain.state == other.state
    assert set(plain.resolution.verdicts) == set(other.resolution.verdicts)


@pytest.mark.rule("STD-GEN-8")
def test_the_same_orders_end_in_the_same_way() -> None:
    state = RULESET.opening(Setup())
    assert adjudicate(state, OPENING).resolution == adjudicate(state, OPENING).resolution


@pytest.mark.rule("STD-MAP-1")
def test_seventy_five_provinces() -> None:
    kinds = [one.kind for one in RULESET.facts.board.provinces.values()]
    assert len(kinds) == 75
    assert [kinds.count(kind) for kind in ("inland", "coastal", "sea")] == [14, 42, 19]


@pytest.mark.rule("STD-MAP-2")
def test_thirty_four_centers_of_which_twenty_two_are_homes() -> None:
    assert len(RULESET.facts.board.centers) == 34
    assert sum(map(len, RULESET.facts.homes.values())) == 22


@pytest.mark.rule("STD-MAP-3")
def test_an_army_never_enters_a_sea() -> None:
    turn = play("england: A LVP - IRI\nengland: A EDI - CLY")
    assert turn.said("england: A LVP - IRI") == "illegal STD-MAP-3"
    assert turn.units("england") == ["A CLY", "A LVP"]


@pytest.mark.rule("STD-MAP-4")
def test_a_fleet_never_goes_inland_or_across_country() -> None:
    turn = play("germany: F KIE - RUH\nitaly: F ROM - VEN\nitaly: F NAP - APU")
    assert turn.said("germany: F KIE - RUH") == "illegal STD-MAP-4"
    assert turn.said("italy: F ROM - VEN") == "illegal STD-MOV-1"
    assert turn.said("italy: F NAP - APU") == "success STD-MOV-3"


@pytest.mark.rule("STD-MAP-5")
def test_a_fleet_leaves_from_its_own_coast_only() -> None:
    turn = play("france: F SPA/NC - LYO\nrussia: F STP/SC - BOT\naustria: A GRE - BUL")
    assert turn.said("france: F SPA/NC - LYO") == "illegal STD-MOV-1"
    assert turn.said("russia: F STP/SC - BOT") == "success STD-MOV-3"
    assert turn.units("austria") == ["A BUL"]


@pytest.mark.rule("STD-MAP-6")
def test_kiel_and_constantinople_join_two_seas() -> None:
    first = play("germany: F HEL - KIE\nturkey: F BLA - CON")
    second = first.then("germany: F KIE - BAL\nturkey: F CON - AEG")
    assert second.units("germany") == ["F BAL"]
    assert second.units("turkey") == ["F AEG"]


@pytest.mark.rule("STD-MAP-7")
def test_armies_cross_between_denmark_and_its_neighbors() -> None:
    turn = play("russia: A SWE - DEN\ngermany: A BER - KIE\nengland: F SKA - BAL")
    assert turn.units("russia") == ["A DEN"]
    assert turn.said("england: F SKA - BAL") == "illegal STD-MOV-1"
    assert turn.then("russia: A DEN - KIE\ngermany: A KIE - MUN").units("russia") == ["A KIE"]


@pytest.mark.rule("STD-MAP-8")
def test_every_province_is_open_to_every_power() -> None:
    """One unit walks or sails to each neighbor of each province, whosever home that is."""
    board = RULESET.facts.board
    for code, one in board.provinces.items():
        for to in one.army:
            assert play(f"turkey: A {code} - {to}").units("turkey") == [f"A {to}"]
    assert "SWI" not in board.provinces


@pytest.mark.rule("STD-PUB-1")
def test_all_orders_and_events_are_public() -> None:
    turn = adjudicate(RULESET.opening(Setup()), OPENING)
    assert all(event.public for event in turn.events)
    document = RULESET.dump(turn.state)
    assert not document.private
    assert len(turn.resolution.verdicts) == 22


@pytest.mark.rule("STD-PUB-2")
def test_land_shows_who_stood_there_last() -> None:
    state = RULESET.opening(Setup())
    assert state.land["GAL"] == "austria"
    first = adjudicate(state, "russia: A WAR - GAL")
    second = first.then("russia: A GAL - WAR")
    picture = RULESET.picture(second.state)
    assert picture.land["GAL"] == "russia"
    assert picture.land["VIE"] == "austria"
    assert "GRE" not in picture.land


@pytest.mark.rule("STD-PUB-2")
def test_colors_have_no_effect() -> None:
    turn = winter("austria: A BUD", "austria: BUD, VIE, TRI", "austria: BUILD A GAL")
    assert open_at("austria: A GAL").land["GAL"] == "austria"
    assert turn.said("austria: BUILD A GAL") == "illegal STD-BLD-2"
