"""Ballots on modifiers, and motions to strike one from the game.

Votes for and against an item cancel each other. Motions are settled first; then what leads all
other modifiers comes into effect with the next year, several together if they are tied.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final

from msgspec import Struct
from msgspec.structs import replace

from generator.engine.chronicle import RecordFacts
from generator.engine.course import Added, Step
from generator.engine.docket import Entry
from generator.engine.events import EventKind, Sentence
from generator.engine.forms.pattern import filled, forms
from generator.engine.words import count, listed
from generator.rulesets.europe.features.annual_infs import year_of
from generator.rulesets.europe.features.modifiers import Modifier, Motion, SanctionRules
from generator.rulesets.europe.features.sanctions import (
    acts_of,
    change,
    is_available,
    modifier_name,
)
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import named_side, own_words


class BallotVote(Struct, frozen=True):
    """`+5 = WALLENSTEIN` or `-6 = BOHEMIAN REVOLT`; on a motion `+4 = MOTION WALLENSTEIN`."""

    corrected: ClassVar[tuple[str, ...]] = ("votes",)
    votes: int
    modifier: str
    motion: bool = False

    def __str__(self) -> str:
        on = "MOTION " if self.motion else ""
        return f"{self.votes:+} = {on}{self.modifier.replace('_', ' ').upper()}"


class MoveRemoval(Struct, frozen=True):
    """`MOTION REMOVE WALLENSTEIN`."""

    modifier: str

    def __str__(self) -> str:
        return f"MOTION REMOVE {self.modifier.replace('_', ' ').upper()}"


MOTION: Final = EventKind(
    "motion",
    section="Motions",
    topics=("diplomacy",),
    weight=25,
    columns={
        "Power": lambda facts, event: named_side(facts, event.powers[0]),
        "moves to strike": modifier_name,
    },
    sentences=(Sentence(own_words),),
    record=RecordFacts("Motions", ("Power", "moves to strike")),
    about="modifier",
)
BALLOT: Final = EventKind(
    "ballot",
    section="Ballots",
    topics=("diplomacy",),
    weight=15,
    columns={
        "Item": "name",
        "About": "item",
        "For": "for",
        "Against": "against",
        "Result": "result",
    },
    record=RecordFacts("Ballots", ("Item", "", "For", "Against", "Result")),
    about="modifier",
)
PAPER: Final = EventKind("ballot-paper", section="On the ballot", topics=("diplomacy",), weight=1)


class Ballots(Feature):
    """Takes motions in the phases `moves`, and ballots in the phase `winter` after `after`."""

    events = (MOTION, PAPER, BALLOT)

    def __init__(self, moves: Iterable[str], winter: str, after: str) -> None:
        self._moves = tuple(moves)
        self._winter, self._after = winter, after
        motion = forms(
            "MOTION REMOVE WALLENSTEIN",
            filled(MoveRemoval),
            "MOTION [TO] [(REMOVE|STRIKE|CANCEL|END)] {modifier}",
        )
        votes = (
            *forms(
                "+4 = MOTION WALLENSTEIN",
                filled(BallotVote, motion=True),
                "{votes:number} [VOTE|VOTES] [=|FOR|ON]* MOTION [TO] [(REMOVE|STRIKE)] {modifier}",
            ),
            *forms(
                "+5 = WALLENSTEIN",
                filled(BallotVote),
                "{votes:number} [VOTE|VOTES] [=|FOR|ON]* {modifier}",
            ),
        )
        self.forms = MappingProxyType({**dict.fromkeys(self._moves, motion), winter: votes})

    def steps(self) -> tuple[Added, ...]:
        motions = Step("motions", _take_motions, (MoveRemoval,), "motions are made")
        ballots = Step("ballots", _count_ballots, (BallotVote,), "votes are cast")
        return (
            *(Added(phase, motions, before="orders") for phase in self._moves),
            Added(self._winter, ballots, after=self._after),
        )


def _name(turn: Turn, modifier: str) -> str:
    return turn.facts.of(SanctionRules).by_id[modifier].name


# --- motions


def _take_motions(turn: Turn) -> None:
    for entry in turn.entries_of(MoveRemoval):
        acts, modifier = acts_of(turn), entry.order.modifier
        most = turn.facts.of(SanctionRules).motions
        made = [motion for motion in acts.motions if motion.by == entry.power]
        name, mover = _name(turn, modifier), turn.facts.name_of(entry.power)
        act = acts.modifiers.get(modifier)
        if len(made) >= most:
            said = f"{mover} has {count(most, 'motion')} in the whole game, and made it already"
            turn.settle(entry, "excess", ("motion-used", said))
            continue
        if act is not None and act.state == "removed":
            turn.settle(entry, "void", ("motion-removed", f"{name} is struck already"))
            continue
        turn.parts["sanctions"] = replace(
            acts, motions=(*acts.motions, Motion(turn.year, entry.power, modifier))
        )
        said = f"{mover} moves to strike {name}"
        turn.settle(entry, "success", ("motion-listed", said))
        turn.report(MOTION, "motion-listed", said, powers=[entry.power], modifier=modifier)


# --- ballots


def _count_ballots(turn: Turn) -> None:
    rules = turn.facts.of(SanctionRules)
    motions = {motion.modifier for motion in acts_of(turn).motions if motion.year == turn.year}
    open_ = {modifier.id for modifier in rules.modifier if is_available(turn, modifier)}
    if turn.year < rules.first_ballot:
        motions, open_ = set(), set()
    names = [one.name for one in turn.facts.of(SanctionRules).modifier if one.id in open_]
    said = f"on the ballot: {listed(names) or 'no modifier'}"
    if motions:
        said += (
            f"; motions to strike {listed(_name(turn, modifier) for modifier in sorted(motions))}"
        )
    turn.report(PAPER, "ballot-paper", said, items=sorted(open_), motions=sorted(motions))
    by_power: dict[str, list[Entry]] = {}
    for entry in turn.entries_of(BallotVote):
        by_power.setdefault(entry.power, []).append(entry)
    votes: dict[tuple[str, bool], dict[str, int]] = {}
    for power, entries in by_power.items():
        for item, number in _counted(turn, power, entries, open_, motions).items():
            votes.setdefault(item, {})[power] = number
    _decide(turn, votes, motions)


def _counted(
    turn: Turn, power: str, entries: list[Entry], items: set[str], motions: set[str]
) -> dict[tuple[str, bool], int]:
    """The votes of a ballot by item; what does not count is settled as such."""
    rules = turn.facts.of(SanctionRules)
    left = whole = rules.votes_of(year_of(turn).allotment.get(power, 0))
    counted: dict[tuple[str, bool], int] = {}
    for line, entry in enumerate(entries, 1):
        order: BallotVote = entry.order
        name, item = _name(turn, order.modifier), (order.modifier, order.motion)
        if line > rules.items:
            said = f"a ballot has {count(rules.items, 'line')}"
            turn.settle(entry, "excess", ("ballot-lines", said))
        elif order.motion and order.modifier not in motions:
            turn.settle(entry, "void", ("ballot-item", f"no motion to strike {name} is listed"))
        elif not order.motion and order.modifier not in items:
            turn.settle(entry, "void", ("ballot-item", f"{name} is not on the ballot"))
        elif not order.votes:
            turn.settle(entry, "void", ("ballot-line", "a line has one vote at least"))
        elif item in counted:
            turn.settle(entry, "excess", ("ballot-line", f"{name} stands on the ballot already"))
        elif not left:
            said = f"{turn.facts.name_of(power)} has {count(whole, 'vote')}, and none is left"
            turn.settle(entry, "excess", ("ballot-votes", said))
        else:
            given = min(abs(order.votes), left)
            left -= given
            counted[item] = given if order.votes > 0 else -given
            side = "for" if order.votes > 0 else "against"
            said = f"{count(given, 'vote')} {side} {name}; {left} of {whole} left"
            cut = given < abs(order.votes)
            known_to = None if rules.public else (power,)
            turn.settle(
                entry,
                "excess" if cut else "success",
                ("ballot-votes" if cut else "ballot-cast", said),
                known_to=known_to,
                extent="partly" if cut else "",
            )
    return counted


def _decide(
    turn: Turn, votes: Mapping[tuple[str, bool], Mapping[str, int]], motions: set[str]
) -> None:
    """Settle the motions, then the modifiers, and report how the votes fell."""
    rules = turn.facts.of(SanctionRules)
    net = {item: sum(row.values()) for item, row in votes.items()}
    passed = {modifier for modifier in motions if net.get((modifier, True), 0) > 0}
    ranked = [one for one in rules.modifier if (one.id, False) in net and one.id not in passed]
    best = max((net[modifier.id, False] for modifier in ranked), default=0)
    tied = [modifier for modifier in ranked if net[modifier.id, False] == best and best > 0]
    enacted = {modifier.id for modifier in tied[: rules.enacted]}
    for modifier in rules.modifier:
        if modifier.id in motions:
            _strike(turn, modifier, modifier.id in passed)
            result = "passes" if modifier.id in passed else "fails"
            _report(turn, modifier, votes.get((modifier.id, True), {}), "motion", result)
        if (modifier.id, False) in net:
            result = "voted" if modifier.id in enacted else "not voted"
            if modifier.id in passed:
                result = "struck"
            _report(turn, modifier, votes[modifier.id, False], "modifier", result)
        if modifier.id in enacted:
            change(turn, modifier.id, "voted")


def _strike(turn: Turn, modifier: Modifier, passed: bool) -> None:
    """Close the motions of the year on a modifier, and strike it if they pass."""
    acts = acts_of(turn)
    closed = tuple(
        replace(motion, result="passed" if passed else "failed")
        if motion.year == turn.year and motion.modifier == modifier.id
        else motion
        for motion in acts.motions
    )
    turn.parts["sanctions"] = replace(acts, motions=closed)
    if passed:
        change(turn, modifier.id, "removed")


def _report(
    turn: Turn, modifier: Modifier, votes: Mapping[str, int], item: str, result: str
) -> None:
    more = sum(number for number in votes.values() if number > 0)
    less = -sum(number for number in votes.values() if number < 0)
    what = f"the motion to strike {modifier.name}" if item == "motion" else modifier.name
    data: dict[str, Any] = {"for": more, "against": less}
    causes = {"passes": "motion-passed", "fails": "motion-failed", "voted": "modifier-voted"}
    turn.report(
        BALLOT,
        causes.get(result, "modifier-not-voted"),
        f"{what}: {more} for, {less} against: {result}",
        weight=60 if result in ("passes", "voted") else None,
        modifier=modifier.id,
        name=modifier.name,
        item=item,
        result=result,
        **data,
    )
