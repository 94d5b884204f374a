"""Faith: what is earned, how dice are placed, and what they convert."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import pytest
from msgspec.structs import replace

from generator.rulesets.westphalia.faith.dice import (
    Placement,
    automatic_faith,
    earned_faith,
    place_refusal,
    roll_faith,
)
from generator.rulesets.westphalia.state.orders import Faith
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State
from tests.rules.westphalia.rounds import at_phase, dice, play, thrown, verdict, why
from tests.rules.westphalia.table import ally, foreign, give, protestant, six


def with_dice(state: State, **numbers: int) -> State:
    return replace(at_phase(state, "faith"), dice=MappingProxyType(numbers))


def placed(state: State, orders: Mapping[str, str]) -> State:
    return play(state, orders).state


def faith_of(state: State, player: str) -> int:
    return sum(part.faith for part in earned_faith(state, player))


@pytest.mark.rule("POW-FTH-1")
def test_only_who_combats_heresy_earns_faith() -> None:
    progress = Progress(six().with_player("red", tasks=("diplomacy", "war")))
    roll_faith(progress, thrown({}))
    assert not [one for one in progress.events if one.kind == "faith-earned"]
    assert progress.state.players["red"].saints == 0


@pytest.mark.rule("POW-FTH-2")
def test_how_much_faith() -> None:
    assert faith_of(six(), "red") == 5  # saved, of the Emperor's religion
    luther = protestant(six(), "red")
    assert faith_of(replace(luther, round=2), "red") == 7  # 3, and 4 as saved
    late = replace(six().with_player("red", saints=11), round=4, reformation=True)
    assert faith_of(late, "red") == 9  # 2 for Saints, 2, 4 and 1


@pytest.mark.rule("POW-FTH-2")
@pytest.mark.rule("POW-FP-12")
def test_a_late_protestant_foreign_power() -> None:
    """Round 4, saved, under a Catholic Emperor: 1 + 4."""
    state = replace(foreign(protestant(six(), "green"), "green"), round=4)
    assert faith_of(state, "green") == 5


@pytest.mark.rule("POW-FTH-3")
@pytest.mark.rule("POW-FTH-4")
@pytest.mark.rule("POW-FTH-5")
def test_three_or_less_succeeds_and_is_a_point() -> None:
    state = protestant(six(), "red").with_player("red", tasks=("heresy", "war"))
    progress = Progress(state)
    roll_faith(progress, thrown(dice("r1/faith/red", "1 3 4 6 6 4 5")))
    assert progress.state.players["red"].reformation == 2
    assert progress.state.dice == {"red": 2}


@pytest.mark.rule("POW-FTH-5")
def test_dice_without_a_place_are_lost() -> None:
    state = with_dice(protestant(six(), "red"), red=3)
    done = play(state, {"red": "FAITH A2\nFAITH G7 x2"})
    assert verdict(done, "red", "FAITH G7 x2") == "illegal POW-FTH-6"
    assert [one.data["number"] for one in done.events if one.kind == "dice-lost"] == [2]


@pytest.mark.rule("POW-FTH-6")
@pytest.mark.rule("POW-FTH-14")
def test_where_dice_may_be_placed() -> None:
    """From green's B1 A1 B2 C1."""
    state = six()
    for place in ("A1", "hesse", "trier", "cologne", "A2", "B3"):
        assert place_refusal(state, "green", place) is None, place
    assert why(place_refusal(state, "green", "A3")) == "is the capital of a Prince"
    assert why(place_refusal(state, "green", "B1")) == "is the capital of a Prince"
    assert why(place_refusal(state, "green", "A4")) == "is not next to the player's land"
    assert why(place_refusal(state, "green", "mainz")) == "is neither a neighbour nor an ally"
    assert place_refusal(ally(state, "mainz", "green"), "green", "mainz") is None


@pytest.mark.rule("POW-FTH-6")
def test_a_neighbour_of_an_ally_is_no_neighbour() -> None:
    """Mainz touches Palatinate, but green does not."""
    state = ally(six(), "mainz", "green")
    assert place_refusal(state, "green", "palatinate") is not None


@pytest.mark.rule("POW-FTH-7")
@pytest.mark.rule("POW-FP-8")
def test_a_home_is_adjacent_to_its_edge() -> None:
    """France at the south-west, without land in the Empire."""
    state = foreign(give(six(), "bohemia", "A3 A2 A4 B3", town=False), "red", "SW")
    for place in ("trier", "alsace", "G1"):
        assert place_refusal(state, "red", place) is None, place
    assert place_refusal(state, "red", "hesse") is not None


@pytest.mark.rule("POW-FTH-8")
@pytest.mark.rule("POW-FTH-11")
def test_dice_on_a_principality_count_together() -> None:
    """Three dice of two players convert Hesse, which has three provinces; two do not."""
    state = protestant(ally(six(), "hesse", "red"), "red", "green")
    few = placed(with_dice(state, red=1, green=1), {"red": "FAITH hesse", "green": "FAITH hesse"})
    assert few.religion_of("hesse") == "catholic"
    orders = {"red": "FAITH hesse x2", "green": "FAITH hesse"}
    assert placed(with_dice(state, red=2, green=1), orders).religion_of("hesse") == "protestant"


@pytest.mark.rule("POW-FTH-8")
def test_a_province_of_a_principality_is_no_place_of_its_own() -> None:
    assert "one place for dice" in why(place_refusal(six(), "green", "C2"))


@pytest.mark.rule("POW-FTH-9")
def test_dice_of_both_faiths_go_together() -> None:
    """Two Catholic dice lie on Hesse; of three Protestant ones a single one is left."""
    state = protestant(ally(six("green purple white orange red black"), "hesse", "red"), "red")
    done = play(
        with_dice(state, green=2, red=3), {"green": "FAITH hesse x2", "red": "FAITH hesse x3"}
    )
    assert done.state.religion_of("hesse") == "catholic"
    one_more = play(with_dice(state, green=0, red=3), {"red": "FAITH hesse x3"})
    assert one_more.state.religion_of("hesse") == "protestant"


@pytest.mark.rule("POW-FTH-10")
def test_nothing_converts_before_all_have_placed() -> None:
    """Red's die lies on B2 first; green, later in Initiative, cancels it."""
    state = protestant(six("purple red green white orange black"), "red")
    orders = {"red": "FAITH B2", "green": "FAITH B2"}
    assert placed(with_dice(state, red=1, green=1), orders).provinces["B2"].religion == "catholic"
    alone = placed(with_dice(state, red=1), orders)
    assert alone.provinces["B2"].religion == "protestant"


@pytest.mark.rule("POW-FTH-12")
def test_one_die_converts_a_province_of_another_player() -> None:
    done = placed(with_dice(protestant(six(), "red"), red=1), {"red": "FAITH B2"})
    assert done.provinces["B2"].religion == "protestant"


@pytest.mark.rule("POW-FTH-13")
def test_an_own_province_brings_another_along() -> None:
    state = six().with_player("red", religion="protestant")
    state = with_dice(protestant(state, "A3"), red=1)
    done = placed(state, {"red": "FAITH A2 ALSO B3"})
    assert done.provinces["A2"].religion == "protestant"
    assert done.provinces["B3"].religion == "protestant"
    assert done.provinces["A4"].religion == "catholic"


@pytest.mark.rule("POW-FTH-13")
def test_not_where_a_heretical_die_lies() -> None:
    """Green's Catholic die guards A4, so that B3 comes along instead."""
    state = give(six("green purple white orange red black"), "green", "B4", town=False)
    state = state.with_player("red", religion="protestant")
    state = protestant(state, "A3", "B2")
    done = placed(
        with_dice(state, green=1, red=1), {"green": "FAITH A4", "red": "FAITH A2 ALSO A4"}
    )
    assert done.provinces["A4"].religion == "catholic"
    assert done.provinces["B3"].religion == "protestant"


@pytest.mark.rule("POW-FTH-13")
def test_a_further_province_converted_by_another_is_replaced() -> None:
    """E-10: a Protestant friend's die converts A4, so that red brings B3 along."""
    state = give(six(), "green", "B4", town=False)
    state = state.with_player("red", religion="protestant")
    state = protestant(state, "A3").with_player("green", religion="protestant")
    state = protestant(state, "B1")
    done = placed(
        with_dice(state, green=1, red=1), {"green": "FAITH A4", "red": "FAITH A2 ALSO A4"}
    )
    assert {done.provinces[code].religion for code in ("A2", "A4", "B3")} == {"protestant"}


@pytest.mark.rule("POW-FTH-12")
def test_a_friends_die_alone_brings_nothing_along() -> None:
    """E-08: green's die converts A2 of red, who is Protestant too, and nothing else."""
    state = protestant(six(), "green").with_player("red", religion="protestant")
    state = with_dice(protestant(state, "A3"), green=1)
    done = placed(state, {"green": "FAITH A2"})
    assert done.provinces["A2"].religion == "protestant"
    assert done.provinces["A4"].religion == "catholic"


@pytest.mark.rule("POW-FTH-14")
def test_no_die_on_a_capital() -> None:
    state = with_dice(protestant(six(), "green"), green=1)
    done = play(state, {"green": "FAITH A3"})
    assert verdict(done, "green", "FAITH A3") == "illegal POW-FTH-14"


@pytest.mark.rule("POW-FTH-15")
def test_automatic_dice() -> None:
    """Red's own A2 and A4 take one die; two are too few for Brandenburg and Hesse, and go on."""
    state = six().with_player("red", religion="protestant")
    state = with_dice(protestant(state, "A3", "B3", "anhalt", "thuringia"), red=3)
    orders = tuple(automatic_faith(state, Placement(), "red"))
    assert orders[0] == Faith("A2", 1, ("A4",))
    assert [one.place for one in orders[1:]] == ["A1", "B2"]
    assert placed(state, {}).provinces["A4"].religion == "protestant"


@pytest.mark.rule("POW-FTH-15")
def test_automatic_dice_convert_what_they_can_afford() -> None:
    state = with_dice(protestant(six(), "red"), red=3)
    orders = tuple(automatic_faith(state, Placement(), "red"))
    assert orders[0] == Faith("anhalt", 2)
    friends = protestant(ally(six(), "saxony", "red"), "red", "saxony", "anhalt")
    friends = protestant(friends, "thuringia", "A1", "B2")
    rest = tuple(automatic_faith(with_dice(friends, red=2), Placement(), "red"))
    assert rest == (Faith("saxony", 0),)


@pytest.mark.rule("POW-FTH-16")
def test_all_dice_leave_the_map() -> None:
    done = placed(with_dice(protestant(six(), "red"), red=1), {"red": "FAITH hesse"})
    assert not done.dice


@pytest.mark.rule("POW-FTH-17")
def test_two_dice_on_one_own_province_bring_one_along() -> None:
    state = six().with_player("red", religion="protestant")
    state = with_dice(protestant(state, "A3"), red=2)
    done = placed(state, {"red": "FAITH A2 x2 ALSO A4"})
    assert done.provinces["A4"].religion == "protestant"
    assert done.provinces["B3"].religion == "catholic"


@pytest.mark.rule("POW-FTH-9")
@pytest.mark.rule("POW-FTH-13")
def test_the_oldest_die_goes_even_if_it_was_the_owners() -> None:
    """E-08: red's die on A2 is the first of two, and white's takes it away: green's converts A2,
    and nothing comes along."""
    state = protestant(six("purple red green white orange black"), "green")
    state = protestant(state.with_player("red", religion="protestant"), "A3")
    state = give(state, "white", "A1 B4", capital=False, town=False)
    orders = {"red": "FAITH A2 ALSO A4", "green": "FAITH A2", "white": "FAITH A2"}
    done = placed(with_dice(state, red=1, green=1, white=1), orders)
    assert done.provinces["A2"].religion == "protestant"
    assert done.provinces["A4"].religion == "catholic"
    kept = placed(with_dice(state, red=1, green=1), orders)
    assert kept.provinces["A4"].religion == "protestant"


@pytest.mark.rule("POW-FTH-6")
def test_an_ally_may_be_converted_by_its_own_holder() -> None:
    """E-11: alliances do not protect from dice."""
    state = protestant(ally(six(), "hesse", "red"), "red")
    done = placed(with_dice(state, red=3), {"red": "FAITH hesse x3"})
    assert done.religion_of("hesse") == "protestant"
    assert done.principalities["hesse"].ally == "red"
