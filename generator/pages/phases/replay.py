"""Replay: the game as a film on one board, with what is said of each phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from generator.pages.base.page import Page, digest
from generator.pages.maps.facts import as_script, board_box
from generator.pages.phases.compare import bare_map
from generator.pages.story.chronicle import Chronicle, ChroniclePhase
from generator.pages.story.facts import Standings
from generator.pages.story.standings import signed

SENTENCES: Final = 3
"""How many sentences of a phase's summary are shown."""
COUNTS: Final = 2
"""How many of the counts of each power are shown, the most telling first."""


class Frame(NamedTuple):
    """A phase of the replay: its title, and its address relative to the game's."""

    title: str
    address: str


class ReplayYear(NamedTuple):
    """The frames of a year."""

    year: int
    frames: tuple[Frame, ...]


class CountRow(NamedTuple):
    """A power with its counts and how they changed, ready to be shown."""

    power: str
    counts: tuple[tuple[str, str], ...]


class Said(NamedTuple):
    """What is said of a phase: sentences, the labels of the counts, a row for each power, and the
    moves that came off: whose, from which province, to which."""

    summary: str
    labels: tuple[str, ...]
    rows: tuple[CountRow, ...]
    moves: tuple[tuple[str, str, str], ...]


def replay_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The replay, and for each year a file with what is said of its phases.

    A file a year: the page asks only for those that are watched, and a new phase remakes one.
    """
    if not chronicle.view.has("replay"):
        return
    yield _replay_page(chronicle)
    for year in chronicle.years:
        yield _year_file(chronicle, year)


def _replay_page(chronicle: Chronicle) -> Page:
    view = chronicle.view
    latest = chronicle.phases[-1]
    file, name = latest.link.map
    years = tuple(
        ReplayYear(year, tuple(_frame(chronicle, phase) for phase in chronicle.of_year(year)))
        for year in chronicle.years
    )
    values = {
        "years": years,
        "count": sum(len(year.frames) for year in years),
        "latest": _frame(chronicle, latest),
        "still": (file, f"{name}-view-whole"),
        "said": _said_of_phase(chronicle, latest),
        "powers": tuple((power, view.side_address(power.id)) for power in view.powers.values()),
        "opening": digest(chronicle.opening.dump()),
    }

    def draw() -> Mapping[str, Any]:
        if view.has("compare"):  # which brings the positions that the film shows
            return {"map": bare_map(chronicle)}
        return {"box": " ".join(map(str, board_box(chronicle.game)))}

    return chronicle.page(
        "replay/",
        "replay.html",
        values,
        title="Replay",
        tab="replay",
        description=f"{view.title}, phase by phase: every map from {years[0].year} on",
        styles=(f"{view.rules}map.css", "replay.css"),
        scripts=("zoom.js", "replay.js"),
        draw=draw,
    )


def _frame(chronicle: Chronicle, phase: ChroniclePhase) -> Frame:
    return Frame(phase.link.title, phase.link.address.removeprefix(chronicle.view.address))


def _said_of_phase(chronicle: Chronicle, phase: ChroniclePhase) -> Said:
    facts = phase.facts
    after = facts.after if facts else _start(chronicle)
    before = facts.before if facts else ()
    shown = after[:COUNTS]
    was = dict(before)
    powers = [
        power for power in chronicle.view.powers if all(power in counts for _, counts in shown)
    ]
    powers.sort(key=lambda power: [-counts[power] for _, counts in shown])
    rows = [
        CountRow(
            power,
            tuple(
                (
                    str(counts[power]).replace("-", "−"),
                    signed(counts[power] - was.get(label, counts).get(power, 0)),
                )
                for label, counts in shown
            ),
        )
        for power in powers
    ]
    summary = " ".join(facts.summary[:SENTENCES]) if facts else ""
    return Said(
        summary or "The position before the first orders.",
        tuple(label for label, _ in shown),
        tuple(rows),
        tuple(_moves(phase)),
    )


def _moves(phase: ChroniclePhase) -> Iterator[tuple[str, str, str]]:
    """The moves and retreats of a phase that came off."""
    for verdict in phase.facts.verdicts if phase.facts else ():
        is_move = verdict.kind in ("move", "retreat") and verdict.outcome == "success"
        if is_move and len(verdict.provinces) > 1:
            yield verdict.power, verdict.provinces[0], verdict.provinces[-1]


def _start(chronicle: Chronicle) -> Standings:
    return chronicle.opening.standings


def _year_file(chronicle: Chronicle, year: int) -> Page:
    """`<year>/replay.js`: calls `theatrum.data("replay", {phases: {address: what is said}})`.

    What is said: [summary, labels, [[power, [[count, change], ...]], ...], [[power, from, to],
    ...]], the last of them the moves.
    """
    view = chronicle.view
    phases = {
        _frame(chronicle, phase).address: _said_of_phase(chronicle, phase)
        for phase in chronicle.of_year(year)
    }

    def make() -> bytes:
        rows = {
            address: [
                said.summary,
                said.labels,
                [[row.power, row.counts] for row in said.rows],
                said.moves,
            ]
            for address, said in phases.items()
        }
        return as_script("replay", {"phases": rows})

    address = f"{view.year_address(year)}replay.js"
    inputs = (("game", view.digest), ("phases", digest(repr(phases))))
    return chronicle.maker.file(address, "data", inputs, make, view.slug)
