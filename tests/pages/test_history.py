"""Spans of what things were through a game, and what is told of each."""

from __future__ import annotations

from generator.pages.story.history import Span, grouped, spans_of


def test_a_span_knows_what_came_before_and_after_it_but_not_over_a_gap() -> None:
    moments = [(1619, {"BOH": "x"}), (1620, {"BOH": "y"}), (1621, {}), (1622, {"BOH": "x"})]
    assert spans_of(moments) == {
        "BOH": [Span("x", 1619, 1620, None, "y"), Span("y", 1620, 1621, "x", None), Span("x", 1622)]
    }


def test_what_is_about_several_things_is_told_of_each() -> None:
    assert grouped(["AB", "B"], lambda one: one) == {"A": ["AB"], "B": ["AB", "B"]}
