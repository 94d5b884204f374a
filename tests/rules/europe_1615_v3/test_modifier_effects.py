"""What modifiers do to units, how counterbalance ends them, and what a ballot may say."""

from __future__ import annotations

from typing import Any

import pytest

from generator.rulesets.europe.features.modifiers import SanctionRules
from generator.rulesets.europe.features.sanctions import acts_of
from generator.rulesets.europe.state.state import EuropeState
from tests.rules.europe.building import units_of
from tests.rules.europe_1615_v3.three import (
    at,
    cited,
    complaints,
    given,
    sheets,
    with_modifiers,
)

FACTS = given().facts
RULES = FACTS.of(SanctionRules)


RETREATS = [
    ("protestant_union", "RHI", "E15V3-PU-3"),
    ("protestant_union", "HES", "E15V3-PU-3"),
    ("protestant_union", "BRA", "E15V3-PU-3"),
    ("protestant_union", "WUR", "E15V3-PU-3"),
    ("catholic_league", "BAV", "E15V3-CL-3"),
    ("saxon_intervention", "SAX", "E15V3-SXN-3"),
    ("kejserkrigen", "LOWR", "E15V3-KEJ-2"),
    ("swedish_intervention", "SWE", "E15V3-SWED-3"),
    ("polish_intervention", "POLN", "E15V3-POL-3"),
    ("dutch_intervention", "DUT", "E15V3-DUT-3"),
]


def driven_out(state: str, *modifiers: str) -> EuropeState:
    """England's aligned state has lost the Southern Netherlands, where its army stood."""
    units = {state: ["A NET"], "france": ["A PAR", "A NORM", "A CHA"]}
    before = with_modifiers(modifiers, letters={}, units=units, infs={state: {"england": 5}})
    return sheets(before, france="A PAR - NET ; A NORM S A PAR - NET ; A CHA S A PAR - NET").state


@pytest.mark.parametrize(("modifier", "state", "rule"), RETREATS)
@pytest.mark.rule(
    "E15V3-PU-3",
    "E15V3-CL-3",
    "E15V3-SXN-3",
    "E15V3-KEJ-2",
    "E15V3-SWED-3",
    "E15V3-POL-3",
    "E15V3-DUT-3",
)
def test_units_of_a_named_state_retreat_by_order_of_the_aligned_power(
    modifier: str, state: str, rule: str
) -> None:
    assert driven_out(state).moment.phase == "summer"
    assert units_of(driven_out(state), state) == []
    out = driven_out(state, modifier)
    assert out.moment.phase == "spring-retreats"
    # A state's own home is closed to none of its units.
    to = next(place for place in out.displaced[0].places if place in ("WES", "LOR"))
    saved = sheets(out, england=f"A NET - {to}")
    assert [unit.province for unit in saved.state.units[state]] == [to]
    assert units_of(sheets(out, france=f"A NET - {to}").state, state) == []


CONVOYS = [
    ("protestant_union", "R", "RHI", "E15V3-PU-7"),
    ("catholic_league", "B", "BAV", "E15V3-CL-7"),
    ("saxon_intervention", "N", "SAX", "E15V3-SXN-7"),
    ("kejserkrigen", "K", "LOWR", "E15V3-KEJ-6"),
    ("swedish_intervention", "S", "SWE", "E15V3-SWED-7"),
    ("polish_intervention", "P", "POLN", "E15V3-POL-7"),
    ("dutch_intervention", "D", "DUT", "E15V3-DUT-7"),
    ("wallenstein", "W", "austria", "E15V3-WAL-1"),
]


@pytest.mark.parametrize(("modifier", "letter", "side", "rule"), CONVOYS)
@pytest.mark.rule(
    "E15V3-PU-7",
    "E15V3-CL-7",
    "E15V3-SXN-7",
    "E15V3-KEJ-6",
    "E15V3-SWED-7",
    "E15V3-POL-7",
    "E15V3-DUT-7",
    "E15V3-WAL-1",
)
def test_a_lettered_army_is_convoyed_with_its_strength(
    modifier: str, letter: str, side: str, rule: str
) -> None:
    """It dislodges a lone unit across the sea, 2 to 1; without its modifier it bounces."""
    units = {side: ["A NET"], "england": ["F NAR"], "france": ["A YOR"]}
    infs = {side: {"england": 5}} if side in FACTS.states else {}
    power = "england" if side in FACTS.states else side
    order = "A NET - YOR VIA"
    for modifiers, outcome in (((modifier,), "success"), ((), "bounce")):
        state = with_modifiers(modifiers, letters={letter: "NET"}, units=units, infs=infs)
        texts = {power: order}
        texts["england"] = "\n".join(filter(None, (texts.get("england"), "F NAR C A NET - YOR")))
        assert cited(sheets(state, **texts), order)[0] == outcome


def ballot(**texts: str) -> Any:
    return sheets(given(phase="late-winter"), **texts)


VOTES = {0: 0, 4: 0, 5: 1, 6: 3, 7: 5, 8: 7, 9: 8, 10: 9, 11: 10, 12: 11, 13: 11, 14: 12, 15: 12,
         16: 13, 20: 13, 21: 14, 33: 14, 35: 14, 36: 14, 37: 15, 80: 15}  # fmt: skip


@pytest.mark.rule("E15V3-VOT-3")
def test_the_table_of_votes() -> None:
    assert {infs: RULES.votes_of(infs) for infs in VOTES} == VOTES
    opening = given().parts["annual"].allotment
    assert {power: RULES.votes_of(infs) for power, infs in opening.items()} == {
        "austria": 14, "france": 14, "spain": 15, "england": 14, "denmark": 14
    }  # fmt: skip


@pytest.mark.rule("E15V3-MOT-1", "E15V3-MOT-3")
def test_two_motions_on_one_modifier_are_one_item() -> None:
    """Edge case X-26"""
    spring = sheets(
        given(), england="MOTION REMOVE Wallenstein", denmark="MOTION REMOVE Wallenstein"
    )
    assert [one.by for one in acts_of(spring.state).motions] == ["england", "denmark"]
    played = sheets(at(spring.state, "late-winter"), spain="+3 = MOTION Wallenstein")
    assert [one.result for one in acts_of(played.state).motions] == ["passed", "passed"]
    told = [e.data["item"] for e in played.events if e.kind == "ballot"]
    assert told == ["motion"]


@pytest.mark.rule("E15V3-VOT-1")
def test_what_a_ballot_line_says_is_read_as_people_write_it() -> None:
    for line in (
        "+5 = wallenstein",
        "+5 Wallenstein",
        "5 votes for Wallenstein",
        "+5: Wallenstein",
    ):
        played = ballot(austria=line)
        assert cited(played, "+5 = WALLENSTEIN")[0] == "success", line
    wrong = ballot(austria="+5 = Wallensteen")
    assert [verdict.outcome for verdict in wrong.verdicts] == ["illegal"]
    (complaint,) = complaints(given(phase="late-winter"), austria="+5 = Wallensteen")
    assert "WALLENSTEIN" in complaint.hint
