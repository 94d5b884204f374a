"""The influence in each minor state: how it is shared, and how phases and years changed it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from generator.engine.chronicle import Gazetteer, MinorStand, Snapshot, StatusFacts
from generator.pages.story.chronicle import Chronicle, ChroniclePhase


class Balance(NamedTuple):
    """The influence in a state. `leaders` have `most` each: several where they are tied, none where
    no one has any. `runner_up` is the most that another power has."""

    total: int = 0
    most: int = 0
    leaders: tuple[str, ...] = ()
    runner_up: int = 0

    @property
    def leader(self) -> str:
        """The only power in the lead, or ""."""
        return self.leaders[0] if len(self.leaders) == 1 else ""

    @property
    def is_majority(self) -> bool:
        """Whether one power has more than half."""
        return 2 * self.most > self.total

    @property
    def margin(self) -> int:
        """The influence that the others together lack for the leader to have no more than half; 0
        where it has no majority."""
        return max(0, 2 * self.most - self.total)

    def share(self, amount: int) -> int:
        """An amount in whole percent; 50 is said of one half only, 0 and 100 of none and all."""
        if amount in (0, self.total):
            return 100 if amount else 0
        percent = (200 * amount + self.total) // (2 * self.total)
        if 2 * amount == self.total:
            return 50
        return max(51, min(99, percent)) if 2 * amount > self.total else max(1, min(49, percent))

    def missing(self, amount: int) -> int:
        """How much more a power with `amount` needs for more than half, if nothing else changes."""
        return max(0, self.total - 2 * amount + 1)


def balance(influence: Mapping[str, int]) -> Balance:
    """How influence above 0 is shared out; ties stay in the order of the mapping."""
    if not influence:
        return Balance()
    amounts = influence.values()
    most = max(amounts)
    leaders = tuple([power for power, amount in influence.items() if amount == most])
    others = [amount for amount in amounts if amount != most]
    runner_up = most if len(leaders) > 1 else max(others, default=0)
    return Balance(sum(amounts), most, leaders, runner_up)


class Shift(NamedTuple):
    """The change of a power's influence in a state in a phase.

    Its size is `before + placed - lost`. A change that no one placed or fought for, as when a power
    falls, counts as lost or placed all the same.
    """

    minor: str
    power: str
    before: int
    placed: int
    lost: int

    @property
    def after(self) -> int:
        return self.before + self.placed - self.lost


def shifts_of(before: Snapshot, phase: ChroniclePhase) -> Iterator[Shift]:
    """Every change of influence in a phase, in the order of the states, then of the powers."""
    known = {(change.minor, change.power): change for change in phase.told.changes}
    # Most phases change nothing in any state, and comparing what is equal as a whole is quick.
    if not known and phase.snapshot.minors == before.minors:
        return
    said = {minor for minor, _ in known}
    nobody = MinorStand("")
    for minor in dict.fromkeys((*phase.snapshot.minors, *before.minors)):
        had = before.minors.get(minor, nobody).influence
        has = phase.snapshot.minors.get(minor, nobody).influence
        if had == has and minor not in said:
            continue
        for power in dict.fromkeys((*has, *had, *(who for state, who in known if state == minor))):
            change = known.get((minor, power))
            placed, lost = (change.placed, change.lost) if change else (0, 0)
            start = had.get(power, 0)
            rest = has.get(power, 0) - start - placed + lost
            if rest or placed or lost:
                yield Shift(minor, power, start, placed + max(0, rest), lost + max(0, -rest))


class YearEnd(NamedTuple):
    """The states at the end of a year. `before` is their status when it began.

    `moves` are placed and lost by state and power, over the year; `since` is the year in which each
    state came by its present status and power. `out` are the powers that had fallen, with the year.
    """

    year: int
    before: Mapping[str, MinorStand]
    after: Mapping[str, MinorStand]
    moves: Mapping[tuple[str, str], tuple[int, int]]
    since: Mapping[str, int]
    out: Mapping[str, int]


def status_of(words: Gazetteer, stand: MinorStand) -> StatusFacts:
    """The words for a state's status; empty ones where the ruleset has none."""
    return words.statuses.get(stand.status) or StatusFacts(
        "", "", "held" if stand.power else "free"
    )


def followed(stand: MinorStand | None) -> tuple[str, str]:
    """The status of a state and the power that it follows."""
    return (stand.status, stand.power) if stand else ("", "")


def year_ends(chronicle: Chronicle) -> tuple[YearEnd, ...]:
    """Every year of a game in order."""
    phases = chronicle.phases
    ends: list[YearEnd] = []
    since = dict.fromkeys(phases[0].snapshot.minors, phases[0].year)
    year, start, last = phases[0].year, phases[0].snapshot, phases[0].snapshot
    moves: dict[tuple[str, str], tuple[int, int]] = {}
    for phase in phases[1:]:
        if phase.year != year:
            ends.append(YearEnd(year, start.minors, last.minors, moves, dict(since), last.out))
            year, start, moves = phase.year, last, {}
        for shift in shifts_of(last, phase):
            placed, lost = moves.get((shift.minor, shift.power), (0, 0))
            moves[shift.minor, shift.power] = (placed + shift.placed, lost + shift.lost)
        if phase.snapshot.minors != last.minors:
            for minor, stand in phase.snapshot.minors.items():
                if followed(stand) != followed(last.minors.get(minor)):
                    since[minor] = phase.year
        last = phase.snapshot
    ends.append(YearEnd(year, start.minors, last.minors, moves, dict(since), last.out))
    return tuple(ends)
