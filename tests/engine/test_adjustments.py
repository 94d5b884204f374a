"""Builds and removals as mechanisms that rulesets share."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from generator.engine.adjustments import Sites, resolve_adjustment, steps_from
from generator.engine.orders.values import Build, Remove, Waive
from generator.engine.units import Piece, Unit
from generator.rulesets.standard import RULESET

BOARD = RULESET.facts.board

RUSSIA = Sites(("MOS", "SEV", "STP", "WAR"), ("MOS", "STP", "WAR", "RUM"))


def build(kind: str, at: str) -> Build:
    return Build(Piece(kind, at))


def test_steps_pass_a_province_with_two_coasts() -> None:
    """Distance is between provinces: it goes in on one coast and out on the other."""
    assert steps_from(BOARD, ["STP"])["BAL"] == 2
    assert steps_from(BOARD, ["STP"])["SKA"] == 2
    assert steps_from(BOARD, ["BAR"])["BOT"] == 2


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
