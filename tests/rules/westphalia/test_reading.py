"""Order sheets: every notation reads back, and what is wrong is said with its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.engine.forms.verbs import Unreadable
from generator.rulesets.westphalia.reading.read import FORMS, read_order, read_sheets
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.year.course import awaited
from tests.rules.westphalia.rounds import at_phase, play, verdict
from tests.rules.westphalia.table import ally, six


def complaints(state: State, text: str, player: str = "red") -> list[str]:
    return [str(one) for one in read_sheets(state, {player: text}).complaints]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("INFLUENCE hese 2", ("red:1:11: INFLUENCE hese 2: there is no principality hese"
                             " (did you mean hesse?)")),
        ("INFLUENCE hesse", ("red:1:16: INFLUENCE hesse: the DI is missing"
                            " (write it like INFLUENCE hesse 2)")),
        ("INFLUENCE hesse 0", ("red:1:17: INFLUENCE hesse 0: 0 is not a number from 1"
                              " (write it like INFLUENCE hesse 2)")),
        ("GIFT Z9 TO hesse", ("red:1:6: GIFT Z9 TO hesse: there is no province Z9"
                             " (provinces are A1 to G7, a letter for the row and a number)")),
        ("WAR blak", "red:1:5: WAR blak: there is no power blak (did you mean black?)"),
        ("WARR black", "red:1:1: WARR black: there is no order WARR (did you mean WAR black?)"),
        ("WAR black now", ("red:1:11: WAR black now: 'now' is one word too many"
                          " (write it like WAR black)")),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(text: str, said: str) -> None:
    assert complaints(at_phase(six(), "diplomacy"), text) == [said]


def test_an_order_of_another_phase_says_what_can_be_ordered() -> None:
    (said,) = complaints(at_phase(six(), "peace"), "\n  CHOOSE heresy war")
    assert said.startswith(
        "red:2:3: CHOOSE heresy war: CHOOSE has no place in: Peace of Westphalia"
    )
    assert "now: WINNER, CONCEDE, LOSS, WITHDRAW, FOREIGN" in said


def test_who_does_not_play_cannot_order() -> None:
    book = read_sheets(at_phase(six(), "choice"), {"blue": "STAY", "pink": "STAY"})
    assert [one.problem for one in book.complaints] == [
        "blue does not play in this game",
        "pink is not a player",
    ]


def test_missing_are_those_who_have_something_to_decide() -> None:
    state = at_phase(six(), "first-election")
    assert awaited(state) == ()
    held = ally(ally(state, "trier", "red"), "mainz", "black")
    assert read_sheets(held, {"red": "VOTE ALL red"}).missing == ("black",)
    assert read_sheets(held, {"red": "VOTE ALL red", "black": "  "}).missing == ("black",)


@pytest.mark.rule("POW-MAIL-3")
def test_what_cannot_be_read_harms_nothing() -> None:
    state = at_phase(six(), "choice")
    done = play(state, {"red": "CHOSE war\nCHOOSE heresy war"})
    assert verdict(done, "red", "CHOSE war") == "illegal POW-MAIL-3"
    assert done.state.players["red"].tasks == ("heresy", "war")


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
