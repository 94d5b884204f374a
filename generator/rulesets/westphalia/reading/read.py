"""Reading and checking the order sheets of a phase.

    BATTLE vs:black play:MCP*, call:6   # at dawn
    battle  vs  black  play:mcp*  call:6

Words are in lower case; commas, and `:` and `=` at a word's end, only divide words. `vs:` is a word
of its own, for a name of several words may follow it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from generator.engine.complaints import Complaint, Done, Severity
from generator.engine.forms.tokens import Token
from generator.engine.forms.verbs import Unreadable, read_form, read_lines, verb_of
from generator.engine.orders.checks import complaint_about
from generator.engine.orders.faults import did_you_mean
from generator.engine.phases import OrderBook, Sheet, with_faults
from generator.engine.words import closest
from generator.rulesets.westphalia.data.facts import powers
from generator.rulesets.westphalia.land.influence import Refusal
from generator.rulesets.westphalia.reading.checks import check_order, check_sheet, replaced_lines
from generator.rulesets.westphalia.reading.forms import FORMS, IMPLIED, VERBS, example_of
from generator.rulesets.westphalia.reading.slots import KEYWORDS, kinds_for
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.year.course import ALWAYS, COURSE, awaited, kind_of

_WORD: Final = re.compile(r"[^\s,;>&+]+|\+\d+|[>&+]")


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
    tokens = _tokens_of(text)
    if not tokens:
        return None
    kind = kind_of(state)
    name, length = verb_of([token.text for token in tokens], VERBS, IMPLIED)
    form = FORMS.get(name)
    column = tokens[0].start + 1
    if form is None:
        written = text[tokens[0].start : tokens[0].end]
        raise Unreadable(column, f"there is no order {written}", _nearest_verb(name, kind))
    standing = name == "league" and "if" in [one.text for one in tokens]
    if name not in _taken(kind) and not standing:
        now = ", ".join(_verbs(kind))
        said = f"{name.upper()} has no place in: {COURSE[kind].name}"
        raise Unreadable(column, said, f"now: {now}")
    like = f"write it like {example_of(name, kind)}"
    return read_form(form, tokens, length, kinds_for(state, player, text), KEYWORDS, like)


def _tokens_of(line: str) -> tuple[Token, ...]:
    """The words of a line without its comment."""
    found = []
    for match in _WORD.finditer(line.partition("#")[0]):
        word, start = match[0].rstrip(":=."), match.start()
        if word[:3].lower() == "vs:":
            found.append(Token("word", start, start + 2, "vs"))
            word, start = word[3:], start + 3
        if word:
            found.append(Token("word", start, start + len(word), word.lower()))
    return tuple(found)


def recorded_order(state: State, text: str) -> Any:
    """The order of a recorded verdict, from its canonical notation; None for text that is none."""
    try:
        return read_order(state, text)
    except Unreadable:
        return None


def _read_sheet(state: State, player: str, text: str) -> tuple[Sheet, list[Complaint]]:
    orders, complaints = read_lines(
        player, text, _tokens_of, lambda line: read_order(state, line, player), "POW-MAIL-3"
    )
    found: dict[int, tuple[Severity, Done, Refusal]] = {
        index: ("warning", "perhaps", refusal)
        for index, one in enumerate(orders)
        if one.order is not None and (refusal := check_order(state, player, one.order))
    }
    for index, done, refusal in check_sheet(state, player, orders):
        found.setdefault(index, ("warning", done, refusal))
    for index, severity, refusal in replaced_lines(state, player, orders):
        found[index] = severity, "no" if severity == "error" else "yes", refusal
    numbered = list(with_faults(orders, complaints))
    for index, (severity, done, (rule, text)) in found.items():
        fault = complaint_about(severity, player, numbered[index], text, "", rule, done)
        complaints.append(fault)
        numbered[index] = replace(numbered[index], fault=fault)
    complaints.sort(key=lambda one: one.line)
    return Sheet(player, tuple(numbered)), complaints


def _verbs(kind: str) -> list[str]:
    """The orders of a phase, and those that are always taken."""
    return [verb.upper() for verb in FORMS if verb in _taken(kind)]


def _taken(kind: str) -> tuple[str, ...]:
    return (*COURSE[kind].forms, *ALWAYS)


def _nearest_verb(text: str, kind: str) -> str:
    """What was probably meant among the orders of a phase, or which there are."""
    verbs = _verbs(kind)
    near = closest(text, verbs, 0.5)
    meant = [example_of(near.lower(), kind)] if near else []
    return did_you_mean(meant, f"now: {', '.join(verbs)}")
