"""What a report shows, in sentences. They claim no more than the figures bear: a difference is told
as one where its interval leaves out what chance would give, and many powers at once count as many
chances to be wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from generator.engine.words import count, listed, spelled
from generator.trial.estimates import Estimate
from generator.trial.report import NatureRow, PowerRow, TrialReport

PLAYERS: Final = (
    "The players are programs. They order what is legal and plan a phase ahead; they keep "
    "alliances and grudges, and now and then forget to write. They neither talk, nor bluff, nor "
    "plan a campaign, and they do not know which seat is said to be strong. So the figures say how "
    "a game runs of itself: a seat that lives by diplomacy may do better among people."
)
_MOST: Final = 3
_ENOUGH: Final = 20
"""Games below which nothing is said about fairness."""
_TELLING: Final = 5
"""Eliminations below which nothing is said of who falls first."""
_OFTEN: Final = 0.05
"""Changes of hands in a game below which a place is not among those that change most often."""


def hundred(share: float) -> str:
    """A share as a number in a hundred: `14.3`, `0`, `100`."""
    text = f"{100 * share:.1f}"
    return text.removesuffix(".0")


def share_words(found: Estimate) -> str:
    """`24.1 in a hundred, between 19 and 30`."""
    return (
        f"{hundred(found.mean)} in a hundred, between {100 * found.low:.0f} "
        f"and {100 * found.high:.0f}"
    )


def ending_words(kind: str) -> str:
    return {
        "victory": "victory",
        "draw": "draw",
        "ended": "ended without a winner",
        "cut off": "cut off",
    }[kind]


def half_words(middle: float, most: int) -> str:
    """How long half of the games lasted, by their median: `half of them 8.5 or fewer`."""
    return f"most of them {most}" if middle == most else f"half of them {middle:g} or fewer"


def sentences(report: TrialReport) -> tuple[str, ...]:
    """What the report shows, the most telling first."""
    if not report.games:
        return ("No game was played to its end, so there is nothing to tell.",)
    return (
        *_endings(report),
        *_fairness(report),
        *_eliminations(report),
        *_shares(report),
        *_natures(report),
        *_places(report),
        *_rules(report),
        *_failures(report),
    )


def _endings(report: TrialReport) -> Iterator[str]:
    kinds: dict[str, int] = {}
    for row in report.endings:
        kinds[row.kind] = kinds.get(row.kind, 0) + row.games
    said = [
        count(kinds.get("victory", 0), "was won", "were won"),
        count(kinds.get("draw", 0), "was drawn", "were drawn"),
    ]
    if kinds.get("ended"):
        said.append(f"{kinds['ended']} ended without a winner")
    if kinds.get("cut off"):
        limit = report.settings.get("years", report.years[2])
        said.append(f"{kinds['cut off']} cut off after {limit} years")
    least, middle, most = report.years
    lasted = (
        f"All lasted {spelled(most, 'year')}"
        if least == most
        else f"They lasted {least} to {most} years, {half_words(middle, most)}"
    )
    games = count(report.games, "game was played", "games were played")
    yield f"{games}: {listed(said)}. {lasted}, and {report.phases:g} phases on average."


def _fairness(report: TrialReport) -> Iterator[str]:
    if report.games < _ENOUGH:
        yield f"{count(report.games, 'game')} are too few to say whether the seats are fair."
        return
    part = hundred(report.fair)
    fair = f"In a fair game each power's part of the victories would be {part} in a hundred"
    rows = report.powers
    above = [row for row in rows if row.value.low > report.fair]
    below = [row for row in rows if row.value.high < report.fair]
    if not above and not below:
        least, most = min(rows, key=_value), max(rows, key=_value)
        differ = least.value.mean != most.value.mean
        ranging = f", from {_part(least)} to {_part(most)}" if differ else ""
        yield f"{fair}; no power's part differs from that by more than chance explains{ranging}."
        return
    said = []
    if above:
        said.append(f"{_parts(above, reverse=True)} {_verb(above, 'has', 'have')} more")
    if below:
        said.append(f"{_parts(below, reverse=False)} {_verb(below, 'has', 'have')} less")
    chances = (
        ""
        if len(rows) < 3
        else f" Of {len(rows)} fair seats, one in twenty would stand out so by chance."
    )
    yield f"{fair}; {', '.join(said)}.{chances}"


def _value(row: PowerRow) -> float:
    return row.value.mean


def _part(row: PowerRow) -> str:
    return f"{row.name} ({hundred(row.value.mean)})"


def _parts(rows: Sequence[PowerRow], *, reverse: bool) -> str:
    return listed(map(_part, sorted(rows, key=_value, reverse=reverse)))


def _verb(rows: Sequence[object], one: str, several: str) -> str:
    return one if len(rows) == 1 else several


def _eliminations(report: TrialReport) -> Iterator[str]:
    rows = sorted(report.powers, key=lambda row: -row.first_out)
    total = sum(row.first_out for row in rows)
    safest = max(report.powers, key=lambda row: row.survived.mean)
    weakest = min(report.powers, key=lambda row: row.survived.mean)
    if total < _TELLING:
        if weakest.survived.mean == 1:
            yield "No power was ever eliminated."
        return
    yield (
        f"The first to be eliminated is most often {rows[0].name} "
        f"({rows[0].first_out} of {count(total, 'game')} in which one power was first). "
        f"{weakest.name} lives to the end in {hundred(weakest.survived.mean)} of a hundred games, "
        f"{safest.name} in {hundred(safest.survived.mean)}."
    )


def _shares(report: TrialReport) -> Iterator[str]:
    shares = report.shares
    yield (
        f"Of the differences in place at the end, the seat explains {shares.first:g} percent and "
        f"the nature of the player {shares.second:g}; {shares.rest:g} percent is what the others "
        "did, and luck."
    )


def _natures(report: TrialReport) -> Iterator[str]:
    rows = report.natures
    if len(rows) < 2:
        return
    best, worst = rows[0], rows[-1]
    ladder = ", ".join(f"{row.nature} {row.place.mean:.2f}" for row in rows)
    told = "differ by more than chance" if _apart(best, worst) else "do not clearly differ"
    yield f"The natures by their mean place: {ladder}. The first and the last of them {told}."


def _apart(one: NatureRow, other: NatureRow) -> bool:
    return one.place.high < other.place.low


def _places(report: TrialReport) -> Iterator[str]:
    for rows, noun in ((report.provinces, "province"), (report.minors, "minor state")):
        if not rows:
            continue
        often = [row for row in rows if row.changes.mean >= _OFTEN]
        moved = sorted(often, key=lambda row: (-row.changes.mean, row.id))[:_MOST]
        if moved:
            names = listed(f"{row.name} ({row.changes.mean:.1f} times a game)" for row in moved)
            verb = _verb(moved, f"The {noun} that changes", f"The {noun}s that change")
            yield f"{verb} hands most often {_verb(moved, 'is', 'are')} {names}."
        worth = sorted(
            (row for row in rows if row.worth.low > 0), key=lambda row: (-row.worth.mean, row.id)
        )
        if worth:
            names = listed(
                f"{row.name} ({100 * row.by_first:.0f}, usual {100 * row.expected:.0f})"
                for row in worth[:_MOST]
            )
            yield (
                f"The {noun}s that go most with being first, by how many of a hundred games that "
                f"end with a holder the first holds them: {names}."
            )


def _rules(report: TrialReport) -> Iterator[str]:
    known = len(report.rules) + len(report.never)
    most = sorted(report.rules, key=lambda row: (-row.verdicts, row.rule))[:_MOST]
    if not most:
        return
    names = listed(f"{row.rule} {row.title}" for row in most)
    yield (
        f"Of {count(known, 'rule')}, {len(report.rules)} decided a verdict or an event, most often "
        f"{names}. The other {len(report.never)} were never the reason given: some only say what a "
        "word means, some nobody came to need."
    )


def _failures(report: TrialReport) -> Iterator[str]:
    if report.failed:
        numbers = listed(str(one.number) for one in report.failed[:10])
        more = " and others" if len(report.failed) > 10 else ""
        yield (
            f"{count(len(report.failed), 'game')} could not be played to the end, and "
            f"{_verb(report.failed, 'counts', 'count')} for nothing here: {numbers}{more}."
        )
