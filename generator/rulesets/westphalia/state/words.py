"""Names and words in sentences of reports."""

from __future__ import annotations

from typing import Final

from generator.engine.words import count as count
from generator.engine.words import listed as listed
from generator.rulesets.westphalia.data.facts import homes, powers
from generator.rulesets.westphalia.state.state import League, Religion, State, Task

RELIGION: Final[dict[Religion, str]] = {"catholic": "Catholic", "protestant": "Protestant"}
RELIGION_COLORS: Final[dict[Religion, str]] = {"catholic": "#e6c059", "protestant": "#2f5d9b"}
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
    """The name of a player in sentences: "Red"."""
    found = powers().get(player)
    return found.adjective if found else player


def name_of(state: State, power: str) -> str:
    """The name of a player or a principality in sentences."""
    found = state.principalities.get(power)
    return found.name if found else player_name(power)


def home_name(home: str) -> str:
    found = homes().get(home)
    return found.name if found else home


def capital_letter(text: str) -> str:
    return text[:1].upper() + text[1:]
