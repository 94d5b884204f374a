"""A referee's own position sets all that a state of Version 3 remembers, or is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from generator.engine.errors import FileError
from generator.rulesets.europe.record.opening import place_opening
from generator.rulesets.europe.state.standing import Capture, Status
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v3 import EDITION, RULESET
from tests.rules.europe.building import opening


def _position(tables: Mapping[str, Any]) -> EuropeState:
    """The opening with these tables. Raises FileError with all that is wrong with them."""
    wrong: list[str] = []
    state = place_opening(EDITION, opening(EDITION), tables, wrong)
    if wrong:
        raise FileError("; ".join(wrong))
    return state


@pytest.mark.rule("E15V3-INF-1", "E15V3-SPU-1")
def test_a_position_that_names_little_is_completed() -> None:
    tables = {"year": 1616, "phase": "summer", "captures": {"SAX": "denmark"},
              "units": {"austria": ["A BOH"], "BAV": ["A TYR"]}, "infs": {"SUL": "spain 3"},
              "opened": {"states": ["SUL"]}, "annual": {"leaders": {"all": "denmark"}}}  # fmt: skip
    state = _position(tables)
    assert state.parts["annual"].allotment["denmark"] == 43
    assert state.parts["annual"].spent == {}
    assert state.parts["annual"].leaders["protestant"] == "denmark"
    assert state.statuses["SUL"] == Status("aligned", "spain")
    assert state.statuses["SAX"] == Status("captured", "", "denmark")
    assert state.captures["SAX"] == Capture("denmark", 1616)
    marks = state.parts["marks"]
    assert marks.letters["B"] == marks.originals["BAV"] == "TYR"
    # Wallenstein's army is not in Vienna, and no other is known to be it.
    assert {"W", "N"} <= set(marks.lost)
    assert RULESET.load(RULESET.dump(state)) == state
