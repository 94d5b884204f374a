"""The option that lets the supports of an attack count in reducing a support."""

from __future__ import annotations

import pytest

from generator.engine.movement import Explainer, MovementOptions, No, Stand
from generator.engine.rulebook import Rulebook
from tests.engine.movement.alliances import Alliances
from tests.engine.movement.notation import play

SUPPORTED = MovementOptions(supported_cuts=True)


@pytest.mark.parametrize(("options", "given"), [(None, 2), (SUPPORTED, 1)])
def test_a_supported_attack_takes_its_supports_too(options: MovementOptions | None, given: int):
    turn = play(
        options=options,
        germany=["A MUN +2 S A BER - SIL", "A BER - SIL"],
        austria=["A BOH - MUN", "A TYR S A BOH - MUN"],
    )
    assert turn.strength("A MUN") == given


def test_a_cut_support_of_the_attack_takes_nothing():
    turn = play(
        options=SUPPORTED,
        germany=["A MUN +2 S A BER - SIL", "A BER - SIL"],
        austria=["A BOH - MUN", "A TYR S A BOH - MUN"],
        italy=["A VEN - TYR"],
    )
    assert turn.strength("A MUN") == 2


def test_strengths_of_one_go_by_the_same_rules():
    orders = {
        "germany": ["A MUN S A BER - SIL", "A BER - SIL"],
        "austria": ["A BOH - MUN", "A TYR S A BOH - MUN"],
    }
    assert play(**orders).after == play(options=SUPPORTED, **orders).after


class Words:
    """A ruleset's own words for whom its policy spares."""

    def spared(self, attacker: Stand, victim: Stand, *, cut: bool) -> No | None:
        return No("TST-1" if cut else "TST-2", "they are cousins")

    def withheld(self, supporter: Stand, victim: Stand) -> No | None:
        return No("TST-3", "they are cousins")


def test_a_ruleset_says_why_units_are_spared():
    friends = Alliances(sides=(frozenset({"austria", "germany"}),))
    turn = play(
        policy=friends,
        austria=["A BOH - MUN", "A TYR S A BOH - MUN"],
        germany=["A MUN S A BER - SIL", "A BER - SIL"],
    )
    causes = ("support-given", "move-succeeds")
    explain = Explainer(turn.movement, Rulebook((), dict.fromkeys(causes, "R")), Words()).explain
    said = [[str(reason) for reason in explain(index)] for index in range(3)]
    assert said[0] == ["TST-2: bounced: they are cousins"]
    assert said[1][-1].startswith("TST-3: Tyrolia's support does not count")
    assert said[2][-1] == "TST-1: Bohemia's attack does not cut it: they are cousins"
