"""Games as the package `diplomacy` saves them, made from phases that were really played."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

SEASONS = {"SPRING": "S", "FALL": "F"}
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


def whole_games(path: str | Path) -> Iterator[dict[str, Any]]:
    """The games of a file of cases that begin in 1901 and leave out no season, saved."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for game, cases in groupby(map(json.loads, lines), lambda case: str(case["game"])):
            phases = list(cases)
            if is_whole(phases):
                yield saved_game(game, phases)


def is_whole(cases: list[dict[str, Any]]) -> bool:
    moves = [(one["year"], one["season"]) for one in cases if one["phase"] == "movement"]
    seasons = [(year, season) for year in range(1901, 1990) for season in SEASONS]
    return len(moves) > 4 and moves == seasons[: len(moves)]


def saved_game(name: str, cases: list[dict[str, Any]]) -> dict[str, Any]:
    """A saved game of consecutive cases; it waits for the last of them."""
    phases = [saved_phase(cases[0])]
    for before, case in pairwise(cases):
        if before["season"] == "FALL" and case["season"] == "SPRING":
            phases += missing_winter(before, case)
        phases.append(saved_phase(case))
    phases[-1]["orders"] = dict.fromkeys(POWERS)
    return {"id": name, "map": "standard", "rules": ["NO_PRESS"], "phases": phases}


def missing_winter(fall: dict[str, Any], spring: dict[str, Any]) -> list[dict[str, Any]]:
    """The winter that the file leaves out between two cases, its orders from what came of them."""
    orders = {}
    for power in POWERS:
        before, after = (
            set(one.get(power, ())) for one in (fall["expect"]["after"], spring["units"])
        )
        built = [f"BUILD {unit}" for unit in sorted(after - before)]
        orders[power] = [*built, *(f"REMOVE {unit}" for unit in sorted(before - after))]
    if not any(orders.values()):
        return []
    units, centers = fall["expect"]["after"], spring["centers"]
    winter = {"year": fall["year"], "season": "FALL", "phase": "build"}
    return [saved_phase({**winter, "units": units, "centers": centers, "orders": orders})]


def saved_phase(case: dict[str, Any]) -> dict[str, Any]:
    """A case as a phase: dislodged units have a star, orders the package's own words."""
    season = SEASONS[case["season"]]
    kind = {"movement": "M", "retreat": "R", "build": "A"}[case["phase"]]
    name = f"{'W' if kind == 'A' else season}{case['year']}{kind}"
    units = {power: list(case["units"].get(power, ())) for power in POWERS}
    retreats: dict[str, dict[str, list[str]]] = {power: {} for power in POWERS}
    for power, lost in (case.get("dislodged") or {}).items():
        units[power] += [f"*{unit}" for unit in lost]
        retreats[power] = {unit: case["retreats"][f"{power}: {unit}"] for unit in lost}
    return {
        "name": name,
        "state": {
            "name": name,
            "units": units,
            "retreats": retreats,
            "centers": {power: case["centers"].get(power, []) for power in POWERS},
        },
        "orders": {
            power: [worded(order, kind) for order in case["orders"].get(power, ())]
            for power in POWERS
        },
        "results": {},
        "messages": [],
    }


def worded(order: str, kind: str) -> str:
    """`F TRI R ALB`, `F KIE B`, `A PAR D`, where cases have other words."""
    words = order.split()
    if kind == "R" and words[2] == "-":
        return f"{words[0]} {words[1]} R {words[3]}"
    if kind == "A" and words[0] in ("BUILD", "REMOVE"):
        return f"{words[1]} {words[2]} {'B' if words[0] == 'BUILD' else 'D'}"
    return order
