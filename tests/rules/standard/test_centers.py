"""Centers, elimination and the end."""

from __future__ import annotations

import pytest

from generator.engine.errors import GameError
from generator.engine.phases import Ruling
from tests.rules.standard.play import adjudicate, open_at, play

SEVENTEEN = "ANK, BEL, BER, BUD, BUL, CON, DEN, GRE, HOL, KIE, MOS, MUN, NWY, RUM, SER, SEV, SMY"


@pytest.mark.rule("STD-CTR-1")
def test_a_center_is_taken_at_the_end_of_the_fall() -> None:
    turn = play("austria: A BUD - SER\nitaly: A VEN - TRI", phase="fall-movement")
    assert turn.state.centers["SER"] == "austria"
    assert turn.state.centers["TRI"] == "italy"
    assert turn.texts("center-taken") == [
        "Austria takes Serbia",
        "Italy takes Trieste from Austria",
    ]


@pytest.mark.rule("STD-CTR-1")
def test_a_retreat_takes_a_center_too() -> None:
    turn = play(
        "italy: A VEN - TRI\nitaly: A TYR S A VEN - TRI\naustria: A TRI H", phase="fall-movement"
    )
    assert "SER" not in turn.state.centers
    assert turn.then("austria: A TRI - SER").state.centers["SER"] == "austria"


@pytest.mark.rule("STD-CTR-2")
def test_spring_takes_nothing_and_an_empty_center_stays_its_owners() -> None:
    spring = play("austria: A BUD - SER")
    assert "SER" not in spring.state.centers
    fall = spring.then("austria: A SER - ALB")
    assert "SER" not in fall.state.centers
    assert fall.state.centers["BUD"] == "austria"


@pytest.mark.rule("STD-CTR-3")
def test_a_power_without_center_and_unit_is_eliminated() -> None:
    turn = play("italy: A VIE H", phase="fall-movement", centers="austria: VIE\nitaly: ROM")
    assert turn.texts("eliminated") == ["Austria is eliminated"]
    alive = play(
        "italy: A VIE H\naustria: A BOH H", phase="fall-movement", centers="austria: VIE, BUD"
    )
    assert alive.texts("eliminated") == []


@pytest.mark.rule("STD-END-1")
def test_eighteen_centers_win() -> None:
    turn = play(
        "turkey: A WAR H", phase="fall-movement", centers=f"turkey: {SEVENTEEN}\nrussia: WAR"
    )
    assert turn.state.ending is not None
    assert (turn.state.ending.kind, turn.state.ending.powers) == ("victory", ("turkey",))
    with pytest.raises(GameError, match="the game is over"):
        turn.then("")


@pytest.mark.rule("STD-END-1")
def test_seventeen_centers_do_not_win() -> None:
    turn = play("turkey: A UKR H", phase="fall-movement", centers=f"turkey: {SEVENTEEN}")
    assert turn.state.ending is None


@pytest.mark.rule("STD-END-1")
def test_no_victory_while_another_power_owns_as_many() -> None:
    orders = "austria: A VIE H\nitaly: A ROM H"
    options = {"victory-centers": 2}
    level = "austria: VIE, BUD\nitaly: ROM, VEN"
    assert play(orders, phase="fall-movement", centers=level, options=options).state.ending is None
    ahead = "austria: VIE, BUD, TRI\nitaly: ROM, VEN"
    turn = play(orders, phase="fall-movement", centers=ahead, options=options)
    assert turn.state.ending is not None
    assert turn.state.ending.powers == ("austria",)


@pytest.mark.rule("STD-END-2")
def test_a_spring_wins_nothing() -> None:
    turn = play("turkey: A UKR - WAR", centers=f"turkey: {SEVENTEEN}\nrussia: WAR")
    assert turn.state.ending is None
    assert turn.then("turkey: A WAR H").state.ending is not None


@pytest.mark.rule("STD-END-3")
def test_a_draw_is_recorded_as_a_ruling() -> None:
    ruling = Ruling(1, "spring-movement", "end", "all players agreed", facts={"result": "draw"})
    turn = play("austria: A VIE H", rulings=[ruling])
    assert turn.state.ending is not None
    assert turn.state.ending.kind == "draw"
    assert turn.events[-1].rule == "STD-END-3"


@pytest.mark.rule("STD-END-4")
def test_all_that_own_a_center_share_a_draw() -> None:
    ruling = Ruling(1, "spring-movement", "end", "agreed", facts={"result": "draw"})
    turn = play(
        "austria: A VIE H\nturkey: A SYR H", centers="austria: VIE\nitaly: ROM", rulings=[ruling]
    )
    assert turn.state.ending is not None
    assert turn.state.ending.powers == ("austria", "italy")


@pytest.mark.rule("STD-END-4")
def test_players_may_agree_on_who_shares() -> None:
    facts = {"result": "draw", "powers": ["austria"]}
    ruling = Ruling(1, "spring-movement", "end", "agreed", facts=facts)
    centers = "austria: VIE\nitaly: ROM"
    turn = play("austria: A VIE H", centers=centers, options={"draws": "agreed"}, rulings=[ruling])
    assert turn.state.ending is not None
    assert turn.state.ending.powers == ("austria",)
    with pytest.raises(GameError, match="name none"):
        play("austria: A VIE H", centers=centers, rulings=[ruling])


@pytest.mark.rule("STD-END-5")
def test_the_last_year_ends_in_a_draw() -> None:
    state = open_at("austria: A VIE", "fall-movement", 1910, options={"end-year": 1910})
    ending = adjudicate(state, "").state.ending
    assert ending is not None
    assert ending.kind == "draw"
    assert len(ending.powers) == 7
    earlier = open_at("austria: A VIE", "fall-movement", 1909, options={"end-year": 1910})
    assert adjudicate(earlier, "").state.ending is None
