"""Wild order sheets: readable, mostly legal or nearly so, and different in every game."""

from __future__ import annotations

import random

from generator.rulesets.westphalia.data.board import EDGES
from generator.rulesets.westphalia.data.facts import homes
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.year.course import kind_of


def write_sheet(state: State, player: str, rng: random.Random) -> str:
    """What a player without any plan might order."""
    kind = kind_of(state)
    lands = list(state.principalities) or ["hesse"]
    places = list(state.provinces)
    others = [seat for seat in state.seats if seat != player]
    pick = rng.choice
    lines: list[str] = []
    if kind in ("choice", "game"):
        roles = ("LEAD", "FOLLOW")
        lines += [f"DILEMMA {role} {pick(['cooperate', 'compete'])}" for role in roles]
    if kind == "choice":
        lines.append("CHOOSE " + " ".join(rng.sample(["heresy", "diplomacy", "war"], 2)))
    if kind in ("choice", "conversion"):
        lines.append(pick(["CONVERT", "STAY", "STAY"]))
    if kind == "faith" and rng.random() < 0.7:
        lines += [f"FAITH {pick(lands + places)} x{rng.randint(1, 3)}" for _ in range(3)]
    if kind in ("diplomacy", "actions"):
        lines += [f"INFLUENCE {pick(lands)} {rng.randint(1, 3)}" for _ in range(3)]
        own = state.lands[player] or tuple(places)
        lines += [f"GIFT {pick(own)} TO {pick(lands)}", f"RELEASE {pick(own)}"]
        lines.append("LEAGUE " + pick(["catholic", "evangelical"]))
    if kind in ("diplomacy", "declarations"):
        lines += [f"WAR {pick(others + lands)}" for _ in range(3)]
        lines += [f"RELIGIOUSWAR {pick(lands)}" for _ in range(6)]
        lines.append(f"WITHDRAW {pick(lands)} IF {pick(['attacked', 'target'])}")
    swaps = ("battles", "swaps", "religious-war", "religious-swaps")
    if kind in (*swaps, "treaties", "religious-treaties"):
        for enemy in (*others, *lands, "religious"):
            if rng.random() < 0.4:
                lines.append(f"TREATY {enemy} TAKE {pick(places)} {pick(places)}")
                lines.append(f"TREATY {enemy} VASSALIZE {pick(places)}")
                lines.append(f"TREATY {enemy} ALLY {pick(lands)} TAKE {pick(places)}")
    if kind in ("battles", "religious-war") and state.round % 3 == 0:
        lines.append("REQUEST initiative")
    if kind in (*swaps, "scripts", "religious-scripts"):
        lines.append(f"BATTLE vs:default swap:C policy:{pick(['most', 'least'])} call:4")
    if kind in ("religious-war", "religious-treaties"):
        lines.append(f"ELECTORS REMOVE {pick(lands)} ADD {pick(lands)}")
    if kind in ("battle-round", "melee-round"):
        lines += [f"PLAY {pick('PMC')}", pick(["CALL M M", "NOCALL"])]
    if kind == "leagues":
        lines.append("LEAGUE " + pick(["catholic", "evangelical", "none"]))
    if kind in ("election", "closing", "first-election", "ballot"):
        lines += [f"VOTE {name} {pick(state.seats)}" for name in state.electors]
    if kind in ("election", "tradeoffs") and rng.random() < 0.1:
        lines.append("REQUEST initiative")
    if kind in ("election", "tradeoffs", "leaving", "closing"):
        lines.append(f"LOSS saved > {pick(lands)}")
        if rng.random() < 0.3:
            lines.append(f"FOREIGN {pick(list(homes()))} EDGE {pick(EDGES)}")
    if kind == "influence":
        lines.append(f"SETUP influence {pick(lands)} 2, {pick(lands)} 1")
    if kind == "provinces":
        lines.append("SETUP provinces " + " ".join(rng.sample(places, 4)))
    return "\n".join(lines)
