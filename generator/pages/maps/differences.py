"""A text as its differences from another: the maps of a game have nearly all in common.

    base    <path class="land pw-spain" d="M1 2l30 40"/>
    text    <path class="land pw-france" d="M1 2l30 40"/>
    coded   ^0.j^france^o.f^

Pieces to write stand between pieces to copy. Such a one says, in base 36, where it begins and how
long it is: first come the letters of the base, then those of the text itself, as far as they are
written. Scripts count letters in units of 16 bits, so all others must be written as references.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

SIGN: Final = "^"
"""Stands before and after each piece to copy."""
_LEAST: Final = 14
"""The shortest piece that is copied, in letters: to say where it is takes up to eight."""
_START: Final = re.compile(r"[^a-z0-9]")
"""Where a piece to copy may begin: at words, values and tags."""
_FAR: Final = re.compile("[\U00010000-\U0010ffff]")
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


class Differences:
    """Writes texts as their differences from `base`, which has an index for that. That of another
    one may come `before` it; `told` is then what that makes of this one, else ""."""

    def __init__(self, base: str, before: Differences | None = None):
        # The sign itself can be copied, so that it never stands for itself.
        text = plain_letters(base) + SIGN
        if before is None:
            self.base, self.told = text, ""
            self._index = _index(text, 0, [(0, len(text))])
        else:
            self.base, self.told = before.base + text, before.code(base)
            # What stands in the earlier one is found there.
            self._index = _index(text, len(before.base), _written(self.told)) | before._index

    def code(self, text: str) -> str:
        """What `restore` makes the text of; letters beyond 16 bits become references."""
        text = plain_letters(text)
        length, done, after = len(self.base), 0, 0
        own: dict[str, int] = {}
        parts: list[str] = []
        while found := _START.search(text, max(done, after)):
            start = found.start()
            after = start + 1
            key = text[start : start + _LEAST]
            place, size = self._index.get(key, 0), 0
            if key in self._index:
                size = _common(self.base, place, text, start)
            earlier = own.setdefault(key, start)
            if earlier < start:
                more = min(_common(text, earlier, text, start), start - earlier)
                if more > size:
                    place, size = length + earlier, more
            if size >= _LEAST:
                parts += (text[done:start], f"{_number(place)}.{_number(size)}")
                done = start + size
            elif text[start] == SIGN:
                parts += (text[done:start], f"{_number(length - 1)}.1")
                done = start + 1
        return SIGN.join([*parts, text[done:]])


def restore(base: str, code: str) -> str:
    """The text that was written as `code`; what drawing.js does. `base` is that of Differences."""
    text = base
    for number, part in enumerate(code.split(SIGN)):
        if number % 2:
            start, size = (int(one, 36) for one in part.split("."))
            part = text[start : start + size]
        text += part
    return text[len(base) :]


def plain_letters(text: str) -> str:
    """The text of an HTML page or SVG with references for all letters beyond 16 bits."""
    return _FAR.sub(lambda found: f"&#{ord(found[0])};", text)


def _index(text: str, offset: int, parts: Iterable[tuple[int, int]]) -> dict[str, int]:
    """{the first letters of a piece: where it stands first}, of pieces that begin in these parts of
    the text, or end there. The text stands at `offset`."""
    found: dict[str, int] = {}
    # From the last one to the first: of those with the same letters the first stays.
    for begin, end in reversed(list(parts)):
        starts = [one.start() for one in _START.finditer(text, max(0, begin - _LEAST), end)]
        found |= {text[start : start + _LEAST]: offset + start for start in reversed(starts)}
    return found


def _written(code: str) -> Iterator[tuple[int, int]]:
    """The parts of a text that its code writes, and does not copy: where they begin and end."""
    at = 0
    for number, part in enumerate(code.split(SIGN)):
        if number % 2:
            at += int(part.partition(".")[2], 36)
        else:
            yield at, at + len(part)
            at += len(part)


def _common(one: str, start: int, two: str, begin: int) -> int:
    """How many letters are the same from those two places on."""
    most = min(len(one) - start, len(two) - begin)
    size, step = 0, 32
    # Ever larger steps, then ever smaller ones: most pieces are long, and slices are cheap.
    while (
        size < most
        and one[start + size : start + size + step] == two[begin + size : begin + size + step]
    ):
        size += step
        step *= 2
    while step:
        if one[start + size : start + size + step] == two[begin + size : begin + size + step]:
            size += step
        step //= 2
    return min(size, most)


def _number(value: int) -> str:
    digits = ""
    while value or not digits:
        value, digit = divmod(value, 36)
        digits = _DIGITS[digit] + digits
    return digits
