"""Playing one phase: rulings, the steps of the phase, and the state after it.

Rulings are checked before the phase and reported after it. Their kinds are in `ruling_kinds`. A
ruling that changes the state is applied at the time of its kind, or as set by its own `when =
"before"` or `"after"`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import tomli

from generator.engine import rulings as engine
from generator.engine.docket import Entry
from generator.engine.errors import GameError
from generator.engine.forms.verbs import Unreadable
from generator.engine.phases import OrderBook, Resolution, Ruling
from generator.engine.primer import Primer, numbered_phases, read_primer
from generator.engine.rulings import announcement, named_in, read_ruling
from generator.rulesets.westphalia.data.event_kinds import RULING
from generator.rulesets.westphalia.data.facts import rulebook
from generator.rulesets.westphalia.playing.ruling_kinds import (
    KINDS,
    LotRuling,
    OrderRuling,
    VoidRuling,
)
from generator.rulesets.westphalia.reading.read import read_order
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.turn import Turn
from generator.rulesets.westphalia.year.course import COURSE

if TYPE_CHECKING:
    from generator.engine.chance import Chance


def play_phase(
    state: State, book: OrderBook, rulings: Sequence[Ruling] = (), chance: Chance | None = None
) -> Resolution[State]:
    """Resolve the phase that `state` waits for. Raises GameError if the game is over or a ruling
    does not apply."""
    if state.ending is not None:
        raise GameError(f"the game is over: {state.ending.text}")
    turn = Turn(state, book, rulings, chance)
    if rulings:
        _play_ruled(turn)
    else:
        _play(turn)
    return turn.resolution()


def _play(turn: Turn) -> None:
    """The steps of the phase, until one sets the phase that follows or the game is over."""
    phase, ending = COURSE[turn.before.moment.phase], turn.state.ending

    def is_settled(turn: Turn) -> bool:
        return turn.coming is not None or turn.state.ending is not ending

    COURSE.play(phase.slug, turn, until=is_settled)
    if not is_settled(turn):
        turn.go(phase.next_after(turn))


def _play_ruled(turn: Turn) -> None:
    """Play a phase with the referee's rulings before and after it. Raises GameError for a ruling
    that does not apply."""
    _check(turn)
    records = [read_ruling(turn, ruling, KINDS[ruling.kind]) for ruling in turn.rulings]
    for record in records:
        if isinstance(record, OrderRuling):
            _give(turn, record)
        elif isinstance(record, VoidRuling):
            _void(turn, record, record.order)
    engine.apply_rulings(turn, turn.rulings, KINDS, "before")
    _play(turn)
    for record in records:
        if isinstance(record, LotRuling) and not turn.lots.was_drawn(record.label):
            drawn = ", ".join(turn.lots.labels) or "none"
            raise record.refuse(f"no lot {record.label} is drawn in this phase (lots: {drawn})")
    engine.apply_rulings(turn, turn.rulings, KINDS, "after")
    for record in records:
        ruling, named = record.ruling, set(named_in(record.ruling.facts))
        powers = tuple(seat for seat in turn.before.seats if seat in named)
        words = record.words(turn.before)
        turn.tell(
            RULING,
            ruling.rule or "POW-MAIL-8",
            announcement(ruling.number, words, ruling.reason),
            powers,
            known_to=(powers or ("referee",)) if record.secret else (),
            ruling=ruling.number,
            number=ruling.number,
        )


def governed_state(state: State, rulings: Sequence[Ruling]) -> State:
    """The state with the rulings that are applied before the phase. Raises GameError if one does
    not apply."""
    turn = Turn(state, OrderBook({}), rulings)
    _check(turn)
    engine.apply_rulings(turn, turn.rulings, KINDS, "before")
    return turn.state


def _check(turn: Turn) -> None:
    phase, common = turn.before.moment.phase, ("secret", "when")
    engine.check_rulings(turn, turn.rulings, KINDS, rulebook(), phase, common)


def _give(turn: Turn, ruling: OrderRuling) -> None:
    """Make an order count as if the player had written it: in place of another line, or after all
    lines."""
    player, text = ruling.power, ruling.order
    try:
        order = read_order(turn.before, text)
    except Unreadable as error:
        said = f"{text!r} cannot be read: {error.problem}"
        raise ruling.refuse(said, "order", error.hint) from error
    if order is None:
        raise ruling.refuse("the order is empty")
    new = Entry(player, text, order, ruling=ruling.ruling.number)
    if ruling.instead is None:
        turn.entries.append(new)
        return
    place = _place_of(turn, ruling, ruling.instead)
    _void(turn, ruling, ruling.instead)
    turn.entries.insert(place + 1, new)


def _void(turn: Turn, ruling: OrderRuling | VoidRuling, written: str) -> None:
    entry = turn.entries[_place_of(turn, ruling, written)]
    entry.ruling = ruling.ruling.number
    why = "" if ruling.secret else f": {ruling.ruling.reason}"
    said = f"void by ruling {ruling.ruling.number}{why}"
    known_to = (ruling.power,) if ruling.secret else ()
    turn.settle(entry, "void", ("POW-MAIL-8", said), known_to=known_to)


def _place_of(turn: Turn, ruling: OrderRuling | VoidRuling, written: str) -> int:
    """The place of a line among the entries, by the text of the player."""
    meant = written.strip().lower()
    for place, entry in enumerate(turn.entries):
        same = meant in (entry.written.strip().lower(), str(entry.order).lower())
        if entry.power == ruling.power and same and entry.verdict is None:
            return place
    raise ruling.refuse(f"no order {written!r} is on the sheet of {ruling.power}")


@cache
def westphalia_primer() -> Primer:
    """The primer of the ruleset. In its file `faith-1..8` stands for eight phases."""
    table = tomli.loads(Path(__file__).with_name("primer.toml").read_text(encoding="utf-8"))
    for part in table["part"]:
        part["phases"] = [slug for text in part["phases"] for slug in numbered_phases(text)]
    return read_primer((table,), rulebook().causes, "westphalia/playing/primer.toml", KINDS)
