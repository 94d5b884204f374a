"""What players order, as values. `str` gives the notation that is read back."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

from generator.rulesets.westphalia.battle.cards import Type
from generator.rulesets.westphalia.battle.script import Script
from generator.rulesets.westphalia.state.state import League, Task

Card = Literal["cooperate", "compete"]


class SetupProvinces(Struct, frozen=True):
    """The provinces that a player takes; `capital` is "" where the order names none."""

    corrected: ClassVar[tuple[str, ...]] = ("provinces", "capital")
    provinces: tuple[str, ...]
    capital: str = ""

    def __str__(self) -> str:
        return f"SETUP provinces {' '.join(self.provinces)}{_capital(self.capital)}"


class SetupLand(Struct, frozen=True):
    """An Elector or another principality that a player places."""

    corrected: ClassVar[tuple[str, ...]] = ("provinces", "capital")
    kind: Literal["elector", "principality"]
    name: str
    provinces: tuple[str, ...]
    capital: str = ""

    def __str__(self) -> str:
        where = " ".join(self.provinces)
        return f"SETUP {self.kind} {self.name} {where}{_capital(self.capital)}"


class SetupInfluence(Struct, frozen=True):
    """All of the first influence: (principality, DI), DI > 0."""

    corrected: ClassVar[tuple[str, ...]] = ("placed",)
    placed: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        return "SETUP influence " + ", ".join(f"{name} {number}" for name, number in self.placed)


class Choose(Struct, frozen=True):
    """The phases of the turn that a player takes part in, in the rulebook's order."""

    corrected: ClassVar[tuple[str, ...]] = ("tasks",)
    tasks: tuple[Task, ...]

    def __str__(self) -> str:
        return " ".join(("CHOOSE", *self.tasks))


class Convert(Struct, frozen=True):
    """Whether to convert. `STAY` is the other word."""

    corrected: ClassVar[tuple[str, ...]] = ("yes",)
    yes: bool = True

    def __str__(self) -> str:
        return "CONVERT" if self.yes else "STAY"


class Council(Struct, frozen=True):
    """A vote for the Council of Trent, or against it with the French."""

    corrected: ClassVar[tuple[str, ...]] = ("vote",)
    vote: Literal["trent", "french"]

    def __str__(self) -> str:
        return f"COUNCIL {self.vote}"


class Dilemma(Struct, frozen=True):
    """The card of the Diplomacy Game, as leader or as follower."""

    corrected: ClassVar[tuple[str, ...]] = ("card",)
    role: Literal["lead", "follow"]
    card: Card

    def __str__(self) -> str:
        return f"DILEMMA {self.role.upper()} {self.card}"


class Faith(Struct, frozen=True):
    """Dice of faith for one place, a province or a principality. `dice` is 0 for all that are left.

    `also` are further own provinces, by preference, that convert with an own one.
    """

    corrected: ClassVar[tuple[str, ...]] = ("dice", "also")
    place: str
    dice: int = 1
    also: tuple[str, ...] = ()

    def __str__(self) -> str:
        if not self.dice:
            return f"FAITH REST {self.place}"
        times = f" x{self.dice}" if self.dice > 1 else ""
        also = f" ALSO {' > '.join(self.also)}" if self.also else ""
        return f"FAITH {self.place}{times}{also}"


class PlaceInfluence(Struct, frozen=True):
    """Saved influence for a principality; `number` > 0."""

    corrected: ClassVar[tuple[str, ...]] = ("number",)
    principality: str
    number: int

    def __str__(self) -> str:
        return f"INFLUENCE {self.principality} {self.number}"


class Release(Struct, frozen=True):
    """A province with a town becomes a vassal of that name; "" leaves the name to the rules."""

    corrected: ClassVar[tuple[str, ...]] = ("name",)
    province: str
    name: str = ""

    def __str__(self) -> str:
        return f"RELEASE {self.province}" + (f" AS {self.name}" if self.name else "")


class Gift(Struct, frozen=True):
    """A province is given to a principality."""

    corrected: ClassVar[tuple[str, ...]] = ("principality",)
    province: str
    principality: str

    def __str__(self) -> str:
        return f"GIFT {self.province} TO {self.principality}"


class JoinLeague(Struct, frozen=True):
    """A League to join, "" for none. With a `target` it answers a Religious War for that
    principality only."""

    corrected: ClassVar[tuple[str, ...]] = ("league",)
    league: League
    target: str = ""

    def __str__(self) -> str:
        condition = f" IF TARGET {self.target}" if self.target else ""
        return f"LEAGUE {self.league or 'none'}{condition}"


class Withdraw(Struct, frozen=True):
    """All influence is taken out of a principality: now, or once something happens. Without a
    principality what was on file is forgotten."""

    corrected: ClassVar[tuple[str, ...]] = ("when",)
    principality: str
    when: Literal["", "attacked", "target"] = ""

    def __str__(self) -> str:
        return f"WITHDRAW {self.principality or 'none'}" + (f" IF {self.when}" if self.when else "")


class Concede(Struct, frozen=True):
    """Own provinces that convert first when one has to, by preference; none clears the list."""

    corrected: ClassVar[tuple[str, ...]] = ("provinces",)
    provinces: tuple[str, ...]

    def __str__(self) -> str:
        return f"CONCEDE {' > '.join(self.provinces) or 'none'}"


class Loss(Struct, frozen=True):
    """From where influence is lost first: "saved" and principalities; none clears the list."""

    corrected: ClassVar[tuple[str, ...]] = ("sources",)
    sources: tuple[str, ...]

    def __str__(self) -> str:
        return f"LOSS {' > '.join(self.sources) or 'none'}"


class LeaveEmpire(Struct, frozen=True):
    """The home and the edge of a Foreign Power to become; "" as home is the wish to stay. `name`
    is that of the principality that is left behind."""

    corrected: ClassVar[tuple[str, ...]] = ("edge", "name")
    home: str
    edge: str = ""
    name: str = ""

    def __str__(self) -> str:
        edge = f" EDGE {self.edge}" if self.edge else ""
        name = f" AS {self.name}" if self.name else ""
        return f"FOREIGN {self.home or 'none'}{edge}{name}"


class Vote(Struct, frozen=True):
    """The vote of an Elector, or of all ("") that the player holds and names in no other vote."""

    corrected: ClassVar[tuple[str, ...]] = ("candidate",)
    elector: str
    candidate: str

    def __str__(self) -> str:
        return f"VOTE {self.elector or 'ALL'} {self.candidate}"


class Winner(Struct, frozen=True):
    """The Emperor's choice among those who are tied at the end."""

    corrected: ClassVar[tuple[str, ...]] = ("player",)
    player: str

    def __str__(self) -> str:
        return f"WINNER {self.player}"


# --- in wars


class DeclareWar(Struct, frozen=True):
    """A private war on a player or a principality; "" passes. Several are a list by preference."""

    target: str

    def __str__(self) -> str:
        return f"WAR {self.target or 'none'}"


class DeclareReligiousWar(Struct, frozen=True):
    """A Religious War over a principality. Several are a list by preference."""

    target: str

    def __str__(self) -> str:
        return f"RELIGIOUSWAR {self.target}"


class Swap(Struct, frozen=True):
    """Cards to discard before a battle, and with the option to choose the cards to draw for them.

    `versus` is the opponent's id, "religious", or "" for every battle without an order of its own.
    """

    corrected: ClassVar[tuple[str, ...]] = ("cards", "want")
    cards: tuple[Type, ...]
    want: tuple[Type, ...] = ()
    versus: str = ""

    def __str__(self) -> str:
        words = ["SWAP", *(f"vs:{self.versus}",) * bool(self.versus), *(self.cards or ("none",))]
        return " ".join([*words, *("FOR", *self.want) * bool(self.want)])


class RequestInitiative(Struct, frozen=True):
    """The wish that a step is taken by one player after another, in Initiative Order."""

    def __str__(self) -> str:
        return "REQUEST initiative"


class BattleOrder(Struct, frozen=True):
    """A script for a whole battle."""

    script: Script

    @property
    def versus(self) -> str:
        """The opponent as other orders have it: "" for every battle without a script of its own."""
        return "" if self.script.versus == "default" else self.script.versus

    def __str__(self) -> str:
        return f"BATTLE {self.script}"


class PlayCard(Struct, frozen=True):
    """The card of one battle round, in live play."""

    corrected: ClassVar[tuple[str, ...]] = ("card",)
    card: Type
    versus: str = ""

    def __str__(self) -> str:
        return " ".join(["PLAY", *(f"vs:{self.versus}",) * bool(self.versus), self.card])


class Call(Struct, frozen=True):
    """Reinforcements after the battle round, in live play: the cards in order of wish.

    `willing` is False for `NOCALL`: then they come only if they must.
    """

    corrected: ClassVar[tuple[str, ...]] = ("wishes", "willing")
    wishes: tuple[Type, ...] = ()
    willing: bool = True
    versus: str = ""

    def __str__(self) -> str:
        words = ["CALL" if self.willing else "NOCALL"]
        return " ".join([*words, *(f"vs:{self.versus}",) * bool(self.versus), *self.wishes])


class Treaty(Struct, frozen=True):
    """One line of what a winner takes of `enemy` and his allies ("religious": in the Religious
    War, of anyone). The lines of the winner himself, and those of each ally, are lists by
    preference: the first that is legal as a whole is carried out.

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


class Yield(Struct, frozen=True):
    """Provinces to lose first to a principality, by preference: one's own or those of allies.

    `to` is the principality, "" for any.
    """

    corrected: ClassVar[tuple[str, ...]] = ("provinces",)
    provinces: tuple[str, ...]
    to: str = ""

    def __str__(self) -> str:
        to = f" TO {self.to}" if self.to else ""
        return f"YIELD {' > '.join(self.provinces)}{to}"


class ExchangeElectors(Struct, frozen=True):
    """Electors to remove from the Electorate, and principalities to put in their places, by
    preference and one for one."""

    corrected: ClassVar[tuple[str, ...]] = ("remove", "add")
    remove: tuple[str, ...] = ()
    add: tuple[str, ...] = ()

    def __str__(self) -> str:
        words = ["ELECTORS"]
        words += ["REMOVE", *self.remove] if self.remove else ["none"]
        return " ".join([*words, *("ADD", *self.add) * bool(self.add)])


def _capital(capital: str) -> str:
    return f" CAPITAL {capital}" if capital else ""
