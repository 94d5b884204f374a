"""The texts that stand in files: how orders are written (primer.toml), and what things are called
on pages and maps (gazetteer.toml)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import tomli

from generator.engine.chronicle import BondFacts, CountFacts, Figure, RecordFacts, StatusFacts
from generator.engine.primer import Primer, numbered_phases, read_primer
from generator.engine.typed import Table, read_table
from generator.rulesets.westphalia.data.facts import rulebook

_FOLDER: Final = Path(__file__).parent


@cache
def westphalia_primer() -> Primer:
    """The primer of the ruleset. In its file `faith-1..8` stands for eight phases."""
    table = tomli.loads((_FOLDER / "primer.toml").read_text(encoding="utf-8"))
    for part in table["part"]:
        part["phases"] = [slug for text in part["phases"] for slug in numbered_phases(text)]
    from generator.rulesets.westphalia.playing.ruling_kinds import KINDS

    return read_primer((table,), rulebook().causes, "westphalia/telling/primer.toml", KINDS)


class Names(Table, frozen=True):
    """The tables of the file, in its order."""

    words: Mapping[str, str]
    signs: Mapping[str, str]
    statuses: Mapping[str, StatusFacts]
    bonds: Mapping[str, BondFacts]
    figures: Mapping[str, Figure]
    counts: Mapping[str, CountFacts]
    records: Mapping[str, RecordFacts]


@cache
def names() -> Names:
    file = _FOLDER / "gazetteer.toml"
    return read_table(tomli.loads(file.read_text(encoding="utf-8")), Names, file=file)
