"""Which lines of a phase are orders: readable, with a slip, for a later phase, or none at all.

`_Sheet.take` decides what each line of the author's is, and why.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from generator.engine.orders.sheet import shown
from generator.engine.orders.words import english_hint
from generator.engine.phases import OrderBook
from generator.mailroom.layers import MailLine
from generator.mailroom.prose import AMONG, WITH_CONDITION, ProseJudge
from generator.mailroom.sorting import Spread
from generator.mailroom.subjects import Eyes
from generator.mailroom.table import MailTable, PhaseLines, Reader
from generator.mailroom.words import WORDS, is_former, says, unspoken

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
_IN_PART: Final = "no order; a part of it is a condition"
_REMARK: Final = "a remark, not a part of the order"
_BEHIND: Final = "what is behind # or // is a remark: write each order on its own line"
_OLD: Final = "below a dividing line: the orders above it count; to change them, send all again"
_DRAFTS: Final = "the mail has several drafts: send only the orders that are to count"
_HOLDS: Final = "no order; units without an order hold"
_ALL_HOLD: Final = "no order; to let all units hold, write NO ORDERS"
_NONE: Final = "no order; to order nothing on purpose, write NO ORDERS"
_REPEATED: Final = "no order is taken from an earlier mail: write those that are to count"
_LONGEST_REST: Final = 5
_LONGEST_HEAD: Final = 4
_BETWEEN: Final = re.compile(r" ?[,;|/] | (?:and|&) ")
_CELLS: Final = re.compile(r"\s*[,;|]\s*")
# Perhaps an author's name below orders, and below that the rest of an address.
_NAME: Final = re.compile(r"[A-ZÀ-Þ][\w'-]+(?:\s[A-ZÀ-Þ][\w'.-]*){0,2}")
_NUMBERED: Final = re.compile(r"[^\W\d_][^:=|]*\s\d+\Z|\d+\s[^:=|]*\Z")
# `Change A PAR to H`; and other words that change an order.
_CHANGE: Final = re.compile(
    r"(?:please )?(?:change|switch|set) ((?:[AF]|army|fleet)\b[^->]*?) (?:in)?to ([^->;,]+?)\W*\Z",
    re.IGNORECASE,
)
_TAKEN_BACK: Final = re.compile("remove|delete|drop|scrap", re.IGNORECASE)
_ASIDE: Final = re.compile(r"(.*\S)\s*[(\[{]([^()\[\]{}]+)[)\]}]\W*\Z")
_END: Final = re.compile(r"[.,;!] ")
_BARE_UNIT: Final = re.compile(r"\w+\.?\s+\w+(?:\s\w+)?(?:\s?[/(]\w+\)?)?\W*")
_OPEN_ENDS: Final = ("-", ">", " S", " C", " to", ":", ",")


def sections_of(found: Spread, eyes: Eyes, power: str) -> tuple[PhaseLines, ...]:
    """The orders by phase. All other lines are added to `found.ignored`."""
    judge, calendar, reader = eyes.judge, eyes.table.calendar, Reader(eyes.table, power)
    kept = {}
    if calendar.phase in found.lines:
        kept[calendar.phase] = _Sheet(found.lines[calendar.phase], reader, judge, found).orders()
    for phase in calendar.open:
        if phase != calendar.phase and phase in found.lines:
            kept[phase] = _kept_unread(found.lines[phase], reader, judge, found)
    first = min((one.number for lines in kept.values() for one in lines), default=0)
    _tell_what_counts(found, first)
    _tell_heads(found, {one.number for lines in kept.values() for one in lines}, judge)
    return tuple(
        PhaseLines(phase, _joined_text(lines), tuple(line.number for line in lines))
        for phase in calendar.open
        if (lines := kept.get(phase))
    )


class _Sheet:
    """The lines of a sheet from top to bottom; what is left out goes to `found`."""

    def __init__(
        self, lines: Sequence[MailLine], reader: Reader, judge: ProseJudge, found: Spread
    ) -> None:
        self.reader, self.judge, self.found = reader, judge, found
        self.phase = reader.table.calendar.phase
        # Reading lines one by one takes time, and a hostile mail could demand much of it.
        self.tries = _MOST_TRIES
        self.lines = _with_heads(lines, reader, judge, found)
        book = reader.read(_joined_text(self.lines))
        keeps, why = _twice_ordered(self.lines, book, reader)
        if why:
            for line in self.lines[keeps:]:
                found.tell(line, why, to_fix=judge.may_be_order(line.text))
            self.lines = self.lines[:keeps]
            book = reader.read(_joined_text(self.lines))
        self.readable, self.broken = reader.lines_of(book)
        # The lines whose complaint already has the English words to write.
        self.hinted = {
            complaint.line
            for complaint in book.complaints
            if english_hint(complaint.text) in complaint.hint
        }
        self.hiding = _hiding(self.lines, book, reader, judge)
        self.texts = [line.text for line in self.lines]
        self.kept: list[MailLine] = []
        self.count = 0
        self.closing = self.signed = False  # below a closing phrase, or the author's name

    def orders(self) -> list[MailLine]:
        """The lines that are orders, readable or with a slip in them, and the headings that the
        ruleset reads; none where no order is among them."""
        for number, line in enumerate(self.lines, 1):
            if any(map(str.isalnum, line.text)):
                self.take(number, line)
        return self.kept if self.count else _ignore(self.kept, self.found, self.judge)

    def take(self, number: int, line: MailLine) -> None:
        """Classify a line: the first of these rules that fits."""
        judge, found, kept = self.judge, self.found, self.kept
        is_read, is_broken = number in self.readable, number in self.broken
        # One space between words: patterns for more take long where there are hundreds.
        words = " ".join(line.text.split()) if is_broken else ""
        parts = [part for part in _BETWEEN.split(words) if part]
        if 0 < len(parts) <= self.tries:
            self.tries -= len(parts)
            text, remark = _otherwise(words, parts, self.reader, judge)
            if text:  # an order, though not as it is written
                self._keep(replace(line, text=text))
                if any(map(str.isalnum, remark)):
                    found.tell(replace(line, text=remark), _REMARK, to_fix=False)
                return
        self._look_for_name(line, is_order=is_read)
        if is_read and (why := self._doubt(number - 1, parts)):
            found.tell(line, why)
        elif is_broken and (
            judge.is_conditional(line.text) or (is_read and judge.is_talk(line.text))
        ):
            _ignore([line], found, judge)
        elif is_read:
            self._keep(line)
        elif not is_broken:  # nothing to the ruleset, or a heading
            if line.number in found.headings or line.text.endswith(":"):
                kept.append(line)
            else:
                is_order = judge.may_be_order(line.text) and not judge.says_none(line.text)
                _ignore([line], found, judge, to_fix=is_order)
        else:
            self._take_broken(number, line)

    def _take_broken(self, number: int, line: MailLine) -> None:
        """Classify a line that the ruleset cannot read."""
        judge, found, kept = self.judge, self.found, self.kept
        is_last = number > max(self.readable, default=0)
        self.closing = self.closing or (says("closing", line.text) is not None and is_last)
        is_order = not self.closing and judge.may_be_order(line.text)
        if kept and self.tries > 0 and _goes_on(kept[-1], line, judge):
            self.tries -= 1
            if self.reader.is_written(whole := f"{kept[-1].text} {line.text}"):
                kept[-1] = MailLine(kept[-1].number, whole, line.layer)
                found.used.add(line.number)
                return
        if is_order and (later := _later_phase(line.text, self.reader.table, judge)):
            found.lines.setdefault(later, []).append(line)
            title = self.reader.table.calendar.titles[later]
            found.notes.append(f"line {line.number} is kept for {title}: {line.text}")
        elif is_order and says("in_words", line.text):
            found.tell(line, _REWRITE)
        elif is_order or (kept and _ends_list(number, self.lines, self.broken, judge)):
            if number not in self.hinted and (hint := english_hint(line.text)):
                found.notes.append(f"line {line.number}: {hint}")
            kept.append(line)
            self.count += is_order
        elif kept and _revokes(kept[-1], line, judge):
            found.tell(line, _REVOKED)
        else:
            _ignore([line], found, judge)

    def _keep(self, line: MailLine) -> None:
        self.kept.append(line)
        self.count += 1

    def _look_for_name(self, line: MailLine, *, is_order: bool) -> None:
        is_name = says("closing", line.text) or _NAME.fullmatch(line.text)
        if self.kept and not is_order and is_name and not self.judge.named_in(line.text):
            self.signed = True

    def _doubt(self, at: int, parts: Sequence[str]) -> str:
        """Why a line that can be read may mean something else; "" for most. `parts` are those of a
        line that also has something else."""
        judge, phase, line = self.judge, self.phase, self.texts[at]
        if not parts and judge.asks(line):
            return _ASKED
        label, _, rest = line.partition(":")
        is_taken_back = _TAKEN_BACK.fullmatch(label) and not judge.is_unit_order(rest.strip())
        if is_former(f"{label}:") or is_taken_back:
            return _REWRITE
        if at + 1 in self.hiding:
            return _BEHIND
        if judge.is_listed(self.texts, at, phase):
            return _LISTED
        if judge.is_address(line, phase):
            return _ADDRESS
        is_numbered = _NUMBERED.match(line) is not None and not line.isupper()
        if self.signed and is_numbered and judge.leads_in(line, phase):
            return _SIGNED
        if parts and says("condition", line):
            return _IN_PART
        if any(map(_takes_back, judge.remarks_of(line))):
            return _CHANGED
        is_changed = parts and (says("change", line) or any(map(judge.is_term, parts)))
        return _CHANGED if is_changed else ""


def _otherwise(
    words: str, parts: Sequence[str], reader: Reader, judge: ProseJudge
) -> tuple[str, str]:
    """A line that cannot be read as written, as it can be: each part for itself, without
    the author in front, with a dash between two cells, or without the remark behind it, which is
    given, too. Two empty texts where it cannot."""
    if len(parts) > 1 and all(map(reader.is_written, parts)):
        return "; ".join(parts), ""
    bare = unspoken(words)
    if bare != words and reader.is_readable(bare):
        return bare, ""
    forms = [judge.count_of(words)]
    cells = _CELLS.split(words.strip("| "))
    is_count = any(map(str.isdecimal, cells))
    if len(cells) == 2 and (is_count or "|" in words) and not reader.is_written(cells[0]):
        forms.append((" " if is_count else " - ").join(cells))
    if changed := _CHANGE.match(words):
        forms += (sign.join(changed.groups()) for sign in (" ", " - "))
    for form in filter(None, forms):
        if reader.is_written(form):
            return form, ""
    aside = _ASIDE.match(words)
    if aside and not judge.may_change(aside[2]) and reader.is_written(aside[1]):
        return aside[1], f"({aside[2]})"
    for end in _END.finditer(words):
        order, remark = words[: end.start()], words[end.end() :]
        is_polite = says("closing", remark) or says("asks_answer", remark)
        if is_polite and not judge.may_change(remark) and reader.is_written(order):
            return order, remark
    return "", ""


def _hiding(
    lines: Sequence[MailLine], book: OrderBook, reader: Reader, judge: ProseJudge
) -> set[int]:
    """The lines with a remark that has an order about something without one on the sheet. An order
    of a receipt that its player has changed still has the old one in words behind it."""
    remarks = [
        (number, remark)
        for number, line in enumerate(lines, 1)
        for remark in judge.remarks_of(line.text)
    ]
    subject = reader.table.subject
    said = {subject(one.order) for one in reader.orders_in(book) if one.order is not None}
    behind = reader.orders_in(reader.read("".join(f"{remark}\n" for _, remark in remarks)))
    return {
        remarks[one.line - 1][0]
        for one in behind
        if one.order is not None and subject(one.order) not in said
    }


def _with_heads(
    lines: Sequence[MailLine], reader: Reader, judge: ProseJudge, found: Spread
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
        elif head and is_next and says("condition", line.text):
            found.tell(replace(line, text=whole), WITH_CONDITION)
            continue
        elif head and is_next and reader.is_written(whole):
            tries -= 1
            if not reader.is_written(line.text):
                line = replace(line, text=whole)
                if kept[-1].text == head:
                    found.used.add(kept.pop().number)
        else:
            head = ""
        kept.append(line)
    return kept


def _twice_ordered(lines: Sequence[MailLine], book: OrderBook, reader: Reader) -> tuple[int, str]:
    """How many lines count where those below a dividing line, or below the name of a draft, order
    again what is ordered above it; and why the others do not, "" where all count."""
    about = [
        (one.line, reader.table.subject(one.order))
        for one in reader.orders_in(book)
        if one.order is not None
    ]
    for at, line in enumerate(lines, 1):
        draft, weak = says("draft", line.text), says("weak_draft", line.text)
        if not (line.rule or draft or weak) or any(number == at for number, _ in about):
            continue
        above = {subject for number, subject in about if number < at}
        below = {subject for number, subject in about if number > at}
        if above & below:
            return (0, _DRAFTS) if draft or weak else (at, _OLD)
        if draft and above and below:
            return at, _DRAFTS
    return len(lines), ""


def _ends_list(number: int, lines: Sequence[MailLine], broken: set[int], judge: ProseJudge) -> bool:
    """Whether a line ends a list of units, as `Keep:` does below `Disbands:`. Without it those
    below it would be part of the list."""
    if not lines[number - 1].text.endswith(":") or number + 1 not in broken:
        return False
    below = lines[number].text
    return judge.is_unit_order(below) and _BARE_UNIT.fullmatch(below) is not None


def _ignore(
    lines: Iterable[MailLine], found: Spread, judge: ProseJudge, *, to_fix: bool = False
) -> list[MailLine]:
    """Note that lines are not orders, except headings, which have been used. Returns no lines."""
    for line in lines:
        if line.number not in found.headings:
            is_unclear = to_fix or judge.is_unclear(line.text)
            found.tell(line, judge.why_not(line.text), to_fix=is_unclear)
    return []


def _tell_what_counts(found: Spread, first: int) -> None:
    """Give the reason for lines that cancel orders in words, or are about units without orders.
    Above the `first` order of a mail, or beside any, they need no fix."""
    for at, one in enumerate(found.ignored):
        asks = one.text.endswith("?")
        why, to_fix = one.why, True
        if one.why == AMONG and not first and not asks:
            pass
        elif not one.why.startswith(_NO_ORDER):
            continue
        elif one.line >= first and says("retracts", one.text):
            why = _RETRACTED
        elif first and says("disclaims", one.text):
            why = _DISCLAIMED
        elif says("rest_holds", one.text):
            why, to_fix = _HOLDS if first else _ALL_HOLD, not first
        elif says("nothing", one.text):
            why, to_fix = _NONE, not first
        elif not first and one.why.startswith(_NAMES) and not asks:
            pass
        elif says("repeats", one.text) and not asks:
            why = _REPEATED
        else:
            continue
        found.ignored[at] = replace(one, why=why, to_fix=to_fix)


def _tell_heads(found: Spread, kept: set[int], judge: ProseJudge) -> None:
    """Note that orders count which are below words without a known meaning: `Ruth's idea:`."""
    heads = {line.number: shown(line.text) for line in found.heads}
    for one in found.ignored:
        words = [word for word in one.text.split() if any(map(str.isalpha, word))]
        is_short = len(words) < _LONGEST_HEAD or one.text.endswith("?")
        is_head = one.text.endswith(":") or (is_short and one.line - 1 not in kept)
        is_plain = any(says(meaning, one.text) for meaning in ("greeting", "closing", "own"))
        is_told = one.to_fix or not one.why.startswith(_NO_ORDER)
        if is_head and not (is_told or is_plain or judge.is_topic(one.text)):
            heads[one.line] = one.text
    for line, text in sorted(heads.items()):
        if min(kept, default=line) < line and not kept.isdisjoint((line + 1, line + 2)):
            why = "was not understood, and the orders below it count"
            found.notes.append(f"line {line} {why}: {text}")


def _later_phase(line: str, table: MailTable, judge: ProseJudge) -> str:
    """The phase to come that takes an order which the present one does not; "" for none."""
    now = table.calendar.phase
    if now.split("-")[0] == "".join(re.findall(r"\A[^\W\d_]+", line)).casefold():
        return ""  # `influence` while influence is placed
    phases = [phase for phase in table.calendar.open if judge.leads_in(line, phase)]
    return phases[0] if phases and phases[0] != now else ""


def _revokes(before: MailLine, line: MailLine, judge: ProseJudge) -> bool:
    """Whether a few words right below an order, or a condition, may change it: `cancelled`."""
    is_short = len(line.text.split()) < _LONGEST_REST
    is_term = all(says(meaning, line.text) for meaning in ("change", "condition"))
    is_term = is_term and not judge.is_talk(line.text)
    is_next = line.number == before.number + 1 and (is_short or is_term)
    said = any(says(meaning, line.text) for meaning in ("change", "condition", "or"))
    is_about_none = says("rest_holds", line.text) or judge.says_none(line.text)
    return is_next and said and not is_about_none


def _takes_back(remark: str) -> bool:
    """Whether a remark of a few words may change the order in front of it: `# cancelled`."""
    begun = says("change", remark.strip())
    if begun is None or begun.start() or begun[0].casefold() in WORDS["noted"]:
        return False
    return len(remark.split()) < _LONGEST_REST


def _goes_on(before: MailLine, line: MailLine, judge: ProseJudge) -> bool:
    """Whether a line may be the rest of the one before it, which a mail program has broken."""
    is_open = before.text.endswith(_OPEN_ENDS) or judge.is_unit_order(before.text)
    return line.number == before.number + 1 and is_open and not judge.is_unit_order(line.text)


def _kept_unread(
    lines: Sequence[MailLine], reader: Reader, judge: ProseJudge, found: Spread
) -> list[MailLine]:
    """Lines for a later phase, which no one can read yet: all but what is plainly chatter, and
    headings that would be no heading to the ruleset."""
    kept = []
    orders = 0
    for line in lines:
        is_heading = line.number in found.headings
        is_order = not is_heading and judge.may_be_order(line.text)
        if is_order and judge.asks(line.text):
            found.tell(line, _ASKED)
        elif is_order and not judge.is_conditional(line.text):
            orders += 1
            kept.append(line)
        elif not is_heading:
            _ignore([line], found, judge)
        elif line.text.endswith(":") and not reader.errors_in(reader.read(line.text)):
            kept.append(line)
    return kept if orders else []


def _joined_text(lines: Sequence[MailLine]) -> str:
    return "".join(f"{line.text}\n" for line in lines)
