"""Secret objectives: filed before the game, judged when its final score is counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from generator.engine.course import REVEAL, START, Added, Step
from generator.engine.errors import GameError
from generator.engine.events import EventKind
from generator.engine.forms.pattern import Form
from generator.engine.typed import Count, Record, Table, knob
from generator.engine.words import listed
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import Confession, Name, Power
from generator.rulesets.europe.steps.scores import is_final
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.rulings import ObjectiveRuling
from generator.rulesets.europe.turn.turn import Turn

# --- objectives that the board itself can judge

Sort = Literal["military", "political", "strategic"]
KINDS: Final[tuple[Sort, ...]] = ("military", "political", "strategic")

Test = Literal[
    "controls", "not_controls", "aligned", "marker", "eliminated", "no_influence", "free"
]


class Goal(Struct, frozen=True):
    """The demand of an objective.

    `names` are provinces for "controls" and "not_controls", else one state, or the power that is to
    fall. `power` is the power that it is about ("" the one that files it), `confession` that of a
    marker. A "free" one has only its `text`, and the referee decides whether it is met.
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
    ("(ALIGN|ALIGNED) {state:state} [(WITH|TO) {power:power}]", _aligned, "ALIGN SAX"),
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


# --- the objectives of powers


class Objective(Record, frozen=True):
    """An objective of a power. `word` is what the referee has ruled on it, "" nothing."""

    power: Power
    sort: Sort = field(name="kind")
    test: Test
    names: tuple[Name, ...] = ()
    about: Power = ""
    confession: Confession = ""
    text: str = ""
    word: Literal["", "rejected", "met", "missed"] = ""

    @classmethod
    def of(cls, power: str, sort: Sort, goal: Goal) -> Objective:
        return cls(power, sort, goal.test, goal.names, goal.power, goal.confession, goal.text)

    @property
    def goal(self) -> Goal:
        return Goal(self.test, self.names, self.about, self.confession, self.text)


class Filed(Record, frozen=True):
    """Whether it is too late for more objectives, and all there are."""

    closed: bool = False
    objectives: tuple[Objective, ...] = field(default=(), name="filed")

    def find(self, power: str, sort: str) -> Objective | None:
        return next((x for x in self.objectives if (x.power, x.sort) == (power, sort)), None)

    def put(self, one: Objective) -> Filed:
        """With an objective in the place of the power's other one of its kind."""
        kept = [x for x in self.objectives if (x.power, x.sort) != (one.power, one.sort)]
        return replace(self, objectives=(*kept, one))


_KEY: Final = "objectives"


class ObjectiveRules(Table, frozen=True):
    """The table `objectives`."""

    filed: Annotated[bool, knob("Powers file objectives", "E19D-SET-10")] = False
    points: Annotated[Count, knob("What one that is met scores", "E19D-SCO-4")] = 5


OBJECTIVE: Final = EventKind("objective", topics=("scores",), weight=7)


class FiledRuling(ObjectiveRuling, frozen=True):
    """an objective: records the referee's verdict on an objective"""

    def goal(self, turn: Turn) -> Goal:
        """The goal, written as players write it."""
        from generator.rulesets.europe.reading.reader import game_reader

        line = f"OBJECTIVE {self.sort.upper()}: {self.text}"
        sheet = game_reader(turn.edition, turn.facts).read_sheet(line, "scoring", self.power)
        orders = [written.order for written in sheet.orders]
        if len(orders) != 1 or not isinstance(orders[0], FileObjective):
            raise self.refuse(f"{self.text!r} cannot be read as an objective")
        return orders[0].goal

    def words(self, turn: Turn) -> str:
        said = f"the {self.sort} objective of {turn.facts.name_of(self.power)}"
        goal = None if self.text is None else self.goal(turn).words(turn.facts)
        return ": ".join(filter(None, (said, goal, self.word)))

    def apply(self, turn: Turn) -> None:
        filed: Filed = turn.parts[_KEY]
        before = filed.find(self.power, self.sort)
        word: Any = "" if self.word in (None, "approved") else self.word
        if self.text is not None:
            before = Objective.of(self.power, self.sort, self.goal(turn))
        assert before is not None  # it was checked
        turn.parts[_KEY] = filed.put(replace(before, word=word))


class Objectives(Feature):
    """Each power files one objective of each kind in the first phase that is played.

    Those that are met score `points` of its table in the final tally. A free one counts only if the
    referee rules that it is met.
    """

    key = _KEY
    part = Filed
    items = ("objective_met",)
    tables = MappingProxyType({"objectives": ObjectiveRules})
    forms = MappingProxyType({START: FORMS})
    events = (OBJECTIVE,)
    secret = True
    rulings = MappingProxyType({"objective": FiledRuling})

    def steps(self) -> tuple[Added, ...]:
        return (
            Added(START, Step("objectives", self._file, (FileObjective,))),
            Added(REVEAL, Step("objectives", self._reveal)),
        )

    def _file(self, turn: Turn) -> None:
        filed: Filed = turn.parts[_KEY]
        for entry in turn.entries_of(FileObjective):
            power, order = entry.power, entry.order
            known_to, name = (power,), turn.facts.name_of(power)
            if not turn.facts.of(ObjectiveRules).filed:
                why = ("objective-none", "this game has no objectives")
            elif filed.closed:
                why = ("objective-late", f"{name} cannot change its objectives any more")
            elif filed.find(power, order.sort):
                why = ("objective-twice", f"{name} has a {order.sort} objective already")
            elif (sea := _sea_in(turn, order.goal)) != "":
                why = ("objective-no-land", f"{turn.board.name_of(sea)} is no land to be held")
            else:
                filed = filed.put(Objective.of(power, order.sort, order.goal))
                said = f"the {order.sort} objective of {name}: {order.goal.words(turn.facts)}"
                turn.settle(entry, "success", ("objective-filed", said), known_to=known_to)
                continue
            turn.settle(entry, "illegal", why, known_to=known_to)
        turn.parts[_KEY] = replace(filed, closed=True)

    def confided(self, state: EuropeState, power: str) -> tuple[Filed, tuple[str, ...]]:
        filed, facts = state.parts[_KEY], state.facts
        mine = tuple(objective for objective in filed.objectives if objective.power == power)
        lines = []
        for objective in sorted(mine, key=lambda x: KINDS.index(x.sort)):
            goal = objective.goal.words(facts)
            said = f"The {objective.sort} objective of {facts.name_of(power)}: {goal}"
            lines.append(f"{said}{f' ({objective.word})' if objective.word else ''}")
        return replace(filed, objectives=mine), tuple(lines)

    def score(self, turn: Turn, power: str) -> tuple[tuple[str, int], ...]:
        if not is_final(turn) or not turn.facts.of(ObjectiveRules).filed:
            return ()
        met = sum(_counts(turn, one) for one in turn.parts[_KEY].objectives if one.power == power)
        return (("objective_met", met * turn.facts.of(ObjectiveRules).points),)

    def _reveal(self, turn: Turn) -> None:
        order = list(turn.facts.powers)
        rows = [one for one in turn.parts[_KEY].objectives if one.word != "rejected"]
        for filed in sorted(rows, key=lambda x: (order.index(x.power), KINDS.index(x.sort))):
            met = _counts(turn, filed)
            said = f"{turn.facts.name_of(filed.power)} had the {filed.sort} objective: "
            turn.report(
                OBJECTIVE,
                "objective-revealed",
                f"{said}{filed.goal.words(turn.facts)} ({'met' if met else 'not met'})",
                power=filed.power,
                sort=filed.sort,
                objective=str(filed.goal),
                met=met,
            )


def _counts(turn: Turn, one: Objective) -> bool:
    """Whether an objective is met, by the referee's word or by the board."""
    return one.word == "met" or (not one.word and is_met(turn, one.power, one.goal))


def _sea_in(turn: Turn, goal: Goal) -> str:
    """The first place that a goal wants controlled although no one can hold it, or ""."""
    lands = goal.names if goal.test in ("controls", "not_controls") else ()
    return next((code for code in lands if code not in turn.facts.provinces), "")
