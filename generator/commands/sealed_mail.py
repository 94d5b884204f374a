"""Sealed letters on their way in: found in mails and threads, opened, and held to what binds them.

    a mail, a file, a thread -> its sealed letters, each as a letter of its own, and the rest

Nothing is dropped: what cannot be opened is an error with its line, and so is a letter for another
game or for a phase that takes no orders; what was here before is said to be so.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from generator.archive.game.game import Game
from generator.archive.people.versions import submissions_of
from generator.archive.secret.age import Identity
from generator.commands.arrival import Arrival
from generator.commands.intake import Handled, Taking
from generator.commands.mail_table import table_of
from generator.commands.output import say
from generator.engine.errors import FileError, GameError, Place, TheatrumError, UsageError
from generator.engine.orders.sheet import shown
from generator.engine.phases import Moment
from generator.engine.words import count
from generator.mail import Letter, MailTable, open_letter
from generator.mail.layers import lines_of
from generator.mail.plain import decoded, plain_text
from generator.mail.prose import ProseJudge
from generator.mail.sealed import (
    Binding,
    Seal,
    SealedBlock,
    binding_of,
    blocks_in,
    mark_of,
    without_binding,
    without_blocks,
)

LONGEST_THREAD: Final = 8_000_000
"""Bytes of a thread; a game of twenty years with fifteen players has about half of it."""
_MOST_BLOCKS: Final = 2000
_MOST_NAMED: Final = 10
_UNBOUND: Final = (
    "the sealed letter does not say for which game, power and phase it is, so nobody can tell "
    "whether it is an old one"
)
_UNDATED: Final = "the sealed letter does not say when it was sealed: it counts as sent just now"


class Opened(Struct):
    """What was found in a mail or a thread. `letters` are to be taken, each with its name and when
    it came; `errors` are those that cannot be, and `notes` are for the referee."""

    letters: list[tuple[str, Letter, Arrival]] = field(default_factory=list)
    errors: list[tuple[str, TheatrumError]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def open_mail(
    game: Game, name: str, letter: Letter, arrival: Arrival, key: Identity | None
) -> Opened:
    """A mail's sealed letters, and the mail itself if it has orders beside them. `key` is the
    referee's, None where none is named: then each sealed letter is an error."""
    found = Opened()
    blocks = blocks_in(letter.text)
    inner = [blocks_in(part.text) for part in letter.parts]
    if not blocks and not any(inner):
        found.letters.append((name, letter, arrival))
        return found
    parts = [
        replace(part, text=without_blocks(part.text, own))
        for part, own in zip(letter.parts, inner, strict=True)
    ]
    rest = replace(letter, text=without_blocks(letter.text, blocks), parts=tuple(parts))
    texts = (rest.text, *(part.text for part in parts))
    has_orders = any(_order_lines(text, game) for text in texts)
    besides = sum(bool(line.strip()) for text in texts for line in text.split("\n"))
    if has_orders:
        found.letters.append((name, rest, arrival))
    elif besides:
        said = f"not read: {count(besides, 'line')} beside the sealed letter"
        letter = replace(letter, notes=(*letter.notes, said))
    every = (*blocks, *(block for own in inner for block in own))
    _open_blocks(found, game, name, every, letter, arrival, key)
    return found


def open_thread(
    game: Game, name: str, data: bytes, arrival: Arrival, key: Identity | None
) -> Opened:
    """The sealed letters of a thread, and nothing else of it. Raises FileError for a thread that is
    too long, or has none."""
    place = Place(name)
    if len(data) > LONGEST_THREAD:
        hint = f"at most {LONGEST_THREAD // 1_000_000} MB; give its last pages alone"
        raise FileError("the thread is too long", place=place, hint=hint)
    text = decoded(data)
    blocks = blocks_in(text)
    if not blocks:
        hint = "they begin with -----BEGIN AGE ENCRYPTED FILE-----; theatrum submit reads mails"
        raise FileError("there are no sealed letters in the thread", place=place, hint=hint)
    if len(blocks) > _MOST_BLOCKS:
        hint = f"at most {_MOST_BLOCKS:,}; give its last pages alone"
        raise FileError("the thread has too many sealed letters", place=place, hint=hint)
    found = Opened()
    if lines := _order_lines(plain_text(without_blocks(text, blocks)), game):
        named = ", ".join(map(str, lines[:_MOST_NAMED])) + (", ..." if lines[_MOST_NAMED:] else "")
        found.notes.append(
            f"{name}: what looks like orders in plain text is not taken from a thread: "
            f"line{'s' if lines[1:] else ''} {named}"
        )
    _open_blocks(found, game, name, blocks, Letter("", ""), arrival, key)
    return found


def bound_taking(game: Game, table: MailTable, letter: Letter, how: Taking) -> Taking:
    """The options for taking a letter: whose it is and for when it was sealed says. A sealed
    letter holds the whole sheet, as the desk writes it. Raises GameError for one of another game,
    for a phase that takes no orders, and where the referee's options say otherwise."""
    bound = letter.seal.binding if letter.seal is not None else Binding()
    if not bound.game:
        return how
    waits = f"{game.slug} waits for {game.current_moment}"
    when = f"{bound.year} {bound.phase}"
    if bound.game != game.slug:
        raise GameError(f"is sealed for the game {bound.game}, and this is {game.slug}")
    if bound.power not in table.powers:
        hint = f"powers: {', '.join(table.powers)}"
        raise GameError(f"is sealed for {bound.power}, which {game.slug} does not have", hint=hint)
    if how.power not in ("", bound.power):
        raise GameError(f"is sealed for {bound.power}, and --power says {how.power}")
    if bound.year != game.current_moment.year or bound.phase not in table.calendar.open:
        raise GameError(f"is sealed for {when}, which takes no orders", hint=waits)
    if how.phase not in ("", bound.phase):
        raise GameError(f"is sealed for {when}, and --phase says {how.phase}")
    return replace(how, power=bound.power, phase=bound.phase, mode=how.mode or "replace")


def new_in_thread(name: str, handled: Sequence[Handled]) -> list[Handled]:
    """Tell the referee of each letter of a thread where it stood, and give those that are new: a
    thread is given again and again, and whoever has had a receipt needs no other."""
    new, marks = [], []
    for mail in handled:
        phases, seal = mail.receipt.phases, mail.seal
        if seal is None or (phases and all(phase.repeats for phase in phases)):
            continue
        new.append(mail)
        versions = [f"version {phase.number}" for phase in phases if phase.number]
        told = ", ".join((mail.receipt.name, *versions, seal.mark))
        below = f"; it stands below: {shown(seal.below)}" if seal.below else ""
        say(f"{Place(name, seal.line)}: {told}{below}")
        if versions and seal.binding.salted:
            marks.append((seal.line, seal.mark))
    if old := len(handled) - len(new):
        were = "was" if old == 1 else "were"
        say(f"{name}: {count(old, 'sealed letter')} {were} here before: nothing changes")
    if marks:
        # A mark tells nothing of the orders, and only its author knows whose it is.
        say(f"for the thread: opened {', '.join(mark for _, mark in sorted(marks))}")
    return new


def _open_blocks(
    found: Opened,
    game: Game,
    name: str,
    blocks: Sequence[SealedBlock],
    outer: Letter,
    arrival: Arrival,
    key: Identity | None,
) -> None:
    """Open each block once, as a letter from where the outer one came from."""
    if game.settings.orders != "private":
        raise GameError(
            "it has sealed letters, and in this game orders wait where everybody can read them",
            place=Place(name, blocks[0].line),
            hint='write orders = "private" into game.toml; what waits moves into private/',
        )
    lines: dict[bytes, int] = {}
    taken = 0
    for block in blocks:
        place = Place(name, block.line)
        if block.data and block.data in lines:
            found.notes.append(f"{place}: the sealed letter of line {lines[block.data]} again")
            continue
        lines[block.data] = block.line
        try:
            letter = _letter(block, outer, key)
            seal = letter.seal
            if seal is not None and _was_taken(game, seal):
                taken += 1
            else:
                found.letters.append((str(place), letter, _arrival(letter, arrival)))
        except TheatrumError as error:
            error.place = place
            found.errors.append((str(place), error))
    if taken:
        has = "has" if taken == 1 else "have"
        found.notes.append(
            f"{name}: {count(taken, 'sealed letter')} of phases that are over {has} been taken then"
        )


def _letter(block: SealedBlock, outer: Letter, key: Identity | None) -> Letter:
    """The letter in a block. Raises FileError, GameError and UsageError."""
    if block.problem:
        raise FileError(f"the sealed letter {block.problem}", hint="ask for it again")
    if key is None:
        hint = "--identity FILE names the secret key that theatrum secrets keygen made"
        raise UsageError("here stands a sealed letter", hint=hint)
    try:
        opened = key.open(block.data)
    except GameError as error:
        raise GameError(f"the sealed letter {error.problem}", hint=error.hint) from None
    inner = open_letter(opened)
    notes = [*outer.notes, *inner.notes]
    try:
        binding = binding_of(inner.text)
    except ValueError as error:
        raise FileError(
            "the sealed letter has a remark that cannot be read",
            text=shown(str(error)),
            hint="# sealed for: GAME, POWER, YEAR PHASE, or # sealed at: 2027-03-01T10:00:00Z",
        ) from None
    notes += [] if binding.game else [_UNBOUND]
    notes += [] if binding.at else [_UNDATED]
    return Letter(
        without_binding(inner.text),
        inner.original,
        outer.subject,
        outer.senders,
        outer.sender_name,
        outer.message_id,
        outer.in_reply_to,
        outer.arrived,
        outer.written,
        tuple(notes),
        inner.parts,
        Seal(mark_of(opened), binding, block.line, block.below),
    )


def _arrival(letter: Letter, arrival: Arrival) -> Arrival:
    """When a sealed letter came: by its channel; and when it was sent: by its author's clock, as
    long as that is not fast. So an old letter that somebody posts again stays the older one."""
    at = letter.seal.binding.at if letter.seal is not None else ""
    if not at:
        return arrival
    return replace(arrival, sent=min(datetime.fromisoformat(at), arrival.came))


def _was_taken(game: Game, seal: Seal) -> bool:
    """Whether a letter is a version of a phase that is over: a thread holds those of all."""
    bound, running = seal.binding, game.current_moment
    if bound.game not in ("", game.slug):
        return False
    played = {(one.moment.year, one.moment.phase) for one in game.phases}
    if bound.game:
        played &= {(bound.year, bound.phase)}
    return any(
        version.mark == seal.mark
        for year, phase in sorted(played - {(running.year, running.phase)})
        for version in submissions_of(game.folder, Moment(year, 0, phase))
    )


def _order_lines(text: str, game: Game) -> list[int]:
    """The lines of a text that look like orders."""
    table = table_of(game)
    judge = ProseJudge(table.names, table.examples)
    return [
        line.number
        for line in lines_of(text)[0]
        if (judge.is_unit_order(line.text) or judge.begins_order(line.text))
        and judge.may_be_order(line.text)
    ]
