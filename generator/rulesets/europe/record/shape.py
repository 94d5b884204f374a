"""How positions of the family are written: the names that may be used in each table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import fields

from generator.engine.errors import TheatrumError
from generator.engine.naming import Shape
from generator.rulesets.europe.data.edition_data import choose
from generator.rulesets.europe.reading.reader import GameReader
from generator.rulesets.europe.record.opening import ALIASES, flat, secret_names
from generator.rulesets.europe.record.tables import Tables
from generator.rulesets.europe.state.values import Place, Power, Province
from generator.rulesets.europe.turn.edition import Edition

_KINDS: Final = ("power", "state", "place", "side")


_OPENING: Final = {
    "wars": tuple[tuple[Power, ...], ...],
    "alliances": tuple[tuple[Power, ...], ...],
    "forbidden_alliances": tuple[tuple[Power, ...], ...],
    "attack_order": tuple[Power, ...] | Mapping[str, tuple[Power, ...]],
    "allotment": Mapping[Power, Any],
    "centers": Mapping[Province, int],
    "values": Mapping[Place, int],
}
"""The tables that a position has beside those of a state."""


def shape_of(edition: Edition, options: Mapping[str, Any]) -> Shape:
    """The shape of positions in a game with these options; those that cannot be have no effect."""
    chosen, _ = choose(edition, flat(options))
    try:
        facts = edition.facts_for(chosen, {})
    except TheatrumError:
        facts = edition.facts_for({one.id: one.default for one in edition.options.values()}, {})
    kinds = {**{field.name: field.type for field in fields(Tables)}, **_OPENING}
    kinds |= {feature.key: feature.part for feature in edition.features if feature.key}
    kinds |= {alias: kinds[name] for alias, name in ALIASES.items() if name in kinds}
    tables = GameReader(edition, facts).names.tables
    likely = ("power", "state", "place", *(name for name in tables if name not in _KINDS))
    spellings = tuple(tables[name].spellings for name in likely)
    return Shape(kinds, facts, facts.board, spellings, secret_names(edition, facts))
