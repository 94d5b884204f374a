"""The referee's rulings."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.errors import GameError
from generator.engine.phases import Ruling
from generator.rulesets.standard import RULESET
from tests.rules.standard.play import play

BOHEMIA = "austria: A VIE - GAL\nrussia: A WAR H\nitaly: A TYR H"


def ruling(kind: str, phase: str = "spring-movement", number: int = 1, **facts: Any) -> Ruling:
    return Ruling(number, phase, kind, "the mail was late", facts=facts)


@pytest.mark.rule("STD-RUL-1")
@pytest.mark.parametrize(
    ("given", "problem"),
    [
        (ruling("order", phase="fall-movement"), "belongs to fall-movement"),
        (ruling("pardon"), "no kind 'pardon'"),
        (Ruling(1, "spring-movement", "end", "  ", facts={"result": "draw"}), "no reason"),
        (Ruling(1, "spring-movement", "end", "so", "STD-X-1", {"result": "draw"}), "no rule"),
        (ruling("order", power="spain", order="A MAD H"), "no power 'spain'"),
        (ruling("order", power="austria", order="A VIE -> ???"), "cannot be read"),
        (ruling("order", power="austria", order="A WAR - GAL"), "no unit in WAR"),
        (ruling("void", power="austria", order="A TRI - VEN"), "no order on the sheet"),
        (ruling("void", power="austria"), "give either order or unit"),
        (
            ruling("void", power="austria", order="A VIE H", unit="A VIE"),
            "give either order or unit",
        ),
        (ruling("units", power="austria", units=["A TYR"]), "share a province"),
        (ruling("units", power="austria", units=["A ADR"]), "cannot be"),
        (ruling("units", power="austria", units="A VIE"), "units cannot be 'A VIE'"),
        (ruling("centers", power="austria", centers=["BOH"]), "there is no supply center 'BOH'"),
        (ruling("end", result="victory", powers=[]), "one power"),
        (ruling("end", result="peace"), "result cannot be 'peace'"),
        (ruling("end", result="draw", winner="austria"), "there is no winner"),
    ],
)
def test_a_ruling_that_does_not_apply_is_refused(given: Ruling, problem: str) -> None:
    with pytest.raises(GameError, match=problem) as caught:
        play(BOHEMIA, rulings=[given])
    assert str(caught.value).startswith("ruling 1 does not apply: ")


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
