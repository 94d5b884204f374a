"""`theatrum resolve standard`: cases in, answers out."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.engine.errors import TheatrumError
from generator.rulesets.standard import RULESET

MOVEMENT: dict[str, Any] = {
    "id": "one",
    "phase": "movement",
    "units": {"GERMANY": ["F KIE", "A BER"], "ITALY": ["A DEN"], "FRANCE": ["A PAR"]},
    "orders": {
        "GERMANY": ["F KIE - DEN", "A BER - KIE", "nonsense"],
        "ITALY": ["A DEN H", "A PAR - BUR"],
        "RUSSIA": ["F SWE S F KIE - DEN"],
    },
}


def test_movement() -> None:
    case = {**MOVEMENT, "units": {**MOVEMENT["units"], "RUSSIA": ["F SWE"]}}
    answer = RULESET.answer(case)
    assert answer["id"] == "one"
    assert answer["after"] == {
        "FRANCE": ["A PAR"],
        "GERMANY": ["A KIE", "F DEN"],
        "RUSSIA": ["F SWE"],
    }
    assert list(answer["after"]) == sorted(answer["after"])
    assert answer["dislodged"] == {"ITALY": ["A DEN"]}
    assert answer["retreats"] == {"ITALY: A DEN": []}
    outcomes = {(one["power"], one["order"]): one["outcome"] for one in answer["verdicts"]}
    assert outcomes == {
        ("GERMANY", "F KIE - DEN"): "success",
        ("GERMANY", "A BER - KIE"): "success",
        ("GERMANY", "nonsense"): "illegal",
        ("ITALY", "A DEN H"): "dislodged",
        ("ITALY", "A PAR - BUR"): "illegal",
        ("RUSSIA", "F SWE S F KIE - DEN"): "success",
        ("FRANCE", "A PAR H"): "success",
    }
    assert all(one["reasons"] for one in answer["verdicts"])


def test_positions_are_the_same_without_verdicts() -> None:
    full = RULESET.answer(MOVEMENT)
    del full["verdicts"]
    assert RULESET.answer(MOVEMENT, verdicts=False) == full


def test_a_retreat_goes_only_where_the_case_says() -> None:
    case: dict[str, Any] = {
        "phase": "retreat",
        "units": {"GERMANY": ["F DEN"]},
        "dislodged": {"ITALY": ["A DEN"], "FRANCE": ["A MUN"]},
        "retreats": {"ITALY: A DEN": ["SWE"], "FRANCE: A MUN": ["BUR"]},
        "orders": {"ITALY": ["A DEN - SWE"], "FRANCE": ["A MUN - RUH"]},
    }
    answer = RULESET.answer(case)
    assert "id" not in answer
    assert answer["after"] == {"GERMANY": ["F DEN"], "ITALY": ["A SWE"]}
    assert [one["outcome"] for one in answer["verdicts"]] == ["illegal", "success"]
    assert answer["verdicts"][0]["reasons"][0]["text"] == (
        "Ruhr is not open to this retreat (open: BUR)"
    )
    assert RULESET.answer(case, verdicts=False)["after"] == answer["after"]


def test_builds_follow_from_the_centers() -> None:
    case: dict[str, Any] = {
        "phase": "build",
        "units": {"RUSSIA": ["A MOS"], "ITALY": ["A ROM", "A PIE"]},
        "centers": {"RUSSIA": ["MOS", "STP"], "ITALY": ["ROM"]},
        "orders": {"RUSSIA": ["BUILD F STP/NC"]},
    }
    for verdicts in (True, False):
        assert RULESET.answer(case, verdicts=verdicts)["after"] == {
            "ITALY": ["A ROM"],
            "RUSSIA": ["A MOS", "F STP/NC"],
        }


def test_centers_are_counted_when_a_fall_ends() -> None:
    case = {**MOVEMENT, "season": "FALL", "centers": {"GERMANY": ["KIE"], "FRANCE": ["DEN"]}}
    answer = RULESET.answer(case)
    assert answer["centers"] == {"FRANCE": ["PAR"], "GERMANY": ["BER", "KIE"], "ITALY": ["DEN"]}
    assert "centers" not in RULESET.answer({**case, "season": "SPRING"})


def test_options_are_those_of_the_ruleset() -> None:
    case: dict[str, Any] = {
        "phase": "movement",
        "units": {"ENGLAND": ["A NWY", "F SKA"]},
        "orders": {"ENGLAND": ["A NWY - SWE VIA"]},
    }
    assert RULESET.answer(case)["after"] == {"ENGLAND": ["A NWY", "F SKA"]}
    older = {**case, "options": {"adjacent-convoy": "2000"}}
    assert RULESET.answer(older)["after"] == {"ENGLAND": ["A SWE", "F SKA"]}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"phase": "summer"}, "there is no phase 'summer'"),
        ({"phase": ["movement"]}, "there is no phase"),
        ({"units": None}, "units is missing"),
        ({"units": ["A PAR"]}, "not an object"),
        ({"units": {"SPAIN": ["A MAR"]}}, "there is no power 'SPAIN'"),
        ({"units": {"ITALY": "A ROM"}}, "has no list"),
        ({"units": {"ITALY": [1]}}, "1 is not a text"),
        ({"units": {"ITALY": ["A XYZ"]}}, "there is no province XYZ"),
        ({"units": {"ITALY": ["Rome"]}}, "not a unit"),
        ({"units": {"ITALY": ["A ION"]}}, "an army cannot be"),
        ({"units": {"ITALY": ["F STP"]}}, "needs a coast"),
        ({"units": {"ITALY": ["A ROM", "F ROM"]}}, "same province"),
        ({"units": {"ITALY": ["A ROM", "A ROM"]}}, "listed twice"),
        ({"units": {"ITALY": ["A ROM"], "Italy": []}}, "also spelled Italy"),
        ({"orders": {"ITALY": [None]}}, "None is not a text"),
        ({"orders": "A PAR H"}, "not an object"),
        ({"phase": "build"}, "centers is missing"),
        ({"centers": {"ITALY": ["TUS"]}}, "not a supply center"),
        ({"centers": {"ITALY": ["ROM"], "FRANCE": ["ROM"]}}, "two powers own one center"),
        ({"phase": "retreat"}, "retreats is missing"),
        ({"phase": "retreat", "retreats": {}}, "dislodged is missing"),
        ({"phase": "retreat", "retreats": {}, "dislodged": {"ITALY": ["A KIE"]}}, "no list of"),
        (
            {
                "phase": "retreat",
                "dislodged": {"ITALY": ["A RUH"]},
                "retreats": {"ITALY: A RUH": ["KIE"]},
            },
            "KIE is occupied",
        ),
        ({"options": {"weather": "rain"}}, "there is no option weather"),
        ({"options": 3}, "options is not an object"),
    ],
)
def test_invalid_input_is_refused(change: dict[str, Any], problem: str) -> None:
    for verdicts in (True, False):
        with pytest.raises(TheatrumError) as caught:
            RULESET.answer({**MOVEMENT, **change}, verdicts=verdicts)
        assert problem in str(caught.value)


def test_a_case_is_an_object() -> None:
    with pytest.raises(TheatrumError, match="JSON object"):
        RULESET.answer(["movement"])  # type: ignore[arg-type]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["ITALY", "FRANCE", "x", "ITALY: A ROM"]), inner, max_size=3
        )
    ),
    max_leaves=8,
)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.dictionaries(st.sampled_from(["units", "orders", "centers", "dislodged", "retreats"]), JSON)
)
def test_nothing_but_our_own_errors_is_raised(tables: dict[str, Any]) -> None:
    for phase in ("movement", "retreat", "build"):
        try:
            RULESET.answer({"phase": phase, **tables})
        except TheatrumError:
            continue
