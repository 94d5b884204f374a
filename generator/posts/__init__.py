"""A turn as a post for a forum, a chat or a mail: its contents here, before any tags, and beside it
the markup of each place.

Pure: a `Post` and a `Dialect` in, texts out. Nothing here reads games, files or clocks.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec import Struct

Fate = Literal["done", "failed", "void"]
"""How an order is drawn: as it is, as one that was beaten, or as one that never counted."""


class OrderLine(NamedTuple):
    """An order. `word` is its outcome, `reasons` why, each with its rule's id or "".

    `note` is where it came from if not from the player, `written` what the player wrote where
    that differs, `remedy` in a sentence what would have helped. `is_quiet`: it went as ordered, and
    shares a line with others of its kind.
    """

    order: str
    word: str
    fate: Fate
    reasons: tuple[tuple[str, str], ...] = ()
    note: str = ""
    written: str = ""
    remedy: str = ""
    is_quiet: bool = False


class PowerOrders(Struct, frozen=True):
    """The orders of a power, with its player and a line that sums them up."""

    name: str
    summary: str
    orders: tuple[OrderLine, ...]


class TurnSection(Struct, frozen=True):
    """A part of the ruleset's report: a table, or the same in sentences.

    A section with a head has rows as long as it. `is_register`: a whole table that stays the same
    from turn to turn, and that the site shows better.
    """

    title: str
    lines: tuple[str, ...] = ()
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    notes: tuple[str, ...] = ()
    is_register: bool = False


class PostStandings(Struct, frozen=True):
    """The standings: labels of the counts, and for each power place, name and counts."""

    labels: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


class RulingNote(Struct, frozen=True):
    """A ruling of the referee: "Ruling 2", what was decided (or ""), and why."""

    title: str
    decision: str
    reason: str
    rule: str = ""


class DueOrders(Struct, frozen=True):
    """The phase that waits for orders: its title, by when ("" if no day is set), from whom.
    `paused` is since when no deadline applies, "" for a game that is not paused."""

    title: str
    by: str
    powers: tuple[str, ...]
    paused: str = ""


class Post(Struct, frozen=True):
    """A phase as a post shows it; all of it is public, and it is not escaped.

    `moment` is the phase in two words ("1621 movement"), `title` its title in full. `map` and
    `page` are whole addresses, or "". `links` are further (label, address).
    `record` are the first digits of the phase's head in the chain over the public record, or "".
    `corrected` are sentences about corrections, for who has read the post before.
    """

    game: str
    moment: str
    title: str
    headline: str = ""
    summary: tuple[str, ...] = ()
    tally: str = ""
    map: str = ""
    page: str = ""
    sections: tuple[TurnSection, ...] = ()
    powers: tuple[PowerOrders, ...] = ()
    standing: PostStandings = PostStandings()
    rulings: tuple[RulingNote, ...] = ()
    due: DueOrders | None = None
    ending: str = ""
    links: tuple[tuple[str, str], ...] = ()
    record: str = ""
    corrected: tuple[str, ...] = ()
