"""The author of a power's orders for a phase, where it was not the player.

    [spring-movement]
    orders = \"\"\"
    A PAR H
    \"\"\"
    author = "caretaker"    "standing": the player's standing orders; "nobody": nothing came
    missed = 2              phases missed one after another, this one counted

In older games also `leave = true` (the player was away with leave, and missed nothing) and `seat =
"open"` (a new player was looked for). Adjudicating writes these keys, never a player, and they are
part of the public record. A table without them has what the player sent. A player who sends nothing
on purpose sends a remark to that effect (`NO_ORDERS`): "sent empty" and "nothing came" differ in
every file.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from generator.engine.typed import Table
from generator.engine.words import count

NO_ORDERS: Final = "# no orders, on purpose"
"""The line on the sheet of a power that sent nothing on purpose."""
_OPEN: Final = "open"
_WORDS: Final = {
    "standing": "standing orders",
    "caretaker": "orders of a caretaker, a program",
    "nobody": "no orders came",
}


class Authorship(Struct, frozen=True):
    """The author of a power's orders. `author` is "standing", "caretaker" or NOBODY, and "" for the
    player. `missed` counts the phases that the player has missed one after another, with this one;
    0 for none, and in older games for one with `leave`. `is_open`, in older games too: the seat was
    open from this phase on."""

    author: str = ""
    missed: int = 0
    leave: bool = False
    is_open: bool = False


PLAYER: Final = Authorship()
"""Orders that the player sent."""


def author_lines(authorship: Authorship) -> str:
    """The lines of a phase's table for the author of its orders; "" for the player."""
    if not authorship.author:
        return ""
    lines = f'author = "{authorship.author}"\n'
    lines += f"missed = {authorship.missed}\n" if authorship.missed else ""
    lines += "leave = true\n" if authorship.leave else ""
    return lines + (f'seat = "{_OPEN}"\n' if authorship.is_open else "")


def author_words(authorship: Authorship) -> str:
    """The authorship in words for readers: "no orders came, 2 phases missed in a row"; "" for the
    player."""
    if not authorship.author:
        return ""
    words = [_WORDS[authorship.author]]
    if authorship.leave:
        words.append("the player is on leave")
    elif authorship.missed:
        words.append(missed_words(authorship.missed))
    if authorship.is_open:
        words.append("the seat is open")
    return ", ".join(words)


def missed_words(number: int) -> str:
    """How many phases were missed: "2 phases missed in a row"."""
    return f"{count(number, 'phase')} missed{' in a row' if number > 1 else ''}"


class PhaseTable(Table, frozen=True):
    """The table of a phase in an order file."""

    orders: str | None = None
    author: Literal["", "standing", "caretaker", "nobody"] = ""
    missed: Annotated[int, Meta(ge=0, le=9999)] = 0
    leave: bool = False
    seat: Literal["", "open"] = ""

    @property
    def authorship(self) -> Authorship:
        return Authorship(self.author, self.missed, self.leave, self.seat == _OPEN)


AUTHOR_KEYS: Final = PhaseTable.__struct_fields__[1:]
"""The keys of a phase's table beside `orders`."""


def is_empty_on_purpose(text: str) -> bool:
    """Whether a sheet has the remark `NO_ORDERS`, and no orders."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return NO_ORDERS in lines and all(line.startswith("#") for line in lines)
