"""Options: choices that games make."""

from __future__ import annotations

import pytest

from generator.engine.rulebook import option_problem, read_options

OPTIONS = read_options(
    [
        {"id": "many", "title": "How many", "default": 3, "rule": "X-1", "least": 1, "most": 9},
        {"id": "open", "title": "Open", "default": True, "rule": "X-2"},
        {"id": "sort", "title": "Which", "default": "a", "rule": "X-3",
         "choices": [{"value": "a", "means": "one"}, {"value": "b", "means": "other"}]},
        {"id": "count", "title": "Which", "default": 1, "rule": "X-3",
         "choices": [{"value": 1, "means": "one"}, {"value": 2, "means": "two"}]},
    ]
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("many", 1, ""), ("many", 9, ""),
        ("many", 0, "a whole number, 1 to 9"), ("many", 10, "a whole number, 1 to 9"),
        ("many", True, "a whole number, 1 to 9"), ("many", "3", "a whole number, 1 to 9"),
        ("open", False, ""), ("open", 1, "true or false"),
        ("sort", "b", ""), ("sort", "c", "a, b"), ("count", True, "1, 2"), ("count", 2, ""),
    ],
)  # fmt: skip
def test_an_option_says_what_it_may_be(name: str, value: object, wanted: str) -> None:
    assert option_problem(OPTIONS[name], value) == wanted
