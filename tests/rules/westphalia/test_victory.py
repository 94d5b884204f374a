"""Victory: by religion, or at the Peace of Westphalia."""

from __future__ import annotations

import pytest

from generator.rulesets.westphalia.data.facts import rulebook
from tests.rules.westphalia.table import six


@pytest.mark.rule("POW-GEN-2")
def test_the_rounds_and_their_years() -> None:
    from generator.rulesets.westphalia.data.facts import year_of

    assert [year_of(number) for number in range(1, 8)] == [1510, 1535, 1560, 1585, 1610, 1635, 1660]


@pytest.mark.rule("POW-VIC-7")
def test_an_option_that_a_reading_replaced_has_no_effect() -> None:
    """A game of an earlier version may still set it."""
    assert "count_fp_home_in_religion" in rulebook().settled
    assert "count_fp_home_in_religion" not in six(count_fp_home_in_religion=True).options
