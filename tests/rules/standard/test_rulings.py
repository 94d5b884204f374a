"""The referee's rulings."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.phases import Ruling
from generator.rulesets.standard import RULESET
from tests.rules.standard.play import play


def ruling(kind: str, phase: str = "spring-movement", number: int = 1, **facts: Any) -> Ruling:
    return Ruling(number, phase, kind, "the mail was late", facts=facts)


@pytest.mark.parametrize(
    ("orders", "units", "centers", "stand", "said"),
    [
        ("", "france: A RUH, A SIL", "austria: VIE", ["A RUH"],
         "France loses its unit in Silesia."),
        ("", "france: A RUH, A SIL", "austria: VIE", ["A RUH", "A SIL"],
         "No one builds or removes a unit."),
        ("france: BUILD A PAR", "", "france: PAR, MAR", ["F BRE"],
         "Ruling 1: France has F BRE (the mail was late)."),
    ],
)  # fmt: skip
def test_the_summary_is_of_what_stands_by_a_ruling(
    orders: str, units: str, centers: str, stand: list[str], said: str
) -> None:
    given = ruling("units", "winter-adjustments", power="france", units=stand)
    turn = play(orders, units, "winter-adjustments", centers, rulings=[given])
    assert RULESET.summary(turn.before, turn.resolution)[0] == said
