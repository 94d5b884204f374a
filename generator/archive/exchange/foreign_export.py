"""A game of standard Diplomacy as the package `diplomacy` saves it, with its public part only."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from generator.archive.exchange.foreign import KINDS
from generator.archive.game.game import Game, PhaseRecord, load_game
from generator.engine.errors import GameError
from generator.engine.orders.values import AnyOrder, Build, Move, Remove, Retreat
from generator.engine.phases import Moment
from generator.engine.verdicts import Verdict

_KEYS: Final = {phase: (season, kind) for (season, kind), phase in KINDS.items()}
# The package's words for an order that failed; success has none.
_RESULTS: Final = {"bounce": "bounce", "cut": "cut", "disrupted": "disrupted", "void": "void"}


def export_foreign(folder: Path) -> str:
    """The game as one line of JSON, as `to_saved_game_format` makes it.

    Its orders are those that counted; orders that wait and press are left out. The hash of each
    position is "0": the package computes it when it reads the game. Raises GameError for a game
    of another ruleset, and FileError.
    """
    game = load_game(folder)
    if game.ruleset.id != "standard":
        raise GameError(
            f"{game.slug} is a game of {game.ruleset.title}",
            hint="the package diplomacy only knows standard Diplomacy",
        )
    phases = [
        _phase(record.moment, _tables(game, record.before()), _orders(record), _results(record))
        for record in game.phases
    ]
    tables = _tables(game, game.current_state())
    nothing: dict[str, list[str] | None] = dict.fromkeys(map(str.upper, game.ruleset.powers))
    phases.append(_phase(game.current_moment, tables, nothing, {}))
    ending = game.ending
    if ending is not None:
        phases[-1]["name"] = phases[-1]["state"]["name"] = "COMPLETED"
        shared = ", ".join(power[:3].upper() for power in ending.powers)
        phases[-1]["state"]["note"] = f"Victory by: {shared}"
    rules = ["NO_PRESS", "POWER_CHOICE"]
    for phase in phases:
        phase["state"] |= {"game_id": game.slug, "map": "standard", "rules": rules}
    whole = {"id": game.slug, "map": "standard", "rules": rules, "phases": phases}
    return json.dumps(whole, separators=(",", ":")) + "\n"


def _tables(game: Game, state: Any) -> Mapping[str, Any]:
    return game.ruleset.dump(state).public


def _phase(
    moment: Moment,
    tables: Mapping[str, Any],
    orders: Mapping[str, list[str] | None],
    results: Mapping[str, list[str]],
) -> dict[str, Any]:
    season, kind = _KEYS[moment.phase]
    name = f"{season}{moment.year}{kind}"
    return {
        "name": name,
        "state": {"name": name, **_state(tables)},
        "orders": dict(orders),
        "results": dict(results),
        "messages": [],
    }


def _state(tables: Mapping[str, Any]) -> dict[str, Any]:
    """A position in the package's words: `*A BUD` is dislodged; land shows the power last there."""
    from generator.rulesets.standard import RULESET

    powers = tuple(RULESET.powers)
    retreats: dict[str, dict[str, list[str]]] = {power: {} for power in powers}
    for stranded in tables.get("dislodged", ()):
        if stranded["retreats"]:  # the others are gone at once
            retreats[stranded["power"]][stranded["unit"]] = list(stranded["retreats"])
    units = {p: list(tables["units"].get(p, ())) for p in powers}
    centers = {p: list(tables["centers"].get(p, ())) for p in powers}
    land = tables.get("land", {})
    return {
        "timestamp": 0,
        "zobrist_hash": "0",
        "note": "",
        "units": _by_upper_power(
            {p: [*units[p], *(f"*{unit}" for unit in retreats[p])] for p in powers}
        ),
        "retreats": _by_upper_power(retreats),
        "centers": _by_upper_power(centers),
        "homes": _by_upper_power({p: list(RULESET.facts.homes[p]) for p in powers}),
        "influence": _by_upper_power({p: sorted([*centers[p], *land.get(p, ())]) for p in powers}),
        "civil_disorder": _by_upper_power(dict.fromkeys(powers, 0)),
        "builds": _by_upper_power({p: _builds(tables, units, centers[p], p) for p in powers}),
    }


def _builds(
    tables: Mapping[str, Any], units: Mapping[str, list[str]], owned: list[str], power: str
) -> dict[str, Any]:
    """How many builds a power has (removals below 0), and where."""
    from generator.rulesets.standard import RULESET
    from generator.rulesets.standard.state import kind_of

    if kind_of(RULESET.facts, tables["phase"]) != "build":
        return {"count": 0, "homes": []}
    taken = {unit[2:5] for own in units.values() for unit in own}
    number = len(owned) - len(units[power])
    sites = [code for code in RULESET.facts.homes[power] if code in owned and code not in taken]
    return {"count": min(number, len(sites)), "homes": sites if number > 0 else []}


def _by_upper_power(table: Mapping[str, Any]) -> dict[str, Any]:
    return {power.upper(): value for power, value in table.items()}


def _orders(record: PhaseRecord) -> dict[str, list[str] | None]:
    """The orders that counted, in the package's words, by power."""
    from generator.rulesets.standard import RULESET

    found: dict[str, list[str] | None] = {power.upper(): [] for power in RULESET.powers}
    for verdict in record.resolution().verdicts:
        own = found.get(verdict.power.upper())
        if own is not None and _counted(verdict):
            own.append(_foreign_order(verdict.meant))
    return found


def _counted(verdict: Verdict) -> bool:
    """Whether an order was one: possible, not too many, and not struck by the referee; no vote."""
    struck = verdict.outcome == "void" and verdict.ruling
    possible = verdict.public and verdict.outcome not in ("illegal", "excess") and not struck
    return possible and isinstance(verdict.meant, AnyOrder)


def _results(record: PhaseRecord) -> dict[str, list[str]]:
    """The result of each unit's order; a dislodged unit has that word as well."""
    found: dict[str, list[str]] = {}
    if _KEYS[record.moment.phase][1] != "M":
        return found
    for verdict in record.resolution().verdicts:
        if _counted(verdict):
            found[str(verdict.meant.unit)] = (
                [_RESULTS[verdict.outcome]] if verdict.outcome in _RESULTS else []
            )
    for stranded in record.document().public.get("dislodged", ()):
        found.setdefault(stranded["unit"], []).append("dislodged")
    return found


def _foreign_order(order: AnyOrder) -> str:
    """`F TRI R ALB`, `F KIE B` and `A PAR D` for ours; a long way for an army is marked VIA."""
    from generator.rulesets.standard import RULESET

    if isinstance(order, Build | Remove):
        return f"{order.unit} {'B' if isinstance(order, Build) else 'D'}"
    if isinstance(order, Retreat):
        return f"{order.unit} R {order.to}"
    if isinstance(order, Move) and order.unit.kind == "A" and not order.via:
        near = order.to in RULESET.facts.board.army_from(order.unit.at)
        return str(order if near else replace(order, via=True))
    return str(order)
