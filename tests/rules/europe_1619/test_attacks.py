"""Diplomatic attacks: who loses how many INFs, and in which order."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import play, position

POWERS = tuple(EDITION.powers)


def ranked(*first: str, **parts: Any) -> EuropeState:
    """The diplomatic phase with 12 INFs for all; those named attack first, in that order."""
    rest = [power for power in POWERS if power not in first]
    tables = {"allotment": dict.fromkeys(POWERS, 12), "attack_order": [*first, *rest]}
    return position(EDITION, phase="diplomatic", tables=tables, **parts)


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
