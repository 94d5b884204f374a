"""Typed TOML: tables that Structs declare, and everything that is wrong with one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.engine.typed import (
    Count,
    FaultyTable,
    Must,
    Positive,
    Table,
    faults_of,
    knob,
    read_table,
)
from tests.engine.entries import entries_of


class Row(Table, frozen=True):
    id: Annotated[str, knob("What is counted", "X-1")]
    points: Annotated[int, knob("Points for each", "X-2")] = 1


class Rules(Table, frozen=True):
    mode: Annotated[Literal["open", "closed"], knob("Who may come", "X-3")] = "open"
    least: Annotated[Positive, knob("How many at least", "X-4")] = 2
    most: Annotated[Count | None, knob("How many at most", "X-5")] = None
    rate: Annotated[int | Literal["value"], knob("What each pays", "X-6")] = 0
    early: Annotated[bool, knob("They may come early", "X-7")] = False
    rows: Annotated[tuple[Row, ...], knob("What counts", "X-8")] = ()
    shares: Annotated[Mapping[str, tuple[int, ...]], knob("Shares of each", "X-9")] = {}
    inner: Row | None = None
    pair: tuple[str, str] = ("a", "b")


def faults(table: dict[str, Any]) -> list[tuple[tuple[str | int, ...], str, str]]:
    with pytest.raises(FaultyTable) as caught:
        read_table(table, Rules, "rules")
    return caught.value.faults


def test_what_a_table_leaves_out_has_its_default() -> None:
    assert read_table({"least": 3}, Rules) == Rules(least=3)


@pytest.mark.parametrize(
    ("table", "where", "problem", "hint"),
    [
        ({"leest": 3}, ("leest",), "there is no leest in rules", "did you mean least?"),
        ({"least": 0}, ("least",), "rules.least cannot be 0", "a whole number, 1 or more"),
        ({"least": "14"}, ("least",), "rules.least cannot be '14'",
         "a whole number, 1 or more, without the quotes"),
        ({"least": True}, ("least",), "rules.least cannot be True", "a whole number, 1 or more"),
        ({"most": -1}, ("most",), "rules.most cannot be -1", "a whole number, 0 or more"),
        ({"mode": "ajar"}, ("mode",), "rules.mode cannot be 'ajar'", "open, closed"),
        ({"early": 1}, ("early",), "rules.early cannot be 1", "true or false"),
        ({"rate": "x"}, ("rate",), "rules.rate cannot be 'x'", "a whole number or value"),
        ({"rows": [{"id": "a", "point": 2}]}, ("rows", 0, "point"),
         "there is no point in rules.rows, row 1", "did you mean points?"),
        ({"rows": [{"points": 2}]}, ("rows", 0, "id"), "rules.rows, row 1: id is missing", ""),
        ({"rows": {"id": "a"}}, ("rows",), "rules.rows cannot be {'id': 'a'}", "a list (a table)"),
        ({"shares": {"a": [1, "b"]}}, ("shares", "a", 1), "rules.shares.a, row 2 cannot be 'b'",
         "a whole number"),
        ({"pair": ["a"]}, ("pair",), "rules.pair cannot be ['a']", "2 of them"),
        ({"inner": {"id": 1}}, ("inner", "id"), "rules.inner.id cannot be 1", "a text in quotes"),
        ({"inner": 1}, ("inner",), "rules.inner cannot be 1", "a table [rules.inner]"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(
    table: dict[str, Any], where: tuple[str | int, ...], problem: str, hint: str
) -> None:
    assert faults(table) == [(("rules", *where), problem, hint)]


def test_all_faults_of_a_table_are_told_together() -> None:
    assert len(faults({"leest": 3, "mode": "ajar", "rows": [{"id": 1}, {"name": 2}]})) == 5


def test_a_fault_has_its_file_line_and_column(tmp_path: Path) -> None:
    file = tmp_path / "facts.toml"
    file.write_text(
        '[rules]\nearly = true\n\n  leest = 3\nrows = [\n  { id = "a", points = "b" },\n]\n'
    )
    import tomli

    table = tomli.loads(file.read_text())["rules"]
    with pytest.raises(FaultyTable) as caught:
        read_table(table, Rules, "rules", file=file)
    assert str(caught.value).splitlines() == [
        f"{file}:4:3: there is no leest in rules (did you mean least?)",
        f"{file}:6:15: rules.rows, row 1: points cannot be 'b' (a whole number)",
    ]


ATOMS = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["open", "value", "id"])
VALUES = st.recursive(
    ATOMS,
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["id", "points", "x"]), inner)
    ),
)


@given(st.dictionaries(st.sampled_from([*Rules.__struct_fields__, "other"]), VALUES))
def test_a_table_is_read_or_its_faults_have_places(table: dict[str, Any]) -> None:
    """Whatever stands in a file: there is no refusal without a reason."""
    found: Rules | None = None
    wrong: list[Any] = []
    try:
        found = read_table(table, Rules, "rules")
    except FaultyTable as error:
        wrong = error.faults
    assert (found is None) == bool(wrong)
    assert all(path[0] == "rules" and problem for path, problem, _ in wrong)


def test_entries_say_what_they_are() -> None:
    found = {one.name: one for one in entries_of(Rules)}
    assert (found["mode"].values, found["mode"].default, found["mode"].rule) == (
        "open, closed", "open", "X-3",
    )  # fmt: skip
    assert found["least"].values == "a whole number, 1 or more"
    assert found["inner.points"].meaning == "Points for each"


SMALL = Must("{key} cannot be {value!r}", "below 9", lambda size: size < 9)


class Member(Table, frozen=True):
    name: Annotated[str, Must("{key} is empty", "like {key} = ...", str.strip)]
    size: Annotated[int, SMALL] | None = None


class Club(Table, frozen=True):
    members: tuple[Member, ...] = ()
    halls: Mapping[Annotated[str, Must("{value} is no hall", "", str.isupper)], Member] = {}


@pytest.mark.parametrize(
    ("tables", "found"),
    [
        ({}, []),
        ({"membres": 1},
         [(("membres",), "there is no membres in the file", "did you mean members?")]),
        ({"halls": {"A": {}}},
         [(("halls", "A", "name"), "halls.A.name is missing", "like name = ...")]),
        ({"halls": {"a": 3, "B": {"name": " "}}},
         [(("halls", "a"), "a is no hall", ""),
          (("halls", "B", "name"), "name is empty", "like name = ...")]),
        ({"members": [{"name": "Ann"}, {"name": 3, "size": 10}]},
         [(("members", 1, "name"), "members, row 2: name cannot be 3", "a text in quotes"),
          (("members", 1, "size"), "size cannot be 10", "below 9")]),
    ],
)  # fmt: skip
def test_tests_beside_a_type_are_made_with_those_of_types(
    tables: dict[str, Any], found: list[Any]
) -> None:
    assert list(faults_of(tables, Club)) == found
