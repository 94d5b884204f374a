"""Retreats as a mechanism that rulesets share."""

from __future__ import annotations

import pytest

from generator.engine.orders.values import AnyOrder, Hold, Move, Retreat
from generator.engine.retreats import (
    Stranded,
    explain_retreat,
    mask_of,
    resolve_retreats,
    why_barred,
)
from generator.engine.units import Piece, Unit
from generator.rulesets.standard import RULESET

BOARD = RULESET.facts.board

ARMY = Stranded("italy", Unit("A", "VEN"), "TRI", ("APU", "PIE", "ROM"))
FLEET = Stranded("france", Unit("F", "MAO"), None, ("BRE", "SPA/NC", "SPA/SC"))


def to(place: str, at: str = "VEN") -> Retreat:
    return Retreat(Piece("A", at), place)


def test_units_collide_on_different_coasts_of_one_province() -> None:
    units = (
        FLEET,
        Stranded("italy", Unit("A", "GAS"), None, ("SPA",)),
        Stranded("italy", Unit("F", "WES"), None, ("SPA/SC", "TUN")),
    )
    fates = resolve_retreats(units, (to("SPA/NC"), to("SPA"), to("TUN")))
    assert [fate.outcome for fate in fates] == ["bounce", "bounce", "success"]
    assert fates[0].rivals == (1,)
    said = explain_retreat(BOARD, units, 0, fates[0])
    assert said == "the army from Gascony wants the same province; both are disbanded"


@pytest.mark.parametrize(
    ("order", "cause"),
    [
        (to("TRI"), "retreat-attacker"),
        (to("TUS"), "retreat-occupied"),
        (to("TYR"), "retreat-contested"),
        (to("MUN"), "retreat-not-adjacent"),
        (to("TUN"), "retreat-not-adjacent"),
        (to("ALB"), "retreat-by-convoy"),
        (to("ADR"), "retreat-not-adjacent"),
        (Move(Piece("A", "VEN"), "PIE", True), "retreat-by-convoy"),
        (Hold(Piece("A", "VEN")), "retreat-not-dislodged"),
    ],
)
def test_what_bars_a_retreat_is_named(order: AnyOrder, cause: str) -> None:
    occupied, contested = mask_of(BOARD, ["TUS", "VEN"]), mask_of(BOARD, ["TYR"])
    assert why_barred(BOARD, ARMY, order, occupied, contested)[0] == cause


def test_a_closed_place_that_nothing_else_explains_names_the_open_ones() -> None:
    said = why_barred(BOARD, ARMY, to("TUS"), 0, 0)
    assert said == ("retreat-closed", "Tuscany is not open to this retreat (open: APU, PIE, ROM)")


def test_a_fleet_is_told_which_coast_it_reaches() -> None:
    fleet = Stranded("france", Unit("F", "GAS"), None, ("SPA/NC",))
    order = Retreat(Piece("F", "GAS"), "SPA/SC")
    said = why_barred(BOARD, fleet, order, 0, 0)
    assert said == ("retreat-not-adjacent", "only SPA/NC can be reached from Gascony")
