"""Who kept his word: the promises of the powers, and what the record says of each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from generator.archive.files.layout import key_of
from generator.archive.record.promises import judged_by, read_register
from generator.engine.chronicle import Snapshot
from generator.engine.promises import Stage
from generator.engine.units import parse_unit
from generator.engine.words import count
from generator.pages.base.gameview import PowerView
from generator.pages.base.page import Page
from generator.pages.story.chronicle import Chronicle

_WORDS = {"kept": "kept", "broken": "broken", "open": "not over yet", "not read": "not judged"}
_LOOKS = {"kept": "ok", "broken": "fail", "open": "hold", "not read": "void"}


class PromiseRow(NamedTuple):
    """A promise as the page shows it. `phase` and `where` are the phase that decided it, "" for
    none."""

    number: int
    by: PowerView
    to: PowerView
    text: str
    until: str
    filed: str
    was_sealed: bool
    word: str
    look: str
    why: str
    phase: str
    where: str


class PowerRow(NamedTuple):
    """How a power has kept its word."""

    power: PowerView
    made: int
    kept: int
    broken: int


class SealedRow(NamedTuple):
    number: int
    filed: str
    hash: str


def promise_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The page of the promises that everybody may read."""
    view = chronicle.view
    if not view.has("promises"):
        return
    game = chronicle.game
    register = read_register(game)
    stages = tuple(_stages(chronicle))
    titles = {stage.key: stage.title for stage in stages}
    now = game.current_moment
    titles[key_of(now)] = game.ruleset.phase_title(now)
    # As the game stood then: what was filed later is left out.
    told = [promise for promise in register.told if promise.filed in titles]
    rows = tuple(
        PromiseRow(
            promise.number,
            view.powers[promise.by],
            view.powers[promise.to],
            promise.text,
            str(promise.until) if promise.until else "the end",
            titles[promise.filed],
            promise.sealed,
            _WORDS[one.standing],
            _LOOKS[one.standing],
            one.why,
            one.stage.title if one.stage else "",
            one.stage.where if one.stage else "",
        )
        for promise, one in judged_by(game, told, stages)
        if promise.by in view.powers and promise.to in view.powers
    )
    sealed = tuple(
        SealedRow(row.number, titles[row.filed], row.hash)
        for row in register.sealed
        if row.filed in titles
    )
    yield chronicle.page(
        "promises/",
        "promises.html",
        {"rows": rows, "powers": tuple(_powers(chronicle, rows)), "sealed": sealed},
        title="Who kept his word",
        tab="promises",
        description=f"{view.title}: {count(len(rows), 'promise')} of the powers, and whether the "
        "record keeps them",
    )


def _powers(chronicle: Chronicle, rows: tuple[PromiseRow, ...]) -> Iterator[PowerRow]:
    for power in chronicle.view.powers.values():
        own = [row.word for row in rows if row.by == power]
        if own:
            yield PowerRow(power, len(own), own.count("kept"), own.count("broken"))


def _stages(chronicle: Chronicle) -> Iterator[Stage]:
    """What everybody may read of each phase, from the facts that all pages are made of."""
    before = chronicle.phases[0].snapshot
    for phase in chronicle.phases[1:]:
        moment, facts = phase.link.moment, phase.facts
        if moment is None or facts is None:
            continue
        signs = [one for one in facts.verdicts if one.outcome != "illegal"]
        yield Stage(
            moment.year,
            key_of(moment),
            phase.link.title,
            _units(phase.snapshot),
            _units(before),
            before.holders,
            tuple((one.power, one.provinces[1:]) for one in signs if one.kind == "move"),
            tuple((o.power, o.provinces[1:]) for o in signs if o.kind.startswith("support")),
            phase.link.address,
        )
        before = phase.snapshot


def _units(snapshot: Snapshot) -> tuple[tuple[str, str], ...]:
    return tuple((power, parse_unit(unit).province) for power, unit in snapshot.units)
