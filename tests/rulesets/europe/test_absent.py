"""What an edition does not have is refused where a file or a ruling brings it, with a reason: no
phase stops later because its rulebook has no rule for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from generator.engine.errors import FileError, GameError
from generator.engine.phases import Ruling, Setup
from generator.rulesets import (
    europe_1615_v3,
    europe_1615_v7,
    europe_1619,
    europe_1619_draft,
)
from generator.rulesets.europe.record.opening import open_game
from generator.rulesets.europe.ruleset import EuropeRuleset
from generator.rulesets.europe.telling.chronicle import make_gazetteer
from tests.rules.europe.building import opening, play

V3, V7 = europe_1615_v3.RULESET, europe_1615_v7.RULESET
FULL, DRAFT = europe_1619.RULESET, europe_1619_draft.RULESET

DECREE = {"number": 1, "year": 1619, "targets": ["france"], "kind": "not_enter", "place": "LOR"}


def change(kind: str) -> list[dict[str, Any]]:
    return [{"year": 1620, "kind": kind, "powers": ["spain", "france"], "by": ["france"]}]


@pytest.mark.parametrize("ruleset", [DRAFT, V7, V3], ids=lambda one: one.id)
def test_a_state_is_no_vassal_where_there_are_no_vassals(ruleset: EuropeRuleset) -> None:
    edition = ruleset.edition
    state = opening(edition)
    facts = {"state": "HES", "status": "vassal france"}
    ruled = Ruling(1, state.moment.phase, "status", "it is ruled", "", facts)
    told = r"HES cannot be 'vassal france' \(unaligned, aligned, neutral, captured\)"
    with pytest.raises(GameError, match=told):
        play(edition, state, {}, [ruled])
    with pytest.raises(FileError, match=told):
        open_game(edition, Setup(position={"statuses": {"HES": "vassal france"}}))
    assert "vassal" not in make_gazetteer(edition, state).statuses


def test_vassals_are_known_where_a_state_can_become_one() -> None:
    state = open_game(FULL.edition, Setup(position={"statuses": {"HES": "vassal france"}}))
    assert state.statuses["HES"].kind == "vassal"
    assert make_gazetteer(FULL.edition, state).statuses["vassal"].rule == "E19-STA-6"


@pytest.mark.parametrize("ruleset", [FULL, DRAFT], ids=lambda one: one.id)
def test_nobody_has_surrendered_where_nobody_surrenders(ruleset: EuropeRuleset) -> None:
    with pytest.raises(FileError, match="changes: this ruleset has no surrender"):
        open_game(ruleset.edition, Setup(position={"changes": change("surrender")}))


@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("relations", {"spain-france": "alliance 1615"}),
        ("changes", change("war")),
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


def test_violations_cost_no_points_where_they_lead_to_excommunication() -> None:
    decrees = {"issued": [DECREE], "penalties": [
        {"decree": 1, "year": 1619, "power": "france", "points": 3},
    ]}  # fmt: skip
    position: Mapping[str, Any] = {"year": 1620, "decrees": decrees}
    with pytest.raises(FileError, match=r"decrees\.penalties: violations cost no points"):
        open_game(V7.edition, Setup(position=position))
    assert open_game(DRAFT.edition, Setup(position=position)).parts["decrees"].penalties


def test_an_act_against_a_decree_is_one_of_those_that_rules_are_about() -> None:
    act = {"decree": 1, "power": "france", "cause": "nonsense", "text": "it is in Lorraine"}
    position = {"year": 1620, "decrees": {"issued": [DECREE]}, "violations": {"acts": [act]}}
    with pytest.raises(FileError, match=r"violations\.acts.*cause cannot be 'nonsense'"):
        open_game(DRAFT.edition, Setup(position=position))
    position["violations"] = {"acts": [{**act, "cause": "decree-entered"}]}
    assert open_game(DRAFT.edition, Setup(position=position)).parts["violations"].acts


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
