"""The contents of a phase's post, from the same facts as its page: public ones only."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Final

from generator.archive import Game
from generator.archive.dates.deadlines import deadline_of, due_words, pause_words
from generator.engine.phases import Moment
from generator.engine.report import Section
from generator.engine.verdicts import Event
from generator.engine.words import headed
from generator.pages.base.gameview import Arrival, GameView
from generator.pages.base.settings import SiteSettings
from generator.pages.maps.material import Material
from generator.pages.rules.rulings import decision_of
from generator.pages.story.corrections import CorrectionView
from generator.pages.story.facts import PhaseFacts, StateFacts
from generator.pages.story.figures import StandingsRow, standings_of
from generator.pages.story.ordertable import OrderRow, PowerGroup, groups_of
from generator.pages.story.sections import HIDDEN
from generator.posts import (
    DueOrders,
    OrderLine,
    Post,
    PostStandings,
    PowerOrders,
    RulingNote,
    TurnSection,
)
from generator.posts.dialects import dialect_of
from generator.posts.rendering import render_posts

_FATES: Final = {"ok": "done", "hold": "done", "void": "void", "bar": "void", "over": "void"}
_AS_WRITTEN: Final = frozenset({"void", "bar"})


def report_text(
    game: Game,
    view: GameView,
    number: int,
    material: Material,
    facts: PhaseFacts,
    settings: SiteSettings,
    notices: Sequence[CorrectionView] = (),
) -> str:
    """The post of the `number`th phase (from 0) in BBCode, of any length, for a file of the site.

    What is due is not in it: the file of a phase is to stay as it is when the next one comes.
    """
    post = phase_post(game, view, number, material, facts, settings, notices=notices)
    return "".join(render_posts([post], dialect_of("bbcode"), limit=0))


def phase_post(
    game: Game,
    view: GameView,
    number: int,
    material: Material,
    facts: PhaseFacts,
    settings: SiteSettings,
    *,
    map_address: str = "",
    now: StateFacts | None = None,
    notices: Sequence[CorrectionView] = (),
) -> Post:
    """The post of the `number`th phase (from 0). `notices` are the corrections that changed it.

    `map_address` is that of the map's image; "" takes the site's, if it has one. With `now`, the
    position after the last phase, the post reports what is due or how the game ended.
    """
    record, here = game.phases[number], view.phases[number]
    base = settings.base
    known = frozenset(ruling.number for ruling in facts.rulings)
    groups = groups_of(view, material, record)
    remedies = {verdict.number: verdict.remedy for verdict in facts.verdicts}
    rulings = tuple(
        RulingNote(
            f"Ruling {ruling.number}",
            decision_of(ruling, facts.events)[0],
            ruling.reason,
            ruling.rule,
        )
        for ruling in facts.rulings
    )
    sections = (
        *_new_players(game, view, record.moment, now),
        *_sections(view, material.chapters, material.resolution.events, known),
    )
    told = frozenset(_clause(line) for section in sections for line in section.lines)
    standings = standings_of(view, material, record, facts)
    ending = now.ending if now else ""
    links = []
    if base:
        links = [("The game", f"{base}{view.address}"), ("Rulebook", f"{base}{view.rules}")]
        links += [("Rulings", f"{base}{view.address}rulings/")] if rulings else []
    return Post(
        game=view.title,
        moment=str(record.moment),
        title=here.title,
        headline=facts.headline,
        summary=tuple(filter(None, (_untold(said, told) for said in facts.summary[:3]))),
        tally=facts.tally,
        map=map_address or (f"{base}{here.address}map.png" if base and settings.png else ""),
        page=f"{base}{here.address}" if base else "",
        sections=sections,
        powers=tuple(
            PowerOrders(group.power.name, group.summary, tuple(_orders(group, remedies)))
            for group in groups
        ),
        standing=PostStandings(standings.labels, tuple(map(_standing_row, standings.rows))),
        rulings=rulings,
        due=due_of(game, view, now) if now else None,
        ending="" if _is_told(ending, told) else ending,
        corrected=tuple(map(_corrected, notices)),
        links=tuple(links),
        record=here.record,
    )


_RULE: Final = re.compile(r" \([A-Z0-9]+(?:-[A-Z0-9]+)+\)$")


def _clause(line: str) -> str:
    """The words of a line, without its rule and its capital."""
    said = _RULE.sub("", line).rstrip(".")
    return f"{said[:1].lower()}{said[1:]}"


def _is_told(said: str, told: Container[str]) -> bool:
    """Whether lines of sections contain all of a sentence: "A retreats; B is disbanded."."""
    return all(_clause(part) in told for part in said.rstrip(".").split("; "))


def _untold(said: str, told: Container[str]) -> str:
    """The part of a sentence, or of two, that no section contains; "" for nothing."""
    if _is_told(said, told):
        return ""
    before, end, last = said.rpartition(". ")
    return f"{before}." if end and _is_told(last, told) else said


def _corrected(notice: CorrectionView) -> str:
    """The note for readers of the previous post: that this one differs, and why."""
    source = notice.source
    what = f" ({notice.what})" if notice.what else ""
    where = f", with {source.title}" if source else ""
    changed = f" What changed: {notice.changed}." if notice.changed else ""
    return f"Corrected: {notice.reason}{what}, {notice.date}{where}.{changed}"


def _new_players(
    game: Game, view: GameView, moment: Moment, now: StateFacts | None
) -> Iterator[TurnSection]:
    """The players who took a power over in this phase, and in the one that waits."""
    lines = [_arrival(arrival) for arrival in view.arrivals(moment)]
    if now is not None and not now.ending and game.settings.replacements:
        come = view.arrivals(game.current_moment)
        lines += [f"From {now.title} on: {_arrival(arrival)}" for arrival in come]
    if lines:
        yield TurnSection("New players", tuple(lines))


def _arrival(arrival: Arrival) -> str:
    """ "France: Ada, after Thibaut. He has moved."."""
    before = f", after {arrival.before}" if arrival.before else ""
    note = f". {arrival.note}" if arrival.note else ""
    return f"{arrival.power.name}: {arrival.player}{before}{note}"


def due_of(game: Game, view: GameView, now: StateFacts) -> DueOrders | None:
    """The phase that waits for orders; None when the game is over. The senders of orders so far are
    secret."""
    if now.ending:
        return None
    deadline = deadline_of(game.settings, Moment(now.year, 0, now.phase))
    names = tuple(view.side(power).name for power in now.awaits)
    by = due_words(deadline) if deadline else ""
    return DueOrders(now.title, by, names, pause_words(game.settings))


def _orders(group: PowerGroup, remedies: Mapping[int, str]) -> Iterator[OrderLine]:
    """The orders of a power, what went without an event last."""
    for row in group.eventful:
        yield _order(row, remedies.get(row.number, ""))
    quiet = (*group.holding, *(rows for _, rows in group.routine))
    for row in (row for rows in quiet for row in rows):
        yield _order(row)._replace(is_quiet=True)


def _order(row: OrderRow, remedy: str = "") -> OrderLine:
    return OrderLine(
        row.order,
        row.look.word,
        _FATES.get(row.look.css, "failed"),  # type: ignore[arg-type]
        tuple([(reason.text, reason.rule) for reason in row.reasons]),
        row.note,
        row.written if row.look.css in _AS_WRITTEN else "",
        remedy,
    )


def _sections(
    view: GameView, sections: Sequence[Section], events: Sequence[Event], rulings: frozenset[int]
) -> Iterator[TurnSection]:
    """The ruleset's sections, and below "Also" the events that none of them contains; those that
    only some knew come last."""
    told: set[int] = set()
    said: set[str] = set()
    has_any = False
    for section in sections:
        if section.part == "verdicts":
            continue
        told |= {section.event, *(row.event for row in section.rows)}
        said |= set(section.lines)
        has_any = True
        yield TurnSection(
            section.title,
            section.lines,
            section.columns,
            section.plain_rows,
            section.notes,
            is_register=bool(section.part) and view.has(section.part),
        )
    rest: list[str] = []
    hidden: list[str] = []
    for number, event in enumerate(events, 1):
        line = f"{event.text} ({event.rule})" if event.rule else event.text
        if number not in told and line not in said and event.ruling not in rulings:
            (rest if event.public else hidden).append(headed(line))
    if rest:
        yield TurnSection("Also" if has_any else "What happened", tuple(rest))
    if hidden:
        yield TurnSection(HIDDEN, tuple(hidden))


def _standing_row(row: StandingsRow) -> tuple[str, ...]:
    counts = (f"{value} ({change})" if change else str(value) for value, change in row.counts)
    name = f"{row.power.name} (out since {row.out})" if row.out else row.power.name
    return (row.rank, name, *counts)
