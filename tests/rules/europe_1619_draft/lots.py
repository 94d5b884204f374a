"""Phases in which lots are drawn, and what everybody can learn from them."""

from __future__ import annotations

from typing import Any

from generator.engine.chance import Chance
from generator.engine.phases import Resolution, Ruling
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619_draft import RULESET

Played = Resolution[EuropeState]


def draw(state: EuropeState, *rulings: Ruling, seed: str = "seed", **texts: str) -> Played:
    """The phase with these sheets (lines may be separated by semicolons), and with lots."""
    moment = state.moment
    sheets = {power: text.replace("; ", "\n") for power, text in texts.items()}
    book = RULESET.read(state, sheets)
    chance = Chance(seed, f"{moment.year}/{moment.slug}")
    played = RULESET.adjudicate(state, book, rulings, chance)
    document = RULESET.dump(played.state)
    assert RULESET.load(document) == played.state
    return played


def published(played: Played) -> str:
    """All that everybody learns: the state, events and verdicts that are public."""
    said: list[Any] = [dict(RULESET.dump(played.state).public)]
    said += [one for one in played.events if one.public]
    said += [one for one in played.verdicts if one.public]
    return "\n".join(map(str, said))


def told(played: Played, power: str) -> list[str]:
    """What a power alone is told."""
    return [one.text for one in played.events if one.known_to == (power,)]
