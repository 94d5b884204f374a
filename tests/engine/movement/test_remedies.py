"""Which single order would have made one succeed that failed, where a ruleset has more to say than
`tests/rules/standard/remedies.txt`: who may be named, and what is forbidden."""

from __future__ import annotations

from generator.engine.movement import STANDARD_POLICY, Movement, MovementPolicy
from generator.engine.movement.why.remedies import Remedies, remedies_of_verdicts
from generator.engine.verdicts import Remedy, Verdict
from tests.engine.movement.alliances import Alliances
from tests.engine.movement.notation import play


def remedy(order: str, policy: MovementPolicy = STANDARD_POLICY, **powers: list[str]) -> Remedy:
    """The remedy for an order of `play(france=["A PAR - BUR"], ...)`."""
    turn = play(policy=policy, **powers)
    index = turn.texts.index(order)
    return Remedies(turn.movement, [owner for owner, _ in turn.movement.units]).remedy(index)


def test_a_rival_that_won_is_not_asked():
    """Vienna is in Bohemia with three; that it could have helped Silesia instead says nothing."""
    found = remedy(
        "A SIL - BOH", russia=["A SIL - BOH"], austria=["A BOH H"], italy=["A VIE +2 - BOH"]
    )
    assert found.kind == "none"
    assert found.text == (
        "Neither one more support by a free unit nor one order fewer would have changed it."
    )


def test_what_it_waited_for_may_be_forbidden():
    found = remedy(
        "A BER S A BOH - MUN",
        Alliances(closed=(("MUN", "TST-1"),)),
        germany=["A BER S A BOH - MUN"],
        austria=["A BOH H"],
    )
    assert found.text == "It waited for A BOH - MUN, an order that could not be given."


# --- who may be named


def test_a_fleet_that_nobody_orders_is_not_waited_for():
    """Norway's fleet could have completed the chain; it could have done without, on land."""
    turn = play(austria=["A EDI - LVP", "F NAO C A EDI - LVP"], minor=["F NWG H"])
    found = Remedies(turn.movement, ["austria", "austria", ""]).remedy(0)
    assert found.text == "Without austria's F NAO C A EDI - LVP it would have succeeded."


def test_units_that_nobody_orders_are_not_asked():
    turn = play(austria=["A VIE - GAL"], minor=["A BUD H"], russia=["A WAR - GAL", "A UKR H"])
    sides = ["austria", "", "russia", "russia"]
    assert Remedies(turn.movement, sides).remedy(0).orders == ("A WAR - GAL",)


def test_orders_that_a_ruleset_forbids_are_not_named():
    turn = play(austria=["A VIE - GAL", "A BUD H"], russia=["A WAR - GAL"])
    sides = ["austria", "austria", "russia"]
    assert Remedies(turn.movement, sides, lambda index, order: index != 1).remedy(0).kind == (
        "without"
    )


def verdicts_of(movement: Movement) -> list[Verdict]:
    return [
        Verdict(owner, str(order), outcome)
        for (owner, _), order, outcome in zip(
            movement.units, movement.orders, movement.outcomes, strict=True
        )
    ]


def test_remedies_go_by_the_numbers_of_verdicts():
    movement = play(austria=["A VIE - GAL", "A BUD H"], russia=["A WAR - GAL"]).movement
    sides = [owner for owner, _ in movement.units]
    first, second, third = verdicts_of(movement)
    other = Verdict("austria", "A ROM H", "illegal")
    found = remedies_of_verdicts(movement, [third, other, first, second], [2, -1, 0, 1], sides)
    assert {number: one.orders for number, one in found.items()} == {
        1: ("A VIE - GAL",),
        3: ("A BUD S A VIE - GAL",),
    }


def test_verdicts_that_the_movement_does_not_give_have_no_remedies():
    movement = play(austria=["A VIE - GAL", "A BUD H"], russia=["A WAR - GAL"]).movement
    first, second, third = verdicts_of(movement)
    changed = Verdict(third.power, third.order, "success")
    sides = [owner for owner, _ in movement.units]
    assert not remedies_of_verdicts(movement, [first, second, changed], [0, 1, 2], sides)
