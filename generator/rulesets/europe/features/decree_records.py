"""What is remembered of papal decrees and of what their violations cost."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec.structs import replace

from generator.engine.typed import Count, Positive, Record, Table, knob
from generator.rulesets.europe.features.papal_orders import Demand, IssueDecree, Sort
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import Name, Power
from generator.rulesets.europe.turn.turn import Turn


class Decree(Record, frozen=True):
    """A decree that was announced in `year`. `ended` is the first year in which it is no more in
    effect, 0 as long as there is none, and `why` it is not."""

    number: int
    year: int
    targets: tuple[Power, ...]
    kind: Sort
    place: Name = ""
    power: Power = ""
    text: str = ""
    ended: int = 0
    why: Literal["", "annulled", "lapsed"] = ""

    @classmethod
    def of(cls, number: int, year: int, order: IssueDecree) -> Decree:
        demand = order.demand
        told = demand.sort, demand.place, demand.power, demand.text
        return cls(number, year, order.targets, *told)

    @property
    def order(self) -> IssueDecree:
        return IssueDecree(self.targets, Demand(self.kind, self.place, self.power, self.text))


class Penalty(Record, frozen=True):
    """Points that a power loses for violating a decree in a year; none any more if cancelled."""

    decree: int
    year: int
    power: Power
    points: int
    cancelled: bool = False


class IgnoredDecree(Record, frozen=True):
    """A decree that a power has ignored, as the referee has confirmed, and in which year."""

    decree: int
    power: Power
    year: int


class Decrees(Record, frozen=True):
    issued: tuple[Decree, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    ignored: tuple[IgnoredDecree, ...] = ()

    def ignored_by(self, power: str) -> tuple[IgnoredDecree, ...]:
        return tuple(ignored for ignored in self.ignored if ignored.power == power)

    def find(self, number: int) -> Decree | None:
        return next((decree for decree in self.issued if decree.number == number), None)

    def change(self, *changed: Decree) -> Decrees:
        by_number = {decree.number: decree for decree in changed}
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
    penalty: Annotated[Count, knob("The cost of a violation", "E19D-PAP-13")] = 3
    annulment_counts: Annotated[
        bool, knob("An annulment is the decree of its year", "E19D-PAP-9")
    ] = True
    tolerated: Annotated[
        Count,
        knob("The decrees that a power ignores before it can be excommunicated; 0: no one can be",
             "E15V7-EXC-2"),
    ] = 0  # fmt: skip
    excommunication: Annotated[Count, knob("The cost of excommunication", "E15V7-EXC-4")] = 0
    ignored: Annotated[
        Literal["once", "every_year"],
        knob("Whether a decree that is ignored for years counts once", "E15V7-DEC-14"),
    ] = "once"


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
        decree
        for decree in book_of(turn).issued
        if decree.year <= since and (not decree.ended or year < decree.ended)
    )


def excommunicated_in(turn: Turn | EuropeState, power: str) -> int:
    """The year from which a power is excommunicated, 0: it is not, and will not be."""
    delay = turn.facts.of(DecreeRules).delay_years
    years = [
        decree.year + delay
        for decree in book_of(turn).issued
        if decree.kind == "excommunicate"
        and power in decree.targets
        and (not decree.ended or decree.ended > decree.year + delay)
    ]
    return min(years, default=0)


def penalize(turn: Turn, decree: Decree, power: str) -> int:
    """Enter the penalty for a violation of the year; returns its points."""
    points = turn.facts.of(DecreeRules).penalty
    if points:
        part = book_of(turn)
        penalty = Penalty(decree.number, turn.year, power, points)
        turn.parts[KEY] = replace(part, penalties=(*part.penalties, penalty))
    return points
