"""The nineteen modifiers: what they name, and the votes on them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from generator.rulesets.europe.features.modifiers import TESTS, SanctionRules, touched
from tests.rules.europe_1615_v3.three import given

FACTS = given().facts


RULES = FACTS.of(SanctionRules)


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


VOTES = {0: 0, 4: 0, 5: 1, 6: 3, 7: 5, 8: 7, 9: 8, 10: 9, 11: 10, 12: 11, 13: 11, 14: 12, 15: 12,
         16: 13, 20: 13, 21: 14, 33: 14, 35: 14, 36: 14, 37: 15, 80: 15}  # fmt: skip


@pytest.mark.rule("E15V3-VOT-3")
def test_the_table_of_votes() -> None:
    assert {infs: RULES.votes_of(infs) for infs in VOTES} == VOTES
    opening = given().parts["annual"].allotment
    assert {power: RULES.votes_of(infs) for power, infs in opening.items()} == {
        "austria": 14, "france": 14, "spain": 15, "england": 14, "denmark": 14
    }  # fmt: skip
