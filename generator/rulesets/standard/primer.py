"""How orders are written in standard Diplomacy: primer.toml."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import tomli

from generator.engine.primer import Primer, read_primer
from generator.rulesets.standard import facts
from generator.rulesets.standard.rulings import KINDS


@lru_cache(maxsize=1)
def standard_primer() -> Primer:
    """The primer of the ruleset."""
    text = Path(__file__).with_name("primer.toml").read_text(encoding="utf-8")
    causes, source = facts.rulebook().causes, "standard/primer.toml"
    return read_primer((tomli.loads(text),), causes, source, KINDS)
