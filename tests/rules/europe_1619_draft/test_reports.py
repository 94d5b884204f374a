"""What is reported, to whom, and how units look: E19D-RPT."""

from __future__ import annotations

import pytest

from generator.rulesets.europe.record.document import dump_state
from generator.rulesets.europe.telling.pictures import picture_of_phase, picture_of_position
from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe.building import events, opening
from tests.rules.europe_1619_draft.drafted import Played, diplomatic, given, sheets


def public(played: Played) -> list[str]:
    """The kinds of the events that everybody reads."""
    return [event.kind for event in played.events if event.public]


@pytest.mark.rule("E19D-RPT-1")
def test_the_diplomatic_report_has_its_four_parts():
    state = diplomatic(infs={"HES": {"union": 4, "league": 1}})
    played = sheets(
        state, league="5: HES; HES > UNION", france="WAR: ENGLAND", spain="ALLIANCE: AUSTRIA"
    )
    tables = dump_state(EDITION, played.state).public
    assert set(tables["statuses"]) == set(played.state.facts.minors)
    assert tables["infs"]["HES"] == "league 2"
    assert tables["statuses"]["HES"] == "aligned league"
    assert picture_of_phase(EDITION, state, played).fills["HES"].power == "league"
    assert {"status", "diplomatic-attack", "declaration"} <= set(public(played))
    assert "offer" not in public(played)


@pytest.mark.rule("E19D-RPT-2")
def test_the_adjudication_report_has_orders_and_who_must_leave():
    state = given(
        units={"france": ["A LOR"], "union": ["A MOR", "A BOH"]},
        infs={"LOR": {"france": 1, "spain": 1}},
    )
    played = sheets(state, france="A LOR H", union="A BOH S A MOR")
    said = {one.order: one.outcome for one in played.verdicts if one.public}
    assert said["A LOR H"] == "success"
    assert said["A BOH S A MOR"] == "success"
    assert "evicted" in public(played)
    (event,) = events(played, "evicted")
    assert event.data["unit"] == "A LOR"


@pytest.mark.rule("E19D-RPT-3")
def test_the_adjustment_report_has_captures_liberations_falls_and_markers():
    state = given(
        phase="adjustment",
        units={"france": ["A BAV", "A HES"]},
        wars=[("france", "league"), ("france", "union")],
        infs={"COL": {"league": 6}, "HES": {"union": 4}},
        captures={"WES": "league"},
        markers={"HES": "protestant"},
    )
    played = sheets(state)
    assert {"captured", "marker", "eliminated"} <= set(public(played))
    freed = [event for event in played.events if event.data.get("state") == "WES"]
    assert any(event.public for event in freed)
    assert len(public(played)) == len(played.events)
    assert picture_of_phase(EDITION, state, played).fills["HES"].kind == "captured"


@pytest.mark.rule("E19D-RPT-5")
def test_units_of_states_are_silver_and_labelled():
    picture = picture_of_position(EDITION, opening(EDITION))
    signs = {sign.unit.province: sign for sign in picture.units}
    assert (signs["HES"].owner, signs["HES"].label) == ("", "He")
    assert (signs["POR"].owner, signs["POR"].label) == ("", "Pt")
    assert (signs["PAR"].owner, signs["PAR"].label) == ("france", "")
    assert picture.style == "blocks"
    for code, minor in opening(EDITION).facts.minors.items():
        if minor.units:
            assert len(minor.label) == 2, code


@pytest.mark.rule("E19D-RPT-5")
def test_labels_tell_states_apart():
    minors = opening(EDITION, players=7, bohemia="minor").facts.states.values()
    labels = [one.label for one in minors if one.label]
    assert len(set(labels)) == len(labels)
