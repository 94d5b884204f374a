"""Builds and removals as mechanisms that rulesets share."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.engine.adjustments import (
    BuildRefusal,
    Sites,
    judge_build,
    open_sites,
    removal_order,
    resolve_adjustment,
    steps_from,
)
from generator.engine.orders.values import AnyOrder, Build, Disband, Hold, Remove, Waive
from generator.engine.units import Piece, Unit
from generator.rulesets.standard import RULESET

BOARD = RULESET.facts.board

RUSSIA = Sites(("MOS", "SEV", "STP", "WAR"), ("MOS", "STP", "WAR", "RUM"))
UKRAINE = Remove(Piece("A", "UKR"))


def build(kind: str, at: str) -> Build:
    return Build(Piece(kind, at))


@pytest.mark.parametrize(
    ("kind", "at", "made"),
    [
        ("A", "MOS", "A MOS"),
        ("", "MOS", "A MOS"),
        ("A", "STP/NC", "A STP"),
        ("F", "STP/SC", "F STP/SC"),
        ("F", "STP", "build-coast"),
        ("", "STP", "build-type"),
        ("F", "MOS", "build-type"),
        ("A", "SEV", "build-not-owned"),
        ("A", "RUM", "build-not-home"),
        ("A", "UKR", "build-not-home"),
        ("A", "WAR", "build-occupied"),
    ],
)
def test_a_build_makes_a_unit_or_says_why_not(kind: str, at: str, made: str) -> None:
    result = judge_build(BOARD, Piece(kind, at), RUSSIA, {"WAR"})
    assert (result.cause if isinstance(result, BuildRefusal) else str(result)) == made


def test_open_sites_are_owned_vacant_homes() -> None:
    assert open_sites(RUSSIA, {"WAR"}) == ("MOS", "STP")


def test_any_province_can_be_a_site() -> None:
    """A ruleset names its own build sites, home center or not."""
    sites = Sites(("CLY",), ("CLY",))
    assert judge_build(BOARD, Piece("F", "CLY"), sites, ()) == Unit("F", "CLY")


@pytest.mark.parametrize(
    ("due", "orders", "causes"),
    [
        (1, [build("A", "MOS"), build("A", "WAR")], ["build-made", "build-excess"]),
        (2, [build("A", "MOS"), build("A", "MOS")], ["build-made", "build-occupied"]),
        (1, [Waive(), build("A", "MOS")], ["build-waived", "build-excess"]),
        (1, [build("A", "SEV"), build("A", "MOS")], ["build-not-owned", "build-made"]),
        (0, [build("A", "MOS"), Waive()], ["build-excess", "build-excess"]),
        (1, [UKRAINE], ["remove-not-due"]),
        (-1, [UKRAINE, Remove(Piece("A", "LVN"))], ["remove-made", "remove-excess"]),
        (-2, [UKRAINE, Disband(Piece("A", "UKR"))], ["remove-made", "remove-no-unit"]),
        (-1, [build("A", "MOS")], ["build-excess"]),
        (1, [Hold(Piece("A", "UKR")), None], ["unreadable", "unreadable"]),
    ],
)  # fmt: skip
def test_the_first_legal_orders_count(
    due: int, orders: list[AnyOrder | None], causes: list[str]
) -> None:
    units = (Unit("A", "UKR"), Unit("A", "LVN"))
    result = resolve_adjustment(BOARD, orders, due, RUSSIA, units, ["UKR", "LVN"])
    assert [fate.cause for fate in result.fates] == causes


def test_what_was_not_ordered_away_goes_by_the_rule() -> None:
    units = (Unit("A", "MOS"), Unit("A", "UKR"), Unit("F", "NTH"))
    order = Remove(Piece("A", "MOS"))
    result = resolve_adjustment(BOARD, [order], -2, RUSSIA, units, ["MOS", "UKR", "NTH"])
    assert result.removed == (Unit("A", "MOS"),)
    assert result.disordered == (Unit("F", "NTH"),)


def test_steps_count_land_and_sea_alike() -> None:
    steps = steps_from(BOARD, ["NAP"])
    assert [steps[code] for code in ("NAP", "ROM", "ION", "GRE", "TUN")] == [0, 1, 1, 2, 2]


def test_steps_pass_a_province_with_two_coasts() -> None:
    """Distance is between provinces: it goes in on one coast and out on the other."""
    assert steps_from(BOARD, ["STP"])["BAL"] == 2
    assert steps_from(BOARD, ["STP"])["SKA"] == 2
    assert steps_from(BOARD, ["BAR"])["BOT"] == 2


def test_without_centers_everything_is_equally_far() -> None:
    units = (Unit("A", "BOH"), Unit("F", "NTH"), Unit("F", "ADR"))
    assert [str(unit) for unit in removal_order(BOARD, units, ())] == ["F ADR", "F NTH", "A BOH"]


PROVINCES = st.sampled_from([code for code, one in BOARD.provinces.items() if one.kind != "sea"])


@given(
    st.lists(PROVINCES, max_size=8, unique=True),
    st.lists(st.tuples(st.sampled_from("BRW"), PROVINCES), max_size=8),
    st.integers(-6, 6),
)
def test_never_more_than_is_due(armies: list[str], wanted: list[tuple[str, str]], due: int) -> None:
    """Built units are new, removed ones were there, and the numbers never pass what is due."""
    units = tuple(Unit("A", code) for code in armies)
    due = max(due, -len(units))
    forms = {"B": build, "R": lambda kind, at: Remove(Piece(kind, at)), "W": lambda *_: Waive()}
    orders = [forms[form]("A", code) for form, code in wanted]
    result = resolve_adjustment(BOARD, orders, due, RUSSIA, units, armies)
    assert len(result.built) + result.unused == max(due, 0)
    assert len(result.removed) + len(result.disordered) == max(-due, 0)
    assert not {unit.province for unit in result.built} & set(armies)
    gone = [*result.removed, *result.disordered]
    assert len(set(gone)) == len(gone)
    assert set(gone) <= set(units)
