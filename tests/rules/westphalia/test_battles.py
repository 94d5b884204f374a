"""Whole battles: the worked example, dealing, swaps, scripts, and what always holds."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.engine.chance import Lots
from generator.rulesets.westphalia.battle.army import (
    TYPES,
    Army,
    Cards,
    Terms,
    deal,
    decks_needed,
    muster,
    swap,
)
from generator.rulesets.westphalia.battle.duel import Battle, Play
from generator.rulesets.westphalia.battle.exchange import BEATS
from generator.rulesets.westphalia.battle.script import (
    AUTOMATIC,
    Script,
    ScriptProblem,
    guess_strip,
    parse_script,
    playable_card,
)
from tests.rules.westphalia.cards import EARLY, LATE, army, fight_out, scripted_plays


def lots(secret: bytes) -> Lots:
    return Lots(lambda: secret)


def by_scripts(battle: Battle, scripts: tuple[Script, Script], terms: Terms, drawn: Lots) -> Battle:
    names = ("red", "black")
    return fight_out(
        battle, lambda now: scripted_plays(now, scripts, names, drawn, "r2/war1"), terms
    )


@pytest.mark.rule("POW-BAT-3")
@pytest.mark.rule("POW-IP-6")
def test_power_above_the_hand_goes_to_reserves() -> None:
    assert muster(15, EARLY) == (12, 3)
    assert muster(12, EARLY) == (12, 0)
    assert muster(7, EARLY) == (7, 0)


@pytest.mark.rule("POW-BAT-4")
def test_attacker_is_dealt_first_from_the_top_then_defender(vector: Lots) -> None:
    armies, deck = deal((6, 9), EARLY, vector, "r1/war1/deck")
    order = "CMPCCCPMPMMPCMMPPMCMPCCCPP"
    assert armies[0].hand == Cards.of(order[:6]) == Cards.of("CMPCCC")
    assert armies[1].hand == Cards.of(order[6:15])
    assert "".join(deck).startswith(order[15:])
    assert sum(len(one.hand) for one in armies) + len(deck) == 54


@pytest.mark.rule("POW-BAT-5")
def test_swapped_cards_leave_the_battle() -> None:
    swapped, deck, out, new = swap(army("PCCC"), ("C", "C"), ("P", "M", "C"), EARLY)
    assert (swapped.hand, deck) == (Cards.of("PCPM"), ("C",))
    assert (out, new) == (Cards.of("CC"), Cards.of("PM"))
    assert (swapped.aside, swapped.pile) == (Cards.of("CC"), Cards())


@pytest.mark.rule("POW-BAT-5")
def test_no_more_than_two_and_only_what_is_held_is_swapped() -> None:
    assert swap(army("CCC"), ("M", "C", "C", "C"), ("P",) * 5, EARLY)[2] == Cards.of("CC")


@pytest.mark.rule("POW-RWB-2")
def test_a_religious_war_takes_as_many_decks_as_hands_and_swaps_need() -> None:
    assert decks_needed((12,) * 8, EARLY) == 3
    assert decks_needed((20, 5), EARLY) == 1


@pytest.mark.rule("POW-MAIL-6")
def test_automatic_script_plays_by_what_is_held_and_replays() -> None:
    start = Battle((army("PPPPMMMMCCCC", reserves=2), army("PPPPMMMMCCCC", reserves=1)))
    one, other = (
        by_scripts(start, (AUTOMATIC, AUTOMATIC), LATE, lots(b"a secret")) for _ in range(2)
    )
    assert one == other
    assert one.is_over
    assert not any(effect.rule == "POW-BAT-19" for done in one.rounds for effect in done.effects), (
        "it calls only when forced"
    )


@pytest.mark.rule("POW-MAIL-6")
def test_automatic_cards_come_up_as_often_as_they_are_held() -> None:
    drawn = lots(b"many lots")
    hand = army("PMMCCC")
    cards = [
        AUTOMATIC.next_play(1, hand, hand, drawn, f"r1/war{n}/auto/red/1").card for n in range(600)
    ]
    assert [cards.count(kind) for kind in TYPES] == pytest.approx([100, 200, 300], abs=45)


@pytest.mark.rule("POW-MAIL-6")
def test_automatic_rifling_names_what_the_enemy_has_lost_least_of() -> None:
    assert guess_strip(army("P", pile="MMC")) == ("P", "C", "M")
    assert guess_strip(army("P")) == ("C", "M", "P")


@pytest.mark.rule("POW-MAIL-7")
def test_most_and_least_numerous_legal_type() -> None:
    def card(policy: Any, banned: bool = False) -> str:
        hand = army("PPPMMMC", banned=banned)
        return Script(policy=policy).next_play(1, hand, hand, lots(b""), "none").card

    assert (card("most"), card("least"), card("least", banned=True)) == ("P", "C", "P")


def test_given_weights_replace_the_cards_held() -> None:
    hand, drawn = army("PPPPPM"), lots(b"weights")
    script = Script(weights=(0, 1, 5))
    cards = {script.next_play(1, hand, hand, drawn, f"auto/{n}").card for n in range(40)}
    assert cards == {"M"}, "no pikemen are wanted and no cavalry is held"


def test_a_script_replaces_what_it_cannot_play() -> None:
    """E-51: the list, then whatever is legal."""
    assert playable_card("C", army("PM"), ("M", "P")) == "M"
    assert playable_card("C", army("CM", banned=True), ("C",)) == "M"


def test_policy_takes_over_where_the_list_ends() -> None:
    script = Script(play=("M",), policy="most")
    hand = army("PPM")
    plays = [script.next_play(n, hand, hand, lots(b""), "none").card for n in (1, 2)]
    assert plays == ["M", "P"]


hands = st.lists(st.sampled_from("PMC"), min_size=1, max_size=12).map(Cards.of)
armies = st.builds(lambda hand, reserves: Army(hand, reserves=reserves), hands, st.integers(0, 12))
scripts = st.builds(
    Script,
    play=st.lists(st.sampled_from("PMC"), max_size=20).map(tuple),
    policy=st.sampled_from(["weighted", "most", "least"]),
    on_unavailable=st.permutations("PMC").map(tuple),
    reinforce_at=st.integers(0, 12),
    reinforce_pick=st.lists(st.sampled_from("PMC"), max_size=6).map(tuple),
    rifling=st.permutations("PMC").map(tuple),
)
terms = st.sampled_from([EARLY, LATE])


@pytest.mark.rule("POW-BAT-24")
@given(armies, armies, scripts, scripts, terms, st.binary(min_size=1, max_size=8))
def test_every_battle_ends_within_48_rounds_and_loses_no_card(
    one: Army, other: Army, first: Script, second: Script, terms: Terms, secret: bytes
) -> None:
    start = Battle((one, other))
    battle = by_scripts(start, (first, second), terms, lots(secret))
    assert battle.is_over
    assert 1 <= battle.fought <= 48
    for done in battle.rounds:
        for before, after in zip(start.armies, done.armies, strict=True):
            assert after.hand + after.pile + after.aside == before.hand
    for side, last in enumerate(battle.armies):
        out = battle.result != side
        assert out is (not len(last.hand)), "who is out has no cards, and the winner has some"


@given(armies, armies, scripts, scripts, terms, st.binary(min_size=1, max_size=8))
def test_battles_are_symmetric(
    one: Army, other: Army, first: Script, second: Script, terms: Terms, secret: bytes
) -> None:
    def fought(swapped: bool) -> Battle:
        drawn, names = lots(secret), ("red", "black")

        def choose(now: Battle) -> tuple[Play, Play]:
            if not swapped:
                return scripted_plays(now, (first, second), names, drawn, "war")
            turned = Battle((now.armies[1], now.armies[0]), now.fought)
            mine, theirs = scripted_plays(turned, (first, second), names, drawn, "war")
            return theirs, mine

        return fight_out(Battle((other, one) if swapped else (one, other)), choose, terms)

    plain, turned = fought(False), fought(True)
    assert plain.armies == tuple(reversed(turned.armies))
    swap_result = {0: 1, 1: 0, "inconclusive": "inconclusive", None: None}
    assert plain.result == swap_result[turned.result]


def test_each_type_beats_one_and_loses_to_one() -> None:
    assert sorted(BEATS) == sorted(BEATS.values())
    assert all(BEATS[k] != k for k in BEATS)


@pytest.mark.rule("POW-MAIL-5")
@given(scripts)
def test_scripts_are_read_back_as_written(script: Script) -> None:
    assert parse_script(str(script).split()) == script


def test_a_whole_script_stands_in_one_line() -> None:
    line = "VS:black swap:cc play:mcp* weights:2/2/1 instead:PMC call:6 pick:M,M,C,P rifling:CMP"
    assert parse_script(line.split()) == Script(
        versus="black",
        swap=("C", "C"),
        play=("M", "C", "P"),
        weights=(2, 2, 1),
        on_unavailable=("P", "M", "C"),
        reinforce_at=6,
        reinforce_pick=("M", "M", "C", "P"),
        rifling=("C", "M", "P"),
    )


@pytest.mark.parametrize(
    ("line", "word", "problem"),
    [
        ("vs:black hold:on", 1, "hold:on is no part of a script"),
        ("play:MXC", 0, "X is no card"),
        ("play:M*C", 0, "nothing can follow"),
        ("call:many", 0, "no number"),
        ("weights:1/2", 0, "three numbers"),
        ("vs:red vs:black", 1, "given twice"),
        ("policy:bold", 0, "no such policy"),
    ],
)
def test_a_bad_script_says_which_word_is_wrong(line: str, word: int, problem: str) -> None:
    with pytest.raises(ScriptProblem, match=problem) as caught:
        parse_script(line.split())
    assert caught.value.word == word
    assert caught.value.hint
