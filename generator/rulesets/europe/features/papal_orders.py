"""The orders of the Papacy: what a decree may say, and how it is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final, Literal

from msgspec import Struct

from generator.engine.errors import GameError
from generator.engine.forms.pattern import Form
from generator.engine.words import listed
from generator.rulesets.europe.data.facts import Facts

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
    """What a decree asks for.

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


Slots = Mapping[str, Any]
Make = Callable[[Slots], Demand]


def _issue(demand: Make) -> Callable[[Slots], IssueDecree]:
    return lambda slots: IssueDecree(tuple(dict.fromkeys(slots["targets"])), demand(slots))


def _annul(slots: Slots) -> AnnulDecree:
    return AnnulDecree(slots["number"])


def _of(sort: Sort) -> Make:
    def make(slots: Slots) -> Demand:
        place = slots.get("place") or slots.get("state") or ""
        text = _quoted(slots["text"]) if "text" in slots else ""
        return Demand(sort, str(place).partition("/")[0], slots.get("power", ""), text)

    return make


def _quoted(text: Any) -> str:
    return " ".join(str(text).replace('"', " ").split())


def _free(slots: Slots) -> Demand:
    text = _quoted(slots["text"])
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

_ANNUL: Final = Form(
    "DECREE (ANNUL|ANNULS|ANNULMENT|ABOLISH|REPEAL) [OF] [DECREE] {number:number}",
    _annul,
    "DECREE ANNUL 3",
)

FORMS: Final = (
    _ANNUL,
    *(
        Form(f"{_WHOM} {pattern}", _issue(make), f"DECREE FRANCE: {example}")
        for pattern, make, example in _DEMANDS
    ),
)

_TEXT: Final = "[[;]* TEXT {text:text}]"
_COMMANDS: Final[tuple[tuple[str, Make, str], ...]] = (
    (
        "(FORBID_ENTER|FORBID ENTER|FORBID ENTERING) {place:place}",
        _of("not_enter"),
        "NOT ENTER LOR",
    ),
    (
        "(FORBID_ENTER|FORBID ENTER|FORBID ENTERING) {state:state}",
        _of("not_enter"),
        "NOT ENTER LOR",
    ),
    ("VACATE {place:place}", _of("vacate"), "VACATE LOR"),
    ("VACATE {state:state}", _of("vacate"), "VACATE LOR"),
    (
        "(FORBID_ALLIANCE|FORBID ALLIANCE) [WITH] (ANY|{power:power})",
        _of("not_ally"),
        "NOT ALLY SWEDEN",
    ),
    (f"{_NOT} ALLY [WITH] ANY", _of("not_ally"), "NOT ALLY ANY"),
    (
        "(WITHDRAW_ALLIANCE|WITHDRAW ALLIANCE) [WITH] {power:power}",
        _of("leave_alliance"),
        "LEAVE ALLIANCE ENGLAND",
    ),
    (
        "(FORBID_ATTACK|FORBID ATTACK) [ON] (ANY|{power:power}) [IN (ANY|{state:state})]",
        _of("not_attack"),
        "NOT ATTACK FRANCE IN WES",
    ),
    (f"{_NOT} ATTACK ANY [IN {{state:state}}]", _of("not_attack"), "NOT ATTACK ANY IN WES"),
    (
        "(FORBID_INFLUENCE|FORBID INFLUENCE) [IN] {state:state}",
        _of("not_influence"),
        "NOT INFLUENCE LOWR",
    ),
    ("(EXCOMMUNICATE|EXCOMMUNICATED|EXCOMMUNICATION)", _of("excommunicate"), "EXCOMMUNICATE"),
    *((pattern, make, example) for pattern, make, example in _DEMANDS[:-1]),
)

COMMANDS: Final = (
    _ANNUL,
    Form("(WITHDRAW|REVOKE|CANCEL) DECREE {number:number}", _annul, "WITHDRAW DECREE 3"),
    *(
        Form(f"{_WHOM} [;]* {pattern} {_TEXT}", _issue(make), f"DECREE FRANCE: {example}")
        for pattern, make, example in _COMMANDS
    ),
    Form(f"{_WHOM} [;]* [TEXT] {{text:text}}", _issue(_free), 'DECREE FRANCE: TEXT "..."'),
)
"""The forms where decrees may also order a power out of a place, and excommunicate it."""
