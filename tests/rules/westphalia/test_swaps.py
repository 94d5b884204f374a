"""Swaps one after the other, because a player asks for Initiative Order (POW-BAT-5)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from generator.engine.forms.verbs import Unreadable
from generator.engine.phases import Moment, Resolution
from generator.rulesets.westphalia.battle.cards import TYPES, Cards, Type
from generator.rulesets.westphalia.battle.script import Script
from generator.rulesets.westphalia.reading.read import read_order
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.orders import BattleOrder, RequestInitiative, Swap
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.wars.battles import open_battles
from generator.rulesets.westphalia.wars.fields import Muster, with_field
from generator.rulesets.westphalia.wars.plans import NO_PLAN, Plan, plan_for
from generator.rulesets.westphalia.year.course import COURSE
from tests.rules.westphalia.rounds import at_phase, leagues_at_war, play, texts_of, verdict
from tests.rules.westphalia.table import after, lots, only, six, wars

REQUEST = "REQUEST initiative"


def at_war(*declared: str, state: State | None = None, **options: object) -> State:
    """Battle Phase 1. Initiative is purple, green, white, orange, red, black."""
    opened = after(open_battles, wars(state or six(**options), *declared).state, 1, lots()).state
    return at_phase(opened, "battles-1")


def hand(state: State, side: int, war: int = 1) -> Cards:
    cards: Cards = state.hands[str(war)].battle.armies[side].hand
    return cards


def some(state: State, side: int, war: int = 1) -> Type:
    """A card that a side holds."""
    return next(iter(hand(state, side, war)))


def discards(done: Resolution[State]) -> list[str]:
    """The public lines on what was swapped."""
    return [one.text for one in done.events if one.kind == "cards-swapped" and one.public]


@pytest.mark.rule("POW-BAT-5")
@pytest.mark.parametrize("asked_by", ["red", "black"])
def test_the_first_in_initiative_order_swaps_first_whoever_asks(asked_by: str) -> None:
    """Black attacks, and would be the first to draw; red is before black in Initiative Order."""
    state = at_war("black: red")
    orders = {"black": f"SWAP {some(state, 0)}", "red": f"SWAP {some(state, 1)}"}
    orders[asked_by] += f"\n{REQUEST}"
    top = state.hands["1"].deck[0]
    done = play(state, orders)
    assert done.state.moment.phase == "swaps-1"
    name = asked_by.capitalize()
    assert texts_of(done, "swaps-in-order") == [
        f"War 1: {name} asks for Initiative Order; Red swaps first, then Black"
    ]
    assert discards(done) == [f"Red discards 1{some(state, 1)} and draws 1 card"]
    assert hand(done.state, 1) == hand(state, 1) - Cards.of(some(state, 1)) + Cards.of(top)
    assert hand(done.state, 0) == hand(state, 0)
    assert verdict(done, asked_by, REQUEST) == "success"
    after = play(done.state)
    assert discards(after) == [f"Black discards 1{some(state, 0)} and draws 1 card"]
    assert after.state.wars[0].status != "pending"


@pytest.mark.rule("POW-BAT-5")
def test_who_swaps_later_may_decide_anew_and_nobody_swaps_twice() -> None:
    state = at_war("red: black")
    mine, theirs = some(state, 0), some(state, 1)
    between = play(state, {"red": f"{REQUEST}\nSWAP {mine}", "black": f"SWAP {theirs}"})
    kept = [one for one in between.verdicts if one.power == "black"]
    assert [str(reason) for reason in kept[0].reasons] == [
        "POW-BAT-5: kept until it is the player's turn to swap"
    ]
    assert kept[0].known_to == ("black",)
    done = play(between.state, {"red": f"SWAP {some(between.state, 0)}", "black": "SWAP none"})
    assert discards(done) == []
    assert verdict(done, "red", f"SWAP {some(between.state, 0)}") == "void POW-BAT-5"
    assert verdict(done, "black", "SWAP none") == "success"


@pytest.mark.rule("POW-MAIL-5")
def test_scripts_on_file_play_the_battle_after_the_swaps() -> None:
    """Who has sent his script need not send it again; another one replaces it."""
    state = at_war("red: black")
    card = {side: some(state, side) for side in (0, 1)}
    first = {side: f"BATTLE vs:default play:{card[side] * 4}*" for side in (0, 1)}
    between = play(state, {"red": f"{REQUEST}\n{first[0]}", "black": first[1]})
    assert verdict(between, "black", first[1]) == "success"
    assert not [one for one in between.events if one.kind == "battle"]
    stored = RULESET.load(RULESET.dump(between.state))
    assert stored.hands == between.state.hands
    (battle,) = [one for one in play(stored).events if one.kind == "battle"]
    assert battle.data["rounds"][0]["cards"] == [card[0], card[1]]
    other = next(kind for kind in TYPES if hand(state, 0)[kind] and kind != card[0])
    changed = play(stored, {"red": f"BATTLE vs:black play:{other}*"})
    (battle,) = [one for one in changed.events if one.kind == "battle"]
    assert battle.data["rounds"][0]["cards"] == [other, card[1]]


@pytest.mark.rule("POW-MAIL-1")
def test_what_waits_is_in_no_public_part_of_the_state() -> None:
    between = play(at_war("red: black"), {"red": f"{REQUEST}\nBATTLE vs:default policy:most"})
    assert "policy:most" not in str(RULESET.dump(between.state).public)


@pytest.mark.rule("POW-BAT-5")
@pytest.mark.rule("POW-BAT-27")
def test_battles_whose_players_ask_for_nothing_swap_at_once_and_wait() -> None:
    state = at_war("red: black", "green: white")
    swaps = {"green": f"SWAP {some(state, 0, 2)}", "white": f"SWAP {some(state, 1, 2)}"}
    between = play(state, {"black": REQUEST, **swaps})
    assert len(discards(between)) == 2
    assert between.state.hands["2"].swapped
    assert [war.status for war in between.state.wars] == ["pending", "pending"]
    done = play(between.state)
    assert [one.data["war"] for one in done.events if one.kind == "battle"] == [1, 2]
    assert done.state.moment.phase == "election"


@pytest.mark.rule("POW-BAT-5")
def test_only_who_has_a_hand_in_the_swaps_asks() -> None:
    """White fights nobody; purple fights a principality that nobody leads."""
    state = at_war("red: black", "purple: salzburg", state=only("purple", "red", "black"))
    done = play(state, {"white": REQUEST, "purple": REQUEST})
    assert verdict(done, "white", REQUEST) == "void POW-BAT-5"
    assert verdict(done, "purple", REQUEST) == "void POW-BAT-5"
    assert not done.state.hands, "all is fought at once"


@pytest.mark.rule("POW-BAT-5")
@pytest.mark.rule("POW-BAT-25")
def test_who_leads_a_principality_asks_as_a_player_does() -> None:
    state = at_war("purple: salzburg")
    assert state.hands["1"].sides[1].leader == "green"
    done = play(state, {"green": REQUEST})
    assert texts_of(done, "swaps-in-order") == [
        "War 1: Green asks for Initiative Order; Purple swaps first, then Green"
    ]
    assert done.state.hands["1"].late == ("salzburg",)


@pytest.mark.rule("POW-PCE-23")
def test_treaties_that_come_too_early_are_asked_for_again() -> None:
    line = "TREATY black TAKE G1"
    between = play(at_war("red: black"), {"red": f"{REQUEST}\n{line}"})
    assert verdict(between, "red", line) == "void POW-PCE-23"
    assert RULESET.awaits(between.state) == ("red", "black")
    assert read_order(between.state, line)


@pytest.mark.rule("POW-MAIL-4")
def test_in_live_play_only_the_later_one_is_waited_for() -> None:
    state = at_war("red: black", battle_play="live")
    between = play(state, {"black": REQUEST, "red": "BATTLE vs:black policy:most"}).state
    assert between.moment.phase == "swaps-1"
    assert RULESET.awaits(between) == ("black",)
    again = f"SWAP {some(between, 0)}"
    done = play(between, {"black": f"SWAP {some(state, 1)}", "red": again})
    assert verdict(done, "red", again) == "void POW-BAT-5"
    assert done.state.moment.phase == "battles-1-round-1"
    assert done.state.hands["1"].sides[0].plan.script.policy == "most"


def test_nobody_asks_once_the_swaps_are_under_way() -> None:
    state = at_phase(six(), "swaps-1")
    with pytest.raises(Unreadable, match="no place in: swaps in Initiative Order"):
        read_order(state, REQUEST)
    title = COURSE.title(Moment(1560, 1, "swaps-2"))
    assert title == "1560, swaps in Initiative Order, Battle Phase 2"
    title = COURSE.title(Moment(1560, 1, "religious-swaps-3"))
    assert title == "1560, Religious War, swaps in Initiative Order 3"


@pytest.mark.rule("POW-BAT-5")
@pytest.mark.rule("POW-RWB-1")
@pytest.mark.parametrize("battle_play", ["script", "live"])
def test_in_a_religious_war_each_member_swaps_in_turn(battle_play: str) -> None:
    state = leagues_at_war(battle_play=battle_play)
    assert state.moment.phase == "religious-war"
    done = play(state, {"white": REQUEST, "green": "BATTLE vs:religious policy:least"})
    (told,) = texts_of(done, "swaps-in-order")
    assert told.startswith("Religious War: White asks for Initiative Order; Purple swaps first, ")
    assert told.endswith("then Green, White and Red")
    for number, player in enumerate(("green", "white", "red"), 2):
        state = done.state
        assert state.moment.phase == f"religious-swaps-{number}"
        muster = state.hands["religious"]
        assert muster.late[0] == player
        assert RULESET.load(RULESET.dump(state)).hands == state.hands
        is_last = number == 4 and battle_play == "script"
        assert RULESET.awaits(state) == (
            ("red", "green", "purple", "white") if is_last else (player,)
        )
        card = next(iter(muster.melee.armies[player].hand))
        done = play(state, {player: f"SWAP {card}"})
        assert verdict(done, player, f"SWAP {card}") == "success"
        assert len(discards(done)) == 1
    if battle_play == "live":
        assert done.state.moment.phase == "religious-war-round-1"
        mustered = done.state.hands["religious"]
        assert isinstance(mustered, Muster)
        assert mustered.hosts["green"].plan.script.policy == "least"
        assert not mustered.late
    else:
        assert texts_of(done, "melee-ended")


def test_requests_are_read_back_as_written() -> None:
    state = at_phase(six(), "battles-1")
    assert read_order(state, "request initiative order") == RequestInitiative()
    assert str(RequestInitiative()) == REQUEST
    with pytest.raises(Unreadable, match="request"):
        read_order(state, "REQUEST peace")


@pytest.mark.rule("POW-BAT-5")
def test_a_new_script_without_swaps_leaves_the_swap_on_file() -> None:
    filed = Plan(Script("black", policy="most"), ("C",))
    bare = {"red": [BattleOrder(Script("black", policy="least"))]}
    assert plan_for("red", "black", bare, filed) == Plan(Script("black", policy="least"), ("C",))
    full = {"red": [BattleOrder(Script("black", swap=("P",)))]}
    assert plan_for("red", "black", full, filed).swap == ("P",)
    line = {"red": [Swap(("M",), (), "black")]}
    assert plan_for("red", "black", line, filed) == Plan(filed.script, ("M",))
    assert plan_for("", "black", full) == NO_PLAN, "nobody leads"


@pytest.mark.rule("POW-BAT-5")
def test_members_without_cards_and_bystanders_have_no_turn_to_swap() -> None:
    state = leagues_at_war()
    muster = state.hands["religious"]
    bare = {**muster.melee.armies, "white": replace(muster.melee.armies["white"], hand=Cards())}
    muster = replace(muster, melee=replace(muster.melee, armies=bare))
    state = replace(state, hands=with_field(state.hands, muster))
    asked = play(state, {"green": REQUEST})
    assert asked.state.hands["religious"].late == ("green", "red")
    fought = play(state, {"orange": REQUEST, "white": REQUEST})
    assert verdict(fought, "orange", REQUEST) == "void POW-BAT-5"
    assert verdict(fought, "white", REQUEST) == "void POW-BAT-5"
    assert texts_of(fought, "melee-ended")


@pytest.mark.rule("POW-MAIL-4")
def test_in_a_live_melee_a_script_is_kept_from_tick_to_tick() -> None:
    state = play(leagues_at_war(battle_play="live")).state
    assert state.moment.phase == "religious-war-round-1"
    state = play(state, {"green": "BATTLE vs:religious policy:least"}).state
    assert state.hands["religious"].hosts["green"].plan.script.policy == "least"
