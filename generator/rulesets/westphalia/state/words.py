"""Names and words in sentences of reports."""

from __future__ import annotations

from typing import Final

from generator.engine.words import count as count
from generator.engine.words import listed as listed
from generator.rulesets.westphalia.data.facts import homes, powers
from generator.rulesets.westphalia.state.state import League, Religion, State, Task

RELIGION: Final[dict[Religion, str]] = {"catholic": "Catholic", "protestant": "Protestant"}
LEAGUES: Final[dict[League, str]] = {
    "": "no League",
    "catholic": "the Catholic League",
    "evangelical": "the Evangelical League",
}
TASKS: Final[dict[Task, str]] = {
    "heresy": "Combat Heresy",
    "diplomacy": "Engage in Diplomacy",
    "war": "Wage War",
}


def player_name(player: str) -> str:
    """What a player is called in sentences: "Red"."""
    found = powers().get(player)
    return found.adjective if found else player


def name_of(state: State, power: str) -> str:
    """What a player or a principality is called in sentences."""
    found = state.principalities.get(power)
    return found.name if found else player_name(power)


def religion_colors(state: State) -> dict[Religion, str]:
    """The color of each religion on maps and charts, as the game has chosen it."""
    return {one: state.option(f"religion_colours.{one}").lower() for one in RELIGION}


def home_name(home: str) -> str:
    found = homes().get(home)
    return found.name if found else home


def capital_letter(text: str) -> str:
    return text[:1].upper() + text[1:]
