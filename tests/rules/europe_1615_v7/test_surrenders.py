"""Surrenders and indemnities: E15V7-SURR."""

from __future__ import annotations

from hypothesis import given as drawn
from hypothesis import strategies as st

from generator.rulesets.europe.state.state import EuropeState
from tests.rules.europe.building import events
from tests.rules.europe_1615_v7.seven import Played, given, through


def year(before: EuropeState, **texts: dict[str, str]) -> list[Played]:
    return through(before, "scoring", **texts)


def income(state: EuropeState) -> Played:
    """The next income phase."""
    return through(state, "income")[-1]


def shares(played: Played) -> dict[str, int]:
    paid = events(played, "indemnity")
    return paid[0].data["shares"] if paid else {}


@drawn(total=st.integers(0, 30), accepting=st.sets(st.sampled_from(("france", "england", "spain"))))
def test_nothing_is_gained_or_lost_by_an_indemnity(total: int, accepting: set[str]):
    wars = [("bavaria", one) for one in ("france", "england", "spain")]
    texts = dict.fromkeys(sorted(accepting), f"ACCEPT SURRENDER: BAVARIA; INDEMNITY {total}")
    offer = f"SURRENDER: SPAIN, FRANCE, ENGLAND; INDEMNITY {total}"
    before = given(year=1622, units={}, wars=wars)
    state = year(before, movement={"bavaria": offer, **texts})[-1].state
    found = shares(income(state))
    assert sum(found.values()) == (total if accepting else 0)
    if found:
        assert max(found.values()) - min(found.values()) <= len(accepting) - 1
