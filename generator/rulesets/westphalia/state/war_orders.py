"""What players order in wars, as values. `str` gives the notation that is read back."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from generator.rulesets.westphalia.battle.cards import Type
from generator.rulesets.westphalia.battle.script import Script

__all__ = [
    "BattleOrder",
    "Call",
    "DeclareReligiousWar",
    "DeclareWar",
    "ExchangeElectors",
    "PlayCard",
    "RequestInitiative",
    "Swap",
    "Treaty",
    "Yield",
]


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
