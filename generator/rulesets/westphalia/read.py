"""Reading and checking the order sheets of a phase."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from generator.engine.complaints import Complaint
from generator.engine.phases import OrderBook, Sheet, WrittenOrder
from generator.rulesets.westphalia.awaiting import awaited
from generator.rulesets.westphalia.checks import check_order
from generator.rulesets.westphalia.contradictions import contradictions
from generator.rulesets.westphalia.facts import powers
from generator.rulesets.westphalia.orders import JoinLeague
from generator.rulesets.westphalia.phases import kind_of, title_of
from generator.rulesets.westphalia.reading.forms import FORMS
from generator.rulesets.westphalia.reading.words import Line, Unreadable, words_of
from generator.rulesets.westphalia.state import State

__all__ = ["read_order", "read_sheets"]


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


def read_order(state: State, text: str) -> Any:
    """The order in one line; None for a line without any. Raises Unreadable."""
    words = words_of(text)
    if not words:
        return None
    verb = words[0]
    form = FORMS.get(verb.text)
    if form is None:
        raise Unreadable(verb.column, f"there is no order {verb.raw}", _nearest_verb(verb.text))
    line = Line(words, state, form.example)
    line.word("an order")
    order = form.read(line)
    line.finish()
    kind, _ = kind_of(state.moment.phase)
    standing = "*" in form.phases or (isinstance(order, JoinLeague) and order.target)
    if kind not in form.phases and not standing:
        now = ", ".join(_verbs(kind))
        raise Unreadable(
            verb.column, f"{verb.text.upper()} has no place in: {title_of(kind)}", f"now: {now}"
        )
    return order


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
            order = read_order(state, line)
        except Unreadable as error:
            complaints.append(
                Complaint(
                    "error", player, number, error.column, written, error.problem, error.hint,
                    "POW-MAIL-3",
                )
            )  # fmt: skip
            order = None
        else:
            problem = check_order(state, player, order)
            if problem is not None:
                complaints.append(
                    Complaint(
                        "warning", player, number, column, written, problem.text, "", problem.rule
                    )
                )
        orders.append(WrittenOrder(written, number, column, order))
    complaints += contradictions(player, orders)
    return Sheet(player, tuple(orders)), complaints


def _verbs(kind: str) -> list[str]:
    """The orders of a phase, and those that are always taken."""
    return [
        verb.upper() for verb, form in FORMS.items() if kind in form.phases or "*" in form.phases
    ]


def _nearest_verb(text: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(text, FORMS, n=1, cutoff=0.5)
    if near:
        return f"did you mean {FORMS[near[0]].example}?"
    return f"orders: {', '.join(verb.upper() for verb in FORMS)}"
