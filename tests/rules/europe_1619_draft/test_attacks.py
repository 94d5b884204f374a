"""Diplomatic attacks: E19D-DA, and the edge cases X-1 to X-6 and X-59."""

from __future__ import annotations

from itertools import permutations

import pytest

from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe.building import infs_in
from tests.rules.europe_1619_draft.drafted import (
    diplomatic,
    sheets,
)


@pytest.mark.rule("E19D-DA-4")
def test_the_attack_order_is_that_of_the_table():
    order = diplomatic(tables={}).facts.attack_order
    assert order == tuple(
        power for power in EDITION.tables["influence"]["attack_order"] if power != "saxony"
    )
    assert len(set(order)) == 11


@pytest.mark.rule("E19D-DA-5")
@pytest.mark.parametrize("order", list(permutations(["HES", "BRA", "LOR"])))
def test_attacks_in_different_states_do_not_meet(order: tuple[str, ...]):
    """The same three attacks in each order of the states that they are written for."""
    infs = {code: {"sweden": 3, "france": 2, "union": 1} for code in ("HES", "BRA", "LOR")}
    lines = dict(zip(("sweden", "france", "union"), order, strict=True))
    state = diplomatic(*order_of(lines), infs=infs)
    played = sheets(
        state,
        sweden=f"{lines['sweden']} > FRANCE",
        france=f"{lines['france']} > UNION",
        union=f"{lines['union']} > SWEDEN",
    )
    assert infs_in(played.state, lines["sweden"]) == {"sweden": 1, "union": 1}
    assert infs_in(played.state, lines["france"]) == {"sweden": 3, "france": 1}
    assert infs_in(played.state, lines["union"]) == {"sweden": 2, "france": 2}


def order_of(lines: dict[str, str]) -> tuple[str, ...]:
    """An attack order that differs from case to case."""
    return tuple(sorted(lines, key=lambda power: lines[power]))
