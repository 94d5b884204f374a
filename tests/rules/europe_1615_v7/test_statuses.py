"""The status of minor states and confessional markers: E15V7-STAT, E15V7-CONF-1 to 7 and 13."""

from __future__ import annotations

from hypothesis import given as drawn
from hypothesis import strategies as st

from tests.rules.europe_1615_v7.seven import given, sheets


def status(code: str = "HES", **infs: int) -> tuple[str, str]:
    """The status of a state with these INFs after a year's politics."""
    found = sheets(given(infs={code: infs})).state.statuses[code]
    return found.kind, found.patron


def marker(code: str = "HES", **infs: int) -> str:
    return sheets(given(infs={code: infs})).state.markers.get(code, "")


POWERS = ("france", "spain", "england", "sweden", "austria")


@drawn(infs=st.dictionaries(st.sampled_from(POWERS), st.integers(1, 12)))
def test_status_is_as_the_definition_has_it(infs: dict[str, int]):
    """D1 of the rules, said once more in other words."""
    total, most = sum(infs.values()), max(infs.values(), default=0)
    leaders = [power for power, number in infs.items() if number == most]
    expected = ("neutral", "")
    if not total:
        expected = ("unaligned", "")
    elif len(leaders) == 1 and 2 * most >= total:
        expected = ("aligned", leaders[0])
    assert status("LOR", **infs) == expected


@drawn(infs=st.dictionaries(st.sampled_from(POWERS), st.integers(1, 12)))
def test_marker_is_as_the_definition_has_it(infs: dict[str, int]):
    """D2 of the rules, said once more in other words."""
    protestant = infs.get("england", 0) + infs.get("sweden", 0)
    catholic = sum(infs.values()) - protestant
    expected = ""
    if protestant and protestant >= 2 * catholic:
        expected = "protestant"
    elif catholic and catholic >= 2 * protestant:
        expected = "catholic"
    assert marker("LOR", **infs) == expected
