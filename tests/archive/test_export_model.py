"""The form of an export is published as a JSON Schema, and what is exported follows it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.archive.exchange.exchanging import export_game
from generator.cli import main
from tests.archive.exports import added, conforms, replaced


def printed_schema(capsys: pytest.CaptureFixture[str]) -> Any:
    capsys.readouterr()
    assert main(["export", "--schema"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("private", [False, True])
def test_an_export_is_as_the_printed_schema_says(
    played: Path, private: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    schema = printed_schema(capsys)
    assert schema["$schema"].startswith("https://json-schema.org/")
    data = json.loads(export_game(played, private=private).text)
    assert conforms(data, schema, schema)


@pytest.mark.parametrize(
    "change",
    [
        replaced("theatrum", by=2),
        replaced("files", by={}),
        replaced("phases", 0, "number", by=0),
        replaced("phases", 0, "verdicts", 0, "outcome", by="won"),
        replaced("phases", 0, "events", 0, "powers", by=[3]),
        replaced("opening", "state", by=None),
        added("files", name="evil"),
        added("years", "1", name="evil"),
    ],
)
def test_what_is_no_export_is_not_as_the_schema_says(
    played: Path, change: Callable[[Any], None], capsys: pytest.CaptureFixture[str]
) -> None:
    schema = printed_schema(capsys)
    data = json.loads(export_game(played).text)
    change(data)
    assert not conforms(data, schema, schema)


def test_export_needs_a_game_or_the_schema(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export"]) == 2
    assert "give the name of a game" in capsys.readouterr().err
    file = tmp_path / "schema.json"
    assert main(["export", "--schema", "-o", str(file)]) == 0
    assert json.loads(file.read_text("utf-8"))["title"] == "Game"
