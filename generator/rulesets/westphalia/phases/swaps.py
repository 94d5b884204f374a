"""R6, the swaps of those who come later in Initiative Order, and what follows on them."""

from __future__ import annotations

from generator.rulesets.westphalia.phases.battles import play

__all__ = ["play"]
