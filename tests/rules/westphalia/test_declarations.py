"""Declaring private wars: POW-WAR-1 to 14, and withdrawals that war brings about."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from generator.engine.phases import Setup
from generator.rulesets.westphalia.data.facts import layout
from generator.rulesets.westphalia.diplomacy.actions import declare, open_wars
from generator.rulesets.westphalia.land.spoils import distance_cost
from generator.rulesets.westphalia.setup.opening import open_game, put_player, put_principality
from generator.rulesets.westphalia.state.orders import DeclareReligiousWar, DeclareWar, JoinLeague
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State, Wishes, Withdrawal
from generator.rulesets.westphalia.wars.battles import next_battle_phase, open_battles
from tests.rules.westphalia.table import (
    after,
    ally,
    di,
    events,
    foreign,
    give,
    lots,
    protestant,
    six,
    verdicts,
)


def wars(state: State, *declared: str) -> Progress:
    """`red: black ulm` is one player's preference list; players declare in the order given."""
    state = after(open_wars, state).state
    last = Progress(state)
    for line in declared:
        player, _, targets = line.partition(": ")
        orders = [DeclareWar("" if name == "none" else name) for name in targets.split()]
        last = after(declare, last.state, player, orders)
    return last


def phases(state: State) -> dict[str, int]:
    return {f"{war.attacker}-{war.defender}": war.phase for war in state.wars}


@pytest.mark.rule("POW-WAR-1")
def test_a_player_may_join_a_league_and_declare_both_wars() -> None:
    state = protestant(six(), "hesse").with_principality("hesse", drawn=True)
    orders = [JoinLeague("catholic"), DeclareWar("salzburg"), DeclareReligiousWar("hesse")]
    done = after(declare, after(open_wars, state).state, "purple", orders)
    assert [one.outcome for one in done.judged] == ["success"] * 3
    assert done.state.religious_war is not None
    assert done.state.players["purple"].league == "catholic"


@pytest.mark.rule("POW-WAR-2")
def test_several_lines_are_a_preference_list() -> None:
    done = wars(six(), "red: red salzburg anhalt")
    assert phases(done.state) == {"red-salzburg": 1}
    assert verdicts(done) == [
        "red: WAR red illegal POW-WAR-3",
        "red: WAR salzburg success",
        "red: WAR anhalt excess POW-WAR-2",
    ]


@pytest.mark.rule("POW-MAIL-1")
def test_what_is_not_carried_out_is_told_to_its_author_alone() -> None:
    done = wars(six(), "red: red salzburg anhalt")
    assert [one.known_to for one in done.judged] == [("red",), (), ("red",)]


@pytest.mark.rule("POW-WAR-2")
def test_a_player_may_pass() -> None:
    done = wars(six(), "red: none")
    assert verdicts(done) == ["red: WAR none success"]
    assert not done.state.wars


@pytest.mark.rule("POW-WAR-3")
def test_nobody_is_attacked_twice_in_a_round() -> None:
    assert verdicts(wars(six(), "red: black", "white: black")) == [
        "white: WAR black illegal POW-WAR-3"
    ]
    assert verdicts(wars(six(), "red: salzburg", "white: salzburg")) == [
        "white: WAR salzburg illegal POW-WAR-3"
    ]


@pytest.mark.rule("POW-WAR-3")
def test_what_is_not_on_the_map_cannot_be_attacked() -> None:
    assert verdicts(wars(six(), "red: ulm")) == ["red: WAR ulm illegal POW-WAR-3"]


@pytest.mark.rule("POW-WAR-4")
def test_a_foreign_power_without_a_footing_neither_declares_nor_suffers_war() -> None:
    state = foreign(give(six(), "black", " ".join(six().lands["green"])), "green")
    assert verdicts(wars(state, "green: red")) == ["green: WAR red illegal POW-WAR-4"]
    assert verdicts(wars(state, "green: salzburg")) == ["green: WAR salzburg illegal POW-WAR-4"]
    assert verdicts(wars(state, "red: green")) == ["red: WAR green illegal POW-WAR-4"]
    with_ally = ally(state, "trier", "green")
    assert verdicts(wars(with_ally, "green: red")) == ["green: WAR red success"]
    assert verdicts(wars(foreign(six(), "green"), "green: red")) == ["green: WAR red success"]


@pytest.mark.rule("POW-WAR-5")
def test_an_allied_principality_is_attacked_through_its_ally() -> None:
    state = ally(six(), "hesse", "orange")
    assert verdicts(wars(state, "red: hesse")) == ["red: WAR hesse illegal POW-WAR-5"]


@pytest.mark.rule("POW-WAR-6")
def test_declaring_on_a_principality_costs_all_influence_there() -> None:
    done = wars(di(six(), "bohemia", red=2), "red: bohemia")
    assert done.state.influence("red", "bohemia") == 0
    assert done.state.players["red"].saved == 0, "it goes to the supply"


@pytest.mark.rule("POW-WAR-7")
def test_no_war_whose_declaration_would_give_the_enemy_an_ally() -> None:
    """E-15: nothing is removed."""
    done = wars(di(six(), "alsace", red=2, white=2), "red: alsace")
    assert verdicts(done) == ["red: WAR alsace illegal POW-WAR-7"]
    assert done.state.influence("red", "alsace") == 2


@pytest.mark.rule("POW-WAR-8")
def test_a_war_waits_for_the_first_phase_that_is_free_for_both() -> None:
    done = wars(six(), "purple: red", "red: white", "black: purple")
    assert phases(done.state) == {"purple-red": 1, "red-white": 2, "black-purple": 2}
    assert [war.number for war in done.state.wars] == [1, 2, 3]


@pytest.mark.rule("POW-WAR-8")
def test_three_in_a_circle_take_three_phases() -> None:
    """E-17."""
    done = wars(six(), "black: red", "red: white", "white: black")
    assert phases(done.state) == {"black-red": 1, "red-white": 2, "white-black": 3}


@pytest.mark.rule("POW-WAR-2")
def test_after_a_pass_nothing_is_declared() -> None:
    """A pass is the line that is carried out, whatever stands below it."""
    assert verdicts(wars(six(), "red: none black")) == [
        "red: WAR none success",
        "red: WAR black excess POW-WAR-2",
    ]


@pytest.mark.rule("POW-WAR-2")
def test_a_second_war_of_a_round_is_one_too_many() -> None:
    done = wars(six(), "red: black white")
    assert phases(done.state) == {"red-black": 1}
    assert done.judged[-1].reasons[0].text == "Red has declared 1 private war this Round"


@pytest.mark.rule("POW-WAR-9")
def test_three_battle_phases_suffice() -> None:
    """Random sets of declarations among eight players."""
    seats = "red blue green yellow orange purple white black"
    start = after(open_wars, _eight(seats)).state
    drawn = random.Random(1618)
    for _ in range(1000):
        state, order = start, seats.split()
        drawn.shuffle(order)
        for player in order:
            targets = [*order, *start.principalities]
            wishes = [DeclareWar(name) for name in drawn.sample(targets, 4)]
            state = after(declare, state, player, wishes).state
        assert state.wars
        assert max(war.phase for war in state.wars) <= 3
        for war in state.wars:
            rivals = [one for one in state.wars if one.phase == war.phase and one is not war]
            sides = {side for one in rivals for side in (one.attacker, one.defender)}
            assert not sides & {war.attacker, war.defender}


def _eight(seats: str, **options: object) -> State:
    state, order = open_game(Setup(options={"seats": seats, **options})), seats.split()
    for name, codes in layout(8).items():
        if name[0] == "s" and name[1:].isdecimal():
            state = put_player(state, order[int(name[1:]) - 1], codes, codes[0])
        else:
            state = put_principality(state, name, codes, codes[0])
    return replace(state, setup=False, initiative=tuple(order), emperor=order[0])


@pytest.mark.rule("POW-WAR-10")
def test_sides_are_fixed_when_the_battle_begins() -> None:
    """An ally that left in the first Battle Phase fights in no war of the second."""
    state = ally(ally(six(), "hesse", "orange"), "bohemia", "orange")
    state = wars(state, "purple: red", "red: orange").state
    state = di(state, "hesse").with_principality("hesse", ally="")
    done = after(open_battles, state, 2, lots())
    field = done.state.hands["2"]
    assert field.sides[1].allies == ("bohemia",)
    assert field.sides[1].strength == 4 + 6


@pytest.mark.rule("POW-WAR-10")
def test_a_principality_fights_alone_even_with_a_new_ally() -> None:
    """E-19."""
    state = wars(six(), "purple: bohemia").state
    done = after(open_battles, ally(state, "bohemia", "black"), 1, lots())
    side = done.state.hands["1"].sides[1]
    assert (side.power, side.allies, side.strength) == ("bohemia", (), 6)


@pytest.mark.rule("POW-WAR-11")
def test_allies_that_could_take_a_province_are_noted_at_the_declaration() -> None:
    state = ally(ally(six(), "hesse", "orange"), "bohemia", "orange")
    state = ally(state, "alsace", "green")
    war = wars(state, "orange: green").state.wars[0]
    assert war.could_take == ("hesse",), "Bohemia touches no enemy, and neither does Alsace"


@pytest.mark.rule("POW-WAR-11")
def test_allies_of_the_defender_are_noted_too() -> None:
    """Thuringia touches D4 of Hesse, and Hesse touches B3 of red."""
    state = ally(ally(six(), "hesse", "orange"), "thuringia", "red")
    assert wars(state, "orange: red").state.wars[0].could_take == ("hesse", "thuringia")


@pytest.mark.rule("POW-WAR-12")
def test_near_is_what_touched_ones_land_when_the_wars_began() -> None:
    """Red takes B2 and only then touches C2."""
    state = after(open_wars, six()).state
    state = give(state, "red", "B2")
    assert distance_cost(state, "red", "C2") == 1
    assert distance_cost(state, "red", "B2") == 0


@pytest.mark.rule("POW-WAR-12")
@pytest.mark.rule("POW-FP-8")
def test_the_edge_of_a_foreign_power_is_near() -> None:
    state = after(open_wars, foreign(six(), "green", "SW")).state
    assert distance_cost(state, "green", "G1") == 0
    assert distance_cost(state, "green", "G3") == 1


@pytest.mark.rule("POW-WAR-13")
def test_no_card_is_dealt_with_the_declarations() -> None:
    state = wars(six(), "purple: red", "green: white").state
    assert next_battle_phase(state) == 1
    assert not state.hands


@pytest.mark.rule("POW-WAR-14")
def test_a_war_with_somebody_who_is_gone_does_not_take_place() -> None:
    state = wars(six(), "purple: trier").state
    done = after(open_battles, give(state, "white", "D1", capital=False), 1, lots())
    assert [war.status for war in done.state.wars] == ["cancelled"]
    assert [event.rule for event in done.events] == ["POW-WAR-14"]


@pytest.mark.rule("POW-WAR-14")
def test_a_war_with_a_prince_who_has_left_does_not_take_place() -> None:
    """E-20."""
    state = wars(six(), "purple: red").state
    done = after(open_battles, foreign(state, "red").with_player("red", left=True), 1, lots())
    assert next_battle_phase(done.state) == 0
    assert not done.state.hands


@pytest.mark.rule("POW-WAR-14")
def test_nobody_fights_his_own_new_vassal() -> None:
    """E-19: the attacker himself has vassalized it."""
    state = wars(six(), "purple: salzburg").state
    done = after(open_battles, ally(state, "salzburg", "purple"), 1, lots())
    assert done.state.wars[0].status == "cancelled"


@pytest.mark.rule("POW-DI-5")
def test_withdrawal_if_attacked_comes_before_the_sides() -> None:
    """E-16: the principality is no target of this war any more, and a rival becomes its ally."""
    state = ally(six(), "alsace", "black", black=3, white=2)
    wish = Withdrawal("alsace", "attacked")
    state = state.with_player("black", wishes=Wishes(withdraw=(wish,)))
    done = wars(state, "red: black")
    assert done.state.influence("black", "alsace") == 0
    assert done.state.principalities["alsace"].ally == "white"
    opened = after(open_battles, done.state, 1, lots())
    assert opened.state.hands["1"].sides[1].allies == ()


@pytest.mark.rule("POW-DI-5")
def test_withdrawal_if_the_principality_itself_is_attacked() -> None:
    state = di(six(), "bohemia", black=2)
    wish = Withdrawal("bohemia", "attacked")
    state = state.with_player("black", wishes=Wishes(withdraw=(wish,)))
    assert wars(state, "red: bohemia").state.influence("black", "bohemia") == 0
    assert wars(state, "red: salzburg").state.influence("black", "bohemia") == 2


def test_a_declaration_is_public_and_names_its_battle_phase() -> None:
    (event,) = events(wars(six(), "purple: red"), "war-declared")
    assert event.public
    assert (event.data["war"], event.data["phase"], event.powers) == (1, 1, ("purple", "red"))


@pytest.mark.rule("POW-WAR-4")
@pytest.mark.rule("POW-WAR-5")
def test_refusals_say_what_is_missing_and_whose_ally_it_is() -> None:
    landless = foreign(give(six(), "white", "A1 B1 B2 C1", capital=False), "green")
    (refused,) = wars(landless, "red: green").judged
    said = "Green is a Foreign Power with neither land nor an ally in the Empire"
    assert [one.text for one in refused.reasons] == [said]
    own = wars(ally(six(), "hesse", "red"), "red: hesse").judged[0]
    assert own.reasons[0].text == "Hesse is the ally of Red himself"
