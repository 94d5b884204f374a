"""The kinds of rulings: the changes that each makes to a state, and the sentence about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Final

from msgspec.structs import replace

from generator.engine.rulebook import options_problems
from generator.engine.ruleset import Ending
from generator.engine.rulings import NOTE, Kinds, Note, RulingKind, fact_words, ruling_note
from generator.engine.typed import Count, Named, Positive
from generator.engine.verdicts import Event
from generator.rulesets.westphalia.battle.army import Cards
from generator.rulesets.westphalia.data import event_kinds as kinds
from generator.rulesets.westphalia.data.facts import options
from generator.rulesets.westphalia.document import flaws_of
from generator.rulesets.westphalia.land.influence import clear, place, reassess
from generator.rulesets.westphalia.land.lands import (
    convert_principality,
    convert_province,
    hand_over,
)
from generator.rulesets.westphalia.state.state import RESULTS, Religion, Result, State, War
from generator.rulesets.westphalia.state.words import (
    LEAGUES,
    RELIGION,
    listed,
    name_of,
    player_name,
)
from generator.rulesets.westphalia.turn import Turn
from generator.rulesets.westphalia.wars.battles import replace_leader
from generator.rulesets.westphalia.wars.fields import (
    RELIGIOUS,
    Field,
    Muster,
    keep_field,
    without_field,
)

_RULE: Final = "POW-MAIL-8"


def _players(turn: Turn) -> Mapping[str, Any]:
    return dict.fromkeys(turn.state.seats)


Player = Annotated[str, Named(_players, "player")]
Principality = Annotated[str, Named(lambda turn: turn.state.principalities, "principality")]
Nobody = Annotated[str, Named(lambda turn: {"": None, **_players(turn)}, "player")]
"""A player, or "" for none."""
Owner = Annotated[str, Named(lambda turn: {**turn.state.players, **turn.state.principalities})]
Province = Annotated[str, Named(lambda turn: turn.state.provinces, "province")]
OfLeague = Annotated[str, Named(lambda turn: LEAGUES, "league")]


class WestphaliaRuling(RulingKind, frozen=True):
    """A ruling on a game. `form` is what is said of it, with its facts in their places: of the
    state before the phase, which has all that they name."""

    form: ClassVar[str] = ""

    def words(self, state: State) -> str:
        return self.form.format_map(self.shown(state))

    def shown(self, state: State) -> dict[str, str]:
        """The facts as a sentence has them."""
        tables: dict[str, Mapping[Any, str]] = {"religion": RELIGION, "league": LEAGUES}
        found = {}
        for name, value in self.ruling.facts.items():
            found[name] = str(value).lower() if isinstance(value, bool) else fact_words(value)
            if name in ("power", "owner", "principality"):
                found[name] = name_of(state, value)
            elif name in tables:
                found[name] = tables[name][value]
        return found


class ChangeRuling(WestphaliaRuling, frozen=True):
    """A ruling that changes the state, which is sound after it."""

    def apply(self, turn: Turn) -> None:
        self.change(turn)
        flaws = flaws_of(turn.state)
        if flaws:
            raise self.refuse(flaws[0])

    def change(self, turn: Turn) -> None:
        raise NotImplementedError


def _of(event: Event, principality: str) -> bool:
    """Whether an event is about a principality."""
    return bool(event.data.get("principality") == principality)


# --- orders, lots and questions


class OrderRuling(WestphaliaRuling, frozen=True):
    """an order given: gives a player an order, in place of another or in addition"""

    point = "orders"
    power: Player
    order: str
    instead: str | None = None

    def words(self, state: State) -> str:
        instead = "" if self.instead is None else f", in place of '{self.instead}'"
        return f"'{self.order}' counts as an order of {name_of(state, self.power)}{instead}"


class VoidRuling(WestphaliaRuling, frozen=True):
    """an order made void: takes an order out of play"""

    point = "orders"
    form = "the order '{order}' of {power} does not count"
    power: Player
    order: str


class LotRuling(WestphaliaRuling, frozen=True):
    """A ruling on a lot."""

    point = "during"
    label: str


class RedrawRuling(LotRuling, frozen=True):
    """a lot drawn again: draws a lot again"""

    form = "the lot {label} is drawn anew"
    time: Positive = 1


class ResultRuling(LotRuling, frozen=True):
    """a die thrown by hand: sets the result of a die"""

    form = "the lot {label} shows {value}"
    value: Positive


class QuestionRuling(WestphaliaRuling, frozen=True):
    """a question decided: answers a question that no rule decides"""

    point = "during"
    form = "a question decided"


# --- what players have


class InfluenceRuling(ChangeRuling, frozen=True):
    """influence: sets a player's Influence in a principality"""

    form = "{power} has {number} DI in {principality}"
    power: Player
    principality: Principality
    number: Count

    def change(self, turn: Turn) -> None:
        player, name = self.power, self.principality
        told = (kinds.INFLUENCE_PLACED, kinds.INFLUENCE_LOST)
        turn.unsay(*told, where=lambda one: player in one.powers and _of(one, name))
        turn.unsay(kinds.ALLIANCE, where=lambda one: _of(one, name))
        clear(turn, player, name, _RULE, ruling_note(self.ruling.number))
        place(turn, player, name, self.number, _RULE)


class SavedRuling(ChangeRuling, frozen=True):
    """saved influence: sets a player's saved Influence"""

    form = "{power} has {number} saved DI"
    power: Player
    number: Count

    def change(self, turn: Turn) -> None:
        turn.change_player(self.power, saved=self.number)


class ScoreRuling(ChangeRuling, frozen=True):
    """Saints or points: sets a player's Saints or Reformation Points"""

    form = "{power} has {number} Saints or Reformation Points"
    power: Player
    number: Count

    def change(self, turn: Turn) -> None:
        turn.add_score(self.power, self.number - turn.state.players[self.power].score)


class ReligionRuling(ChangeRuling, frozen=True):
    """a religion: sets the religion of a player or a principality"""

    form = "{power} is {religion}"
    power: Owner
    religion: Religion

    def change(self, turn: Turn) -> None:
        """The religion of a principality; or the player's, and that of the capital with it, while
        the score stays what it is."""
        power, religion = self.power, self.religion
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


class LeagueRuling(ChangeRuling, frozen=True):
    """a League: puts a player into a League or out of it"""

    form = "{power} is in {league}"
    power: Player
    league: OfLeague

    def change(self, turn: Turn) -> None:
        if turn.state.players[self.power].league != self.league:
            told = (kinds.LEAGUE_JOINED, kinds.LEAGUE_LEFT)
            turn.unsay(*told, where=lambda one: self.power in one.powers)
        turn.change_player(self.power, league=self.league)


# --- lands and principalities


class ProvinceRuling(ChangeRuling, frozen=True):
    """a province: sets the owner and the religion of a province, and whether it has a town"""

    province: Province
    owner: Owner | None = None
    religion: Religion | None = None
    town: bool | None = None

    def words(self, state: State) -> str:
        shown = self.shown(state)
        said = []
        if self.owner is not None:
            said.append(f"belongs to {shown['owner']}")
        if self.religion is not None:
            said.append(f"is {shown['religion']}")
        if self.town is not None:
            said.append("has a town" if self.town else "has no town")
        return f"{self.province} {listed(said) or 'stays as it is'}"

    def change(self, turn: Turn) -> None:
        """As by conquest: a principality gives a province its religion, and alliances follow."""
        code = self.province
        before = turn.state.provinces[code].owner
        if self.owner is not None:
            if turn.state.provinces[code].capital:
                raise self.refuse(f"{code} is a capital")
            if self.owner != before:
                turn.unsay(kinds.PROVINCE_TAKEN, where=lambda one: code in one.provinces)
                hand_over(turn, code, self.owner, _RULE)
        owner = turn.state.provinces[code].owner
        if self.religion is not None:
            if owner in turn.state.principalities and len(turn.state.lands[owner]) > 1:
                self.same_religion(turn, owner)
            if turn.state.provinces[code].religion != self.religion:
                turn.unsay(kinds.PROVINCE_CONVERTED, where=lambda one: code in one.provinces)
            convert_province(turn, code, self.religion, _RULE)
        if self.town is not None:
            turn.change_province(code, town=self.town)
        for name in (before, owner):
            reassess(turn, name)

    def same_religion(self, turn: Turn, name: str) -> None:
        if turn.state.religion_of(name) != self.religion:
            raise self.refuse(
                f"all of {name_of(turn.state, name)} is of one religion (a ruling of the kind "
                f'religion with power = "{name}" changes it)'
            )


class AllyRuling(ChangeRuling, frozen=True):
    """an alliance: sets the player with whom a principality is allied"""

    principality: Principality
    power: Nobody

    def words(self, state: State) -> str:
        shown = self.shown(state)
        whose = f"the ally of {shown['power']}" if self.power else "unaligned"
        return f"{shown['principality']} is {whose}"

    def change(self, turn: Turn) -> None:
        if turn.state.principalities[self.principality].ally != self.power:
            turn.unsay(kinds.ALLIANCE, where=lambda one: _of(one, self.principality))
        turn.change_principality(self.principality, ally=self.power)


class ElectorsRuling(ChangeRuling, frozen=True):
    """Electors exchanged: exchanges Electors"""

    remove: tuple[Principality, ...]
    add: tuple[Principality, ...]

    def words(self, state: State) -> str:
        if not self.remove:
            return "the Electorate stays as it is"
        leave, join = ("leaves", "joins") if len(self.remove) == 1 else ("leave", "join")
        old = listed(name_of(state, name) for name in self.remove)
        new = listed(name_of(state, name) for name in self.add)
        return f"{old} {leave} the Electorate, and {new} {join} it"

    def change(self, turn: Turn) -> None:
        if len(self.remove) != len(self.add):
            raise self.refuse("as many are added as are removed")
        for name in (*self.remove, *self.add):
            turn.change_principality(name, elector=name in self.add)


class EmperorRuling(ChangeRuling, frozen=True):
    """the Emperor: appoints the Emperor"""

    form = "{power} is Emperor"
    power: Player

    def change(self, turn: Turn) -> None:
        if turn.state.emperor != self.power:
            turn.unsay(kinds.EMPEROR_ELECTED)
        turn.change(emperor=self.power, emperor_rounds=0, emperor_left=False)


class NameRuling(ChangeRuling, frozen=True):
    """a name: gives a principality its name"""

    form = "{principality} is called {name}"
    principality: Principality
    name: str

    def change(self, turn: Turn) -> None:
        title = self.name.strip()
        if not title or any(one.name == title for one in turn.state.principalities.values()):
            raise self.refuse("the name is empty" if not title else f"{title} is a name already")
        turn.change_principality(self.principality, name=title)


# --- wars


class _War(ChangeRuling, frozen=True):
    point = "before"
    war: Positive

    def found(self, turn: Turn) -> War | None:
        return next((one for one in turn.state.wars if one.number == self.war), None)


class CancelWarRuling(_War, frozen=True):
    """a war cancelled: cancels a war"""

    form = "war {war} is cancelled"

    def change(self, turn: Turn) -> None:
        war, key = self.found(turn), str(self.war)
        # A war that was fought is in the hands until its treaty.
        if war is None or not (war.status == "pending" or key in turn.state.hands):
            raise self.refuse(f"no war {self.war} waits for its battle or its treaty")
        turn.change_war(self.war, status="cancelled")
        turn.change(hands=without_field(turn.state.hands, key))


class LeaderRuling(_War, frozen=True):
    """the leader of a principality: appoints the player who leads a principality in a war, or
    leaves it to the automatic script"""

    power: Nobody

    def words(self, state: State) -> str:
        who = name_of(state, self.power) if self.power else "the automatic script"
        return f"{who} leads the principality in war {self.war}"

    def change(self, turn: Turn) -> None:
        """POW-BAT-26: another leader, or "" for the automatic script."""
        war = self.found(turn)
        if war is None:
            raise self.refuse(f"there is no war {self.war}")
        replace_leader(turn, war, self.power)


class HandRuling(ChangeRuling, frozen=True):
    """cards dealt by hand: sets the cards of a side"""

    point = "before"
    power: str
    cards: str
    war: Positive | None = None

    def words(self, state: State) -> str:
        where = "the Religious War" if self.war is None else f"war {self.war}"
        return f"{name_of(state, self.power)} holds {self.cards.upper()} in {where}"

    def change(self, turn: Turn) -> None:
        """The cards of one side of a private war, or of a member in the Religious War."""
        power = self.power
        try:
            hand = Cards.of(self.cards.upper())
        except ValueError as error:
            raise self.refuse(str(error)) from error
        key = RELIGIOUS if self.war is None else str(self.war)
        field: Field | Muster | None = turn.state.hands.get(key)
        if field is None or power not in field.armies:
            raise self.refuse(f"{power} has no cards there")
        armies = {**field.armies, power: replace(field.armies[power], hand=hand)}
        keep_field(turn, field.with_armies(armies))


# --- the game


class OptionRuling(ChangeRuling, frozen=True):
    """an option changed: changes an option of the game"""

    form = "the option {option} is {value}"
    option: str
    value: Any

    def change(self, turn: Turn) -> None:
        problem = "; ".join(options_problems(options(), {self.option: self.value}))
        if not problem and options()[self.option].opening:
            problem = f"option {self.option} shapes the opening"
        if problem:
            raise self.refuse(problem)
        turn.change(options=MappingProxyType({**turn.state.options, self.option: self.value}))
        for name in tuple(turn.state.principalities) if self.option == "ally_rule" else ():
            reassess(turn, name)


class EndRuling(ChangeRuling, frozen=True):
    """the end: ends the game"""

    result: Result = RESULTS[0]
    powers: tuple[Player, ...] = ()

    def winners(self, seats: Iterable[str]) -> tuple[str, ...]:
        """The players who win or share the draw; all players share a draw that lists none."""
        shared = self.result == "draw" and not self.powers
        winners = tuple(seat for seat in seats if shared or seat in self.powers)
        if self.result == "victory" and not winners:
            raise self.refuse("powers are players who win")
        if self.result == "ended" and winners:
            raise self.refuse("a game that just ends has no winners")
        return winners

    def words(self, state: State) -> str:
        players = self.winners(state.seats)
        if self.result == "ended":
            return "the game is over"
        names = listed(map(player_name, players))
        if self.result == "draw":
            return f"the game is over, a draw of {names}"
        return f"the game is over, and {names} {'win' if len(players) > 1 else 'wins'}"

    def change(self, turn: Turn) -> None:
        players, note = self.winners(turn.state.seats), ruling_note(self.ruling.number)
        names = listed(map(player_name, players))
        text = f"{names} {'win' if len(players) > 1 else 'wins'} by {note}"
        if self.result == "draw":
            text = f"A draw of {names} by {note}"
        elif self.result == "ended":
            text = f"The game ends by {note}"
        turn.unsay(kinds.GAME_OVER, kinds.PEACE_TIE)
        turn.change(ending=Ending(self.result, players, text))


KINDS: Final[Kinds] = MappingProxyType(
    {
        "order": OrderRuling,
        "void": VoidRuling,
        "redraw": RedrawRuling,
        "result": ResultRuling,
        "influence": InfluenceRuling,
        "saved": SavedRuling,
        "score": ScoreRuling,
        "religion": ReligionRuling,
        "province": ProvinceRuling,
        "ally": AllyRuling,
        "electors": ElectorsRuling,
        "emperor": EmperorRuling,
        "league": LeagueRuling,
        "name": NameRuling,
        "cancel-war": CancelWarRuling,
        "leader": LeaderRuling,
        "hand": HandRuling,
        "option": OptionRuling,
        "question": QuestionRuling,
        "end": EndRuling,
        NOTE: Note,
    }
)
