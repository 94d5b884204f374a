"""What one power knows of a state, and not everybody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.engine.ruleset import Confided
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.turn.edition import Edition


def confide(edition: Edition, state: EuropeState, power: str) -> Confided:
    """Its treasury where treasuries are secret, and its own in the secret parts of features."""
    facts = state.facts
    tables: dict[str, Mapping[str, Any]] = {}
    lines: list[str] = []
    if not facts.treasury.public and power in state.treasury:
        tables["treasury"] = {power: state.treasury[power]}
        lines.append(
            f"{facts.name_of(power)} has {state.treasury[power]} {facts.treasury.currency}"
        )
    for feature in edition.features:
        if feature.key and feature.is_secret(facts):
            own = feature.confided(state, power)
            if own is not None:
                tables[feature.key] = feature.dump(own[0])
                lines += own[1]
    return Confided(tuple(lines), {name: table for name, table in tables.items() if table})
