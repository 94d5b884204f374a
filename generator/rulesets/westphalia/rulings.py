"""The referee's rulings: checked before the phase, told after it.

Kinds and their facts are in `ruling_kinds.KINDS`. What changes the state is applied when its kind
says so, or as the ruling says with `when = "before"` or `"after"`.
"""

from __future__ import annotations

from typing import Any, Final, Literal

from generator.engine.rulings import about, check_form, ruling_sentence
from generator.rulesets.westphalia.facts import rulebook
from generator.rulesets.westphalia.read import read_order
from generator.rulesets.westphalia.reading.words import Unreadable
from generator.rulesets.westphalia.ruled_state import CHANGES
from generator.rulesets.westphalia.ruling_kinds import KINDS, RulingFacts
from generator.rulesets.westphalia.ruling_words import ruling_words
from generator.rulesets.westphalia.soundness import flaws_of
from generator.rulesets.westphalia.turn import Entry, Turn

__all__ = ["apply_rulings", "check_lots", "check_rulings", "rule_orders", "tell_rulings"]


_OF_LOTS: Final = ("redraw", "result")
_COMMON: Final = ("when", "secret")


def check_rulings(turn: Turn) -> None:
    """Raises GameError for the first ruling that does not apply to the phase."""
    for ruling in turn.rulings:
        facts = RulingFacts(ruling)
        check_form(ruling, turn.before.moment.phase, KINDS, rulebook(), _COMMON)
        if not isinstance(ruling.facts.get("secret", False), bool):
            facts.refuse("secret is not true or false", "facts", "secret")
        if "when" in ruling.facts and ruling.kind not in CHANGES:
            facts.refuse(f"{ruling.kind} has no when", "facts", "when")
        if ruling.facts.get("when", "after") not in ("before", "after"):
            facts.refuse('when is "before" or "after"', "facts", "when")
        if ruling.kind in _OF_LOTS:
            facts.text("label")
            for name in filter(facts.has, ("value", "time")):
                facts.count(name, 1)


def rule_orders(turn: Turn) -> None:
    """Orders that rulings give, and those that they make void."""
    for ruling in turn.rulings:
        facts = RulingFacts(ruling)
        if ruling.kind == "order":
            _give(turn, facts)
        elif ruling.kind == "void":
            _void(turn, facts, facts.text("order"))


def apply_rulings(turn: Turn, when: Literal["before", "after"]) -> None:
    """What rulings change of the state, in their order."""
    for ruling in turn.rulings:
        usual = KINDS[ruling.kind].when
        if ruling.kind not in CHANGES or ruling.facts.get("when", usual) != when:
            continue
        with about(ruling):
            CHANGES[ruling.kind](turn, RulingFacts(ruling))
        flaws = flaws_of(turn.state)
        if flaws:
            RulingFacts(ruling).refuse(flaws[0])


def check_lots(turn: Turn) -> None:
    """Raises GameError for a ruling on a lot that the phase has not drawn."""
    for ruling in turn.rulings:
        facts = RulingFacts(ruling)
        if ruling.kind in _OF_LOTS and not turn.lots.was_drawn(facts.text("label")):
            drawn = ", ".join(turn.lots.labels) or "none"
            facts.refuse(f"no lot {facts.text('label')} is drawn in this phase (lots: {drawn})")


def tell_rulings(turn: Turn) -> None:
    """POW-MAIL-8: every ruling is shown, with its reason; a secret one to those whom it names, or
    to the referee."""
    for ruling in turn.rulings:
        facts = RulingFacts(ruling)
        named = {name for value in ruling.facts.values() for name in _texts(value)}
        powers = tuple(seat for seat in turn.before.seats if seat in named)
        turn.progress.tell(
            "ruling",
            ruling.rule or "POW-MAIL-8",
            f"Ruling {ruling.number}: "
            + ruling_sentence(ruling_words(turn.before, ruling.kind, facts), ruling.reason),
            powers,
            weight=5,
            known_to=(powers or ("referee",)) if facts.is_secret else (),
            number=ruling.number,
        )


def _texts(value: Any) -> tuple[str, ...]:
    """The texts of a fact: itself, or those of a list."""
    if isinstance(value, str):
        return (value,)
    return tuple(map(str, value)) if isinstance(value, list | tuple) else ()


def _give(turn: Turn, facts: RulingFacts) -> None:
    """An order counts as if the player had written it: in place of another line, or after all."""
    player = facts.player(turn.before)
    text = facts.text("order")
    try:
        order = read_order(turn.before, text)
    except Unreadable as error:
        facts.refuse(f"{text!r} cannot be read: {error.problem}", "facts", "order", hint=error.hint)
    if order is None:
        facts.refuse("the order is empty")
    new = Entry(player, text, order, note=f"ruling {facts.number}")
    if not facts.has("instead"):
        turn.entries.append(new)
        return
    old = facts.text("instead")
    place = _place_of(turn, facts, player, old)
    _void(turn, facts, old)
    turn.entries.insert(place + 1, new)


def _void(turn: Turn, facts: RulingFacts, written: str) -> None:
    player = facts.player(turn.before)
    entry = turn.entries[_place_of(turn, facts, player, written)]
    entry.note = f"ruling {facts.number}"
    said = f"void by ruling {facts.number}" + ("" if facts.is_secret else f": {facts.reason}")
    known_to = (player,) if facts.is_secret else ()
    turn.settle(entry, "void", ("POW-MAIL-8", said), known_to=known_to)


def _place_of(turn: Turn, facts: RulingFacts, player: str, written: str) -> int:
    """Where a line stands among the entries, by what the player wrote."""
    meant = written.strip().lower()
    for place, entry in enumerate(turn.entries):
        same = meant in (entry.written.strip().lower(), str(entry.order).lower())
        if entry.player == player and same and entry.verdict is None:
            return place
    return facts.refuse(f"no order {written!r} is on the sheet of {player}")
