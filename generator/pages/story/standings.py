"""Standings: tables of every count of a power, and its change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from generator.archive import PhaseRecord
from generator.pages.base.gameview import GameView, PowerView
from generator.pages.maps.material import Material
from generator.pages.story.facts import PhaseFacts, Standings

_NOBODY: Final[Mapping[str, int]] = MappingProxyType({})


class Count(NamedTuple):
    """A number and its change, as signed text, or "" where it stayed."""

    value: int
    change: str


class StandingsRow(NamedTuple):
    """A power with its place by the first count: "1", "2=" where it is shared.

    One that has left the game has no place; `out` is the year in which it did, else 0.
    """

    rank: str
    power: PowerView
    counts: tuple[Count, ...]
    out: int = 0


class StandingsTable(NamedTuple):
    """One row for each power, most of the first count first, ties in the ruleset's order; those
    that have left the game come last."""

    labels: tuple[str, ...]
    rows: tuple[StandingsRow, ...]


def standings_of(
    view: GameView, material: Material, record: PhaseRecord, facts: PhaseFacts
) -> StandingsTable:
    """The standings after a phase, made once for all that is told of it."""
    return material.kept(
        "standings",
        lambda: standings_table(
            view.at(record.moment), facts.after, facts.before, facts.snapshot.out
        ),
    )


def standings_table(
    view: GameView, now: Standings, before: Standings = (), out: Mapping[str, int] = _NOBODY
) -> StandingsTable:
    """The standings as a table, with the changes since `before`. `out` are the powers that have
    left the game, each with its year."""
    earlier: Mapping[str, Mapping[str, int]] = dict(before)
    first = first_count(now)[1]
    living = sorted(
        (power for power in view.powers if power not in out), key=lambda p: -first.get(p, 0)
    )
    gone = sorted((power for power in view.powers if power in out), key=lambda p: -out[p])
    places = (*ranks([first.get(power, 0) for power in living]), *("" for _ in gone))
    # A count that was not kept before did not change.
    columns = [(counts, earlier.get(label, counts)) for label, counts in now]
    rows = [
        StandingsRow(
            rank,
            view.powers[power],
            tuple(
                Count(has := counts.get(power, 0), signed(has - were.get(power, 0)))
                for counts, were in columns
            ),
            out.get(power, 0),
        )
        for rank, power in zip(places, (*living, *gone), strict=True)
    ]
    return StandingsTable(tuple(label for label, _ in now), tuple(rows))


def signed(change: int) -> str:
    """ "+2", "−1" with the minus sign of print, "" for nothing."""
    return f"{change:+d}".replace("-", "−") if change else ""


def first_count(standings: Standings) -> tuple[str, Mapping[str, int]]:
    """The most telling count and its label."""
    return standings[0] if standings else ("", {})


def ranks(values: Sequence[int]) -> tuple[str, ...]:
    """Places for values sorted downwards: "1", "2=", "2=", "4"."""
    return tuple(
        f"{values.index(value) + 1}{'=' if values.count(value) > 1 else ''}" for value in values
    )
