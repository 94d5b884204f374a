"""Modifiers of the rules, as data: when each may be voted for, what it does, and when it ends.

    [[sanctions.modifier]]
    id = "treaty_of_lyon"
    name = "Treaty of Lyon"
    available = ["alive france", "aligned SAV france", "not aligned SWI spain"]
    ends = ["not alive france", "captured SAV", "captured SWI"]
    deploy_ban = [{ who = ["spain"], states = ["SWI", "SAV"] }]

A condition is the name of a test with what it is about, perhaps with `not` in front; the tests are
in TESTS. A modifier is available while all its conditions hold, and ends when one of `ends` does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

from generator.engine.naming import Namer, Written
from generator.engine.typed import Count, Named, Positive, Record, Table, knob
from generator.engine.words import unknown
from generator.rulesets.europe.data.facts import Facts, is_minor
from generator.rulesets.europe.features.annual_infs import year_of
from generator.rulesets.europe.features.levies import is_closed
from generator.rulesets.europe.features.marked_units import LetterRules, marks_of
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import Power, State
from generator.rulesets.europe.turn.turn import Turn

Politics = Turn | EuropeState


class DeployBan(Table, frozen=True):
    """Powers that place no INFs in some states, or in those that carry a marker."""

    who: Annotated[tuple[str, ...], knob("The powers, or confessions of powers")]
    states: Annotated[tuple[str, ...], knob("The states")] = ()
    marker: Annotated[str, knob("The marker of the states, if they are not named")] = ""


class SoleRight(Table, frozen=True):
    """A right to place INFs that only one power has."""

    holder: Annotated[
        str, knob("The power; `top`, or `top` and a confession, for the one that leads")
    ]
    states: Annotated[tuple[str, ...], knob("The states")]


class BuildBan(Table, frozen=True):
    """Powers that do not build in some of their centers."""

    who: Annotated[tuple[str, ...], knob("The powers")]
    sites: Annotated[tuple[str, ...], knob("The provinces")]


class EntryBan(Table, frozen=True):
    """Powers whose units do not enter some provinces, unless another power permits it."""

    who: Annotated[tuple[str, ...], knob("The powers")]
    provinces: Annotated[tuple[str, ...], knob("The provinces")]
    permit: Annotated[str, knob("The power that may permit it for a phase")] = ""


class Secession(Table, frozen=True):
    """A center that becomes a state of its own when the modifier comes into force."""

    power: Annotated[str, knob("The power that loses it, and has to lead all others")]
    state: Annotated[str, knob("The state that it becomes")]
    beside: Annotated[str, knob("The modifier that has to be in effect already")]


class Modifier(Table, frozen=True):
    """A modifier. The order of the table is that of their importance."""

    id: Annotated[str, knob("Its name in files")]
    name: Annotated[str, knob("Its name")]
    aliases: Annotated[tuple[str, ...], knob("Other names on ballots")] = ()
    means: Annotated[str, knob("What it does, in a sentence")] = ""
    available: Annotated[
        tuple[str, ...], knob("Conditions for a vote, and for coming into effect")
    ] = ()
    again: Annotated[tuple[str, ...], knob("Further conditions once it has ended before")] = ()
    ends: Annotated[tuple[str, ...], knob("Conditions, any of which ends it")] = ()
    deploy_ban: Annotated[tuple[DeployBan, ...], knob("Powers that place no INFs in a state")] = ()
    sole_right: Annotated[SoleRight | None, knob("The only powers that place INFs in a state")] = (
        None
    )
    immune: Annotated[tuple[str, ...], knob("Whose INFs cannot be attacked")] = ()
    dual: Annotated[str, knob("The letter of the unit that has strength 2")] = ""
    retreats: Annotated[tuple[str, ...], knob("The states whose units retreat")] = ()
    build_ban: Annotated[BuildBan | None, knob("Powers that do not build in a land")] = None
    entry_ban: Annotated[EntryBan | None, knob("Whose units do not enter where")] = None
    opens: Annotated[str, knob("The state that it opens to influence, or brings into being")] = ""
    secession: Annotated[Secession | None, knob("The land that secedes and becomes a state")] = None

    def __post_init__(self) -> None:
        for condition in (*self.available, *self.again, *self.ends):
            name, _, _ = _parsed(condition)
            if name not in TESTS:
                raise ValueError(f"{self.id}: {unknown(name, TESTS)}")


class SanctionRules(Table, frozen=True):
    """The table `sanctions`."""

    modifier: Annotated[tuple[Modifier, ...], knob("The modifiers", "E15V3-SAN-1")] = ()
    votes: Annotated[
        tuple[tuple[Count, Count], ...],
        knob("From how many INFs on a power has how many votes", "E15V3-VOT-3"),
    ] = ()
    first_ballot: Annotated[int, knob("The first year that ends with a ballot", "E15V3-SAN-1")] = 0
    items: Annotated[Positive, knob("The most lines of a ballot", "E15V3-VOT-1")] = 3
    enacted: Annotated[
        Positive, knob("The most modifiers that one ballot enacts", "E15V3-VOT-8")
    ] = 3
    motions: Annotated[Count, knob("Motions of a power in the whole game", "E15V3-MOT-1")] = 1
    public: Annotated[
        bool, knob("Every ballot is published, and not only the sums", "E15V3-VOT-5")
    ] = False

    @property
    def by_id(self) -> Mapping[str, Modifier]:
        return {modifier.id: modifier for modifier in self.modifier}

    def votes_of(self, infs: int) -> int:
        """The votes of a power with so many INFs."""
        return max((votes for least, votes in self.votes if infs >= least), default=0)


# --- what a state remembers


class ModifierState(Record, frozen=True):
    """A modifier that is more than dormant: `since` is the year of its last change."""

    state: Literal["voted", "in_effect", "ended", "removed"]
    since: Count


def _act(value: Any, namer: Namer) -> Any:
    """`in effect since 1617` as a table."""
    if not isinstance(value, str):
        return value
    found = re.fullmatch(r"(.+?)[\s,]*(?:(?:since|in)\s+)?(\d{3,4})", value.strip())
    if found is None:
        return {"state": value}
    return {"state": found[1], "since": int(found[2])}


ModifierId = Annotated[str, Named(lambda facts: facts.of(SanctionRules).by_id)]
ModifierAct = Annotated[ModifierState, Written(_act)]


class Motion(Record, frozen=True):
    """A motion to strike a modifier from the game."""

    year: Count
    by: Power
    modifier: ModifierId
    result: Literal["listed", "passed", "failed"] = "listed"


class Sanctioned(Record, frozen=True):
    """The history of the modifiers, by their ids; all motions; and for states where a ruling sets
    them, the powers that may place INFs there this year."""

    modifiers: Mapping[ModifierId, ModifierAct] = MappingProxyType({})
    motions: tuple[Motion, ...] = ()
    opened: Mapping[State, tuple[Power, ...]] = MappingProxyType({})


# --- conditions


def _captured(politics: Politics, state: str) -> bool:
    return bool(politics.standing.captor_of(politics.facts.states[state]))


TESTS: Final[Mapping[str, Callable[..., bool]]] = MappingProxyType(
    {
        "alive": lambda politics, power: power in politics.living,
        "aligned": lambda politics, state, power: (
            state in politics.statuses and politics.statuses[state].patron == power
        ),
        "captured": _captured,
        "independent": lambda politics, state: (
            state in politics.statuses and not _captured(politics, state)
        ),
        "pliant": lambda politics, state: (
            state in politics.statuses and not is_closed(politics, state)
        ),
        "sign": lambda politics, sign: (
            getattr(politics.parts.get("counterbalance"), "sign", "") == sign
        ),
        "lost": lambda politics, letter: letter in marks_of(politics).lost,
    }
)
"""The tests for conditions: `alive france`, `aligned SAV france`, `captured RHI`, `independent RHI`
(a state that no one has captured), `pliant SUL` (a state that takes INFs), `sign widerstand` (of
the counterbalance), `lost W` (the unit of a letter, once)."""


def _parsed(condition: str) -> tuple[str, tuple[str, ...], bool]:
    """The test of a condition, what it is about, and whether it is to hold."""
    words = condition.split()
    wanted = words[:1] != ["not"]
    name, *about = words if wanted else words[1:]
    return name, tuple(about), wanted


def holds(politics: Politics, condition: str) -> bool:
    """Whether a condition holds."""
    name, about, wanted = _parsed(condition)
    return TESTS[name](politics, *about) == wanted


def members(facts: Facts, names: Iterable[str]) -> Iterator[str]:
    """The powers in a list of powers and confessions."""
    for name in names:
        if name in facts.powers:
            yield name
        else:
            yield from (power for power, one in facts.powers.items() if one.confession == name)


def holder_of(politics: Politics, right: SoleRight) -> str:
    """The power that has a sole right this year, "" for no power."""
    if right.holder in politics.facts.powers:
        return right.holder
    _, _, confession = right.holder.partition("_")
    return year_of(politics).leaders.get(confession or "all", "")


def touched(facts: Facts, modifier: Modifier) -> tuple[str, ...]:
    """The powers that a modifier lists, directly or by confession; empty where it may touch any."""
    named: list[str] = [*modifier.immune]
    for ban in modifier.deploy_ban:
        named += members(facts, ban.who)
    for other in (modifier.build_ban, modifier.entry_ban):
        named += other.who if other is not None else ()
    right = modifier.sole_right
    if right is not None:
        confession = right.holder.partition("_")[2]
        if right.holder == "top":
            return ()
        named += members(facts, (confession or right.holder,))
    side = facts.of(LetterRules).units[modifier.dual].side if modifier.dual else ""
    if side and not is_minor(side):
        named.append(side)
    return tuple(dict.fromkeys(named))
