"""Notices: the events of a game that a channel has not announced yet.

There is one notice for each event: a turn is out, a deadline was set or moved, orders are missing,
a phase was corrected, the game is over. announced.toml remembers what was announced in which
channel, a table for each notice, counted from 1:

    to = "discord"
    event = "turn"
    about = "1620 2-movement"     the phase, or the number of the correction
    waits = "1620 3-retreats"     the phase that waited for orders
    due = "2027-03-09T20:00+01:00"   and its deadline as announced; "" for none
    corrections = 0               how many corrections there were

A new channel gets only the newest turn. Notices contain nothing secret: anyone may read the
channel. Mails with reminders are made elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.archive.dates.deadlines import Deadline, deadline_of, due_words
from generator.archive.files.layout import ANNOUNCED, key_of
from generator.archive.files.reading import TomlText, read_toml
from generator.archive.files.toml_layout import format_toml
from generator.archive.files.writing import Change, commit, writing
from generator.archive.game.game import Game
from generator.archive.people.ready import orders_received
from generator.archive.play.adjudicating import check_game
from generator.archive.publish.announcing import one_line, summary_of
from generator.archive.record.amendments import read_amendments
from generator.archive.secret.sealed_record import check_unsealed
from generator.engine.words import count

Event = Literal["turn", "over", "deadline", "correction", "reminder"]
EVENTS: Final[tuple[Event, ...]] = ("turn", "over", "deadline", "correction", "reminder")

_TEXTS: Final = ("to", "event", "about", "waits", "due")
_COMMENT: Final = "Announcements and their channels. Written by theatrum announce."


class ToldNews(Struct, frozen=True):
    """A notice that went to a channel, as announced.toml remembers it."""

    to: str
    event: str
    about: str
    waits: str
    due: str
    corrections: int


class News(Struct, frozen=True):
    """Something to announce. `lines` are its full text, `page` is an address of the site, relative
    to its root. `told` is how it will be remembered, still without its channel."""

    event: Event
    title: str
    lines: tuple[str, ...]
    page: str
    told: ToldNews


def notices_for(game: Game, told: Sequence[ToldNews]) -> Iterator[News]:
    """The notices that a channel lacks after those in `told`, in the order in which to send them;
    without the reminder. Raises FileErrors."""
    last = game.phases[-1] if game.phases else None
    if last is None:
        return
    stand, deadline = _stand(game, told)
    known = {(row.event, row.about) for row in told}
    if told:
        yield from _corrections(game, stand)
    if game.is_over:
        if ("over", key_of(last.moment)) not in known:
            yield _over(game, stand)
        return
    if ("turn", key_of(last.moment)) not in known:
        yield _turn(game, stand, deadline)
        return
    last_due = [row.due for row in told if row.waits == stand.waits]
    if stand.due and last_due and last_due[-1] != stand.due:
        yield _moved(game, stand, deadline)


def reminder_for(
    game: Game, told: Sequence[ToldNews], now: datetime, before: timedelta
) -> News | None:
    """The reminder that a channel has not had yet: from `before` the deadline on, while orders are
    missing. `now` has a zone.

    Raises FileErrors, and GameError where orders may have come that are not here.
    """
    if game.is_over or game.settings.archived:
        return None
    stand, deadline = _stand(game, told)
    about = f"{stand.waits} {stand.due}"
    if deadline is None or ("reminder", about) in {(row.event, row.about) for row in told}:
        return None
    if not deadline.due - before <= now <= deadline.closes:
        return None
    return _reminder(game, stand, about, deadline)


def _stand(game: Game, told: Sequence[ToldNews]) -> tuple[ToldNews, Deadline | None]:
    """The present state of the game in the form in which a notice is remembered, and the deadline
    that counts. For a new channel the corrections so far are not news."""
    heard = [row.corrections for row in told]
    corrections = max(heard) if heard else len(read_amendments(game.folder))
    if game.is_over:
        return ToldNews("", "", "", "", "", corrections), None
    moment = game.current_moment
    deadline = None if game.settings.pause else deadline_of(game.settings, moment)
    due = deadline.due.isoformat(timespec="minutes") if deadline else ""
    return ToldNews("", "", "", key_of(moment), due, corrections), deadline


# --- their texts


def _headed(game: Game, said: str) -> str:
    return f"{one_line(game.settings.title)}: {one_line(said)}"


def _turn(game: Game, stand: ToldNews, deadline: Deadline | None) -> News:
    record = game.phases[-1]
    moment = record.moment
    due = f", due {due_words(deadline)}" if deadline else ""
    return News(
        "turn",
        _headed(game, f"{record.title} is out"),
        (*_told_of(game), f"Next: {game.ruleset.phase_title(game.current_moment)}{due}."),
        f"{game.slug}/{moment.year}/{moment.phase}/",
        replace(stand, event="turn", about=key_of(moment)),
    )


def _over(game: Game, stand: ToldNews) -> News:
    ending = game.ending
    said = one_line(ending.text) if ending else ""
    return News(
        "over",
        _headed(game, "the game is over"),
        (said,) if said else _told_of(game),
        f"{game.slug}/",
        replace(stand, event="over", about=key_of(game.phases[-1].moment)),
    )


def _told_of(game: Game) -> tuple[str, ...]:
    said = summary_of(game, game.phases[-1])
    return (said,) if said else ()


def _moved(game: Game, stand: ToldNews, deadline: Deadline | None) -> News:
    title = game.ruleset.phase_title(game.current_moment)
    return News(
        "deadline",
        _headed(game, f"the deadline of {title} has changed"),
        (f"Orders are now due {due_words(deadline)}.",) if deadline else (),
        f"{game.slug}/",
        replace(stand, event="deadline", about=stand.waits),
    )


def _corrections(game: Game, stand: ToldNews) -> Iterator[News]:
    """The corrections made since the channel's last notice of one."""
    for number, amendment in enumerate(read_amendments(game.folder), 1):
        if number > stand.corrections:
            moment = amendment.moment
            title = next(
                (phase.title for phase in game.phases if phase.moment == moment), str(moment)
            )
            others = [row for row in amendment.changed if row.moment != moment]
            more = f"It also changed {count(len(others), 'later phase')}." if others else ""
            yield News(
                "correction",
                _headed(game, f"{title} was corrected"),
                (f"The reason: {one_line(amendment.reason)}", *((more,) if more else ())),
                f"{game.slug}/{moment.year}/{moment.phase}/",
                replace(stand, event="correction", about=str(number), corrections=number),
            )


def _reminder(game: Game, stand: ToldNews, about: str, deadline: Deadline) -> News | None:
    """A reminder with the number of missing orders, if the site shows it, too; never whose they
    are. None if no orders are missing."""
    check_unsealed(game)  # a player who has sent orders is not reminded
    missing = check_game(game).missing
    if not missing:
        return None
    title = game.ruleset.phase_title(game.current_moment)
    said = f"Orders for {title} are due {due_words(deadline)}."
    if orders_received(game) is not None:
        awaited = len(game.ruleset.awaits(game.current_state()))
        have = "has" if len(missing) == 1 else "have"
        said += f" {len(missing)} of {count(awaited, 'power')} {have} not sent theirs."
    return News(
        "reminder",
        _headed(game, f"orders for {title} are missing"),
        (said,),
        f"{game.slug}/",
        replace(stand, event="reminder", about=about),
    )


# --- what was announced


def read_told(folder: Path) -> tuple[ToldNews, ...]:
    """The announcements of a game, in their order. Raises FileError."""
    path = folder / ANNOUNCED
    if not path.exists() and not path.is_symlink():
        return ()
    toml = read_toml(path)
    if list(toml.data) != [str(number) for number in range(1, len(toml.data) + 1)]:
        raise toml.error("the notices are not counted from 1", next(iter(toml.data), ""))
    return tuple(_row(toml, key, table) for key, table in toml.data.items())


def _row(toml: TomlText, key: str, table: Any) -> ToldNews:
    good = isinstance(table, dict) and set(table) == {*_TEXTS, "corrections"}
    if not good or not all(isinstance(table[name], str) for name in _TEXTS):
        raise toml.error("is not a notice as theatrum wrote it", key)
    if type(table["corrections"]) is not int:
        raise toml.error("corrections is not a number", key, "corrections")
    return ToldNews(**table)


def note_notice(folder: Path, told: ToldNews) -> bool:
    """Remember a notice, before it goes out. False if it was there already: then no one sends it
    again. Raises FileError and GameError."""
    with writing(folder):
        rows = read_told(folder)
        own = [row for row in rows if row.to == told.to]
        if told.event == "deadline":
            # The last word on the phase counts: a deadline may go back to where it was.
            if told.due in [row.due for row in own if row.waits == told.waits][-1:]:
                return False
        elif any((row.event, row.about) == (told.event, told.about) for row in own):
            return False
        _write(folder, (*rows, told))
    return True


def forget_notice(folder: Path, told: ToldNews) -> None:
    """Take a notice back that surely reached no one."""
    with writing(folder):
        rows = list(read_told(folder))
        for number in range(len(rows) - 1, -1, -1):
            if rows[number] == told:
                del rows[number]
                break
        _write(folder, rows)


def _write(folder: Path, rows: Sequence[ToldNews]) -> None:
    if not rows:
        commit(folder, Change(removes=(ANNOUNCED,)))
        return
    tables = {
        str(number): {name: getattr(row, name) for name in (*_TEXTS, "corrections")}
        for number, row in enumerate(rows, 1)
    }
    commit(folder, Change({ANNOUNCED: format_toml(tables, _COMMENT)}))
