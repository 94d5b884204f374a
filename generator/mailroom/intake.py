"""One mail on its way into a game: what it replaces, or why it is on hold."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from generator.archive.dates.deadlines import deadline_of, due_words
from generator.archive.files.writing import Change
from generator.archive.game.authorship import is_empty_on_purpose
from generator.archive.game.chain import record_words
from generator.archive.game.game import Game, load_game
from generator.archive.game.sheets import order_text
from generator.archive.people.versions import (
    CORRECTION,
    LATE,
    OLDER,
    STRANGER,
    MailSource,
    Submission,
    digest,
    mail_digest,
    standing,
    versions_of,
)
from generator.engine.corrections import is_partial
from generator.engine.orders.sheet import shown
from generator.mailroom.answer import one_line
from generator.mailroom.arrival import Arrival, in_utc
from generator.mailroom.layers import RECEIPT_LINES, lines_of
from generator.mailroom.letter import Letter, open_letter
from generator.mailroom.mail_table import table_of
from generator.mailroom.order_changes import (
    against,
    merged,
    moment_of,
    named_lines,
    numbers_in,
    read_section,
    reader_of,
    waiting_text,
    without_answers,
)
from generator.mailroom.reading import MailReading, read_letter
from generator.mailroom.ready_and_standing import (
    keeps_ready,
    notice_in,
    ready_told,
    why_unready,
    with_empty,
)
from generator.mailroom.receipt import PhaseReceipt, Receipt
from generator.mailroom.submissions import SheetPart, accept_version, file_parts
from generator.mailroom.table import MailTable, PhaseLines
from generator.mailroom.words import says

_MOST_SENDERS: Final = 5


class Taking(Struct, frozen=True):
    """The referee's options for taking mails. `mode` is "add" or "replace" where the referee
    decides the effect of a correction, otherwise ""."""

    power: str = ""
    phase: str = ""
    mode: str = ""
    dry_run: bool = False
    dated: bool = False
    """Whether the referee gives the time of the mail; also for a mail stored before."""


class Handled(Struct, frozen=True):
    """A mail that was handled: its receipt, its source, and whether a stranger may have sent it.
    `name` is that of the mail on disk. `letter` and `reading` are the mail as it was read, None for
    one that was on hold."""

    receipt: Receipt
    source: MailSource
    stranger: bool = False
    name: str = ""
    letter: Letter | None = None
    reading: MailReading | None = None


class _Phase(Struct, frozen=True):
    """The fate of the orders for one phase. `again` is the version that they are already;
    `last` is the one in effect before."""

    receipt: PhaseReceipt
    part: SheetPart
    again: Submission | None = None
    stands: bool = False
    last: Submission | None = None


def take(
    game: Game,
    table: MailTable,
    letter: Letter,
    arrival: Arrival,
    how: Taking,
    *,
    rehearsed: bool = False,
) -> Handled:
    """Read a letter and store what it orders. The caller holds the game's lock, unless it is a dry
    run; one that is `rehearsed` stores in a copy, for the mails after it. Raises what reading and
    storing raise; then nothing has been stored."""
    letter, answers = without_answers(letter, table, how.power)
    reading = with_empty(read_letter(letter, table, how.power, how.phase))
    stranger = reading.stranger
    known = table.addresses.get(reading.power, ())
    mail = _Incoming(game, reading, letter, arrival, stranger, how, answers, known)
    found = [mail.handled(section) for section in reading.sections]
    phase, unready = mail.ready_alone()
    found += [phase] if phase is not None else []
    noted = notice_in(game, reading, letter, arrival, stranger=stranger)
    receipts = [phase.receipt for phase in found]
    source = _source(letter, arrival)
    if rehearsed or not how.dry_run:
        receipts = _store(game, reading.power, found, source, noted.change)
        game = load_game(game.folder)
    now = next((each for each in found if each.part.phase == game.current_moment.phase), None)
    if now is not None:
        receipts = ready_told(game, receipts, reading.directives, now.last, now.part.ready)
    if how.dry_run:
        receipts = [replace(receipt, number=0) for receipt in receipts]
    receipt = Receipt(
        game.settings.title,
        reading.power,
        game.ruleset.powers[reading.power].name,
        arrival.said,
        bool(found or noted.lines) and not how.dry_run,
        tuple(receipts),
        # A stranger learns nothing: a complaint about an order may reveal what the power has.
        () if stranger else reading.ignored,
        (*reading.notes, *_dates(letter, arrival), *unready, *noted.notes),
        record_words(game.folder),
        noted.lines,
    )
    return Handled(receipt, source, stranger, letter=letter, reading=reading)


def accepted(game: Game, submission: Submission, mode: str, *, dry_run: bool) -> PhaseReceipt:
    """Accept a version that was put on hold, and report its effect. `mode` "add" puts it into the
    current sheet. The caller holds the game's lock."""
    before = waiting_text(game, submission.phase, submission.power)
    text, gone = submission.orders, None
    if mode == "add":
        named = _answered(game, submission)
        text, gone = merged(
            game,
            submission.phase,
            submission.power,
            before,
            submission.taken or submission.orders,
            named,
        )
    section = PhaseLines(
        submission.phase, text, numbers_in(text, () if gone is not None else submission.lines)
    )
    receipt = against(
        read_section(game, section, submission.power), game, submission.power, before, gone
    )
    last = standing(_versions(game, submission.phase, submission.power), submission.power)
    receipt = replace(receipt, replaces=last.number if last and receipt.changed >= 0 else 0)
    if not dry_run:
        number = accept_version(game, submission, text if mode == "add" else "")
        receipt = replace(receipt, number=number)
    return _dated(receipt, game)


def _answered(game: Game, submission: Submission) -> dict[int, int]:
    """The lines of a mail on hold that refer to lines of the current sheet."""
    if submission.taken or not submission.lines:
        return {}
    letter = open_letter((game.folder / submission.mail).read_bytes())
    _, answers = without_answers(letter, table_of(game), submission.power)
    last = standing(_versions(game, submission.phase, submission.power), submission.power)
    return named_lines(
        PhaseLines(submission.phase, submission.orders, submission.lines), last, answers
    )


class _Incoming(Struct, frozen=True):
    """A letter that has been read, on its way into the game. `answers` are the lines of it that
    answer lines of a receipt, `addresses` those that the game knows of the power."""

    game: Game
    reading: MailReading
    letter: Letter
    arrival: Arrival
    stranger: bool
    how: Taking
    answers: Mapping[int, int]
    addresses: Collection[str]

    def handled(self, section: PhaseLines) -> _Phase:
        """The fate of the orders for one phase."""
        game, power, phase = self.game, self.reading.power, section.phase
        versions = _versions(game, phase, power)
        last = standing(versions, power)
        before = waiting_text(game, phase, power)
        known = versions
        if self.stranger:  # who may not learn whether the orders are the current ones
            known = tuple(version for version in versions if STRANGER in version.aside)
        same = self._same(known, last, section.text)
        one = replace(self._read(section), empty=is_empty_on_purpose(section.text))
        aside = self._reasons(section, last, before, same)
        ready = phase == game.current_moment.phase and keeps_ready(
            self.reading.directives, section.text, before, last
        )
        part = SheetPart(phase, section.text, aside, "", section.numbers, ready)
        stands = last.number if last is not None else 0
        if same is not None and not (same.is_held and not aside):
            kept = () if same.stood or same.rejected else same.aside
            one = replace(one, repeats=same.number, number=same.number, aside=kept, stands=stands)
            part = replace(part, ready=same is last and last.ready)
            return _Phase(one, part, same, last=last)
        if aside:
            if STRANGER in aside:
                lines = tuple(section.text.rstrip("\n").split("\n"))
                one = PhaseReceipt(phase, one.title, unread=lines, due=one.due)
            if CORRECTION in aside:
                one = replace(one, missing=())  # lines it does not mention are on the current sheet
            return _Phase(replace(one, aside=aside, stands=stands), part, last=last)
        gone: Sequence[str] | None = None
        if self.how.mode == "add" and before.strip():
            named = named_lines(section, last, self.answers)
            text, gone = merged(game, phase, power, before, section.text, named)
            part = SheetPart(phase, text, (), section.text, ready=part.ready)
            one = self._read(PhaseLines(phase, text, numbers_in(text, ())))
        one = against(one, game, power, before, gone)
        if one.changed >= 0:
            one = replace(one, replaces=stands)
        if self._is_others(last):
            # No one learns the orders of others.
            one = replace(one, gone=())
            if one.added:
                one = replace(self._read(section), missing=())
        return _Phase(one, part, same, stands=True, last=last)

    def ready_alone(self) -> tuple[_Phase | None, tuple[str, ...]]:
        """READY, or NOT READY, in a mail without orders for the phase that is waited for: the
        current orders become a version again. Returns notes where it is not recorded."""
        game, power, wanted = self.game, self.reading.power, self.reading.directives.ready
        phase = game.current_moment.phase
        if wanted is None or any(section.phase == phase for section in self.reading.sections):
            return None, ()
        word = "READY" if wanted else "NOT READY"
        last = standing(_versions(game, phase, power), power)
        before = waiting_text(game, phase, power)
        other = self._is_others(last)
        why = why_unready(game, before, last, self.arrival, stranger=self.stranger, other=other)
        if why:
            return None, (f"{word} is not recorded: {why}",)
        lines = last.lines if last is not None else ()
        section = PhaseLines(phase, before, numbers_in(before, lines))
        one = replace(self._read(section), empty=is_empty_on_purpose(before))
        part = SheetPart(phase, before, (), "", section.numbers, wanted)
        same = last is not None and order_text(last.orders) == order_text(before)
        if last is not None and same and last.ready == wanted:
            return _Phase(replace(one, repeats=last.number), part, last, last=last), ()
        one = against(one, game, power, before, None)
        one = replace(one, replaces=last.number if last is not None else 0)
        return _Phase(one, part, stands=True, last=last), ()

    def _read(self, section: PhaseLines) -> PhaseReceipt:
        return _dated(read_section(self.game, section, self.reading.power), self.game)

    def _reasons(
        self, section: PhaseLines, last: Submission | None, before: str, same: Submission | None
    ) -> tuple[str, ...]:
        """Why orders may not simply take the place of those that wait; empty where they may."""
        found = []
        deadline = deadline_of(self.game.settings, moment_of(self.game, section.phase))
        came, sent = in_utc(self.arrival.came), in_utc(self.arrival.sent)
        if same is not None and same.came and not self.how.dated:
            # The first arrival counts, however often the mail is submitted.
            came, sent = same.came, same.sent
        if deadline is not None and deadline.is_past(datetime.fromisoformat(came)):
            found.append(LATE)
        if self.stranger:
            found.append(STRANGER)
        if last is not None and sent < last.sent:
            return (*found, OLDER)
        if not self.how.mode and before.strip():
            read = reader_of(self.game, section.phase, self.reading.power)
            subject, is_reply = self.game.ruleset.subject, _is_reply(self.letter)
            if is_partial(read(before), read(section.text), subject, is_reply=is_reply):
                found.append(CORRECTION)
        return tuple(found)

    def _same(
        self, versions: Sequence[Submission], last: Submission | None, taken: str
    ) -> Submission | None:
        """The version that a letter is already: the same mail, saved twice. Text without headers
        only matches the current version, or one on hold: players may return to what they wrote
        before.
        """
        letter = self.letter
        own = digest(letter.original)
        is_mail = bool(letter.message_id or letter.senders or letter.written or letter.arrived)
        for version in reversed(versions):
            if not is_mail and version is not last and not version.is_held:
                continue
            by_id = letter.message_id and version.message_id == letter.message_id[:200]
            if by_id and (version.taken or version.orders).strip() == taken.strip():
                return version
            if mail_digest(self.game.folder, version) == own:
                return version
        return None

    def _is_others(self, last: Submission | None) -> bool:
        """Whether the letter comes from another address than the version before it, and no one
        knows that both are the power's."""
        if last is None or not last.sender or not self.letter.senders or self.addresses:
            return False
        return self.letter.senders[0] not in last.sender.split(", ")


def _source(letter: Letter, arrival: Arrival) -> MailSource:
    return MailSource(
        letter.original,
        arrival.said,
        in_utc(arrival.came),
        in_utc(arrival.sent),
        shown(letter.written),
        ", ".join(letter.senders[:_MOST_SENDERS]),
        one_line(letter.subject),
        letter.message_id[:200],
    )


def _store(
    game: Game, power: str, found: Sequence[_Phase], source: MailSource, noted: Change
) -> list[PhaseReceipt]:
    new = [phase.part for phase in found if phase.again is None]
    done: Mapping[str, int] = {}
    if new or noted.writes:
        done = file_parts(game, power, new, source, noted)
    receipts = []
    for phase in found:
        if phase.again is None:
            receipts.append(replace(phase.receipt, number=done[phase.part.phase]))
        elif phase.stands:
            orders = phase.part.orders if phase.part.taken else ""
            number = accept_version(game, phase.again, orders)
            receipts.append(replace(phase.receipt, number=number))
        else:
            receipts.append(phase.receipt)
    return receipts


def _is_reply(letter: Letter) -> bool:
    """Whether a letter answers another one: by its headers, or by a receipt that it quotes."""
    if letter.in_reply_to or says("reply", letter.subject):
        return True
    lines, _ = lines_of(letter.text)
    return any(line.layer == "quoted" and line.text in RECEIPT_LINES for line in lines)


def _versions(game: Game, phase: str, power: str) -> tuple[Submission, ...]:
    return versions_of(game.folder, moment_of(game, phase), power)


def _dated(receipt: PhaseReceipt, game: Game) -> PhaseReceipt:
    deadline = deadline_of(game.settings, moment_of(game, receipt.phase))
    return receipt if deadline is None else replace(receipt, due=due_words(deadline))


def _dates(letter: Letter, arrival: Arrival) -> tuple[str, ...]:
    """The author's own date, where nothing else in the mail dates its arrival."""
    if letter.arrived or not letter.written:
        return ()
    written = shown(letter.written)
    if written == arrival.said:
        return ()
    return (f"dated {written} by its author; only the time of arrival counts",)
