"""Builds and bolsters: prices, places, limits, and what is given up."""

from __future__ import annotations

import pytest

from generator.rulesets.europe_1615_v7 import EDITION, RULESET
from tests.rules.europe_1615_v7.wealth import rich

"""A military size of 3, with Paris and Normandy free."""


@pytest.mark.parametrize(
    "text",
    [
        "BUILD A PAR", "BUILD F SLG/EC", "BOLSTER A VIE 1", "REDUCE A VIE 1", "DISBAND A VIE",
        "MINOR BRA DISBANDS A PRU", "PREFER LOWR: ARMY", "PREFER MEC: FLEET", "BUY INF 3",
        "GRANT 4 TO FRANCE", "REPAY 7 TO SPAIN", "REPAY 7 TO REFEREE", "LOAN 6 TO AUSTRIA",
        "LOAN 6 TO AUSTRIA; ENFORCED", "ACCEPT LOAN 6 FROM SPAIN; REPAY 7 IN 1622; ENFORCED",
    ],
)  # fmt: skip
def test_the_canonical_notation_reads_back(text: str) -> None:
    assert str(RULESET.order_in(rich(), text)) == text


def test_the_steps_of_the_phase_stand_in_the_order_of_the_rulebook() -> None:
    def names(phase: str, *wanted: str) -> list[str]:
        return [step.name for step in EDITION.course.steps(phase) if step.name in wanted]

    income = ("income", "donations", "indemnities", "maintenance", "enforced loans", "transfers")
    assert names("income", *income) == list(income)
    builds = ("transfers", "reductions", "purchases", "bought INFs", "preferences", "minor builds")
    assert names("builds", *builds) == list(builds)
