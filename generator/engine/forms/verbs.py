"""Orders that begin with a verb, which chooses their form: `GIFT C6 TO ulm`.

    verb_of(["declare", "war", "black"], {("declare", "war"): "war"}, {})    ("war", 2)
    read_form(forms["war"], tokens, 2, kinds, (), "write it like WAR black")

The ruleset divides a line into tokens and decides which verbs a phase takes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from generator.engine.errors import Complaint
from generator.engine.forms.matching import SlotKind, Wanted, match_pattern
from generator.engine.forms.pattern import Form, parse_pattern
from generator.engine.forms.tokens import Token
from generator.engine.orders.spelling import Fault, either
from generator.engine.phases import WrittenOrder


class Unreadable(Exception):
    """A line that cannot be read: where, why, and what to write instead."""

    def __init__(self, column: int, problem: str, hint: str = "") -> None:
        self.column = column
        self.problem = problem
        self.hint = hint
        super().__init__(problem)


def verb_of(
    words: Sequence[str], verbs: Mapping[tuple[str, ...], str], implied: Mapping[str, str]
) -> tuple[str, int]:
    """The verb of an order, and of how many of its words it is.

    `verbs` maps words to the verbs that they mean; the longest words that fit count. `implied` are
    words with which an order may begin without its verb.
    """
    for length in range(min(max(map(len, verbs), default=0), len(words)), 0, -1):
        phrase = tuple(words[:length])
        if phrase in verbs:
            return verbs[phrase], length
    return (implied[words[0]], 0) if words[0] in implied else (words[0], 1)


def read_form(
    form: Form,
    tokens: Sequence[Token],
    start: int,
    kinds: Mapping[str, SlotKind],
    keywords: Collection[str],
    like: str,
) -> Any:
    """The order in the tokens from `start` on, behind the verb. Raises Unreadable.

    `keywords` are kinds of slots for words that an order needs to mean anything; `like` is the hint
    where nothing else is known.
    """
    wanted = Wanted()
    match = match_pattern(parse_pattern(form.pattern, kinds), tokens, kinds, wanted, start=start)
    if match is not None:
        return form.make(match.slots)
    fault = _fault(tokens, wanted, kinds, keywords)
    raise Unreadable(fault.start + 1, fault.problem, fault.hint or like)


def _fault(
    tokens: Sequence[Token],
    wanted: Wanted,
    kinds: Mapping[str, SlotKind],
    keywords: Collection[str],
) -> Fault:
    """The fault at the furthest place to which an order can be read."""
    at = wanted.at
    name = next((name for name in wanted.kinds if name in kinds), "")
    kind = kinds.get(name)
    if kind is not None and kind.fault is not None and (at < len(tokens) or name in keywords):
        return kind.fault(tokens, at)
    if at < len(tokens):
        return Fault(tokens[at].start, f"{tokens[at].text!r} is one word too many")
    label = kind.label if kind is not None else either([word.upper() for word in wanted.words])
    return Fault(tokens[-1].end, f"{label} is missing")


def read_lines(
    power: str,
    text: str,
    tokens_of: Callable[[str], Sequence[Token]],
    read: Callable[[str], Any],
    rule: str,
) -> tuple[list[WrittenOrder], list[Complaint]]:
    """The orders of a sheet that has one in each line, and complaints about lines that `read`
    refuses by raising Unreadable. A # begins a comment; `rule` is the rule that complaints cite."""
    orders: list[WrittenOrder] = []
    complaints: list[Complaint] = []
    for number, line in enumerate(text.splitlines(), 1):
        tokens = tokens_of(line)
        if not tokens:
            continue
        order, written = None, line.partition("#")[0].strip()
        try:
            order = read(line)
        except Unreadable as error:
            said = (error.column, written, error.problem, error.hint, rule)
            complaints.append(Complaint("error", power, number, *said))
        orders.append(WrittenOrder(written, number, tokens[0].start + 1, order))
    return orders, complaints
