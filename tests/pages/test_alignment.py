"""How influence is shared out: what would change a state, what a year placed and cost; trends."""

from __future__ import annotations

import re
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from generator.pages.minors.tracker import HEIGHT, NOTHING, WIDTH, trend
from generator.pages.story.alignment import balance

SHARED = st.dictionaries(st.sampled_from("abcdefg"), st.integers(1, 60), min_size=1)


@given(SHARED)
def test_a_power_that_gets_what_it_misses_has_more_than_half(influence: dict[str, int]) -> None:
    shared = balance(influence)
    for amount in (*influence.values(), 0):
        more = shared.missing(amount)
        assert 2 * (amount + more) > shared.total + more
        if more:
            assert 2 * (amount + more - 1) <= shared.total + more - 1


@given(SHARED)
def test_the_margin_is_what_the_others_need_to_end_a_majority(influence: dict[str, int]) -> None:
    shared = balance(influence)
    assert shared.is_majority == (shared.margin > 0)
    if shared.margin:
        assert 2 * shared.most <= shared.total + shared.margin
        assert 2 * shared.most > shared.total + shared.margin - 1
        assert shared.leader
        assert influence[shared.leader] == shared.most


@given(SHARED)
def test_percents_never_say_half_all_or_nothing_of_anything_else(influence: dict[str, int]) -> None:
    shared = balance(influence)
    for amount in (*influence.values(), 0):
        percent = shared.share(amount)
        assert abs(percent - 100 * amount / shared.total) <= 1
        assert (percent == 100) == (amount == shared.total)
        assert (percent == 0) == (amount == 0)
        assert (percent > 50) == (2 * amount > shared.total)
        assert (percent < 50) == (2 * amount < shared.total)


@given(st.lists(st.one_of(st.just(NOTHING), st.integers(0, 100)), max_size=40))
def test_a_trend_goes_through_every_share(shares: list[int]) -> None:
    drawn = trend(shares)
    known = [(at, share) for at, share in enumerate(shares) if share != NOTHING]
    if len(known) < 2:
        assert drawn == ""
        return
    corners = corners_of(drawn)
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in corners)
    heights = dict(corners)
    for at, share in known:
        x = 1 + round(at * (WIDTH - 2) / (len(shares) - 1))
        # A point within a level stretch is no corner: the stretch goes through it.
        y = heights.get(x, next((y for other, y in reversed(corners) if other < x), -1))
        assert y == HEIGHT - 1 - round(share * (HEIGHT - 2) / 100)
    gaps = sum(b[0] - a[0] > 1 for a, b in pairwise(known))
    assert drawn.count("M") == gaps + 1


def corners_of(drawn: str) -> list[tuple[int, int]]:
    path = re.search(r' d="([^"]*)"', drawn)
    assert path
    found: list[tuple[int, int]] = []
    x = y = 0
    for sign, numbers in re.findall(r"([Mlh])([^Mlh]+)", path[1]):
        values = [int(one) for one in re.findall(r"-?\d+", numbers)]
        if sign == "M":
            x, y = values
        elif sign == "h":
            x += values[0]
        else:
            x, y = x + values[0], y + values[1]
        found.append((x, y))
    return found
