"""Which order counts for which unit."""

from __future__ import annotations

import pytest

from generator.engine.docket import Entry
from generator.engine.orders import AnyOrder, Assignment, PhaseKind, assign_entries, assign_orders
from generator.engine.orders.assignment import Several
from generator.engine.phases import WrittenOrder, orders_of
from tests.engine.orders.sheets import BOARD, sheet_of, stands


def assign(
    units: dict[str, str], orders: dict[str, str], kind: PhaseKind = "movement"
) -> Assignment[WrittenOrder]:
    sheets = {power: sheet_of(power, text, kind) for power, text in orders.items()}
    return assign_orders(stands(**units), orders_of(sheets))


def said(assignment: Assignment[WrittenOrder]) -> list[str]:
    return ["-" if order is None else str(order) for order in assignment.orders]


def strays(assignment: Assignment[WrittenOrder]) -> list[tuple[str, str]]:
    return [(one.written.text, one.cause) for one in assignment.strays]


def test_only_legal_one_of_different_orders_counts() -> None:
    sheets = {"france": sheet_of("france", "A PAR - ROM\nA PAR - BUR\nA PAR - ROM")}

    def is_legal(unit: int, order: AnyOrder) -> bool:
        return unit == 0 and str(order) == "A PAR - BUR"

    given = assign_orders(stands(france="A PAR"), orders_of(sheets), is_legal)
    assert said(given) == ["A PAR - BUR"]
    assert strays(given) == [("A PAR - ROM", "duplicate-order"), ("A PAR - ROM", "duplicate-order")]


@pytest.mark.parametrize(("which", "order"), [("first", "A PAR - BUR"), ("last", "A PAR - PIC")])
def test_by_choice_one_legal_one_of_different_orders_counts(which: Several, order: str) -> None:
    sheets = {"france": sheet_of("france", "A PAR - BUR\nA PAR - PIC\nA PAR - ROM")}

    def is_legal(unit: int, order: AnyOrder) -> bool:
        return unit == 0 and str(order) != "A PAR - ROM"

    given = assign_orders(stands(france="A PAR"), orders_of(sheets), is_legal, several=which)
    assert said(given) == [order]
    assert sorted([*said(given), *(text for text, _ in strays(given))]) == [
        "A PAR - BUR", "A PAR - PIC", "A PAR - ROM"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("written", "settled"),
    [
        ("A NTH - NWY", "F NTH - NWY"),
        ("NTH - NWY", "F NTH - NWY"),
        ("F YOR - SPA/NC", "A YOR - SPA"),
        ("F SPA/NC - LYO", "F SPA/SC - LYO"),
        ("F SPA H", "F SPA/SC H"),
        ("F NTH S YOR - NWY", "F NTH S A YOR - NWY"),
        ("F NTH S F YOR - SPA/NC", "F NTH S A YOR - SPA"),
        ("F NTH S A SPA/NC", "F NTH S F SPA/SC"),
        ("F NTH S A ROM - SPA", "F NTH S A ROM - SPA"),
        ("F NTH C F YOR - SPA/NC", "F NTH C A YOR - SPA"),
    ],
)
def test_units_are_taken_as_they_stand(written: str, settled: str) -> None:
    """DATC 4.B.5, 4.B.6, 4.C: wrong or missing types and coasts of departure are ignored."""
    given = assign({"england": "F NTH, A YOR, F SPA/SC"}, {"england": written})
    assert settled in said(given)


def test_an_entry_is_repeated_though_the_coast_of_the_first_one_was_filled_in() -> None:
    sheet = sheet_of("france", "F MAR - SPA\nfleet marseilles to spain")
    entries = [Entry("france", one.text, one.order) for one in sheet.orders]
    given = assign_entries(stands(france="F MAR"), entries, lambda *_: True, board=BOARD)
    assert [str(entry.order) for entry in entries] == ["F MAR - SPA/SC", "F MAR - SPA"]
    assert given.written == (entries[0],)
    assert [(stray.written, stray.cause) for stray in given.strays] == [(entries[1], "")]
