"""The table of the influence tracker: a row for each minor state, a column for each power."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from generator.engine.chronicle import MinorStand, StatusFacts, StatusLook
from generator.pages.base.gameview import GameView, PowerView
from generator.pages.story.alignment import Balance, YearEnd, balance, followed, status_of
from generator.pages.story.figures import signed

NOTHING: Final = -1
"""In place of a share: there was nothing to count."""

WIDTH: Final = 64
HEIGHT: Final = 20


class TrackerYear(NamedTuple):
    """The contents of a tracker for a year, as plain values.

    `stands` are the states that are in being; `before` are status, power and influence in all of
    those of the year's beginning, `moves` what a power placed and lost in a state. `shares` are
    the leaders' shares in percent: of the opening, then of each year up to this one. `out` are the
    powers that have fallen.
    """

    year: int
    stands: Mapping[str, MinorStand]
    before: Mapping[str, tuple[str, str, int]]
    moves: Mapping[tuple[str, str], tuple[int, int]]
    since: Mapping[str, int]
    shares: Mapping[str, tuple[int, ...]]
    out: Mapping[str, int]


Total = tuple[str, str, tuple[tuple[str, int, str], ...]]
"""A line at the foot: its title, a sum in words, and for each power its class, a number and the
change of it."""


class Bar(NamedTuple):
    """The leader's share of a state in percent, and the class of its color ("" where several lead).

    `who` is before the share: "England", "tied at". Where there is no share, it is a remark to that
    effect.
    """

    css: str
    share: int
    who: str

    @property
    def words(self) -> str:
        """ "England 57 %", "tied at 40 %", "no INF"."""
        return f"{self.who} {self.share} %" if self.share else self.who


def shares(ends: Sequence[YearEnd], minor: str) -> tuple[int, ...]:
    """The leader's share at the opening and at the end of each year; NOTHING out of being."""
    positions = (ends[0].before, *(end.after for end in ends))
    return tuple(_share(position.get(minor)) for position in positions)


def _share(stand: MinorStand | None) -> int:
    if stand is None:
        return NOTHING
    shared = balance(stand.influence)
    return shared.share(shared.most)


def bar_of(view: GameView, stand: MinorStand) -> Bar:
    """The bar of a state with its words."""
    shared = balance(stand.influence)
    if not shared.total:
        return Bar("", 0, f"no {view.gazetteer.influence}".strip())
    share = shared.share(shared.most)
    if not shared.leader:
        return Bar("", share, "tied at")
    shown = view.side(shared.leader)
    return Bar(shown.css, share, shown.short)


def rows_of(view: GameView, year: TrackerYear) -> tuple[dict[str, Any], ...]:
    """The rows in the rulebook's order. `was` is what a state was when the year began, where it has
    become another's since; a cell has a power's influence in it, None without any."""
    rows = []
    for code, stand in year.stands.items():
        shared, before = balance(stand.influence), year.before.get(code)
        status = status_of(view.gazetteer, stand)
        row = {
            "code": code,
            "minor": stand,
            "word": status.word,
            "power": view.side(stand.power) if stand.power else None,
            "since": year.since[code],
            "was": _was(view, before, stand),
            "bar": bar_of(view, stand),
            "total": shared.total,
            "change": signed(shared.total - before[2]) if before else "",
            "trend": trend(year.shares[code]),
            "cells": tuple(
                _cell(shown, stand, shared, year.moves.get((code, power), (0, 0)), status)
                for power, shown in view.powers.items()
            ),
        }
        rows.append(row)
    return tuple(rows)


def _was(view: GameView, before: tuple[str, str, int] | None, stand: MinorStand) -> str:
    """The state's status when the year began: "aligned, Spain"; "" where it has not changed."""
    if before is None:
        return "did not exist"
    status, power, _ = before
    if (status, power) == followed(stand):
        return ""
    word = status_of(view.gazetteer, MinorStand(status, power)).word
    return f"{word}, {view.side(power).short}".removeprefix(", ") if power else word


def _cell(
    shown: PowerView,
    stand: MinorStand,
    shared: Balance,
    moved: tuple[int, int],
    status: StatusFacts,
) -> tuple[str, str, int, str] | None:
    """A power's short name, the class of its cell (its color, "top" where it leads, "own" where the
    state follows it), its influence and the change of that."""
    amount = stand.influence.get(shown.id, 0)
    if not amount and moved == (0, 0):
        return None
    css = shown.css
    if shown.id in shared.leaders:
        css += " top"
    if status.look == "held" and stand.power == shown.id:
        css += " own"
    return shown.short, css, amount, _moved(*moved)


def _moved(placed: int, lost: int) -> str:
    """ "+2", "+2 −1", "−1"."""
    return " ".join(part for part in (signed(placed), signed(-lost)) if part)


def totals_of(view: GameView, year: TrackerYear) -> tuple[Total, ...]:
    """The foot: influence in all states, states that follow each power, states that it took."""
    words = view.gazetteer
    powers = tuple(view.powers)
    sums = dict.fromkeys(powers, 0)
    changes = {power: [0, 0] for power in powers}
    for stand in year.stands.values():
        for power, amount in stand.influence.items():
            sums[power] += amount
    for (_, power), (placed, lost) in year.moves.items():
        changes[power][0] += placed
        changes[power][1] += lost
    placed, lost = (sum(change[at] for change in changes.values()) for at in (0, 1))
    in_all = tuple(
        (view.powers[power].css, sums[power], _moved(*changes[power])) for power in powers
    )
    whole = f"{sum(sums.values())} in all"
    if placed or lost:
        whole += f": {_moved(placed, lost)}"
    return (
        (f"{words.influence} in the {view.word('states')}".strip(), whole, in_all),
        *_counts(view, year, "held", "following"),
        *_counts(view, year, "taken", "taken"),
    )


def _counts(view: GameView, year: TrackerYear, look: StatusLook, title: str) -> Iterator[Total]:
    """States of some statuses by power, and how many more than when the year began."""
    now = [
        stand.power
        for stand in year.stands.values()
        if status_of(view.gazetteer, stand).look == look
    ]
    then = [
        power
        for status, power, _ in year.before.values()
        if status_of(view.gazetteer, MinorStand(status, power)).look == look
    ]
    if not now and not then:
        return
    counts = tuple(
        (shown.css, now.count(power), signed(now.count(power) - then.count(power)))
        for power, shown in view.powers.items()
    )
    yield (f"{view.word('States')} {title}", f"{len(now)} of {len(year.stands)}", counts)


def trend(shares: Sequence[int]) -> Markup:
    """An inline SVG of a line through shares of 0 to 100 %, with gaps where there was NOTHING.

    Nothing for fewer than two shares. Its size, and the line at one half, are the style's.
    """
    if sum(share != NOTHING for share in shares) < 2:
        return Markup()
    path = ""
    run = 0
    at: tuple[int, int] | None = None
    for number, share in enumerate(shares):
        if share == NOTHING:
            path, run, at = _level(path, run), 0, None
            continue
        x = 1 + round(number * (WIDTH - 2) / (len(shares) - 1))
        y = HEIGHT - 1 - round(share * (HEIGHT - 2) / 100)
        if at is None:
            path += f"M{x} {y}"
        elif y == at[1]:
            run += x - at[0]
        else:
            # A minus parts two numbers as well as a blank does.
            path, run = f"{_level(path, run)}l{x - at[0]} {y - at[1]}".replace(" -", "-"), 0
        at = (x, y)
    return Markup(f'<svg class="trend"><path d="{_level(path, run)}"/></svg>')


def _level(path: str, length: int) -> str:
    """The path, gone on level for a length."""
    return f"{path}h{length}" if length else path
