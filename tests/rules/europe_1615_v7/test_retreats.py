"""Retreats, and wishes for them: E15V7-RET, edge cases 46 and 47, scenario 11."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest

from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v7 import EDITION, RULESET
from tests.rules.europe.building import units_of
from tests.rules.europe_1615_v7.seven import Played, at, cited, given, sheets

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


WISH = "IF DISLODGED A VIE - STY, MOR"


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
