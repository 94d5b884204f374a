"""Secret objectives that a power may change during the game, at a price.

[objectives]
closed = true
changes = { austria = 1 }

[[objectives.held]]
power = "austria"
kind = "political"
goal = "ALIGN HES"
since = 1617
former = [{ goal = "ALIGN SAX", until = 1617 }]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from generator.engine.chronicle import RecordFacts
from generator.engine.course import REVEAL, START, Added, Step
from generator.engine.errors import FileError, GameError
from generator.engine.events import Column, EventKind
from generator.engine.forms.pattern import Form
from generator.engine.typed import Count, Record, Table, knob
from generator.engine.verdicts import Event
from generator.engine.words import count, listed
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.features.objective_terms import (
    KINDS,
    Kind,
    Term,
    free_texts,
    is_met,
    kinds_of,
    needs_approval,
    read_term,
)
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import Power
from generator.rulesets.europe.steps.scores import is_final
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.rulings import ObjectiveRuling
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import side_in

_KEY: Final = "objectives"


class SetObjective(Struct, frozen=True):
    """`OBJECTIVE MILITARY: OCCUPY NET`, `CHANGE OBJECTIVE POLITICAL: ALIGN HES`. `text` is the
    condition as it is written (see objective_terms)."""

    kind: Kind
    text: str
    change: bool = False

    def __str__(self) -> str:
        return f"{'CHANGE ' if self.change else ''}OBJECTIVE {self.kind.upper()}: {self.text}"


class Former(Record, frozen=True):
    """A condition that was changed, and the year in which it was."""

    goal: str
    until: int


class ChangingObjective(Record, frozen=True):
    """An objective of a power. `goal` is its condition; one that is `pending` or `rejected` does
    not count. `wish` is a change that waits for the referee; it is the `goal` itself where the
    place was empty. `verdict` is what the referee has ruled on the end of the game, with the
    reason."""

    power: Power
    kind: Kind
    goal: str
    since: int = 0
    approved: Literal["approved", "pending", "rejected"] = "approved"
    wish: str = ""
    verdict: Literal["", "met", "missed"] = ""
    reason: str = ""
    former: tuple[Former, ...] = ()

    @property
    def fills_place(self) -> bool:
        """Whether the referee has yet to approve it for a place that was empty."""
        return self.goal == self.wish


class Held(Record, frozen=True):
    """All objectives, how many changes each power has made, and whether the game has begun: from
    then on each objective that is set is a change."""

    closed: bool = False
    changes: Mapping[Power, Count] = MappingProxyType({})
    objectives: tuple[ChangingObjective, ...] = field(default=(), name="held")

    def find(self, power: str, kind: str) -> ChangingObjective | None:
        return next((x for x in self.objectives if (x.power, x.kind) == (power, kind)), None)

    def put(self, objective: ChangingObjective, *, charged: bool = False) -> Held:
        """With an objective in the place of the power's other one of its kind."""
        power = objective.power
        kept = self.without(objective).objectives
        changes = {**self.changes, power: self.changes.get(power, 0) + 1}
        return replace(
            self, objectives=(*kept, objective), changes=changes if charged else self.changes
        )

    def without(self, objective: ChangingObjective) -> Held:
        """Without the power's objective of this kind."""
        place = objective.power, objective.kind
        kept = tuple(x for x in self.objectives if (x.power, x.kind) != place)
        return replace(self, objectives=kept)


class ChangingRules(Table, frozen=True):
    """The table `objectives`."""

    points: Annotated[Count, knob("What an objective scores that is met", "E15V7-OBJ-18")] = 100
    change: Annotated[Count, knob("The cost of each change at the end", "E15V7-OBJ-6")] = 50
    samples: Annotated[
        Mapping[str, tuple[str, ...]],
        knob("Conditions that a power may copy, one of each kind; they bind no one", "E15V7-OBJ-1"),
    ] = {}


def _terms(facts: Facts, event: Event, goals: Iterable[str]) -> str:
    read = (read_term(goal, facts, event.data["power"]) for goal in goals)
    return "; ".join(term.words(facts) for term in read)


_COLUMNS: Final[dict[str, Column]] = {
    "Power": side_in("power"),
    "Kind": "sort",
    "Objective": lambda facts, event: _terms(facts, event, [event.data["objective"]]),
    "Before that": lambda facts, event: _terms(facts, event, event.data["former"]) or "·",
    "Fulfilled": lambda facts, event: "yes" if event.data["met"] else "no",
    "Points": lambda facts, event: str(facts.of(ChangingRules).points if event.data["met"] else 0),
}

OBJECTIVE: Final = EventKind(
    "objective",
    section="Objectives",
    topics=("scores",),
    weight=7,
    columns=_COLUMNS,
    record=RecordFacts(
        "Objectives",
        tuple(_COLUMNS),
        "The scores include the costs of changed objectives.",
        waiting="They are secret until the end of the game.",
    ),
)
MISSING: Final = EventKind("objective-missing", section="Objectives", weight=7)


def _forms() -> Iterator[Form]:
    for kind in KINDS:
        for lead, change in (("[SECRET] ", False), ("CHANGE ", True)):
            yield Form(
                f"{lead}(OBJECTIVE|OBJECTIVES) {kind.upper()} {{text:text}}",
                _made(kind, change),
                f"{lead.removeprefix('[SECRET] ')}OBJECTIVE {kind.upper()}: {_EXAMPLES[kind]}",
            )


_EXAMPLES: Final = {
    "military": "OCCUPY NET",
    "political": "ALIGN SAX",
    "strategic": "ELIMINATE POLAND",
}


def _made(kind: Kind, change: bool) -> Any:
    return lambda slots: SetObjective(kind, " ".join(str(slots["text"]).split()), change)


class ChangingRuling(ObjectiveRuling, frozen=True):
    """an objective: records the referee's verdict on an objective"""

    def goal(self, turn: Turn) -> Term:
        return _read(self.text or "", turn.facts, self.power, self.sort)

    def words(self, turn: Turn) -> str:
        said = f"the {self.sort} objective of {turn.facts.name_of(self.power)}"
        return ": ".join(filter(None, (said, self.text, self.word)))

    def apply(self, turn: Turn) -> None:
        """Reword an objective, which costs nothing, or give the referee's word on it."""
        held: Held = turn.parts[_KEY]
        power, kind = self.power, self.sort
        before = held.find(power, kind)
        word = self.word or "approved"
        if self.text is not None:
            held = held.put(_with_goal(before, power, kind, self.goal(turn), turn.year))
            before = held.find(power, kind)
        assert before is not None  # it was checked, or the text is one
        if word in ("met", "missed"):
            after = replace(before, verdict=word, reason=self.ruling.reason)
        elif before.fills_place and word == "rejected":
            turn.parts[_KEY] = held.without(before)
            return
        elif before.wish:
            after = replace(before, wish="")
            if word == "approved":
                term = read_term(before.wish, turn.facts, power)
                after = _with_goal(before, power, before.kind, term, turn.year)
                held = held.put(after, charged=True)
        else:
            after = replace(before, approved=word)
        turn.parts[_KEY] = held.put(after)


class ChangingObjectives(Feature):
    """Each power holds one objective of each kind, and may exchange it until the last builds."""

    key = _KEY
    part = Held
    items = ("objective_met", "objective_changed")
    tables = MappingProxyType({_KEY: ChangingRules})
    forms = MappingProxyType({START: tuple(_forms())})
    events = (OBJECTIVE, MISSING)
    secret = True
    rulings = MappingProxyType({"objective": ChangingRuling})

    def load(self, tables: Mapping[str, Any], facts: Facts) -> Held:
        held: Held = super().load(tables, facts)
        for objective in held.objectives:
            for goal in filter(None, (objective.goal, objective.wish)):
                try:
                    _read(goal, facts, objective.power, objective.kind)
                except GameError as error:
                    raise FileError(
                        f"objectives: {objective.power}, {objective.kind}: {error}"
                    ) from None
        return held

    def confided(self, state: EuropeState, power: str) -> tuple[Held, tuple[str, ...]]:
        held, facts = state.parts[_KEY], state.facts
        changes = {one: number for one, number in held.changes.items() if one == power}
        mine = tuple(objective for objective in held.objectives if objective.power == power)
        lines = [_told(facts, one) for one in sorted(mine, key=lambda x: KINDS.index(x.kind))]
        if changes:
            said = f"{facts.name_of(power)} has changed {count(changes[power], 'objective')}"
            lines.append(f"{said} since the game began")
        return replace(held, changes=changes, objectives=mine), tuple(lines)

    def flaws(self, state: EuropeState) -> Iterator[str]:
        slots = [(objective.power, objective.kind) for objective in state.parts[_KEY].objectives]
        for power, kind in dict.fromkeys(slots):
            if slots.count((power, kind)) > 1:
                yield f"{_KEY}.held: {power} has two {kind} objectives"

    def steps(self) -> tuple[Added, ...]:
        return (
            Added(START, Step("objectives", self._set_all, (SetObjective,))),
            Added("scoring", Step("objectives", _ask_for_verdicts, when=is_final), before="scores"),
            Added(REVEAL, Step("objectives", self._reveal)),
        )

    def _set_all(self, turn: Turn) -> None:
        held: Held = turn.parts[_KEY]
        if turn.year > turn.facts.last_year and turn.moment.number == 1:
            # The referee's answer was about a scoring that decided nothing.
            unsaid = (replace(objective, verdict="", reason="") for objective in held.objectives)
            held = replace(held, objectives=tuple(unsaid))
        for entry in turn.entries_of(SetObjective):
            power, order, known_to = entry.power, entry.order, (entry.power,)
            try:
                term = _read(order.text, turn.facts, power, order.kind)
                _check_order(turn, held, power, order, term)
            except _Unset as why:
                turn.settle(entry, "illegal", (why.cause, str(why)), known_to=known_to)
                continue
            except GameError as error:
                turn.settle(entry, "illegal", ("objective-unreadable", str(error)),
                            known_to=known_to)  # fmt: skip
                continue
            held, cause, said = _set(turn, held, power, order, term)
            turn.settle(entry, "success", (cause, said), known_to=known_to)
        if not held.closed:
            turn.parts[_KEY] = held
            _name_missing(turn, held)
        turn.parts[_KEY] = replace(held, closed=True)

    def score(self, turn: Turn, power: str) -> tuple[tuple[str, int], ...]:
        if not is_final(turn):
            return ()
        held, rules = turn.parts[_KEY], turn.facts.of(ChangingRules)
        met = sum(_counts(turn, one) for one in held.objectives if one.power == power)
        return (
            ("objective_met", met * rules.points),
            ("objective_changed", -held.changes.get(power, 0) * rules.change),
        )

    def _reveal(self, turn: Turn) -> None:
        order = list(turn.facts.powers)
        held: Held = turn.parts[_KEY]
        rows = sorted(held.objectives, key=lambda x: (order.index(x.power), KINDS.index(x.kind)))
        for objective in rows:
            name, met = turn.facts.name_of(objective.power), _counts(turn, objective)
            goal = _words(turn.facts, objective, objective.goal)
            said = f"the {objective.kind} objective of {name}: {goal}"
            said += " (met)" if met else " (not met)"
            if objective.former:
                told = listed(f"{_words(turn.facts, objective, x.goal)} until {x.until}"
                              for x in objective.former)  # fmt: skip
                said += f"; before that {told}"
            turn.report(
                OBJECTIVE,
                "objective-revealed",
                said,
                power=objective.power,
                sort=objective.kind,
                objective=objective.goal,
                met=met,
                former=[x.goal for x in objective.former],
                changes=held.changes.get(objective.power, 0),
            )


class _Unset(GameError):
    """Why an objective is not set, with its cause."""

    def __init__(self, cause: str, text: str) -> None:
        super().__init__(text)
        self.cause = cause


def _read(text: str, facts: Facts, power: str, kind: Kind) -> Term:
    term = read_term(text, facts, power)
    if kind not in kinds_of(term):
        raise _Unset("objective-kind", f"{term} is no {kind} objective")
    return term


def _check_order(turn: Turn, held: Held, power: str, order: SetObjective, term: Term) -> None:
    """Raises _Unset where an objective that can be read may not be set now."""
    course, before = turn.edition.course, held.find(power, order.kind)
    over = turn.year > turn.facts.last_year and not held.closed
    if over or course.slugs.index(turn.moment.phase) > course.slugs.index("builds"):
        raise _Unset("objective-late", "objectives change no more once the builds are over")
    if any(x.goal == str(term) for x in held.objectives if x.power == power):
        raise _Unset("objective-same", f"{turn.facts.name_of(power)} has this objective already")
    if before is None or before.approved == "rejected":
        return
    if not held.closed:
        raise _Unset("objective-twice", f"the sheet has a {order.kind} objective already")
    if not order.change:
        price = turn.facts.of(ChangingRules).change
        raise _Unset(
            "objective-set",
            f"there is a {order.kind} objective already; CHANGE OBJECTIVE replaces it "
            f"for {count(price, 'point')}",
        )


def _set(
    turn: Turn, held: Held, power: str, order: SetObjective, term: Term
) -> tuple[Held, str, str]:
    """The objectives with one that is set or wished, with the cause and the words for its owner."""
    before = held.find(power, order.kind)
    what = f"the {order.kind} objective of {turn.facts.name_of(power)}: {term.words(turn.facts)}"
    pending = needs_approval(term)
    if pending and held.closed and (before is None or before.fills_place):
        goal = str(term)
        filled = ChangingObjective(power, order.kind, goal, turn.year, "pending", wish=goal)
        price = count(turn.facts.of(ChangingRules).change, "point")
        said = f"{what}; it counts, for {price}, once the referee approves"
        return held.put(filled), "objective-pending", said
    if before is not None and before.approved != "rejected" and pending:
        said = f"{what}; the old one stands until the referee approves"
        return held.put(replace(before, wish=str(term))), "objective-pending", said
    charged = held.closed and (before is None or before.approved != "rejected")
    held = held.put(
        _with_goal(before, power, order.kind, term, turn.year, pending), charged=charged
    )
    if pending:
        return held, "objective-pending", f"{what}; it counts once the referee approves"
    cost = f", for {count(turn.facts.of(ChangingRules).change, 'point')}" if charged else ""
    return held, "objective-changed" if charged else "objective-filed", what + cost


def _with_goal(
    before: ChangingObjective | None,
    power: str,
    kind: Kind,
    term: Term,
    year: int,
    pending: bool = False,
) -> ChangingObjective:
    former: tuple[Former, ...] = ()
    if before is not None:
        former = before.former
        if before.approved == "approved":
            former = (*former, Former(before.goal, year))
    return ChangingObjective(
        power, kind, str(term), year, "pending" if pending else "approved", former=former
    )


_APPROVAL: Final = {
    "approved": "",
    "pending": "; it waits for the referee",
    "rejected": "; the referee has rejected it",
}


def _told(facts: Facts, one: ChangingObjective) -> str:
    """An objective, as its power is reminded of it."""
    said = f"The {one.kind} objective of {facts.name_of(one.power)}: {_words(facts, one, one.goal)}"
    wish = ""
    if one.wish and not one.fills_place:
        wish = f"; wished in its place: {_words(facts, one, one.wish)}"
    return f"{said}{_APPROVAL[one.approved]}{wish}"


def _name_missing(turn: Turn, held: Held) -> None:
    """List for each power the objectives that it lacks when the game begins."""
    for power in turn.living:
        if turn.author:
            return
        lacking = [kind for kind in KINDS if held.find(power, kind) is None]
        if lacking:
            said = (
                f"{turn.facts.name_of(power)} has set no objective that is {' or '.join(lacking)}"
            )
            turn.report(MISSING, "objective-missing", said, known_to=(power,),
                        power=power, kinds=lacking)  # fmt: skip


def _counts(turn: Turn, one: ChangingObjective) -> bool:
    """Whether an objective is met, by the referee's word or by the board."""
    if one.approved != "approved" or one.power in turn.eliminated:
        return False
    if one.verdict:
        return one.verdict == "met"
    return is_met(turn, one.power, read_term(one.goal, turn.facts, one.power))


def _ask_for_verdicts(turn: Turn) -> None:
    """Raises GameError where the referee has not yet judged an objective in free words."""
    held: Held = turn.parts[_KEY]
    lacking = [
        f"{objective.power}, {objective.kind}"
        for objective in held.objectives
        if objective.approved == "approved"
        and not objective.verdict
        and objective.power not in turn.eliminated
        and free_texts(read_term(objective.goal, turn.facts, objective.power))
    ]
    if lacking:
        raise GameError(
            f"the final scores wait for the referee's word on {count(len(lacking), 'objective')}: "
            f"{'; '.join(lacking)}",
            hint='record a ruling of the kind objective with word = "met" or "missed"',
        )


def _words(facts: Facts, one: ChangingObjective, goal: str) -> str:
    return read_term(goal, facts, one.power).words(facts)
