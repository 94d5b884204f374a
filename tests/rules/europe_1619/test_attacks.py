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


def test_an_attack_in_vain_is_reported_as_any_other() -> None:
    after = play(EDITION, ranked(infs={"HAM": {"denmark": 1}}), {"denmark": "HAM > FRANCE"})
    assert verdict(after, "HAM > FRANCE").public
    assert [one.public for one in events(after, "diplomatic-attack")] == [True]
