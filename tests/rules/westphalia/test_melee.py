"""The battle of two Leagues: the worked example tick by tick, line-up, reserves, and its end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.engine.chance import Lots
from generator.rulesets.westphalia.battle.army import Army
from generator.rulesets.westphalia.battle.duel import Play
from generator.rulesets.westphalia.battle.melee import Melee, fight_tick, line_up
from generator.rulesets.westphalia.battle.script import AUTOMATIC
from tests.rules.westphalia.cards import EARLY, LATE, army, fight_melee


def meet(catholic: str, evangelical: str, order: str) -> Melee:
    """Members like `a:PPM b:C`; `order` is the Initiative Order, one letter a member."""
    armies: dict[str, Army] = {}
    side = {}
    for number, words in enumerate((catholic, evangelical)):
        for member, _, hand in (word.partition(":") for word in words.split()):
            armies[member], side[member] = army(hand), number
    return line_up(list(order), side, armies)


def tick(melee: Melee, cards: str, calls: str = "") -> Melee:
    """`cards` are words like `a:C`; who is in `calls` calls of his own will."""
    plays = {}
    for word in cards.split():
        member, card = word.split(":")
        plays[member] = Play(card, 99 if member in calls else 0)  # type: ignore[arg-type]
    return fight_tick(melee, plays, EARLY)


def hands(melee: Melee) -> dict[str, str]:
    return {member: str(one.hand) for member, one in melee.armies.items()}


def moves(melee: Melee) -> str:
    return ", ".join(
        f"{move.member} {move.kind} {move.other}".strip() + f" {move.rule.removeprefix('POW-')}"
        for move in melee.ticks[-1].moves
    )


@pytest.mark.rule("POW-RWB-6")
def test_the_last_member_routs_before_the_whole_other_league() -> None:
    """4 cards are left after the charge; 5 and 3 in reserve are twice as many, 5 alone are not."""
    assert not tick(meet("a:CPPPP", "z:PPMMCCC", "az"), "a:C z:M").is_over
    both = tick(meet("a:CPPPP b:PPP", "z:PPMMCCC", "abz"), "a:C z:M")
    assert both.result == 0
    assert both.ticks[-1].fights[0].effects[2].rule == "POW-RWB-6"


@pytest.mark.rule("POW-RWB-5")
@pytest.mark.rule("POW-RWB-6")
def test_who_has_comrades_or_wins_a_charge_does_not_rout() -> None:
    """E-37: the last member charges, and the crowd behind his enemy does not scare him."""
    melee = tick(meet("a:PMMMMM b:PPPPPPPPPPPP", "z:CM", "abz"), "a:M z:C")
    assert (melee.is_over, hands(melee)["z"]) == (False, "1M 1C")
    melee = tick(meet("a:CPPPPPP b:P", "y:MPPC z:P", "abyz"), "a:C y:M b:P z:P")
    assert hands(melee)["y"] == "1C"
    assert ("a", "y") in melee.pairs


@pytest.mark.rule("POW-RWB-7")
@pytest.mark.rule("POW-RWB-8")
@pytest.mark.rule("POW-RWB-9")
@pytest.mark.rule("POW-RWB-10")
@pytest.mark.rule("POW-RWB-11")
@pytest.mark.parametrize(
    ("leagues", "cards", "pairs", "waiting", "moved", "result"),
    [
        # Of two victors the first in Initiative meets the enemy in reserve.
        (("a:MM b:MM", "x:P y:P z:PP", "abxyz"), ["a:M x:P b:M y:P"], "az", "b",
         "x leaves RWB-7, y leaves RWB-7, a faces z RWB-8, b waits RWB-8", None),
        # Victors who find nobody queue in Initiative Order.
        (("a:MM b:MM c:PP", "x:P y:P z:PP", "bacyxz"), ["a:M x:P b:M y:P c:P z:P"], "cz", "ba",
         "y leaves RWB-7, x leaves RWB-7, b waits RWB-8, a waits RWB-8", None),
        # Victors of both Leagues who find nobody waiting face each other.
        (("a:MM b:P", "y:P z:MM", "abyz"), ["a:M y:P b:P z:M"], "az", "",
         "b leaves RWB-7, y leaves RWB-7, a waits RWB-8, z waits RWB-8, a faces z RWB-9", None),
        # E-38: a has beaten z and queues; then y beats b, and faces a.
        (("a:MM b:PP", "z:P y:PM", "azby"), ["a:M z:P b:P y:P"], "by", "a",
         "z leaves RWB-7, a waits RWB-8", None),
        (("a:MM b:PP", "z:P y:PM", "azby"), ["a:M z:P b:P y:P", "b:P y:M"], "ay", "",
         "b leaves RWB-7, y faces a RWB-8", None),
        # Both of a pair leave; then a League with somebody in reserve has won, or nobody has.
        (("a:P b:MM", "y:P z:PPP", "abyz"), ["a:P y:P b:M z:P"], "bz", "",
         "a leaves RWB-10, y leaves RWB-10", None),
        (("a:P b:M", "y:P", "aby"), ["a:P y:P"], "", "b", "a leaves RWB-10, y leaves RWB-10", 0),
        (("a:P", "z:P", "az"), ["a:P z:P"], "", "", "a leaves RWB-10, z leaves RWB-10",
         "inconclusive"),
        # E-36: a member without cards leaves before the first tick.
        (("a:", "z:P", "az"), [], "", "z", "a leaves RWB-7, z waits RWB-3", 1),
    ],
)  # fmt: skip
def test_who_leaves_and_who_meets_whom(
    leagues: tuple[str, str, str],
    cards: list[str],
    pairs: str,
    waiting: str,
    moved: str,
    result: object,
) -> None:
    melee = meet(*leagues)
    for played in cards:
        melee = tick(melee, played)
    assert " ".join(map("".join, melee.pairs)) == pairs
    assert "".join(map("".join, melee.lines)) == waiting
    assert moves(melee) == moved
    assert melee.result == result


@pytest.mark.rule("POW-RWB-9")
def test_reserves_are_called_once_in_the_whole_war() -> None:
    melee = meet("a:PP", "y:P z:PP", "ayz")
    melee = replace(melee, armies={**melee.armies, "a": army("PP", reserves=5)})
    melee = tick(melee, "a:P y:P", calls="a")
    assert (melee.armies["a"].called, hands(melee)["a"]) == (True, "2P")
    assert hands(tick(melee, "a:P z:P", calls="a"))["a"] == "1P"


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
