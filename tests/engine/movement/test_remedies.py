"""What is said of an order that failed: which single order would have made it succeed."""

from __future__ import annotations

from generator.engine.movement import (
    STANDARD_POLICY,
    Movement,
    MovementPolicy,
)
from generator.engine.movement.why.remedies import Remedies, remedies_of_verdicts
from generator.engine.verdicts import Remedy, Verdict
from tests.engine.movement.alliances import Alliances
from tests.engine.movement.notation import play

FAILED = ("bounce", "cut", "disrupted", "dislodged", "void")


def remedy(order: str, **powers: list[str]) -> Remedy:
    """The remedy for an order of `play(france=["A PAR - BUR"], ...)`."""
    return remedy_under(order, STANDARD_POLICY, **powers)


def remedy_under(order: str, policy: MovementPolicy, **powers: list[str]) -> Remedy:
    turn = play(policy=policy, **powers)
    index = turn.texts.index(order)
    assert turn.movement.outcomes[index] in FAILED
    return Remedies(turn.movement, [owner for owner, _ in turn.movement.units]).remedy(index)


# --- what is said


def test_a_support_that_was_missing_is_named():
    found = remedy("A VIE - GAL", austria=["A VIE - GAL", "A BUD H"], russia=["A WAR - GAL"])
    assert found == Remedy(
        "support",
        "One more support would have done: austria's A BUD S A VIE - GAL.",
        ("A BUD S A VIE - GAL",),
        ("austria",),
    )


def test_own_units_come_before_others_and_two_are_named():
    found = remedy(
        "A BOH - MUN",
        russia=["A SIL H", "A BER H"],
        germany=["A MUN H"],
        austria=["A BOH - MUN", "A TYR H"],
    )
    assert found.text == (
        "One more support would have done: "
        "austria's A TYR S A BOH - MUN or russia's A SIL S A BOH - MUN."
    )
    assert found.powers == ("austria", "russia")


def test_a_rival_that_won_is_not_asked():
    """Vienna is in Bohemia with three; that it could have helped Silesia instead says nothing."""
    found = remedy(
        "A SIL - BOH",
        russia=["A SIL - BOH"],
        austria=["A BOH H"],
        italy=["A VIE +2 - BOH"],
    )
    assert found.kind == "none"
    assert found.text == (
        "Neither one more support by a free unit nor one order fewer would have changed it."
    )


def test_an_army_is_not_told_to_wait_for_a_fleet_that_went_elsewhere():
    found = remedy("A LON - BEL", england=["A LON - BEL", "F ENG - MAO"])
    assert found.kind == "none"
    assert found.text == "No single fleet that was free would have completed the chain."


def test_an_order_that_stood_against_it_is_named():
    found = remedy("A SIL - BOH", germany=["A SIL - BOH"], austria=["A VIE - BOH"])
    assert found == Remedy(
        "without",
        "Without austria's A VIE - BOH it would have succeeded.",
        ("A VIE - BOH",),
        ("austria",),
    )


def test_who_stood_against_it_helps_last():
    """Galicia's rival could have supported it with another unit; nobody would ask him to."""
    found = remedy(
        "A VIE - GAL", austria=["A VIE - GAL"], russia=["A WAR - GAL", "A UKR H", "A RUM H"]
    )
    assert found.orders == ("A WAR - GAL",)


def test_who_cut_a_support_is_named():
    found = remedy(
        "A TYR S A BOH - MUN",
        austria=["A BOH - MUN", "A TYR S A BOH - MUN"],
        germany=["A MUN H"],
        italy=["A VEN - TYR"],
    )
    assert found.text == "Had italy's A VEN - TYR not been ordered, the support would have held."


def test_a_dislodged_unit_is_saved_by_a_support_or_without_the_attack():
    attack = ["A BOH - MUN", "A TYR S A BOH - MUN"]
    saved = remedy("A MUN H", austria=attack, germany=["A MUN H", "A BER H"])
    assert saved.text == "One more support would have saved it: germany's A BER S A MUN."
    alone = remedy("A MUN H", austria=attack, germany=["A MUN H"])
    assert alone.text == "Had austria's A BOH - MUN not been ordered, the unit would have held."


def test_a_broken_convoy_has_another_carrier():
    found = remedy(
        "A LON - BEL",
        england=["A LON - BEL", "F NTH C A LON - BEL", "F ENG H"],
        germany=["F HEL - NTH", "F SKA S F HEL - NTH"],
    )
    assert found.text == "One more convoy would have done: england's F ENG C A LON - BEL."
    assert found.kind == "convoy"


def test_a_dislodged_convoy_is_saved():
    found = remedy(
        "F NTH C A LON - BEL",
        england=["A LON - BEL", "F NTH C A LON - BEL", "F EDI H"],
        germany=["F HEL - NTH", "F SKA S F HEL - NTH"],
    )
    assert found.text == "One more support would have saved it: england's F EDI S F NTH."


def test_an_unmatched_support_waited_for_its_move():
    found = remedy("A KIE S A MUN - BER", france=["A KIE S A MUN - BER"], germany=["A MUN H"])
    assert found == Remedy(
        "matched",
        "It waited for germany's A MUN - BER; A MUN held.",
        ("A MUN - BER",),
        ("germany",),
    )


def test_an_unmatched_support_says_what_was_ordered_instead():
    found = remedy("A KIE S A MUN", germany=["A KIE S A MUN", "A MUN - TYR"])
    assert found.text == "It waited for germany's A MUN H; instead of it A MUN - TYR was ordered."


def test_an_unmatched_army_waited_for_a_convoy():
    found = remedy("A LON - BEL", england=["A LON - BEL", "F ENG H"])
    assert found.text == "It waited for england's F ENG C A LON - BEL; F ENG held."


def test_an_unmatched_convoy_waited_for_the_army():
    found = remedy("F ENG C A LON - BEL", england=["A LON - YOR", "F ENG C A LON - BEL"])
    assert (
        found.text == "It waited for england's A LON - BEL; instead of it A LON - YOR was ordered."
    )


def test_what_it_waited_for_may_not_have_been_enough():
    found = remedy(
        "A KIE S A MUN - BER",
        germany=["A KIE S A MUN - BER", "A MUN H"],
        england=["F HOL - KIE"],
    )
    assert found.kind == "none"
    assert found.text == "It waited for A MUN - BER, and even that would not have been enough."


def test_what_it_waited_for_may_be_forbidden():
    found = remedy_under(
        "A BER S A BOH - MUN",
        Alliances(closed=(("MUN", "TST-1"),)),
        germany=["A BER S A BOH - MUN"],
        austria=["A BOH H"],
    )
    assert found.text == "It waited for A BOH - MUN, an order that could not be given."


def test_a_fleet_that_only_keeps_an_army_waiting_is_named():
    """Norway's fleet could have completed the chain; it could have done without, on land."""
    waiting = ["A EDI - LVP", "F NAO C A EDI - LVP"]
    found = remedy("A EDI - LVP", austria=waiting, germany=["F NWG H"])
    assert found.text == "It waited for germany's F NWG C A EDI - LVP; F NWG held."
    nobodys = play(austria=waiting, minor=["F NWG H"])
    found = Remedies(nobodys.movement, ["austria", "austria", ""]).remedy(0)
    assert found.text == "Without austria's F NAO C A EDI - LVP it would have succeeded."


# --- who may be named


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
