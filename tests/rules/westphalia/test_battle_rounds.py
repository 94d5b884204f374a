"""One pair of cards and what follows: POW-BAT-7 to 23."""

from __future__ import annotations

import pytest

from generator.rulesets.westphalia.battle.cards import Cards
from generator.rulesets.westphalia.battle.duel import Battle
from generator.rulesets.westphalia.battle.exchange import Front
from generator.rulesets.westphalia.battle.reinforce import picked
from tests.rules.westphalia.cards import LATE, army, meet, play, rules_of, tell


@pytest.mark.rule("POW-BAT-6")
def test_a_card_that_is_not_held_cannot_be_played() -> None:
    with pytest.raises(ValueError, match="cannot be played"):
        meet(("PP", "MM"), "CM")


@pytest.mark.rule("POW-BAT-7")
@pytest.mark.parametrize("card", ["P", "M", "C"])
def test_same_type_discards_both(card: str) -> None:
    done = meet(("PPMMCC", "PPMMCC"), card + card)
    assert [len(one.hand) for one in done.armies] == [5, 5]
    assert [one.pile.letters for one in done.armies] == [card, card]
    assert rules_of(done) == ["BAT-7", "BAT-7"]


@pytest.mark.rule("POW-BAT-8")
def test_pikemen_stop_cavalry_and_return_to_hand() -> None:
    assert tell(meet(("PPM", "CCM"), "PC")) == ("2P 1M", "1M 1C")


@pytest.mark.rule("POW-BAT-9")
def test_stopped_cavalry_may_not_ride_in_the_next_round_and_may_after_it() -> None:
    battle = play(Battle((army("CCMMM"), army("PPPP"))), "CP")
    assert battle.armies[0].banned
    with pytest.raises(ValueError, match="cannot be played"):
        play(battle, "CP")
    battle = play(battle, "MP")
    assert not battle.armies[0].banned
    assert play(battle, "CP").armies[0].banned


@pytest.mark.rule("POW-BAT-10")
def test_only_cavalry_left_after_pikemen_routs() -> None:
    done = meet(("PPM", "CC"), "PC")
    assert done.routed == {1}
    assert rules_of(done) == ["BAT-8", "BAT-9", "BAT-10"]


def test_last_cavalry_stopped_runs_out_and_does_not_rout() -> None:
    done = meet(("PPM", "C"), "PC")
    assert not done.routed
    assert tell(done) == ("2P 1M", "-")


@pytest.mark.rule("POW-BAT-11")
def test_musketeers_beat_pikemen() -> None:
    assert tell(meet(("MMP", "PPC"), "MP")) == ("1P 2M", "1P 1C")


@pytest.mark.rule("POW-BAT-12")
def test_rifling_strips_the_first_named_type_that_the_loser_has() -> None:
    done = meet(("MMP", "PPMM"), "MP", LATE, strip="CMP")
    assert tell(done) == ("1P 2M", "1P 1M")
    assert rules_of(done) == ["BAT-11", "BAT-12", "BAT-12"]
    assert [effect.kind for effect in done.effects] == ["discards", "lacks", "discards"]


@pytest.mark.rule("POW-BAT-12")
def test_before_the_fifth_round_nothing_is_stripped() -> None:
    assert tell(meet(("MMP", "PPMM"), "MP")) == ("1P 2M", "1P 2M")


@pytest.mark.rule("POW-BAT-13")
def test_nothing_left_to_strip_has_no_further_effect() -> None:
    done = meet(("M", "P"), "MP", LATE, strip="CMP")
    assert tell(done) == ("1M", "-")
    assert rules_of(done) == ["BAT-11"]


@pytest.mark.rule("POW-BAT-14")
@pytest.mark.rule("POW-BAT-15")
def test_charge_takes_the_musketeers_and_one_of_each_infantry() -> None:
    done = meet(("CCC", "PPPMMM"), "CM")
    assert tell(done) == ("3C", "2P 1M")
    assert rules_of(done) == ["BAT-14", "BAT-15"]


@pytest.mark.rule("POW-BAT-16")
def test_lacking_one_type_two_of_the_other_are_lost() -> None:
    done = meet(("C", "MPPC"), "CM")
    assert tell(done) == ("1C", "1C")
    assert not done.routed
    assert rules_of(done) == ["BAT-14", "BAT-16", "BAT-16"]
    assert [effect.kind for effect in done.effects] == ["discards", "lacks", "discards"]


@pytest.mark.rule("POW-BAT-17")
def test_fewer_than_two_infantry_left_routs() -> None:
    done = meet(("CCPPM", "MPCC"), "CM")
    assert done.routed == {1}
    assert done.effects[-1].rule == "POW-BAT-17"


@pytest.mark.rule("POW-BAT-17")
def test_no_infantry_left_routs() -> None:
    assert meet(("C", "MCC"), "CM").routed == {1}


@pytest.mark.rule("POW-BAT-18")
@pytest.mark.parametrize(("charger", "routs"), [("C" * 9, True), ("C" * 8, True), ("C" * 7, False)])
def test_twice_the_losers_cards_after_a_charge_routs_him(charger: str, routs: bool) -> None:
    """4 cards are left of 7 after the charge: 9 and 8 are twice as many, 7 is not."""
    done = meet((charger, "PPMMCCC"), "CM")
    assert len(done.armies[1].hand) == 4
    assert bool(done.routed) is routs


@pytest.mark.rule("POW-BAT-18")
def test_fixture_five_against_one_routs() -> None:
    done = meet(("CCPPP", "MPPC"), "CM")
    assert tell(done) == ("3P 2C", "1C")
    assert done.routed == {1}


@pytest.mark.rule("POW-RWB-5")
def test_in_a_league_seven_against_one_fights_on() -> None:
    fronts = (Front(alone=False), Front(alone=False))
    assert not meet(("CPPPPPP", "MPPC"), "CM", fronts=fronts).routed


@pytest.mark.rule("POW-BAT-19")
def test_reinforcements_are_chosen_from_the_pile_up_to_the_reserves() -> None:
    assert picked(Cards.of("PPPMMC"), 3, ("M", "M", "C")) == Cards.of("MMC")


@pytest.mark.rule("POW-BAT-19")
def test_no_more_is_drawn_than_the_pile_has() -> None:
    assert picked(Cards.of("PM"), 5, ("C",)) == Cards.of("PM")


@pytest.mark.rule("POW-BAT-19")
def test_a_side_calls_once_only() -> None:
    battle = Battle((army("PPPP", reserves=1), army("PPPP")))
    battle = play(battle, "PP", first=(9, ""))
    assert tell(battle) == ("4P", "3P")
    assert battle.armies[0].called
    assert tell(play(battle, "PP", first=(9, ""))) == ("3P", "2P")


@pytest.mark.rule("POW-BAT-19")
def test_an_empty_pile_keeps_the_call_for_later() -> None:
    battle = play(Battle((army("MMM", reserves=2), army("PPPP"))), "MP", first=(9, ""))
    assert not battle.armies[0].called


@pytest.mark.rule("POW-BAT-20")
def test_a_routed_side_puts_its_hand_on_the_pile_and_calls() -> None:
    battle = Battle((army("CCCCCC"), army("MPCCC", reserves=1)))
    battle = play(battle, "CM", second=(0, "P"))
    assert tell(battle) == ("6C", "1P")
    assert battle.armies[1].pile == Cards.of("MCCC")
    assert not battle.is_over
    assert rules_of(battle)[-2:] == ["BAT-20", "BAT-20"]


@pytest.mark.rule("POW-BAT-20")
def test_running_out_forces_the_call_too() -> None:
    battle = play(Battle((army("M"), army("P", reserves=1))), "MP")
    assert tell(battle) == ("1M", "1P")
    assert not battle.is_over


@pytest.mark.rule("POW-BAT-21")
@pytest.mark.parametrize("loser", [army("P"), army("P", reserves=2, called=True, pile="PM")])
def test_without_reserves_or_a_call_left_a_spent_side_has_lost(loser: object) -> None:
    battle = play(Battle((army("M"), loser)), "MP")  # type: ignore[arg-type]
    assert battle.result == 0
    assert rules_of(battle)[-1] == "BAT-21"


@pytest.mark.rule("POW-BAT-22")
def test_both_out_in_the_same_round_is_inconclusive() -> None:
    assert play(Battle((army("P"), army("P"))), "PP").result == "inconclusive"


@pytest.mark.rule("POW-BAT-22")
def test_if_only_one_can_call_the_other_has_lost() -> None:
    assert play(Battle((army("P"), army("P", reserves=1))), "PP").result == 1


@pytest.mark.rule("POW-BAT-23")
def test_cavalry_called_under_the_ban_routs_again() -> None:
    battle = play(Battle((army("CCC", reserves=2), army("PPP"))), "CP", first=(0, "CC"))
    assert battle.result == 1
    assert rules_of(battle) == [
        "BAT-8", "BAT-9", "BAT-10", "BAT-20", "BAT-20", "BAT-23", "BAT-21",
    ]  # fmt: skip


@pytest.mark.rule("POW-BAT-23")
def test_the_ban_survives_a_call() -> None:
    battle = play(Battle((army("CMM", reserves=1), army("PPP"))), "CP", first=(9, "C"))
    assert tell(battle) == ("2M 1C", "3P")
    assert battle.armies[0].playable == ("M",)


@pytest.mark.rule("POW-BAT-23")
def test_both_may_call_after_the_same_round() -> None:
    """E-50: each draws from his own pile."""
    start = Battle((army("PPP", reserves=1, pile="C"), army("PPP", reserves=1, pile="M")))
    battle = play(start, "PP", first=(9, "C"), second=(9, "M"))
    assert tell(battle) == ("2P 1C", "2P 1M")


@pytest.mark.rule("POW-BAT-23")
def test_a_decided_battle_sees_no_voluntary_call() -> None:
    battle = play(Battle((army("MMP", reserves=1, pile="C"), army("P"))), "MP", first=(9, "C"))
    assert battle.result == 0
    assert not battle.armies[0].called
