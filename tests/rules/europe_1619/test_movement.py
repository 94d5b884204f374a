"""Who may be ordered where: E19-MOV."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest

from generator.engine.errors import GameError
from generator.engine.phases import Ruling
from generator.rulesets.europe.state.state import ComingChange
from generator.rulesets.europe.state.values import PlaceInfs
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import opening, outcome, play, verdict
from tests.rules.europe_1619.moves import (
    checked,
    given,
    gone,
    move,
    orders,
    played,
    rules,
    said,
    stands,
)


def coming(kind: str, one: str, other: str) -> dict[str, Any]:
    """A declaration of this year, in effect from the next one."""
    return {"changes": (ComingChange(1620, kind, (one, other), (one, other)),)}  # type: ignore[arg-type]


@pytest.mark.rule("E19-MOV-1")
def test_a_patron_orders_the_units_of_its_states():
    state = given(units={"HES": ["A HES"]})
    result = move(state, france="A HES - PAD", union="A HES - WES")
    assert outcome(result, "A HES - PAD") == "illegal"
    assert rules(result, "A HES - PAD") == ["E19-MOV-1"]
    assert outcome(result, "A HES - WES") == "illegal"
    state = given(units={"HES": ["A HES"]}, infs={"PAD": {}})
    result = move(state, france="A HES H", union="A HES - PAD")
    assert outcome(result, "A HES - PAD", "union") == "success"
    assert stands(result, "HES") == ["A PAD"]


@pytest.mark.rule("E19-MOV-1")
def test_a_unit_that_nobody_who_may_orders_holds():
    state = given(units={"HES": ["A HES"]})
    result = move(state, france="A HES - COL")
    silent = verdict(result, "A HES H")
    assert (silent.power, silent.outcome, silent.note) == ("union", "success", "no order given")
    assert stands(result, "HES") == ["A HES"]


@pytest.mark.rule("E19-MOV-1")
@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("A PAR - BUR; A PAR - CHA", "A PAR"),
        ("A PAR - BUR; A PAR - LON", "A BUR"),
        ("A PAR - BUR; A PAR - BUR", "A BUR"),
    ],
)
def test_of_several_orders_the_only_possible_one_counts(text: str, ends: str):
    assert stands(move(given(units={"france": ["A PAR"]}), france=text), "france") == [ends]


@pytest.mark.rule("E19-MOV-1")
def test_there_must_be_a_unit_of_ones_own():
    state = given(units={"france": ["A PAR"], "spain": ["A BRB"]})
    result = move(state, france="A BUR - CHA; A BRB - PAR")
    assert "no unit in Burgundy" in said(result, "A BUR - CHA")
    assert rules(result, "A BRB - PAR") == ["E19-MOV-1"]


def test_orders_of_other_phases_are_refused():
    state = given(units={"france": ["A PAR"]})
    result = play(EDITION, state, {"france": [PlaceInfs(5, "BRE"), *orders("A PAR - BUR")]})
    assert outcome(result, "5: BRE") == "illegal"
    assert outcome(result, "A PAR - BUR") == "success"


@pytest.mark.rule("E19-MOV-2")
@pytest.mark.parametrize(
    ("relation", "becomes"), [("peace", "illegal"), ("war", "success"), ("alliance", "success")]
)
def test_the_lands_of_another_power_need_war_or_alliance(relation: str, becomes: str):
    """Catalonia is aligned with Spain."""
    pair = [("france", "spain")]
    state = given(
        units={"france": ["A GAS"]},
        wars=pair if relation == "war" else (),
        alliances=pair if relation == "alliance" else (),
    )
    result = move(state, france="A GAS - CAT")
    assert outcome(result, "A GAS - CAT") == becomes
    assert stands(result, "france") == ["A GAS" if becomes == "illegal" else "A CAT"]


@pytest.mark.rule("E19-MOV-2")
def test_the_refusal_tells_whose_land_it_is():
    result = move(given(units={"france": ["A GAS"]}), france="A GAS - CAT")
    assert rules(result, "A GAS - CAT") == ["E19-MOV-2"]
    assert "Catalonia is aligned with Spain" in said(result, "A GAS - CAT")


@pytest.mark.rule("E19-MOV-2")
def test_captured_land_is_the_captors():
    state = given(
        units={"france": ["A PAR"], "dutch": ["A HLD"]},
        captures={"BRB": "dutch"},
        wars=[("france", "spain")],
    )
    assert outcome(move(state, france="A PAR - BRB"), "A PAR - BRB") == "illegal"
    state = given(
        units={"france": ["A PAR"]}, captures={"BRB": "dutch"}, wars=[("france", "dutch")]
    )
    assert outcome(move(state, france="A PAR - BRB"), "A PAR - BRB") == "success"


@pytest.mark.rule("E19-MOV-2")
def test_a_state_may_not_enter_what_its_patron_may_not():
    state = given(units={"HES": ["A HES"]})
    assert outcome(move(state, union="A HES - COL"), "A HES - COL") == "illegal"
    state = given(units={"HES": ["A HES"]}, wars=[("union", "league")])
    assert outcome(move(state, union="A HES - COL"), "A HES - COL") == "success"


@pytest.mark.rule("E19-MOV-3")
def test_unaligned_land_needs_no_declaration():
    state = given(units={"france": ["A LOR"]}, infs={"SAA": {}})
    result = move(state, france="A LOR - SAA")
    assert outcome(result, "A LOR - SAA") == "success"
    assert checked(state, "france", "A SAA").kind == "capture"


@pytest.mark.rule("E19-MOV-4")
def test_neutral_states_are_closed_to_everybody():
    state = given(
        units={"france": ["A LOR"], "union": ["A PAL"]},
        infs={"SAA": {"france": 2, "union": 2}},
    )
    result = move(state, france="A LOR - SAA", union="A PAL - SAA")
    for order in ("A LOR - SAA", "A PAL - SAA"):
        assert outcome(result, order) == "illegal"
        assert rules(result, order) == ["E19-MOV-4"]
        assert "neutral" in said(result, order)


@pytest.mark.rule("E19-MOV-4")
def test_what_a_neutral_state_captured_is_closed_even_to_its_owner():
    state = given(
        units={"france": ["A PAR"], "austria": ["A BUR"]},
        infs={"HES": {"france": 1, "union": 1}},
        captures={"CHA": "HES"},
    )
    assert outcome(move(state, france="A PAR - CHA"), "A PAR - CHA") == "illegal"
    assert outcome(move(state, austria="A BUR - CHA"), "A BUR - CHA") == "illegal"


@pytest.mark.rule("E19-MOV-4")
def test_the_land_of_a_fallen_power_is_open():
    state = given(units={"england": ["A NORM"]}, eliminated=MappingProxyType({"france": 1618}))
    assert outcome(move(state, england="A NORM - BRIT"), "A NORM - BRIT") == "success"


@pytest.mark.rule("E19-MOV-5")
def test_supports_need_no_declaration():
    state = given(
        units={"denmark": ["F NAR"], "dutch": ["A HLD"], "spain": ["A FLA"]},
        wars=[("dutch", "spain")],
    )
    result = move(state, denmark="F NAR S A HLD - FLA", dutch="A HLD - FLA")
    assert outcome(result, "F NAR S A HLD - FLA") == "success"
    assert rules(result, "F NAR S A HLD - FLA") == ["E19-MOV-5"]
    assert gone(result) == ["spain: A FLA"]


@pytest.mark.rule("E19-MOV-5")
def test_a_support_must_be_possible_on_the_map():
    state = given(units={"denmark": ["F BOR"], "dutch": ["A HLD"]}, wars=[("dutch", "spain")])
    result = move(state, denmark="F BOR S A HLD - FLA", dutch="A HLD - FLA")
    assert outcome(result, "F BOR S A HLD - FLA") == "illegal"


@pytest.mark.rule("E19-MOV-6")
def test_a_move_only_to_stand_off_is_restricted_too():
    state = given(units={"union": ["A PAL"], "league": ["A COL"]})
    result = move(state, union="A PAL - HES", league="A COL - HES")
    assert outcome(result, "A COL - HES") == "illegal"
    assert stands(result, "union") == ["A HES"]
    assert result.events == ()


@pytest.mark.rule("E19-MOV-7")
@pytest.mark.parametrize(("wars", "lands"), [([], False), ([("england", "france")], True)])
def test_a_convoyed_army_must_be_entitled_to_land(wars: list[tuple[str, str]], lands: bool):
    """The Dutch fleet that carries it is at peace with all."""
    state = given(units={"england": ["A LON"], "dutch": ["F ENG"]}, wars=wars)
    result = move(state, england="A LON - NORM VIA", dutch="F ENG C A LON - NORM")
    assert stands(result, "england") == ["A NORM" if lands else "A LON"]
    assert outcome(result, "F ENG C A LON - NORM") == ("success" if lands else "void")


@pytest.mark.rule("E19-MOV-8")
def test_an_enemy_fleet_at_sea_is_dislodged():
    state = given(
        units={"dutch": ["F NAR", "F NORM"], "spain": ["F ENG"]}, wars=[("dutch", "spain")]
    )
    result = move(state, dutch="F NAR - ENG; F NORM S F NAR - ENG")
    assert gone(result) == ["spain: F ENG"]


@pytest.mark.rule("E19-MOV-9")
def test_at_peace_no_fleet_is_dislodged_or_cut():
    state = given(
        units={"england": ["F NAR", "F LON"], "france": ["F ENG", "F NORM"]},
    )
    result = move(
        state,
        england="F NAR - ENG; F LON S F NAR - ENG",
        france="F ENG S F NORM - BRIT; F NORM - BRIT",
    )
    assert outcome(result, "F NAR - ENG") == "bounce"
    assert rules(result, "F NAR - ENG") == ["E19-MOV-9"]
    assert outcome(result, "F ENG S F NORM - BRIT") == "success"
    assert gone(result) == []


@pytest.mark.rule("E19-MOV-9")
def test_fleets_of_neutral_states_are_safe_at_sea():
    state = given(
        units={"GEN": ["F LIG"], "savoy": ["F TUR"], "france": ["F LIO"]},
        infs={"GEN": {"savoy": 1, "france": 1}},
    )
    result = move(state, savoy="F TUR - LIG", france="F LIO S F TUR - LIG")
    assert gone(result) == []


FLANDERS: dict[str, Any] = {
    "units": {"england": ["A FLA"], "dutch": ["A HLD", "F NAR"]},
    "wars": [("dutch", "spain")],
}


@pytest.mark.rule("E19-MOV-10")
def test_a_guest_is_attacked_with_his_host():
    """The rulebook's example: English in Spanish Flanders, the Dutch at war with Spain alone."""
    state = given(**FLANDERS, alliances=[("england", "spain")])
    result = move(state, dutch="A HLD - FLA; F NAR S A HLD - FLA")
    assert outcome(result, "A HLD - FLA") == "success"
    assert "E19-MOV-10" in rules(result, "A HLD - FLA")
    assert gone(result) == ["england: A FLA"]


@pytest.mark.rule("E19-MOV-10")
def test_a_guest_is_safe_from_his_own_allies():
    state = given(**FLANDERS, alliances=[("england", "spain"), ("england", "dutch")])
    result = move(state, dutch="A HLD - FLA; F NAR S A HLD - FLA")
    assert outcome(result, "A HLD - FLA") == "bounce"
    assert gone(result) == []


@pytest.mark.rule("E19-MOV-10")
def test_a_unit_that_is_no_guest_is_attacked_by_its_enemies_only():
    """Without the alliance the English army is nobody's guest."""
    state = given(**FLANDERS)
    result = move(state, dutch="A HLD - FLA; F NAR S A HLD - FLA")
    assert outcome(result, "A HLD - FLA") == "bounce"


@pytest.mark.rule("E19-MOV-10")
def test_a_guest_in_an_aligned_state_of_his_host_is_attacked_too():
    state = given(
        units={"england": ["A CAT"], "france": ["A GAS", "A LAN"]},
        wars=[("france", "spain")],
        alliances=[("england", "spain")],
    )
    assert gone(move(state, france="A GAS - CAT; A LAN S A GAS - CAT")) == ["england: A CAT"]


@pytest.mark.rule("E19-MOV-11")
def test_a_forbidden_move_is_a_hold_that_may_be_supported():
    state = given(
        units={"france": ["A GAS", "A LAN"], "spain": ["A ARA", "A CAN"]},
        infs={"CAT": {"savoy": 3}},
        wars=[("france", "spain")],
    )
    result = move(
        state,
        france="A GAS - CAT; A LAN S A GAS",
        spain="A ARA - GAS; A CAN S A ARA - GAS",
    )
    assert outcome(result, "A GAS - CAT") == "illegal"
    assert outcome(result, "A LAN S A GAS") == "success"
    assert outcome(result, "A ARA - GAS") == "bounce"


@pytest.mark.rule("E19-MOV-12")
def test_a_move_at_a_unit_at_peace_bounces_and_does_not_cut():
    """The French are allied with Spain and may enter Aragon, but not harm the English there."""
    state = given(
        units={"france": ["A GAS", "A CAT"], "england": ["A ARA", "A LEO"], "savoy": ["A MAD"]},
        alliances=[("france", "spain"), ("england", "spain")],
        wars=[("england", "savoy")],
    )
    result = move(
        state,
        france="A GAS - ARA; A CAT S A GAS - ARA",
        england="A ARA S A LEO - MAD; A LEO - MAD",
    )
    assert outcome(result, "A GAS - ARA") == "bounce"
    assert "France is not at war with England" in said(result, "A GAS - ARA")
    assert outcome(result, "A ARA S A LEO - MAD") == "success"
    assert "E19-MOV-9" in rules(result, "A ARA S A LEO - MAD")
    assert gone(result) == ["savoy: A MAD"]


@pytest.mark.rule("E19-MOV-12")
def test_the_mover_enters_if_the_protected_unit_leaves():
    state = given(
        units={"france": ["A GAS"], "england": ["A ARA"]},
        alliances=[("france", "spain"), ("england", "spain")],
    )
    result = move(state, france="A GAS - ARA", england="A ARA - MAD")
    assert stands(result, "france") == ["A ARA"]


@pytest.mark.rule("E19-MOV-12")
def test_a_move_at_a_protected_unit_still_keeps_others_out():
    state = given(
        units={"france": ["A GAS"], "england": ["A ARA"], "savoy": ["A VAL"]},
        alliances=[("france", "spain"), ("england", "spain"), ("savoy", "spain")],
    )
    result = move(state, france="A GAS - ARA", savoy="A VAL - ARA", england="A ARA - MAD")
    assert outcome(result, "A GAS - ARA") == outcome(result, "A VAL - ARA") == "bounce"


@pytest.mark.rule("E19-MOV-13")
def test_a_power_moves_through_its_aligned_states():
    state = given(units={"spain": ["A ARA"]})
    assert stands(move(state, spain="A ARA - CAT"), "spain") == ["A CAT"]
    assert checked(state, "spain", "A CAT").kind == "stay"


@pytest.mark.rule("E19-MOV-14")
@pytest.mark.parametrize("infs", [{}, {"austria": 2, "france": 2}])
def test_units_of_states_that_nobody_orders_hold(infs: dict[str, int]):
    state = given(units={"MAN": ["A MAN"], "venice": ["A VEN"]}, infs={"MAN": infs})
    result = move(state, austria="A MAN - MOD", venice="A VEN S A MAN")
    assert outcome(result, "A MAN - MOD") == "illegal"
    assert rules(result, "A MAN - MOD") == ["E19-MOV-14"]
    assert outcome(result, "A VEN S A MAN") == "success"
    assert stands(result, "MAN") == ["A MAN"]


@pytest.mark.rule("E19-MOV-14")
def test_a_supported_unaligned_state_holds():
    state = given(
        units={"MAN": ["A MAN"], "venice": ["A VEN"], "spain": ["A MIL", "A PARM"]},
        infs={"MAN": {}},
    )
    attack = "A MIL - MAN; A PARM S A MIL - MAN"
    assert gone(move(state, spain=attack)) == ["MAN: A MAN"]
    assert gone(move(state, spain=attack, venice="A VEN S A MAN")) == []


@pytest.mark.rule("E19-MOV-15")
def test_an_alliance_of_next_year_opens_nothing_now():
    state = given(units={"austria": ["A UAU"]}, **coming("alliance", "austria", "league"))
    assert outcome(move(state, austria="A UAU - BAV"), "A UAU - BAV") == "illegal"


@pytest.mark.rule("E19-MOV-15")
def test_a_province_left_this_year_still_counts_as_held():
    """The Dutch leave Brabant, which they hold, while the French come: it is Dutch land still."""
    state = given(
        units={"dutch": ["A BRB"], "france": ["A PAR"]},
        captures={"BRB": "dutch"},
        alliances=[("france", "spain")],
    )
    result = move(state, dutch="A BRB - HLD", france="A PAR - BRB")
    assert outcome(result, "A PAR - BRB") == "illegal"


def test_x_18_an_alliance_announced_this_year_gives_no_rights():
    state = given(
        units={"austria": ["A BRU", "A MAG"], "league": ["A ERF", "A SAX"]},
        infs={"ERF": {}, "LOWR": {}, "MAG": {}},
        captures={"BRU": "austria", "MAG": "austria", "SAX": "league"},
        wars=[("austria", "league")],
        **coming("armistice", "austria", "league"),
    )
    result = move(
        state,
        austria="A BRU - ERF; A MAG S A BRU - ERF",
        league="A ERF S A SAX; A SAX H",
    )
    assert outcome(result, "A ERF S A SAX") == "cut"
    assert gone(result) == ["league: A ERF"]


def test_x_19_a_war_announced_for_next_year_is_peace_this_year():
    state = given(units={"france": ["A GAS"]}, **coming("war", "france", "spain"))
    assert outcome(move(state, france="A GAS - CAT"), "A GAS - CAT") == "illegal"


def test_x_22_an_ally_at_peace_with_the_captor_may_not_attack_it():
    state = given(
        units={"england": ["A NORM"], "spain": ["A FLA"], "france": ["A PAR"]},
        captures={"NORM": "england"},
        wars=[("england", "france")],
        alliances=[("france", "spain")],
    )
    attack = move(state, spain="A FLA - NORM")
    assert outcome(attack, "A FLA - NORM") == "illegal"
    helped = move(state, spain="A FLA S A PAR - NORM", france="A PAR - NORM")
    assert outcome(helped, "A FLA S A PAR - NORM") == "success"
    assert gone(helped) == ["england: A NORM"]


def test_x_23_a_support_crosses_a_border_that_is_closed():
    state = given(
        units={"savoy": ["A BUR"], "dutch": ["A BRB"], "france": ["A CHA"]},
        wars=[("dutch", "france")],
    )
    result = move(state, savoy="A BUR S A BRB - CHA", dutch="A BRB - CHA")
    assert outcome(result, "A BUR S A BRB - CHA") == "success"
    assert gone(result) == ["france: A CHA"]


def test_x_24_fleets_of_powers_at_peace_may_convoy():
    state = given(units={"england": ["A LON"], "denmark": ["F NAR"]}, wars=[("england", "dutch")])
    result = move(state, england="A LON - HLD", denmark="F NAR C A LON - HLD")
    assert stands(result, "england") == ["A HLD"]


def test_x_28_moves_that_do_not_count_or_harm_cut_nothing():
    state = given(
        units={"france": ["A PAR", "A CHA"], "spain": ["A BRB", "A FLA", "A LIE"]},
    )
    result = move(
        state, spain="A BRB S A FLA; A FLA H; A LIE - BRB", france="A PAR - BRB; A CHA - BRB"
    )
    assert outcome(result, "A PAR - BRB") == "illegal"
    assert outcome(result, "A BRB S A FLA") == "success"


def test_x_52_a_bolstered_army_is_convoyed_whole():
    state = given(
        units={"england": ["A LON +2"], "dutch": ["A HLD +1"], "denmark": ["F NAR"]},
        wars=[("england", "dutch")],
    )
    result = move(state, england="A LON - HLD", denmark="F NAR C A LON - HLD")
    assert stands(result, "england") == ["A HLD +2"]
    assert gone(result) == ["dutch: A HLD +1"]


def ruling(is_: str, unit: str = "A GAS", to: str = "CAT") -> Ruling:
    facts = MappingProxyType({"unit": unit, "to": to, "is": is_})
    return Ruling(1, "movement", "entry", "agreed by letter", "", facts)


@pytest.mark.parametrize(
    ("is_", "becomes"), [("legal", "success"), ("void", "illegal"), ("hostile", "success")]
)
def test_the_referee_rules_on_a_move(is_: str, becomes: str):
    wars = [("france", "spain")] if is_ == "void" else []
    state = given(units={"france": ["A GAS"]}, wars=wars)
    result = played(state, {"france": "A GAS - CAT"}, [ruling(is_)])
    assert outcome(result, "A GAS - CAT") == becomes


@pytest.mark.parametrize(("is_", "fallen"), [("hostile", ["CAT: A CAT"]), ("non-hostile", [])])
def test_the_referee_rules_on_an_attack(is_: str, fallen: list[str]):
    state = given(units={"france": ["A GAS +1"], "CAT": ["A CAT"]})
    result = played(state, {"france": "A GAS - CAT"}, [ruling(is_)])
    assert gone(result) == fallen


def test_a_ruling_on_a_place_that_is_not_there_does_not_apply():
    state = given(units={"france": ["A GAS"]})
    with pytest.raises(GameError):
        played(state, {"france": "A GAS - CAT"}, [ruling("legal", unit="X GAS")])


def test_a_year_without_orders_leaves_everything_in_place():
    state = opening(EDITION)
    moving = given()
    result = move(moving)
    assert result.state.units == state.units
    assert result.state.moment.phase == "adjustment"
    assert {one.note for one in result.verdicts} == {"no order given"}
