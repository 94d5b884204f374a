"""Elimination: E19D-ELM. The cases X-36 to X-42 are among those of captures."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.europe.building import events
from tests.rules.europe_1619_draft.marching import adjust, given


def after(**parts: Any) -> Any:
    """A position that waits for its map adjustment."""
    return given(phase="adjustment", **parts)


@pytest.mark.rule("E19D-DEC-15")
def test_its_ties_end_with_it():
    state = after(
        units={"austria": ["A BAV"]},
        wars=[("austria", "league")],
        alliances=[("league", "spain")],
    )
    result = adjust(state)
    assert not [pair for pair in result.state.relations if "league" in pair]
    assert [one.rule for one in events(result, "ties-ended")] == ["E19D-DEC-15"]
