"""Opening a game from any position, and refusing impossible ones."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.errors import FileError, GameError
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
    ("position", "problem"),
    [
        ({"units": {"spain": ["A MAR"]}}, "there is no power 'spain'"),
        ({"units": {"italy": ["A MAD"]}}, "there is no province MAD"),
        ({"units": {"italy": ["A ROM"], "austria": ["A ROM"]}}, "italy's A ROM is there too"),
        ({"units": {"italy": ["F SPA/SC", "F SPA/NC"]}}, "is there too"),
        ({"units": {"italy": ["A ION"]}}, "an army cannot be in Ionian Sea, a sea"),
        ({"units": {"italy": ["F BOH"]}}, "a fleet cannot be in Bohemia, which is inland"),
        ({"units": {"italy": ["F SPA"]}}, "needs a coast: F SPA/NC or F SPA/SC"),
        ({"units": {"italy": ["A SPA/NC"]}}, "an army cannot be on a coast"),
        ({"units": {"italy": ["F ROM/NC"]}}, "Rome has no coast NC"),
        ({"units": {"italy": ["A ROM +1"]}}, "have no strength"),
        (
            {"units": {"italy": "A ROM"}},
            "units.italy cannot be 'A ROM' (a list (a text in quotes))",
        ),
        ({"units": {"italy": ["army Rome"]}}, "there is no province 'Rome' (did you mean ROM?)"),
        ({"units": ["A ROM"]}, "units cannot be ['A ROM'] (a table [units])"),
        ({"centers": {"italy": ["TUS"]}}, "TUS is not a supply center"),
        ({"centers": {"italy": ["ROM"], "france": ["ROM"]}}, "already belongs to italy"),
        ({"year": "1901"}, "year cannot be '1901' (a whole number, 1 to 9999, without the quotes)"),
        ({"phase": "autumn"}, "there is no phase 'autumn'"),
        ({"phase": "fall-retreats"}, "no unit is dislodged"),
        ({"weather": "rain"}, "there is no weather"),
        ({"ending": {"kind": "draw", "powers": [], "text": ""}}, "cannot open with its ending"),
    ],
)
def test_impossible_positions_are_refused(position: dict[str, Any], problem: str) -> None:
    with pytest.raises(FileError) as caught:
        opened(**position)
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


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"convoy-paradox": "none"}, "cannot be 'none'"),
        ({"weather": "rain"}, "there is no option weather"),
        ({"end-year": "never"}, "a whole number, 0 or more"),
        ({"victory-centers": 0}, "a whole number, 1 or more"),
    ],
)
def test_unknown_options_are_refused(options: dict[str, Any], problem: str) -> None:
    with pytest.raises(GameError, match=problem):
        RULESET.opening(Setup(options))


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
