"""Who may go where: E15V3-MOV, and the standard rules that stay."""

from __future__ import annotations

import pytest

from tests.rules.europe.building import units_of
from tests.rules.europe_1615_v3.three import Played, cited, complaints, given, sheets


def on(played: Played, side: str) -> list[str]:
    return units_of(played.state, side)


@pytest.mark.rule("E15V3-MOV-6")
def test_a_fleet_names_the_coast_of_holstein_where_it_reaches_both():
    state = given(units={"denmark": ["F COP"]})
    assert cited(sheets(state, denmark="F COP - HOL"), "F COP - HOL") == (
        "illegal", "E15V3-MOV-6"
    )  # fmt: skip
    assert on(sheets(state, denmark="F COP - HOL/EC"), "denmark") == ["F HOL/EC"]
    (told,) = complaints(state, denmark="F COP - HOL")
    assert told.severity == "error"


@pytest.mark.rule("E15V3-MOV-6")
def test_where_it_reaches_one_coast_that_is_meant():
    """R-53."""
    state = given(units={"denmark": ["F MEC"]})
    assert on(sheets(state, denmark="F MEC - HOL"), "denmark") == ["F HOL/EC"]
    (told,) = complaints(state, denmark="F MEC - HOL")
    assert (told.severity, "it is read as F MEC - HOL/EC" in told.problem) == ("warning", True)
