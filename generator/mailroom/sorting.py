"""Lines by phase, according to headings and the subject, and lines that are for others."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from generator.engine.orders.sheet import shown
from generator.engine.orders.words import fold, letters_of
from generator.mailroom.directives import Directive, directive_of
from generator.mailroom.headings import NO_HEADING, Heading, Headings
from generator.mailroom.layers import MailLine
from generator.mailroom.marking import Mark
from generator.mailroom.prose import CONDITION_ABOVE
from generator.mailroom.subjects import Eyes
from generator.mailroom.table import Ignored, Reader
from generator.mailroom.words import corrected, is_former, says

_LONGEST_LINE: Final = 1000
_NUMBER: Final = re.compile(r"\d+")
_CORRECTS: Final = "this corrects another order: send all orders again"


class Spread(Struct):
    """Lines by phase. `headings` are the numbers of those that head others, `used` of those that
    placed others, `heads` words above orders that may be names, `foreign` powers whose orders were
    there too; `blocked`: lines that look like orders belong elsewhere. `said` is the mail's content
    beyond orders."""

    lines: dict[str, list[MailLine]] = field(default_factory=dict)
    ignored: list[Ignored] = field(default_factory=list)
    headings: set[int] = field(default_factory=set)
    heads: list[MailLine] = field(default_factory=list)
    used: set[int] = field(default_factory=set)
    foreign: dict[str, None] = field(default_factory=dict)
    blocked: bool = False
    notes: list[str] = field(default_factory=list)
    said: list[Directive] = field(default_factory=list)

    def tell(self, line: MailLine, why: str, *, to_fix: bool = True) -> None:
        """Leave out a line, with a reason."""
        self.ignored.append(Ignored(line.number, shown(line.text), why, to_fix))


class Sorter:
    """Sorts the lines of a letter from top to bottom, beginning in the phase that is waited for, or
    in the one that the referee has named (`phase`)."""

    def __init__(self, eyes: Eyes, power: str, phase: str = "") -> None:
        self.table, self.headings, self.judge = eyes.table, eyes.headings, eyes.judge
        self.calendar = self.table.calendar
        self.power = power
        self.reader = Reader(self.table, power)
        self.here = phase or self.calendar.phase
        self.told = phase
        self.away = False
        self.whose = ""  # the heading of others above the lines
        self.advice = ""  # what to do about an order there
        self.is_reply = False  # the mail answers another
        self.is_former = False  # below `My old orders:`
        self.is_word = False  # below a word that may be a name: orders to units are one's own
        self.others: tuple[str, ...] = ()
        self.other_year = ""
        self.over = ""
        self.is_dated = False
        # The place of the lines before `retreat: A MAR - PIC`, whose phase is that of no more than
        # the lines down to the next name of a power.
        self.before = ""
        self.once = 0  # the line itself, where orders without a phase are above it
        # The phases of the standing orders below STANDING; an empty tuple means all, None: it is
        # not such a line.
        self.standing: tuple[str, ...] | None = None
        self.speakers: set[str] = set()  # the names next to the times in a conversation
        self.author = ""  # the first name, above all orders
        self.found = Spread()

    @property
    def closed(self) -> str:
        """Why no line counts here; "" where lines do."""
        return "for another game" if self.away else self.whose or self.other_year or self.over

    def sort(self, marks: Iterable[Mark]) -> Spread:
        """The lines by phase. Words above them, as in a subject, still hold."""
        self.found = Spread()
        marks = tuple(marks)
        people = (mark.heading.person for mark in marks if mark.heading.is_timed)
        self.speakers = {letters_of(one) for one in people}
        for mark in marks:
            if not self._take_directive(mark):
                self._take_heading(mark)
        return self.found

    def _take_directive(self, mark: Mark) -> bool:
        """Take a line with something beyond orders, or one among standing orders."""
        line = mark.line
        if self.closed or line.struck or line.layer not in ("own", "forwarded"):
            return False
        directive = directive_of(line.text, line.number)
        if directive is not None and directive.kind == "standing":
            return self._take_standing(directive)
        if directive is not None or mark.heading:
            self.standing = None
        if directive is not None:
            return self._say(replace(directive, phases=(self.here,)))
        if self.standing is None or not self.judge.may_be_order(line.text):
            return False
        return self._say(Directive("standing", line.number, self.standing, line.text))

    def _say(self, directive: Directive) -> bool:
        self.found.said.append(directive)
        self.found.used.add(directive.number)
        return True

    def _take_standing(self, directive: Directive) -> bool:
        """Take a standing order, or the line above several of them."""
        rest = directive.text.lstrip(":").strip()
        head, colon, tail = rest.partition(":")
        heading = self.headings.read(f"{head}:") if head else None
        phases: tuple[str, ...] = ()
        if heading is not None and heading.words and not heading.powers:
            # MOVEMENT is that of spring and that of fall.
            phases = self.headings.phase(heading.words, self.here, heading.numbers)
            rest = tail.strip() if colon and phases else rest
        is_head = rest.endswith(":") and not self.judge.may_be_order(rest)
        if not rest or is_head or (phases and not colon):
            self.standing = phases
            return self._say(replace(directive, text=""))
        is_order = self.judge.may_be_order(rest)
        return is_order and self._say(replace(directive, phases=phases, text=rest))

    def head_by_subject(self, heading: Heading) -> str:
        """Begin where the subject leads; what is to be said of it, "" for nothing."""
        if not heading.is_dated:
            return ""
        began = self.here
        wrong = self.head(replace(heading, powers=()))
        # `My orders:` below it are those of the phase in the subject.
        self.is_dated = False
        if wrong:
            return f"the subject is ignored: {wrong}"
        if self.told and self.here != self.told:
            self.here = self.told
            return "the subject is ignored: the referee chose the phase"
        if self.here != began:
            return (
                f"the subject has {self.calendar.titles[self.here]}: the orders wait for that phase"
            )
        return ""

    def head(self, heading: Heading) -> str:
        """Go where a heading leads; what is wrong with it, "" for nothing."""
        if heading.powers or heading.person:
            self.is_word = not (heading.powers or heading.clear)
        if heading.powers:
            foreign = self.power not in heading.powers
            self.others = heading.powers if foreign else ()
            names = ", ".join(self.table.powers[power].name for power in heading.powers)
            self.whose, self.advice = f"below the heading of {names}" if foreign else "", ""
        if heading.person:
            self.others = ()
            self.is_former = is_former(heading.person)
            who = "what is to count" if self.is_former else "whose orders they are"
            self.whose = f"below {heading.person!r}"
            self.advice = f": write {who}, or send all again"
        wrong = self._wrong_year(heading)
        if wrong and not self.told:
            self.other_year = wrong
            return ""
        if heading.year or heading.round:
            self.other_year = self.over = ""
        wanted = heading.words or (frozenset(("order",)) if heading.weak else frozenset())
        if wrong or not wanted or self.other_year:
            return f"the referee chose the phase; this is {wrong}" if wrong else ""
        fitting = self.headings.phase(wanted, self.here, heading.numbers)
        if not fitting:
            return "no phase of this year has this name"
        self.is_dated = True
        titles = list(self.calendar.titles)
        if self.told and titles.index(fitting[0]) < titles.index(self.told):
            return f"the referee chose the phase; this is for {self.calendar.titles[fitting[0]]}"
        if fitting[0] in self.calendar.open:
            self.here, self.over = fitting[0], ""
        else:
            self.over = f"for {self.calendar.titles[fitting[0]]}, which is over"
        return ""

    def _wrong_year(self, heading: Heading) -> str:
        calendar = self.calendar
        if heading.year and heading.year != calendar.year:
            return f"for {heading.year}, and the game is in {calendar.year}"
        if heading.round and heading.round != calendar.round:
            return f"for Round {heading.round}, and the game is in Round {calendar.round}"
        return ""

    def _take_heading(self, mark: Mark) -> None:
        line, found = mark.line, self.found
        heading = mark.heading
        if self.is_former and says("latter", line.text):
            self.whose, self.is_former = "", False
        if mark.game:
            self.away = mark.game == "other"
            found.used.add(line.number)
            if not heading:
                return
        if self.whose and (says("own", line.text) or self._is_author(heading.person)):
            self.whose, self.is_former, self.others = "", False, ()
            found.used.add(line.number)
            return
        if heading.weak and not self.is_dated:
            found.used.add(line.number)
            return  # the orders, of any phase
        if mark.bare and not mark.heads and heading.powers != (self.power,):
            heading = NO_HEADING  # a name alone on a line may also be part of an order
        is_open = line.text.endswith(":")
        if heading.among and not is_open and self._is_order(line.text):
            heading = NO_HEADING
        if heading.person and not self._is_of_another(heading.person):
            self.author = self.author or letters_of(heading.person)
            heading = NO_HEADING
        if not heading or (not heading.clear and self._goes_on(line)):
            self._take_plain(line)
            return
        before, dated = self.here, self.is_dated
        if heading.powers and self.before:
            self.here, self.before = self.before, ""
        wrong = self.head(heading)
        if self.is_word and heading.person:
            found.heads.append(line)
        if heading.words:
            if self.is_former:
                self.whose, self.is_former = "", False
            self.before = before if mark.leads else ""
            is_among = mark.leads and not dated and bool(found.lines.get(before))
            self.once = line.number if is_among else 0
        if wrong:
            found.tell(line, wrong, to_fix=False)
            return
        found.used.add(line.number)
        if heading.among and says("condition", line.text):
            found.tell(line, CONDITION_ABOVE)
        if heading.powers and line.text.endswith(f", {self.calendar.year} {self.here}"):
            return  # the head of a letter as the desk writes it: no ruleset reads more out of it
        if (heading.words or heading.weak) and not self.closed and not mark.leads:
            # A ruleset may read more out of it: units below `Builds:` are built.
            found.lines.setdefault(self.here, []).append(line)
            found.headings.add(line.number)

    def _is_of_another(self, person: str) -> bool:
        """Whether orders below a person's name are another's: the author's are above them. Below a
        word for old ones, none counts."""
        if says("over", person):
            return True
        if not is_former(person) and self._is_heading(person):
            return False
        above = [line.text for lines in self.found.lines.values() for line in lines]
        is_below = bool(above) and (self.is_reply or any(map(self.judge.may_be_order, above)))
        is_said = len(self.speakers) > 1 and letters_of(person) in self.speakers
        # `Anna 9:15 AM` again; the name in `26 Nov 9:15` is on another line.
        is_again = letters_of(person) == self.author and len(_NUMBER.findall(person)) == 2
        return ((is_below and not is_again) or is_said) and not self._is_author(person)

    def _is_author(self, person: str) -> bool:
        """Whether a name is that of the power's player."""
        name = fold(self.table.players.get(self.power, "").partition(" ")[0])
        return bool(name) and name in letters_of(person).split()

    def _goes_on(self, line: MailLine) -> bool:
        """Whether a line with a dash in front is the rest of the order above it."""
        above = self.found.lines.get(self.here, [])[-1:]
        if not line.dash or not above or above[0].dash or above[0].number + 1 != line.number:
            return False
        if not self.judge.is_unit_order(above[0].text) or self.judge.is_unit_order(line.text):
            return False
        return self._is_order(f"{above[0].text} - {line.text}")

    def _is_heading(self, text: str) -> bool:
        """Whether a line is a heading to the ruleset: `Declarations:`."""
        book = self.reader.read(f"{text.rstrip(':')}:")
        is_read = self.power in book.sheets and not book.complaints
        return is_read and not self.reader.orders_in(book)

    def _is_order(self, text: str) -> bool:
        book = self.reader.read(text)
        return any(one.order is not None for one in self.reader.orders_in(book))

    def _is_mine(self, text: str, *, is_unit: bool = True) -> bool:
        """Whether a line orders a unit of the power itself, or gives another order that counts."""
        if is_unit:  # a support without its move is an order of one's own, too
            return self.judge.is_unit_order(text) and self.reader.is_readable(text)
        book = self.reader.read(text)
        is_read = all(one.order is not None for one in self.reader.orders_in(book))
        return is_read and all(one.fate != "no" for one in book.complaints)

    def _take_plain(self, line: MailLine) -> None:
        found = self.found
        if self._goes_on(line):
            above = found.lines[self.here].pop()
            found.lines[self.here].append(replace(above, text=f"{above.text} - {line.text}"))
            found.used.add(line.number)
            return
        is_below = self.once not in (0, line.number) and self.before == self.calendar.phase
        if is_below and self._is_mine(line.text, is_unit=False):
            self.here, self.before, self.once = self.before, "", 0
        whole = line
        line, label = relabelled(line, self.headings, self.power)
        if self.found.lines.get(self.here) and self.judge.adds(whole.text):
            # Otherwise the order that it replaces would count too.
            found.tell(whole, _CORRECTS)
            return
        is_own = self.is_word and self.judge.is_unit_order(line.text)
        why = "" if is_own else self.whose
        why = "for another game" if self.away else why or self.other_year or self.over
        is_labelled = bool(label) and (not self.whose or self.is_former)
        if is_labelled and why == (self.whose if not is_own else ""):
            why = f"an order of {self.table.powers[label].name}"
        whose = (label,) if is_labelled else self.others if self.whose and not self.away else ()
        is_now = self.here == self.calendar.phase
        is_mine = is_now and why == self.whose and bool(whose) and self._is_mine(line.text)
        if is_mine:
            why = f"{why}, but the unit is yours: send its order without that heading"
        if why and self.judge.may_be_order(line.text):
            found.blocked = True
            found.foreign.update(dict.fromkeys(() if is_mine else whose))
        why = why or _unfit(line)
        if why:
            # A receipt goes to one player, and shows nothing of what others order.
            text = "..." if whose else shown(line.text)
            is_open = is_mine or bool(self.whose and not whose)
            to_fix = is_open and self.judge.may_be_order(line.text)
            if to_fix and why == self.whose:
                why += self.advice
            found.ignored.append(Ignored(line.number, text, why, to_fix))
        else:
            found.lines.setdefault(self.here, []).append(line)


def relabelled(line: MailLine, headings: Headings, power: str) -> tuple[MailLine, str]:
    """A line without `line 6:` or the power's own name in front of an order; and the other power
    whose name is there, "" for none."""
    judge = headings.judge
    if len(line.text) > _LONGEST_LINE:
        return line, ""
    rest = corrected(line.text)
    if rest != line.text and judge.may_be_order(rest):
        line = replace(line, text=rest)
    label = headings.label(line.text, clipped=True)
    rest = line.text.partition(":")[2].strip() if label else ""
    if label == power and judge.is_led(rest):
        return replace(line, text=rest), ""
    is_order = judge.is_unit_order(rest) or judge.begins_order(rest) or judge.is_count(rest)
    return line, label if is_order and label != power else ""


def _unfit(line: MailLine) -> str:
    if line.struck:
        return "struck out"
    return f"longer than {_LONGEST_LINE} characters" if len(line.text) > _LONGEST_LINE else ""
