"""How orders are written in the Europe family: primer.toml here, and what an edition adds to it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import tomli

from generator.engine.primer import Primer, read_primer
from generator.rulesets.europe.turn.edition import Edition

__all__ = ["family_primer"]

_FILE = "primer.toml"


@cache
def family_primer(edition: Edition) -> Primer:
    """The family's primer with the parts, forms and kinds of ruling that an edition adds."""
    own = Path(__file__).with_name(_FILE)
    tables = [tomli.loads(own.read_text(encoding="utf-8"))]
    if (edition.folder / _FILE).is_file():
        tables.append(edition.read(_FILE))
    return read_primer(tables, edition.rulebook.causes, f"{edition.package}/{_FILE}")
