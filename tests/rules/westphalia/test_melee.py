"""The battle of two Leagues: the worked example tick by tick, line-up, reserves, and its end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.engine.chance import Lots
from generator.rulesets.westphalia.battle.army import Army
from generator.rulesets.westphalia.battle.duel import Play
from generator.rulesets.westphalia.battle.melee import Melee, fight_tick, line_up
from generator.rulesets.westphalia.battle.script import AUTOMATIC
from tests.rules.westphalia.cards import EARLY, LATE, army, fight_melee


def meet(catholic: dict[str, Army], evangelical: dict[str, Army], order: str) -> Melee:
    """`order` is the Initiative Order, one word a member."""
    side = dict.fromkeys(catholic, 0) | dict.fromkeys(evangelical, 1)
    return line_up(order.split(), side, catholic | evangelical)


def tick(melee: Melee, cards: str, calls: str = "") -> Melee:
    """`cards` are words like `purple:C`; who is in `calls` calls of his own will."""
    plays = {}
    for word in cards.split():
        member, card = word.split(":")
        plays[member] = Play(card, 99 if member in calls.split() else 0)  # type: ignore[arg-type]
    return fight_tick(melee, plays, EARLY)


def hands(melee: Melee) -> dict[str, str]:
    return {member: str(one.hand) for member, one in melee.armies.items()}


def moves(melee: Melee) -> list[str]:
    return [
        f"{move.member} {move.kind} {move.other}".strip() + f" {move.rule.removeprefix('POW-')}"
        for move in melee.ticks[-1].moves
    ]


@pytest.mark.rule("POW-RWB-6")
def test_the_last_member_routs_before_the_whole_other_league() -> None:
    """4 cards are left after the charge; 5 and 3 in reserve are twice as many, 5 alone are not."""
    last = army("PPMMCCC")
    alone = tick(meet({"a": army("CPPPP")}, {"z": last}, "a z"), "a:C z:M")
    assert not alone.is_over
    both = meet({"a": army("CPPPP"), "b": army("PPP")}, {"z": last}, "a b z")
    both = tick(both, "a:C z:M")
    assert both.result == 0
    assert both.ticks[-1].fights[0].effects[2].rule == "POW-RWB-6"


@pytest.mark.rule("POW-RWB-6")
def test_whoever_wins_a_charge_does_not_rout() -> None:
    """E-37: the last member charges, and the crowd behind his enemy does not scare him."""
    crowd = {"a": army("PMMMMM"), "b": army("PPPPPPPPPPPP")}
    melee = tick(meet(crowd, {"z": army("CM")}, "a b z"), "a:M z:C")
    assert not melee.is_over
    assert hands(melee)["z"] == "1M 1C"


@pytest.mark.rule("POW-RWB-5")
def test_a_member_with_comrades_does_not_rout_for_numbers() -> None:
    melee = meet(
        {"a": army("CPPPPPP"), "b": army("P")}, {"y": army("MPPC"), "z": army("P")}, "a b y z"
    )
    melee = tick(melee, "a:C y:M b:P z:P")
    assert hands(melee)["y"] == "1C"
    assert ("a", "y") in melee.pairs


@pytest.mark.rule("POW-RWB-9")
def test_of_two_victors_the_first_in_initiative_meets_the_enemy_in_reserve() -> None:
    catholic = {"purple": army("MM"), "white": army("MM")}
    enemies = {"x": army("P"), "y": army("P"), "z": army("PP")}
    melee = meet(catholic, enemies, "purple white x y z")
    melee = tick(melee, "purple:M x:P white:M y:P")
    assert melee.pairs == (("purple", "z"),)
    assert melee.lines == (("white",), ())
    assert moves(melee) == [
        "x leaves RWB-7", "y leaves RWB-7", "purple faces z RWB-8", "white waits RWB-8",
    ]  # fmt: skip


@pytest.mark.rule("POW-RWB-9")
def test_victors_who_find_nobody_queue_in_initiative_order() -> None:
    catholic = {"a": army("MM"), "b": army("MM"), "c": army("PP")}
    enemies = {"x": army("P"), "y": army("P"), "z": army("PP")}
    melee = tick(meet(catholic, enemies, "b a c y x z"), "a:M x:P b:M y:P c:P z:P")
    assert melee.pairs == (("c", "z"),)
    assert melee.lines == (("b", "a"), ())


@pytest.mark.rule("POW-RWB-9")
def test_victors_of_both_leagues_who_find_nobody_waiting_face_each_other() -> None:
    catholic = {"a": army("MM"), "b": army("P")}
    melee = meet(catholic, {"y": army("P"), "z": army("MM")}, "a b y z")
    melee = tick(melee, "a:M y:P b:P z:M")
    assert melee.pairs == (("a", "z"),)
    assert moves(melee)[-1] == "a faces z RWB-9"


@pytest.mark.rule("POW-RWB-9")
def test_reserves_are_called_once_in_the_whole_war() -> None:
    melee = meet({"a": army("PP", reserves=5)}, {"y": army("P"), "z": army("PP")}, "a y z")
    melee = tick(melee, "a:P y:P", calls="a")
    assert melee.armies["a"].called
    assert hands(melee)["a"] == "2P"
    melee = tick(melee, "a:P z:P", calls="a")
    assert hands(melee)["a"] == "1P"


@pytest.mark.rule("POW-RWB-10")
def test_both_of_a_pair_may_leave_in_the_same_tick() -> None:
    melee = meet({"a": army("P"), "b": army("MM")}, {"y": army("P"), "z": army("PPP")}, "a b y z")
    melee = tick(melee, "a:P y:P b:M z:P")
    assert moves(melee) == ["a leaves RWB-10", "y leaves RWB-10"]
    assert melee.pairs == (("b", "z"),)


@pytest.mark.rule("POW-RWB-10")
def test_after_both_leave_the_league_with_somebody_in_reserve_has_won() -> None:
    melee = meet({"a": army("P"), "b": army("M")}, {"y": army("P")}, "a b y")
    assert tick(melee, "a:P y:P").result == 0


@pytest.mark.rule("POW-RWB-11")
def test_both_leagues_empty_is_inconclusive() -> None:
    melee = tick(meet({"a": army("P")}, {"z": army("P")}, "a z"), "a:P z:P")
    assert melee.result == "inconclusive"


@pytest.mark.rule("POW-RWB-7")
def test_a_member_without_cards_leaves_before_the_first_tick() -> None:
    """E-36: if the League is empty thereby, it has lost."""
    melee = meet({"a": army("")}, {"z": army("P")}, "a z")
    assert melee.result == 1
    assert moves(melee)[0] == "a leaves RWB-7"


@pytest.mark.rule("POW-RWB-8")
def test_a_waiting_victor_may_meet_the_enemy_who_beats_his_comrade() -> None:
    """E-38: a has beaten z and queues; then y beats b, and faces a."""
    catholic = {"a": army("MM"), "b": army("PP")}
    melee = meet(catholic, {"z": army("P"), "y": army("PM")}, "a z b y")
    assert melee.pairs == (("a", "z"), ("b", "y"))
    melee = tick(melee, "a:M z:P b:P y:P")
    assert melee.lines == (("a",), ())
    melee = tick(melee, "b:P y:M")
    assert melee.pairs == (("a", "y"),)
    assert moves(melee) == ["b leaves RWB-7", "y faces a RWB-8"]


members = st.lists(
    st.tuples(st.text("PMC", max_size=12), st.integers(0, 8), st.booleans()), min_size=2, max_size=8
)


@pytest.mark.rule("POW-RWB-9")
@given(members, st.booleans(), st.binary(min_size=1, max_size=6))
def test_every_melee_ends_loses_no_card_and_carries_no_ban_over(
    drawn: list[tuple[str, int, bool]], late: bool, secret: bytes
) -> None:
    order = [f"m{number}" for number in range(len(drawn))]
    start = {
        name: army(hand, reserves=more) for name, (hand, more, _) in zip(order, drawn, strict=True)
    }
    side = {name: int(one) for name, (*_, one) in zip(order, drawn, strict=True)}
    lots = Lots(lambda: secret)

    def choose(now: Melee, member: str) -> Play:
        if now.ticks and any(member in (move.member, move.other) for move in now.ticks[-1].moves):
            assert not now.armies[member].banned, "a new engagement begins without a ban"
        number = now.played.get(member, 0) + 1
        (pair,) = (pair for pair in now.pairs if member in pair)
        enemy = now.armies[pair[1 - pair.index(member)]]
        label = f"r4/religious/auto/{member}/{number}"
        return AUTOMATIC.next_play(number, now.armies[member], enemy, lots, label)

    melee = fight_melee(line_up(order, side, start), choose, LATE if late else EARLY)
    assert melee.is_over
    assert not melee.pairs
    for name in order:
        after = melee.armies[name]
        assert after.hand + after.pile == start[name].hand
    left = {side[name] for name in order if name in melee.present(0) + melee.present(1)}
    assert left == ({melee.result} if melee.result != "inconclusive" else set())
