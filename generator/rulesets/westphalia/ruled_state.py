"""What rulings change of a state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from generator.engine.ruleset import Ending
from generator.rulesets.westphalia.battle.cards import Cards
from generator.rulesets.westphalia.facts import shapes_opening
from generator.rulesets.westphalia.influence import clear, place, reassess
from generator.rulesets.westphalia.lands import (
    convert_principality,
    convert_province,
    hand_over,
)
from generator.rulesets.westphalia.opening import option_problem
from generator.rulesets.westphalia.ruling_kinds import RulingFacts
from generator.rulesets.westphalia.state import RELIGIONS
from generator.rulesets.westphalia.turn import Turn
from generator.rulesets.westphalia.wars.battles import replace_leader
from generator.rulesets.westphalia.wars.ruled_hands import with_hand
from generator.rulesets.westphalia.words import listed, name_of, player_name

__all__ = ["CHANGES"]

_RULE: Final = "POW-MAIL-8"


def _influence(turn: Turn, facts: RulingFacts) -> None:
    player, name = facts.player(turn.state), facts.principality(turn.state)
    number = facts.count("number")
    clear(turn.progress, player, name, _RULE, facts.named)
    place(turn.progress, player, name, number, _RULE)


def _saved(turn: Turn, facts: RulingFacts) -> None:
    player = facts.player(turn.state)
    turn.progress.state = turn.state.with_player(player, saved=facts.count("number"))


def _score(turn: Turn, facts: RulingFacts) -> None:
    player, number = facts.player(turn.state), facts.count("number")
    if turn.state.players[player].religion == "catholic":
        turn.progress.state = turn.state.with_player(player, saints=number)
    else:
        turn.progress.state = turn.state.with_player(player, reformation=number)


def _religion(turn: Turn, facts: RulingFacts) -> None:
    """The religion of a principality; or the player's, and that of the capital with it, while the
    score stays what it is."""
    power = facts.one_of("power", (*turn.state.seats, *turn.state.principalities))
    religion = facts.one_of("religion", RELIGIONS)
    if power in turn.state.principalities:
        if turn.state.religion_of(power) != religion:
            convert_principality(turn.progress, power, _RULE)
        return
    one = turn.state.players[power]
    saints = one.score if religion == "catholic" else 0
    points = one.score if religion == "protestant" else 0
    turn.progress.state = turn.state.with_player(
        power, religion=religion, saints=saints, reformation=points
    )
    capital = turn.state.capital_of(power)
    if capital:
        convert_province(turn.progress, capital, religion, _RULE)  # type: ignore[arg-type]


def _province(turn: Turn, facts: RulingFacts) -> None:
    """A province as by conquest: a principality gives it its religion, and alliances follow."""
    code = facts.one_of("province", tuple(turn.state.provinces))
    before = turn.state.provinces[code].owner
    if facts.has("owner"):
        owner = facts.one_of("owner", (*turn.state.players, *turn.state.principalities))
        if turn.state.provinces[code].capital:
            facts.refuse(f"{code} is a capital")
        if owner != before:
            hand_over(turn.progress, code, owner, _RULE)
    owner = turn.state.provinces[code].owner
    if facts.has("religion"):
        religion = facts.one_of("religion", RELIGIONS)
        if owner in turn.state.principalities and len(turn.state.lands[owner]) > 1:
            _same_religion(turn, facts, owner, religion)
        convert_province(turn.progress, code, religion, _RULE)  # type: ignore[arg-type]
    if facts.has("town"):
        turn.progress.state = turn.state.with_province(code, town=facts.flag("town"))
    for name in (before, owner):
        reassess(turn.progress, name)


def _same_religion(turn: Turn, facts: RulingFacts, name: str, religion: str) -> None:
    if turn.state.religion_of(name) != religion:
        shown = name_of(turn.state, name)
        facts.refuse(
            f"all of {shown} is of one religion (a ruling of the kind religion with "
            f'power = "{name}" changes it)'
        )


def _ally(turn: Turn, facts: RulingFacts) -> None:
    name = facts.principality(turn.state)
    player = facts.one_of("power", ("", *turn.state.seats))
    turn.progress.state = turn.state.with_principality(name, ally=player)


def _electors(turn: Turn, facts: RulingFacts) -> None:
    removed, added = facts.texts("remove"), facts.texts("add")
    if len(removed) != len(added):
        facts.refuse("as many are added as are removed")
    for name in (*removed, *added):
        if name not in turn.state.principalities:
            facts.refuse(f"{name} is not on the map")
    for name in removed:
        turn.progress.state = turn.state.with_principality(name, elector=False)
    for name in added:
        turn.progress.state = turn.state.with_principality(name, elector=True)


def _emperor(turn: Turn, facts: RulingFacts) -> None:
    turn.progress.state = replace(
        turn.state, emperor=facts.player(turn.state), emperor_rounds=0, emperor_left=False
    )


def _league(turn: Turn, facts: RulingFacts) -> None:
    league = facts.one_of("league", ("", "catholic", "evangelical"))
    turn.progress.state = turn.state.with_player(facts.player(turn.state), league=league)


def _name(turn: Turn, facts: RulingFacts) -> None:
    name, title = facts.principality(turn.state), facts.text("name").strip()
    if not title or any(one.name == title for one in turn.state.principalities.values()):
        facts.refuse("the name is empty" if not title else f"{title} is a name already")
    turn.progress.state = turn.state.with_principality(name, name=title)


def _cancel_war(turn: Turn, facts: RulingFacts) -> None:
    number = facts.count("war", 1)
    war = next((one for one in turn.state.wars if one.number == number), None)
    # A war that was fought is in the hands until its treaty.
    if war is None or not (war.status == "pending" or str(number) in turn.state.hands):
        facts.refuse(f"no war {number} waits for its battle or its treaty")
    hands = {key: one for key, one in turn.state.hands.items() if key != str(number)}
    state = turn.state.with_war(number, status="cancelled")
    turn.progress.state = replace(state, hands=MappingProxyType(hands))


def _leader(turn: Turn, facts: RulingFacts) -> None:
    """POW-BAT-26: another leader, or "" for the automatic script."""
    number = facts.count("war", 1)
    war = next((one for one in turn.state.wars if one.number == number), None)
    if war is None:
        facts.refuse(f"there is no war {number}")
    leader = facts.player(turn.state) if facts.text("power") else ""
    replace_leader(turn.progress, war, leader)


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
    turn.progress.state = replace(turn.state, hands=hands)


def _option(turn: Turn, facts: RulingFacts) -> None:
    name, value = facts.text("option"), facts.value("value")
    problem = option_problem(name, value)
    if not problem and shapes_opening(name):
        problem = f"option {name} shapes the opening"
    if problem:
        facts.refuse(problem)
    table = MappingProxyType({**turn.state.options, name: value})
    turn.progress.state = replace(turn.state, options=table)
    for principality in tuple(turn.state.principalities) if name == "ally_rule" else ():
        reassess(turn.progress, principality)


def _end(turn: Turn, facts: RulingFacts) -> None:
    result, players = facts.ending(turn.state)
    names = listed(map(player_name, players))
    text = f"{names} {'win' if len(players) > 1 else 'wins'} by {facts.named}"
    if result == "draw":
        text = f"A draw of {names} by {facts.named}"
    elif result == "ended":
        text = f"The game ends by {facts.named}"
    turn.progress.state = replace(turn.state, ending=Ending(result, players, text))


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
