"""What rulings change of a state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from generator.engine.ruleset import Ending
from generator.rulesets.westphalia.battle.cards import Cards
from generator.rulesets.westphalia.facts import shapes_opening
from generator.rulesets.westphalia.influence import clear, place, reassess
from generator.rulesets.westphalia.lands import convert_province
from generator.rulesets.westphalia.opening import option_problem
from generator.rulesets.westphalia.ruling_kinds import RulingFacts
from generator.rulesets.westphalia.state import RELIGIONS
from generator.rulesets.westphalia.turn import Turn
from generator.rulesets.westphalia.wars.battles import with_leader
from generator.rulesets.westphalia.wars.ruled_hands import with_hand
from generator.rulesets.westphalia.words import listed, player_name

__all__ = ["CHANGES"]

_RULE: Final = "POW-MAIL-8"


def _influence(turn: Turn, facts: RulingFacts) -> None:
    player, name = facts.player(turn.state), facts.principality(turn.state)
    number = facts.count("number")
    clear(turn.course, player, name, _RULE, facts.named)
    place(turn.course, player, name, number, _RULE)


def _saved(turn: Turn, facts: RulingFacts) -> None:
    player = facts.player(turn.state)
    turn.course.state = turn.state.with_player(player, saved=facts.count("number"))


def _score(turn: Turn, facts: RulingFacts) -> None:
    player, number = facts.player(turn.state), facts.count("number")
    if turn.state.players[player].religion == "catholic":
        turn.course.state = turn.state.with_player(player, saints=number)
    else:
        turn.course.state = turn.state.with_player(player, reformation=number)


def _religion(turn: Turn, facts: RulingFacts) -> None:
    """The player's religion, and that of the capital with it; the score stays what it is."""
    player = facts.player(turn.state)
    religion = facts.one_of("religion", RELIGIONS)
    one = turn.state.players[player]
    saints = one.score if religion == "catholic" else 0
    points = one.score if religion == "protestant" else 0
    turn.course.state = turn.state.with_player(
        player, religion=religion, saints=saints, reformation=points
    )
    capital = turn.state.capital_of(player)
    if capital:
        convert_province(turn.course, capital, religion, _RULE)  # type: ignore[arg-type]


def _province(turn: Turn, facts: RulingFacts) -> None:
    code = facts.one_of("province", tuple(turn.state.provinces))
    changes: dict[str, Any] = {}
    if facts.has("owner"):
        known = (*turn.state.players, *turn.state.principalities)
        changes["owner"] = facts.one_of("owner", known)
        if turn.state.provinces[code].capital:
            facts.refuse(f"{code} is a capital")
    if facts.has("religion"):
        changes["religion"] = facts.one_of("religion", RELIGIONS)
    if facts.has("town"):
        changes["town"] = bool(facts.value("town"))
    turn.course.state = turn.state.with_province(code, **changes)


def _ally(turn: Turn, facts: RulingFacts) -> None:
    name = facts.principality(turn.state)
    player = facts.one_of("power", ("", *turn.state.seats))
    turn.course.state = turn.state.with_principality(name, ally=player)


def _electors(turn: Turn, facts: RulingFacts) -> None:
    removed, added = facts.texts("remove"), facts.texts("add")
    if len(removed) != len(added):
        facts.refuse("as many are added as are removed")
    for name in (*removed, *added):
        if name not in turn.state.principalities:
            facts.refuse(f"{name} is not on the map")
    for name in removed:
        turn.course.state = turn.state.with_principality(name, elector=False)
    for name in added:
        turn.course.state = turn.state.with_principality(name, elector=True)


def _emperor(turn: Turn, facts: RulingFacts) -> None:
    turn.course.state = replace(
        turn.state, emperor=facts.player(turn.state), emperor_rounds=0, emperor_left=False
    )


def _league(turn: Turn, facts: RulingFacts) -> None:
    league = facts.one_of("league", ("", "catholic", "evangelical"))
    turn.course.state = turn.state.with_player(facts.player(turn.state), league=league)


def _name(turn: Turn, facts: RulingFacts) -> None:
    name = facts.principality(turn.state)
    turn.course.state = turn.state.with_principality(name, name=facts.text("name"))


def _cancel_war(turn: Turn, facts: RulingFacts) -> None:
    number = facts.count("war", 1)
    war = next((one for one in turn.state.wars if one.number == number), None)
    if war is None or war.status != "pending":
        facts.refuse(f"no war {number} waits for its battle")
    hands = {key: one for key, one in turn.state.hands.items() if key != str(number)}
    state = turn.state.with_war(number, status="cancelled")
    turn.course.state = replace(state, hands=MappingProxyType(hands))


def _leader(turn: Turn, facts: RulingFacts) -> None:
    """POW-BAT-26: another leader, or "" for the automatic script."""
    number = facts.count("war", 1)
    war = next((one for one in turn.state.wars if one.number == number), None)
    if war is None:
        facts.refuse(f"there is no war {number}")
    leader = facts.one_of("power", ("", *turn.state.seats))
    turn.course.state = with_leader(turn.state, war, leader)


def _hand(turn: Turn, facts: RulingFacts) -> None:
    """The cards of one side of a private war, or of a member in the Religious War."""
    power, text = facts.text("power"), facts.text("cards")
    try:
        hand = Cards.of(text.upper())
    except ValueError as error:
        facts.refuse(str(error))
    number = facts.count("war", 1) if facts.has("war") else 0
    hands = with_hand(turn.state.hands, number, power, hand)
    if hands is None:
        facts.refuse(f"{power} has no cards there")
    turn.course.state = replace(turn.state, hands=hands)


def _option(turn: Turn, facts: RulingFacts) -> None:
    name, value = facts.text("option"), facts.value("value")
    problem = option_problem(name, value)
    if not problem and shapes_opening(name):
        problem = f"option {name} shapes the opening"
    if problem:
        facts.refuse(problem)
    table = MappingProxyType({**turn.state.options, name: value})
    turn.course.state = replace(turn.state, options=table)
    for principality in tuple(turn.state.principalities) if name == "ally_rule" else ():
        reassess(turn.course, principality)


def _end(turn: Turn, facts: RulingFacts) -> None:
    named = facts.texts("powers")
    winners = tuple(player for player in turn.state.seats if player in named)
    if len(winners) != len(named) or not winners:
        facts.refuse("powers are players who win")
    names = listed(map(player_name, winners))
    text = f"{names} {'win' if len(winners) > 1 else 'wins'} by {facts.named}"
    turn.course.state = replace(turn.state, ending=Ending("victory", winners, text))


CHANGES: Final[Mapping[str, Callable[[Turn, RulingFacts], None]]] = MappingProxyType(
    {
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
    }
)
