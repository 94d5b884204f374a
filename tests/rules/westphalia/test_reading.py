"""Order sheets: every notation reads back, and what is wrong is said with its place."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from generator.engine.forms.verbs import Unreadable
from generator.rulesets.westphalia.reading.read import FORMS, read_order, read_sheets
from generator.rulesets.westphalia.year.course import awaited
from tests.rules.westphalia.rounds import at_phase
from tests.rules.westphalia.table import ally, six


def test_missing_are_those_who_have_something_to_decide() -> None:
    state = at_phase(six(), "first-election")
    assert awaited(state) == ()
    held = ally(ally(state, "trier", "red"), "mainz", "black")
    assert read_sheets(held, {"red": "VOTE ALL red"}).missing == ("black",)
    assert read_sheets(held, {"red": "VOTE ALL red", "black": "  "}).missing == ("black",)


WORDS = st.sampled_from(
    [*(verb.upper() for verb in FORMS), "hesse", "trier", "red", "black", "A1", "G7", "3", "x2",
     "TAKE", "ALLY", "TO", "AS", "IF", "TARGET", "attacked", ">", "none", "all", "vs:red", "#",
     "france", "EDGE", "SW", "provinces", "P", "MMC", "ALSO", "REST", "0", "ü", "\x00"]
)  # fmt: skip


@given(
    st.sampled_from(sorted(FORMS)),
    st.lists(WORDS, max_size=6),
    st.sampled_from(["choice", "faith", "diplomacy", "battles-1", "religious-war", "election"]),
)
@example("battle", ["vs:red", ">"], "battles-1")
def test_what_is_read_reads_the_same_in_its_notation(
    verb: str, words: list[str], phase: str
) -> None:
    state = at_phase(six(), phase)
    try:
        order = read_order(state, " ".join((verb, *words)), "red")
    except Unreadable:
        return
    assert read_order(state, str(order), "red") == order


def test_unreadable_lines_have_a_column() -> None:
    with pytest.raises(Unreadable) as caught:
        read_order(at_phase(six(), "choice"), "   CHOOSE herecy war")
    assert caught.value.column == 11
    assert caught.value.hint == "did you mean heresy?"


@pytest.mark.parametrize(
    ("phase", "text"),
    [("choice", "CONCEDE"), ("faith", "FAITH A2 ALSO"), ("provinces-1", "SETUP provinces")],
)
def test_a_list_of_provinces_has_one_at_least(phase: str, text: str) -> None:
    """A forgotten list must not clear what is on file."""
    with pytest.raises(Unreadable, match="a province is missing"):
        read_order(at_phase(six(), phase), text)
