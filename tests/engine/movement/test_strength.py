"""Units of strength 1 to 10: attack, hold, prevent, head to head, and support that is reduced."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.engine.movement.notation import play

strengths = st.integers(min_value=1, max_value=10)


def unit(place: str, strength: int) -> str:
    """A unit in the notation of game files: `A MUN +2` has strength 3."""
    return f"{place} +{strength - 1}" if strength > 1 else place


def left(supporter: int, attackers: list[int]) -> int:
    """What a support gives: one for one is lost to attacks."""
    return max(0, supporter - sum(attackers))


# --- one battle, computed by hand


@given(attacker=strengths, defender=strengths)
def test_attack_must_be_stronger_than_hold(attacker: int, defender: int):
    turn = play(austria=[unit("A BOH", attacker) + " - MUN"], germany=[unit("A MUN", defender)])
    assert turn.moved == ([unit("A MUN", attacker)] if attacker > defender else [])
    assert bool(turn.dislodged) == (attacker > defender)


@given(
    attacker=strengths,
    defender=strengths,
    helpers=st.tuples(strengths, strengths),
    holders=st.tuples(strengths, strengths),
    cutters=st.dictionaries(
        st.sampled_from(["VIE", "VEN", "GAL", "WAR", "PAR", "GAS", "HOL", "BEL"]), strengths
    ),
)
def test_a_battle_is_the_sum_of_strengths_and_of_supports_left(
    attacker: int,
    defender: int,
    helpers: tuple[int, int],
    holders: tuple[int, int],
    cutters: dict[str, int],
):
    """Bohemia attacks Munich; each of the four supporters may be attacked from two sides."""
    sides = {"VIE": "TYR", "VEN": "TYR", "GAL": "SIL", "WAR": "SIL"}
    sides |= {"PAR": "BUR", "GAS": "BUR", "HOL": "RUH", "BEL": "RUH"}
    on = {to: [s for at, s in cutters.items() if sides[at] == to] for to in sides.values()}
    turn = play(
        austria=[
            unit("A BOH", attacker) + " - MUN",
            unit("A TYR", helpers[0]) + " S A BOH - MUN",
            unit("A SIL", helpers[1]) + " S A BOH - MUN",
        ],
        germany=[
            unit("A MUN", defender),
            unit("A BUR", holders[0]) + " S A MUN",
            unit("A RUH", holders[1]) + " S A MUN",
        ],
        italy=[f"{unit('A ' + at, strength)} - {sides[at]}" for at, strength in cutters.items()],
    )
    attack = attacker + left(helpers[0], on["TYR"]) + left(helpers[1], on["SIL"])
    hold = defender + left(holders[0], on["BUR"]) + left(holders[1], on["RUH"])
    assert turn.strength("A BOH") == attack
    assert (turn.outcome("A BOH") == "success") == (attack > hold)
    assert ("A MUN" in [text[:5] for text in turn.dislodged]) == (attack > hold)


@given(rivals=st.tuples(strengths, strengths, strengths))
def test_the_strongest_alone_enters_an_empty_province(rivals: tuple[int, int, int]):
    """Equal prevent strengths keep each other out, and weaker ones with them."""
    turn = play(
        germany=[unit("A MUN", rivals[0]) + " - BOH"],
        austria=[unit("A VIE", rivals[1]) + " - BOH"],
        russia=[unit("A SIL", rivals[2]) + " - BOH"],
    )
    won = [rivals.count(max(rivals)) == 1 and own == max(rivals) for own in rivals]
    assert [turn.outcome(at) == "success" for at in ("A MUN", "A VIE", "A SIL")] == won
    assert turn.movement.contested == (frozenset() if any(won) else {"BOH"})


@given(first=strengths, second=strengths, help_first=strengths, help_second=strengths)
def test_head_to_head_the_stronger_dislodges_the_other(
    first: int, second: int, help_first: int, help_second: int
):
    turn = play(
        austria=[unit("A BOH", first) + " - MUN", unit("A TYR", help_first) + " S A BOH - MUN"],
        germany=[unit("A MUN", second) + " - BOH", unit("A SIL", help_second) + " S A MUN - BOH"],
    )
    one, other = first + help_first, second + help_second
    assert (turn.outcome("A BOH") == "success") == (one > other)
    assert (turn.outcome("A MUN") == "success") == (other > one)
    assert len(turn.dislodged) == (one != other)


@given(mover=strengths, attacker=strengths)
def test_a_unit_whose_move_fails_defends_with_its_strength_and_without_support(
    mover: int, attacker: int
):
    turn = play(
        germany=[unit("A MUN", mover) + " - BOH", "A RUH S A MUN"],
        austria=["A BOH +9"],
        france=[unit("A BUR", attacker) + " - MUN"],
    )
    assert turn.outcome("A RUH") == "void"
    assert bool(turn.dislodged) == (attacker > mover)
