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
from tests.rules.europe.building import infs_in, opening

HALFWAY: Mapping[str, Any] = {
    "year": 1618,
    "phase": "early_winter",
    "founded": ["BOH"],
    "units": {
        "PRU": ["A LIVN", "A MEC"], "LIVN": [], "austria": ["A VIE", "A STY"], "SAX": ["A FRA"],
        "SWE": ["A SWE"], "DUT": ["F NTH"], "BOH": ["A BOH"], "MEC": [],
    },
    "infs": {"MEC": "france 4, denmark 1", "PRU": "denmark 9", "SUL": "spain 3", "BOH": "spain 2"},
    "captures": {"MEC": "PRU 1616", "DAN": "denmark", "FRA": "SAX 1617", "CAT": "france 1615"},
    "markers": {"PRU": "protestant", "PAPL": "catholic"},
    "opened": {"states": ["SUL"]},
    "annual": {
        "allotment": {"austria": 30, "france": 35, "spain": 37, "england": 32, "denmark": 43},
        "spent": {"france": 35, "denmark": 12},
        "attack_order": ["austria", "england", "france", "spain", "denmark"],
        "leaders": {"all": "denmark", "catholic": "france"},
    },
    "marks": {
        "letters": {"W": "STY", "S": "SWE", "N": "FRA"},
        "originals": {"PRU": "MEC"},
        "lost": ["R"],
        "gone": ["SWE"],
    },
    "waivers": {"austria": ["SAX", "BOH"], "denmark": ["MEC"]},
}  # fmt: skip


def placed(changes: Mapping[str, Any]) -> EuropeState:
    return _position({**HALFWAY, **changes})


def _position(tables: Mapping[str, Any]) -> EuropeState:
    """The opening with these tables. Raises FileError with all that is wrong with them."""
    wrong: list[str] = []
    state = place_opening(EDITION, opening(EDITION), tables, wrong)
    if wrong:
        raise FileError("; ".join(wrong))
    return state


@pytest.mark.rule(
    "E15V3-CAP-5", "E15V3-EXP-1", "E15V3-INF-8", "E15V3-DA-6", "E15V3-SPU-1", "E15V3-WAI-2"
)
def test_a_position_sets_all_that_is_remembered() -> None:
    state = placed({})
    assert (state.year, state.moment.phase) == (1618, "early-winter")
    assert state.captures["MEC"] == Capture("PRU", 1616)
    assert state.captures["DAN"] == Capture("denmark", 1618)
    assert state.statuses["MEC"] == Status("captured", "", "PRU")
    assert state.statuses["FRA"] == Status("captured", "", "SAX")
    assert infs_in(state, "MEC") == {"denmark": 1, "france": 4}
    assert state.statuses["SUL"] == Status("aligned", "spain")
    assert state.statuses["BOH"] == Status("aligned", "spain")
    assert state.markers == HALFWAY["markers"]
    year, marks = state.parts["annual"], state.parts["marks"]
    assert dict(year.allotment) == HALFWAY["annual"]["allotment"]
    assert dict(year.spent) == HALFWAY["annual"]["spent"]
    assert list(year.attack_order) == HALFWAY["annual"]["attack_order"]
    # What is not named follows from the rest.
    assert dict(year.leaders) == {"all": "denmark", "catholic": "france", "protestant": "denmark"}
    letters = {"W": "STY", "S": "SWE", "N": "FRA", "K": "BRU", "B": "BAV", "P": "WAR"}
    assert dict(marks.letters) == letters
    assert marks.lost == ("R",)
    assert marks.originals["PRU"] == "MEC"
    assert marks.originals["DUT"] == "NTH"
    assert marks.gone == ("SWE",)
    assert state.parts["waivers"] == {"austria": ("SAX", "BOH"), "denmark": ("MEC",)}
    assert RULESET.load(RULESET.dump(state)) == state


@pytest.mark.rule("E15V3-INF-1", "E15V3-SPU-1")
def test_a_position_that_names_little_is_completed() -> None:
    tables = {"year": 1616, "phase": "summer", "captures": {"SAX": "denmark"},
              "units": {"austria": ["A BOH"], "BAV": ["A TYR"]}}  # fmt: skip
    state = _position(tables)
    assert state.parts["annual"].allotment["denmark"] == 43
    assert state.parts["annual"].spent == {}
    marks = state.parts["marks"]
    assert marks.letters["B"] == marks.originals["BAV"] == "TYR"
    # Wallenstein's army is not in Vienna, and no other is known to be it.
    assert {"W", "N"} <= set(marks.lost)
    assert RULESET.load(RULESET.dump(state)) == state
