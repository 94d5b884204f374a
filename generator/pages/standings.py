"""Standings: tables of every count of a power, and how it changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.pages.facts import Standings
from generator.pages.gameview import GameView, PowerView

__all__ = ["StandingsTable", "signed", "standings_table"]


@dataclass(frozen=True, slots=True)
class Count:
    """A number and its change, as signed text, or "" where it stayed."""

    value: int
    change: str


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A power with its place by the first count: "1", "2=" where it is shared."""

    rank: str
    power: PowerView
    counts: tuple[Count, ...]


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """One row for each power, most of the first count first, ties in the ruleset's order."""

    labels: tuple[str, ...]
    rows: tuple[StandingsRow, ...]


def standings_table(view: GameView, now: Standings, before: Standings = ()) -> StandingsTable:
    """The standings as a table, with the changes since `before`."""
    earlier: Mapping[str, Mapping[str, int]] = dict(before)
    first = now[0][1] if now else {}
    order = sorted(view.powers, key=lambda power: -first.get(power, 0))
    places = ranks([first.get(power, 0) for power in order])
    rows = [
        StandingsRow(
            rank,
            view.powers[power],
            tuple(
                Count(
                    counts.get(power, 0),
                    signed(counts.get(power, 0) - earlier[label].get(power, 0))
                    if label in earlier
                    else "",
                )
                for label, counts in now
            ),
        )
        for rank, power in zip(places, order, strict=True)
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
