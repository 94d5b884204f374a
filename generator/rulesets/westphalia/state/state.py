"""The state of a game: all that survives from one phase to the next.

Values that follow from it (imperial power, who is saved, how many provinces are Catholic) are never
kept: `power` and the methods here work them out.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, get_args

from msgspec import Struct, field
from msgspec.structs import replace

from generator.engine.phases import Moment
from generator.engine.ruleset import Ending
from generator.engine.typed import Named, Record
from generator.rulesets.westphalia.data.board import EDGES, HexBoard, board_for
from generator.rulesets.westphalia.data.facts import homes

Religion = Literal["catholic", "protestant"]
League = Literal["", "catholic", "evangelical"]
Task = Literal["heresy", "diplomacy", "war"]
WarStatus = Literal["pending", "won", "inconclusive", "cancelled"]
Result = Literal["victory", "draw", "ended"]
Flag = Literal["fought", "fought_foreign", "took_from_foreign", "declared", "attacked", "left"]
Mark = Literal["elector", "drawn", "attacked"]
_Home = Annotated[str, Named(lambda seats: homes(), "home")]
_Edge = Annotated[str, Named(lambda seats: dict.fromkeys(EDGES), "edge")]

RELIGIONS: Final[tuple[Religion, ...]] = ("catholic", "protestant")
RESULTS: Final[tuple[Result, ...]] = ("victory", "draw", "ended")
FLAGS: Final[tuple[Flag, ...]] = get_args(Flag)
"""The flags of a player in this Round."""
MARKS: Final[tuple[Mark, ...]] = get_args(Mark)
"""The flags of a principality."""
LEAGUE_OF: Final[Mapping[Religion, League]] = MappingProxyType(
    {"catholic": "catholic", "protestant": "evangelical"}
)
NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


def other_religion(religion: Religion) -> Religion:
    return "protestant" if religion == "catholic" else "catholic"


class Province(Struct, frozen=True):
    """A hex. `owner` is a player or a principality; a capital has a town."""

    owner: str
    religion: Religion = "catholic"
    town: bool = False
    capital: bool = False


class Foreign(Record, frozen=True, omit_defaults=False):
    """The properties of a Foreign Power: the home tile and the edge of the map it lies on.

    `home_ip` is the income from the home in this Round, `roll` the last roll for troubles (2 dice,
    0 before the first), `trouble` is added to the next one.
    """

    home: _Home
    edge: _Edge
    home_ip: int = 0
    roll: int = 0
    trouble: int = 0


class Withdrawal(Struct, frozen=True):
    """A standing wish to take all influence out of a principality: once any player is `attacked`,
    or once a Religious War makes it the `target`."""

    principality: str
    when: Literal["attacked", "target"]


class Wishes(Struct, frozen=True):
    """A player's standing orders, kept until they are replaced. Each list is in order of wish.

    `concede` are own provinces to convert first; `loss` are "saved" and principalities, from where
    influence is lost first; `answers` are the Leagues to join ("" for none) if a principality is
    the Target of a Religious War; `home` and `edge` are where to go if the Empire is lost, and
    `name` is that of the principality that is left behind.
    """

    concede: tuple[str, ...] = ()
    loss: tuple[str, ...] = ()
    withdraw: tuple[Withdrawal, ...] = ()
    answers: tuple[tuple[str, League], ...] = ()
    home: str = ""
    edge: str = ""
    name: str = ""


class Player(Struct, frozen=True):
    """A player: a Prince, or a Foreign Power where `foreign` is given.

    `saved` is the influence that is not placed. `tasks` are the two phases of the turn that the
    player chose last. The fields after `league` are of this Round: whether the player fought a war,
    fought a Foreign Power, took a province from one (or an ally did), declared a private war,
    suffered one, and left the Empire.
    """

    id: str
    religion: Religion = "catholic"
    saints: int = 0
    reformation: int = 0
    saved: int = 0
    foreign: Foreign | None = None
    tasks: tuple[Task, ...] = ()
    wishes: Wishes = field(default_factory=Wishes)
    league: League = ""
    fought: bool = False
    fought_foreign: bool = False
    took_from_foreign: bool = False
    declared: bool = False
    attacked: bool = False
    left: bool = False

    @property
    def score(self) -> int:
        """Saints of a Catholic, Reformation Points of a Protestant."""
        return self.saints if self.religion == "catholic" else self.reformation


class Principality(Struct, frozen=True):
    """A state of no player. `influence` is by player, above 0 only, in seat order; `ally` is the
    player who holds the alliance, or "". `drawn`: in this Round's upheaval; `attacked`: a private
    war was declared on it in this Round."""

    id: str
    name: str
    elector: bool = False
    influence: Mapping[str, int] = field(default_factory=lambda: NOTHING)
    ally: str = ""
    drawn: bool = False
    attacked: bool = False


class War(Record, frozen=True):
    """A private war. `number` counts the declarations of the Round from 1, `phase` is its Battle
    Phase, from 1. `could_take` are the allies of both sides that could have taken a province when
    war was declared."""

    number: int
    attacker: str
    defender: str
    phase: int
    status: WarStatus
    could_take: tuple[str, ...] = ()
    winner: str = ""


class ReligiousWar(Record, frozen=True):
    """A Religious War that was declared. `rotf` declared it; `dotf` is "" until Leagues are formed.

    `could_take` are allies of members that could have taken a province when the melee began.
    `fought` has the Electors that fought, by League. `winner` is a League, or "" while none has
    won.
    """

    target: str
    rotf: str
    status: WarStatus
    dotf: str = ""
    could_take: tuple[str, ...] = ()
    fought: Mapping[str, tuple[str, ...]] = {}
    winner: League = ""


class State(Struct, frozen=True, dict=True):
    """A position and the phase that it waits for.

    `provinces` are in the board's order, `players` in seat order, `principalities` those on the
    map, in the order of the facts and then of their founding. `footing` has the provinces that each
    player owned when the wars of the Round began. `landed` are the Foreign Powers that owned land
    in the Empire at some time of the Round. `emperor_left`: the Emperor became a Foreign Power
    since the election.

    Between two players' placements `lying` are the dice on the map as (place, owner, faith), the
    oldest first, and `bringing` what they bring along as (player, own province, further ones).
    `hands` are the armies of battles under way, `cards` the dilemma cards that are committed
    ({player: (as leader, as follower)}), `dice` the dice of faith that wait to be placed,
    `ballots` the votes of an open election so far ({Elector: candidate}). `labels` are those of
    the lots drawn in this Round, `draws` counts all lots of the game. `options` has every option.
    `size` is that of the principality that is placed next, while the board is being set up
    (`setup`).
    """

    moment: Moment
    seats: tuple[str, ...]
    options: Mapping[str, Any]
    provinces: Mapping[str, Province]
    players: Mapping[str, Player]
    principalities: Mapping[str, Principality]
    round: int = 1
    setup_order: tuple[str, ...] = ()
    initiative: tuple[str, ...] = ()
    emperor: str = ""
    emperor_rounds: int = 0
    emperor_left: bool = False
    reformation: bool = False
    luther: bool = False
    francis: bool = False
    wars: tuple[War, ...] = ()
    religious_war: ReligiousWar | None = None
    footing: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: NOTHING)
    landed: tuple[str, ...] = ()
    renamed: tuple[str, ...] = ()
    cards: Mapping[str, tuple[str, str]] = field(default_factory=lambda: NOTHING)
    dice: Mapping[str, int] = field(default_factory=lambda: NOTHING)
    lying: tuple[tuple[str, str, Religion], ...] = ()
    bringing: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    hands: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    ballots: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    labels: tuple[str, ...] = ()
    draws: int = 0
    size: int = 0
    setup: bool = False
    ending: Ending | None = None

    def option(self, name: str) -> Any:
        """The value of an option; every option has one, whether the game chose it or not."""
        return self.options[name]

    @property
    def board(self) -> HexBoard:
        return board_for(self.options["board"], len(self.seats))

    @cached_property
    def lands(self) -> Mapping[str, tuple[str, ...]]:
        """The provinces of every player and principality, each in the board's order."""
        found: dict[str, list[str]] = {power: [] for power in (*self.players, *self.principalities)}
        for code, province in self.provinces.items():
            found.setdefault(province.owner, []).append(code)
        return MappingProxyType({owner: tuple(own) for owner, own in found.items()})

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The Initiative Order; before the first, the Setup Order, and before that the seats."""
        return self.initiative or self.setup_order or self.seats

    @cached_property
    def electors(self) -> tuple[str, ...]:
        return tuple(one.id for one in self.principalities.values() if one.elector)

    @property
    def kind(self) -> str:
        """The slug of the phase without a number at its end."""
        return self.moment.phase.rstrip("-0123456789")

    @property
    def number(self) -> int:
        """The number of the phase, the last where it has two ("battles-1-round-3"); 0 without."""
        last = self.moment.phase.rpartition("-")[2]
        return int(last) if last.isdecimal() else 0

    def is_player(self, power: str) -> bool:
        return power in self.players

    def capital_of(self, power: str) -> str:
        """The capital province of a power; "" for a Foreign Power, whose home is not on the map."""
        for code in self.lands.get(power, ()):
            if self.provinces[code].capital:
                return code
        return ""

    def religion_of(self, power: str) -> Religion:
        """The religion of a player, or that of a principality's provinces."""
        if power in self.players:
            return self.players[power].religion
        return self.provinces[self.lands[power][0]].religion

    def allies_of(self, player: str) -> tuple[str, ...]:
        """The principalities whose alliance a player holds, in order."""
        return tuple(one.id for one in self.principalities.values() if one.ally == player)

    def influence(self, player: str, principality: str) -> int:
        """The influence of a player in a principality; 0 if that is not on the map."""
        found = self.principalities.get(principality)
        return found.influence.get(player, 0) if found else 0

    def clockwise_from(self, seat: str) -> tuple[str, ...]:
        """All seats clockwise, beginning with the one after `seat`."""
        start = self.seats.index(seat) + 1
        return (*self.seats[start:], *self.seats[:start])

    def with_province(self, code: str, **changes: Any) -> State:
        changed = replace(self.provinces[code], **changes)
        return replace(self, provinces=MappingProxyType({**self.provinces, code: changed}))

    def with_player(self, player: str, **changes: Any) -> State:
        changed = replace(self.players[player], **changes)
        return replace(self, players=MappingProxyType({**self.players, player: changed}))

    def with_principality(self, principality: str, **changes: Any) -> State:
        changed = replace(self.principalities[principality], **changes)
        table = MappingProxyType({**self.principalities, principality: changed})
        return replace(self, principalities=table)

    def without_principality(self, principality: str) -> State:
        table = {name: one for name, one in self.principalities.items() if name != principality}
        return replace(self, principalities=MappingProxyType(table))

    def with_war(self, number: int, **changes: Any) -> State:
        wars = tuple(replace(war, **changes) if war.number == number else war for war in self.wars)
        return replace(self, wars=wars)
