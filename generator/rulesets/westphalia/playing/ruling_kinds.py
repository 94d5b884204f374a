"""The kinds of rulings: what each changes of a state, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal

from msgspec.structs import replace

from generator.engine.ruleset import Ending
from generator.engine.rulings import NOTE, NOTE_KIND, RulingKind, ruling_note
from generator.rulesets.westphalia.battle.cards import Cards
from generator.rulesets.westphalia.data.facts import options
from generator.rulesets.westphalia.land.influence import clear, place, reassess
from generator.rulesets.westphalia.land.lands import (
    convert_principality,
    convert_province,
    hand_over,
)
from generator.rulesets.westphalia.record.soundness import flaws_of
from generator.rulesets.westphalia.setup.opening import option_problem
from generator.rulesets.westphalia.state.state import RELIGIONS, State
from generator.rulesets.westphalia.state.words import (
    LEAGUES,
    RELIGION,
    listed,
    name_of,
    player_name,
)
from generator.rulesets.westphalia.turn.ruling_facts import RulingFacts
from generator.rulesets.westphalia.turn.turn import Turn
from generator.rulesets.westphalia.wars.battles import replace_leader
from generator.rulesets.westphalia.wars.fields import (
    Field,
    muster_of,
    with_field,
    with_muster,
)

__all__ = ["KINDS", "with_hand"]


_RULE: Final = "POW-MAIL-8"


def _change_influence(turn: Turn, facts: RulingFacts) -> None:
    player, name = facts.player(turn.state), facts.principality(turn.state)
    number = facts.count("number")
    clear(turn.progress, player, name, _RULE, ruling_note(facts.ruling.number))
    place(turn.progress, player, name, number, _RULE)


def _change_saved(turn: Turn, facts: RulingFacts) -> None:
    player = facts.player(turn.state)
    turn.progress.state = turn.state.with_player(player, saved=facts.count("number"))


def _change_score(turn: Turn, facts: RulingFacts) -> None:
    player, number = facts.player(turn.state), facts.count("number")
    if turn.state.players[player].religion == "catholic":
        turn.progress.state = turn.state.with_player(player, saints=number)
    else:
        turn.progress.state = turn.state.with_player(player, reformation=number)


def _change_religion(turn: Turn, facts: RulingFacts) -> None:
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


def _change_province(turn: Turn, facts: RulingFacts) -> None:
    """A province as by conquest: a principality gives it its religion, and alliances follow."""
    code = facts.one_of("province", tuple(turn.state.provinces))
    before = turn.state.provinces[code].owner
    if "owner" in facts:
        owner = facts.one_of("owner", (*turn.state.players, *turn.state.principalities))
        if turn.state.provinces[code].capital:
            raise facts.refuse(f"{code} is a capital")
        if owner != before:
            hand_over(turn.progress, code, owner, _RULE)
    owner = turn.state.provinces[code].owner
    if "religion" in facts:
        religion = facts.one_of("religion", RELIGIONS)
        if owner in turn.state.principalities and len(turn.state.lands[owner]) > 1:
            _same_religion(turn, facts, owner, religion)
        convert_province(turn.progress, code, religion, _RULE)  # type: ignore[arg-type]
    if "town" in facts:
        turn.progress.state = turn.state.with_province(code, town=facts.flag("town"))
    for name in (before, owner):
        reassess(turn.progress, name)


def _same_religion(turn: Turn, facts: RulingFacts, name: str, religion: str) -> None:
    if turn.state.religion_of(name) != religion:
        shown = name_of(turn.state, name)
        raise facts.refuse(
            f"all of {shown} is of one religion (a ruling of the kind religion with "
            f'power = "{name}" changes it)'
        )


def _change_ally(turn: Turn, facts: RulingFacts) -> None:
    name = facts.principality(turn.state)
    player = facts.one_of("power", ("", *turn.state.seats))
    turn.progress.state = turn.state.with_principality(name, ally=player)


def _change_electors(turn: Turn, facts: RulingFacts) -> None:
    removed, added = facts.texts("remove"), facts.texts("add")
    if len(removed) != len(added):
        raise facts.refuse("as many are added as are removed")
    for name in (*removed, *added):
        if name not in turn.state.principalities:
            raise facts.refuse(f"{name} is not on the map")
    for name in removed:
        turn.progress.state = turn.state.with_principality(name, elector=False)
    for name in added:
        turn.progress.state = turn.state.with_principality(name, elector=True)


def _change_emperor(turn: Turn, facts: RulingFacts) -> None:
    turn.progress.state = replace(
        turn.state, emperor=facts.player(turn.state), emperor_rounds=0, emperor_left=False
    )


def _change_league(turn: Turn, facts: RulingFacts) -> None:
    league = facts.one_of("league", ("", "catholic", "evangelical"))
    turn.progress.state = turn.state.with_player(facts.player(turn.state), league=league)


def _change_name(turn: Turn, facts: RulingFacts) -> None:
    name, title = facts.principality(turn.state), facts.text("name").strip()
    if not title or any(one.name == title for one in turn.state.principalities.values()):
        raise facts.refuse("the name is empty" if not title else f"{title} is a name already")
    turn.progress.state = turn.state.with_principality(name, name=title)


def _change_cancel_war(turn: Turn, facts: RulingFacts) -> None:
    number = facts.count("war", 1)
    war = next((one for one in turn.state.wars if one.number == number), None)
    # A war that was fought is in the hands until its treaty.
    if war is None or not (war.status == "pending" or str(number) in turn.state.hands):
        raise facts.refuse(f"no war {number} waits for its battle or its treaty")
    hands = {key: one for key, one in turn.state.hands.items() if key != str(number)}
    state = turn.state.with_war(number, status="cancelled")
    turn.progress.state = replace(state, hands=MappingProxyType(hands))


def _change_leader(turn: Turn, facts: RulingFacts) -> None:
    """POW-BAT-26: another leader, or "" for the automatic script."""
    number = facts.count("war", 1)
    war = next((one for one in turn.state.wars if one.number == number), None)
    if war is None:
        raise facts.refuse(f"there is no war {number}")
    leader = facts.player(turn.state) if facts.text("power") else ""
    replace_leader(turn.progress, war, leader)


def _change_hand(turn: Turn, facts: RulingFacts) -> None:
    """The cards of one side of a private war, or of a member in the Religious War."""
    power, text = facts.text("power"), facts.text("cards")
    try:
        hand = Cards.of(text.upper())
    except ValueError as error:
        raise facts.refuse(str(error)) from error
    number = facts.count("war", 1) if "war" in facts else 0
    hands = with_hand(turn.state.hands, number, power, hand)
    if hands is None:
        raise facts.refuse(f"{power} has no cards there")
    turn.progress.state = replace(turn.state, hands=hands)


def _change_option(turn: Turn, facts: RulingFacts) -> None:
    name, value = facts.text("option"), facts.ruling.facts["value"]
    problem = option_problem(name, value)
    if not problem and options()[name].opening:
        problem = f"option {name} shapes the opening"
    if problem:
        raise facts.refuse(problem)
    table = MappingProxyType({**turn.state.options, name: value})
    turn.progress.state = replace(turn.state, options=table)
    for principality in tuple(turn.state.principalities) if name == "ally_rule" else ():
        reassess(turn.progress, principality)


def _change_end(turn: Turn, facts: RulingFacts) -> None:
    result, players = facts.ending(turn.state)
    names = listed(map(player_name, players))
    text = f"{names} {'win' if len(players) > 1 else 'wins'} by {ruling_note(facts.ruling.number)}"
    if result == "draw":
        text = f"A draw of {names} by {ruling_note(facts.ruling.number)}"
    elif result == "ended":
        text = f"The game ends by {ruling_note(facts.ruling.number)}"
    turn.progress.state = replace(turn.state, ending=Ending(result, players, text))


# --- what is said of them: of the state before the phase, which has all that they name


def _order_words(state: State, facts: RulingFacts) -> str:
    instead = f", in place of '{facts.text('instead')}'" if "instead" in facts else ""
    return f"'{facts.text('order')}' counts as an order of {_power(state, facts)}{instead}"


def _void_words(state: State, facts: RulingFacts) -> str:
    return f"the order '{facts.text('order')}' of {_power(state, facts)} does not count"


def _redraw_words(state: State, facts: RulingFacts) -> str:
    return f"the lot {facts.text('label')} is drawn anew"


def _result_words(state: State, facts: RulingFacts) -> str:
    return f"the lot {facts.text('label')} shows {facts.count('value')}"


def _influence_words(state: State, facts: RulingFacts) -> str:
    where = name_of(state, facts.text("principality"))
    return f"{_power(state, facts)} has {facts.count('number')} DI in {where}"


def _saved_words(state: State, facts: RulingFacts) -> str:
    return f"{_power(state, facts)} has {facts.count('number')} saved DI"


def _score_words(state: State, facts: RulingFacts) -> str:
    return f"{_power(state, facts)} has {facts.count('number')} Saints or Reformation Points"


def _religion_words(state: State, facts: RulingFacts) -> str:
    return f"{_power(state, facts)} is {_religion_named(facts)}"


def _province_words(state: State, facts: RulingFacts) -> str:
    said = []
    if "owner" in facts:
        said.append(f"belongs to {name_of(state, facts.text('owner'))}")
    if "religion" in facts:
        said.append(f"is {_religion_named(facts)}")
    if "town" in facts:
        said.append("has a town" if facts.ruling.facts["town"] else "has no town")
    return f"{facts.text('province')} {listed(said) or 'stays as it is'}"


def _ally_words(state: State, facts: RulingFacts) -> str:
    name, ally = name_of(state, facts.text("principality")), facts.text("power")
    return f"{name} is the ally of {player_name(ally)}" if ally else f"{name} is unaligned"


def _electors_words(state: State, facts: RulingFacts) -> str:
    removed, added = facts.texts("remove"), facts.texts("add")
    if not removed:
        return "the Electorate stays as it is"
    leave, join = ("leaves", "joins") if len(removed) == 1 else ("leave", "join")
    old = listed(name_of(state, name) for name in removed)
    new = listed(name_of(state, name) for name in added)
    return f"{old} {leave} the Electorate, and {new} {join} it"


def _emperor_words(state: State, facts: RulingFacts) -> str:
    return f"{_power(state, facts)} is Emperor"


def _league_words(state: State, facts: RulingFacts) -> str:
    league = facts.text("league")
    return f"{_power(state, facts)} is in {LEAGUES[league]}"  # type: ignore[index]


def _name_words(state: State, facts: RulingFacts) -> str:
    return f"{name_of(state, facts.text('principality'))} is called {facts.text('name')}"


def _cancel_war_words(state: State, facts: RulingFacts) -> str:
    return f"war {facts.count('war')} is cancelled"


def _leader_words(state: State, facts: RulingFacts) -> str:
    leader = facts.text("power")
    who = player_name(leader) if leader else "the automatic script"
    return f"{who} leads the principality in war {facts.count('war')}"


def _hand_words(state: State, facts: RulingFacts) -> str:
    where = f"war {facts.count('war')}" if "war" in facts else "the Religious War"
    return f"{_power(state, facts)} holds {facts.text('cards').upper()} in {where}"


def _option_words(state: State, facts: RulingFacts) -> str:
    value = facts.ruling.facts["value"]
    shown = str(value).lower() if isinstance(value, bool) else value
    return f"the option {facts.text('option')} is {shown}"


def _end_words(state: State, facts: RulingFacts) -> str:
    result, players = facts.ending(state)
    if result == "ended":
        return "the game is over"
    names = listed(map(player_name, players))
    if result == "draw":
        return f"the game is over, a draw of {names}"
    return f"the game is over, and {names} {'win' if len(players) > 1 else 'wins'}"


def _power(state: State, facts: RulingFacts) -> str:
    return name_of(state, facts.text("power"))


def _religion_named(facts: RulingFacts) -> str:
    return RELIGION[facts.text("religion")]  # type: ignore[index]


def _check_lot(turn: Turn, facts: RulingFacts) -> None:
    facts.text("label")
    for name in ("value", "time"):
        if name in facts:
            facts.count(name, 1)


def _changing(
    needs: tuple[str, ...],
    may: tuple[str, ...],
    when: Literal["before", "after"],
    change: Callable[[Turn, RulingFacts], None],
    words: Callable[[State, RulingFacts], str],
) -> RulingKind:
    """A kind that changes the state, which is sound after it."""

    def apply(turn: Turn, facts: RulingFacts) -> None:
        change(turn, facts)
        flaws = flaws_of(turn.state)
        if flaws:
            raise facts.refuse(flaws[0])

    return RulingKind(needs, may, when, words=words, apply=apply)


KINDS: Final[Mapping[str, RulingKind]] = MappingProxyType(
    {
        "order": RulingKind(("power", "order"), ("instead",), "orders", words=_order_words),
        "void": RulingKind(("power", "order"), (), "orders", words=_void_words),
        "redraw": RulingKind(("label",), ("time",), "during", _check_lot, _redraw_words),
        "result": RulingKind(("label", "value"), (), "during", _check_lot, _result_words),
        "influence": _changing(
            ("power", "principality", "number"), (), "after", _change_influence, _influence_words
        ),
        "saved": _changing(("power", "number"), (), "after", _change_saved, _saved_words),
        "score": _changing(("power", "number"), (), "after", _change_score, _score_words),
        "religion": _changing(
            ("power", "religion"), (), "after", _change_religion, _religion_words
        ),
        "province": _changing(
            ("province",), ("owner", "religion", "town"), "after", _change_province, _province_words
        ),
        "ally": _changing(("principality", "power"), (), "after", _change_ally, _ally_words),
        "electors": _changing(("remove", "add"), (), "after", _change_electors, _electors_words),
        "emperor": _changing(("power",), (), "after", _change_emperor, _emperor_words),
        "league": _changing(("power", "league"), (), "after", _change_league, _league_words),
        "name": _changing(("principality", "name"), (), "after", _change_name, _name_words),
        "cancel-war": _changing(("war",), (), "before", _change_cancel_war, _cancel_war_words),
        "leader": _changing(("war", "power"), (), "before", _change_leader, _leader_words),
        "hand": _changing(("power", "cards"), ("war",), "before", _change_hand, _hand_words),
        "option": _changing(("option", "value"), (), "after", _change_option, _option_words),
        "end": _changing((), ("result", "powers"), "after", _change_end, _end_words),
        "question": RulingKind((), (), "during", words=lambda state, facts: "a question decided"),
        NOTE: NOTE_KIND,
    }
)


def with_hand(
    hands: Mapping[str, Any], war: int, power: str, hand: Cards
) -> Mapping[str, Any] | None:
    """The battles with other cards in one hand. `war` is the number of a private war, 0 for the
    Religious War. None: `power` has no cards there."""
    if war == 0:
        return _in_melee(hands, power, hand)
    field = hands.get(str(war))
    if not isinstance(field, Field) or field.battle is None:
        return None
    armies = list(field.battle.armies)
    for index, side in enumerate(field.sides):
        if side.power == power:
            armies[index] = replace(armies[index], hand=hand)
            battle = replace(field.battle, armies=(armies[0], armies[1]))
            return with_field(hands, replace(field, battle=battle))
    return None


def _in_melee(hands: Mapping[str, Any], power: str, hand: Cards) -> Mapping[str, Any] | None:
    muster = muster_of(hands)
    if muster is None or muster.melee is None or power not in muster.melee.armies:
        return None
    armies = muster.melee.armies
    changed = {**armies, power: replace(armies[power], hand=hand)}
    melee = replace(muster.melee, armies=MappingProxyType(changed))
    return with_muster(hands, replace(muster, melee=melee))
