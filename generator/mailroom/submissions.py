"""Storing incoming orders where they wait; every version and its mail stay in private/."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from generator.archive.files.layout import mail_path
from generator.archive.files.names import is_slug
from generator.archive.files.reading import read_exact_text
from generator.archive.files.writing import Change, commit
from generator.archive.game.game import Game
from generator.archive.game.orders import OrderText
from generator.archive.game.sheets import order_text, waiting_path, with_orders
from generator.archive.people.ready import Waiting, note_received
from generator.archive.people.versions import (
    MailSource,
    Submission,
    format_version,
    numbers_of,
    standing,
    title_in,
    versions_of,
)
from generator.engine.errors import FileError, GameError, Place
from generator.engine.phases import Moment
from generator.engine.words import nearest


class SheetPart(Struct, frozen=True):
    """Orders for one phase, to be stored. With a reason `aside` to hold them back they replace
    nothing.

    `taken`, `lines` and `ready` are those of `Submission`."""

    phase: str
    orders: str
    aside: tuple[str, ...] = ()
    taken: str = ""
    lines: tuple[int, ...] = ()
    ready: bool = False


def file_parts(
    game: Game,
    power: str,
    parts: Sequence[SheetPart],
    source: MailSource,
    more: Change | None = None,
) -> Mapping[str, int]:
    """Store what a mail has for each phase, as its own version; gives their numbers.

    The orders of a part that is not on hold wait for their phase from now on. `more` are standing
    orders in the mail, which are written with them. The caller holds the game's lock. All is
    written, or nothing. Raises GameError for a power or phase that takes no orders, and FileError.
    """
    more = more or Change({})
    running = _check(game, power, [part.phase for part in parts], more=bool(more.writes))
    year, folder = running.year, game.folder
    path = waiting_path(game.settings, year, power)
    whole = _waiting_file(folder / path)
    waiting = game.year_orders(year)
    writes: dict[str, str] = {}
    numbers: dict[str, int] = {}
    for part in parts:
        orders = order_text(part.orders)
        before = waiting.of(part.phase).get(power)
        stood = 0
        if not part.aside:
            _check_place(game, path, before)
            title = title_in(game, part.phase)
            whole = with_orders(folder / path, whole, part.phase, orders, title)
            writes[path] = whole
            stood = _next_to_stand(folder, Moment(year, running.number, part.phase), power)
        number = _free_number(folder, year, part.phase, power)
        mail = mail_path(year, part.phase, power, number, "txt")
        version = Submission(
            power=power,
            number=number,
            received=source.received,
            orders=orders,
            mail=mail,
            phase=part.phase,
            came=source.came,
            sent=source.sent,
            written=source.written,
            sender=source.sender,
            subject=source.subject,
            message_id=source.message_id,
            aside=part.aside,
            stood=stood,
            taken=order_text(part.taken),
            lines=part.lines,
            ready=part.ready,
        )
        writes[mail] = source.original
        writes[mail_path(year, part.phase, power, number, "toml")] = format_version(version)
        numbers[part.phase] = number
    stand = {part.phase: part for part in parts if not part.aside}
    now = stand.get(running.phase)
    changed = Waiting(power, now.orders, now.ready) if now is not None else None
    received = note_received(game, changed, noted=bool(more.writes))
    commit(folder, Change({**writes, **more.writes, **received}))
    return numbers


def accept_version(game: Game, version: Submission, orders: str = "") -> int:
    """Accept a version that was put on hold: with its own orders, or with `orders`, into which its
    own have been merged. Returns its number. The caller holds the game's lock. Raises as
    `file_parts` does."""
    running = _check(game, version.power, [version.phase])
    folder, path = game.folder, waiting_path(game.settings, running.year, version.power)
    before = game.year_orders(running.year).of(version.phase).get(version.power)
    _check_place(game, path, before)
    if orders:
        taken = version.taken or version.orders
        version = replace(version, orders=order_text(orders), taken=taken, lines=())
    moment = Moment(running.year, running.number, version.phase)
    # A player who returns to an earlier version has not sent READY with it again.
    version = replace(version, ready=version.ready and not version.stood)
    version = replace(version, stood=_next_to_stand(folder, moment, version.power), rejected=False)
    title = title_in(game, version.phase)
    whole = with_orders(
        folder / path, _waiting_file(folder / path), version.phase, version.orders, title
    )
    changed = Waiting(version.power, version.orders, version.ready)
    noted = _noted(running.year, version)
    noted |= note_received(game, changed if version.phase == running.phase else None)
    commit(folder, Change({path: whole, **noted}))
    return version.number


def reject_version(game: Game, submission: Submission) -> None:
    """Note that a version is rejected; it stays in private/. The caller holds the game's
    lock."""
    year = game.current_moment.year
    commit(game.folder, Change(_noted(year, replace(submission, rejected=True))))


def _noted(year: int, submission: Submission) -> dict[str, str]:
    path = mail_path(year, submission.phase, submission.power, submission.number, "toml")
    return {path: format_version(submission)}


def _waiting_file(path: Path) -> str:
    return read_exact_text(path) if path.exists() else ""


def _next_to_stand(folder: Path, moment: Moment, power: str) -> int:
    last = standing(versions_of(folder, moment, power), power)
    return last.stood + 1 if last is not None else 1


def _free_number(folder: Path, year: int, phase: str, power: str) -> int:
    number = len(numbers_of(folder, year, phase, power)) + 1
    while (folder / mail_path(year, phase, power, number, "txt")).exists():
        number += 1
    return number


def _check(game: Game, power: str, phases: Sequence[str], *, more: bool = False) -> Moment:
    """The phase that the game waits for. Raises GameError for orders that no one may give now."""
    if game.ending is not None:
        raise GameError(f"{game.slug} is over: {game.ending.text}")
    if power not in game.ruleset.powers:
        hint = nearest(power, game.ruleset.powers, "powers")
        raise GameError(f"{game.ruleset.title} has no power {power}", hint=hint)
    if not phases and not more:
        raise GameError(f"the orders of {power} are for no phase")
    running = game.current_moment
    played = {r.moment.phase for r in game.phases if r.moment.year == running.year}
    for phase in phases:
        if phase != running.phase and phase in played:
            hint = f"the game waits for {running}"
            raise GameError(f"{running.year} {phase} has been adjudicated", hint=hint)
        if not is_slug(phase) or not title_in(game, phase):
            hint = f"the game waits for {running}"
            raise GameError(f"{game.ruleset.title} has no phase {phase!r}", hint=hint)
    return running


def _check_place(game: Game, path: str, before: OrderText | None) -> None:
    """Raises FileError where orders wait in another file than the one in the game's settings."""
    if before is None or not before.text.strip() or before.path == game.folder / path:
        return
    raise FileError(
        f"[{before.phase}] has orders, but those of this game wait in {path}",
        place=Place(str(before.path)),
        hint="move them there",
    )
