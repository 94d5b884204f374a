"""The shape of the tables of a state.

year = 1530
number = 7
phase = "turn-1"
round = 2
wars = [{ number = 1, attacker = "red", defender = "ulm", phase = 1, status = "pending" }]
[players.red]
religion = "catholic"
saved = 3
tasks = ["heresy", "war"]
[provinces]
B2 = "red catholic town"
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, get_args

from generator.engine.shapes import Named, Record
from generator.rulesets.westphalia.data.board import EDGES
from generator.rulesets.westphalia.data.facts import homes
from generator.rulesets.westphalia.state.state import League, Religion, Result, Task, WarStatus

__all__ = [
    "FLAGS",
    "EndingRow",
    "ForeignRow",
    "PlayerRow",
    "PrincipalityRow",
    "ReligiousWarRow",
    "Secrets",
    "Tables",
    "WarRow",
    "WishesRow",
]

Mark = Literal["fought", "fought_foreign", "took_from_foreign", "declared", "attacked", "left"]
FLAGS: Final[tuple[Mark, ...]] = get_args(Mark)

# The facts by which names are known are the seats of the game.
Seat = Annotated[str, Named(lambda seats: seats, "player")]
Home = Annotated[str, Named(lambda seats: homes(), "home")]
Edge = Annotated[str, Named(lambda seats: dict.fromkeys(EDGES), "edge")]


class ForeignRow(Record, frozen=True, omit_defaults=False):
    home: Home
    edge: Edge
    home_ip: int = 0
    roll: int = 0
    trouble: int = 0


class PlayerRow(Record, frozen=True):
    """A player but for the wishes; `marks` are what is true of it."""

    religion: Religion
    saints: int = 0
    reformation: int = 0
    saved: int = 0
    foreign: ForeignRow | None = None
    tasks: tuple[Task, ...] = ()
    league: League = ""
    marks: tuple[Mark, ...] = ()


class PrincipalityRow(Record, frozen=True):
    name: str
    influence: Mapping[Seat, int] = {}
    ally: str = ""
    marks: tuple[Literal["elector", "drawn", "attacked"], ...] = ()


class WarRow(Record, frozen=True):
    number: int
    attacker: str
    defender: str
    phase: int
    status: WarStatus
    could_take: tuple[str, ...] = ()
    winner: str = ""


class ReligiousWarRow(Record, frozen=True):
    target: str
    rotf: str
    status: WarStatus
    dotf: str = ""
    could_take: tuple[str, ...] = ()
    fought: Mapping[str, tuple[str, ...]] = {}
    winner: League = ""


class EndingRow(Record, frozen=True):
    kind: Result
    powers: tuple[str, ...]
    text: str


class Tables(Record, frozen=True, omit_defaults=False):
    """The public tables of a state, in their order."""

    year: int
    number: int
    phase: str
    round: int
    setup_order: tuple[str, ...] = ()
    initiative: tuple[str, ...] = ()
    emperor: str = ""
    emperor_rounds: int = 0
    emperor_left: bool = False
    reformation: bool = False
    luther: bool = False
    francis: bool = False
    setup: bool = False
    size: int = 0
    renamed: tuple[str, ...] = ()
    landed: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    draws: int = 0
    players: Mapping[Seat, PlayerRow] = {}
    principalities: Mapping[str, PrincipalityRow] = {}
    provinces: Mapping[str, str] = {}
    wars: tuple[WarRow, ...] = ()
    religious_war: ReligiousWarRow | None = None
    footing: Mapping[str, tuple[str, ...]] = {}
    dice: Mapping[str, int] = {}
    lying: tuple[str, ...] = ()
    ballots: Mapping[str, str] = {}
    bringing: tuple[str, ...] = ()
    options: Mapping[str, Any] = {}
    ending: EndingRow | None = None


class WishesRow(Record, frozen=True):
    concede: tuple[str, ...] = ()
    loss: tuple[str, ...] = ()
    withdraw: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    home: str = ""
    edge: str = ""
    name: str = ""


class Secrets(Record, frozen=True, omit_defaults=False):
    """What stays with the referee: wishes, committed cards and armies."""

    wishes: Mapping[Seat, WishesRow] = {}
    cards: Mapping[Seat, tuple[str, str]] = {}
    armies: Mapping[str, Any] = {}
