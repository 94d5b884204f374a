"""The biography of each minor state: its years, the powers that it followed, and all events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from generator.engine.chronicle import Gazetteer, MinorStand, Snapshot
from generator.pages.base.gameview import GameView
from generator.pages.base.public import PublicEvent, PublicVerdict
from generator.pages.base.words import look_of
from generator.pages.story.alignment import Shift, YearEnd, balance, followed, shifts_of, status_of
from generator.pages.story.chronicle import Chronicle, ChroniclePhase
from generator.pages.story.figures import signed
from generator.pages.story.history import Span, grouped, spans_of

YearStand = tuple[str, str, MinorStand | None]
"""The opening or a year: its label and address, and the status of a state at its end, None while it
was not in being."""


class Biography(NamedTuple):
    """A state through the game; all are plain values.

    `now` is None while it is not in being. `since` is when it acquired its present status and
    power, `led_since` since when the same power leads in it at the end of each year, 0 for neither.
    `turns` are its changes of status and side, `chapters` the phases that report something about
    it. `holders` are the sides that control its provinces, `units` its units; `press` are (title,
    author, date, address).
    """

    code: str
    now: MinorStand | None
    since: int
    led_since: int
    years: tuple[YearStand, ...]
    turns: tuple[dict[str, Any], ...]
    chapters: tuple[dict[str, Any], ...]
    holders: tuple[tuple[str, str], ...]
    units: tuple[str, ...]
    press: tuple[tuple[str, str, str, str], ...]


def biographies(chronicle: Chronicle, ends: Sequence[YearEnd]) -> Iterator[Biography]:
    """The biography of every state that the ruleset knows, in the rulebook's order."""
    chapters = _chapters(chronicle)
    spans = spans_of(
        (phase, {code: followed(stand) for code, stand in phase.snapshot.minors.items()})
        for phase in chronicle.phases
    )
    last = chronicle.phases[-1].snapshot
    for code in chronicle.gazetteer.minors:
        now = last.minors.get(code)
        yield Biography(
            code,
            _with_plain_mapping(now),
            ends[-1].since[code] if now else 0,
            _led_since(ends, code),
            tuple(_years(chronicle, ends, code)),
            tuple(
                turn
                for span in spans.get(code, ())
                for turn in _ends(chronicle.gazetteer, code, span)
            ),
            tuple(chapters[code]),
            tuple(
                (province, last.holders.get(province, ""))
                for province in chronicle.view.lands_of(code, last)
            ),
            tuple(unit for owner, unit in last.units if owner == code),
            tuple(
                (piece.title, piece.author, piece.date, f"{chronicle.view.address}{piece.address}")
                for piece in chronicle.press
                if any(to.kind == "minor" and to.id == code for to in piece.mentions)
            ),
        )


def _with_plain_mapping(stand: MinorStand | None) -> MinorStand | None:
    """The same status with a mapping that always looks the same."""
    return stand._replace(influence=dict(stand.influence)) if stand else None


def _years(chronicle: Chronicle, ends: Sequence[YearEnd], code: str) -> Iterator[YearStand]:
    view = chronicle.view
    yield "Opening", view.opening.address, _with_plain_mapping(ends[0].before.get(code))
    if view.phases:
        for end in ends:
            stand = _with_plain_mapping(end.after.get(code))
            yield str(end.year), view.year_address(end.year), stand


def _led_since(ends: Sequence[YearEnd], code: str) -> int:
    """The first year at whose end the present leader led, and at every end since; 0 without one."""
    since = 0
    leader = ""
    for end in reversed(ends):
        stand = end.after.get(code)
        ahead = balance(stand.influence).leader if stand else ""
        leader = leader or ahead
        if not leader or ahead != leader:
            break
        since = end.year
    return since


def _ends(
    gazetteer: Gazetteer, code: str, span: Span[ChroniclePhase, tuple[str, str]]
) -> Iterator[dict[str, Any]]:
    """The turn that began a span of a state, and the one with which the state ceased to be, if it
    did."""
    status, power = span.value
    before = span.before[1] if span.before else ""
    event = _cause(gazetteer, span.since, code, {before, power})
    facts = status_of(gazetteer, MinorStand(status, power))
    yield _turn(span.since, event, facts.word, power, event.rule if event else facts.rule)
    if span.until and span.after is None:
        event = _cause(gazetteer, span.until, code, {power})
        rule = event.rule if event else ""
        yield _turn(span.until, event, "no longer exists", "", rule)


def _turn(
    phase: ChroniclePhase, event: PublicEvent | None, word: str, power: str, rule: str
) -> dict[str, Any]:
    return {
        "phase": phase.link,
        "anchor": event.anchor if event else "",
        "word": word,
        "power": power,
        "rule": rule,
    }


def _cause(
    gazetteer: Gazetteer, phase: ChroniclePhase, code: str, sides: set[str]
) -> PublicEvent | None:
    """The event that made a state another's: the last about its influence that mentions a side
    which had it or has it; the last at all where it was and is no one's."""
    kinds = gazetteer.topics.get("influence", frozenset())
    about = [event for event in phase.events if event.kind in kinds and event.minors == (code,)]
    named = [event for event in about if (sides - {""}) & {*event.powers, *event.minors}]
    return (named or about)[-1] if about else None


def _chapters(chronicle: Chronicle) -> Mapping[str, list[dict[str, Any]]]:
    """For each state the phases that report something about it, in the order of play."""
    found: dict[str, list[dict[str, Any]]] = {code: [] for code in chronicle.gazetteer.minors}
    before: Snapshot | None = None
    for phase in chronicle.phases:
        if before is not None and phase.facts is not None:
            shifts = grouped(shifts_of(before, phase), lambda shift: (shift.minor,))
            events = grouped(phase.events, lambda event: event.minors)
            orders = _orders(before, phase.facts.verdicts, found)
            for code in {**shifts, **events, **orders}:
                if code in found:
                    chapter = _chapter(
                        chronicle.view,
                        phase,
                        shifts.get(code, []),
                        events.get(code, []),
                        orders.get(code, []),
                    )
                    found[code].append(chapter)
        before = phase.snapshot
    return found


def _orders(
    before: Snapshot, verdicts: Iterable[PublicVerdict], minors: Iterable[str]
) -> Mapping[str, list[PublicVerdict]]:
    """The orders to each state's own units: those that begin with the unit, as "A VIE" does."""
    states = frozenset(minors)
    owners = {_unit(unit): owner for owner, unit in before.units if owner in states}
    if not owners:
        return {}
    return grouped(verdicts, lambda verdict: filter(None, (owners.get(_unit(verdict.order)),)))


def _unit(text: str) -> str:
    """Kind and place, the first two words of a unit or of an order to it."""
    return " ".join(text.split()[:2])


def _chapter(
    view: GameView,
    phase: ChroniclePhase,
    shifts: Sequence[Shift],
    events: Sequence[PublicEvent],
    orders: Sequence[PublicVerdict],
) -> dict[str, Any]:
    """A phase with its facts about a state: each change of influence (with "+2 −1" where a power
    both placed and lost some, and the anchor of its event, "" for none), the
    events, and the orders to its units."""
    kinds = view.gazetteer.topics.get("influence", frozenset())
    about = [event for event in events if event.kind in kinds]
    steps = []
    for shift in sorted(shifts, key=lambda shift: list(view.powers).index(shift.power)):
        moved = (signed(shift.placed), signed(-shift.lost))
        anchors = (event.anchor for event in about if shift.power in event.powers)
        steps.append((shift, " ".join(moved) if all(moved) else "", next(anchors, "")))
    # The steps report what a power did in many states at once: here only its own part counts.
    shown = {anchor for _, _, anchor in steps}
    return {
        "phase": phase.link,
        "steps": steps,
        "events": [
            event
            for event in events
            if not (event.kind in kinds and len(event.minors) > 1 and event.anchor in shown)
        ],
        "orders": [(verdict, look_of(verdict.outcome, verdict.kind)) for verdict in orders],
    }
