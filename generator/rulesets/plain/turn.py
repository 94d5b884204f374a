"""A phase of a plain game: orders, movement, losses, rulings, and what the variant makes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from generator.engine.complaints import Complaint
from generator.engine.docket import Docket, Entry
from generator.engine.errors import GameError
from generator.engine.movement import Explainer, MovementPolicy, judge_orders, resolve_movement
from generator.engine.orders import (
    AnyOrder,
    Hold,
    assign_entries,
    assign_orders,
    check_movement,
    read_orders,
)
from generator.engine.phases import (
    OrderBook,
    Resolution,
    Ruling,
    Sheet,
    orders_of,
    with_faults,
)
from generator.engine.rulings import (
    NOTE,
    NOTE_KIND,
    RulingError,
    RulingKind,
    announcement,
    check_form,
    note_text,
)
from generator.engine.units import Unit, parse_unit
from generator.engine.verdicts import Event
from generator.engine.words import listed, nearest
from generator.rulesets.plain.facts import PlainFacts
from generator.rulesets.plain.state import PlainState, with_units

KINDS: Final[Mapping[str, RulingKind]] = MappingProxyType(
    {"units": RulingKind(("power", "units")), NOTE: NOTE_KIND}
)

_STRAYS: Final = {
    "no-such-unit": "there is no such unit",
    "foreign-unit": "the unit belongs to another power",
    "duplicate-order": "the unit has another order",
}
"""Why a line counts for no unit; of any other cause, that it cannot be read."""

Policy = Callable[[PlainFacts, PlainState], MovementPolicy]
"""What is special about movement in the phase that a state waits for."""
Settle = Callable[[PlainFacts, PlainState], tuple[PlainState, Sequence[Event]]]
"""What follows a phase: of the state with its units moved and `phase` still the one that was
played, the state that goes on. The next phase is set afterwards."""


def awaited(facts: PlainFacts, state: PlainState) -> tuple[str, ...]:
    """The powers that have units to order."""
    return () if state.ending else tuple(facts.course[state.phase].awaits(state))


def read_sheets(
    facts: PlainFacts, state: PlainState, texts: Mapping[str, str], policy: Policy
) -> OrderBook:
    """Read and check the order texts of all powers. Never raises on any text."""
    sheets: dict[str, Sheet] = {}
    wrong: list[Complaint] = []
    names = {
        name: power
        for power, facts_of in facts.powers.items()
        for name in (power, facts_of.name, facts_of.adjective)
    }
    for power in (*(power for power in facts.powers if power in texts), *sorted(texts)):
        if power in sheets:
            continue
        orders, complaints = read_orders(texts[power], facts.board, "movement", power, names)
        sheets[power] = Sheet(power, with_faults(orders, complaints))
        wrong += complaints
        if power not in facts.powers:
            hint = f"powers: {', '.join(facts.powers)}"
            wrong.append(Complaint("error", power, 0, 0, "", f"there is no power {power}", hint))
    stands = state.stands()
    assigned = assign_orders(stands, orders_of(sheets), _legality(facts, state, policy))
    judged = judge_orders(facts.board, stands, assigned.orders, policy(facts, state))  # type: ignore[arg-type]
    called = {power: known.name for power, known in facts.powers.items()}
    wrong += check_movement(facts.board, stands, assigned, judged, facts.rulebook.cites, called)
    rank = {power: number for number, power in enumerate(sheets)}
    wrong.sort(
        key=lambda complaint: (
            rank[complaint.power],
            not complaint.line,
            complaint.line,
            complaint.column,
        )
    )
    missing = tuple(power for power in awaited(facts, state) if power not in assigned.senders)
    return OrderBook(sheets, tuple(wrong), missing)


def play_phase(
    facts: PlainFacts,
    state: PlainState,
    book: OrderBook,
    rulings: Sequence[Ruling],
    policy: Policy,
    settle: Settle,
) -> Resolution[PlainState]:
    """Resolve the phase that `state` waits for. GameError: a ruling does not apply, or the game is
    over."""
    if state.ending is not None:
        raise GameError(f"the game is over: {state.ending.text}")
    for ruling in rulings:
        _check_ruling(facts, state.phase, ruling)
    board, stands, special = facts.board, state.stands(), policy(facts, state)
    turn = Docket(book, facts.rulebook.cites, tuple(facts.powers), unread="cannot be read")
    is_legal = _legality(facts, state, policy)
    given = assign_entries(stands, turn.entries, is_legal, board=board)
    orders = [entry.order if entry else None for entry in given.written]
    movement = resolve_movement(board, stands, orders, special)
    explain = Explainer(movement, facts.rulebook).explain
    units: dict[str, list[Unit]] = {power: [] for power in facts.powers}
    # Verdicts come unit by unit; lines that count for none come after them, as they were written.
    turn.entries = []
    for index, (power, unit) in enumerate(stands):
        hold, at = Hold(unit.piece), movement.places[index]
        entry = given.written[index] or Entry(power, str(hold), hold)
        turn.settle(
            entry, movement.outcome(index), *explain(index), strength=movement.strength(index)
        )
        if given.written[index] is None and entry.verdict is not None:
            entry.verdict = replace(entry.verdict, note="no order that counts")
        turn.entries.append(entry)
        if at is not None:
            units[power].append(Unit(unit.kind, at))
            continue
        kind = "army" if unit.kind == "A" else "fleet"
        said = f"{facts.powers[power].name}'s {kind} in {board.name_of(unit.at)} is disbanded"
        turn.events.append(facts.event("dislodged", said, power, unit.province, weight=50))
    for stray in given.strays:
        cause = stray.cause or "duplicate-order"
        said = _STRAYS.get(cause) or stray.written.unread
        stray.written.order = None
        turn.settle(stray.written, "illegal", (cause, said))
        turn.entries.append(stray.written)
    for ruling in rulings:
        power, said = "", note_text(ruling) if ruling.kind == NOTE else ""
        if ruling.kind == "units":
            power = ruling.facts["power"]
            units[power] = list(map(parse_unit, ruling.facts["units"]))
            said = f"{facts.powers[power].name} has {listed(map(str, units[power])) or 'no units'}"
            turn.events = [one for one in turn.events if not _stands(one, power, units[power])]
        said = announcement(ruling.number, said, ruling.reason)
        event = facts.event("ruling", said, power, weight=40)
        turn.events.append(replace(event, ruling=ruling.number))
    _check_shared(units, rulings)
    after, more = settle(facts, with_units(state, units))
    return Resolution(
        facts.course.moment(state.year, state.phase),
        turn.verdicts(),
        (*turn.events, *more),
        after if after.ending else _next_phase(facts, after),
    )


def _next_phase(facts: PlainFacts, state: PlainState) -> PlainState:
    phase = facts.course[state.phase].next_after(state)
    begins = phase == facts.course.slugs[0]
    return replace(state, year=state.year + begins, phase=phase)


def _legality(
    facts: PlainFacts, state: PlainState, policy: Policy
) -> Callable[[int, AnyOrder], bool]:
    """Whether a unit could carry out an order: of several for one unit the only such one counts."""
    stands, special = state.stands(), policy(facts, state)

    def is_legal(index: int, order: AnyOrder) -> bool:
        alone = [order if index == number else None for number in range(len(stands))]
        judged = judge_orders(facts.board, stands, alone, special)  # type: ignore[arg-type]
        return judged[index].status != "illegal"

    return is_legal


def _stands(event: Event, power: str, units: Sequence[Unit]) -> bool:
    """Whether an event tells of the loss of a unit that stands by a ruling."""
    lost = event.kind == "dislodged" and event.powers == (power,)
    return lost and any(unit.province in event.provinces for unit in units)


def _check_shared(units: Mapping[str, Sequence[Unit]], rulings: Sequence[Ruling]) -> None:
    """Raises GameError where rulings put two units into one province."""
    places = [unit.province for own in units.values() for unit in own]
    shared = next((place for place in places if places.count(place) > 1), "")
    ruled = [ruling for ruling in rulings if ruling.kind == "units"]
    if shared and ruled:
        raise RulingError(ruled[-1], f"two units would stand in {shared}", "facts", "units")


def _check_ruling(facts: PlainFacts, phase: str, ruling: Ruling) -> None:
    check_form(ruling, phase, KINDS, facts.rulebook)
    if ruling.kind == NOTE:
        return
    power, texts = ruling.facts["power"], ruling.facts["units"]
    if not isinstance(power, str) or power not in facts.powers:
        hint = nearest(str(power), facts.powers, "powers")
        raise RulingError(ruling, f"there is no power {power!r}", "facts", "power", hint=hint)
    if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
        raise RulingError(ruling, "units is not a list of texts", "facts", "units")
    for text in texts:
        try:
            unit = parse_unit(text)
        except GameError as error:
            raise RulingError(ruling, str(error), "facts", "units") from error
        problem = facts.board.standing_problem(unit.kind, unit.at)
        if problem:
            raise RulingError(ruling, f"{unit}: {problem}", "facts", "units")
