"""Battles between two stages: who stands where, with which cards. A state keeps them in `hands`.

They are the referee's until the battle is over: `dump_fields` goes into a private document.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from generator.engine.errors import FileError
from generator.rulesets.westphalia.battle.army import Army
from generator.rulesets.westphalia.battle.cards import Cards, Type
from generator.rulesets.westphalia.battle.duel import Battle
from generator.rulesets.westphalia.battle.melee import Melee
from generator.rulesets.westphalia.battle.notation import parse_script, parse_types
from generator.rulesets.westphalia.state.state import War
from generator.rulesets.westphalia.wars.plans import NO_PLAN, Plan

__all__ = [
    "RELIGIOUS",
    "Field",
    "Host",
    "Muster",
    "Side",
    "dump_fields",
    "field_of",
    "load_fields",
    "muster_of",
    "told",
    "with_field",
    "with_muster",
    "without_field",
]

RELIGIOUS: Final = "religious"
"""The key of the Religious War among the fields; a private war has that of its number."""


class Side(Struct, frozen=True):
    """One side of a private war, fixed when the battle begins.

    `power` fights, `leader` plays its cards ("" for the automatic script), `allies` are the
    principalities on its side, `strength` is its Imperial Power, and `plan` is what its leader has
    ordered for the whole battle.
    """

    power: str
    leader: str
    allies: tuple[str, ...]
    strength: int
    plan: Plan = NO_PLAN


class Field(Struct, frozen=True):
    """The battle of a private war, attacker first. `battle` is None after an automatic victory.

    `deck` are the cards from which swaps are drawn, from the top. Where swaps go in Initiative
    Order, `late` is the power that has yet to swap, once the other has.
    """

    war: int
    sides: tuple[Side, Side]
    battle: Battle | None
    deck: tuple[Type, ...] = ()
    swapped: bool = False
    late: str = ""


class Host(Struct, frozen=True):
    """A member of a League in the Religious War: his allies, his Imperial Power, and what he has
    ordered for the whole battle."""

    allies: tuple[str, ...]
    strength: int
    plan: Plan = NO_PLAN


class Muster(Struct, frozen=True):
    """The Religious War's battle. League 0 of the melee is the Catholic League.

    `hosts` are in Initiative Order. `melee` is None where none is fought; it has its pairs once
    the cards are swapped. Where swaps go in Initiative Order, `late` are the members who have yet
    to swap, once the first has.
    """

    hosts: Mapping[str, Host]
    melee: Melee | None = None
    deck: tuple[Type, ...] = ()
    swapped: bool = False
    late: tuple[str, ...] = ()


Fields = Mapping[str, Any]


def field_of(fields: Fields, war: War) -> Field | None:
    """The field of a private war, None before its battle and after its treaty."""
    found = fields.get(str(war.number))
    return found if isinstance(found, Field) else None


def muster_of(fields: Fields) -> Muster | None:
    """The muster of the Religious War, None before it and after its treaties."""
    found = fields.get(RELIGIOUS)
    return found if isinstance(found, Muster) else None


def with_field(fields: Fields, new: Field) -> Fields:
    return MappingProxyType({**fields, str(new.war): new})


def with_muster(fields: Fields, new: Muster) -> Fields:
    return MappingProxyType({**fields, RELIGIOUS: new})


def without_field(fields: Fields, key: str) -> Fields:
    return MappingProxyType({name: one for name, one in fields.items() if name != key})


def dump_fields(fields: Fields) -> dict[str, Any]:
    """The fields as tables, in stable order. Battle rounds already told are left out."""
    tables: dict[str, Any] = {}
    for key, one in fields.items():
        tables[key] = _dump_muster(one) if isinstance(one, Muster) else _dump_field(one)
    return tables


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


def _dump_field(one: Field) -> dict[str, Any]:
    table: dict[str, Any] = {"swapped": one.swapped, "deck": "".join(one.deck)}
    if one.late:
        table["late"] = one.late
    if one.battle is not None:
        table["fought"] = one.battle.fought
        table["result"] = "" if one.battle.result is None else str(one.battle.result)
    for number, side in enumerate(one.sides):
        row: dict[str, Any] = {
            "power": side.power,
            "leader": side.leader,
            "allies": list(side.allies),
            "strength": side.strength,
        }
        if one.battle is not None:
            row["army"] = _dump_army(one.battle.armies[number])
        row |= _dump_plan(side.plan)
        table[("attacker", "defender")[number]] = row
    return table


def _load_field(war: int, table: Mapping[str, Any]) -> Field:
    rows = (table["attacker"], table["defender"])
    first, second = (
        Side(row["power"], row["leader"], tuple(row["allies"]), row["strength"], _load_plan(row))
        for row in rows
    )
    battle = None
    if "fought" in table:
        armies = (_load_army(rows[0]["army"]), _load_army(rows[1]["army"]))
        battle = Battle(armies, table["fought"], result=_RESULTS[table["result"]])
    deck = parse_types(table["deck"])
    return Field(war, (first, second), battle, deck, table["swapped"], table.get("late", ""))


_RESULTS: Final[Mapping[str, Any]] = {"": None, "0": 0, "1": 1, "inconclusive": "inconclusive"}


def _dump_army(army: Army) -> dict[str, Any]:
    return {
        "hand": army.hand.letters,
        "pile": army.pile.letters,
        "aside": army.aside.letters,
        "reserves": army.reserves,
        "called": army.called,
        "banned": army.banned,
    }


def _load_army(row: Mapping[str, Any]) -> Army:
    hand, pile, aside = (Cards.of(row[name]) for name in ("hand", "pile", "aside"))
    return Army(hand, pile, aside, row["reserves"], row["called"], row["banned"])


def _dump_plan(plan: Plan) -> dict[str, Any]:
    """Nothing where nothing was ordered."""
    if plan == NO_PLAN:
        return {}
    cards = {"swap": "".join(plan.swap), "want": "".join(plan.want)}
    return {"plan": {"script": str(plan.script), **cards}}


def _load_plan(row: Mapping[str, Any]) -> Plan:
    if "plan" not in row:
        return NO_PLAN
    table = row["plan"]
    script = parse_script(table["script"].split())
    return Plan(script, parse_types(table["swap"]), parse_types(table["want"]))


def _dump_muster(one: Muster) -> dict[str, Any]:
    table: dict[str, Any] = {"swapped": one.swapped, "deck": "".join(one.deck)}
    if one.late:
        table["late"] = list(one.late)
    melee = one.melee
    if melee is not None:
        table["fought"] = melee.fought
        table["pairs"] = [list(pair) for pair in melee.pairs]
        table["lines"] = [list(line) for line in melee.lines]
        table["result"] = "" if melee.result is None else str(melee.result)
    for member, host in one.hosts.items():
        row: dict[str, Any] = {"allies": list(host.allies), "strength": host.strength}
        if melee is not None:
            row["side"] = melee.side[member]
            row["played"] = melee.played.get(member, 0)
            row["army"] = _dump_army(melee.armies[member])
        row |= _dump_plan(host.plan)
        table.setdefault("members", {})[member] = row
    return table


def _load_muster(table: Mapping[str, Any]) -> Muster:
    members = table.get("members", {})
    hosts = {
        name: Host(tuple(row["allies"]), row["strength"], _load_plan(row))
        for name, row in members.items()
    }
    melee = None
    if "fought" in table:
        lines = tuple(tuple(line) for line in table["lines"])
        melee = Melee(
            tuple(members),
            {name: row["side"] for name, row in members.items()},
            {name: _load_army(row["army"]) for name, row in members.items()},
            tuple((one, other) for one, other in table["pairs"]),
            (lines[0], lines[1]),
            table["fought"],
            {name: row["played"] for name, row in members.items() if row["played"]},
            result=_RESULTS[table["result"]],
        )
    deck, late = parse_types(table["deck"]), tuple(table.get("late", ()))
    return Muster(MappingProxyType(hosts), melee, deck, table["swapped"], late)


def told(one: Field) -> Field:
    """A field without the battle rounds that have been reported."""
    if one.battle is None:
        return one
    return replace(one, battle=replace(one.battle, rounds=()))
