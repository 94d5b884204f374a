"""How orders are written in the Europe family: primer.toml here, or an edition's own in its place,
and what features add.

A feature teaches its orders and kinds of ruling in a file beside it: `fortification.toml` beside
`fortification.py`.
"""

from __future__ import annotations

from functools import cache
from inspect import getfile
from pathlib import Path

import tomli

from generator.engine.primer import Primer, read_primer
from generator.rulesets.europe.turn.edition import Edition


@cache
def family_primer(edition: Edition) -> Primer:
    """The family's primer with the parts, forms and kinds of ruling that features add."""
    from generator.rulesets.europe.rulings.kinds import kinds_of

    own = edition.folder / "primer.toml"
    orders = own if own.is_file() else Path(__file__).with_name("primer.toml")
    beside = (Path(getfile(type(feature))).with_suffix(".toml") for feature in edition.features)
    files = [orders, *(file for file in dict.fromkeys(beside) if file.is_file())]
    tables = [tomli.loads(file.read_text(encoding="utf-8")) for file in files]
    source = ", ".join(file.name for file in files)
    return read_primer(tables, edition.rulebook.causes, source, kinds_of(edition))
