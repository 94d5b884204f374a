"""Who may be ordered where, and who may fight at sea: E19D-MOV."""

from __future__ import annotations

import pytest

from tests.rules.europe_1619_draft.marching import (
    given,
    holder,
    march,
    stands,
)


@pytest.mark.rule("E19D-MOV-12")
def test_nobody_captures_water():
    state = given(units={"england": ["F NAR"]})
    result = march(state, england="F NAR - NTH")
    assert "NTH" not in result.state.standing.holders
    assert stands(result, "england") == ["F NTH"]
    assert holder(result, "LON") == "england"
