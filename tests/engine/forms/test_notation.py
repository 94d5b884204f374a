"""The notation of an order is declared beside its fields."""

from __future__ import annotations

import pytest

from generator.rulesets.westphalia.state.orders import NotedOrder


class Cede(NotedOrder, frozen=True):
    notation = "CEDE {role^} {places>|none}[ TO {power}][ FOR {number}] {ways|ALL}"
    role: str
    places: tuple[str, ...] = ()
    power: str = ""
    number: int | str = ""
    ways: tuple[str, ...] = ()


@pytest.mark.parametrize(
    ("order", "written"),
    [
        (Cede("lead"), "CEDE LEAD none ALL"),
        (Cede("lead", ("A1", "B2")), "CEDE LEAD A1 > B2 ALL"),
        (Cede("lead", ("A1",), "red", 0), "CEDE LEAD A1 TO red FOR 0 ALL"),
        (Cede("lead", (), "", 3, ("a", "b")), "CEDE LEAD none FOR 3 a b"),
    ],
)
def test_what_is_empty_is_left_out_or_has_another_word(order: Cede, written: str) -> None:
    assert str(order) == written
