"""The kinds of rulings: what each changes of a state, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, TypeVar

from msgspec.structs import replace

from generator.engine import rulings as engine
from generator.engine.ruleset import Ending
from generator.engine.rulings import NOTE, NOTE_KIND, RulingKind, ruling_note
from generator.engine.verdicts import Event
from generator.engine.words import nearest
from generator.rulesets.westphalia.battle.cards import Cards
from generator.rulesets.westphalia.data import event_kinds as kinds
from generator.rulesets.westphalia.data.facts import options
from generator.rulesets.westphalia.land.influence import clear, place, reassess
from generator.rulesets.westphalia.land.lands import (
    convert_principality,
    convert_province,
    hand_over,
)
from generator.rulesets.westphalia.record.document import flaws_of
from generator.rulesets.westphalia.setup.opening import option_problem
from generator.rulesets.westphalia.state.state import RELIGIONS, RESULTS, Religion, Result, State
from generator.rulesets.westphalia.state.words import (
    LEAGUES,
    RELIGION,
    listed,
    name_of,
    player_name,
)
from generator.rulesets.westphalia.turn.turn import Turn
from generator.rulesets.westphalia.wars.battles import replace_leader
from generator.rulesets.westphalia.wars.fields import (
    RELIGIOUS,
    Field,
    Muster,
    keep_field,
    without_field,
)

T = TypeVar("T")

_RULE: Final = "POW-MAIL-8"


class RulingFacts(engine.RulingFacts):
    """The facts of a ruling on a game of Westphalia. RulingError for a wrong one."""

    turn: Turn

    def one_of(self, name: str, known: Iterable[T]) -> T:
        value, names = self.text(name), tuple(known)
        for one in names:
            if one == value:
                return one
        hint = nearest(value, map(str, names), "known")
        raise self.refuse(f"{name} is {value!r}, and that cannot be", name, hint)

    def player(self, name: str = "power") -> str:
        return self.one_of(name, self.turn.state.seats)

    def principality(self) -> str:
        return self.one_of("principality", self.turn.state.principalities)

    def ending(self) -> tuple[Result, tuple[str, ...]]:
        """How the game ends, and who wins or shares the draw: all, where a draw names nobody."""
        seats = self.turn.state.seats
        result = self.one_of("result", RESULTS) if "result" in self else RESULTS[0]
        named = self.texts("powers")
        if result == "draw" and not named:
            named = seats
        players = tuple(seat for seat in seats if seat in named)
        if len(players) != len(named) or (result == "victory" and not players):
            raise self.refuse("powers are players who win")
        if result == "ended" and players:
            raise self.refuse("a game that just ends has no winners")
        return result, players


def _of(event: Event, principality: str) -> bool:
    """Whether an event tells of a principality."""
    return bool(event.data.get("principality") == principality)


def _change_influence(turn: Turn, facts: RulingFacts) -> None:
    player, name = facts.player(), facts.principality()
    number = facts.number("number", least=0)
    told = (kinds.INFLUENCE_PLACED, kinds.INFLUENCE_LOST)
    turn.unsay(*told, where=lambda one: player in one.powers and _of(one, name))
    turn.unsay(kinds.ALLIANCE, where=lambda one: _of(one, name))
    clear(turn, player, name, _RULE, ruling_note(facts.ruling.number))
    place(turn, player, name, number, _RULE)


def _change_saved(turn: Turn, facts: RulingFacts) -> None:
    turn.change_player(facts.player(), saved=facts.number("number", least=0))


def _change_score(turn: Turn, facts: RulingFacts) -> None:
    player, number = facts.player(), facts.number("number", least=0)
    turn.add_score(player, number - turn.state.players[player].score)


def _change_religion(turn: Turn, facts: RulingFacts) -> None:
    """The religion of a principality; or the player's, and that of the capital with it, while the
    score stays what it is."""
    power = facts.one_of("power", (*turn.state.seats, *turn.state.principalities))
    religion = facts.one_of("religion", RELIGIONS)
    if power in turn.state.principalities:
        if turn.state.religion_of(power) != religion:
            turn.unsay(kinds.PRINCIPALITY_CONVERTED, where=lambda one: _of(one, power))
            convert_principality(turn, power, _RULE)
        return
    one = turn.state.players[power]
    if one.religion != religion:
        turn.unsay(kinds.PLAYER_CONVERTED, where=lambda event: power in event.powers)
    saints = one.score if religion == "catholic" else 0
    points = one.score if religion == "protestant" else 0
    turn.change_player(power, religion=religion, saints=saints, reformation=points)
    capital = turn.state.capital_of(power)
    if capital:
        convert_province(turn, capital, religion, _RULE)


def _change_province(turn: Turn, facts: RulingFacts) -> None:
    """A province as by conquest: a principality gives it its religion, and alliances follow."""
    code = facts.one_of("province", turn.state.provinces)
    before = turn.state.provinces[code].owner
    if "owner" in facts:
        owner = facts.one_of("owner", (*turn.state.players, *turn.state.principalities))
        if turn.state.provinces[code].capital:
            raise facts.refuse(f"{code} is a capital")
        if owner != before:
            turn.unsay(kinds.PROVINCE_TAKEN, where=lambda one: code in one.provinces)
            hand_over(turn, code, owner, _RULE)
    owner = turn.state.provinces[code].owner
    if "religion" in facts:
        religion = facts.one_of("religion", RELIGIONS)
        if owner in turn.state.principalities and len(turn.state.lands[owner]) > 1:
            _same_religion(turn, facts, owner, religion)
        if turn.state.provinces[code].religion != religion:
            turn.unsay(kinds.PROVINCE_CONVERTED, where=lambda one: code in one.provinces)
        convert_province(turn, code, religion, _RULE)
    if "town" in facts:
        turn.change_province(code, town=facts.flag("town"))
    for name in (before, owner):
        reassess(turn, name)


def _same_religion(turn: Turn, facts: RulingFacts, name: str, religion: Religion) -> None:
    if turn.state.religion_of(name) != religion:
        shown = name_of(turn.state, name)
        raise facts.refuse(
            f"all of {shown} is of one religion (a ruling of the kind religion with "
            f'power = "{name}" changes it)'
        )


def _change_ally(turn: Turn, facts: RulingFacts) -> None:
    player, name = facts.one_of("power", ("", *turn.state.seats)), facts.principality()
    if turn.state.principalities[name].ally != player:
        turn.unsay(kinds.ALLIANCE, where=lambda one: _of(one, name))
    turn.change_principality(name, ally=player)


def _change_emperor(turn: Turn, facts: RulingFacts) -> None:
    player = facts.player()
    if turn.state.emperor != player:
        turn.unsay(kinds.EMPEROR_ELECTED)
    turn.change(emperor=player, emperor_rounds=0, emperor_left=False)


def _change_league(turn: Turn, facts: RulingFacts) -> None:
    player, league = facts.player(), facts.one_of("league", LEAGUES)
    if turn.state.players[player].league != league:
        told = (kinds.LEAGUE_JOINED, kinds.LEAGUE_LEFT)
        turn.unsay(*told, where=lambda one: player in one.powers)
    turn.change_player(player, league=league)


def _change_electors(turn: Turn, facts: RulingFacts) -> None:
    removed, added = facts.texts("remove"), facts.texts("add")
    if len(removed) != len(added):
        raise facts.refuse("as many are added as are removed")
    for name in (*removed, *added):
        if name not in turn.state.principalities:
            raise facts.refuse(f"{name} is not on the map")
    for name in (*removed, *added):
        turn.change_principality(name, elector=name in added)


def _change_name(turn: Turn, facts: RulingFacts) -> None:
    name, title = facts.principality(), facts.text("name").strip()
    if not title or any(one.name == title for one in turn.state.principalities.values()):
        raise facts.refuse("the name is empty" if not title else f"{title} is a name already")
    turn.change_principality(name, name=title)


def _cancel_war(turn: Turn, facts: RulingFacts) -> None:
    number = facts.number("war", least=1)
    war = next((one for one in turn.state.wars if one.number == number), None)
    # A war that was fought is in the hands until its treaty.
    if war is None or not (war.status == "pending" or str(number) in turn.state.hands):
        raise facts.refuse(f"no war {number} waits for its battle or its treaty")
    turn.change_war(number, status="cancelled")
    turn.change(hands=without_field(turn.state.hands, str(number)))


def _change_leader(turn: Turn, facts: RulingFacts) -> None:
    """POW-BAT-26: another leader, or "" for the automatic script."""
    number = facts.number("war", least=1)
    war = next((one for one in turn.state.wars if one.number == number), None)
    if war is None:
        raise facts.refuse(f"there is no war {number}")
    leader = facts.player() if facts.text("power") else ""
    replace_leader(turn, war, leader)


def _change_hand(turn: Turn, facts: RulingFacts) -> None:
    """The cards of one side of a private war, or of a member in the Religious War."""
    power, text = facts.text("power"), facts.text("cards")
    try:
        hand = Cards.of(text.upper())
    except ValueError as error:
        raise facts.refuse(str(error)) from error
    key = str(facts.number("war", least=1)) if "war" in facts else RELIGIOUS
    field: Field | Muster | None = turn.state.hands.get(key)
    if field is None or power not in field.armies:
        raise facts.refuse(f"{power} has no cards there")
    armies = {**field.armies, power: replace(field.armies[power], hand=hand)}
    keep_field(turn, field.with_armies(armies))


def _change_option(turn: Turn, facts: RulingFacts) -> None:
    name, value = facts.text("option"), facts.ruling.facts["value"]
    problem = option_problem(name, value)
    if not problem and options()[name].opening:
        problem = f"option {name} shapes the opening"
    if problem:
        raise facts.refuse(problem)
    table = MappingProxyType({**turn.state.options, name: value})
    turn.change(options=table)
    for principality in tuple(turn.state.principalities) if name == "ally_rule" else ():
        reassess(turn, principality)


def _end(turn: Turn, facts: RulingFacts) -> None:
    result, players = facts.ending()
    names = listed(map(player_name, players))
    text = f"{names} {'win' if len(players) > 1 else 'wins'} by {ruling_note(facts.ruling.number)}"
    if result == "draw":
        text = f"A draw of {names} by {ruling_note(facts.ruling.number)}"
    elif result == "ended":
        text = f"The game ends by {ruling_note(facts.ruling.number)}"
    turn.unsay(kinds.GAME_OVER, kinds.PEACE_TIE)
    turn.change(ending=Ending(result, players, text))


# --- what is said of them: of the state before the phase, which has all that they name


def _said(form: str) -> Callable[[State, RulingFacts], str]:
    """A sentence with the facts of a ruling in their places."""
    return lambda state, facts: form.format_map(_shown(state, facts))


def _shown(state: State, facts: RulingFacts) -> dict[str, str]:
    """The facts of a ruling as a sentence has them."""
    tables: dict[str, Mapping[Any, str]] = {"religion": RELIGION, "league": LEAGUES}
    found = {}
    for name, value in facts.ruling.facts.items():
        found[name] = str(value).lower() if isinstance(value, bool) else engine.fact_words(value)
        if name in ("power", "owner", "principality"):
            found[name] = name_of(state, value)
        elif name in tables:
            found[name] = tables[name][value]
    return found


def _order_words(state: State, facts: RulingFacts) -> str:
    instead = ", in place of '{instead}'" if "instead" in facts else ""
    return _said(f"'{{order}}' counts as an order of {{power}}{instead}")(state, facts)


def _province_words(state: State, facts: RulingFacts) -> str:
    forms = {
        "owner": "belongs to {owner}",
        "religion": "is {religion}",
        "town": "has a town" if facts.flag("town", False) else "has no town",
    }
    said = listed(form for name, form in forms.items() if name in facts)
    return _said(f"{{province}} {said or 'stays as it is'}")(state, facts)


def _ally_words(state: State, facts: RulingFacts) -> str:
    whose = "the ally of {power}" if facts.text("power") else "unaligned"
    return _said(f"{{principality}} is {whose}")(state, facts)


def _electors_words(state: State, facts: RulingFacts) -> str:
    removed, added = facts.texts("remove"), facts.texts("add")
    if not removed:
        return "the Electorate stays as it is"
    leave, join = ("leaves", "joins") if len(removed) == 1 else ("leave", "join")
    old = listed(name_of(state, name) for name in removed)
    new = listed(name_of(state, name) for name in added)
    return f"{old} {leave} the Electorate, and {new} {join} it"


def _leader_words(state: State, facts: RulingFacts) -> str:
    who = "{power}" if facts.text("power") else "the automatic script"
    return _said(f"{who} leads the principality in war {{war}}")(state, facts)


def _hand_words(state: State, facts: RulingFacts) -> str:
    where = "war {war}" if "war" in facts else "the Religious War"
    return _said(f"{{power}} holds {facts.text('cards').upper()} in {where}")(state, facts)


def _end_words(state: State, facts: RulingFacts) -> str:
    result, players = facts.ending()
    if result == "ended":
        return "the game is over"
    names = listed(map(player_name, players))
    if result == "draw":
        return f"the game is over, a draw of {names}"
    return f"the game is over, and {names} {'win' if len(players) > 1 else 'wins'}"


def _check_lot(turn: Turn, facts: RulingFacts) -> None:
    facts.text("label")
    for name in ("value", "time"):
        if name in facts:
            facts.number(name, least=1)


def _kind(
    change: Callable[[Turn, RulingFacts], None],
    words: Callable[[State, RulingFacts], str],
    *needs: str,
    may: tuple[str, ...] = (),
    when: Literal["before", "after"] = "after",
) -> RulingKind:
    """A kind that changes the state, which is sound after it."""

    def apply(turn: Turn, facts: RulingFacts) -> None:
        change(turn, facts)
        flaws = flaws_of(turn.state)
        if flaws:
            raise facts.refuse(flaws[0])

    return RulingKind(needs, may, when, words=words, apply=apply)


_DI: Final = "{power} has {number} DI in {principality}"
_VOID: Final = "the order '{order}' of {power} does not count"
_SCORE: Final = "{power} has {number} Saints or Reformation Points"
_REDRAW: Final = "the lot {label} is drawn anew"
_RESULT: Final = "the lot {label} shows {value}"

KINDS: Final[Mapping[str, RulingKind]] = {
    "order": RulingKind(("power", "order"), ("instead",), "orders", words=_order_words),
    "void": RulingKind(("power", "order"), (), "orders", words=_said(_VOID)),
    "redraw": RulingKind(("label",), ("time",), "during", _check_lot, _said(_REDRAW)),
    "result": RulingKind(("label", "value"), (), "during", _check_lot, _said(_RESULT)),
    "influence": _kind(_change_influence, _said(_DI), "power", "principality", "number"),
    "saved": _kind(_change_saved, _said("{power} has {number} saved DI"), "power", "number"),
    "score": _kind(_change_score, _said(_SCORE), "power", "number"),
    "religion": _kind(_change_religion, _said("{power} is {religion}"), "power", "religion"),
    "province": _kind(
        _change_province, _province_words, "province", may=("owner", "religion", "town")
    ),
    "ally": _kind(_change_ally, _ally_words, "principality", "power"),
    "electors": _kind(_change_electors, _electors_words, "remove", "add"),
    "emperor": _kind(_change_emperor, _said("{power} is Emperor"), "power"),
    "league": _kind(_change_league, _said("{power} is in {league}"), "power", "league"),
    "name": _kind(_change_name, _said("{principality} is called {name}"), "principality", "name"),
    "cancel-war": _kind(_cancel_war, _said("war {war} is cancelled"), "war", when="before"),
    "leader": _kind(_change_leader, _leader_words, "war", "power", when="before"),
    "hand": _kind(_change_hand, _hand_words, "power", "cards", may=("war",), when="before"),
    "option": _kind(_change_option, _said("the option {option} is {value}"), "option", "value"),
    "end": _kind(_end, _end_words, may=("result", "powers")),
    "question": RulingKind((), (), "during", words=_said("a question decided")),
    NOTE: NOTE_KIND,
}
