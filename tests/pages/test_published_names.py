"""What the JSON of a game publishes, name by name: no new field is published unseen."""

from __future__ import annotations

import json
from pathlib import Path

import tomli

from generator.pages.game.schema import schema_json

KNOWN = Path(__file__).with_name("published_names.toml")


def test_only_fields_that_are_meant_are_published() -> None:
    """Whoever adds a field to one of these values adds it here too, or leaves it out."""
    schema = json.loads(schema_json())
    parts = {"Game": schema, **schema["$defs"]}
    names = {
        name: sorted(part["properties"]) for name, part in parts.items() if "properties" in part
    }
    assert names == tomli.loads(KNOWN.read_text(encoding="utf-8"))
