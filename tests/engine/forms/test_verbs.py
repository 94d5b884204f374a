"""Orders that begin with a verb, and kinds of slots that explain themselves; an order's notation is
declared beside its fields."""

from __future__ import annotations

import re
from typing import Any

import pytest

from generator.engine.forms.explained import keyword, number_from_1, one_of, several
from generator.engine.forms.pattern import Form
from generator.engine.forms.tokens import Token
from generator.engine.forms.verbs import Unreadable, read_form, read_lines, verb_of
from generator.rulesets.westphalia.state.orders import NotedOrder

KINDS = {
    "league": one_of("League", {"catholic": "C", "protestant": "P"}),
    "leagues": several("league", "a League"),
    "take": keyword("TAKE", "take"),
    "number": number_from_1("the number"),
}
FORM = Form("{league} {take:take} {number}", dict, "JOIN catholic take 2")


def tokens_of(line: str) -> tuple[Token, ...]:
    found = re.finditer(r"\S+", line.partition("#")[0])
    return tuple(Token("word", one.start(), one.end(), one[0].lower()) for one in found)


def read(line: str) -> Any:
    return read_form(FORM, tokens_of(line), 1, KINDS, ("take",), f"like {FORM.example}")


def test_longest_words_that_stand_for_a_verb_are_taken() -> None:
    verbs = {("declare", "war"): "war", ("declare",): "say"}
    assert verb_of(["declare", "war", "black"], verbs, {}) == ("war", 2)
    assert verb_of(["declare", "black"], verbs, {}) == ("say", 1)
    assert verb_of(["take", "C2"], verbs, {"take": "treaty"}) == ("treaty", 0)
    assert verb_of(["gift", "C2"], {}, {}) == ("gift", 1)


def test_an_order_is_read_behind_its_verb() -> None:
    assert read("JOIN cath take x2") == {"league": "C", "take": "take", "number": 2}


@pytest.mark.parametrize(
    ("line", "column", "problem", "hint"),
    [
        ("JOIN cathlic take 2", 6, "there is no League cathlic", "did you mean catholic?"),
        ("JOIN catholic 2", 6, "TAKE is missing", "like JOIN catholic take 2"),
        ("JOIN catholic take two", 20, "two is not a number from 1", "like JOIN catholic take 2"),
        ("JOIN catholic take 2 3", 22, "'3' is one word too many", "like JOIN catholic take 2"),
        ("JOIN catholic take", 19, "the number is missing", "like JOIN catholic take 2"),
    ],
)
def test_what_is_wrong_is_said_at_its_place(
    line: str, column: int, problem: str, hint: str
) -> None:
    with pytest.raises(Unreadable) as caught:
        read(line)
    assert (caught.value.column, caught.value.problem) == (column, problem)
    assert caught.value.hint == hint


def test_lines_that_cannot_be_read_are_complained_about_and_kept() -> None:
    text = "JOIN catholic take 1  # now\n\n  # nothing\nJOIN catholic take no\n"
    orders, complaints = read_lines("red", text, tokens_of, read, "R-1")
    assert [(one.text, one.line, one.order is None) for one in orders] == [
        ("JOIN catholic take 1", 1, False),
        ("JOIN catholic take no", 4, True),
    ]
    (complaint,) = complaints
    assert (complaint.line, complaint.column, complaint.rule) == (4, 20, "R-1")


class Cede(NotedOrder, frozen=True):
    notation = "CEDE {role^} {places>|none}[ TO {power}][ FOR {number}] {ways|ALL}"
    role: str
    places: tuple[str, ...] = ()
    power: str = ""
    number: int | str = ""
    ways: tuple[str, ...] = ()


@pytest.mark.parametrize(
    ("order", "written"),
    [
        (Cede("lead"), "CEDE LEAD none ALL"),
        (Cede("lead", ("A1", "B2")), "CEDE LEAD A1 > B2 ALL"),
        (Cede("lead", ("A1",), "red", 0), "CEDE LEAD A1 TO red FOR 0 ALL"),
        (Cede("lead", (), "", 3, ("a", "b")), "CEDE LEAD none FOR 3 a b"),
    ],
)
def test_what_is_empty_is_left_out_or_has_another_word(order: Cede, written: str) -> None:
    assert str(order) == written
