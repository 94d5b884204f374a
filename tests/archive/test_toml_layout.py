"""TOML as the archive writes it comes back the same, and changes little when little changes."""

from __future__ import annotations

import json
import tomllib
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.archive.files.toml_layout import WIDTH, format_toml, format_value, literal_text
from generator.engine.errors import BrokenPromise

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
PLAIN = st.one_of(
    TEXT, st.integers(-(2**63), 2**63 - 1), st.booleans(), st.floats(allow_nan=False, width=32)
).filter(lambda value: value not in (float("inf"), float("-inf")))
VALUES: st.SearchStrategy[Any] = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4)
)
TABLES = st.dictionaries(TEXT, VALUES, max_size=5)


@given(TABLES)
def test_what_is_written_is_read_back(tables: dict[str, Any]) -> None:
    assert tomllib.loads(format_toml(tables, "a comment\nof two lines")) == tables


@given(TABLES)
def test_what_was_read_is_written_the_same_again(tables: dict[str, Any]) -> None:
    text = format_toml(tables)
    assert format_toml(tomllib.loads(text)) == text


@given(st.lists(st.lists(TEXT | st.integers(-9, 9), max_size=3), max_size=3))
def test_lists_are_json_as_well(value: list[Any]) -> None:
    assert json.loads(format_value(value)) == value


@given(TEXT)
def test_a_text_of_orders_is_read_back(text: str) -> None:
    assert tomllib.loads(f"orders = {literal_text(text)}") == {"orders": text}


def test_short_lists_have_one_line_and_long_ones_a_line_for_each_item() -> None:
    units = ["A VIE", "A BUD"]
    many = [f"A {number:03}" for number in range(20)]
    lines = format_toml({"austria": units, "russia": many}).splitlines()
    assert lines[0] == 'austria = ["A VIE", "A BUD"]'
    assert lines[1:4] == ["russia = [", '    "A 000",', '    "A 001",']
    assert max(map(len, lines)) <= WIDTH


def test_one_more_unit_changes_one_line() -> None:
    before = format_toml({"units": {"austria": ["A VIE"], "england": ["F LON"]}}).splitlines()
    after = format_toml({"units": {"austria": ["A VIE"], "england": ["F LON", "A LVP"]}})
    changed = [line for line in after.splitlines() if line not in before]
    assert changed == ['england = ["F LON", "A LVP"]']


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("\t\n\x1b\x7f", r'"\t\n\u001b\u007f"'),
        ('say "[\n" \\', r'"say \"[\n\" \\"'),
        ("a,\n]", r'"a,\n]"'),
        ("Zürich \u2028 \U0001f3f0", '"Zürich \u2028 \U0001f3f0"'),
        ([["[", ["]]"]], []], '[["[", ["]]"]], []]'),
        ({"a b": [1, {"c": [2.5, True]}], "": {}}, '{ "a b" = [1, { c = [2.5, true] }], "" = {} }'),
        ([{"a": "b"}] * 2, '[{ a = "b" }, { a = "b" }]'),
        (("v = [[", "]]\n"), r'["v = [[", "]]\n"]'),
        (-0.0, "-0.0"),
        (1e300, "1e+300"),
    ],
)
def test_a_value_has_always_had_these_bytes(value: object, written: str) -> None:
    """Old games must replay to the byte, whatever library writes the values."""
    assert format_value(value) == written


@pytest.mark.parametrize(
    "value",
    [
        None,
        float("nan"),
        float("inf"),
        object(),
        b"bytes",
        date(1901, 4, 1),
        Decimal(1),
        {1: "a"},
        [{None: "a"}],
        [[float("-inf")]],
    ],
)
def test_what_toml_cannot_say_is_a_broken_promise(value: object) -> None:
    with pytest.raises(BrokenPromise):
        format_toml({"key": value})
