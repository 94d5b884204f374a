"""Objectives that the board itself can judge: what they ask for, and how they are written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

from msgspec import Struct

from generator.engine.errors import GameError
from generator.engine.forms.pattern import Form
from generator.engine.words import listed
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.turn.turn import Turn

Sort = Literal["military", "political", "strategic"]
KINDS: Final[tuple[Sort, ...]] = ("military", "political", "strategic")

Test = Literal[
    "controls", "not_controls", "aligned", "marker", "eliminated", "no_influence", "free"
]


class Goal(Struct, frozen=True):
    """What an objective asks for.

    `names` are provinces for "controls" and "not_controls", else one state, or the power that is
    to fall. `power` is the power that it is about ("" the one that files it), `confession` that of
    a marker. A "free" one has only its `text`, and the referee says whether it is met.
    """

    test: Test
    names: tuple[str, ...] = ()
    power: str = ""
    confession: str = ""
    text: str = ""

    def __str__(self) -> str:
        names, power = " AND ".join(self.names), self.power.upper()
        said: Mapping[Test, str] = {
            "controls": f"CONTROL {names}",
            "not_controls": f"{power} NOT CONTROL {names}",
            "aligned": f"ALIGN {names}{f' WITH {power}' if power else ''}",
            "marker": f"MARKER {names} {self.confession.upper()}",
            "eliminated": f"ELIMINATE {names.upper()}",
            "no_influence": f"NO INFLUENCE {power} IN {names}",
            "free": f'"{self.text}"',
        }
        return said[self.test]

    def words(self, facts: Facts) -> str:
        """The goal in a sentence without its subject."""
        power = facts.name_of(self.power) if self.power else ""
        lands = listed(
            facts.board.name_of(name) if name in facts.provinces else facts.name_of(name)
            for name in self.names
        )
        said: Mapping[Test, str] = {
            "controls": f"to control {lands}",
            "not_controls": f"that {power} does not control {lands}",
            "aligned": f"that {lands} is aligned with {power or 'it'}",
            "marker": f"that {lands} carries the {self.confession} marker",
            "eliminated": f"that {lands} is eliminated",
            "no_influence": f"that {power} has no influence in {lands}",
            "free": self.text,
        }
        return said[self.test]


class FileObjective(Struct, frozen=True):
    """`OBJECTIVE MILITARY: CONTROL NET`."""

    sort: Sort
    goal: Goal

    def __str__(self) -> str:
        return f"OBJECTIVE {self.sort.upper()}: {self.goal}"


def is_met(turn: Turn, power: str, goal: Goal) -> bool:
    """Whether the board as it is fulfills a goal of a power; a free one it never does."""
    standing, about = turn.standing, goal.power or power
    if goal.test in ("controls", "not_controls"):
        held = [standing.holders.get(code) == about for code in goal.names]
        return all(held) if goal.test == "controls" else not any(held)
    if goal.test == "eliminated":
        return goal.names[0] in turn.eliminated
    name = goal.names[0] if goal.names else ""
    if goal.test == "aligned":
        return name in turn.statuses and turn.statuses[name].patron == about
    if goal.test == "marker":
        return turn.markers.get(name) == goal.confession
    return goal.test == "no_influence" and not turn.infs.get(name, {}).get(about)


# --- how they are written

Slots = Mapping[str, Any]


def _controls(slots: Slots) -> Goal:
    places = [slots["place"]] + [slots[name] for name in ("second", "third") if name in slots]
    return Goal("controls", tuple(str(place).partition("/")[0] for place in places))


def _not_controls(slots: Slots) -> Goal:
    return Goal("not_controls", (str(slots["place"]).partition("/")[0],), slots["power"])


def _aligned(slots: Slots) -> Goal:
    return Goal("aligned", (slots["state"],), slots.get("power", ""))


def _marker(slots: Slots) -> Goal:
    confession = str(slots["text"]).strip(" .").casefold().removesuffix(" marker")
    if confession not in ("catholic", "protestant", "islamic"):
        raise GameError(f"{confession} is no marker", hint="write MARKER HES CATHOLIC")
    return Goal("marker", (slots["state"],), "", confession)


def _eliminated(slots: Slots) -> Goal:
    return Goal("eliminated", (slots["power"],))


def _no_influence(slots: Slots) -> Goal:
    return Goal("no_influence", (slots["state"],), slots["power"])


def _free(slots: Slots) -> Goal:
    text = " ".join(str(slots["text"]).replace('"', " ").split())
    if not text:
        raise GameError("the objective says nothing", hint='like OBJECTIVE MILITARY: "..."')
    return Goal("free", text=text)


_CONTROL: Final = "(CONTROL|CONTROLS|HOLD|HOLDS|OCCUPY|OCCUPIES)"
_GOALS: Final[tuple[tuple[str, Callable[[Slots], Goal], str], ...]] = (
    (
        f"{_CONTROL} {{place:place}} [AND {{second:place}} [AND {{third:place}}]]",
        _controls,
        "CONTROL NET",
    ),
    (
        "{power:power} [(DOES|DO|MUST)] NOT (CONTROL|HOLD|OCCUPY) {place:place}",
        _not_controls,
        "SWEDEN NOT CONTROL DAN",
    ),
    (
        "(ALIGN|ALIGNED) {state:state} [(WITH|TO) {power:power}]",
        _aligned,
        "ALIGN SAX",
    ),
    ("{state:state} ALIGNED [(WITH|TO) {power:power}]", _aligned, "ALIGN SAX"),
    ("MARKER [IN] {state:state} {text:text}", _marker, "MARKER HES CATHOLIC"),
    ("(ELIMINATE|ELIMINATED) {power:power}", _eliminated, "ELIMINATE UNION"),
    ("{power:power} [IS] ELIMINATED", _eliminated, "ELIMINATE UNION"),
    (
        "NO (INFLUENCE|INFS|INF) [OF] {power:power} IN {state:state}",
        _no_influence,
        "NO INFLUENCE POLAND IN BRA",
    ),
    ("{text:text}", _free, '"..."'),
)


def _filed(sort: Sort, goal: Callable[[Slots], Goal]) -> Callable[[Slots], FileObjective]:
    return lambda slots: FileObjective(sort, goal(slots))


FORMS: Final = tuple(
    Form(
        f"[SECRET] (OBJECTIVE|OBJECTIVES) {sort.upper()} {pattern}",
        _filed(sort, make),
        f"OBJECTIVE {sort.upper()}: {example}",
    )
    for sort in KINDS
    for pattern, make, example in _GOALS
)
