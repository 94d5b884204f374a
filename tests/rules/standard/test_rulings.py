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


def test_no_loss_is_told_of_a_unit_that_stands_by_a_ruling() -> None:
    """France has to remove two units; by the ruling the army in the Ruhr stays."""
    stays = ruling("units", "winter-adjustments", power="france", units=["A RUH"])
    units, centers = "france: A RUH, A SIL", "austria: VIE"
    turn = play("", units, "winter-adjustments", centers, rulings=[stays])
    assert turn.units("france") == ["A RUH"]
    assert [text for kind in ("removed", "civil-disorder") for text in turn.texts(kind)] == [
        "France's army in Silesia is removed by the rule for civil disorder"
    ]
    assert RULESET.summary(turn.before, turn.resolution)[0] == "France loses its unit in Silesia."
    both = ruling("units", "winter-adjustments", power="france", units=["A RUH", "A SIL"])
    turn = play("", units, "winter-adjustments", centers, rulings=[both])
    assert not turn.texts("removed") + turn.texts("civil-disorder")
    assert RULESET.summary(turn.before, turn.resolution) == ("No one builds or removes a unit.",)


def test_a_build_that_a_ruling_takes_back_is_not_told() -> None:
    none = ruling("units", "winter-adjustments", power="france", units=["F BRE"])
    turn = play("france: BUILD A PAR", "", "winter-adjustments", "france: PAR, MAR", rulings=[none])
    assert [event.kind for event in turn.events] == ["ruling"]
    assert RULESET.summary(turn.before, turn.resolution) == (
        "Ruling 1: France has F BRE (the mail was late).",
    )
