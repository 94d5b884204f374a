"""The orders of the Papacy: what a decree may say, and how it is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, Literal

from msgspec import Struct

from generator.engine.errors import GameError
from generator.engine.forms.pattern import Form
from generator.engine.words import listed
from generator.rulesets.europe.data.facts import Facts

__all__ = ["FORMS", "AnnulDecree", "Demand", "IssueDecree", "Sort"]

Sort = Literal[
    "not_enter", "not_ally", "leave_alliance", "not_attack", "not_influence", "free", "forced"
]


class Demand(Struct, frozen=True):
    """What a decree asks for.

    `place` is the province, the sea or the state that is not to be entered, or the state of
    influence; `power` the one not to ally with, to leave or not to attack. A "free" demand has
    only its `text`. A "forced" one orders what no decree can order.
    """

    sort: Sort
    place: str = ""
    power: str = ""
    text: str = ""

    def __str__(self) -> str:
        power, place = self.power.upper(), self.place
        said: Mapping[Sort, str] = {
            "not_enter": f"NOT ENTER {place}",
            "not_ally": f"NOT ALLY {power}",
            "leave_alliance": f"LEAVE ALLIANCE {power}",
            "not_attack": f"NOT ATTACK {power}{f' IN {place}' if place else ''}",
            "not_influence": f"NOT INFLUENCE {place}",
            "free": f'"{self.text}"',
            "forced": f"WAR {power}" if power else f"TAKE {place}",
        }
        return said[self.sort]

    def words(self, facts: Facts) -> str:
        """The demand with an infinitive: `not to enter Lorraine`."""
        power = facts.name_of(self.power) if self.power else ""
        place = facts.name_of(self.place) if self.place in facts.states else ""
        place = place or (facts.board.name_of(self.place) if self.place else "")
        where = f" in {place}" if place else ""
        said: Mapping[Sort, str] = {
            "not_enter": f"not to enter {place}",
            "not_ally": f"not to ally with {power}",
            "leave_alliance": f"to leave the alliance with {power}",
            "not_attack": f"not to attack the influence of {power}{where}",
            "not_influence": f"not to influence {place}",
            "free": f'under the decree "{self.text}"',
            "forced": f"to declare war on {power}" if power else f"to occupy {place}",
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


Slots = Mapping[str, Any]
Make = Callable[[Slots], Demand]


def _issue(demand: Make) -> Callable[[Slots], IssueDecree]:
    return lambda slots: IssueDecree(tuple(dict.fromkeys(slots["targets"])), demand(slots))


def _annul(slots: Slots) -> AnnulDecree:
    return AnnulDecree(slots["number"])


def _of(sort: Sort) -> Make:
    def make(slots: Slots) -> Demand:
        place = slots.get("place") or slots.get("state") or ""
        return Demand(sort, str(place).partition("/")[0], slots.get("power", ""))

    return make


def _free(slots: Slots) -> Demand:
    text = " ".join(str(slots["text"]).replace('"', " ").split())
    if not text:
        raise GameError("the decree says nothing", hint="like DECREE FRANCE: NOT ENTER LOR")
    return Demand("free", text=text)


_WHOM: Final = "DECREE [(FOR|TO|ON|AGAINST)] {targets:powers}"
_NOT: Final = "[(MUST|SHALL|MAY|IS|ARE)] NOT [TO]"
_DO: Final = "[(MUST|SHALL|HAS|HAVE)] [TO]"
_ENTER: Final = "(ENTER|OCCUPY|BE) [(IN|INTO)]"
_ALLIANCE: Final = "[(MAKE|FORM|ENTER)] [(AN|ANY|THE)] (ALLIANCE|ALLIANCES)"
_DEMANDS: Final[tuple[tuple[str, Make, str], ...]] = (
    (f"{_NOT} {_ENTER} {{place:place}}", _of("not_enter"), "NOT ENTER LOR"),
    (f"{_NOT} {_ENTER} {{state:state}}", _of("not_enter"), "NOT ENTER LOR"),
    (f"{_NOT} (ALLY|{_ALLIANCE}) [WITH] {{power:power}}", _of("not_ally"), "NOT ALLY SWEDEN"),
    (
        f"{_DO} (LEAVE|END|DISSOLVE|WITHDRAW FROM) [THE] [ALLIANCE] [WITH] {{power:power}}",
        _of("leave_alliance"),
        "LEAVE ALLIANCE ENGLAND",
    ),
    (
        f"{_NOT} ATTACK {{power:power}} [(INFLUENCE|INFS)] [IN {{state:state}}]",
        _of("not_attack"),
        "NOT ATTACK FRANCE IN WES",
    ),
    (
        f"{_NOT} (INFLUENCE|PLACE INFS|PLACE INFLUENCE) [IN] {{state:state}}",
        _of("not_influence"),
        "NOT INFLUENCE LOWR",
    ),
    (f"{_DO} [DECLARE] WAR [(ON|AGAINST)] {{power:power}}", _of("forced"), "NOT ENTER LOR"),
    (f"{_DO} ATTACK {{power:power}}", _of("forced"), "NOT ENTER LOR"),
    (
        f"{_DO} (TAKE|OCCUPY|CAPTURE|CONQUER|ENTER|ATTACK) {{place:place}}",
        _of("forced"),
        "NOT ENTER LOR",
    ),
    ("{text:text}", _free, '"..."'),
)

FORMS: Final = (
    Form(
        "DECREE (ANNUL|ANNULS|ANNULMENT|ABOLISH|REPEAL) [OF] [DECREE] {number:number}",
        _annul,
        "DECREE ANNUL 3",
    ),
    *(
        Form(f"{_WHOM} {pattern}", _issue(make), f"DECREE FRANCE: {example}")
        for pattern, make, example in _DEMANDS
    ),
)
