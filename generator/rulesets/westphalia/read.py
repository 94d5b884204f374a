"""Reading and checking the order sheets of a phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from generator.engine.complaints import Complaint, Severity
from generator.engine.phases import OrderBook, Sheet, WrittenOrder, with_faults
from generator.rulesets.westphalia.checks import check_order
from generator.rulesets.westphalia.course import COURSE, awaited, kind_of
from generator.rulesets.westphalia.facts import powers
from generator.rulesets.westphalia.leagues import Refusal
from generator.rulesets.westphalia.reading.forms import FORMS, IMPLIED, VERBS, example_of
from generator.rulesets.westphalia.reading.words import Line, Unreadable, Word, words_of
from generator.rulesets.westphalia.sheet_checks import check_sheet, replaced_lines
from generator.rulesets.westphalia.state import State

__all__ = ["read_order", "read_sheets", "recorded_order"]

_LONGEST_VERB: Final = max(map(len, VERBS))


def read_sheets(state: State, texts: Mapping[str, str]) -> OrderBook:
    """Read and check the order texts of all players. Never raises on any text."""
    sheets: dict[str, Sheet] = {}
    complaints: list[Complaint] = []
    for player, text in texts.items():
        if player not in state.seats:
            hint = f"players: {', '.join(state.seats)}"
            known = "does not play in this game" if player in powers() else "is no player"
            complaints.append(Complaint("error", player, 0, 0, "", f"{player} {known}", hint))
            continue
        sheets[player], found = _read_sheet(state, player, text)
        complaints += found
    missing = tuple(one for one in awaited(state) if not texts.get(one, "").strip())
    return OrderBook(MappingProxyType(sheets), tuple(complaints), missing)


def read_order(state: State, text: str, player: str = "") -> Any:
    """The order in one line, as `player` means it; None for a line without any. Raises
    Unreadable."""
    words = words_of(text)
    if not words:
        return None
    kind = kind_of(state)
    name, length = _verb(words)
    form = FORMS.get(name)
    if form is None:
        said = f"there is no order {words[0].raw}"
        raise Unreadable(words[0].column, said, _nearest_verb(name, kind))
    standing = "*" in form.phases or (name == "league" and "if" in [one.text for one in words])
    if kind not in form.phases and not standing:
        now = ", ".join(_verbs(kind))
        said = f"{name.upper()} has no place in: {COURSE[kind].name}"
        raise Unreadable(words[0].column, said, f"now: {now}")
    line = Line(words, state, example_of(name, kind), player, length)
    order = form.read(line)
    line.finish()
    return order


def recorded_order(state: State, text: str) -> Any:
    """The order of a recorded verdict, from its canonical notation; None for text that is none."""
    try:
        return read_order(state, text)
    except Unreadable:
        return None


def _verb(words: Sequence[Word]) -> tuple[str, int]:
    """The verb of an order, and of how many words it is."""
    texts = tuple(word.text for word in words)
    for length in range(min(_LONGEST_VERB, len(texts)), 0, -1):
        if texts[:length] in VERBS:
            return VERBS[texts[:length]], length
    if texts[0] in IMPLIED:
        return IMPLIED[texts[0]], 0
    return texts[0], 1


def _read_sheet(state: State, player: str, text: str) -> tuple[Sheet, list[Complaint]]:
    orders: list[WrittenOrder] = []
    complaints: list[Complaint] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = words_of(line)
        if not words:
            continue
        written = line.partition("#")[0].strip()
        column = words[0].column
        try:
            order = read_order(state, line, player)
        except Unreadable as error:
            complaints.append(
                Complaint(
                    "error", player, number, error.column, written, error.problem, error.hint,
                    "POW-MAIL-3",
                )
            )  # fmt: skip
            order = None
        orders.append(WrittenOrder(written, number, column, order))
    found: dict[int, tuple[Severity, Refusal]] = {
        index: ("warning", refusal)
        for index, one in enumerate(orders)
        if one.order is not None and (refusal := check_order(state, player, one.order))
    }
    for index, refusal in check_sheet(state, player, orders):
        found.setdefault(index, ("warning", refusal))
    for index, severity, refusal in replaced_lines(state, player, orders):
        found[index] = severity, refusal
    for index, (severity, refusal) in found.items():
        one = orders[index]
        fault = Complaint(
            severity, player, one.line, one.column, one.text, refusal.text, "", refusal.rule
        )
        complaints.append(fault)
        orders[index] = replace(one, fault=fault)
    return Sheet(player, with_faults(orders, complaints)), sorted(
        complaints, key=lambda one: one.line
    )


def _verbs(kind: str) -> list[str]:
    """The orders of a phase, and those that are always taken."""
    return [
        verb.upper() for verb, form in FORMS.items() if kind in form.phases or "*" in form.phases
    ]


def _nearest_verb(text: str, kind: str) -> str:
    """What was probably meant among the orders of a phase, or which there are."""
    from difflib import get_close_matches

    verbs = _verbs(kind)
    near = get_close_matches(text.upper(), verbs, n=1, cutoff=0.5)
    if near:
        return f"did you mean {example_of(near[0].lower(), kind)}?"
    return f"now: {', '.join(verbs)}"
