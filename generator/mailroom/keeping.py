"""Which lines of a phase are orders: readable, with a slip, for a later phase, or none at all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from generator.engine.errors import Complaint
from generator.engine.orders.sheet import shown
from generator.engine.orders.words import english_hint
from generator.engine.phases import OrderBook
from generator.mailroom.layers import MailLine
from generator.mailroom.phrases import (
    CONDITION,
    DISCLAIMS,
    FORMER,
    NOTHING,
    QUALIFIES,
    REPEATS,
    REST_HOLDS,
    RETRACTS,
    REVOKES,
    is_closing,
    unspoken,
)
from generator.mailroom.prose import AMONG, WITH_CONDITION, ProseJudge
from generator.mailroom.sorting import Spread
from generator.mailroom.table import Ignored, MailTable, PhaseLines

_MOST_TRIES: Final = 40
_NO_ORDER: Final = "no order"
_NAMES: Final = "no order; it has "
_RETRACTED: Final = "words do not cancel orders: send all orders that you want, or NO ORDERS"
_DISCLAIMED: Final = "the orders in this mail count; to change them, send another mail"
_LISTED: Final = "is this a list, or are these INFs? For 1 INF write 1: BRE"
_ADDRESS: Final = "is this an address? No power has so many INFs"
_SIGNED: Final = "is this an address? For INFs write 5: BRE, above your name"
_CHANGED: Final = "a part of this line may change the rest: write each order on its own line"
_ASKED: Final = "is this a question? Write the order without the question mark, or not at all"
_REWRITE: Final = "it changes an order in words: write only the order that is to count"
_REVOKED: Final = "it may change the order above: write only what is to count"
_LONGEST_REST: Final = 5
_REMARK: Final = "a remark, not a part of the order"
_OLD: Final = "below a dividing line: the orders above it count; to change them, send all again"
_DRAFTS: Final = "the mail has several drafts: send only the orders that are to count"
_HOLDS: Final = "no order; units without an order hold"
_ALL_HOLD: Final = "no order; to let all units hold, write NO ORDERS"
_NONE: Final = "no order; to order nothing on purpose, write NO ORDERS"
_REPEATED: Final = "no order is taken from an earlier mail: write those that are to count"
_BETWEEN: Final = re.compile(r" ?[,;|/] | (?:and|&) ")
_CELLS: Final = re.compile(r"\s*[,;|]\s*")
# Perhaps an author's name below orders, and below that the rest of an address.
_NAME: Final = re.compile(r"[A-ZÀ-Þ][\w'-]+(?:\s[A-ZÀ-Þ][\w'.-]*){0,2}")
_NUMBERED: Final = re.compile(r"[^\W\d_][^:=|]*\s\d+\Z|\d+\s[^:=|]*\Z")
_DRAFT: Final = re.compile(
    r"(?:plan|draft|option|version|idea|choice|variant|scenario)\s*#?\w{1,2}\s*:?\Z"
    r"|(?:or|alternative\w*|(?:first|second|third|another) draft)\s*:?\Z"
    r"|(?P<weak>(?:try|set|list)\s*#?\w{1,6}\s*"
    r"|(?:or|first|second|third|other|another|better|alternative\w*)\b[^.!?]{0,30}):\Z",
    re.IGNORECASE,
)
# `Change A PAR to H`; and other words that change an order.
_CHANGE: Final = re.compile(
    r"(?:please )?(?:change|switch|set) ((?:[AF]|army|fleet)\b[^->]*?) (?:in)?to ([^->;,]+?)\W*\Z",
    re.IGNORECASE,
)
_IN_WORDS: Final = re.compile(
    r"\b(?:instead|rather than|change[ds]?|replace[ds]?|swap|switch|scratch|edit)\b", re.IGNORECASE
)
_TAKEN_BACK: Final = re.compile("remove|delete|drop|scrap", re.IGNORECASE)
_ASIDE: Final = re.compile(r"(.*\S)\s*[(\[{]([^()\[\]{}]+)[)\]}]\W*\Z")
_BARE_UNIT: Final = re.compile(r"\w+\.?\s+\w+(?:\s\w+)?(?:\s?[/(]\w+\)?)?\W*")
_OPEN_ENDS: Final = ("-", ">", " S", " C", " to", ":", ",")


def sections_of(
    found: Spread, table: MailTable, judge: ProseJudge, power: str
) -> tuple[PhaseLines, ...]:
    """The orders by phase. All other lines are added to `found.ignored`."""
    calendar = table.calendar
    kept = {}
    if calendar.phase in found.lines:
        kept[calendar.phase] = _order_lines(found.lines[calendar.phase], table, judge, power, found)
    for phase in calendar.open:
        if phase != calendar.phase and phase in found.lines:
            kept[phase] = _kept_unread(found.lines[phase], table, judge, power, found)
    _tell_what_counts(
        found, min((one.number for lines in kept.values() for one in lines), default=0)
    )
    return tuple(
        PhaseLines(phase, _joined_text(kept[phase]), tuple(line.number for line in kept[phase]))
        for phase in calendar.open
        if kept.get(phase)
    )


def _order_lines(
    lines: Sequence[MailLine], table: MailTable, judge: ProseJudge, power: str, found: Spread
) -> list[MailLine]:
    """The lines of a sheet that are orders, readable or with a slip in them."""
    lines = _with_heads(lines, table, judge, power, found)
    book = table.read(power, _joined_text(lines))
    keeps, why = _twice_ordered(lines, book, table, power)
    if why:
        for line in lines[keeps:]:
            is_order = judge.may_be_order(line.text)
            found.ignored.append(Ignored(line.number, shown(line.text), why, to_fix=is_order))
        lines = lines[:keeps]
        book = table.read(power, _joined_text(lines))
    readable, broken = _lines_of_book(book, power)
    hinted = {
        complaint.line
        for complaint in book.complaints
        if english_hint(complaint.text) in complaint.hint
    }
    phase = table.calendar.phase
    last = max(readable, default=0)
    texts = [line.text for line in lines]
    kept: list[MailLine] = []
    orders = 0
    closing = signed = False
    # Reading lines one by one takes time, and a hostile mail could demand much of it.
    tries = _MOST_TRIES
    for number, line in enumerate(lines, 1):
        if not any(map(str.isalnum, line.text)):
            continue
        is_order = number in readable
        # One space between words: patterns for more take long where there are hundreds.
        words = " ".join(line.text.split()) if number in broken else ""
        parts = [part for part in _BETWEEN.split(words) if part]
        if 0 < len(parts) <= tries:
            tries -= len(parts)
            text, remark = _otherwise(words, parts, table, judge, power)
            if text:
                kept.append(replace(line, text=text))
                orders += 1
                if any(map(str.isalnum, remark)):
                    found.ignored.append(Ignored(line.number, shown(remark), _REMARK))
                continue
        is_name = is_closing(line.text) or _NAME.fullmatch(line.text) is not None
        signed = signed or (
            bool(kept) and not is_order and is_name and not judge.named_in(line.text)
        )
        why = _doubt(texts, number - 1, parts, judge, phase, signed=signed) if is_order else ""
        if why:
            found.ignored.append(Ignored(line.number, shown(line.text), why, to_fix=True))
            continue
        if number in broken and (
            judge.is_conditional(line.text) or (is_order and judge.is_talk(line.text))
        ):
            _ignore([line], found, judge)
            continue
        if not is_order and number in broken:
            closing = closing or (is_closing(line.text) and number > last)
            is_order = not closing and judge.may_be_order(line.text)
            goes_on = bool(kept) and tries > 0 and _goes_on(kept[-1], line, judge)
            tries -= goes_on
            if goes_on and is_written(f"{kept[-1].text} {line.text}", table, power):
                kept[-1] = MailLine(kept[-1].number, f"{kept[-1].text} {line.text}", line.layer)
                found.used.add(line.number)
                continue
            if is_order and (later := _later_phase(line.text, table, judge)):
                found.lines.setdefault(later, []).append(line)
                title = table.calendar.titles[later]
                found.notes.append(f"line {line.number} is kept for {title}: {shown(line.text)}")
                continue
            if is_order and _IN_WORDS.search(line.text):
                found.ignored.append(Ignored(line.number, shown(line.text), _REWRITE, to_fix=True))
                continue
            if not is_order and not (kept and _ends_list(number, lines, broken, judge)):
                _ignore([line], found, judge)
                if kept and _revokes(kept[-1], line):
                    found.ignored[-1] = Ignored(
                        line.number, shown(line.text), _REVOKED, to_fix=True
                    )
                continue
            if number not in hinted and (hint := english_hint(line.text)):
                found.notes.append(f"line {line.number}: {hint}")
        elif not is_order and line.number not in found.headings and not line.text.endswith(":"):
            _ignore([line], found, judge)
            if judge.may_be_order(line.text) and not judge.says_none(line.text):
                found.ignored[-1] = replace(found.ignored[-1], to_fix=True)
            continue
        orders += is_order
        kept.append(line)
    return kept if orders else _ignore(kept, found, judge)


def _otherwise(
    words: str, parts: Sequence[str], table: MailTable, judge: ProseJudge, power: str
) -> tuple[str, str]:
    """A line that cannot be read as written, as it can be: each part for itself, without
    the author in front, with a dash between two cells, or without the remark behind it, which is
    given, too. Two empty texts where it cannot."""
    if len(parts) > 1 and all(is_written(part, table, power) for part in parts):
        return "; ".join(parts), ""
    bare = unspoken(words)
    if bare != words and is_readable(bare, table, power):
        return bare, ""
    counted = judge.count_of(words)
    if counted and is_written(counted, table, power):
        return counted, ""
    cells = _CELLS.split(words.strip("| "))
    is_count = any(map(str.isdecimal, cells))
    if len(cells) == 2 and (is_count or "|" in words):
        row = (" " if is_count else " - ").join(cells)
        if is_written(row, table, power):
            return row, ""
    if changed := _CHANGE.match(words):
        for sign in (" ", " - "):
            if is_written(order := sign.join(changed.groups()), table, power):
                return order, ""
    aside = _ASIDE.match(words)
    if aside and not judge.may_change(aside[2]) and is_written(aside[1], table, power):
        return aside[1], f"({aside[2]})"
    return "", ""


def _doubt(
    texts: Sequence[str],
    at: int,
    parts: Sequence[str],
    judge: ProseJudge,
    phase: str,
    *,
    signed: bool,
) -> str:
    """Why a line that can be read may mean something else; "" for most. `parts` are those of a line
    that also has something else; `signed`: the author's name is above it."""
    line = texts[at]
    if not parts and judge.asks(line):
        return _ASKED
    label, _, rest = line.partition(":")
    if FORMER.match(f"{label}:") or (
        _TAKEN_BACK.fullmatch(label) and not judge.is_unit_order(rest.strip())
    ):
        return _REWRITE
    if judge.is_listed(texts, at, phase):
        return _LISTED
    if judge.is_address(line, phase):
        return _ADDRESS
    if signed and not line.isupper() and _NUMBERED.match(line) and judge.leads_in(line, phase):
        return _SIGNED
    if parts and CONDITION.search(line):
        return f"{_NO_ORDER}; a part of it is a condition"
    is_changed = parts and (QUALIFIES.search(line) or any(map(judge.is_term, parts)))
    return _CHANGED if is_changed else ""


def _with_heads(
    lines: Sequence[MailLine], table: MailTable, judge: ProseJudge, power: str, found: Spread
) -> list[MailLine]:
    """The lines, those of a list behind the word above it: `Wars:`, and below it `- Spain`."""
    kept: list[MailLine] = []
    head, last, tries = "", 0, _MOST_TRIES
    for line in lines:
        is_next, whole = line.number == last + 1 and tries > 0, f"{head} {line.text}"
        is_head = line.text.endswith(":") and line.number not in found.headings
        last = line.number
        if is_head and judge.is_begun(line.text, open_end=True):
            head = line.text
        elif head and is_next and CONDITION.search(line.text):
            found.ignored.append(Ignored(line.number, shown(whole), WITH_CONDITION, to_fix=True))
            continue
        elif head and is_next and is_written(whole, table, power):
            tries -= 1
            if not is_written(line.text, table, power):
                line = replace(line, text=whole)
                if kept[-1].text == head:
                    found.used.add(kept.pop().number)
        else:
            head = ""
        kept.append(line)
    return kept


def _twice_ordered(
    lines: Sequence[MailLine], book: OrderBook, table: MailTable, power: str
) -> tuple[int, str]:
    """How many lines count where those below a dividing line, or below the name of a draft, order
    again what is ordered above it; and why the others do not, "" where all count."""
    sheet = book.sheets.get(power)
    about = [
        (one.line, table.subject(one.order))
        for one in (sheet.orders if sheet is not None else ())
        if one.order is not None
    ]
    for at, line in enumerate(lines, 1):
        draft = _DRAFT.match(line.text)
        if not (line.rule or draft) or any(number == at for number, _ in about):
            continue
        above = {subject for number, subject in about if number < at}
        below = {subject for number, subject in about if number > at}
        if above & below:
            return (0, _DRAFTS) if draft else (at, _OLD)
        if draft and not draft["weak"] and above and below:
            return at, _DRAFTS
    return len(lines), ""


def _ends_list(number: int, lines: Sequence[MailLine], broken: set[int], judge: ProseJudge) -> bool:
    """Whether a line ends a list of units, as `Keep:` does below `Disbands:`. Without it those
    below it would be part of the list."""
    if not lines[number - 1].text.endswith(":") or number + 1 not in broken:
        return False
    below = lines[number].text
    return judge.is_unit_order(below) and _BARE_UNIT.fullmatch(below) is not None


def _ignore(lines: Iterable[MailLine], found: Spread, judge: ProseJudge) -> list[MailLine]:
    """Note that lines are no orders, except headings, which have been used. Gives no lines."""
    for line in lines:
        if line.number not in found.headings:
            why, to_fix = judge.why_not(line.text), judge.is_unclear(line.text)
            found.ignored.append(Ignored(line.number, shown(line.text), why, to_fix))
    return []


def _tell_what_counts(found: Spread, first: int) -> None:
    """Give the reason for lines that cancel orders in words, or are about units without orders.
    Above the `first` order of a mail, or beside any, they need no fix."""
    for at, one in enumerate(found.ignored):
        if one.why == AMONG and not first and not one.text.endswith("?"):
            found.ignored[at] = replace(one, to_fix=True)
        if not one.why.startswith(_NO_ORDER):
            continue
        if one.line >= first and RETRACTS.search(one.text):
            found.ignored[at] = replace(one, why=_RETRACTED, to_fix=True)
        elif first and DISCLAIMS.search(one.text):
            found.ignored[at] = replace(one, why=_DISCLAIMED, to_fix=True)
        elif REST_HOLDS.match(one.text):
            why = _HOLDS if first else _ALL_HOLD
            found.ignored[at] = replace(one, why=why, to_fix=not first)
        elif NOTHING.match(one.text):
            found.ignored[at] = replace(one, why=_NONE, to_fix=not first)
        elif not first and one.why.startswith(_NAMES) and not one.text.endswith("?"):
            found.ignored[at] = replace(one, to_fix=True)
        elif REPEATS.search(one.text) and not one.text.endswith("?"):
            found.ignored[at] = replace(one, why=_REPEATED, to_fix=True)


def _later_phase(line: str, table: MailTable, judge: ProseJudge) -> str:
    """The phase to come that takes an order which the present one does not; "" for none."""
    now = table.calendar.phase
    if now.split("-")[0] == "".join(re.findall(r"\A[^\W\d_]+", line)).casefold():
        return ""  # `influence` while influence is placed
    phases = [phase for phase in table.calendar.open if judge.leads_in(line, phase)]
    return phases[0] if phases and phases[0] != now else ""


def _lines_of_book(book: OrderBook, power: str) -> tuple[set[int], set[int]]:
    """The lines with an order that can be read, and those with something that cannot. An order that
    is only illegal can be read."""
    sheet = book.sheets.get(power)
    orders = sheet.orders if sheet is not None else ()
    readable = {order.line for order in orders if order.order is not None}
    broken = {order.line for order in orders if order.order is None}
    faulty = {complaint.line for complaint in _errors(book, power)}
    return readable, broken | (faulty - readable)


def _revokes(before: MailLine, line: MailLine) -> bool:
    """Whether a few words right below an order may change it: `cancelled`, `only if needed`."""
    is_next = line.number == before.number + 1 and len(line.text.split()) < _LONGEST_REST
    return is_next and bool(REVOKES.search(line.text)) and not REST_HOLDS.match(line.text)


def _goes_on(before: MailLine, line: MailLine, judge: ProseJudge) -> bool:
    """Whether a line may be the rest of the one before it, which a mail program has broken."""
    is_open = before.text.endswith(_OPEN_ENDS) or judge.is_unit_order(before.text)
    return line.number == before.number + 1 and is_open and not judge.is_unit_order(line.text)


def is_readable(text: str, table: MailTable, power: str) -> bool:
    """Whether a text consists of orders only."""
    book = table.read(power, text)
    readable, _ = _lines_of_book(book, power)
    return bool(readable) and not _errors(book, power)


def is_written(text: str, table: MailTable, power: str) -> bool:
    """Whether each part of a text is an order, though it may not be legal."""
    sheet = table.read(power, text).sheets.get(power)
    return bool(sheet and sheet.orders) and all(
        line.order is not None for line in (sheet.orders if sheet else ())
    )


def _errors(book: OrderBook, power: str) -> list[Complaint]:
    return [
        complaint
        for complaint in book.complaints
        if complaint.power == power and complaint.severity == "error" and complaint.line
    ]


def _kept_unread(
    lines: Sequence[MailLine], table: MailTable, judge: ProseJudge, power: str, found: Spread
) -> list[MailLine]:
    """Lines for a later phase, which no one can read yet: all but what is plainly chatter, and
    headings that would be no heading to the ruleset."""
    kept = []
    orders = 0
    for line in lines:
        is_heading = line.number in found.headings
        is_order = not is_heading and judge.may_be_order(line.text)
        if is_order and judge.asks(line.text):
            found.ignored.append(Ignored(line.number, shown(line.text), _ASKED, to_fix=True))
        elif is_order and not judge.is_conditional(line.text):
            orders += 1
            kept.append(line)
        elif is_heading and line.text.endswith(":"):
            if not _errors(table.read(power, line.text), power):
                kept.append(line)
        elif not is_heading:
            _ignore([line], found, judge)
    return kept if orders else []


def _joined_text(lines: Sequence[MailLine]) -> str:
    return "".join(f"{line.text}\n" for line in lines)
