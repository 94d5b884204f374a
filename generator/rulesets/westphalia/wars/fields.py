"""Battles between two stages: the sides and their cards. A state keeps them in `hands`.

    hands["1"]           Field(war=1, battle=Battle((Army, Army)), sides=(Side, Side), deck=...)
    hands["religious"]   Muster(melee=Melee(...), sides=(Side, ...), deck=...)

Invariants: a field has two sides, the attacker first, and its armies are in the order of its sides;
a muster has a side for each member, in Initiative Order, and its armies are kept by member. A
battle without `battle` or `melee` was won without cards. Rounds that have been reported are not
kept.

They are the referee's until the battle is over, and go into a private document (`BattleRow`):

    [armies.1]
    swapped = true
    deck = "PMC"
    fought = 2
    result = ""
    attacker = { power = "red", leader = "red", allies = ["ulm"], strength = 9, army = { ... } }
    defender = { power = "hesse", leader = "", allies = [], strength = 4, army = { ... } }
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.engine.errors import FileError
from generator.engine.typed import Record
from generator.rulesets.westphalia.battle.army import Army, Cards, Terms, Type
from generator.rulesets.westphalia.battle.duel import Battle, Play, fight_round
from generator.rulesets.westphalia.battle.melee import Fight, Lines, Melee, fight_tick
from generator.rulesets.westphalia.battle.script import parse_script, parse_types
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import League, War
from generator.rulesets.westphalia.wars.plans import NO_PLAN, Plan

RELIGIOUS: Final = "religious"
"""The key of the Religious War among the fields; a private war has that of its number."""

MELEE_LEAGUES: Final[tuple[League, League]] = ("catholic", "evangelical")
"""The Leagues 0 and 1 of a melee."""


class Side(Struct, frozen=True):
    """One side of a private war, or a member of a League in the Religious War, as it was when the
    battle began.

    `power` fights, `leader` plays its cards ("" for the automatic script), `allies` are the
    principalities on its side, `strength` is its Imperial Power, and `plan` is what its leader has
    ordered for the whole battle.
    """

    power: str
    leader: str
    allies: tuple[str, ...]
    strength: int
    plan: Plan = NO_PLAN


class _Battlefield(Struct, frozen=True, kw_only=True):
    """The fields that a private war and the Religious War have in common.

    `deck` are the cards from which swaps are drawn, from the top. Where swaps go in Initiative
    Order, `late` are the powers that have yet to swap, once the first has. `unknown` are the powers
    whose cards are not known, in the battle as one player sees it.
    """

    sides: tuple[Side, ...]
    deck: tuple[Type, ...] = ()
    swapped: bool = False
    late: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    def side_of(self, power: str) -> Side:
        return next(side for side in self.sides if side.power == power)


class Field(_Battlefield, frozen=True):
    """The battle of a private war, attacker first. `battle` is None after an automatic victory."""

    war: int
    battle: Battle | None

    @property
    def key(self) -> str:
        return str(self.war)

    @property
    def label(self) -> str:
        """The part of the names of lots that identifies the battle."""
        return f"war{self.war}"

    @property
    def is_over(self) -> bool:
        return self.battle is None or self.battle.is_over

    @property
    def winner(self) -> str:
        """The power that has won, "" while or where there is no winner."""
        result = self.battle.result if self.battle else None
        return self.sides[result].power if isinstance(result, int) else ""

    @property
    def armies(self) -> Mapping[str, Army]:
        """By power; none after an automatic victory."""
        armies = self.battle.armies if self.battle else ()
        return {side.power: army for side, army in zip(self.sides, armies, strict=False)}

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The powers that face each other now."""
        first, second = self.sides
        return ((first.power, second.power),)

    @property
    def fighting(self) -> tuple[Side, ...]:
        """The sides that have cards to play now, or to swap."""
        return self.sides

    def enemy_of(self, power: str) -> str:
        """The enemy's name in the orders of a side."""
        return next(side.power for side in self.sides if side.power != power)

    def rounds_of(self, power: str) -> int:
        """How many battle rounds a side has fought."""
        return self.battle.fought if self.battle else 0

    def with_armies(self, armies: Mapping[str, Army]) -> Field:
        assert self.battle is not None
        first, second = (armies[side.power] for side in self.sides)
        return replace(self, battle=replace(self.battle, armies=(first, second)))

    def fought(self, plays: Mapping[str, Play], terms: Terms) -> tuple[Field, tuple[Fight, ...]]:
        """The field after one more battle round, and the record of it."""
        assert self.battle is not None
        [pair] = self.pairs
        battle = fight_round(self.battle, (plays[pair[0]], plays[pair[1]]), terms)
        done = battle.rounds[-1]
        fight = Fight(done.number, done.cards, done.effects, done.armies, pair)
        return replace(self, battle=battle), (fight,)

    def without_rounds(self) -> Field:
        """The field without the battle rounds that have been reported."""
        return replace(self, battle=replace(self.battle, rounds=())) if self.battle else self


class Muster(_Battlefield, frozen=True):
    """The battle of the Religious War; its sides are in Initiative Order.

    `melee` is None if there is no melee; it has its pairs once the cards are swapped.
    """

    melee: Melee | None = None
    key: ClassVar[str] = RELIGIOUS
    label: ClassVar[str] = RELIGIOUS

    @property
    def hosts(self) -> Mapping[str, Side]:
        """The sides by member."""
        return {side.power: side for side in self.sides}

    @property
    def is_over(self) -> bool:
        return self.melee is None or self.melee.is_over

    @property
    def winner(self) -> League:
        """The League that has won, "" while or where there is no winner."""
        result = self.melee.result if self.melee else None
        return MELEE_LEAGUES[result] if isinstance(result, int) else ""

    @property
    def armies(self) -> Mapping[str, Army]:
        return self.melee.armies if self.melee else {}

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        return self.melee.pairs if self.melee else ()

    @property
    def fighting(self) -> tuple[Side, ...]:
        """All members before the swaps; then those who do not wait in reserve."""
        engaged = {member for pair in self.pairs for member in pair}
        return tuple(side for side in self.sides if not self.swapped or side.power in engaged)

    def enemy_of(self, power: str) -> str:
        return RELIGIOUS

    def rounds_of(self, power: str) -> int:
        return self.melee.played.get(power, 0) if self.melee else 0

    def with_armies(self, armies: Mapping[str, Army]) -> Muster:
        assert self.melee is not None
        return replace(self, melee=replace(self.melee, armies=MappingProxyType(dict(armies))))

    def fought(self, plays: Mapping[str, Play], terms: Terms) -> tuple[Muster, tuple[Fight, ...]]:
        assert self.melee is not None
        melee = fight_tick(self.melee, plays, terms)
        return replace(self, melee=melee), melee.ticks[-1].fights

    def without_rounds(self) -> Muster:
        return replace(self, melee=replace(self.melee, ticks=())) if self.melee else self


Fields = Mapping[str, Any]


def field_of(fields: Fields, war: War) -> Field | None:
    """The field of a private war, None before its battle and after its treaty."""
    found = fields.get(str(war.number))
    return found if isinstance(found, Field) else None


def muster_of(fields: Fields) -> Muster | None:
    """The muster of the Religious War, None before it and after its treaties."""
    found = fields.get(RELIGIOUS)
    return found if isinstance(found, Muster) else None


def with_field(fields: Fields, new: Field | Muster) -> Fields:
    return MappingProxyType({**fields, new.key: new})


def keep_field(progress: Progress, new: Field | Muster) -> None:
    progress.change(hands=with_field(progress.state.hands, new))


def without_field(fields: Fields, key: str) -> Fields:
    return MappingProxyType({name: one for name, one in fields.items() if name != key})


def fields_seen_by(fields: Fields, player: str) -> Fields:
    """The fields as a player sees them: cards and plans are those of the sides that he leads."""
    seen = {}
    for key, one in fields.items():
        sides = (
            side if side.leader == player else replace(side, plan=NO_PLAN) for side in one.sides
        )
        unknown = tuple(side.power for side in one.sides if side.leader != player)
        seen[key] = replace(one, sides=tuple(sides), deck=(), unknown=unknown)
    return MappingProxyType(seen)


# --- in the files of states


class ArmyRow(Record, frozen=True):
    """An army, with its cards as letters."""

    hand: str
    pile: str
    aside: str
    reserves: int
    called: bool
    banned: bool


class PlanRow(Record, frozen=True):
    script: str
    swap: str
    want: str


class SideRow(Record, frozen=True):
    """A side. That of a private war has `power` and `leader`, a member of a League `side` and
    `played`. An army that is not known is left out."""

    power: str | None = None
    leader: str | None = None
    allies: tuple[str, ...] | None = None
    strength: int = -1
    side: int | None = None
    played: int | None = None
    army: ArmyRow | None = None
    plan: PlanRow | None = None


class BattleRow(Record, frozen=True):
    """A battle: a private war has `attacker` and `defender`, the Religious War has `pairs`, `lines`
    and `members`."""

    swapped: bool
    deck: str
    late: str | tuple[str, ...] = ()
    fought: int | None = None
    pairs: tuple[tuple[str, str], ...] | None = None
    lines: Lines | None = None
    result: Literal["", "0", "1", "inconclusive"] | None = None
    attacker: SideRow | None = None
    defender: SideRow | None = None
    members: Mapping[str, SideRow] = {}


_RESULTS: Final[Mapping[str | None, Any]] = {"0": 0, "1": 1, "inconclusive": "inconclusive"}


def dump_fields(fields: Fields) -> dict[str, BattleRow]:
    """The fields as rows, in stable order. Battle rounds already reported are left out."""
    return {key: _row(one) for key, one in fields.items()}


def _row(one: Field | Muster) -> BattleRow:
    row = BattleRow(one.swapped, "".join(one.deck))
    battle = one.battle if isinstance(one, Field) else one.melee
    if battle is not None:
        result: Any = "" if battle.result is None else str(battle.result)
        row = replace(row, fought=battle.fought, result=result)
    rows = [_side_row(one, side) for side in one.sides]
    if isinstance(one, Field):
        return replace(row, late="".join(one.late) or (), attacker=rows[0], defender=rows[1])
    if one.melee is not None:
        row = replace(row, pairs=one.melee.pairs, lines=one.melee.lines)
    return replace(row, late=one.late, members=dict(zip(one.hosts, rows, strict=True)))


def _side_row(one: Field | Muster, side: Side) -> SideRow:
    power, plan = side.power, side.plan
    more: dict[str, Any] = {}
    if isinstance(one, Field):
        more = {"power": power, "leader": side.leader}
    elif one.melee is not None:
        more = {"side": one.melee.side[power], "played": one.rounds_of(power)}
    if power in one.armies and power not in one.unknown:
        army = one.armies[power]
        hand, pile, aside = army.hand.letters, army.pile.letters, army.aside.letters
        more["army"] = ArmyRow(hand, pile, aside, army.reserves, army.called, army.banned)
    if plan != NO_PLAN:
        more["plan"] = PlanRow(str(plan.script), "".join(plan.swap), "".join(plan.want))
    return SideRow(allies=side.allies, strength=side.strength, **more)


def load_fields(rows: Mapping[str, BattleRow]) -> Fields:
    """The fields that `dump_fields` wrote. Raises FileError for anything else."""
    fields: dict[str, Any] = {}
    for key, row in rows.items():
        try:
            fields[key] = _load_muster(row) if key == RELIGIOUS else _load_field(int(key), row)
        except (KeyError, TypeError, ValueError) as error:
            raise FileError(f"the battle {key} cannot be read: {error!r}") from None
    return MappingProxyType(fields)


def _load_field(war: int, row: BattleRow) -> Field:
    if row.attacker is None or row.defender is None:
        raise ValueError("a side is missing")
    rows, battle = (row.attacker, row.defender), None
    sides = tuple(_load_side(one.power or "", one.leader or "", one) for one in rows)
    if row.fought is not None:
        armies = (_load_army(row.attacker), _load_army(row.defender))
        battle = Battle(armies, row.fought, result=_RESULTS.get(row.result))
    late = (row.late,) if isinstance(row.late, str) else row.late
    unknown = tuple(one.power or "" for one in rows if battle and one.army is None)
    deck, swapped = parse_types(row.deck), row.swapped
    return Field(war, battle, sides=sides, deck=deck, swapped=swapped, late=late, unknown=unknown)


def _load_muster(row: BattleRow) -> Muster:
    members, melee = row.members, None
    if row.fought is not None:
        melee = Melee(
            tuple(members),
            {name: one.side or 0 for name, one in members.items()},
            {name: _load_army(one) for name, one in members.items()},
            row.pairs or (),
            row.lines or ((), ()),
            row.fought,
            {name: one.played for name, one in members.items() if one.played},
            result=_RESULTS.get(row.result),
        )
    return Muster(
        melee,
        sides=tuple(_load_side(name, name, one) for name, one in members.items()),
        deck=parse_types(row.deck),
        swapped=row.swapped,
        late=tuple(row.late),
        unknown=tuple(name for name, one in members.items() if melee and one.army is None),
    )


def _load_side(power: str, leader: str, row: SideRow) -> Side:
    plan = NO_PLAN
    if row.plan is not None:
        script = parse_script(row.plan.script.split())
        plan = Plan(script, parse_types(row.plan.swap), parse_types(row.plan.want))
    return Side(power, leader, row.allies or (), row.strength, plan)


def _load_army(side: SideRow) -> Army:
    """The army of a side, an empty one where it is not known."""
    row = side.army
    if row is None:
        return Army()
    hand, pile, aside = map(Cards.of, (row.hand, row.pile, row.aside))
    return Army(hand, pile, aside, row.reserves, row.called, row.banned)
