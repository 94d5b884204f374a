"""What things are called on pages and maps, as gazetteer.toml says."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import tomli

from generator.engine.chronicle import BondFacts, CountFacts, Figure, RecordFacts, StatusFacts
from generator.engine.typed import Table, read_table

_FOLDER: Final = Path(__file__).parent


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
