"""Settings files as declared models."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import pytest
from msgspec import Struct

from generator.archive.files.model import Must, faults_of, made

NAME = Must("{key} is not a name", "like {key} = ...", str.strip, ("{key} is missing", "write one"))
SIZE = Must("{key} cannot be {value!r}", lambda value: f"not {value}", lambda size: size < 9)


class Member(Struct, frozen=True):
    name: Annotated[str, NAME]
    size: Annotated[int, SIZE] | None = None


class Club(Struct, frozen=True):
    members: Annotated[tuple[Member, ...], Must("members are not tables")] = ()
    halls: Mapping[str, Annotated[int, SIZE]] = {}
    chief: Member | None = None


@pytest.mark.parametrize(
    ("tables", "found"),
    [
        ({}, []),
        ({"membres": 1}, [(("membres",), "there is no membres here", "did you mean members?")]),
        ({"members": 3}, [(("members",), "members are not tables", "")]),
        ({"halls": 3}, [(("halls",), "halls is not a table", "write a line [halls]")]),
        ({"halls": {"a": 1, "b": 9}}, [(("halls", "b"), "b cannot be 9", "not 9")]),
        ({"halls": {"a": True}}, [(("halls", "a"), "a cannot be True", "not True")]),
        ({"chief": {}}, [(("chief", "name"), "name is missing", "write one")]),
        ({"chief": {"name": " "}}, [(("chief", "name"), "name is not a name", "like name = ...")]),
        (
            {"members": [{"name": "Ann"}, {"name": 3, "size": 10}]},
            [
                (("members", 1, "name"), "name is not a name", "like name = ..."),
                (("members", 1, "size"), "size cannot be 10", "not 10"),
            ],
        ),
    ],
)
def test_every_fault_is_found_with_its_place(tables: dict[str, Any], found: list[Any]) -> None:
    assert list(faults_of(tables, Club)) == found


def test_a_file_without_faults_becomes_its_model() -> None:
    tables = {"members": [{"name": "Ann"}], "halls": {"a": 1}, "chief": {"name": "Bo", "size": 2}}
    club = made(tables, Club)
    assert club == Club((Member("Ann"),), {"a": 1}, Member("Bo", 2))
    with pytest.raises(TypeError):
        club.halls["a"] = 2
