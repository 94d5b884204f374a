"""The Papacy: who may declare war on it, and what ends its immunity."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace

from generator.engine.errors import FileError
from generator.rulesets.europe.record.document import dump_state, load_state
from generator.rulesets.europe_1619 import EDITION
from generator.rulesets.europe_1619.papacy import Immunity, ImmunityBreach, PapalImmunity
from tests.rules.europe.building import events
from tests.rules.europe_1619.years import Played, diplomatic


def breaches(played: Played) -> list[tuple[str, int]]:
    """The rules by which the immunity ended in a phase, with the year from which it counts."""
    return [(event.rule, event.data["year"]) for event in events(played, "papal-immunity")]


# --- fewer players, rulings, documents


@pytest.mark.parametrize(
    "part",
    [
        Immunity(),
        Immunity((ImmunityBreach(1622, "papacy_captures_center", "MOD"),)),
        Immunity((ImmunityBreach(1622, "ruling", "ruling 3"),), 1621),
    ],
)
def test_the_immunity_survives_writing_and_reading(part: Immunity) -> None:
    state = diplomatic()
    state = replace(state, parts=MappingProxyType({**state.parts, "papacy": part}))
    assert load_state(EDITION, dump_state(EDITION, state)).parts["papacy"] == part


@pytest.mark.parametrize(
    "tables",
    [
        {"restored": "1622"},
        {"lifted": True},
        {"breaches": [{"year": 1622, "event": "weather"}]},
        {"breaches": [{"year": "1622", "event": "ruling"}]},
        {"breaches": ["1622"]},
    ],
)
def test_what_is_no_immunity_is_refused(tables: Any) -> None:
    with pytest.raises(FileError):
        PapalImmunity().load(tables, diplomatic().facts)
