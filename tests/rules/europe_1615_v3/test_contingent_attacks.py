"""Whatever is ordered: land of a neutral state is entered only by who drives out a foreign unit."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given as cases
from hypothesis import strategies as st

from generator.engine.orders import Hold, Move, SupportHold, SupportMove
from generator.engine.units import Unit, parse_unit
from generator.rulesets.europe.data.facts import is_minor
from tests.rules.europe.building import events, opening
from tests.rules.europe_1615_v3.three import EDITION, given, sheets

FACTS = opening(EDITION).facts
LAND = ("SAX", "BOH", "BRA", "BRU", "HES", "FRA", "BAV", "RHI", "WES")
STATES = ("SAX", "BRA", "LOWR", "HES", "FRA", "BAV", "RHI")
SIDES = ("austria", "denmark", "france", "austria", "denmark", "SAX", "OTT")
NEUTRAL = {"austria": 3, "denmark": 3}


@st.composite
def positions(draw: st.DrawFn) -> tuple[dict[str, Unit], dict[str, str], dict[str, Any], list[Any]]:
    """Units by their provinces, their sides, the INFs in states, and an order for each unit."""
    places = draw(st.lists(st.sampled_from(LAND), min_size=4, max_size=8, unique=True))
    sides = {at: draw(st.sampled_from(SIDES)) for at in places}
    units = {at: parse_unit(f"A {at}") for at in places}
    rows = st.sampled_from((NEUTRAL, NEUTRAL, {}, {"denmark": 3}))
    infs = {code: draw(rows) for code in STATES}
    orders = [_order(draw, units, at) for at in places]
    return units, sides, infs, orders


def _order(draw: st.DrawFn, units: dict[str, Unit], at: str) -> Any:
    piece = units[at].piece
    near = [to for to in FACTS.board.provinces[at].army if to in LAND]
    sort = draw(st.sampled_from(("hold", "move", "move", "move", "move", "help")))
    other = units[draw(st.sampled_from(sorted(units)))].piece
    if sort == "move":
        # Rather to where a unit stands: the others could go anywhere.
        return Move(piece, draw(st.sampled_from([*near, *(to for to in near if to in units)])))
    if sort == "help" and other != piece:
        to = draw(st.sampled_from([other.province, *near]))
        return SupportHold(piece, other) if to == other.province else SupportMove(piece, other, to)
    return Hold(piece)


@pytest.mark.rule("E15V3-NEU-1")
@pytest.mark.rule("E15V3-NEU-3")
@pytest.mark.rule("E15V3-NEU-4")
@cases(positions())
def test_nobody_enters_neutral_land_but_by_dislodging_a_foreign_unit(position: Any):
    units, sides, infs, orders = position
    rows: dict[str, list[str]] = {}
    for at, side in sides.items():
        rows.setdefault(side, []).append(str(units[at]))
    texts: dict[str, list[Any]] = {"austria": [], "denmark": [], "france": []}
    for order in orders:
        side = sides[order.unit.province]
        texts["denmark" if is_minor(side) else side].append(order)
    played = sheets(given(units=rows, infs=infs), **texts)
    standing = played.state.standing
    shut = {
        at
        for at, holder in standing.holders.items()
        if holder in standing.statuses and standing.statuses[holder].kind == "neutral"
    }
    driven = {
        event.provinces[0]: (event.data["owner"], event.data["by"])
        for event in events(played, "dislodged")
    }
    moved = {
        one.meant.to
        for one in played.verdicts
        if one.public and isinstance(one.meant, Move) and one.outcome == "success"
    }
    for side, own in played.state.units.items():
        for unit in own:
            at = unit.province
            if at in shut and (at in moved or sides.get(at) != side):
                assert driven[at] == (sides[at], side)
                assert sides[at] != standing.holders[at]
    for one in played.state.displaced:
        assert not shut.intersection(one.places)
