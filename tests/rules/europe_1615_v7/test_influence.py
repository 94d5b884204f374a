"""Influence and diplomatic attacks: E15V7-INF and E15V7-DIP."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given as drawn
from hypothesis import strategies as st

from tests.rules.europe.building import events, infs_in, verdict
from tests.rules.europe_1615_v7.seven import given, sheets

EIGHT = {"allotment": {"france": 8, "spain": 8, "denmark": 8}}


def infs(state: str, **numbers: int) -> dict[str, dict[str, dict[str, int]]]:
    return {"infs": {state: numbers}}


POWERS = ("england", "france", "spain", "austria")


@drawn(
    rows=st.dictionaries(st.sampled_from(POWERS), st.integers(0, 9), min_size=1),
    attacks=st.dictionaries(st.sampled_from(POWERS), st.sampled_from(POWERS)),
)
def test_attacks_take_the_same_from_both_and_never_more_than_there_is(
    rows: dict[str, int], attacks: dict[str, str]
):
    """Each loss is that of a pair, and the order of the sheets does not matter."""
    before = given(**infs("BRA", **{p: n for p, n in rows.items() if n}))
    orders = {power: f"BRA > {other.upper()}" for power, other in attacks.items()}
    played = sheets(before, **orders)
    left = infs_in(played.state, "BRA")
    assert all(0 < left[power] <= rows[power] for power in left)
    lost = [one.data["lost"] for one in events(played, "diplomatic-attack")]
    assert sum(rows.values()) - sum(left.values()) == 2 * sum(lost)
    for names in list(permutations(orders))[:3]:
        again = sheets(before, **{power: orders[power] for power in names})
        assert infs_in(again.state, "BRA") == left


@drawn(numbers=st.lists(st.integers(-2, 12), max_size=6))
def test_nobody_places_more_than_the_allotment_and_nothing_is_placed_in_part(numbers: list[int]):
    before = given(tables=EIGHT)
    codes = ("BRA", "HES", "SAX", "WES", "COL", "TRI")
    lines = [f"{number}: {code}" for number, code in zip(numbers, codes, strict=False)]
    played = sheets(before, france=" ; ".join(lines))
    placed = [infs_in(played.state, code).get("france", 0) for code in codes]
    assert sum(placed) <= 8
    for number, line, got in zip(numbers, lines, placed, strict=False):
        assert got in (0, number)
        if number > 0:
            assert (verdict(played, line).outcome == "success") == (got == number)
