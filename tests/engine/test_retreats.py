"""Retreats as a mechanism that rulesets share."""

from __future__ import annotations

import pytest

from generator.engine.orders.values import AnyOrder, Disband, Hold, Move, Retreat
from generator.engine.retreats import (
    Stranded,
    explain_retreat,
    mask_of,
    resolve_retreats,
    retreat_places,
    retreat_target,
    why_barred,
)
from generator.engine.units import Piece, Unit
from generator.rulesets.standard import RULESET

BOARD = RULESET.facts.board

ARMY = Stranded("italy", Unit("A", "VEN"), "TRI", ("APU", "PIE", "ROM"))
FLEET = Stranded("france", Unit("F", "MAO"), None, ("BRE", "SPA/NC", "SPA/SC"))


def to(place: str, at: str = "VEN") -> Retreat:
    return Retreat(Piece("A", at), place)


@pytest.mark.parametrize(
    ("unit", "barred", "places"),
    [
        (Unit("A", "VEN"), "", ("APU", "PIE", "ROM", "TRI", "TUS", "TYR")),
        (Unit("A", "VEN"), "TRI ROM PIE", ("APU", "TUS", "TYR")),
        (Unit("F", "VEN"), "", ("ADR", "APU", "TRI")),
        (Unit("F", "SPA/NC"), "MAO", ("GAS", "POR")),
        (Unit("F", "WES"), "NAF", ("LYO", "MAO", "SPA/SC", "TUN", "TYS")),
        (Unit("F", "MAO"), "SPA ENG IRI NAO WES NAF", ("BRE", "GAS", "POR")),
        (Unit("A", "VEN", 4), "TRI", ("APU", "PIE", "ROM", "TUS", "TYR")),
    ],
)
def test_places_are_neighbors_that_are_not_barred(
    unit: Unit, barred: str, places: tuple[str, ...]
) -> None:
    """A province is barred on all its coasts, and strength makes no difference."""
    assert retreat_places(BOARD, unit, mask_of(BOARD, barred.split())) == places


@pytest.mark.parametrize(
    ("one", "order", "target"),
    [
        (ARMY, "PIE", "PIE"),
        (ARMY, "TRI", None),
        (FLEET, "SPA/NC", "SPA/NC"),
        (FLEET, "SPA", None),
        (FLEET, "BRE", "BRE"),
        (Stranded("x", Unit("A", "POR"), None, ("SPA",)), "SPA/NC", "SPA"),
        (Stranded("x", Unit("F", "GAS"), None, ("SPA/NC",)), "SPA", "SPA/NC"),
        (Stranded("x", Unit("F", "GAS"), None, ("SPA/NC",)), "SPA/SC", None),
    ],
)
def test_a_coast_is_filled_in_only_where_it_is_clear(
    one: Stranded, order: str, target: str | None
) -> None:
    assert retreat_target(one, order) == target


@pytest.mark.parametrize(
    ("order", "outcome", "cause", "reached"),
    [
        (to("PIE"), "success", "retreat-made", "PIE"),
        (Move(Piece("A", "VEN"), "PIE"), "success", "retreat-made", "PIE"),
        (Move(Piece("A", "VEN"), "PIE", True), "illegal", "retreat-barred", None),
        (to("TRI"), "illegal", "retreat-barred", None),
        (Hold(Piece("A", "VEN")), "illegal", "retreat-barred", None),
        (Disband(Piece("A", "VEN")), "success", "retreat-disband", None),
        (None, "success", "retreat-no-order", None),
    ],
)
def test_one_retreat(order: AnyOrder | None, outcome: str, cause: str, reached: str | None) -> None:
    (fate,) = resolve_retreats((ARMY,), (order,))
    assert (fate.outcome, fate.cause, fate.to) == (outcome, cause, reached)


def test_a_unit_without_places_has_nowhere_to_go() -> None:
    (fate,) = resolve_retreats((Stranded("italy", Unit("A", "VEN"), "TRI", ()),), (None,))
    assert fate.cause == "retreat-nowhere"


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
