"""Live play: what becomes of every line, and of what was ordered in a phase before."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from generator.rulesets.westphalia.battle.army import Army
from generator.rulesets.westphalia.battle.duel import Battle
from generator.rulesets.westphalia.battle.script import Script
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.orders import BattleOrder, Call, PlayCard, Swap
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.wars.battles import open_battles
from generator.rulesets.westphalia.wars.fields import with_field
from generator.rulesets.westphalia.wars.fighting import play_round, swap_hands
from tests.rules.westphalia.cards import army
from tests.rules.westphalia.rounds import at_phase, leagues_at_war, play, verdict
from tests.rules.westphalia.table import after, ally, events, lots, six, wars


def facing(red: Army, black: Army) -> State:
    """Red against black in live play, with these cards, before a battle round."""
    state = after(open_battles, wars(six(battle_play="live"), "red: black").state, 1, lots()).state
    field = replace(state.hands["1"], battle=Battle((red, black)), swapped=True, deck=())
    state = replace(state, hands=with_field(state.hands, field))
    return at_phase(state, "battles-1-round-1")


def lived(state: State, *red: Any, black: str = "P") -> Progress:
    return after(play_round, state, {"red": list(red), "black": [PlayCard(black)]}, lots())  # type: ignore[arg-type]


def verdicts_of(done: Progress, player: str = "red") -> list[str]:
    """`CALL M: void, there are no Reserves to call`; without what the rules gave."""
    return [
        f"{one.order}: {one.outcome}, {one.reasons[0].text}"
        for one in done.judged
        if one.power == player and not one.note
    ]


@pytest.mark.rule("POW-BAT-19")
@pytest.mark.parametrize(
    ("red", "black", "said"),
    [
        (army("PPPP", pile="MC"), army("PPPP"), "void, there are no Reserves to call"),
        (army("PPPP", reserves=1, called=True), army("PPPP"),
         "void, it has called before, and may call once in a battle"),
        (army("PPPP", pile="MC", reserves=1), army("PPPP"), "success, 1M taken"),
        (army("P", pile="M", reserves=2), army("PPPP"), "success, had to call: 1P 1M taken"),
        (army("PPPP", pile="MC", reserves=1), army("P"), "void, the battle is over"),
    ],
)  # fmt: skip
def test_every_call_gets_a_verdict_with_its_reason(red: Army, black: Army, said: str) -> None:
    done = lived(facing(red, black), PlayCard("P"), Call(("M",)))
    assert verdicts_of(done) == ["PLAY P: success, used in battle", f"CALL M: {said}"]


@pytest.mark.rule("POW-BAT-19")
def test_a_call_without_a_pile_is_kept_for_later() -> None:
    state = facing(army("MMMM", reserves=1), army("PPPP"))
    done = lived(state, PlayCard("M"), Call(("M",)))
    assert verdicts_of(done)[1] == (
        "CALL M: void, nothing lies on its discard pile: the call is kept for later"
    )
    assert not done.state.hands["1"].battle.armies[0].called


@pytest.mark.rule("POW-BAT-20")
def test_who_does_not_want_to_call_may_have_to() -> None:
    may = lived(facing(army("PPPP", pile="M", reserves=1), army("PPPP")), Call(willing=False))
    assert verdicts_of(may) == ["NOCALL: success, calls nothing"]
    must = lived(facing(army("P", reserves=1), army("PPPP")), Call(willing=False))
    assert verdicts_of(must) == ["NOCALL: void, had to call: 1P taken"]


@pytest.mark.rule("POW-MAIL-1")
def test_what_somebody_wished_for_is_told_to_him_alone() -> None:
    """A card that is not held would tell of the hand, and wishes of the next battle rounds."""
    done = lived(facing(army("PPMM"), army("PPPP")), PlayCard("C"), Call(("M",)))
    assert verdicts_of(done)[0] == "PLAY C: void, cavalry is not held: pikemen played instead"
    assert [one.known_to for one in done.judged] == [("red",), ("red",), ()]


@pytest.mark.rule("POW-BAT-9")
def test_banned_cavalry_is_replaced_and_the_verdict_says_so() -> None:
    done = lived(facing(army("MCC", banned=True), army("PPPP")), PlayCard("C"))
    assert verdicts_of(done) == ["PLAY C: void, cavalry is banned: musketeers played instead"]


@pytest.mark.rule("POW-MAIL-2")
def test_of_several_lines_the_last_for_this_enemy_counts() -> None:
    cards = (PlayCard("P", "black"), PlayCard("M"), PlayCard("C", "black"))
    done = lived(facing(army("PMCC"), army("PPPP")), *cards)
    assert verdicts_of(done) == [
        "PLAY vs:black P: excess, another line counts in this battle",
        "PLAY M: excess, another line counts in this battle",
        "PLAY vs:black C: success, used in battle",
    ]


def test_a_wrong_enemy_is_named_with_the_right_ones() -> None:
    done = lived(facing(army("PMCC"), army("PPPP")), PlayCard("P", "blakc"))
    assert verdicts_of(done) == [
        "PLAY vs:blakc P: void, no such battle is fought: blakc is not among the enemies (black)"
    ]


@pytest.mark.rule("POW-BAT-5")
def test_cards_are_not_swapped_once_the_battle_has_begun() -> None:
    done = lived(facing(army("PMCC"), army("PPPP")), Swap(("P",)))
    assert verdicts_of(done) == ["SWAP P: void, the cards have been swapped"]


@pytest.mark.rule("POW-MAIL-4")
def test_who_names_no_card_plays_by_the_script_on_file() -> None:
    """It was sent before the first battle round, and is replaced after it."""
    state = after(open_battles, wars(six(battle_play="live"), "red: black").state, 1, lots()).state
    orders = {"red": [BattleOrder(Script("black", policy="most"))]}
    swapped = after(swap_hands, state, orders)
    assert verdicts_of(swapped) == ["BATTLE vs:black policy:most: success, kept for the battle"]
    kept = facing(army("PPMMMC"), army("PPPPMMMMMMMM"))
    sides = swapped.state.hands["1"].sides
    field = replace(kept.hands["1"], sides=sides)
    kept = replace(kept, hands=with_field(kept.hands, field))
    kept = RULESET.load(RULESET.dump(kept))
    first = after(play_round, kept, {"black": [PlayCard("M")]}, lots())
    assert events(first, "battle-rounds")[0].data["rounds"][0]["cards"] == ["M", "M"]
    new = {"red": [BattleOrder(Script("black", policy="least"))], "black": [PlayCard("M")]}
    second = after(play_round, first.state, new, lots())
    assert events(second, "battle-rounds")[0].data["rounds"][0]["cards"] == ["C", "M"]
    assert not [one for one in first.judged if one.power == "red"], "nothing was missing"
    third = after(play_round, second.state, {"black": [PlayCard("M")]}, lots())
    assert third.state.hands["1"].sides[0].plan.script.policy == "least"


@pytest.mark.rule("POW-MAIL-3")
@pytest.mark.rule("POW-MAIL-6")
def test_who_names_no_card_and_has_no_script_is_marked_as_played_automatically() -> None:
    done = lived(facing(army("MMM"), army("PPPP")))
    assert [(one.power, one.order, one.note) for one in done.judged] == [
        ("black", "PLAY P", ""),
        ("red", "PLAY vs:black M", "no order given"),
    ]


@pytest.mark.rule("POW-MAIL-6")
@pytest.mark.rule("POW-BAT-12")
def test_live_musketeers_strip_what_the_enemy_should_hold_most_of() -> None:
    """Black has lost cavalry and musketeers: pikemen are named first."""
    state = facing(army("MMM"), army("PPMC", pile="CCM"))
    done = after(
        play_round,
        replace(state, round=5),
        {"red": [PlayCard("M")], "black": [PlayCard("P")]},
        lots(),
    )
    assert done.state.hands["1"].battle.armies[1].hand.letters == "MC"


@pytest.mark.rule("POW-DI-5")
def test_members_of_the_leagues_are_bound_until_their_treaties() -> None:
    """Influence stays where it is, also for who has left the melee or waits in reserve."""
    state = leagues_at_war(battle_play="live")
    state = state.with_principality("trier", influence={"white": 1})
    while state.moment.phase != "religious-treaties":
        done = play(state, {"white": "WITHDRAW trier"})
        assert done.state.influence("white", "trier") == 1
        assert verdict(done, "white", "WITHDRAW trier") == "void POW-DI-5"
        state = done.state
    done = play(state, {"white": "WITHDRAW trier"})
    kinds = [one.kind for one in done.events]
    assert done.state.influence("white", "trier") == 0
    assert kinds.index("influence-lost") > kinds.index("religious-war-won")


@pytest.mark.parametrize(
    ("phase", "line", "said"),
    [
        ("battles-1", "SWAP vs:white C", "white is not among the enemies (black)"),
        ("battles-1", "BATTLE vs:blakc policy:most", "blakc is not among the enemies (black)"),
        ("battles-1", "SWAP C FOR M", "drawn from the top of the deck"),
        ("battles-1", "BATTLE vs:black swap:C want:M", "drawn from the top of the deck"),
        ("battles-1", "TREATY white TAKE A4", "no war with White is fought now"),
        ("battles-1", "TREATY hesse TAKE C2", "Hesse is an ally of Black: name black instead"),
        ("battles-1", "YIELD A1 TO mainz", "no war with Mainz is fought now"),
        ("battles-1-round-1", "CALL M", "there are no Reserves to call"),
        ("battles-1-round-1", "NOCALL", ""),
        ("battles-1", "BATTLE vs:default policy:most", ""),
        ("battles-1", "TREATY black TAKE none", ""),
        ("battles-1", "REQUEST initiative", ""),
    ],
)
def test_checking_tells_what_will_do_nothing(phase: str, line: str, said: str) -> None:
    state = wars(ally(ally(six(), "hesse", "black"), "saxony", "red"), "red: black").state
    state = at_phase(after(open_battles, state, 1, lots()).state, phase)
    complaints = [
        one.problem
        for one in RULESET.read(state, {"red": line}).complaints
        if one.severity == "warning"
    ]
    assert [one for one in complaints if said in one] == complaints
    assert bool(complaints) is bool(said)


def test_checking_tells_bystanders_that_no_battle_is_theirs() -> None:
    state = after(open_battles, wars(six(), "red: black").state, 1, lots()).state
    for line in ("REQUEST initiative", "SWAP C", "BATTLE vs:default policy:most"):
        (complaint,) = RULESET.read(at_phase(state, "battles-1"), {"white": line}).complaints
        assert complaint.problem == "the player has no battle to fight"
