"""Orders as players write them are read as what they mean, whatever the spelling."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from generator.engine.orders import PhaseKind
from tests.engine.orders.sheets import BOARD, complaints_in, orders_in

CATALOG = tomllib.loads(Path(__file__).with_name("spellings.toml").read_text("utf-8"))
SPELLINGS = [
    pytest.param(kind, order, spelling, id=f"{kind}: {spelling}")
    for kind, orders in CATALOG.items()
    for order, spellings in orders.items()
    for spelling in spellings
]


@pytest.mark.parametrize(("kind", "order", "spelling"), SPELLINGS)
def test_spelling_means_the_order(kind: PhaseKind, order: str, spelling: str) -> None:
    assert not [one for one in complaints_in(spelling, kind) if one.severity == "error"]
    for text in (spelling, spelling.upper(), spelling.lower()):
        assert orders_in(text, kind) == [order]


def test_code_name_and_aliases_name_the_province() -> None:
    """And a long beginning of a name does, or is asked about."""
    for code in BOARD.codes:
        one = BOARD.provinces[code]
        for spelling in (code, one.name, *one.aliases):
            assert orders_in(f"F {spelling} H") == [f"F {code} H"]
        for end in range(5, len(one.name)):
            assert orders_in(f"F {one.name[:end]} H") in ([f"F {code} H"], ["?"])


@pytest.mark.parametrize("place", [place for place in BOARD.places if "/" in place])
def test_coast_is_read_in_every_form(place: str) -> None:
    province, coast = place.split("/")
    word = {"N": "north", "S": "south", "E": "east"}[coast[0]]
    for form in ("{}/{}", "{}({})", "{} ({})", "{} {}", "{}{}", "{}-{}"):
        assert orders_in("F " + form.format(province, coast.lower()) + " H") == [f"F {place} H"]
    for form in ("{} {} coast", "{} ({} coast)", "{}/{}", "{} ({})", "{} {}ern coast"):
        assert orders_in("F " + form.format(province, word) + " H") == [f"F {place} H"]
