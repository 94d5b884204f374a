"""Opening a game from any position, and refusing impossible ones."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.errors import FileError
from generator.engine.phases import Document, Setup
from generator.rulesets.standard import RULESET


def opened(**position: Any) -> Any:
    return RULESET.opening(Setup(position=position))


def test_what_a_position_leaves_out_is_as_in_the_opening() -> None:
    state = opened(year=1905, phase="fall-movement")
    plain = RULESET.opening(Setup())
    assert (state.moment.year, state.moment.number) == (1905, 3)
    assert state.units == plain.units
    assert state.centers == plain.centers


def test_given_units_replace_all_units() -> None:
    state = opened(units={"italy": ["F SPA/SC", "A BOH"]})
    assert [str(unit) for unit in state.units["italy"]] == ["A BOH", "F SPA/SC"]
    assert state.units["austria"] == ()
    assert state.land["BOH"] == "italy"
    assert RULESET.awaits(state) == ("italy",)


@pytest.mark.parametrize(
    ("units", "problem"),
    [
        ({"italy": "A ROM"}, "units.italy cannot be 'A ROM' (a list (a text in quotes))"),
        (["A ROM"], "units cannot be ['A ROM'] (a table [units])"),
    ],
)
def test_units_are_lists_of_texts(units: Any, problem: str) -> None:
    with pytest.raises(FileError) as caught:
        opened(units=units)
    assert problem in str(caught.value)


def test_all_problems_are_reported_at_once() -> None:
    with pytest.raises(FileError) as caught:
        opened(year=0, phase="autumn", units={"spain": [], "italy": ["A ION"]})
    for problem in (
        "year cannot be 0",
        "no phase 'autumn'",
        "no power 'spain'",
        "cannot be in Ionian",
    ):
        assert problem in str(caught.value)


def test_a_game_may_open_in_a_retreat_phase() -> None:
    dislodged = [{"power": "italy", "unit": "A VEN", "from": "TRI", "retreats": ["ROM"]}]
    state = opened(phase="spring-retreats", units={"austria": ["A VEN"]}, dislodged=dislodged)
    assert RULESET.awaits(state) == ("italy",)


@pytest.mark.parametrize(
    "public",
    [
        {},
        {"year": 1901, "phase": "spring-movement", "units": {}},
        {"year": 1901, "phase": "spring-movement", "units": {}, "centers": {}, "extra": 1},
        {
            "year": 1901,
            "phase": "spring-movement",
            "units": {"austria": ["A VIE"]},
            "centers": {},
            "dislodged": [{"power": "italy", "unit": "A TYR", "from": "VIE", "retreats": ["VIE"]}],
        },
    ],
)
def test_a_broken_document_is_refused(public: dict[str, Any]) -> None:
    with pytest.raises(FileError):
        RULESET.load(Document(public))
