"""A Battle Phase on the board: automatic victories, leaders, hands, scripts, live play."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.chance import Lots
from generator.engine.errors import GameError
from generator.rulesets.westphalia.battle.cards import TYPES
from generator.rulesets.westphalia.battle.script import Script
from generator.rulesets.westphalia.state.orders import BattleOrder, Call, PlayCard, Swap
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.wars.battles import (
    enemies_met,
    is_frozen,
    open_battles,
    replace_leader,
)
from generator.rulesets.westphalia.wars.fields import dump_fields, load_fields
from generator.rulesets.westphalia.wars.fighting import fight, play_round, swap_hands
from generator.rulesets.westphalia.wars.treaties import conclude
from tests.rules.westphalia.table import (
    after,
    ally,
    events,
    foreign,
    give,
    kinds,
    lots,
    only,
    six,
    verdicts,
    wars,
)


def opened(state: State, *declared: str, drawn: Lots | None = None) -> Progress:
    return after(open_battles, wars(state, *declared).state, 1, drawn or lots())


def with_power(state: State, player: str, power: int) -> State:
    """A Foreign Power with a home of so much Imperial Power, beside its four provinces."""
    return foreign(state, player, "S", power - 4)


@pytest.mark.rule("POW-BAT-2")
@pytest.mark.parametrize(
    ("red", "black", "winner"), [(14, 7, "red"), (13, 7, None), (7, 14, "black")]
)
def test_twice_the_power_wins_without_cards(red: int, black: int, winner: str | None) -> None:
    state = with_power(with_power(six(), "red", red), "black", black)
    done = opened(state, "red: black")
    (war,) = done.state.wars
    assert war.winner == (winner or "")
    assert war.status == ("won" if winner else "pending")
    assert ("automatic-victory" in kinds(done)) is (winner is not None)


@pytest.mark.rule("POW-BAT-2")
def test_one_against_nothing_wins_and_nothing_against_nothing_is_inconclusive() -> None:
    state = give(six(), "red", " ".join(six().lands["black"]), religion="protestant", capital=False)
    state = ally(foreign(state, "black"), "mainz", "black")
    state = state.with_principality("mainz", ally="")
    bare = give(state, "black", "G1 G2", religion="protestant")
    assert opened(bare, "red: black").state.wars[0].winner == "red"
    for code in bare.lands["red"]:
        bare = bare.with_province(code, religion="protestant")
    assert opened(bare, "red: black").state.wars[0].status == "inconclusive"


@pytest.mark.rule("POW-GEN-7")
def test_an_ally_lost_in_one_phase_is_missing_in_the_next() -> None:
    """Trier, worth 3, is lost in the first Battle Phase."""
    state = ally(six(), "trier", "red")
    state = wars(state, "purple: red", "red: white").state
    assert after(open_battles, state, 1, lots()).state.hands["1"].sides[1].strength == 7
    lost = state.with_principality("trier", ally="")
    assert after(open_battles, lost, 2, lots()).state.hands["2"].sides[0].strength == 4


@pytest.mark.rule("POW-ALY-6")
def test_an_ally_fights_and_treats_on_its_holders_side() -> None:
    state = opened(ally(six(), "hesse", "red"), "red: black").state
    assert state.hands["1"].sides[0].strength == 4 + 5
    assert state.hands["1"].sides[0].allies == ("hesse",)


@pytest.mark.rule("POW-BAT-3")
def test_hands_are_told_to_their_owners_alone() -> None:
    done = opened(six(), "red: black")
    hands = events(done, "hand-dealt")
    assert [event.known_to for event in hands] == [("red",), ("black",)]
    assert [len(army.hand) for army in done.state.hands["1"].battle.armies] == [4, 4]


@pytest.mark.rule("POW-BAT-4")
def test_one_deck_a_battle_and_the_attacker_first(vector: Lots) -> None:
    state = with_power(six(), "red", 6)
    field = opened(state, "red: black", drawn=vector).state.hands["1"]
    first, second = field.battle.armies
    assert first.hand.letters == "PMCCCC"
    assert second.hand.letters == "PPMM", "the next four are P M P M"
    assert "".join(field.deck) == "MPCM"


@pytest.mark.rule("POW-BAT-25")
def test_the_first_free_player_after_the_attacker_leads_a_principality() -> None:
    state = six("purple green white red orange black")
    done = opened(state, "purple: salzburg", "green: white", "red: anhalt")
    leaders = [event.data["leader"] for event in events(done, "leader")]
    assert leaders == ["orange", "black"]
    assert enemies_met(done.state)["orange"] == ["purple"]
    assert events(done, "hand-dealt")[1].known_to == ("orange",)


@pytest.mark.rule("POW-BAT-25")
def test_initiative_goes_round_to_find_a_leader() -> None:
    done = opened(six("purple green white red orange black"), "black: salzburg")
    assert events(done, "leader")[0].data["leader"] == "purple"


@pytest.mark.rule("POW-BAT-26")
def test_the_automatic_script_leads_where_nobody_may() -> None:
    done = opened(only("purple"), "purple: salzburg")
    assert enemies_met(done.state) == {"purple": ["salzburg"]}
    assert after(fight, done.state, {}, lots()).state.wars[0].status != "pending"


@pytest.mark.rule("POW-BAT-26")
def test_the_referee_replaces_a_leader() -> None:
    """E-54: by another, or by the automatic script; but never by the enemy."""
    state = opened(six(), "purple: salzburg").state
    led = led_by(state, "black")
    assert list(enemies_met(led.state).items()) == [("purple", ["salzburg"]), ("black", ["purple"])]
    assert [event.text for event in events(led, "leader")] == ["Black leads Salzburg in war 1"]
    (hand,) = events(led, "hand-dealt")
    assert hand.known_to == ("black",), "the new leader sees the cards"
    nobody = led_by(state, "")
    assert enemies_met(nobody.state) == {"purple": ["salzburg"]}
    (told,) = events(nobody, "leader")
    assert told.text == "The automatic script leads Salzburg in war 1"
    with pytest.raises(GameError, match="purple cannot lead Salzburg in war 1: it is the attacker"):
        led_by(state, "purple")
    with pytest.raises(GameError, match="black cannot lead Salzburg: it has left the Empire"):
        led_by(state.with_player("black", left=True), "black")
    with pytest.raises(GameError, match="no one leads"):
        led_by(opened(six(), "purple: red").state, "black")
    with pytest.raises(GameError, match="no one leads"):
        led_by(after(fight, state, {}, lots()).state, "black")


def led_by(state: State, leader: str) -> Progress:
    progress = Progress(state)
    replace_leader(progress, state.wars[0], leader)
    return progress


@pytest.mark.rule("POW-BAT-25")
@pytest.mark.rule("POW-FP-3")
def test_who_has_left_the_empire_in_this_round_leads_nobody() -> None:
    """Green would be the first after purple."""
    state = wars(six(), "purple: salzburg").state.with_player("green", left=True)
    (told,) = events(after(open_battles, state, 1, lots()), "leader")
    assert told.data["leader"] == "white"


@pytest.mark.rule("POW-WAR-14")
def test_a_war_that_is_cancelled_after_the_deal_is_neither_fought_nor_concluded() -> None:
    state = opened(six(), "red: black").state.with_war(1, status="cancelled")
    assert enemies_met(state) == {}
    done = after(conclude, after(fight, state, {}, lots()).state, 1, {})
    assert not done.state.hands
    assert done.state.provinces == state.provinces


@pytest.mark.rule("POW-BAT-28")
def test_leading_is_not_fighting() -> None:
    done = opened(six(), "purple: salzburg")
    assert done.state.players["purple"].fought
    assert not done.state.players["green"].fought


@pytest.mark.rule("POW-TRD-8")
def test_automatic_victories_count_as_fights_and_cancelled_wars_do_not() -> None:
    strong = with_power(six(), "red", 14)
    players = opened(strong, "white: red").state.players
    assert players["red"].fought
    assert players["white"].fought_foreign
    assert not players["red"].fought_foreign
    state = wars(six(), "purple: trier").state
    gone = after(open_battles, give(state, "white", "D1", capital=False), 1, lots())
    assert not gone.state.players["purple"].fought


@pytest.mark.rule("POW-BAT-5")
def test_swaps_are_face_up_and_what_is_drawn_is_secret() -> None:
    state = opened(six(), "red: black").state
    held = state.hands["1"].battle.armies[0].hand
    kind = next(iter(held))
    done = after(swap_hands, state, {"red": [Swap((kind,))]})
    (shown,) = events(done, "cards-swapped")
    assert shown.public
    assert shown.data["discarded"] == f"1{kind}"
    assert events(done, "cards-drawn")[0].known_to == ("red",)
    army = done.state.hands["1"].battle.armies[0]
    assert army.aside.letters == kind
    assert len(army.hand) == len(held)


@pytest.mark.rule("POW-BAT-5")
def test_who_names_cards_that_he_does_not_hold_is_told_so_alone() -> None:
    state = opened(six(), "red: black").state
    held = state.hands["1"].battle.armies[0].hand
    missing = next(kind for kind in TYPES if not held[kind])
    done = after(swap_hands, state, {"red": [Swap((missing,))]})
    (event,) = events(done, "swap-short")
    assert event.known_to == ("red",)
    assert not events(done, "cards-swapped")
    assert done.state.hands["1"].battle.armies[0].hand == held


def scripts(**lines: Any) -> dict[str, list[BattleOrder]]:
    return {player: [BattleOrder(Script(**script))] for player, script in lines.items()}


@pytest.mark.rule("POW-BAT-27")
def test_battles_of_one_phase_do_not_touch_each_other() -> None:
    """War 1 and its cards are the same whether or not another war is fought beside it."""
    alone = opened(six(), "red: black").state
    both = opened(six(), "red: black", "green: white").state
    assert alone.hands["1"] == both.hands["1"]
    one = events(after(fight, alone, {}, lots()), "battle")[0]
    assert one == events(after(fight, both, {}, lots()), "battle")[0]


@pytest.mark.rule("POW-BAT-1")
def test_all_battles_come_before_the_treaties_which_keep_the_order_of_declaration() -> None:
    state = wars(six(), "purple: red", "red: white", "green: black").state
    assert [war.phase for war in state.wars] == [1, 2, 1]
    done = after(fight, after(open_battles, state, 1, lots()).state, {}, lots())
    fought = [event.data["war"] for event in events(done, "battle")]
    assert fought == [1, 3]
    ended = after(conclude, done.state, 1, {})
    signed = [event for event in ended.events if event.kind in ("treaty", "white-peace")]
    assert signed[0].powers[0] in ("purple", "red")
    assert not ended.state.hands


@pytest.mark.rule("POW-MAIL-5")
def test_a_battle_is_told_card_by_card_with_the_rule_of_each_step() -> None:
    state = opened(with_power(with_power(six(), "red", 15), "black", 13), "red: black").state
    done = after(fight, state, scripts(red={"policy": "most"}, black={"policy": "least"}), lots())
    (event,) = events(done, "battle")
    rounds = event.data["rounds"]
    assert event.data["fought"] == len(rounds)
    assert [one["number"] for one in rounds] == list(range(1, len(rounds) + 1))
    rules = {step["rule"] for one in rounds for step in one["steps"]}
    assert rules <= {f"POW-BAT-{number}" for number in range(7, 24)}
    assert all(one["steps"] for one in rounds)
    assert verdicts(done) == [
        "red: BATTLE vs:default policy:most success",
        "black: BATTLE vs:default policy:least success",
    ]


@pytest.mark.rule("POW-MAIL-5")
def test_a_script_for_this_enemy_goes_before_the_default() -> None:
    state = opened(six(), "red: black").state
    named, default = Script("black", policy="most"), Script(policy="least")
    orders = {"red": [BattleOrder(named), BattleOrder(default)]}
    alone = {"red": [BattleOrder(named)]}
    assert after(fight, state, orders, lots()).events == after(fight, state, alone, lots()).events


def test_a_script_without_a_battle_is_void() -> None:
    state = opened(six(), "red: black").state
    orders = {"white": [BattleOrder(Script())], "red": [BattleOrder(Script("green"))]}
    assert verdicts(after(fight, state, orders, lots())) == [
        "red: BATTLE vs:black success",
        "black: BATTLE vs:red success",
        "white: BATTLE vs:default void POW-BAT-1",
        "red: BATTLE vs:green void POW-BAT-1",
    ]


@pytest.mark.rule("POW-MAIL-3")
@pytest.mark.rule("POW-MAIL-6")
def test_who_sends_no_script_is_marked_as_played_automatically() -> None:
    """Salzburg, which nobody leads, owes no script."""
    state = opened(only("purple", "red", "black"), "red: black", "purple: salzburg").state
    done = after(fight, state, scripts(black={"policy": "least"}), lots())
    marked = [(one.power, one.order) for one in done.judged if one.note == "no order given"]
    assert marked == [("red", "BATTLE vs:black"), ("purple", "BATTLE vs:salzburg")]
    assert all(one.reasons[0].rule == "POW-MAIL-6" for one in done.judged if one.note)


@pytest.mark.rule("POW-MAIL-4")
def test_live_play_goes_round_by_round_and_the_state_keeps_the_cards() -> None:
    state = after(swap_hands, opened(six(), "red: black").state, {}).state
    rounds = 0
    while enemies_met(state):
        armies = state.hands["1"].battle.armies
        cards = [army.playable[0] for army in armies]
        orders: dict[str, list[Any]] = {
            "red": [PlayCard(cards[0]), Call(("P",))],
            "black": [PlayCard(cards[1]), Call(willing=False)],
        }
        done = after(play_round, state, orders, lots())
        assert verdicts(done)[0] == f"red: PLAY {cards[0]} success"
        assert len(verdicts(done)) == 4
        told = [*events(done, "battle-rounds"), *events(done, "battle")]
        assert [tuple(one["cards"]) for one in told[0].data["rounds"]] == [tuple(cards)]
        state, rounds = done.state, rounds + 1
    assert state.wars[0].status in ("won", "inconclusive")
    assert state.hands["1"].battle.fought == rounds


@pytest.mark.rule("POW-MAIL-1")
def test_in_live_play_hands_stay_secret_while_the_battle_goes_on() -> None:
    state = with_power(with_power(six(), "red", 12), "black", 12)
    state = after(swap_hands, opened(state, "red: black").state, {}).state
    done = after(play_round, state, {}, lots())
    (told,) = events(done, "battle-rounds")
    assert all(text.endswith("cards") for text in told.data["rounds"][0]["hands"])
    assert [event.known_to for event in events(done, "hand-dealt")] == [("red",), ("black",)]


@pytest.mark.rule("POW-MAIL-4")
def test_who_names_no_card_has_one_played_and_a_card_not_held_is_replaced() -> None:
    state = after(swap_hands, opened(six(), "red: black").state, {}).state
    missing = next(kind for kind in "PMC" if kind not in state.hands["1"].battle.armies[0].hand)
    done = after(play_round, state, {"red": [PlayCard(missing)]}, lots())  # type: ignore[arg-type]
    army = state.hands["1"].battle.armies[0]
    (event,) = [*events(done, "battle-rounds"), *events(done, "battle")]
    assert event.data["rounds"][0]["cards"][0] == army.playable[0], "the first that may be played"
    assert event.data["rounds"][0]["cards"][1] in state.hands["1"].battle.armies[1].hand


@pytest.mark.rule("POW-DI-5")
def test_own_allies_are_bound_from_the_deal_to_the_treaty() -> None:
    state = opened(six(), "red: black").state
    assert is_frozen(state, "red")
    assert is_frozen(state, "black")
    assert not is_frozen(state, "green"), "and a leader has nothing to bind"
    fought = after(fight, state, {}, lots()).state
    assert is_frozen(fought, "red")
    assert not is_frozen(after(conclude, fought, 1, {}).state, "red")


def test_fields_are_read_back_as_written() -> None:
    state = opened(with_power(six(), "red", 16), "red: black", "purple: salzburg", "green: white")
    for fields in (state.state.hands, after(fight, state.state, {}, lots()).state.hands):
        assert load_fields(dump_fields(fields)) == fields
