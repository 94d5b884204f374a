"""What is remembered of papal decrees and of what their violations cost, and how files have it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from generator.engine.errors import FileError
from generator.engine.knobs import Count, Positive, Table, knob
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.features.papal_orders import Demand, IssueDecree, Sort
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.turn.turn import Turn

__all__ = [
    "KEY",
    "Decree",
    "Decrees",
    "Penalty",
    "book_of",
    "decrees_in",
    "dump_decrees",
    "load_decrees",
    "penalize",
]


class Decree(Struct, frozen=True):
    """A decree that was announced in `year`. `ended` is the first year in which it is no more in
    effect, 0 as long as there is none, and `why` it is not."""

    number: int
    year: int
    order: IssueDecree
    ended: int = 0
    why: Literal["", "annulled", "lapsed"] = ""


class Penalty(Struct, frozen=True):
    """Points that a power loses for violating a decree in a year; none any more if cancelled."""

    decree: int
    year: int
    power: str
    points: int
    cancelled: bool = False


class Decrees(Struct, frozen=True):
    issued: tuple[Decree, ...] = ()
    penalties: tuple[Penalty, ...] = ()

    def find(self, number: int) -> Decree | None:
        return next((one for one in self.issued if one.number == number), None)

    def change(self, *changed: Decree) -> Decrees:
        by_number = {one.number: one for one in changed}
        return replace(self, issued=tuple(by_number.get(x.number, x) for x in self.issued))


KEY: Final = "decrees"


class DecreeRules(Table, frozen=True):
    """The table `decrees`."""

    power: Annotated[str, knob("The power that gives decrees", "E19D-PAP-1")] = ""
    targets: Annotated[str, knob("The confession of those whom they bind", "E19D-PAP-3")] = ""
    max_targets: Annotated[Positive, knob("The most powers that one binds", "E19D-PAP-3")] = 3
    after_years: Annotated[Count, knob("Years of the game before the first", "E19D-PAP-1")] = 0
    delay_years: Annotated[Count, knob("Years until one is in effect", "E19D-PAP-2")] = 1
    begins: Annotated[
        Literal["movement", "year"],
        knob("Whether it binds from the orders of that year on, or in its diplomacy too",
             "E19D-PAP-2"),
    ] = "movement"  # fmt: skip
    violations: Annotated[
        Literal["per_year", "per_act"],
        knob("Whether a target violates it once a year, or by each act", "E19D-PAP-13"),
    ] = "per_year"
    penalty: Annotated[Count, knob("What a violation costs", "E19D-PAP-13")] = 3
    annulment_counts: Annotated[
        bool, knob("An annulment is the decree of its year", "E19D-PAP-9")
    ] = True


def book_of(turn: Turn | EuropeState) -> Decrees:
    part: Decrees = turn.parts[KEY]
    return part


def decrees_in(turn: Turn | EuropeState) -> tuple[Decree, ...]:
    """The decrees that are in effect in the phase that is played.

    By the table's `begins` a decree binds from the movement phase of its first year on, or from
    the start of that year.
    """
    year, rules = turn.moment.year, turn.facts.of(DecreeRules)
    early = rules.begins == "movement" and turn.moment.phase == "diplomatic"
    since = year - rules.delay_years - early
    return tuple(
        one
        for one in book_of(turn).issued
        if one.year <= since and (not one.ended or year < one.ended)
    )


def penalize(turn: Turn, decree: Decree, power: str, times: int) -> int:
    """Enter the penalty for violations of the year; returns its points."""
    points = times * turn.facts.of(DecreeRules).penalty
    if points:
        part = book_of(turn)
        penalty = Penalty(decree.number, turn.year, power, points)
        turn.parts[KEY] = replace(part, penalties=(*part.penalties, penalty))
    return points


def dump_decrees(part: Decrees) -> dict[str, Any]:
    tables: dict[str, Any] = {}
    if part.issued:
        tables["issued"] = [_decree_row(one) for one in part.issued]
    if part.penalties:
        tables["penalties"] = [
            {
                "decree": one.decree,
                "year": one.year,
                "power": one.power,
                "points": one.points,
                **({"cancelled": True} if one.cancelled else {}),
            }
            for one in part.penalties
        ]
    return tables


def load_decrees(tables: Mapping[str, Any], facts: Facts) -> Decrees:
    """The decrees that `dump_decrees` wrote. Raises FileError."""
    unknown = [name for name in tables if name not in ("issued", "penalties")]
    if unknown:
        raise FileError(f"there is no {unknown[0]} of decrees")
    issued = tuple(_decree_in(row, facts) for row in tables.get("issued", ()))
    penalties = tuple(Penalty(**row) for row in tables.get("penalties", ()))
    for one in penalties:
        if one.power not in facts.powers or type(one.points) is not int:
            raise FileError(f"{one} is not a penalty")
    return Decrees(issued, penalties)


def _decree_row(one: Decree) -> dict[str, Any]:
    demand = one.order.demand
    row = {
        "number": one.number,
        "year": one.year,
        "targets": list(one.order.targets),
        "kind": demand.sort,
        "place": demand.place,
        "power": demand.power,
        "text": demand.text,
        "ended": one.ended,
        "why": one.why,
    }
    return {key: value for key, value in row.items() if value}


def _decree_in(row: Mapping[str, Any], facts: Facts) -> Decree:
    place, power = row.get("place", ""), row.get("power", "")
    demand = Demand(row["kind"], place, power, row.get("text", ""))
    targets = tuple(row["targets"])
    known = {"", *facts.powers, *facts.states, *facts.board.provinces}
    if demand.sort not in get_args(Sort) or not known.issuperset((*targets, place, power)):
        raise FileError(f"{dict(row)} is not a decree")
    numbers = [row["number"], row["year"], row.get("ended", 0)]
    if not all(type(number) is int for number in numbers):
        raise FileError(f"{dict(row)} is not a decree")
    order = IssueDecree(targets, demand)
    return Decree(numbers[0], numbers[1], order, numbers[2], row.get("why", ""))
