"""Diplomatic attacks: who loses how many INFs, and in which order."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from generator.engine.movement.policy import No
from generator.rulesets.europe.course import YEAR
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import DiplomaticAttack
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import events, infs_in, outcome, play, position, verdict

POWERS = tuple(EDITION.powers)


def ranked(*first: str, **parts: Any) -> EuropeState:
    """The diplomatic phase with 12 INFs for all; those named attack first, in that order."""
    rest = [power for power in POWERS if power not in first]
    tables = {"allotment": dict.fromkeys(POWERS, 12), "attack_order": [*first, *rest]}
    return position(EDITION, phase="diplomatic", tables=tables, **parts)


def cited(resolution: Any, order: str, power: str = "") -> str:
    return verdict(resolution, order, power).reasons[0].rule


@pytest.mark.rule("E19-ATK-1")
def test_the_first_of_two_attacks_counts() -> None:
    before = ranked(infs={"BRE": {"sweden": 3, "denmark": 1}, "LOR": {"sweden": 3, "france": 1}})
    after = play(EDITION, before, {"sweden": "BRE > DENMARK\nLOR > FRANCE"})
    assert outcome(after, "BRE > DENMARK") == "success"
    assert outcome(after, "LOR > FRANCE") == "excess"
    assert cited(after, "LOR > FRANCE") == "E19-ATK-1"
    assert infs_in(after.state, "BRE") == {"sweden": 2}
    assert infs_in(after.state, "LOR") == {"france": 1, "sweden": 3}


@pytest.mark.rule("E19-ATK-1")
def test_an_attack_that_cannot_be_made_uses_up_none() -> None:
    before = ranked(infs={"BRE": {"sweden": 3, "denmark": 1}})
    after = play(EDITION, before, {"sweden": "BRE > SWEDEN\nBRE > DENMARK"})
    assert outcome(after, "BRE > SWEDEN") == "illegal"
    assert infs_in(after.state, "BRE") == {"sweden": 2}


@pytest.mark.rule("E19-ATK-1")
def test_attacks_belong_to_the_diplomatic_phase() -> None:
    before = position(EDITION, phase="movement", infs={"BRE": {"sweden": 3, "denmark": 1}})
    after = play(EDITION, before, {"sweden": [DiplomaticAttack("BRE", "denmark")]})
    assert outcome(after, "BRE > DENMARK") == "illegal"
    assert after.state.infs == before.infs


@pytest.mark.rule("E19-ATK-2")
def test_an_attack_names_a_state_and_a_power() -> None:
    before = ranked(infs={"BRAP": {"sweden": 5, "france": 2, "union": 3}})
    after = play(EDITION, before, {"sweden": "BRAP > FRANCE"})
    assert infs_in(after.state, "BRAP") == {"sweden": 3, "union": 3}
    (told,) = events(after, "diplomatic-attack")
    assert dict(told.data) == {
        "state": "BRAP",
        "by": "sweden",
        "against": "france",
        "before": {"sweden": 5, "france": 2},
        "after": {"sweden": 3, "france": 0},
        "lost": 2,
    }
    assert told.public


@pytest.mark.rule("E19-ATK-2")
@pytest.mark.parametrize(
    "order",
    [
        DiplomaticAttack("PAR", "france"),
        DiplomaticAttack("FLA", "france"),
        DiplomaticAttack("BRE", "sweden"),
        DiplomaticAttack("BRE", "saxony"),
        DiplomaticAttack("BRE", "prussia"),
    ],
)
def test_an_attack_without_state_or_target_is_void(order: DiplomaticAttack) -> None:
    """No attack in a power's land, on oneself, on a fallen power or on none."""
    before = ranked(
        infs={"BRE": {"sweden": 3, "saxony": 2, "denmark": 1}}, eliminated={"saxony": 1619}
    )
    after = play(EDITION, before, {"sweden": [order]})
    assert outcome(after, str(order)) == "illegal"
    assert cited(after, str(order)) == "E19-ATK-2"
    assert verdict(after, str(order)).known_to == ("sweden",)
    assert after.state.infs == before.infs
    assert not events(after, "diplomatic-attack")


@pytest.mark.rule("E19-ATK-3")
def test_an_attacker_without_infs_uses_up_its_attack() -> None:
    before = ranked(infs={"BRAP": {"union": 3}, "BRE": {"sweden": 3, "denmark": 1}})
    after = play(EDITION, before, {"sweden": "BRAP > UNION\nBRE > DENMARK"})
    assert cited(after, "BRAP > UNION") == "E19-ATK-3"
    assert outcome(after, "BRE > DENMARK") == "excess"
    assert after.state.infs == before.infs


@pytest.mark.rule("E19-ATK-4")
def test_an_attack_may_anticipate() -> None:
    before = ranked(infs={"HAM": {"denmark": 1}})
    after = play(EDITION, before, {"denmark": "HAM > FRANCE", "france": "3: HAM"})
    assert infs_in(after.state, "HAM") == {"france": 2}


@pytest.mark.rule("E19-ATK-5")
def test_an_attack_on_nothing_has_no_effect() -> None:
    before = ranked(infs={"HAM": {"denmark": 1}})
    after = play(EDITION, before, {"denmark": "HAM > FRANCE"})
    assert cited(after, "HAM > FRANCE") == "E19-ATK-5"
    assert infs_in(after.state, "HAM") == {"denmark": 1}
    (told,) = events(after, "diplomatic-attack")
    assert told.data["lost"] == 0
    assert told.rule == "E19-ATK-5"


@pytest.mark.rule("E19-ATK-6")
def test_both_lose_what_the_weaker_one_has() -> None:
    before = ranked(infs={"BRE": {"france": 5, "denmark": 2}})
    after = play(EDITION, before, {"denmark": "BRE > FRANCE"})
    assert infs_in(after.state, "BRE") == {"france": 3}
    assert cited(after, "BRE > FRANCE") == "E19-ATK-6"
    assert events(after, "diplomatic-attack")[0].text == (
        "Denmark attacks the influence of France in Bremen: Denmark and France lose 2 INFs each "
        "in Bremen (Denmark 2 to 0, France 5 to 3)"
    )


@pytest.mark.rule("E19-ATK-7")
def test_equal_numbers_leave_nothing() -> None:
    before = position(EDITION, phase="diplomatic", options={"players": 13})
    assert infs_in(before, "SAX") == {"league": 1, "union": 1}
    after = play(EDITION, before, {"union": "SAX > LEAGUE"})
    assert infs_in(after.state, "SAX") == {}
    assert after.state.statuses["SAX"].kind == "unaligned"
    assert cited(after, "SAX > LEAGUE") == "E19-ATK-7"


@pytest.mark.rule("E19-ATK-8")
def test_attacks_in_one_state_follow_the_order_of_attacks() -> None:
    """The worked example: England, then France, then nobody is left to trouble Spain."""
    infs = {"LOR": {"england": 5, "france": 10, "spain": 10}}
    sheets = {"england": "LOR > FRANCE", "france": "LOR > SPAIN"}
    after = play(EDITION, ranked("england", "france", "spain", infs=infs), sheets)
    told = [dict(one.data["after"]) for one in events(after, "diplomatic-attack")]
    assert told == [{"england": 0, "france": 5}, {"france": 0, "spain": 5}]
    assert after.state.statuses["LOR"].patron == "spain"
    # With France first, both French and Spanish INFs are gone before England's turn.
    other = play(EDITION, ranked("france", "england", "spain", infs=infs), sheets)
    assert infs_in(other.state, "LOR") == {"england": 5}
    assert cited(other, "LOR > FRANCE") == "E19-ATK-8"


@pytest.mark.rule("E19-ATK-9")
def test_an_attacker_reduced_to_nothing_attacks_no_more() -> None:
    before = ranked("england", "france", infs={"LOR": {"england": 10, "france": 10, "spain": 5}})
    after = play(EDITION, before, {"england": "LOR > FRANCE", "france": "LOR > SPAIN"})
    assert infs_in(after.state, "LOR") == {"spain": 5}
    assert cited(after, "LOR > SPAIN") == "E19-ATK-9"


@pytest.mark.rule("E19-ATK-10")
def test_third_powers_lose_nothing() -> None:
    before = ranked(infs={"SWI": {"austria": 4, "spain": 4, "france": 2}})
    after = play(EDITION, before, {"austria": "SWI > SPAIN"})
    assert infs_in(after.state, "SWI") == {"france": 2}
    assert after.state.statuses["SWI"].patron == "france"


@pytest.mark.rule("E19-ATK-11")
@pytest.mark.parametrize("relation", ["wars", "alliances", ""])
def test_declarations_do_not_matter(relation: str) -> None:
    pairs = {"wars": [], "alliances": []}
    if relation:
        pairs[relation] = [("austria", "spain")]
    before = ranked(infs={"TUS": {"austria": 3, "spain": 2}}, **pairs)
    after = play(EDITION, before, {"austria": "TUS > SPAIN"})
    assert infs_in(after.state, "TUS") == {"austria": 1}
    assert after.state.relations == before.relations
    assert after.state.changes == ()


@pytest.mark.rule("E19-ATK-12")
def test_suspended_infs_can_be_attacked() -> None:
    before = ranked(captures={"LOR": "savoy"}, infs={"LOR": {"france": 4, "spain": 3}})
    after = play(EDITION, before, {"spain": "LOR > FRANCE"})
    assert infs_in(after.state, "LOR") == {"france": 1}
    assert after.state.statuses["LOR"].kind == "captured"
    assert [one.rule for one in verdict(after, "LOR > FRANCE").reasons] == [
        "E19-ATK-6",
        "E19-ATK-12",
    ]


@pytest.mark.rule("E19-ATK-13")
@pytest.mark.rule("E19-STA-8")
def test_an_attack_may_break_a_vassalage() -> None:
    before = ranked(infs={"HES": {"union": 26, "league": 9}})
    assert before.statuses["HES"].kind == "vassal"
    after = play(EDITION, before, {"league": "HES > UNION"})
    assert infs_in(after.state, "HES") == {"union": 17}
    assert after.state.statuses["HES"].kind == "aligned"
    (told,) = events(after, "status")
    assert (told.data["was"], told.data["status"]) == ("vassal", "aligned")


class AttackBar(Feature):
    """Members of the Empire do not attack the Union."""

    def bar_attack(self, turn: Turn, power: str, order: DiplomaticAttack) -> No | None:
        barred = power == "saxony" and order.power == "union"
        return No("E19-ATK-14", "the Reichstag forbids it") if barred else None


@pytest.mark.rule("E19-ATK-14")
def test_a_feature_may_forbid_an_attack() -> None:
    edition = Edition(EDITION.package, (*EDITION.features, AttackBar()), EDITION.passage, YEAR)
    before = ranked(infs={"HES": {"union": 5, "saxony": 3, "france": 1}})
    order, other = DiplomaticAttack("HES", "union"), DiplomaticAttack("HES", "france")
    after = play(edition, before, {"saxony": [order, other]})
    assert outcome(after, "HES > UNION") == "illegal"
    assert cited(after, "HES > UNION") == "E19-ATK-14"
    assert infs_in(after.state, "HES") == {"saxony": 2, "union": 5}


@pytest.mark.rule("E19-ATK-15")
def test_attacks_in_two_states_do_not_meet() -> None:
    infs = {"BRE": {"france": 5, "denmark": 2}, "LOR": {"france": 4, "spain": 3}}
    sheets = {"denmark": "BRE > FRANCE", "spain": "LOR > FRANCE"}
    results = [
        play(EDITION, ranked(*first, infs=infs), sheets).state.infs
        for first in permutations(("denmark", "spain", "france"))
    ]
    assert all(one == results[0] for one in results)
    assert dict(results[0]["BRE"]) == {"france": 3}
    assert dict(results[0]["LOR"]) == {"france": 1}


@pytest.mark.rule("E19-ATK-16")
@pytest.mark.parametrize("first", ["austria", "venice"])
def test_two_that_attack_each_other_lose_once(first: str) -> None:
    before = ranked(first, infs={"MAN": {"austria": 6, "venice": 4}})
    after = play(EDITION, before, {"austria": "MAN > VENICE", "venice": "MAN > AUSTRIA"})
    assert infs_in(after.state, "MAN") == {"austria": 2}
    assert [one.rule for one in events(after, "diplomatic-attack")] == ["E19-ATK-6", "E19-ATK-16"]


def test_x_1_three_that_attack_one_another_in_a_ring() -> None:
    before = ranked("savoy", "venice", "france", infs={"GEN": dict.fromkeys(RING, 3)})
    sheets = {"savoy": "GEN > VENICE", "venice": "GEN > FRANCE", "france": "GEN > SAVOY"}
    after = play(EDITION, before, sheets)
    assert infs_in(after.state, "GEN") == {"france": 3}
    assert after.state.statuses["GEN"].patron == "france"
    assert [one.data["lost"] for one in events(after, "diplomatic-attack")] == [3, 0, 0]


RING = ("savoy", "venice", "france")


def test_x_2_two_that_attack_the_same_third() -> None:
    before = ranked("savoy", "venice", infs={"BRE": {"savoy": 2, "venice": 2, "france": 3}})
    after = play(EDITION, before, {"venice": "BRE > FRANCE", "savoy": "BRE > FRANCE"})
    told = [dict(one.data["after"]) for one in events(after, "diplomatic-attack")]
    assert told == [{"savoy": 0, "france": 1}, {"venice": 1, "france": 0}]
    assert infs_in(after.state, "BRE") == {"venice": 1}


def test_an_attack_in_vain_is_reported_as_any_other() -> None:
    after = play(EDITION, ranked(infs={"HAM": {"denmark": 1}}), {"denmark": "HAM > FRANCE"})
    assert verdict(after, "HAM > FRANCE").public
    assert [one.public for one in events(after, "diplomatic-attack")] == [True]
