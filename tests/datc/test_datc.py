"""All 165 cases of DATC 3.0, and positions that others have published, through what
`theatrum resolve standard` serves."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from generator.rulesets.standard import RULESET
from tests.datc.cases import DatcCase, Line, datc_cases, public_cases
from tests.engine.movement.notation import board

SECTIONS = {
    "6.A": 12,
    "6.B": 15,
    "6.C": 9,
    "6.D": 34,
    "6.E": 15,
    "6.F": 25,
    "6.G": 20,
    "6.H": 16,
    "6.I": 7,
    "6.J": 12,
}


def cases(*phases: str) -> list[Any]:
    known = (*datc_cases(), *public_cases())
    return [pytest.param(case, id=case.id) for case in known if case.phase in phases]


def words(answer: dict[str, Any], lines: tuple[Line, ...]) -> list[Line]:
    """The verdicts on the given orders; those on units without an order come after them."""
    powers = dict.fromkeys(line.power for line in lines)
    count = Counter(line.power for line in lines)
    found: list[Line] = []
    for power in powers:
        own = [one for one in answer["verdicts"] if one["power"] == power]
        given = [line.order for line in lines if line.power == power]
        for order, one in zip(given, own[: count[power]], strict=True):
            said = order if order == one.get("written") else one["order"]
            found.append(Line(power, said, one["outcome"]))
    return found


def by_power(lines: tuple[Line, ...]) -> list[Line]:
    powers = list(dict.fromkeys(line.power for line in lines))
    return sorted(lines, key=lambda line: powers.index(line.power))


def test_public_cases_say_where_they_were_found():
    assert len(public_cases()) == 22
    assert all(case.address.startswith("http") and case.title for case in public_cases())


def test_every_case_of_datc_3_is_here():
    assert Counter(case.section for case in datc_cases()) == SECTIONS
    assert Counter(case.phase for case in datc_cases()) == {
        "movement": 129,
        "retreat": 16,
        "build": 20,
    }
    assert len({case.id for case in datc_cases()}) == 165


@pytest.mark.parametrize("case", cases("movement", "retreat", "build"))
def test_case_is_sound(case: DatcCase):
    """Every unit stands on a place of the board, and every case says what comes of it."""
    units = [*case.units.values(), *case.after.values(), *case.dislodged.values()]
    assert all(board().is_place(unit.split()[1]) for own in units for unit in own)
    assert case.title
    assert all(line.outcome.isalpha() for line in (*case.lines, *case.retreat_lines))
    assert set(case.retreats) == {
        f"{power}: {unit}" for power, own in case.dislodged.items() for unit in own
    }


@pytest.mark.parametrize("case", cases("movement", "retreat"))
def test_movement(case: DatcCase):
    answer = RULESET.answer(case.movement(), verdicts=True)
    assert answer["after"] == (case.standing if case.phase == "retreat" else case.after)
    assert answer["dislodged"] == case.dislodged
    assert answer["retreats"] == case.retreats
    assert words(answer, case.lines) == by_power(case.lines)
    assert all(one["reasons"] for one in answer["verdicts"])


@pytest.mark.parametrize("case", cases("retreat"))
def test_retreats(case: DatcCase):
    answer = RULESET.answer(case.retreat(), verdicts=True)
    assert answer["after"] == case.after
    assert words(answer, case.retreat_lines) == by_power(case.retreat_lines)
    assert all(one["reasons"] for one in answer["verdicts"])


@pytest.mark.parametrize("case", cases("build"))
def test_builds(case: DatcCase):
    assert {p: len(case.centers.get(p, [])) - len(case.units.get(p, [])) for p in case.due} == (
        case.due
    )
    answer = RULESET.answer(case.build(), verdicts=True)
    assert answer["after"] == case.after
    assert words(answer, case.lines) == by_power(case.lines)
    removed = {
        (one["power"], one["order"])
        for one in answer["verdicts"]
        if (one["power"], one["order"]) not in {(line.power, line.order) for line in case.lines}
        and one["order"].startswith("REMOVE ")
    }
    assert removed == {
        (power, f"REMOVE {unit}") for power, own in case.disorder.items() for unit in own
    }
