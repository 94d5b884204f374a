"""The guide to variants: a person who knows no Python draws, describes, checks and plays one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import fields

from generator.rulesets import FOLDERS, VARIANTS
from generator.rulesets.standard.facts import FactsTable as Facts
from generator.rulesets.standard.facts import Topology
from tests.guide.walking import GUIDE, walk

PAGE = GUIDE / "variants.md"


def test_variant_is_played_for_two_years_from_the_page_alone(tmp_path: Path) -> None:
    try:
        assert walk(PAGE, tmp_path, in_process=False, seed="tarn") <= 10
    finally:
        VARIANTS.clear()
        FOLDERS.clear()


@pytest.mark.parametrize("table", [Facts, Topology])
def test_every_entry_is_explained(table: type) -> None:
    text = PAGE.read_text("utf-8")
    for field in fields(table):
        assert re.search(rf"`{field.name}[`.]", text), field.name
