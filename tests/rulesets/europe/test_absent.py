"""What an edition does not have is refused where a file or a ruling brings it, with a reason: no
phase stops later because its rulebook has no rule for it."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.errors import FileError
from generator.engine.phases import Setup
from generator.rulesets import europe_1615_v3, europe_1615_v7, europe_1619, europe_1619_draft
from generator.rulesets.europe.record.opening import open_game
from generator.rulesets.europe.ruleset import EuropeRuleset
from generator.rulesets.europe.telling.chronicle import make_gazetteer
from tests.rules.europe.building import opening

V3, V7 = europe_1615_v3.RULESET, europe_1615_v7.RULESET
FULL, DRAFT = europe_1619.RULESET, europe_1619_draft.RULESET


@pytest.mark.parametrize("ruleset", [FULL, DRAFT, V7, V3], ids=lambda one: one.id)
def test_vassals_are_explained_where_a_state_can_become_one(ruleset: EuropeRuleset) -> None:
    statuses = make_gazetteer(ruleset.edition, opening(ruleset.edition)).statuses
    assert ("vassal" in statuses) == (ruleset is FULL)
    assert ruleset is not FULL or statuses["vassal"].rule == "E19-STA-6"


@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("relations", {"spain-france": "alliance 1615"}),
        ("changes", [{"year": 1620, "kind": "war", "powers": ["spain"], "by": ["spain"]}]),
        ("treasury", {"spain": 3}),
        ("loans", [{"year": 1615, "lender": "spain", "debtor": "france", "amount": 3}]),
    ],
)
def test_a_whole_state_has_no_table_that_the_edition_does_without(name: str, table: Any) -> None:
    """Version 3 has neither money nor declarations, whether a position brings them or a state."""
    whole = {**V3.dump(opening(V3.edition)).public, name: table}
    for position in ({name: table}, {"state": whole}):
        with pytest.raises(FileError, match=f"{name}: this ruleset has none"):
            open_game(V3.edition, Setup(position=position))


@pytest.mark.parametrize("ruleset", [FULL, DRAFT, V7], ids=lambda one: one.id)
def test_accounts_of_one_group_stand_together(ruleset: EuropeRuleset) -> None:
    """A ledger has one heading above all columns of a group."""
    accounts = make_gazetteer(ruleset.edition, opening(ruleset.edition)).accounts
    groups = [one.group for one in accounts.values()]
    parts = [group for group, before in zip(groups, ["", *groups], strict=False) if group != before]
    assert len(parts) == len(set(parts)) > 3


def test_the_accounts_of_version_7_name_their_rules() -> None:
    accounts = make_gazetteer(V7.edition, opening(V7.edition)).accounts
    told = {name: (accounts[name].group, accounts[name].rule) for name in ("indemnity", "donation")}
    assert told == {
        "indemnity": ("Transfers", "E15V7-SURR-8"),
        "donation": ("Upkeep", "E15V7-PAP-15"),
    }
