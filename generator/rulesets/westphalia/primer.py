"""How orders are written in the Peace of Westphalia: primer.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from generator.engine.primer import Primer, read_primer
from generator.rulesets.westphalia.facts import rulebook

__all__ = ["westphalia_primer"]


@cache
def westphalia_primer() -> Primer:
    """The primer of the ruleset."""
    text = Path(__file__).with_name("primer.toml").read_text(encoding="utf-8")
    return read_primer((tomllib.loads(text),), rulebook().causes, "westphalia/primer.toml")
