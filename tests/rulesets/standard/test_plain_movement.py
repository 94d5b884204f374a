"""The fast way to verdicts gives what the long way gives, whatever the orders look like."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from generator.rulesets.standard import RULESET, answer
from generator.rulesets.standard.case import read_case
from tests.datc.cases import datc_cases
from tests.engine.movement.notation import board
from tests.engine.movement.positions import random_position

Case = dict[str, Any]


def random_case(seed: int) -> Case:
    position = random_position(Random(seed), board())
    case: Case = {"phase": "movement", "units": {}, "orders": {}}
    for (power, unit), order in zip(position.units, position.orders, strict=True):
        case["units"].setdefault(power, []).append(str(unit))
        if order is not None:
            case["orders"].setdefault(power, []).append(str(order))
    return case


def spoiled(case: Case, rng: Random) -> Case:
    """The case with slips: wrong types and coasts, unreadable, foreign and repeated orders."""
    powers = list(case["orders"])
    for own in case["orders"].values():
        for number, text in enumerate(own):
            words, draw = text.split(), rng.random()
            if draw < 0.03:
                words[0] = "F" if words[0] == "A" else "A"
            elif draw < 0.06 and len(words) > 4 and words[3] in ("A", "F"):
                words[3] = "F" if words[3] == "A" else "A"
            elif draw < 0.08:
                words[1] = words[1].partition("/")[0]
            elif draw < 0.10:
                words = ["A", "XXX", "- BUR"] if draw < 0.09 else ["WAIVE"]
            elif draw < 0.13:
                words[-1] = words[-1].partition("/")[0] + rng.choice(("", "/NC", "/SC"))
            elif draw < 0.16:
                words = ["", *words, ""]
            own[number] = " ".join(words)
    if powers and rng.random() < 0.2:
        text = rng.choice(case["orders"][rng.choice(powers)])
        case["orders"][rng.choice(powers)].append(text)
    return case


def same_by_both_ways(case: Case) -> bool:
    """Whether the fast way was taken; it must then give the long way's answer."""
    read = read_case(RULESET.facts, case)
    units, dislodged, verdicts = answer._play(read)
    position = {power: sorted(own) for power, own in units.items() if own}
    took_it = False
    for fast in (answer._play_fast(read, True), answer._play_fast(read, False)):
        if fast is None:
            continue
        own_units, own_dislodged, own_verdicts = fast
        assert {power: sorted(own) for power, own in own_units.items() if own} == position
        assert sorted(map(str, own_dislodged)) == sorted(map(str, dislodged))
        if own_verdicts:
            assert list(own_verdicts) == list(verdicts)
            took_it = True
    return took_it


@pytest.mark.parametrize("case", datc_cases(), ids=lambda case: case.id)
def test_datc_cases_by_both_ways(case: Any):
    if case.phase == "build":
        same_by_both_ways(case.build())
    else:
        same_by_both_ways(case.movement())
    if case.phase == "retreat":
        same_by_both_ways(case.retreat())


def test_good_orders_take_the_fast_way():
    taken = [same_by_both_ways(random_case(seed)) for seed in range(150)]
    assert sum(taken) > 50


def test_spoiled_orders_give_the_same_by_both_ways():
    for seed in range(300):
        same_by_both_ways(spoiled(random_case(seed), Random(seed)))
