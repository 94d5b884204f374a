"""Retreats, and wishes for them: E15V7-RET, edge cases 46 and 47, scenario 11."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest

from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v7 import EDITION, RULESET
from tests.rules.europe.building import events, units_of
from tests.rules.europe_1615_v7.seven import Played, at, cited, given, said, sheets

WAR = [("austria", "bavaria")]
ATTACK = "A BOH - VIE"


def vienna(army: str = "A VIE +2", attacker: str = "A BOH +9", **parts: Any) -> EuropeState:
    """Austria's army in Vienna, attacked from Bohemia by a Bavarian one that beats it."""
    units = {"austria": [army], "bavaria": [attacker]}
    for side, own in parts.pop("units", {}).items():
        units[side] = [*units.get(side, ()), *own]
    return given(**{"units": units, "wars": WAR, **parts})


def driven(state: EuropeState, **texts: str) -> Played:
    return sheets(state, **{"bavaria": ATTACK, **texts})


def stand(played: Played, side: str = "austria") -> list[str]:
    return units_of(played.state, side)


def removed(played: Played) -> list[tuple[str, str]]:
    """The units that are disbanded, with the rule that says so."""
    return [(one.data["unit"], one.rule) for one in events(played, "disbanded")]


@pytest.mark.rule("E15V7-RET-4")
@pytest.mark.parametrize(
    ("order", "said_of"),
    [("A VIE - BOH", "the attack"), ("A VIE - SAX", "cannot go"), ("A VIE - RHU", "occupied")],
)
def test_closed_retreats_are_refused_with_the_reason(order: str, said_of: str):
    state = vienna(units={"spain": ["A RHU"]}, alliances=[("austria", "spain")])
    played = sheets(driven(state).state, austria=order)
    assert cited(played, order) == ("illegal", "E15V7-RET-4")
    assert said_of in said(played, order)
    assert stand(played) == []


@pytest.mark.rule("E15V7-RET-9")
def test_two_armies_to_one_place_are_both_removed():
    state = given(
        units={"austria": ["A VIE +1", "A SLO +1"], "bavaria": ["A BOH +9", "A CRO +9"]}, wars=WAR
    )
    played = sheets(state, bavaria="A BOH - VIE ; A CRO - SLO")
    assert len(played.state.displaced) == 2
    retreated = sheets(played.state, austria="A VIE - STY ; A SLO - STY")
    assert [rule for _, rule in removed(retreated)] == ["E15V7-RET-9"] * 2
    assert stand(retreated) == []


@pytest.mark.rule("E15V7-RET-10")
def test_an_army_retreats_as_long_as_its_strength_lasts():
    state = vienna("A VIE +2")
    strengths = []
    for start, to in (("BOH", "VIE"), ("VIE", "STY"), ("STY", "SLO")):
        played = sheets(state, bavaria=f"A {start} - {to}")
        if played.state.displaced:
            goal = {"VIE": "STY", "STY": "SLO"}[to]
            played = sheets(played.state, austria=f"A {to} - {goal}")
        strengths.append([unit.strength for unit in played.state.units["austria"]])
        state = at(played.state, "movement")
    assert strengths == [[2], [1], []]


# --- wishes

WISH = "IF DISLODGED A VIE - STY, MOR"


@pytest.mark.rule("E15V7-RET-3")
def test_its_second_choice_is_taken_if_the_first_is_closed():
    state = vienna(units={"spain": ["A STY"]}, alliances=[("austria", "spain")])
    assert stand(sheets(driven(state, austria=WISH).state)) == ["A MOR +1"]


@pytest.mark.rule("E15V7-RET-3")
@pytest.mark.parametrize("order", ["A VIE - UAU", "A VIE D"])
def test_an_order_for_the_retreat_comes_first(order: str):
    before = driven(vienna(), austria=WISH).state
    assert stand(sheets(before, austria=order)) == (["A UAU +1"] if "UAU" in order else [])


@pytest.mark.rule("E15V7-RET-3")
@pytest.mark.parametrize(
    "written",
    ["if dislodged A VIE - STY, MOR", "If dislodged, Vienna - Styria, Moravia",
     "WHEN DISLODGED A VIE RETREATS TO STY AND MOR"],
)  # fmt: skip
def test_how_a_wish_is_written(written: str):
    book = RULESET.read(vienna(), {"austria": written})
    (order,) = book.sheets["austria"].orders
    assert str(order.order).endswith("VIE - STY, MOR"), book.complaints


@pytest.mark.rule("E15V7-RET-8")
def test_by_option_only_wishes_count():
    state = vienna(options={"retreat_substep": False})
    played = driven(state, austria=WISH)
    assert EDITION.course.awaited(played.state) == ()
    late = sheets(played.state, austria="A VIE - UAU")
    assert cited(late, "A VIE - UAU") == ("illegal", "E15V7-RET-8")
    assert stand(late) == ["A STY +1"]
    assert EDITION.course.awaited(driven(vienna()).state) == ("austria",)


def test_a_position_can_have_wishes():
    before = driven(vienna()).state
    parts = MappingProxyType({**before.parts, "wishes": {"VIE": ("UAU",)}})
    wished = at(before, "retreats", parts=parts)
    assert stand(sheets(wished)) == ["A UAU +1"]
