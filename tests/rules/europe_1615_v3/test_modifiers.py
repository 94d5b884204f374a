"""The nineteen modifiers: when they are on the ballot, what they do, when they end."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace

from generator.rulesets.europe.features.modifiers import (
    TESTS,
    ModifierState,
    Sanctioned,
    SanctionRules,
    touched,
)
from generator.rulesets.europe.features.sanctions import acts_of, is_available
from generator.rulesets.europe.state.state import EuropeState
from tests.rules.europe.building import units_of
from tests.rules.europe_1615_v3.three import Played, active, at, cited, given, sheets
from tests.rulesets.europe.ruled import ruling

FACTS = given().facts
RULES = FACTS.of(SanctionRules)
NO_UNITS: dict[str, tuple[str, ...]] = dict.fromkeys(FACTS.powers, ())


def voted(*modifiers: str, **parts: Any) -> EuropeState:
    """A status check before which modifiers were voted."""
    state = active(**{"phase": "status-check", **parts})
    acts = dict(acts_of(state).modifiers)
    acts |= dict.fromkeys(modifiers, ModifierState("voted", state.year - 1))
    known = {**state.parts, "sanctions": Sanctioned(MappingProxyType(acts))}
    return replace(state, parts=MappingProxyType(known))


def states_of(played: Played) -> dict[str, str]:
    return {one: act.state for one, act in acts_of(played.state).modifiers.items()}


def placed(state: EuropeState, power: str, line: str) -> str:
    """The outcome of one line of a sheet of influence."""
    return cited(sheets(state, **{power: line}), line)[0]


@pytest.mark.rule("E15V3-VOT-9")
def test_there_are_nineteen_in_the_order_of_their_importance() -> None:
    ids = [one.id for one in RULES.modifier]
    assert len(ids) == 19
    assert (ids[0], ids[7], ids[18]) == (
        "moroccan_unification", "protestant_union", "catalan_secession"
    )  # fmt: skip


@pytest.mark.rule("E15V3-SAN-3")
def test_each_modifier_does_something_and_all_it_names_is_known() -> None:
    for one in RULES.modifier:
        for condition in (*one.available, *one.again, *one.ends):
            words = condition.removeprefix("not ").split()
            assert words[0] in TESTS
            for word in words[1:]:
                known = {*FACTS.powers, *FACTS.states, *"KWBSNPRD", "widerstand", "ketzenhammer"}
                assert word in known
        effects = (one.deploy_ban, one.sole_right, one.immune, one.dual, one.retreats, one.opens)
        assert any(effects), one.id
        states = [state for ban in one.deploy_ban for state in ban.states]
        states += one.sole_right.states if one.sole_right else ()
        assert {*states, *one.retreats, *filter(None, [one.opens])} <= set(FACTS.states)
        assert set(touched(FACTS, one)) <= set(FACTS.powers)
        assert one.means.endswith(".")


@pytest.mark.rule("E15V3-SAN-3")
def test_an_unknown_test_is_refused() -> None:
    with pytest.raises(ValueError, match="alive"):
        replace(RULES.modifier[1], available=("alife france",))


BANS = [
    ("treaty_of_lyon", "spain", "2: SAV", "2: SWI", "france", "E15V3-LYON-3"),
    ("dano_swedish_rivalry", "denmark", "2: LIVN", "2: SWE", "england", "E15V3-DSR-1"),
    ("anti_protestant_ireland", "england", "2: IRE", "2: IRE", "france", "E15V3-IREL-1"),
    ("anti_hapsburg_campaign", "austria", "2: TRA", "2: LOWR", "france", "E15V3-HAPS-1"),
]


@pytest.mark.parametrize(("modifier", "power", "one", "two", "other", "rule"), BANS)
@pytest.mark.rule("E15V3-LYON-3", "E15V3-DSR-1", "E15V3-IREL-1", "E15V3-HAPS-1")
def test_a_handicap_bars_powers_from_states(
    modifier: str, power: str, one: str, two: str, other: str, rule: str
) -> None:
    state = active(modifier)
    for line in dict.fromkeys((one, two)):
        played = sheets(state, **{power: line, other: line})
        assert cited(played, line, power) == ("illegal", rule)
        assert cited(played, line, other)[0] == "success"
    assert placed(given(year=1617), power, one) == "success"


MARKED = [
    ("huguenot_rebellion", "france", "E15V3-HUG-2"),
    ("bohemian_revolt", "austria", "E15V3-BOHR-2"),
]


@pytest.mark.parametrize(("modifier", "power", "rule"), MARKED)
@pytest.mark.rule("E15V3-HUG-2", "E15V3-BOHR-2")
@pytest.mark.rule("E15V3-DA-13")
def test_a_handicap_bars_a_power_from_states_where_protestants_lead(
    modifier: str, power: str, rule: str
) -> None:
    """Also where the marker is new; : attacks are allowed all the same."""
    spring = sheets(active(modifier, infs={"RHI": {power: 2}}), denmark="7: RHI")
    assert spring.state.markers["RHI"] == "protestant"
    summer = sheets(at(spring.state, "summer"), **{power: "2: RHI ; RHI > DENMARK"})
    assert cited(summer, "2: RHI") == ("illegal", rule)
    assert cited(summer, "RHI > DENMARK")[0] == "success"
    assert placed(spring.state, power, "2: HES") == "success"


RIGHTS = [
    ("protestant_union", "RHI HES BRA WUR", "protestant", "E15V3-PU-1"),
    ("catholic_league", "BAV WES FRA", "catholic", "E15V3-CL-1"),
    ("saxon_intervention", "SAX", "all", "E15V3-SXN-1"),
    ("swedish_intervention", "SWE", "protestant", "E15V3-SWED-1"),
    ("polish_intervention", "POLN", "all", "E15V3-POL-1"),
    ("dutch_intervention", "DUT", "protestant", "E15V3-DUT-1"),
]


@pytest.mark.parametrize(("modifier", "states", "of", "rule"), RIGHTS)
@pytest.mark.rule(
    "E15V3-PU-1", "E15V3-CL-1", "E15V3-SXN-1", "E15V3-SWED-1", "E15V3-POL-1", "E15V3-DUT-1"
)
def test_only_the_leading_power_places_infs(modifier: str, states: str, of: str, rule: str) -> None:
    """Spain leads all others, Denmark the Protestants."""
    holder = {"protestant": "denmark", "catholic": "spain", "all": "spain"}[of]
    for code in states.split():
        line = f"2: {code}"
        played = sheets(active(modifier), **dict.fromkeys(FACTS.powers, line))
        for power in FACTS.powers:
            right = ("success", played.verdicts[0].reasons[0].rule) if power == holder else rule
            outcome, cites = cited(played, line, power)
            assert outcome == ("success" if power == holder else "illegal")
            assert power == holder or cites == right


TIES = [
    ("protestant_union", "2: HES", "england", "denmark", "E15V3-PU-2"),
    ("catholic_league", "2: FRA", "france", "austria", "E15V3-CL-2"),
    ("saxon_intervention", "2: SAX", "france", "denmark", "E15V3-SXN-2"),
    ("swedish_intervention", "2: SWE", "england", "denmark", "E15V3-SWED-2"),
    ("polish_intervention", "2: POLN", "england", "austria", "E15V3-POL-2"),
    ("dutch_intervention", "2: DUT", "england", "denmark", "E15V3-DUT-2"),
]


@pytest.mark.parametrize(("modifier", "line", "one", "two", "rule"), TIES)
@pytest.mark.rule(
    "E15V3-PU-2", "E15V3-CL-2", "E15V3-SXN-2", "E15V3-SWED-2", "E15V3-POL-2", "E15V3-DUT-2"
)
def test_of_equal_powers_the_one_with_the_higher_last_score_leads(
    modifier: str, line: str, one: str, two: str, rule: str
) -> None:
    """Both have centers worth 30 and nobody has more; the first scored 40, the second 52."""
    centers = dict.fromkeys(FACTS.centers, 1)
    for power in FACTS.powers:
        home = list(FACTS.powers[power].centers)
        centers |= dict.fromkeys(home, 1)
        if power in (one, two):
            centers[home[0]] = 31 - len(home)
    scores = {one: {"captured_center": 40}, two: {"captured_center": 52}}
    state = active(modifier, phase="status-check", tables={"centers": centers}, scores=scores)
    spring = sheets(state).state
    assert spring.parts["annual"].allotment[one] == spring.parts["annual"].allotment[two] == 30
    played = sheets(spring, **{one: line, two: line})
    assert cited(played, line, two)[0] == "success"
    assert cited(played, line, one) == ("illegal", rule.replace("-2", "-1"))


SOLE = [
    ("kejserkrigen", "1: LOWR", "denmark", "E15V3-KEJ-1"),
    ("richelieus_diplomacy", "3: LOR", "france", "E15V3-RIC-2"),
    ("richelieus_diplomacy", "3: WES", "france", "E15V3-RIC-2"),
    ("english_diplomacy", "3: SCOT", "england", "E15V3-ENGD-2"),
    ("english_diplomacy", "3: DUT", "england", "E15V3-ENGD-2"),
    ("olivaress_diplomacy", "9: WUR", "spain", "E15V3-OLI-2"),
    ("olivaress_diplomacy", "3: POR", "spain", "E15V3-OLI-2"),
]


@pytest.mark.parametrize(("modifier", "line", "holder", "rule"), SOLE)
@pytest.mark.rule("E15V3-KEJ-1", "E15V3-RIC-2", "E15V3-ENGD-2", "E15V3-OLI-2")
def test_only_one_power_places_infs(modifier: str, line: str, holder: str, rule: str) -> None:
    played = sheets(active(modifier), **dict.fromkeys(FACTS.powers, line))
    for power in FACTS.powers:
        outcome, cites = cited(played, line, power)
        assert outcome == ("success" if power == holder else "illegal")
        assert power == holder or cites == rule


IMMUNE = [
    ("richelieus_diplomacy", "france", "LOR", "E15V3-RIC-1"),
    ("english_diplomacy", "england", "RHI", "E15V3-ENGD-1"),
    ("olivaress_diplomacy", "spain", "POR", "E15V3-OLI-1"),
]


@pytest.mark.parametrize(("modifier", "power", "code", "rule"), IMMUNE)
@pytest.mark.rule("E15V3-RIC-1", "E15V3-ENGD-1", "E15V3-OLI-1")
@pytest.mark.rule("E15V3-DA-12")
def test_a_power_is_immune_to_attacks(modifier: str, power: str, code: str, rule: str) -> None:
    """It attacks others all the same."""
    other = "austria"
    infs = {code: {power: 5, other: 3}}
    played = sheets(active(modifier, infs=infs), **{other: f"{code} > {power.upper()}"})
    assert cited(played, f"{code} > {power.upper()}") == ("illegal", "E15V3-DA-12")
    assert dict(played.state.infs[code]) == infs[code]
    back = sheets(active(modifier, infs=infs), **{power: f"{code} > {other.upper()}"})
    assert dict(back.state.infs[code]) == {power: 2}


@pytest.mark.rule("E15V3-OVL-1", "E15V3-OVL-2")
def test_who_may_place_infs_in_the_dutch_provinces_under_four_modifiers() -> None:
    """Edge case X-22"""
    four = (
        "anti_hapsburg_campaign", "dutch_intervention", "english_diplomacy", "olivaress_diplomacy"
    )  # fmt: skip

    def may(*modifiers: str) -> list[str]:
        return [
            power
            for power in FACTS.powers
            if placed(active(*modifiers), power, "2: DUT") == "success"
        ]

    assert may(*four) == ["denmark"]
    assert may(*(one for one in four if one != "dutch_intervention")) == ["england"]
    assert may("anti_hapsburg_campaign", "olivaress_diplomacy") == []


@pytest.mark.rule("E15V3-OVL-3")
def test_strengths_and_retreats_of_several_modifiers_hold_together() -> None:
    state = active("protestant_union", "catholic_league")
    assert units_of(state, "RHI") == ["A RHI +1"]
    assert units_of(state, "BAV") == ["A BAV +1"]


@pytest.mark.rule("E15V3-OVL-4")
def test_a_ruling_on_a_state_and_year_comes_before_bans_and_rights() -> None:
    state = active("dutch_intervention", "anti_hapsburg_campaign")
    word = ruling("deploy", "spring", state="DUT", powers=["spain"])
    played = sheets(state, word, spain="2: DUT", denmark="2: DUT")
    assert cited(played, "2: DUT", "spain")[0] == "success"
    assert cited(played, "2: DUT", "denmark")[0] == "illegal"
    summer = sheets(at(played.state, "summer"), spain="1: DUT")
    assert cited(summer, "1: DUT", "spain")[0] == "success"
    later = sheets(at(played.state, "status-check")).state
    assert placed(at(later, "spring"), "spain", "1: DUT") == "illegal"


HOMES = [
    ("protestant_union", "RHI", "E15V3-PU-8 E15V3-PU-9"),
    ("catholic_league", "BAV", "E15V3-CL-8"),
    ("saxon_intervention", "SAX", "E15V3-SXN-8 E15V3-SXN-9"),
    ("kejserkrigen", "BRU", "E15V3-KEJ-7 E15V3-KEJ-8"),
    ("swedish_intervention", "SWE", "E15V3-SWED-8 E15V3-SWED-9"),
    ("polish_intervention", "WAR", "E15V3-POL-8 E15V3-POL-9"),
    ("dutch_intervention", "DUT", "E15V3-DUT-8 E15V3-DUT-9"),
]


@pytest.mark.parametrize(("modifier", "home", "rules"), HOMES)
@pytest.mark.rule(
    "E15V3-PU-8",
    "E15V3-PU-9",
    "E15V3-CL-8",
    "E15V3-SXN-8",
    "E15V3-SXN-9",
    "E15V3-KEJ-7",
    "E15V3-KEJ-8",
    "E15V3-SWED-8",
    "E15V3-SWED-9",
    "E15V3-POL-8",
    "E15V3-POL-9",
    "E15V3-DUT-8",
    "E15V3-DUT-9",
)
def test_it_is_on_the_ballot_while_its_state_is_free_and_ends_with_it(
    modifier: str, home: str, rules: str
) -> None:
    free = given(phase="late-winter")
    taken = given(phase="late-winter", captures={home: "spain"}, units=NO_UNITS)
    assert is_available(free, RULES.by_id[modifier])
    assert not is_available(taken, RULES.by_id[modifier])
    paper = next(one for one in sheets(taken).events if one.kind == "ballot-paper")
    assert modifier not in paper.data["items"]
    played = sheets(
        active(modifier, phase="early-winter", captures={home: "spain"}, units=NO_UNITS)
    )
    assert states_of(played) == {modifier: "ended"}
    assert not is_available(played.state, RULES.by_id[modifier])
    again = replace(free, parts=played.state.parts)
    assert is_available(again, RULES.by_id[modifier])
    assert not is_available(active(modifier), RULES.by_id[modifier])


@pytest.mark.rule("E15V3-LYON-1")
def test_lyon_is_on_the_ballot_while_savoy_is_french_and_switzerland_not_spanish() -> None:
    lyon = RULES.by_id["treaty_of_lyon"]
    assert not is_available(given(), lyon)
    assert is_available(given(infs={"SAV": {"france": 3}}), lyon)
    assert not is_available(given(infs={"SAV": {"france": 3, "spain": 3}}), lyon)
    assert not is_available(given(infs={"SAV": {"france": 3}, "SWI": {"spain": 1}}), lyon)
    gone = given(infs={"SAV": {"france": 3}}, eliminated={"france": 1616})
    assert not is_available(gone, lyon)


@pytest.mark.rule("E15V3-LYON-4")
def test_what_touches_only_the_fallen_ends() -> None:
    """Ruling R-34; : France is out of the game."""
    for modifier, power in (("treaty_of_lyon", "france"), ("english_diplomacy", "england")):
        units = NO_UNITS
        state = active(
            modifier, phase="early-winter", eliminated={power: 1616}, units=units, infs={}
        )
        assert states_of(sheets(state)) == {modifier: "ended"}
        assert not is_available(state, RULES.by_id["english_diplomacy"]) or power != "england"


@pytest.mark.rule("E15V3-SAN-5", "E15V3-MAP-7")
def test_a_modifier_in_effect_is_listed_on_the_map_and_in_the_report() -> None:
    from generator.rulesets.europe_1615_v3 import RULESET

    state = active("wallenstein", "catholic_league")
    assert [*RULESET.picture(state).corner][:2] == ["Catholic League", "Wallenstein"]


@pytest.mark.rule("E15V3-MOT-4")
def test_a_motion_does_not_close_what_is_open() -> None:
    """Ruling R-84"""
    opened = sheets(voted("moroccan_unification")).state
    spring = sheets(opened, france="MOTION REMOVE Moroccan unification").state
    winter = sheets(at(spring, "late-winter"), spain="+5 = MOTION Moroccan unification")
    assert states_of(winter) == {"moroccan_unification": "removed"}
    assert winter.state.statuses["SUL"].kind == "unaligned"
