"""The cases X-13 to X-29, X-47, X-48, X-57, X-58, X-61 and X-62: movement and who must leave."""

from __future__ import annotations

import pytest

from tests.rules.europe.building import events, outcome
from tests.rules.europe_1619_draft.marching import (
    adjust,
    displaced,
    given,
    gone,
    holder,
    march,
    move,
    retreat,
    rules,
    stands,
    status,
)
from tests.rules.europe_1619_draft.test_retreats import weary


@pytest.mark.rule("E19D-CHK-6")
@pytest.mark.rule("E19D-CHK-3")
def test_x_13_the_host_cannot_throw_a_guest_out_but_the_check_does():
    units = {"denmark": ["A CHA +1"], "france": ["A PAR +5", "A BUR"]}
    result = move(given(units=units), france="A PAR - CHA; A BUR S A PAR - CHA", denmark="A CHA H")
    assert gone(result) == []
    assert gone(result, "evicted") == ["denmark: A CHA +1"]


@pytest.mark.rule("E19D-CAP-10")
def test_x_14_after_an_armistice_a_captured_home_center_stays_captured():
    units = {"england": ["A NORM"], "france": ["A PAR +5"]}
    state = given(units=units, captures={"NORM": "england"})
    result = move(state, france="A PAR - NORM", england="A NORM H")
    assert outcome(result, "A PAR - NORM") == "illegal"
    assert events(result, "evicted") == []
    assert holder(adjust(result), "NORM") == "england"
    last = given(units={"spain": ["A BAV"]}, captures={"BAV": "spain"})
    assert "league" in march(last, spain="A BAV H").state.eliminated


@pytest.mark.rule("E19D-MOV-3")
def test_x_15_strangers_may_cause_a_standoff_in_unaligned_land():
    units = {"union": ["A PAL"], "france": ["A LOR"]}
    result = move(given(units=units), union="A PAL - SAA", france="A LOR - SAA")
    assert outcome(result, "A PAL - SAA") == outcome(result, "A LOR - SAA") == "bounce"
    assert holder(adjust(result), "SAA") == "SAA"


def harried(strength: str) -> dict[str, list[str]]:
    return {
        "france": ["A CHA", f"A PAR{strength}"],
        "spain": ["A NET", "A BUR"],
        "england": ["A NORM"],
    }


@pytest.mark.rule("E19D-STR-3")
@pytest.mark.rule("E19D-STR-7")
@pytest.mark.rule("E19D-STR-8")
@pytest.mark.parametrize(("guard", "wins"), [("", True), (" +1", True), (" +2", False)])
def test_x_25_only_the_enemys_attack_reduces_a_support(guard: str, wins: bool):
    """A supporter of 3, attacked by an enemy, by an ally, and from the target: 2 is left, so that
    1 and 2 win against 1 and 2 and not against 3. Dislodged from there it gives nothing."""
    units = harried(" +2") | {"spain": [f"A NET{guard}", "A BUR"]}
    state = given(
        units=units,
        captures={"BUR": "spain"},
        wars=[("france", "spain")],
        alliances=[("england", "france")],
    )
    sheets = {
        "france": "A CHA - NET; A PAR S A CHA - NET",
        "spain": "A NET - PAR; A BUR - PAR",
        "england": "A NORM - PAR",
    }
    result = move(state, **sheets)
    assert bool(gone(result)) is wins
    units["spain"] = ["A NET +4", "A BUR"]
    dislodged = move(
        given(units=units, captures={"BUR": "spain"}, wars=[("france", "spain")]),
        france=sheets["france"],
        spain="A NET - PAR; A BUR H",
    )
    assert gone(dislodged) == ["france: A PAR +2"]
    assert "E19D-STR-6" in rules(dislodged, "A PAR S A CHA - NET")


@pytest.mark.rule("E19D-RET-9")
def test_x_29_nobody_retreats_to_a_shielded_home():
    units = {"HES": ["A HES +2"], "union": ["A PAD"], "league": ["A WES +1"]}
    state = given(
        units=units,
        captures={"PAD": "union", "WES": "league"},
        infs={"LOWR": {}},
        wars=[("league", "union")],
    )
    result = move(state, league="A WES - PAD")
    assert displaced(result) == {"union: A PAD": ("KAL",)}
    refused = retreat(result, union="A PAD R HES")
    assert outcome(refused, "A PAD R HES") == "illegal"


@pytest.mark.rule("E19D-RET-4")
def test_x_48_an_army_with_attrition_is_cut_and_dislodged_as_others_are():
    units = {"france": ["A PAR", "A CHA"], "spain": ["A NET", "A BUR"]}
    parts = {"captures": {"BUR": "spain"}, "wars": [("france", "spain")]}
    state = weary(units=units, **parts)
    cut = move(state, france="A CHA - NET; A PAR S A CHA - NET", spain="A BUR - PAR")
    assert gone(cut) == []
    units = {**units, "spain": ["A NET", "A BUR +1"]}
    beaten = move(weary(units=units, **parts), france="A PAR H; A CHA H", spain="A BUR - PAR")
    assert gone(beaten, "disbanded") == ["france: A PAR"]


@pytest.mark.rule("E19D-CHK-1")
@pytest.mark.rule("E19D-ALN-8")
def test_x_57_a_neutral_states_unit_abroad_stays_on_what_the_state_holds_or_at_sea():
    neutral = {"HES": {"union": 2, "league": 2}}
    held = given(units={"HES": ["A SAX"]}, infs=neutral, captures={"SAX": "HES"})
    assert stands(adjust(move(held)), "HES") == ["A SAX"]
    at_sea = given(units={"VEN": ["F GOV"]})
    assert stands(adjust(move(at_sea)), "VEN") == ["F GOV"]
    for infs in ({"SAX": {"union": 2}}, {"SAX": {}}, {}):
        elsewhere = given(units={"HES": ["A SAX"]}, infs={**neutral, **infs})
        result = move(elsewhere)
        assert gone(result, "evicted") == gone(result, "disbanded") == ["HES: A SAX"]
        (event,) = events(result, "evicted")
        assert "Hesse is neutral and does not hold this land" in event.text


@pytest.mark.rule("E19D-ALN-8")
@pytest.mark.parametrize("infs", [{}, {"union": 2, "league": 2}], ids=["unaligned", "neutral"])
def test_x_57_a_state_without_a_patron_keeps_what_it_has_captured(infs: dict[str, int]):
    """R-24."""
    result = adjust(
        move(given(units={"HES": ["A SAX"]}, infs={"HES": infs}, captures={"SAX": "HES"}))
    )
    assert stands(result, "HES") == ["A SAX"]
    assert holder(result, "SAX") == "HES"


@pytest.mark.rule("E19D-MAP-6")
@pytest.mark.rule("E19D-MAP-7")
def test_x_58_a_states_fleet_obeys_the_geography_of_holstein():
    parts: dict[str, object] = {"captures": {"COP": "MEC"}, "wars": [("denmark", "sweden")]}
    state = given(units={"MEC": ["F COP"], "denmark": []}, **parts)
    assert outcome(move(state, sweden="F COP - HOL"), "F COP - HOL") == "illegal"
    result = move(state, sweden="F COP - HOL/EC")
    assert stands(result, "MEC") == ["F HOL/EC"]
    between = given(units={"MEC": ["F HOL/EC"]}, captures={"HOL": "MEC"}, wars=parts["wars"])
    assert outcome(move(between, sweden="F HOL/EC - HOL/WC"), "F HOL/EC - HOL/WC") == "illegal"


@pytest.mark.rule("E19D-CHK-5")
def test_x_61_a_unit_stays_in_its_state_when_an_ally_has_won_it():
    parts = {"units": {"union": ["A HES"]}, "infs": {"HES": {"league": 4}}}
    allied = given(**parts, alliances=[("league", "union")])
    result = adjust(move(allied, union="A HES H"))
    assert stands(result, "union") == ["A HES"]
    assert status(result, "HES") == "aligned league"
    strangers = move(given(**parts), union="A HES H")
    assert gone(strangers, "evicted") == ["union: A HES"]
