"""The biography of each minor state: its years, the powers that it followed, and all events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.engine.chronicle import Gazetteer, MinorStand, Snapshot
from generator.engine.verdicts import Outcome
from generator.pages.base.gameview import GameView
from generator.pages.base.public import PublicEvent, PublicVerdict
from generator.pages.story.alignment import Shift, YearEnd, balance, followed, shifts_of, status_of
from generator.pages.story.chronicle import Chronicle, ChroniclePhase
from generator.pages.story.history import Span, grouped, spans_of


class YearStand(NamedTuple):
    """A state at the opening or at the end of a year; `stand` is None while it is not in being."""

    label: str
    address: str
    stand: MinorStand | None


class Turn(NamedTuple):
    """A state became another's, or came into being, or ceased to be: then it is not `there`."""

    title: str
    address: str
    anchor: str
    there: bool
    status: str
    power: str
    rule: str


class Step(NamedTuple):
    """A power's influence in the state before a phase, what was placed and lost, and the event that
    tells of it ("" for none)."""

    power: str
    before: int
    placed: int
    lost: int
    anchor: str

    @property
    def after(self) -> int:
        return self.before + self.placed - self.lost


class Happening(NamedTuple):
    """An event that concerns the state."""

    text: str
    rule: str
    anchor: str


class Ordered(NamedTuple):
    """An order to a unit of the state, by the power that gave it."""

    order: str
    power: str
    outcome: Outcome
    kind: str
    anchor: str


class Chapter(NamedTuple):
    """A phase in which something of the state is told."""

    title: str
    address: str
    steps: tuple[Step, ...]
    happenings: tuple[Happening, ...]
    orders: tuple[Ordered, ...]


class Biography(NamedTuple):
    """A state through the game; all are plain values.

    `now` is None while it is not in being. `since` is when it came by its present status and power,
    `led_since` since when the same power leads in it at the end of each year, 0 for neither.
    `holders` are the sides that control its provinces, `units` its units; `press` are (title,
    author, date, address).
    """

    code: str
    now: MinorStand | None
    since: int
    led_since: int
    years: tuple[YearStand, ...]
    turns: tuple[Turn, ...]
    chapters: tuple[Chapter, ...]
    holders: tuple[tuple[str, str], ...]
    units: tuple[str, ...]
    press: tuple[tuple[str, str, str, str], ...]


def biographies(chronicle: Chronicle, ends: Sequence[YearEnd]) -> Iterator[Biography]:
    """The biography of every state that the ruleset knows, in the rulebook's order."""
    chapters, turns = _chapters(chronicle), _turns(chronicle)
    last = chronicle.phases[-1].snapshot
    for code in chronicle.gazetteer.minors:
        now = last.minors.get(code)
        yield Biography(
            code,
            _with_plain_mapping(now),
            ends[-1].since[code] if now else 0,
            _led_since(ends, code),
            tuple(_years(chronicle, ends, code)),
            turns[code],
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
    """The same stand with a mapping that always looks the same."""
    return stand._replace(influence=dict(stand.influence)) if stand else None


def _years(chronicle: Chronicle, ends: Sequence[YearEnd], code: str) -> Iterator[YearStand]:
    view = chronicle.view
    yield YearStand("Opening", view.opening.address, _with_plain_mapping(ends[0].before.get(code)))
    if view.phases:
        for end in ends:
            yield YearStand(
                str(end.year), view.year_address(end.year), _with_plain_mapping(end.after.get(code))
            )


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


def _turns(chronicle: Chronicle) -> Mapping[str, tuple[Turn, ...]]:
    """For each state its changes of status and side, with the rule and the event behind each."""
    spans = spans_of(
        (phase, {code: followed(stand) for code, stand in phase.snapshot.minors.items()})
        for phase in chronicle.phases
    )
    return {
        code: tuple(
            turn for span in spans.get(code, ()) for turn in _ends(chronicle.gazetteer, code, span)
        )
        for code in chronicle.gazetteer.minors
    }


def _ends(
    gazetteer: Gazetteer, code: str, span: Span[ChroniclePhase, tuple[str, str]]
) -> Iterator[Turn]:
    """The turn with which a state became what it was through a span; and that with which it ceased
    to be, if it did."""
    status, power = span.value
    before = span.before[1] if span.before else ""
    event = _cause(gazetteer, span.since, code, {before, power})
    rule = event.rule if event else status_of(gazetteer, MinorStand(status, power)).rule
    yield _turn(span.since, event, True, status, power, rule)
    if span.until and span.after is None:
        event = _cause(gazetteer, span.until, code, {power})
        yield _turn(span.until, event, False, "", "", event.rule if event else "")


def _turn(
    phase: ChroniclePhase,
    event: PublicEvent | None,
    there: bool,
    status: str,
    power: str,
    rule: str,
) -> Turn:
    anchor = event.anchor if event else ""
    return Turn(phase.link.title, phase.link.address, anchor, there, status, power, rule)


def _cause(
    gazetteer: Gazetteer, phase: ChroniclePhase, code: str, sides: set[str]
) -> PublicEvent | None:
    """The event that made a state another's: the last about its influence that names a side which
    had it or has it; the last at all where it was and is nobody's."""
    kinds = gazetteer.topics.get("influence", frozenset())
    about = [event for event in phase.events if event.kind in kinds and event.minors == (code,)]
    named = [event for event in about if (sides - {""}) & {*event.powers, *event.minors}]
    return (named or about)[-1] if about else None


def _chapters(chronicle: Chronicle) -> Mapping[str, list[Chapter]]:
    """For each state the phases in which something of it is told, in the order of play."""
    found: dict[str, list[Chapter]] = {code: [] for code in chronicle.gazetteer.minors}
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
) -> Chapter:
    kinds = view.gazetteer.topics.get("influence", frozenset())
    about = [event for event in events if event.kind in kinds]
    steps = tuple(
        Step(
            shift.power,
            shift.before,
            shift.placed,
            shift.lost,
            next((event.anchor for event in about if shift.power in event.powers), ""),
        )
        for shift in sorted(shifts, key=lambda step: list(view.powers).index(step.power))
    )
    # What a power did in many states at once is told by the steps: here only its own part counts.
    shown = {step.anchor for step in steps}
    happenings = tuple(
        Happening(event.text, event.rule, event.anchor)
        for event in events
        if not (event.kind in kinds and len(event.minors) > 1 and event.anchor in shown)
    )
    return Chapter(
        phase.link.title,
        phase.link.address,
        steps,
        happenings,
        tuple(
            Ordered(order.order, order.power, order.outcome, order.kind, order.anchor)
            for order in orders
        ),
    )
