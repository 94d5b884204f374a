"""Papal decrees: their possible content, their notation, and the record of each with its cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.engine.errors import GameError
from generator.engine.forms.pattern import Form, filled
from generator.engine.typed import Count, Positive, Record, Table, knob
from generator.engine.words import listed
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import Name, Power
from generator.rulesets.europe.turn.turn import Turn

Sort = Literal[
    "not_enter",
    "vacate",
    "not_ally",
    "leave_alliance",
    "not_attack",
    "not_influence",
    "excommunicate",
    "free",
    "forced",
]


class Demand(Struct, frozen=True):
    """The demand of a decree.

    `place` is the province, the sea or the state that is not to be entered, or the state of
    influence; `power` the one not to ally with, to leave or not to attack, "" for any. A "free"
    demand has only its `text`, and any other may have one beside it. A "forced" one orders what no
    decree can order.
    """

    sort: Sort
    place: str = ""
    power: str = ""
    text: str = ""

    def __str__(self) -> str:
        power, place = self.power.upper() or "ANY", self.place
        said: Mapping[Sort, str] = {
            "not_enter": f"NOT ENTER {place}",
            "vacate": f"VACATE {place}",
            "not_ally": f"NOT ALLY {power}",
            "leave_alliance": f"LEAVE ALLIANCE {power}",
            "not_attack": f"NOT ATTACK {power}{f' IN {place}' if place else ''}",
            "not_influence": f"NOT INFLUENCE {place}",
            "excommunicate": "EXCOMMUNICATE",
            "free": f'"{self.text}"',
            "forced": f"WAR {power}" if self.power else f"TAKE {place}",
        }
        beside = f' TEXT "{self.text}"' if self.text and self.sort != "free" else ""
        return said[self.sort] + beside

    def words(self, facts: Facts) -> str:
        """The demand with an infinitive: `not to enter Lorraine`."""
        power = facts.name_of(self.power) if self.power else "any power"
        place = facts.name_of(self.place) if self.place in facts.states else ""
        place = place or (facts.board.name_of(self.place) if self.place else "")
        where = f" in {place}" if place else ""
        said: Mapping[Sort, str] = {
            "not_enter": f"not to enter {place}",
            "vacate": f"to leave {place}",
            "not_ally": f"not to ally with {power}",
            "leave_alliance": f"to leave the alliance with {power}",
            "not_attack": f"not to attack the influence of {power}{where}",
            "not_influence": f"not to influence {place}",
            "excommunicate": "to be excommunicated",
            "free": f'under the decree "{self.text}"',
            "forced": f"to declare war on {power}" if self.power else f"to occupy {place}",
        }
        return said[self.sort]


class IssueDecree(Struct, frozen=True):
    """`DECREE FRANCE: NOT ENTER LOR`."""

    corrected: ClassVar[tuple[str, ...]] = ("demand",)
    targets: tuple[str, ...]
    demand: Demand

    def __str__(self) -> str:
        return f"DECREE {', '.join(self.targets).upper()}: {self.demand}"

    def words(self, facts: Facts) -> str:
        names = listed(map(facts.name_of, self.targets))
        return f"{names} {'is' if len(self.targets) == 1 else 'are'} {self.demand.words(facts)}"


class AnnulDecree(Struct, frozen=True):
    """`DECREE ANNUL 3`."""

    number: int

    def __str__(self) -> str:
        return f"DECREE ANNUL {self.number}"


_EXAMPLES: Final[Mapping[Sort, str]] = {
    "not_enter": "NOT ENTER LOR",
    "vacate": "VACATE LOR",
    "not_ally": "NOT ALLY SWEDEN",
    "leave_alliance": "LEAVE ALLIANCE ENGLAND",
    "not_attack": "NOT ATTACK FRANCE IN WES",
    "not_influence": "NOT INFLUENCE LOWR",
    "excommunicate": "EXCOMMUNICATE",
    "free": '"..."',
    "forced": "NOT ENTER LOR",
}


def _issue(sort: Sort, pattern: str) -> Form:
    """A way to write a demand of a sort."""

    def make(slots: Mapping[str, Any]) -> IssueDecree:
        place = slots.get("place") or slots.get("state") or ""
        text = " ".join(str(slots.get("text", "")).replace('"', " ").split())
        if sort == "free" and not text:
            raise GameError("the decree says nothing", hint="like DECREE FRANCE: NOT ENTER LOR")
        demand = Demand(sort, str(place).partition("/")[0], slots.get("power", ""), text)
        return IssueDecree(tuple(dict.fromkeys(slots["targets"])), demand)

    whom = "DECREE [(FOR|TO|ON|AGAINST)] {targets:powers}"
    return Form(f"{whom} {pattern}", make, f"DECREE FRANCE: {_EXAMPLES[sort]}")


_NOT: Final = "[(MUST|SHALL|MAY|IS|ARE)] NOT [TO]"
_DO: Final = "[(MUST|SHALL|HAS|HAVE)] [TO]"
_ENTER: Final = "(ENTER|OCCUPY|BE) [(IN|INTO)]"
_ALLIANCE: Final = "[(MAKE|FORM|ENTER)] [(AN|ANY|THE)] (ALLIANCE|ALLIANCES)"
_LEAVE: Final = "(LEAVE|END|DISSOLVE|WITHDRAW FROM) [THE] [ALLIANCE]"
_TAKE: Final = "(TAKE|OCCUPY|CAPTURE|CONQUER|ENTER|ATTACK)"
_DEMANDS: Final[tuple[tuple[Sort, str], ...]] = (
    ("not_enter", f"{_NOT} {_ENTER} {{place:place}}"),
    ("not_enter", f"{_NOT} {_ENTER} {{state:state}}"),
    ("not_ally", f"{_NOT} (ALLY|{_ALLIANCE}) [WITH] {{power:power}}"),
    ("leave_alliance", f"{_DO} {_LEAVE} [WITH] {{power:power}}"),
    ("not_attack", f"{_NOT} ATTACK {{power:power}} [(INFLUENCE|INFS)] [IN {{state:state}}]"),
    ("not_influence", f"{_NOT} (INFLUENCE|PLACE INFS|PLACE INFLUENCE) [IN] {{state:state}}"),
    ("forced", f"{_DO} [DECLARE] WAR [(ON|AGAINST)] {{power:power}}"),
    ("forced", f"{_DO} ATTACK {{power:power}}"),
    ("forced", f"{_DO} {_TAKE} {{place:place}}"),
)
_ANNUL: Final = Form(
    "DECREE (ANNUL|ANNULS|ANNULMENT|ABOLISH|REPEAL) [OF] [DECREE] {number:number}",
    filled(AnnulDecree),
    "DECREE ANNUL 3",
)

FORMS: Final = (
    _ANNUL,
    *(_issue(sort, pattern) for sort, pattern in _DEMANDS),
    _issue("free", "{text:text}"),
)

_FORBID: Final = "(FORBID_ENTER|FORBID ENTER|FORBID ENTERING)"
_ATTACK: Final = "(FORBID_ATTACK|FORBID ATTACK)"
_COMMANDS: Final[tuple[tuple[Sort, str], ...]] = (
    ("not_enter", f"{_FORBID} {{place:place}}"),
    ("not_enter", f"{_FORBID} {{state:state}}"),
    ("vacate", "VACATE {place:place}"),
    ("vacate", "VACATE {state:state}"),
    ("not_ally", "(FORBID_ALLIANCE|FORBID ALLIANCE) [WITH] (ANY|{power:power})"),
    ("not_ally", f"{_NOT} ALLY [WITH] ANY"),
    ("leave_alliance", "(WITHDRAW_ALLIANCE|WITHDRAW ALLIANCE) [WITH] {power:power}"),
    ("not_attack", f"{_ATTACK} [ON] (ANY|{{power:power}}) [IN (ANY|{{state:state}})]"),
    ("not_attack", f"{_NOT} ATTACK ANY [IN {{state:state}}]"),
    ("not_influence", "(FORBID_INFLUENCE|FORBID INFLUENCE) [IN] {state:state}"),
    ("excommunicate", "(EXCOMMUNICATE|EXCOMMUNICATED|EXCOMMUNICATION)"),
    *_DEMANDS,
)

COMMANDS: Final = (
    _ANNUL,
    Form(
        "(WITHDRAW|REVOKE|CANCEL) DECREE {number:number}", filled(AnnulDecree), "WITHDRAW DECREE 3"
    ),
    *(_issue(sort, f"[;]* {pattern} [[;]* TEXT {{text:text}}]") for sort, pattern in _COMMANDS),
    _issue("free", "[;]* [TEXT] {text:text}"),
)
"""The forms where decrees may also order a power out of a place, and excommunicate it."""


class Decree(Record, frozen=True):
    """A decree that was announced in `year`. `ended` is the first year in which it is no longer in
    effect, 0 while it is in effect, and `why` the reason that it ended."""

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
