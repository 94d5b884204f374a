"""R7, the swap of a member who comes later in Initiative Order, and what follows on the last."""

from __future__ import annotations

from generator.rulesets.westphalia.phases.religious_war import play

__all__ = ["play"]
