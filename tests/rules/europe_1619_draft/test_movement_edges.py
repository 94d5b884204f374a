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
from tests.rules.europe_1619_draft.test_retreats import weary, with_attrition


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


@pytest.mark.rule("E19D-CAP-10")
def test_x_16_what_was_entered_last_year_is_a_domain_now():
    state = given(units={"union": ["A SAA"], "france": ["A LOR"]}, captures={"SAA": "union"})
    result = move(state, union="A SAA - LOR", france="A LOR - SAA")
    assert outcome(result, "A SAA - LOR") == outcome(result, "A LOR - SAA") == "illegal"


@pytest.mark.rule("E19D-MOV-12")
def test_x_17_a_convoy_is_disrupted_without_a_war():
    units = {"england": ["A LON", "F NAR"], "denmark": ["F NTH", "F HEL"]}
    state = given(units=units, wars=[("dutch", "england")])
    sheets = {"england": "A LON - HLD; F NAR C A LON - HLD"}
    result = move(state, **sheets, denmark="F NTH - NAR; F HEL S F NTH - NAR")
    assert gone(result) == ["england: F NAR"]
    assert outcome(result, "A LON - HLD") != "success"


@pytest.mark.rule("E19D-MOV-11")
def test_x_18_an_allys_fleet_carries_into_a_third_powers_land():
    units = {"denmark": ["F NAR"], "england": ["A LON"]}
    state = given(units=units, wars=[("dutch", "england")], alliances=[("denmark", "england")])
    result = move(state, england="A LON - HLD", denmark="F NAR C A LON - HLD")
    assert stands(result, "england") == ["A HLD"]
    assert result.state.standing.relation("denmark", "dutch") == "peace"


@pytest.mark.rule("E19D-MOV-11")
def test_x_19_a_convoy_against_the_fleet_owners_other_ally_is_allowed():
    units = {"denmark": ["F NAR"], "england": ["A LON +1"], "dutch": ["A HLD"]}
    state = given(
        units=units,
        wars=[("dutch", "england")],
        alliances=[("denmark", "england"), ("denmark", "dutch")],
    )
    result = move(state, england="A LON - HLD", denmark="F NAR C A LON - HLD")
    assert gone(result) == ["dutch: A HLD"]


@pytest.mark.rule("E19D-MOV-4")
def test_x_20_a_support_crosses_a_border_that_is_closed():
    units = {"VEN": ["F VEN"], "austria": ["A SLO"], "spain": ["A MIL"]}
    state = given(units=units)
    result = move(state, austria="A SLO S F VEN", spain="A MIL - VEN")
    assert outcome(result, "A SLO S F VEN") == "success"
    assert outcome(result, "A MIL - VEN") == "illegal"
    # The Union supports the French into the land of the League, which is closed to itself.
    units = {"union": ["A UPP"], "league": ["A BAV"], "france": ["A ANS"]}
    state = given(units=units, captures={"ANS": "france"}, wars=[("france", "league")])
    result = move(state, france="A ANS - BAV", union="A UPP S A ANS - BAV")
    assert gone(result) == ["league: A BAV"]


@pytest.mark.rule("E19D-ALY-3")
@pytest.mark.rule("E19D-ALY-7")
@pytest.mark.parametrize("alliances", [[], [("league", "union")]])
def test_x_21_a_support_against_ones_own_state_or_ally_counts_against_others_alone(
    alliances: list[tuple[str, str]],
):
    """Denmark attacks Hesse with a support of the Union, or of the Union's ally."""
    supporter = "league" if alliances else "union"
    units = {"HES": ["A HES"], "denmark": ["A PAD"], "france": ["A COL"], supporter: ["A WUE"]}
    state = given(
        units=units,
        captures={"PAD": "denmark", "COL": "france", "WUE": supporter},
        wars=[("denmark", "union"), ("france", "union")],
        alliances=alliances,
    )
    sheets = {"denmark": "A PAD - HES", supporter: "A WUE S A PAD - HES", "france": "A COL - HES"}
    own = "; A HES H"
    if supporter == "union":
        result = move(state, **{**sheets, "union": sheets["union"] + own})
    else:
        result = move(state, **sheets, union="A HES H")
    assert gone(result) == []
    leaves = "; A HES - ERF"
    if supporter == "union":
        result = move(state, **{**sheets, "union": sheets["union"] + leaves})
    else:
        result = move(state, **sheets, union="A HES - ERF")
    assert outcome(result, "A PAD - HES") == "success"
    assert outcome(result, "A COL - HES") == "bounce"


@pytest.mark.rule("E19D-ALY-2")
def test_x_22_a_blocked_ally_is_neither_dislodged_nor_cut():
    units = {"austria": ["A STY +3"], "spain": ["A VIE", "A RHU"], "union": ["A BOH", "A MOR"]}
    state = given(units=units, alliances=[("austria", "spain")], wars=[("spain", "union")])
    blocked = move(state, austria="A STY - VIE", spain="A VIE - BOH", union="A BOH H")
    assert outcome(blocked, "A VIE - BOH") == outcome(blocked, "A STY - VIE") == "bounce"
    assert gone(blocked) == []
    helps = move(state, austria="A STY - VIE", spain="A RHU - MOR; A VIE S A RHU - MOR")
    assert gone(helps) == ["union: A MOR"]


def protected_guest(france: str = "") -> dict[str, list[str]]:
    """An English guest in the Spanish Netherlands, the Dutch at war with both, France with Spain
    alone."""
    return {"england": ["A NET"], "dutch": ["A HLD"], "france": [f"A PAR{france}"]}


GUEST = {
    "wars": [("dutch", "spain"), ("dutch", "england"), ("france", "spain")],
    "alliances": [("england", "spain")],
}


@pytest.mark.rule("E19D-CHK-6")
def test_x_23_who_is_not_at_war_contests_the_entry_and_may_support():
    state = given(units=protected_guest(), **GUEST)
    together = move(state, dutch="A HLD - NET", france="A PAR S A HLD - NET")
    assert gone(together) == ["england: A NET"]
    strong = given(units=protected_guest(" +5"), **GUEST)
    alone = move(strong, france="A PAR - NET")
    assert gone(alone) == []
    # Dutch 2 would dislodge 1, but for the French move with 6.
    units = {**protected_guest(" +5"), "dutch": ["A HLD +1"]}
    assert gone(move(given(units=units, **GUEST), dutch="A HLD - NET")) == ["england: A NET"]
    rivals = move(given(units=units, **GUEST), dutch="A HLD - NET", france="A PAR - NET")
    assert gone(rivals) == []


@pytest.mark.rule("E19D-CHK-6")
def test_x_24_an_allys_army_shields_a_center():
    """Spain's army stands on an Austrian center; the Union is at war with Austria alone."""
    units = {"spain": ["A VIE"], "union": ["A BOH +8"]}
    parts = {"units": units, "alliances": [("austria", "spain")]}
    result = move(given(**parts, wars=[("austria", "union")]), union="A BOH - VIE")
    assert (outcome(result, "A BOH - VIE"), gone(result)) == ("bounce", [])
    both = given(**parts, wars=[("austria", "union"), ("spain", "union")])
    assert gone(move(both, union="A BOH - VIE")) == ["spain: A VIE"]


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


@pytest.mark.rule("E19D-STR-3")
@pytest.mark.parametrize(("fleet", "wins"), [("F NAR C A LON - NORM", False), ("F NAR H", True)])
def test_x_26_a_disrupted_convoy_cuts_nothing(fleet: str, wins: bool):
    units = {
        "england": ["A LON", "F NAR"],
        "france": ["A NORM", "A PAR"],
        "spain": ["A NET"],
        "denmark": ["F NTH", "F HEL"],
    }
    state = given(units=units, wars=[("france", "spain"), ("england", "france")])
    french = "A PAR - NET; A NORM S A PAR - NET"
    result = move(state, england=f"A LON - NORM; {fleet}", france=french)
    assert bool(gone(result)) is wins
    disrupted = move(
        state,
        england="A LON - NORM; F NAR C A LON - NORM",
        france=french,
        denmark="F NTH - NAR; F HEL S F NTH - NAR",
    )
    assert sorted(gone(disrupted)) == ["england: F NAR", "spain: A NET"]


@pytest.mark.rule("E19D-STR-1")
def test_x_27_head_to_head_the_stronger_wins():
    units = {"france": ["A PAR +2"], "spain": ["A NET +1"]}
    sheets = {"france": "A PAR - NET", "spain": "A NET - PAR"}
    result = move(given(units=units, wars=[("france", "spain")]), **sheets)
    assert gone(result) == ["spain: A NET +1"]
    equal = {"france": ["A PAR +1"], "spain": ["A NET +1"]}
    result = move(given(units=equal, wars=[("france", "spain")]), **sheets)
    assert stands(result, "france") + stands(result, "spain") == ["A PAR +1", "A NET +1"]
    # Where the other may not be harmed nothing happens either.
    guest = {"austria": ["A STY +2"], "spain": ["A VIE +1"]}
    result = move(
        given(units=guest, alliances=[("austria", "spain")]),
        austria="A STY - VIE",
        spain="A VIE - STY",
    )
    assert stands(result, "austria") + stands(result, "spain") == ["A STY +2", "A VIE +1"]


@pytest.mark.rule("E19D-UNT-3")
@pytest.mark.parametrize(("attacker", "left"), [("A COL +2", ["A HES +2"]), ("A COL +3", [])])
def test_x_28_a_shield_of_3_holds_against_3_and_falls_to_4(attacker: str, left: list[str]):
    state = given(units={"HES": ["A HES +2"], "league": [attacker]}, wars=[("league", "union")])
    result = move(state, league="A COL - HES")
    assert stands(result, "HES") == left
    assert displaced(result) == {}


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


@pytest.mark.rule("E19D-RET-4")
def test_two_powers_with_attrition_are_told_apart():
    """The conqueror in the place of a dislodged army with attrition has none."""
    state = given(
        units={"france": ["A PAR"], "spain": ["A NET +1", "A BUR"]},
        captures={"BUR": "spain"},
        wars=[("france", "spain")],
        parts=with_attrition(("france", "PAR"), ("spain", "BUR")),
    )
    result = move(state, spain="A NET - PAR; A BUR H")
    assert result.state.parts["attrition"] == {"spain": ("BUR",)}


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


@pytest.mark.rule("E19D-CHK-8")
def test_x_62_against_another_mover_a_move_counts_in_full():
    """A protected guest leaves; the mover that could not harm it meets another one."""
    units = {"dutch": ["A HLD +1"], "england": ["A NET"], "france": ["A PAR"]}
    parts = {
        "wars": [("dutch", "spain"), ("france", "spain")],
        "alliances": [("england", "spain")],
    }
    sheets = {"dutch": "A HLD - NET", "france": "A PAR - NET"}
    result = move(given(units=units, **parts), **sheets, england="A NET - TRI")
    assert outcome(result, "A HLD - NET") == "bounce"
    free = given(units=units, infs={"TRI": {}}, **parts)
    result = move(free, **sheets, england="A NET - TRI")
    assert outcome(result, "A HLD - NET") == "success"
    assert outcome(result, "A PAR - NET") == "bounce"
