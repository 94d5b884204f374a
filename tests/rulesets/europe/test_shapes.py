"""What features remember: declared by types, written and read back, with everything wrong told."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from generator.engine.errors import FileError
from generator.engine.typed import Named, Record, alternatives, as_tables, read_shape
from generator.rulesets.europe.state.values import Power
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe_1619 import EDITION as FIFTEEN
from generator.rulesets.europe_1619_draft import EDITION as DRAFT
from tests.rules.europe.building import opening

FACTS = {edition.id: opening(edition).facts for edition in (FIFTEEN, DRAFT)}
CASES = [
    (edition.id, feature)
    for edition in (FIFTEEN, DRAFT)
    for feature in edition.features
    if feature.key
]


class Row(Record, frozen=True):
    power: Power
    points: int = 0
    against: tuple[Power, ...] = ()


class Rows(Record, frozen=True):
    rows: tuple[Row, ...] = ()
    best: Power = ""
    by_power: Mapping[Power, Power] = {}


def values(kind: Any, game: str) -> st.SearchStrategy[Any]:
    """Any value of a declared type."""
    for meta in getattr(kind, "__metadata__", ()):
        if type(meta) is Named:
            return st.sampled_from(sorted(meta.among(FACTS[game])))
    inner = next((one for one in alternatives(kind)), kind)
    if isinstance(inner, type) and issubclass(inner, Struct):
        fields = {
            one.name: values(one.type, game)
            if one.required
            else st.just(one.default) | values(one.type, game)
            for one in msgspec.structs.fields(inner)
        }
        return st.builds(inner, **fields)
    if get_origin(inner) is Literal:
        return st.sampled_from(get_args(inner))
    if get_origin(inner) is tuple:
        return st.lists(values(get_args(inner)[0], game), max_size=3).map(tuple)
    if get_origin(inner) is not None:
        key, item = get_args(inner)
        return st.dictionaries(values(key, game), values(item, game), max_size=3)
    return {int: st.integers(0, 9), bool: st.booleans(), str: st.sampled_from(["x", 'so "far"'])}[
        inner
    ]


@settings(max_examples=20, deadline=None)
@given(st.data())
@pytest.mark.parametrize(("game", "feature"), CASES, ids=lambda one: getattr(one, "key", one))
def test_what_a_feature_remembers_comes_back(
    game: str, feature: Feature, data: st.DataObject
) -> None:
    part = data.draw(values(feature.part, game))
    tables = feature.dump(part)
    assert feature.load(tables, FACTS[game]) == part
    assert feature.dump(feature.load(tables, FACTS[game])) == tables
    opened = feature.load({}, FACTS[game])
    assert not feature.dump(opened)
    assert feature.load({}, FACTS[game]) == opened


@settings(max_examples=20, deadline=None)
@given(st.data())
@pytest.mark.parametrize(("game", "feature"), CASES, ids=lambda one: getattr(one, "key", one))
def test_no_table_breaks_a_feature(game: str, feature: Feature, data: st.DataObject) -> None:
    """Whatever stands in a file: a part that comes back, or a FileError."""
    names = ["spain", "OTT", "until", "acts", "breaches", "filed", "issued", "meetings", "year"]
    junk = st.recursive(
        st.integers() | st.booleans() | st.sampled_from(names),
        lambda inner: (
            st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(names), inner, max_size=2)
        ),
        max_leaves=5,
    )
    tables = data.draw(st.dictionaries(st.sampled_from(names), junk, min_size=1, max_size=2))
    try:
        part = feature.load(tables, FACTS[game])
    except FileError:
        return
    assert feature.load(feature.dump(part), FACTS[game]) == part


@pytest.mark.parametrize(
    ("tables", "problems"),
    [
        ({"rows": [{"power": "spain"}, {"power": "frnce"}]},
         ["all.rows, row 2: power: there is no 'frnce' (did you mean france?)"]),
        ({"rows": [{"power": "spain", "against": ["spain", "x"]}], "best": "y"},
         ["all.rows, row 1: against: there is no 'x'", "all.best: there is no 'y'"]),
        ({"by_power": {"spain": "HES", "HES": "spain"}},
         ["all.by_power.spain: there is no 'HES'", "all.by_power: there is no 'HES'"]),
        ({"rows": [{"points": "1"}], "bst": 1},
         ["all.rows, row 1: points cannot be '1' (a whole number, without the quotes)",
          "all.rows, row 1: power is missing",
          "there is no bst in all (did you mean best?)"]),
        ({"rows": 1}, ["all.rows cannot be 1 (a list (a table))"]),
    ],
)  # fmt: skip
def test_all_that_is_wrong_is_told(tables: dict[str, Any], problems: list[str]) -> None:
    with pytest.raises(FileError) as caught:
        read_shape(tables, Rows, FACTS[FIFTEEN.id], "all")
    assert str(caught.value) == "; ".join(problems)


def test_what_has_its_default_is_not_written() -> None:
    rows = Rows((Row("spain"), Row("france", 2, ("spain",))))
    assert as_tables(rows) == {
        "rows": [{"power": "spain"}, {"power": "france", "points": 2, "against": ["spain"]}]
    }
    assert as_tables(Rows()) == as_tables(Rows(by_power=MappingProxyType({}))) == {}
