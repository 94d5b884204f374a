"""The worked example of a Religious War: Hesse, in the fourth Round, from R5b to the treaties."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from generator.rulesets.westphalia.battle.army import Army
from generator.rulesets.westphalia.battle.cards import Cards
from generator.rulesets.westphalia.battle.script import Script, parse_types
from generator.rulesets.westphalia.diplomacy.actions import declare, open_wars
from generator.rulesets.westphalia.land.influence import join_league, members, reset_leagues
from generator.rulesets.westphalia.state.orders import (
    BattleOrder,
    DeclareReligiousWar,
    ExchangeElectors,
    JoinLeague,
)
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.wars.fields import muster_of, with_field
from generator.rulesets.westphalia.wars.fighting import fight
from generator.rulesets.westphalia.wars.gathering import gather_leagues, open_melee
from generator.rulesets.westphalia.wars.outcome import conclude_religious_war
from tests.rules.westphalia.table import (
    after,
    ally,
    di,
    events,
    lots,
    number_of,
    protestant,
    six,
    spoils_orders,
    verdicts,
)

HANDS = {
    "purple": "PPPMMMCC",
    "white": "PPMMC",
    "orange": "PPMMMC",
    "green": "PPMCC",
    "red": "PPPMMCC",
}
CARDS = {"purple": "CPC", "white": "PMC", "orange": "MCM", "green": "MC", "red": "MCPCPCM"}
TREATIES = (
    "purple: TAKE B2 A2; white: TAKE A4 A5; orange: TAKE C6; orange: hesse TAKE C1; "
    "white: mainz TAKE none"
)


def before() -> State:
    """The table at the beginning of R5b."""
    state = replace(six(), round=4)
    for player, points in {"purple": 6, "white": 4, "orange": 1}.items():
        state = state.with_player(player, saints=points)
    state = protestant(state, "green", "red", "black", "brandenburg", "anhalt", "saxony")
    for player, points in {"green": 7, "red": 5, "black": 2}.items():
        state = state.with_player(player, reformation=points)
    for code in ("E6", "G4", "C7", "C8", "E9", "F7", "G7"):
        state = state.with_province(code, religion="protestant")
    for code in ("A1", "B2", "A2", "A4"):
        state = state.with_province(code, religion="catholic")
    state = ally(state, "hesse", "orange", orange=3, red=3, white=1, black=1)
    state = ally(state, "brandenburg", "red", red=4, white=1)
    state = ally(state, "anhalt", "black", black=3, white=2)
    state = di(state, "saxony", purple=1)
    state = ally(state, "trier", "green", green=2)
    state = ally(state, "mainz", "white", white=1)
    return state.with_principality("hesse", drawn=True)


def declared() -> Progress:
    progress = Progress(before())
    join_league(progress, "green", "evangelical")
    state = after(open_wars, progress.state).state
    return after(declare, state, "red", [JoinLeague("evangelical"), DeclareReligiousWar("hesse")])


def gathered() -> Progress:
    catholic = [JoinLeague("catholic", "hesse")]
    answers: dict[str, list[Any]] = dict.fromkeys(("orange", "white", "purple"), catholic)
    return after(gather_leagues, declared().state, answers | {"black": [JoinLeague("")]})


def fought() -> Progress:
    """The melee with the hands and the cards of the example."""
    state = after(open_melee, gathered().state, lots()).state
    muster = muster_of(state.hands)
    assert muster is not None
    assert muster.melee is not None
    armies = {player: Army(Cards.of(hand)) for player, hand in HANDS.items()}
    muster = replace(muster, melee=replace(muster.melee, armies=armies))
    scripts = {
        player: [BattleOrder(Script("religious", play=parse_types(cards)))]
        for player, cards in CARDS.items()
    }
    state = replace(state, hands=with_field(state.hands, muster))
    return after(fight, state, scripts, lots())


def concluded(orders: str = TREATIES) -> Progress:
    spoils = spoils_orders(orders, "religious")
    spoils.setdefault("purple", []).append(ExchangeElectors(("brandenburg",), ("salzburg",)))
    return after(conclude_religious_war, fought().state, spoils)


@pytest.mark.rule("POW-LEA-2")
@pytest.mark.rule("POW-RWD-1")
@pytest.mark.rule("POW-RWD-3")
@pytest.mark.rule("POW-RWD-4")
def test_red_joins_and_declares() -> None:
    """With 2 DI of 3 he could not, but Hesse was drawn; and his DI there stays."""
    done = declared()
    assert verdicts(done) == ["red: LEAGUE evangelical success", "red: RELIGIOUSWAR hesse success"]
    assert done.state.influence("red", "hesse") == 2
    assert done.state.influence("green", "trier") == 1
    assert done.state.principalities["trier"].ally == "green"
    war = done.state.religious_war
    assert war is not None
    assert (war.target, war.rotf) == ("hesse", "red")


@pytest.mark.rule("POW-LEA-1")
@pytest.mark.rule("POW-LEA-3")
@pytest.mark.rule("POW-RWD-6")
@pytest.mark.rule("POW-RWD-7")
@pytest.mark.rule("POW-RWD-8")
@pytest.mark.rule("POW-RWD-9")
def test_the_leagues_gather() -> None:
    state = gathered().state
    assert members(state, "catholic") == ("purple", "white", "orange")
    assert members(state, "evangelical") == ("green", "red")
    held = {"hesse": "black", "brandenburg": "white", "saxony": "purple"}
    assert [state.influence(player, name) for name, player in held.items()] == [0, 0, 0]
    assert state.influence("white", "anhalt") == 1
    assert state.influence("orange", "hesse") == 3, "unsaved: no loss"
    war = state.religious_war
    assert war is not None
    assert war.dotf == "orange"
    joined = [event.powers[0] for event in events(gathered(), "league-joined")]
    assert joined == ["orange", "white", "purple"], "from the most DI down, then the Emperor"


@pytest.mark.rule("POW-RWB-1")
@pytest.mark.rule("POW-RWD-13")
@pytest.mark.rule("POW-RWP-11")
def test_the_leagues_muster() -> None:
    done = after(open_melee, gathered().state, lots())
    muster = muster_of(done.state.hands)
    assert muster is not None
    assert {one: host.strength for one, host in muster.hosts.items()} == {
        "purple": 8, "green": 5, "white": 5, "orange": 6, "red": 7,
    }  # fmt: skip
    war = done.state.religious_war
    assert war is not None
    assert "hesse" in war.could_take
    assert "mainz" not in war.could_take, "Mainz touches no enemy province"
    assert war.fought["evangelical"] == ("trier", "brandenburg")
    assert all(done.state.players[one].fought for one in muster.hosts)
    assert not done.state.players["black"].fought


@pytest.mark.rule("POW-RWB-11")
def test_the_catholic_league_wins_in_seven_ticks() -> None:
    done = fought()
    ticks = events(done, "melee-tick")
    assert len(ticks) == 7
    pairs = [[tuple(fight["members"]) for fight in tick.data["fights"]] for tick in ticks]
    assert pairs == [
        [("purple", "green"), ("white", "red")],
        [("purple", "green"), ("white", "red")],
        [("white", "red")],
        [("orange", "red")],
        [("orange", "red")],
        [("orange", "red")],
        [("purple", "red")],
    ]
    last = ticks[-1].data["fights"][0]
    assert last["hands"] == ["3P 3M 2C", "-"]
    assert "POW-RWB-6" in [step["rule"] for step in last["steps"]]
    war = done.state.religious_war
    assert war is not None
    assert (war.status, war.winner) == ("won", "catholic")


@pytest.mark.rule("POW-RWP-3")
def test_the_restorer_lost_so_hesse_stays_catholic() -> None:
    state = concluded().state
    assert state.religion_of("hesse") == "catholic"
    assert state.influence("red", "hesse") == 0
    assert state.influence("orange", "hesse") == 5


@pytest.mark.rule("POW-RWP-4")
@pytest.mark.rule("POW-RWP-6")
def test_the_victorious_emperor_exchanges_heretical_electors_that_fought() -> None:
    state = concluded().state
    assert "brandenburg" not in state.electors
    assert "salzburg" in state.electors
    assert len(state.electors) == 7
    spared = after(
        conclude_religious_war,
        fought().state,
        {"purple": [ExchangeElectors(("trier", "palatinate"), ("salzburg",))]},
    )
    assert (
        verdicts(spared)[0]
        == "purple: ELECTORS REMOVE trier palatinate ADD salzburg illegal POW-RWP-4"
    )
    assert {"trier", "palatinate"} <= set(spared.state.electors)


@pytest.mark.rule("POW-RWP-7")
@pytest.mark.rule("POW-RWP-8")
def test_the_victors_take_in_initiative_order_without_paying() -> None:
    before_treaties = fought().state.with_player("white", saved=5)
    done = after(conclude_religious_war, before_treaties, spoils_orders(TREATIES, "religious"))
    state = done.state
    assert [event.data["winner"] for event in events(done, "treaty")] == [
        "purple",
        "white",
        "orange",
    ]
    owners = {code: state.provinces[code].owner for code in ("B2", "A2", "A4", "A5", "C6", "C1")}
    assert owners == {
        "B2": "purple", "A2": "purple", "A4": "white", "A5": "white", "C6": "orange", "C1": "hesse",
    }  # fmt: skip
    assert state.provinces["C1"].religion == "catholic"
    assert state.players["white"].saved == 5
    assert state.influence("white", "mainz") == 1, "no slight"
    assert state.influence("red", "brandenburg") == 0
    assert state.principalities["brandenburg"].ally == ""
    assert (number_of(state, "brandenburg"), number_of(state, "green")) == (1, 2)
    assert state.lands["red"] == ("A3", "B3")


@pytest.mark.rule("POW-RWP-10")
@pytest.mark.rule("POW-LEA-6")
def test_the_leagues_are_empty_afterwards() -> None:
    progress = Progress(concluded().state)
    reset_leagues(progress)
    assert not any(one.league for one in progress.state.players.values())
    assert {event.rule for event in progress.events} == {"POW-LEA-6"}


@pytest.mark.rule("POW-RWP-9")
def test_a_removed_elector_can_be_conquered() -> None:
    """White takes two of Brandenburg's three; Orange then takes the last, for it is no Elector."""
    orders = "purple: TAKE none; white: TAKE A5 C6; orange: TAKE B6; orange: hesse TAKE C1"
    assert "brandenburg" not in concluded(orders).state.principalities
    spoils = spoils_orders(orders, "religious")
    kept = after(conclude_religious_war, fought().state, spoils)
    assert "orange: TREATY religious TAKE B6 illegal POW-PCE-18" in verdicts(kept)
