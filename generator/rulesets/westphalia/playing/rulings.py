"""The referee's rulings: checked before the phase, told after it.

The kinds are in `ruled_state`. What changes the state is applied when its kind says so, or as the
ruling says with `when = "before"` or `"after"`.
"""

from __future__ import annotations

from typing import Final, Literal

from generator.engine import rulings as engine
from generator.engine.docket import Entry
from generator.engine.rulings import announcement, named_in
from generator.rulesets.westphalia.data.event_kinds import RULING
from generator.rulesets.westphalia.data.facts import rulebook
from generator.rulesets.westphalia.playing.ruling_kinds import KINDS
from generator.rulesets.westphalia.reading.read import read_order
from generator.rulesets.westphalia.state.line_words import Unreadable
from generator.rulesets.westphalia.turn.ruling_facts import RulingFacts
from generator.rulesets.westphalia.turn.turn import Turn

__all__ = ["apply_rulings", "check_lots", "check_rulings", "rule_orders", "tell_rulings"]


_OF_LOTS: Final = ("redraw", "result")


def check_rulings(turn: Turn) -> None:
    """Raises GameError for the first ruling that does not apply to the phase."""
    phase, common = turn.before.moment.phase, ("secret", "when")
    engine.check_rulings(turn, turn.rulings, KINDS, rulebook(), phase, RulingFacts, common)


def rule_orders(turn: Turn) -> None:
    """Orders that rulings give, and those that they make void."""
    for ruling in turn.rulings:
        facts = RulingFacts(turn, ruling)
        if ruling.kind == "order":
            _give(turn, facts)
        elif ruling.kind == "void":
            _void(turn, facts, facts.text("order"))


def apply_rulings(turn: Turn, when: Literal["before", "after"]) -> None:
    """What rulings change of the state, in their order."""
    engine.apply_rulings(turn, turn.rulings, KINDS, when, RulingFacts)


def check_lots(turn: Turn) -> None:
    """Raises GameError for a ruling on a lot that the phase has not drawn."""
    for ruling in turn.rulings:
        facts = RulingFacts(turn, ruling)
        if ruling.kind in _OF_LOTS and not turn.lots.was_drawn(facts.text("label")):
            drawn = ", ".join(turn.lots.labels) or "none"
            raise facts.refuse(
                f"no lot {facts.text('label')} is drawn in this phase (lots: {drawn})"
            )


def tell_rulings(turn: Turn) -> None:
    """POW-MAIL-8: every ruling is shown, with its reason; a secret one to those whom it names, or
    to the referee."""
    for ruling in turn.rulings:
        facts = RulingFacts(turn, ruling)
        named = set(named_in(ruling.facts))
        powers = tuple(seat for seat in turn.before.seats if seat in named)
        turn.progress.tell(
            RULING,
            ruling.rule or "POW-MAIL-8",
            announcement(
                ruling.number, KINDS[ruling.kind].words(turn.before, facts), ruling.reason
            ),
            powers,
            weight=5,
            known_to=(powers or ("referee",)) if facts.is_secret else (),
            ruling=ruling.number,
            number=ruling.number,
        )


def _give(turn: Turn, facts: RulingFacts) -> None:
    """An order counts as if the player had written it: in place of another line, or after all."""
    player = facts.player(turn.before)
    text = facts.text("order")
    try:
        order = read_order(turn.before, text)
    except Unreadable as error:
        said = f"{text!r} cannot be read: {error.problem}"
        raise facts.refuse(said, "order", error.hint) from error
    if order is None:
        raise facts.refuse("the order is empty")
    new = Entry(player, text, order, ruling=facts.ruling.number)
    if "instead" not in facts:
        turn.entries.append(new)
        return
    old = facts.text("instead")
    place = _place_of(turn, facts, player, old)
    _void(turn, facts, old)
    turn.entries.insert(place + 1, new)


def _void(turn: Turn, facts: RulingFacts, written: str) -> None:
    player = facts.player(turn.before)
    entry = turn.entries[_place_of(turn, facts, player, written)]
    entry.ruling = facts.ruling.number
    said = f"void by ruling {facts.ruling.number}" + (
        "" if facts.is_secret else f": {facts.ruling.reason}"
    )
    known_to = (player,) if facts.is_secret else ()
    turn.settle(entry, "void", ("POW-MAIL-8", said), known_to=known_to)


def _place_of(turn: Turn, facts: RulingFacts, player: str, written: str) -> int:
    """Where a line stands among the entries, by what the player wrote."""
    meant = written.strip().lower()
    for place, entry in enumerate(turn.entries):
        same = meant in (entry.written.strip().lower(), str(entry.order).lower())
        if entry.power == player and same and entry.verdict is None:
            return place
    raise facts.refuse(f"no order {written!r} is on the sheet of {player}")
