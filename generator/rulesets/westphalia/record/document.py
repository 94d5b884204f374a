"""States as tables that people can read."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from generator.engine.phases import Document
from generator.rulesets.westphalia.data.facts import options
from generator.rulesets.westphalia.state.state import (
    Player,
    Principality,
    ReligiousWar,
    State,
    War,
    Wishes,
)
from generator.rulesets.westphalia.wars.fields import dump_fields

__all__ = ["FLAGS", "SETTINGS", "dump_state"]

FLAGS: Final = (
    "fought",
    "fought_foreign",
    "took_from_foreign",
    "declared",
    "attacked",
    "left",
)
SETTINGS: Final = (
    "emperor_left",
    "reformation",
    "luther",
    "francis",
    "setup",
)


def dump_state(state: State) -> Document:
    """The state as tables in a stable order; what is empty is left out."""
    tables: dict[str, Any] = {
        "year": state.moment.year,
        "number": state.moment.number,
        "phase": state.moment.phase,
        "round": state.round,
    }
    named: dict[str, Any] = {
        "setup_order": list(state.setup_order),
        "initiative": list(state.initiative),
        "emperor": state.emperor,
        "emperor_rounds": state.emperor_rounds,
        **{name: getattr(state, name) for name in SETTINGS},
        "size": state.size,
        "renamed": list(state.renamed),
        "landed": list(state.landed),
        "labels": list(state.labels),
        "draws": state.draws,
        "players": {name: _player_row(one) for name, one in state.players.items()},
        "principalities": {
            name: _principality_row(one) for name, one in state.principalities.items()
        },
        "provinces": _provinces(state),
        "wars": [_war_row(war) for war in state.wars],
        "religious_war": _religious_row(state.religious_war) if state.religious_war else {},
        "footing": {player: list(own) for player, own in state.footing.items()},
        "dice": dict(state.dice),
        "lying": [" ".join(die) for die in state.lying],
        "ballots": dict(state.ballots),
        "bringing": [" ".join((one, place, *also)) for one, place, also in state.bringing],
        "options": {
            name: state.options[name]
            for name, option in options().items()
            if state.options[name] != option.default
        },
    }
    tables |= {name: value for name, value in named.items() if value}
    if state.ending:
        tables["ending"] = {
            "kind": state.ending.kind,
            "powers": list(state.ending.powers),
            "text": state.ending.text,
        }
    return Document(MappingProxyType(tables), MappingProxyType(_private(state)))


def _private(state: State) -> dict[str, Mapping[str, Any]]:
    """What stays with the referee: wishes, committed cards and armies."""
    found: dict[str, Mapping[str, Any]] = {
        "wishes": {
            name: row for name, one in state.players.items() if (row := _wishes_row(one.wishes))
        },
        "cards": {player: list(cards) for player, cards in state.cards.items()},
        "armies": dump_fields(state.hands),
    }
    return {name: table for name, table in found.items() if table}


def _provinces(state: State) -> dict[str, str]:
    """Each province as `red catholic town`, or `red catholic capital`."""
    rows = {}
    for code, one in state.provinces.items():
        mark = "capital" if one.capital else "town" if one.town else ""
        if one.owner:
            rows[code] = " ".join(word for word in (one.owner, one.religion, mark) if word)
    return rows


def _player_row(one: Player) -> dict[str, Any]:
    row: dict[str, Any] = {"religion": one.religion}
    numbers = {"saints": one.saints, "reformation": one.reformation, "saved": one.saved}
    row |= {name: value for name, value in numbers.items() if value}
    if one.foreign:
        row["foreign"] = {
            "home": one.foreign.home,
            "edge": one.foreign.edge,
            "home_ip": one.foreign.home_ip,
            "roll": one.foreign.roll,
            "trouble": one.foreign.trouble,
        }
    if one.tasks:
        row["tasks"] = list(one.tasks)
    if one.league:
        row["league"] = one.league
    marks = [name for name in FLAGS if getattr(one, name)]
    if marks:
        row["marks"] = marks
    return row


def _principality_row(one: Principality) -> dict[str, Any]:
    row: dict[str, Any] = {"name": one.name}
    if one.influence:
        row["influence"] = dict(one.influence)
    if one.ally:
        row["ally"] = one.ally
    marks = [name for name in ("elector", "drawn", "attacked") if getattr(one, name)]
    if marks:
        row["marks"] = marks
    return row


def _wishes_row(one: Wishes) -> dict[str, Any]:
    row = {
        "concede": list(one.concede),
        "loss": list(one.loss),
        "withdraw": [f"{wish.principality} {wish.when}" for wish in one.withdraw],
        "answers": [" ".join(answer).strip() for answer in one.answers],
        "home": one.home,
        "edge": one.edge,
        "name": one.name,
    }
    return {name: value for name, value in row.items() if value}


def _war_row(war: War) -> dict[str, Any]:
    row: dict[str, Any] = {
        "number": war.number,
        "attacker": war.attacker,
        "defender": war.defender,
        "phase": war.phase,
        "status": war.status,
    }
    if war.could_take:
        row["could_take"] = list(war.could_take)
    if war.winner:
        row["winner"] = war.winner
    return row


def _religious_row(war: ReligiousWar) -> dict[str, Any]:
    row: dict[str, Any] = {"target": war.target, "rotf": war.rotf, "status": war.status}
    named: dict[str, Any] = {
        "dotf": war.dotf,
        "could_take": list(war.could_take),
        "fought": {league: list(electors) for league, electors in war.fought.items()},
        "winner": war.winner,
    }
    return row | {name: value for name, value in named.items() if value}
