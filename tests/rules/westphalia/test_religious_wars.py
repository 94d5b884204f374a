"""Religious Wars beside the worked example: who may declare, who must choose, how they end."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from generator.rulesets.westphalia.battle.army import Army
from generator.rulesets.westphalia.battle.cards import Cards
from generator.rulesets.westphalia.diplomacy.actions import declare, open_wars
from generator.rulesets.westphalia.state.orders import (
    DeclareReligiousWar,
    ExchangeElectors,
    JoinLeague,
)
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State, Wishes, Withdrawal
from generator.rulesets.westphalia.wars.fields import (
    muster_of,
    with_field,
)
from generator.rulesets.westphalia.wars.fighting import fight
from generator.rulesets.westphalia.wars.gathering import gather_leagues, open_melee
from generator.rulesets.westphalia.wars.outcome import conclude_religious_war
from tests.rules.westphalia.table import (
    after,
    ally,
    di,
    events,
    foreign,
    give,
    kinds,
    lots,
    protestant,
    six,
    spoils_orders,
    verdicts,
)


def table(**options: Any) -> State:
    """Red and green are Protestants and in their League; Hesse, Catholic, has been drawn."""
    state = protestant(six(**options), "red", "green").with_principality("hesse", drawn=True)
    for player in ("red", "green"):
        state = state.with_player(player, league="evangelical", reformation=5)
    return state


def declared(state: State, player: str = "red", target: str = "hesse") -> Progress:
    return after(declare, after(open_wars, state).state, player, [DeclareReligiousWar(target)])


def gathered(state: State, **answers: str) -> Progress:
    """`orange="catholic"` joins that League, `orange="none"` declines."""
    orders = {
        player: [JoinLeague("" if league == "none" else league)]  # type: ignore[arg-type]
        for player, league in answers.items()
    }
    return after(gather_leagues, declared(state).state, orders)


def won(state: State, league: str, **answers: str) -> State:
    """The war after a melee that this League has won, all members' cards still in hand."""
    state = after(open_melee, gathered(state, **answers).state, lots()).state
    war = state.religious_war
    assert war is not None
    return replace(state, religious_war=replace(war, status="won", winner=league))  # type: ignore[arg-type]


@pytest.mark.rule("POW-RWD-1")
def test_only_saved_members_of_a_league_declare_and_only_once() -> None:
    outside = table().with_player("red", league="")
    assert verdicts(declared(outside)) == ["red: RELIGIOUSWAR hesse illegal POW-RWD-1"]
    crowded = protestant(table(), "black", "white").with_player("black", reformation=9)
    crowded = crowded.with_player("white", reformation=8).with_player("green", reformation=0)
    assert verdicts(declared(crowded, "green")) == ["green: RELIGIOUSWAR hesse illegal POW-RWD-1"]
    second = after(declare, declared(table()).state, "green", [DeclareReligiousWar("hesse")])
    assert verdicts(second) == ["green: RELIGIOUSWAR hesse illegal POW-RWD-1"]


@pytest.mark.rule("POW-LEA-7")
def test_a_member_who_is_saved_no_longer_stays_one_and_may_not_declare() -> None:
    state = protestant(table(), "white", "black").with_player("white", reformation=9)
    state = state.with_player("black", reformation=9)
    done = declared(state)
    assert verdicts(done) == ["red: RELIGIOUSWAR hesse illegal POW-RWD-1"]
    assert done.state.players["red"].league == "evangelical"


@pytest.mark.rule("POW-RWD-1")
def test_a_foreign_power_without_land_or_allies_may_declare() -> None:
    state = foreign(give(table(), "black", " ".join(table().lands["red"])), "red")
    assert verdicts(declared(state)) == ["red: RELIGIOUSWAR hesse success"]


@pytest.mark.rule("POW-RWD-2")
def test_the_target_is_heretical() -> None:
    state = protestant(table(), "anhalt").with_principality("anhalt", drawn=True)
    assert verdicts(declared(state, target="anhalt")) == [
        "red: RELIGIOUSWAR anhalt illegal POW-RWD-2"
    ]
    assert verdicts(declared(state, target="ulm")) == ["red: RELIGIOUSWAR ulm illegal POW-RWD-2"]


@pytest.mark.rule("POW-RWD-3")
@pytest.mark.parametrize(
    ("red", "orange", "legal"), [(3, 4, True), (3, 5, False), (2, 0, False), (3, 3, True)]
)
def test_without_the_upheaval_it_must_be_within_reach(red: int, orange: int, legal: bool) -> None:
    """Hesse has three provinces: 3 against 4 needs 2 more, 3 against 5 needs 3."""
    state = di(table(), "hesse", red=red, orange=orange).with_principality("hesse", drawn=False)
    outcome = declared(state).judged[0].outcome
    assert outcome == ("success" if legal else "illegal")


@pytest.mark.rule("POW-RWD-3")
def test_the_ally_himself_may_declare() -> None:
    """E-34: and the Defender's influence is raised above his."""
    state = ally(table(), "hesse", "red", red=3, orange=1).with_principality("hesse", drawn=False)
    done = gathered(state)
    assert done.state.influence("orange", "hesse") == 4
    assert done.state.principalities["hesse"].ally == "orange"


@pytest.mark.rule("POW-DI-5")
def test_withdrawal_if_target_comes_right_after_the_declaration() -> None:
    state = di(table(), "hesse", black=2, white=1)
    wishes = Wishes(withdraw=(Withdrawal("hesse", "target"), Withdrawal("ulm", "target")))
    done = declared(state.with_player("black", wishes=wishes))
    assert done.state.influence("black", "hesse") == 0
    assert done.state.influence("white", "hesse") == 1


@pytest.mark.rule("POW-RWD-5")
def test_no_war_over_a_target_that_is_gone() -> None:
    """E-32."""
    state = declared(table()).state
    state = give(state, "black", "C3 C2 D4", capital=False)
    done = after(gather_leagues, state, {})
    assert done.state.religious_war is not None
    assert done.state.religious_war.status == "cancelled"
    assert kinds(done) == ["religious-war-cancelled"]


@pytest.mark.rule("POW-RWD-6")
def test_most_influence_chooses_first_and_equals_in_initiative() -> None:
    state = di(table(), "hesse", orange=3, black=1, white=1)
    done = gathered(state, orange="none", white="none", black="none")
    lost = [event.powers[0] for event in events(done, "influence-lost")]
    assert lost == ["orange", "white", "black"]
    assert not done.state.principalities["hesse"].influence


@pytest.mark.rule("POW-RWD-7")
def test_a_saved_catholic_cannot_join_the_evangelicals() -> None:
    """An order that cannot be carried out is as good as none: he joins his own League."""
    state = di(table(), "hesse", white=2)
    done = gathered(state, white="evangelical")
    assert verdicts(done) == [
        "white: LEAGUE evangelical illegal POW-LEA-1",
        "white: LEAGUE catholic IF TARGET hesse success",
    ]
    assert [one.note for one in done.judged] == ["", "no order given"]
    assert done.state.players["white"].league == "catholic"


@pytest.mark.rule("POW-RWD-8")
def test_the_emperor_may_join_and_others_without_influence_may_not() -> None:
    done = gathered(di(table(), "hesse", orange=1), purple="catholic", black="catholic")
    assert done.state.players["purple"].league == "catholic"
    assert done.state.players["black"].league == ""
    assert "black: LEAGUE catholic illegal POW-LEA-5" in verdicts(done)


@pytest.mark.rule("POW-RWD-9")
def test_without_influence_the_first_member_in_initiative_defends() -> None:
    """E-33: the Target is unaligned, and nobody is forced to join."""
    state = table()
    for player in ("orange", "white"):
        state = state.with_player(player, league="catholic")
    done = gathered(state)
    assert done.state.religious_war is not None
    assert done.state.religious_war.dotf == "white"


@pytest.mark.rule("POW-RWD-10")
@pytest.mark.parametrize(("orange", "red", "after"), [(1, 3, 4), (1, 0, 3), (2, 2, 3)])
def test_the_defender_is_raised_to_ally(orange: int, red: int, after: int) -> None:
    done = gathered(di(table(), "hesse", orange=orange, red=red))
    assert done.state.influence("orange", "hesse") == after
    assert done.state.principalities["hesse"].ally == "orange"


@pytest.mark.rule("POW-RWD-10")
def test_a_defender_who_is_the_ally_gets_nothing() -> None:
    done = gathered(ally(table(), "hesse", "orange", orange=3, red=3))
    assert done.state.influence("orange", "hesse") == 3


@pytest.mark.rule("POW-RWD-11")
def test_nobody_to_defend_is_a_victory_at_once() -> None:
    state = gathered(di(table(), "hesse", red=2)).state
    assert not after(open_melee, state, lots()).state.hands
    done = after(conclude_religious_war, state, {})
    assert done.state.religion_of("hesse") == "protestant"
    assert done.state.influence("red", "hesse") == 4
    assert not events(done, "treaty")


@pytest.mark.rule("POW-RWD-12")
def test_who_says_nothing_defends_his_own_religion_and_stays_out_otherwise() -> None:
    state = protestant(di(table(), "hesse", orange=2, black=1), "black")
    done = gathered(state)
    assert done.state.players["orange"].league == "catholic"
    assert done.state.players["black"].league == ""
    assert done.state.influence("black", "hesse") == 0
    assert done.state.players["purple"].league == "", "an Emperor without orders stays out"


@pytest.mark.rule("POW-RWB-1")
def test_there_is_no_automatic_victory() -> None:
    state = foreign(di(table(), "hesse", orange=2), "red", "S", 20)
    opened = after(open_melee, gathered(state).state, lots()).state
    muster = muster_of(opened.hands)
    assert muster is not None
    assert muster.melee is not None
    red = muster.melee.armies["red"]
    assert (len(red.hand), red.reserves) == (12, muster.hosts["red"].strength - 12)


@pytest.mark.rule("POW-RWB-2")
def test_the_deck_is_dealt_in_initiative_order() -> None:
    drawn = lots()
    state = after(open_melee, gathered(di(table(), "hesse", orange=2)).state, drawn).state
    assert drawn.labels == ("r1/religious/deck",)
    muster = muster_of(state.hands)
    assert muster is not None
    assert tuple(muster.hosts) == ("green", "orange", "red")
    assert len(muster.deck) == 6, "two to swap for each member"


@pytest.mark.rule("POW-RWB-11")
def test_an_inconclusive_war_changes_nothing() -> None:
    state = di(table(), "hesse", orange=3)
    state = state.with_player("green", league="")
    state = after(open_melee, gathered(state).state, lots()).state
    muster = muster_of(state.hands)
    assert muster is not None
    assert muster.melee is not None
    armies = {member: Army(Cards.of("P")) for member in muster.hosts}
    muster = replace(muster, melee=replace(muster.melee, armies=armies))
    state = after(fight, replace(state, hands=with_field(state.hands, muster)), {}, lots()).state
    assert state.religious_war is not None
    assert state.religious_war.status == "inconclusive"
    done = after(conclude_religious_war, state, {})
    assert done.state.religion_of("hesse") == "catholic"
    assert done.state.influence("orange", "hesse") == 3
    assert not events(done, "treaty")


@pytest.mark.rule("POW-RWP-1")
def test_the_restorers_victory_converts_the_target_and_moves_influence() -> None:
    state = won(di(table(), "hesse", orange=3, red=2), "evangelical")
    done = after(conclude_religious_war, state, {})
    assert done.state.religion_of("hesse") == "protestant"
    assert done.state.influence("orange", "hesse") == 0
    assert done.state.influence("red", "hesse") == 4
    assert done.state.principalities["hesse"].ally == "red"


@pytest.mark.rule("POW-RWP-2")
def test_a_converted_target_neither_takes_nor_loses() -> None:
    state = won(di(table(), "hesse", orange=3, red=2), "evangelical")
    orders = "green: TAKE C2; red: TAKE none; red: hesse TAKE D4"
    done = after(conclude_religious_war, state, spoils_orders(orders, "religious"))
    assert [line.rpartition(" ")[2] for line in verdicts(done) if "illegal" in line] == [
        "POW-RWP-2",
        "POW-RWP-2",
    ]
    assert done.state.lands["hesse"] == ("C2", "C3", "D4")
    assert done.state.influence("red", "hesse") == 4, "and its ally pays no slight"


@pytest.mark.rule("POW-RWP-3")
def test_a_defended_target_may_take_as_an_ally() -> None:
    state = won(di(table(), "hesse", orange=3), "catholic")
    done = after(conclude_religious_war, state, spoils_orders("orange: hesse TAKE C1", "religious"))
    assert done.state.provinces["C1"].owner == "hesse"
    assert done.state.influence("orange", "hesse") == 5


def emperor_lost() -> State:
    """Purple, Emperor, in the Catholic League, has lost; Mainz, ally of white, fought for it."""
    state = ally(di(table(), "hesse", white=2), "mainz", "white")
    state = protestant(state, "anhalt", "brandenburg", "trier")
    return won(ally(state, "saxony", "red"), "evangelical", purple="catholic")


@pytest.mark.rule("POW-RWP-5")
def test_the_strongest_victor_exchanges_electors_of_a_beaten_emperor() -> None:
    exchange = ExchangeElectors(("mainz",), ("anhalt",))
    done = after(conclude_religious_war, emperor_lost(), {"red": [exchange], "green": [exchange]})
    assert "mainz" not in done.state.electors
    assert "anhalt" in done.state.electors
    assert "green: ELECTORS REMOVE mainz ADD anhalt illegal POW-RWP-5" in verdicts(done)


@pytest.mark.rule("POW-RWP-5")
def test_equal_victors_choose_in_initiative_order() -> None:
    state = ally(di(table(), "hesse", white=2), "mainz", "white")
    state = won(protestant(state, "anhalt"), "evangelical", purple="catholic")
    exchange = ExchangeElectors(("mainz",), ("anhalt",))
    done = after(conclude_religious_war, state, {"red": [exchange], "green": [exchange]})
    assert verdicts(done)[0] == "green: ELECTORS REMOVE mainz ADD anhalt success"


@pytest.mark.rule("POW-RWP-5")
def test_each_of_equal_victors_exchanges_electors() -> None:
    """(source: the Player(s) with the most Imperial Power)"""
    state = ally(ally(di(table(), "hesse", white=2), "mainz", "white"), "trier", "white")
    state = won(protestant(state, "anhalt"), "evangelical", purple="catholic")
    orders = {
        "green": [ExchangeElectors(("mainz",), ("anhalt",))],
        "red": [ExchangeElectors(("trier",), ("hesse",))],
        "white": [ExchangeElectors(("cologne",), ("hesse",))],
    }
    done = after(conclude_religious_war, state, orders)
    assert verdicts(done)[:3] == [
        "green: ELECTORS REMOVE mainz ADD anhalt success",
        "white: ELECTORS REMOVE cologne ADD hesse illegal POW-RWP-5",
        "red: ELECTORS REMOVE trier ADD hesse success",
    ]
    assert {"anhalt", "hesse"} < set(done.state.electors)
    assert not {"mainz", "trier"} & set(done.state.electors)


@pytest.mark.rule("POW-RWP-6")
@pytest.mark.parametrize(
    ("remove", "add", "rule"),
    [
        (("cologne",), ("anhalt",), "POW-RWP-6"),
        (("mainz",), ("salzburg",), "POW-RWP-6"),
        (("mainz",), ("trier",), "POW-RWP-6"),
        (("mainz",), ("ulm",), "POW-RWP-6"),
        (("hesse",), ("anhalt",), "POW-ELE-12"),
        (("mainz",), ("red",), "POW-ELE-12"),
        ((), ("anhalt",), "POW-RWP-6"),
    ],
)
def test_electors_change_one_for_one_among_those_that_fought(
    remove: tuple[str, ...], add: tuple[str, ...], rule: str
) -> None:
    """A neutral Elector is safe; who comes is on the map, of the right religion and no Elector."""
    before = emperor_lost()
    done = after(conclude_religious_war, before, {"red": [ExchangeElectors(remove, add)]})
    assert done.state.electors == before.electors
    assert rule in [reason.rule for reason in done.judged[0].reasons]


@pytest.mark.rule("POW-RWP-4")
def test_an_emperor_outside_his_own_league_changes_no_elector() -> None:
    """A-52."""
    state = won(ally(di(table(), "hesse", white=2), "mainz", "white"), "evangelical")
    exchange = ExchangeElectors(("mainz",), ("anhalt",))
    done = after(conclude_religious_war, state, {"red": [exchange], "purple": [exchange]})
    assert "mainz" in done.state.electors


@pytest.mark.rule("POW-RWP-7")
def test_the_second_victor_sees_what_the_first_has_left() -> None:
    state = won(di(table(), "hesse", orange=3), "evangelical")
    orders = "green: TAKE F7 G7; red: TAKE F7; red: TAKE E9"
    done = after(conclude_religious_war, state, spoils_orders(orders, "religious"))
    assert verdicts(done) == [
        "green: TREATY religious TAKE F7 G7 success",
        "red: TREATY religious TAKE F7 illegal POW-PCE-2",
        "red: TREATY religious TAKE E9 success",
    ]
    assert all(not event.kind.startswith("influence-un") for event in done.events)


@pytest.mark.rule("POW-TRD-8")
def test_fighting_a_foreign_power_in_the_league_counts() -> None:
    """E-53."""
    state = foreign(di(table(), "hesse", orange=3), "orange", "SE", 4)
    players = after(open_melee, gathered(state).state, lots()).state.players
    assert players["red"].fought_foreign
    assert not players["orange"].fought_foreign
