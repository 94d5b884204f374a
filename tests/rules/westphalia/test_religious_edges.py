"""Religious Wars at the edges: live play, who is out of it, and whose ally takes what."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from generator.rulesets.westphalia.closing.closing import voters_of
from generator.rulesets.westphalia.state.orders import ExchangeElectors, JoinLeague, PlayCard
from generator.rulesets.westphalia.state.power import imperial_power
from generator.rulesets.westphalia.wars.battles import enemies_met
from generator.rulesets.westphalia.wars.fields import Muster, dump_fields, load_fields, muster_of
from generator.rulesets.westphalia.wars.fighting import fight, play_round, swap_hands
from generator.rulesets.westphalia.wars.gathering import gather_leagues, may_invite, open_melee
from generator.rulesets.westphalia.wars.outcome import conclude_religious_war
from generator.rulesets.westphalia.year.course import awaited
from tests.rules.westphalia.rounds import at_phase, play
from tests.rules.westphalia.table import (
    after,
    ally,
    di,
    events,
    lots,
    peace,
    protestant,
    six,
    spoils_orders,
    verdicts,
)
from tests.rules.westphalia.test_religious_wars import declared, emperor_lost, gathered, table, won


@pytest.mark.rule("POW-MAIL-4")
def test_live_play_goes_tick_by_tick() -> None:
    state = after(open_melee, gathered(di(table(), "hesse", orange=3)).state, lots()).state
    assert tuple(enemies_met(state)) == ("green", "orange", "red")
    state = after(swap_hands, state, {}).state
    assert tuple(enemies_met(state)) == ("green", "orange"), "red waits in reserve"
    ticks = 0
    while fighting := enemies_met(state):
        muster = muster_of(state.hands)
        assert isinstance(muster, Muster)
        assert muster.melee is not None
        orders = {one: [PlayCard(muster.melee.armies[one].playable[0])] for one in fighting}
        done = after(play_round, state, orders, lots())
        (tick,) = events(done, "melee-tick")
        goes_on = bool(enemies_met(done.state))
        for pair in tick.data["fights"]:
            assert all("card" in text for text in pair["hands"]) is goes_on, "hands stay secret"
        assert load_fields(dump_fields(done.state.hands)) == done.state.hands
        state, ticks = done.state, ticks + 1
    assert ticks
    assert state.religious_war is not None
    assert state.religious_war.status in ("won", "inconclusive")


@pytest.mark.rule("POW-MAIL-3")
@pytest.mark.rule("POW-MAIL-6")
def test_members_without_a_script_are_marked_as_played_automatically() -> None:
    state = after(open_melee, gathered(di(table(), "hesse", orange=3)).state, lots()).state
    done = after(fight, state, {}, lots())
    assert [(one.power, one.order, one.note) for one in done.judged] == [
        (player, "BATTLE vs:religious", "no order given") for player in ("green", "orange", "red")
    ]


@pytest.mark.rule("POW-RWD-8")
@pytest.mark.rule("POW-FP-3")
def test_an_emperor_who_left_in_this_round_is_not_asked_to_join() -> None:
    """A-27: he waits for the next Round."""
    state = di(table(), "hesse", orange=1).with_player("purple", left=True)
    assert not may_invite(state)
    done = gathered(state, purple="catholic")
    assert done.state.players["purple"].league == ""
    assert "purple: LEAGUE catholic illegal POW-LEA-5" in verdicts(done)
    assert "purple" not in awaited(at_phase(declared(state).state, "leagues"))


@pytest.mark.rule("POW-RWP-7")
@pytest.mark.rule("POW-WAR-10")
def test_who_fought_for_a_loser_takes_nothing_for_the_victor_who_gains_it() -> None:
    """Brandenburg fought for orange, who pays for what red takes of it: then it is green's ally."""
    state = ally(di(table(), "hesse", orange=3), "brandenburg", "orange", orange=3, green=2)
    state = protestant(state, "brandenburg")
    order = ("red", "green", "purple", "white", "orange", "black")
    state = replace(won(state, "evangelical"), initiative=order)
    orders = "red: TAKE A5; green: TAKE none; green: brandenburg TAKE C8"
    done = after(conclude_religious_war, state, spoils_orders(orders, "religious"))
    assert done.state.principalities["brandenburg"].ally == "green"
    assert "green: TREATY religious ALLY brandenburg TAKE C8 illegal POW-PCE-7" in verdicts(done)
    assert set(done.state.lands["brandenburg"]) < set(state.lands["brandenburg"])


@pytest.mark.rule("POW-GEN-7")
def test_armies_of_private_wars_do_not_carry_over() -> None:
    """E-35: full Imperial Power again for who has fought before in the Round."""
    state = di(table(), "hesse", orange=3).with_player("red", fought=True)
    opened = after(open_melee, gathered(state).state, lots()).state
    muster = muster_of(opened.hands)
    assert muster is not None
    assert muster.hosts["red"].strength == imperial_power(state, "red")


@pytest.mark.rule("POW-RWP-4")
def test_the_emperor_removes_no_elector_of_his_own_side() -> None:
    """E-39: his ally Saxony, though heretical, fought in his own League."""
    state = protestant(di(table(), "hesse", orange=3), "saxony", "trier")
    state = ally(ally(state, "saxony", "purple"), "trier", "red")
    state = won(state, "catholic", purple="catholic")
    both = ExchangeElectors(("saxony", "trier"), ("salzburg", "hesse"))
    done = after(conclude_religious_war, state, {"purple": [both]})
    assert "saxony" in done.state.electors
    assert "trier" not in done.state.electors
    reasons = [str(reason) for reason in done.judged[0].reasons]
    assert "POW-RWP-6: Saxony did not fight in the defeated League" in reasons


@pytest.mark.rule("POW-ELE-3")
def test_the_new_seven_vote() -> None:
    """E-40: Anhalt, Elector in Mainz's place, votes for whose ally it is."""
    exchange = ExchangeElectors(("mainz",), ("anhalt",))
    state = after(conclude_religious_war, emperor_lost(), {"red": [exchange]}).state
    state = ally(ally(state, "anhalt", "black"), "mainz", "black")
    assert voters_of(state, "black") == ("anhalt",)
    assert len(state.electors) == 7


@pytest.mark.rule("POW-PCE-7")
def test_electors_and_large_principalities_take_as_others_do() -> None:
    """E-26."""
    state = ally(six(), "bohemia", "purple")
    done = peace(state, "purple", "white", "purple: TAKE none; purple: bohemia TAKE C8")
    assert done.state.provinces["C8"].owner == "bohemia"
    assert len(done.state.lands["bohemia"]) == 5


@pytest.mark.rule("POW-PCE-15")
def test_a_conquered_capital_is_an_ordinary_town() -> None:
    """E-31: it may be taken from its new owner, however much he has."""
    state = six().with_province("D1", owner="green", capital=False)
    state = state.without_principality("trier")
    assert len(state.lands["green"]) == 5
    done = peace(state.with_player("red", saved=2), "red", "green", "red: TAKE D1")
    assert done.state.provinces["D1"].owner == "red"
    assert done.state.players["red"].saved == 0, "as a town it costs 2 DI"


@pytest.mark.rule("POW-RWD-12")
def test_answers_for_the_silent_are_marked() -> None:
    done = after(
        gather_leagues,
        declared(protestant(di(table(), "hesse", orange=2, black=1), "black")).state,
        {},
    )
    assert [(one.power, one.order, one.note) for one in done.judged] == [
        ("orange", "LEAGUE catholic IF TARGET hesse", "no order given"),
        ("black", "LEAGUE none IF TARGET hesse", "no order given"),
    ]


@pytest.mark.rule("POW-RWD-3")
@pytest.mark.parametrize(
    ("drawn", "ally_of", "said"),
    [
        (True, "", "Hesse was drawn in this Round's upheaval"),
        (False, "red", "Hesse is the ally of Red"),
        (False, "", "Red is within 2 DI of being the ally of Hesse"),
    ],
)
def test_the_verdict_says_why_the_target_is_eligible(drawn: bool, ally_of: str, said: str) -> None:
    state = di(table(), "hesse", red=3, orange=3)
    state = state.with_principality("hesse", drawn=drawn, ally=ally_of)
    (verdict,) = declared(state).judged
    assert [str(reason) for reason in verdict.reasons] == [f"POW-RWD-3: {said}"]


@pytest.mark.rule("POW-LEA-4")
@pytest.mark.rule("POW-LEA-5")
def test_bystanders_and_members_are_told_why_an_answer_does_nothing() -> None:
    """To stay out is always possible, and an answer kept on file is no mistake."""
    lines = [JoinLeague("catholic"), JoinLeague("catholic", "hesse"), JoinLeague("")]
    war = declared(di(table(), "hesse", orange=2)).state
    done = after(gather_leagues, war, {"black": lines, "green": [JoinLeague("evangelical")]})
    assert [line for line in verdicts(done) if not line.startswith("orange")] == [
        "green: LEAGUE evangelical illegal POW-LEA-4",
        "black: LEAGUE catholic illegal POW-LEA-5",
        "black: LEAGUE none success",
        "black: LEAGUE catholic IF TARGET hesse void POW-LEA-5",
    ]


@pytest.mark.rule("POW-RWD-11")
@pytest.mark.parametrize(
    ("pacing", "phase"), [("merged", "religious-war"), ("stepwise", "religious-treaties")]
)
def test_an_unopposed_war_has_no_cards_to_swap(pacing: str, phase: str) -> None:
    state = declared(di(table(pacing=pacing), "hesse", red=2)).state
    done = play(at_phase(state, "leagues", 4))
    assert done.state.moment.phase == phase
    if pacing == "stepwise":
        assert awaited(done.state) == (), "and nothing to take: there is no defeated League"
    assert play(done.state).state.religion_of("hesse") == "protestant"


@pytest.mark.rule("POW-RWP-2")
def test_a_converted_target_is_spared_although_it_fought_for_the_defender() -> None:
    state = won(ally(table(), "hesse", "orange", orange=3, red=2), "evangelical")
    muster = muster_of(state.hands)
    assert muster is not None
    assert muster.hosts["orange"].allies == ("hesse",)
    done = after(conclude_religious_war, state, spoils_orders("green: TAKE C2", "religious"))
    assert "green: TREATY religious TAKE C2 illegal POW-RWP-2" in verdicts(done)
    assert done.state.lands["hesse"] == ("C2", "C3", "D4")


@pytest.mark.rule("POW-RWP-8")
@pytest.mark.rule("POW-RWP-11")
def test_an_ally_passed_over_is_slighted_in_a_religious_war_too() -> None:
    """Bohemia touches land of orange; Mainz touches no enemy, and is not slighted."""
    state = ally(ally(di(table(), "hesse", orange=3), "mainz", "red"), "bohemia", "red")
    orders = "green: TAKE none; red: TAKE none; red: bohemia TAKE none; red: mainz TAKE none"
    before = won(state, "evangelical")
    assert before.religious_war is not None
    assert before.religious_war.could_take == ("bohemia",)
    done = after(conclude_religious_war, before, spoils_orders(orders, "religious"))
    assert done.state.influence("red", "bohemia") == 4 - 2
    assert done.state.influence("red", "mainz") == 1
