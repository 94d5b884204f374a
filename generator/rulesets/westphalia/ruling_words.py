"""Rulings as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from generator.engine.rulings import NOTE, note_text
from generator.rulesets.westphalia.ruling_kinds import KINDS, RulingFacts
from generator.rulesets.westphalia.state import State
from generator.rulesets.westphalia.words import LEAGUES, RELIGION, listed, name_of, player_name

__all__ = ["ruling_words"]


def ruling_words(state: State, kind: str, facts: RulingFacts) -> str:
    """What a ruling says, without its reason. `state` is the one before the phase, in which all
    that it names is still on the map."""
    words = _WORDS.get(kind)
    return words(state, facts) if words else KINDS[kind].title


def _order(state: State, facts: RulingFacts) -> str:
    instead = f", in place of '{facts.text('instead')}'" if facts.has("instead") else ""
    return f"'{facts.text('order')}' counts as an order of {_power(state, facts)}{instead}"


def _void(state: State, facts: RulingFacts) -> str:
    return f"the order '{facts.text('order')}' of {_power(state, facts)} does not count"


def _redraw(state: State, facts: RulingFacts) -> str:
    return f"the lot {facts.text('label')} is drawn anew"


def _result(state: State, facts: RulingFacts) -> str:
    return f"the lot {facts.text('label')} shows {facts.count('value')}"


def _influence(state: State, facts: RulingFacts) -> str:
    where = name_of(state, facts.text("principality"))
    return f"{_power(state, facts)} has {facts.count('number')} DI in {where}"


def _saved(state: State, facts: RulingFacts) -> str:
    return f"{_power(state, facts)} has {facts.count('number')} saved DI"


def _score(state: State, facts: RulingFacts) -> str:
    return f"{_power(state, facts)} has {facts.count('number')} Saints or Reformation Points"


def _religion(state: State, facts: RulingFacts) -> str:
    return f"{_power(state, facts)} is {_faith(facts)}"


def _province(state: State, facts: RulingFacts) -> str:
    said = []
    if facts.has("owner"):
        said.append(f"belongs to {name_of(state, facts.text('owner'))}")
    if facts.has("religion"):
        said.append(f"is {_faith(facts)}")
    if facts.has("town"):
        said.append("has a town" if facts.value("town") else "has no town")
    return f"{facts.text('province')} {listed(said) or 'stays as it is'}"


def _ally(state: State, facts: RulingFacts) -> str:
    name, ally = name_of(state, facts.text("principality")), facts.text("power")
    return f"{name} is the ally of {player_name(ally)}" if ally else f"{name} is unaligned"


def _electors(state: State, facts: RulingFacts) -> str:
    removed, added = facts.texts("remove"), facts.texts("add")
    if not removed:
        return "the Electorate stays as it is"
    leave, join = ("leaves", "joins") if len(removed) == 1 else ("leave", "join")
    old = listed(name_of(state, name) for name in removed)
    new = listed(name_of(state, name) for name in added)
    return f"{old} {leave} the Electorate, and {new} {join} it"


def _emperor(state: State, facts: RulingFacts) -> str:
    return f"{_power(state, facts)} is Emperor"


def _league(state: State, facts: RulingFacts) -> str:
    league = facts.text("league")
    return f"{_power(state, facts)} is in {LEAGUES[league]}"  # type: ignore[index]


def _name(state: State, facts: RulingFacts) -> str:
    return f"{name_of(state, facts.text('principality'))} is called {facts.text('name')}"


def _cancel_war(state: State, facts: RulingFacts) -> str:
    return f"war {facts.count('war')} is cancelled"


def _leader(state: State, facts: RulingFacts) -> str:
    leader = facts.text("power")
    who = player_name(leader) if leader else "the automatic script"
    return f"{who} leads the principality in war {facts.count('war')}"


def _hand(state: State, facts: RulingFacts) -> str:
    where = f"war {facts.count('war')}" if facts.has("war") else "the Religious War"
    return f"{_power(state, facts)} holds {facts.text('cards').upper()} in {where}"


def _option(state: State, facts: RulingFacts) -> str:
    value = facts.value("value")
    shown = str(value).lower() if isinstance(value, bool) else value
    return f"the option {facts.text('option')} is {shown}"


def _end(state: State, facts: RulingFacts) -> str:
    result, players = facts.ending(state)
    if result == "ended":
        return "the game is over"
    names = listed(map(player_name, players))
    if result == "draw":
        return f"the game is over, a draw of {names}"
    return f"the game is over, and {names} {'win' if len(players) > 1 else 'wins'}"


def _power(state: State, facts: RulingFacts) -> str:
    return name_of(state, facts.text("power"))


def _faith(facts: RulingFacts) -> str:
    return RELIGION[facts.text("religion")]  # type: ignore[index]


_WORDS: Final[Mapping[str, Callable[[State, RulingFacts], str]]] = MappingProxyType(
    {
        "order": _order,
        "void": _void,
        "redraw": _redraw,
        "result": _result,
        "influence": _influence,
        "saved": _saved,
        "score": _score,
        "religion": _religion,
        "province": _province,
        "ally": _ally,
        "electors": _electors,
        "emperor": _emperor,
        "league": _league,
        "name": _name,
        "cancel-war": _cancel_war,
        "leader": _leader,
        "hand": _hand,
        "option": _option,
        "end": _end,
        NOTE: lambda state, facts: note_text(facts.ruling),
    }
)
