"""Battles between two stages: who stands where, with which cards. A state keeps them in `hands`.

They are the referee's until the battle is over: `dump_fields` goes into a private document.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final

from msgspec import Struct
from msgspec.structs import asdict, replace

from generator.engine.errors import FileError
from generator.rulesets.westphalia.battle.army import Army, Terms
from generator.rulesets.westphalia.battle.cards import Cards, Type
from generator.rulesets.westphalia.battle.duel import Battle, Play, fight_round
from generator.rulesets.westphalia.battle.melee import Fight, Melee, fight_tick
from generator.rulesets.westphalia.battle.notation import parse_script, parse_types
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
    """What a private war and the Religious War have in common.

    `deck` are the cards from which swaps are drawn, from the top. Where swaps go in Initiative
    Order, `late` are the powers that have yet to swap, once the first has. `unknown` are the powers
    whose cards are not known, where the battle is that which one player sees.
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
        """The part of the names of lots that tells whose they are."""
        return f"war{self.war}"

    @property
    def is_over(self) -> bool:
        return self.battle is None or self.battle.is_over

    @property
    def winner(self) -> str:
        """The power that has won, "" while or where nobody has."""
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
        """How the orders of a side name its enemy."""
        return next(side.power for side in self.sides if side.power != power)

    def rounds_of(self, power: str) -> int:
        """How many battle rounds a side has fought."""
        return self.battle.fought if self.battle else 0

    def with_armies(self, armies: Mapping[str, Army]) -> Field:
        assert self.battle is not None
        first, second = (armies[side.power] for side in self.sides)
        return replace(self, battle=replace(self.battle, armies=(first, second)))

    def fought(self, plays: Mapping[str, Play], terms: Terms) -> tuple[Field, tuple[Fight, ...]]:
        """The field after one more battle round, and how that went."""
        assert self.battle is not None
        [pair] = self.pairs
        battle = fight_round(self.battle, (plays[pair[0]], plays[pair[1]]), terms)
        done = battle.rounds[-1]
        return replace(self, battle=battle), (Fight(pair, done.cards, done.effects, done.armies),)

    def without_rounds(self) -> Field:
        """The field without the battle rounds that have been told."""
        return replace(self, battle=replace(self.battle, rounds=())) if self.battle else self


class Muster(_Battlefield, frozen=True):
    """The battle of the Religious War; its sides are in Initiative Order.

    `melee` is None where none is fought; it has its pairs once the cards are swapped.
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
        """The League that has won, "" while or where none has."""
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


def without_field(fields: Fields, key: str) -> Fields:
    return MappingProxyType({name: one for name, one in fields.items() if name != key})


def fields_seen_by(fields: Fields, player: str) -> Fields:
    """The fields as a player sees them: cards and plans are those of the sides that he leads."""
    return MappingProxyType({key: _seen_by(one, player) for key, one in fields.items()})


def _seen_by(one: Field | Muster, player: str) -> Field | Muster:
    sides = tuple(
        side if side.leader == player else replace(side, plan=NO_PLAN) for side in one.sides
    )
    unknown = tuple(side.power for side in one.sides if side.leader != player)
    return replace(one, sides=sides, deck=(), unknown=unknown)


def dump_fields(fields: Fields) -> dict[str, Any]:
    """The fields as tables, in stable order. Battle rounds already told are left out."""
    return {key: _dump_field(one) for key, one in fields.items()}


def load_fields(tables: Mapping[str, Any]) -> Fields:
    """The fields that `dump_fields` wrote. Raises FileError for anything else."""
    fields: dict[str, Any] = {}
    for key, table in tables.items():
        try:
            one = _load_muster(table) if key == RELIGIOUS else _load_field(int(key), table)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise FileError(f"the battle {key} cannot be read: {error!r}") from None
        fields[key] = one
    return MappingProxyType(fields)


def _dump_field(one: Field | Muster) -> dict[str, Any]:
    table: dict[str, Any] = {"swapped": one.swapped, "deck": "".join(one.deck)}
    if one.late:
        table["late"] = one.late[0] if isinstance(one, Field) else list(one.late)
    battle = one.battle if isinstance(one, Field) else one.melee
    if battle is not None:
        table["fought"] = battle.fought
        if isinstance(battle, Melee):
            table["pairs"] = [list(pair) for pair in battle.pairs]
            table["lines"] = [list(line) for line in battle.lines]
        table["result"] = "" if battle.result is None else str(battle.result)
    rows = {side.power: _dump_side(one, side) for side in one.sides}
    if isinstance(one, Field):
        return table | dict(zip(_SIDES, rows.values(), strict=True))
    return table | ({"members": rows} if rows else {})


def _dump_side(one: Field | Muster, side: Side) -> dict[str, Any]:
    row: dict[str, Any] = {"allies": list(side.allies), "strength": side.strength}
    if isinstance(one, Field):
        row = {"power": side.power, "leader": side.leader, **row}
    elif one.melee is not None:
        row |= {"side": one.melee.side[side.power], "played": one.rounds_of(side.power)}
    if side.power in one.armies and side.power not in one.unknown:
        army = asdict(one.armies[side.power])
        row["army"] = {
            name: held.letters if isinstance(held, Cards) else held for name, held in army.items()
        }
    if side.plan != NO_PLAN:
        cards = {"swap": "".join(side.plan.swap), "want": "".join(side.plan.want)}
        row["plan"] = {"script": str(side.plan.script), **cards}
    return row


def _load_field(war: int, table: Mapping[str, Any]) -> Field:
    rows = [table[name] for name in _SIDES]
    sides = tuple(_load_side(row["power"], row["leader"], row) for row in rows)
    battle = None
    if "fought" in table:
        armies = (_load_army(rows[0]), _load_army(rows[1]))
        battle = Battle(armies, table["fought"], result=_RESULTS[table["result"]])
    late = (table["late"],) if "late" in table else ()
    deck, swapped = parse_types(table["deck"]), table["swapped"]
    unknown = tuple(row["power"] for row in rows if battle and "army" not in row)
    return Field(war, battle, sides=sides, deck=deck, swapped=swapped, late=late, unknown=unknown)


_SIDES: Final = ("attacker", "defender")
_RESULTS: Final[Mapping[str, Any]] = {"": None, "0": 0, "1": 1, "inconclusive": "inconclusive"}


def _load_side(power: str, leader: str, row: Mapping[str, Any]) -> Side:
    plan = NO_PLAN
    if "plan" in row:
        script = parse_script(row["plan"]["script"].split())
        plan = Plan(script, parse_types(row["plan"]["swap"]), parse_types(row["plan"]["want"]))
    return Side(power, leader, tuple(row["allies"]), row["strength"], plan)


def _load_army(side: Mapping[str, Any]) -> Army:
    """The army of a side, an empty one where it is not known."""
    row = side.get("army")
    if row is None:
        return Army()
    hand, pile, aside = (Cards.of(row[name]) for name in ("hand", "pile", "aside"))
    return Army(hand, pile, aside, row["reserves"], row["called"], row["banned"])


def _load_muster(table: Mapping[str, Any]) -> Muster:
    members = table.get("members", {})
    melee = None
    if "fought" in table:
        lines = tuple(tuple(line) for line in table["lines"])
        melee = Melee(
            tuple(members),
            {name: row["side"] for name, row in members.items()},
            {name: _load_army(row) for name, row in members.items()},
            tuple((one, other) for one, other in table["pairs"]),
            (lines[0], lines[1]),
            table["fought"],
            {name: row["played"] for name, row in members.items() if row["played"]},
            result=_RESULTS[table["result"]],
        )
    return Muster(
        melee,
        sides=tuple(_load_side(name, name, row) for name, row in members.items()),
        deck=parse_types(table["deck"]),
        swapped=table["swapped"],
        late=tuple(table.get("late", ())),
        unknown=tuple(name for name, row in members.items() if melee and "army" not in row),
    )
