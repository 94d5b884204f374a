"""Splitting a post where a place takes only so many characters: between powers, never in an order.

Every part is complete: what is open at its end is closed there, and opened again in the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

_GAP: Final = "\n\n"


class Block(Struct, frozen=True):
    """What stays together where it can: `pieces`, joined, between `opening` and `closing`.

    Pieces are never cut. A block that needs several posts has `again` in the place of `opening`
    from the second on; "" for the same.
    """

    opening: str
    pieces: tuple[str, ...]
    closing: str = ""
    joint: str = "\n"
    again: str = ""

    def __str__(self) -> str:
        return f"{self.opening}{self.joint.join(self.pieces)}{self.closing}"

    def __len__(self) -> int:
        return len(str(self))


class TooLongError(ValueError):
    """Something that must stay whole is longer than a post may be. `length` is what it needs."""

    def __init__(self, length: int) -> None:
        super().__init__(f"a part that stays whole has {length} characters")
        self.length = length


def split_blocks(
    blocks: Iterable[Block], limit: int, head: Callable[[int, int], str]
) -> tuple[str, ...]:
    """The blocks as posts of at most `limit` characters each (0: one post of any length).

    `head(part, parts)` is what each part begins with where there are several, the first too.
    Raises TooLongError.
    """
    whole = [block for block in blocks if block.pieces or block.opening]
    single = _joined(whole) + "\n"
    if not limit or len(single) <= limit:
        return (single,)
    # Room for a head with as many digits as it could have, and for the line's end.
    room = limit - len(head(999, 999)) - len(_GAP) - 1
    parts = list(_packed(whole, room))
    return tuple(
        f"{head(number, len(parts))}{_GAP}{_joined(part)}\n" for number, part in enumerate(parts, 1)
    )


def _joined(blocks: Iterable[Block]) -> str:
    return _GAP.join(map(str, blocks))


def _packed(blocks: Iterable[Block], room: int) -> Iterator[list[Block]]:
    """Blocks in lists that fit; one that fits into no list alone is parted between its pieces."""
    part: list[Block] = []
    used = 0
    for block in blocks:
        pieces = [block] if len(block) <= room else [*_parted(block, room)]
        for piece in pieces:
            more = len(piece) + (len(_GAP) if part else 0)
            if part and used + more > room:
                yield part
                part, used, more = [], 0, len(piece)
            part.append(piece)
            used += more
    if part:
        yield part


def _parted(block: Block, room: int) -> Iterator[Block]:
    again = replace(block, opening=block.again or block.opening)
    now, pieces = block, list[str]()
    for piece in block.pieces:
        longer = replace(now, pieces=(*pieces, piece))
        if len(longer) > room and pieces:
            yield replace(now, pieces=tuple(pieces))
            now, pieces = again, []
            longer = replace(now, pieces=(piece,))
        if len(longer) > room:
            raise TooLongError(len(longer))
        pieces.append(piece)
    yield replace(now, pieces=tuple(pieces))
