"""Replay: the game as a film on one board, with what is said of each phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from generator.pages.base.page import Page, digest
from generator.pages.maps.facts import as_script, board_box
from generator.pages.phases.compare import bare_map
from generator.pages.story.chronicle import Chronicle, ChroniclePhase
from generator.pages.story.standings import signed

SENTENCES: Final = 3
"""How many sentences of a phase's summary are shown."""
COUNTS: Final = 2
"""How many of the counts of each power are shown, the most telling first."""


Said = tuple[
    str,
    tuple[str, ...],
    tuple[tuple[str, tuple[tuple[str, str], ...]], ...],
    tuple[tuple[str, str, str], ...],
]
"""What is said of a phase: its summary, the labels of the counts, each power with its counts and
how they changed, and the moves that came off: whose, from which province, to which."""


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
        (year, tuple(_frame(chronicle, phase) for phase in chronicle.of_year(year)))
        for year in chronicle.years
    )
    values = {
        "years": years,
        "count": sum(len(frames) for _, frames in years),
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
        description=f"{view.title}, phase by phase: every map from {years[0][0]} on",
        styles=(f"{view.rules}map.css", "replay.css"),
        scripts=("zoom.js", "replay.js"),
        draw=draw,
    )


def _frame(chronicle: Chronicle, phase: ChroniclePhase) -> tuple[str, str]:
    """The title of a phase, and its address relative to the game's."""
    return (phase.link.title, phase.link.address.removeprefix(chronicle.view.address))


def _said_of_phase(chronicle: Chronicle, phase: ChroniclePhase) -> Said:
    facts = phase.facts
    after = facts.after if facts else chronicle.opening.standings
    before = facts.before if facts else ()
    shown = after[:COUNTS]
    was = dict(before)
    powers = [
        power for power in chronicle.view.powers if all(power in counts for _, counts in shown)
    ]
    powers.sort(key=lambda power: [-counts[power] for _, counts in shown])
    rows = [
        (
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
    return (
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


def _year_file(chronicle: Chronicle, year: int) -> Page:
    """`<year>/replay.js`: calls `theatrum.data("replay", {phases: {address: what is said}})`.

    What is said: [summary, labels, [[power, [[count, change], ...]], ...], [[power, from, to],
    ...]], the last of them the moves.
    """
    view = chronicle.view
    phases = {
        _frame(chronicle, phase)[1]: _said_of_phase(chronicle, phase)
        for phase in chronicle.of_year(year)
    }

    address = f"{view.year_address(year)}replay.js"
    inputs = (("game", view.digest), ("phases", digest(repr(phases))))
    return chronicle.maker.file(
        address, "data", inputs, lambda: as_script("replay", {"phases": phases}), view.slug
    )
