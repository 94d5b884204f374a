"""The orders of players, as values. `str` gives the notation that is read back, declared beside the
fields.

    str(Release("C5", "ulm"))    "RELEASE C5 AS ulm"
    str(Release("C5"))           "RELEASE C5"
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import Any, ClassVar, Final, Literal

from msgspec import Struct

from generator.engine.corrections import subject_of
from generator.rulesets.westphalia.battle.army import Type
from generator.rulesets.westphalia.battle.script import Script
from generator.rulesets.westphalia.state.state import League, Task

_PART: Final = re.compile(r"(?:\[(.*?))?\{(\w+)([>^]?)(?:\|(\w+))?\}\]?")


class NotedOrder(Struct, frozen=True):
    """One order, whose `str` is its notation.

    `notation` has the fields in braces: `{home|none}` is "none" where the home is empty, and
    `[ EDGE {edge}]` is left out without an edge. A list is divided by blanks, and by ` > ` where
    it is one by preference, as `{provinces>}`; `{role^}` is in capitals. `corrected` are the fields
    that a correction changes.
    """

    notation: ClassVar[str]
    corrected: ClassVar[tuple[str, ...]] = ()

    def __str__(self) -> str:
        return _PART.sub(self._written, self.notation)

    def _written(self, part: re.Match[str]) -> str:
        before, name, mark, instead = part.groups("")
        value = getattr(self, name)
        text = (" > " if mark == ">" else " ").join(value) if type(value) is tuple else str(value)
        text = text.upper() if mark == "^" else text
        return f"{before}{text}" if text else instead


Card = Literal["cooperate", "compete"]
Role = Literal["lead", "follow"]


class SetupProvinces(NotedOrder, frozen=True):
    """The provinces that a player takes; `capital` is "" if the order does not choose one."""

    notation = "SETUP provinces {provinces}[ CAPITAL {capital}]"
    corrected = ("provinces", "capital")
    provinces: tuple[str, ...]
    capital: str = ""


class SetupLand(NotedOrder, frozen=True):
    """An Elector or another principality that a player places."""

    notation = "SETUP {kind} {name} {provinces}[ CAPITAL {capital}]"
    corrected = ("provinces", "capital")
    kind: Literal["elector", "principality"]
    name: str
    provinces: tuple[str, ...]
    capital: str = ""


class SetupInfluence(NotedOrder, frozen=True):
    """All of the first influence: (principality, DI), DI > 0."""

    corrected = ("placed",)
    placed: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        return "SETUP influence " + ", ".join(f"{name} {number}" for name, number in self.placed)


class Choose(NotedOrder, frozen=True):
    """The phases of the turn that a player takes part in, in the rulebook's order."""

    notation = "CHOOSE[ {tasks}]"
    corrected = ("tasks",)
    tasks: tuple[Task, ...]


class Convert(NotedOrder, frozen=True):
    """Whether to convert (`STAY` if not)."""

    corrected = ("yes",)
    yes: bool = True

    def __str__(self) -> str:
        return "CONVERT" if self.yes else "STAY"


class Dilemma(NotedOrder, frozen=True):
    """The card of the Diplomacy Game, as leader or as follower."""

    notation = "DILEMMA {role^} {card}"
    corrected = ("card",)
    role: Role
    card: Card


class Faith(NotedOrder, frozen=True):
    """Dice of faith for one place, a province or a principality. `dice` is 0 for all that are left.

    `also` are further own provinces, by preference, that convert with an own one.
    """

    corrected = ("dice", "also")
    place: str
    dice: int = 1
    also: tuple[str, ...] = ()

    def __str__(self) -> str:
        if not self.dice:
            return f"FAITH REST {self.place}"
        times = f" x{self.dice}" if self.dice > 1 else ""
        also = f" ALSO {' > '.join(self.also)}" if self.also else ""
        return f"FAITH {self.place}{times}{also}"


class PlaceInfluence(NotedOrder, frozen=True):
    """Saved influence for a principality; `number` > 0."""

    notation = "INFLUENCE {principality} {number}"
    corrected = ("number",)
    principality: str
    number: int


class Release(NotedOrder, frozen=True):
    """A province with a town becomes a vassal of that name; "" leaves the name to the rules."""

    notation = "RELEASE {province}[ AS {name}]"
    corrected = ("name",)
    province: str
    name: str = ""


class Gift(NotedOrder, frozen=True):
    """A gift of a province to a principality."""

    notation = "GIFT {province} TO {principality}"
    corrected = ("principality",)
    province: str
    principality: str


class JoinLeague(NotedOrder, frozen=True):
    """A League to join, "" for none. With a `target` it answers a Religious War for that
    principality only."""

    notation = "LEAGUE {league|none}[ IF TARGET {target}]"
    corrected = ("league",)
    league: League
    target: str = ""


class Withdraw(NotedOrder, frozen=True):
    """The withdrawal of all influence from a principality: now, or once something happens. Without
    a principality the wishes on file are deleted."""

    notation = "WITHDRAW {principality|none}[ IF {when}]"
    corrected = ("when",)
    principality: str
    when: Literal["", "attacked", "target"] = ""


class Concede(NotedOrder, frozen=True):
    """Own provinces that convert first when one has to, by preference; none clears the list."""

    notation = "CONCEDE {provinces>|none}"
    corrected = ("provinces",)
    provinces: tuple[str, ...]


class Loss(NotedOrder, frozen=True):
    """The sources from which influence is lost first: "saved" and principalities; none clears the
    list."""

    notation = "LOSS {sources>|none}"
    corrected = ("sources",)
    sources: tuple[str, ...]


class LeaveEmpire(NotedOrder, frozen=True):
    """The home and the edge of a Foreign Power to become; "" as home is the wish to stay. `name`
    is that of the principality that is left behind."""

    notation = "FOREIGN {home|none}[ EDGE {edge}][ AS {name}]"
    corrected = ("edge", "name")
    home: str
    edge: str = ""
    name: str = ""


class Vote(NotedOrder, frozen=True):
    """The vote of an Elector, or of all ("") that the player holds and names in no other vote."""

    notation = "VOTE {elector|ALL} {candidate}"
    corrected = ("candidate",)
    elector: str
    candidate: str


class Winner(NotedOrder, frozen=True):
    """The Emperor's choice among the players who are tied at the end."""

    notation = "WINNER {player}"
    corrected = ("player",)
    player: str


# --- in wars


class DeclareWar(NotedOrder, frozen=True):
    """A private war on a player or a principality; "" passes. Several are a list by preference."""

    notation = "WAR {target|none}"
    target: str


class DeclareReligiousWar(NotedOrder, frozen=True):
    """A Religious War over a principality. Several are a list by preference."""

    notation = "RELIGIOUSWAR {target}"
    target: str


class Swap(NotedOrder, frozen=True):
    """Cards to discard before a battle, and with the option to choose the cards to draw for them.

    `versus` is the opponent's id, "religious", or "" for every battle that has no separate order.
    """

    notation = "SWAP[ vs:{versus}] {cards|none}[ FOR {want}]"
    corrected = ("cards", "want")
    cards: tuple[Type, ...]
    want: tuple[Type, ...] = ()
    versus: str = ""


class RequestInitiative(NotedOrder, frozen=True):
    """The wish that a step is taken by one player after another, in Initiative Order."""

    notation = "REQUEST initiative"


class BattleOrder(NotedOrder, frozen=True):
    """A script for a whole battle."""

    notation = "BATTLE {script}"
    script: Script

    @property
    def versus(self) -> str:
        """The opponent as other orders have it: "" for every battle that has no separate script."""
        return "" if self.script.versus == "default" else self.script.versus


class PlayCard(NotedOrder, frozen=True):
    """The card of one battle round, in live play."""

    notation = "PLAY[ vs:{versus}] {card}"
    corrected = ("card",)
    card: Type
    versus: str = ""


class Call(NotedOrder, frozen=True):
    """Reinforcements after the battle round, in live play: the cards in order of wish.

    `willing` is False for `NOCALL`: then they come only if they must.
    """

    corrected = ("wishes", "willing")
    wishes: tuple[Type, ...] = ()
    willing: bool = True
    versus: str = ""

    def __str__(self) -> str:
        words = ["CALL" if self.willing else "NOCALL"]
        return " ".join([*words, *(f"vs:{self.versus}",) * bool(self.versus), *self.wishes])


class Treaty(NotedOrder, frozen=True):
    """One line of a winner's demands on `enemy` and his allies ("religious": in the Religious War,
    of anyone). The lines of the winner himself, and those of each ally, are lists by preference:
    the first that is legal as a whole is carried out.

    `ally` is the ally who takes, "" for the winner himself. `take` are provinces to conquer; with
    none of them, and no `vassalize`, nothing is taken. `vassalize` is the last province of a
    power, which becomes or remains a principality; `name` is that of a new one.
    """

    enemy: str
    take: tuple[str, ...] = ()
    vassalize: str = ""
    ally: str = ""
    name: str = ""

    def __str__(self) -> str:
        ally = f" ALLY {self.ally}" if self.ally else ""
        if self.vassalize:
            name = f" AS {self.name}" if self.name else ""
            return f"TREATY {self.enemy}{ally} VASSALIZE {self.vassalize}{name}"
        return f"TREATY {self.enemy}{ally} TAKE {' '.join(self.take) or 'none'}"


class Yield(NotedOrder, frozen=True):
    """Provinces to lose first to a principality, by preference: one's own or those of allies.

    `to` is the principality, "" for any.
    """

    notation = "YIELD {provinces>}[ TO {to}]"
    corrected = ("provinces",)
    provinces: tuple[str, ...]
    to: str = ""


class ExchangeElectors(NotedOrder, frozen=True):
    """Electors to remove from the Electorate, and principalities to put in their places, by
    preference and one for one."""

    corrected = ("remove", "add")
    remove: tuple[str, ...] = ()
    add: tuple[str, ...] = ()

    def __str__(self) -> str:
        words = ["ELECTORS"]
        words += ["REMOVE", *self.remove] if self.remove else ["none"]
        return " ".join([*words, *("ADD", *self.add) * bool(self.add)])


def subject(order: Any) -> Hashable:
    """The subject of an order: of two with the same subject, the later one corrects the other.
    There is one script for each battle."""
    if isinstance(order, BattleOrder):
        return "BattleOrder", order.script.versus
    return subject_of(order)
