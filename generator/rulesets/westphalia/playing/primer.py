"""How orders are written and what rulings do, as primer.toml says."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import tomli

from generator.engine.primer import Primer, numbered_phases, read_primer
from generator.rulesets.westphalia.data.facts import rulebook
from generator.rulesets.westphalia.playing.ruling_kinds import KINDS


@cache
def westphalia_primer() -> Primer:
    """The primer of the ruleset. In its file `faith-1..8` stands for eight phases."""
    table = tomli.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    for part in table["part"]:
        part["phases"] = [slug for text in part["phases"] for slug in numbered_phases(text)]
    return read_primer((table,), rulebook().causes, "westphalia/playing/primer.toml", KINDS)
