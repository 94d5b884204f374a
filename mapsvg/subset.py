"""Parts of the shipped fonts: just the letters of one map, for a self-contained picture.

A font is a file of tables. The fonts made here have the tables that browsers ask for, packed as
WOFF:

    cmap   which letter is which outline           glyf, loca   the outlines, and where each begins
    hmtx   how far each letter moves the pen       kern         which pairs are closer or wider

The rest is copied. No letter of the fonts is made of others: their workshop saw to that.
"""

from __future__ import annotations

import itertools
import struct
import zlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from msgspec import Struct

_COPIED: Final = ("OS/2", "head", "hhea", "maxp", "post")
_TRUE_TYPE: Final = 0x00010000


class _Font(Struct, frozen=True):
    """A font as it was read: {character: number of its outline}, the outlines, what each moves the
    pen by and where it begins, the kerning of pairs of outlines, and the tables that are copied."""

    numbers: Mapping[str, int]
    outlines: tuple[bytes, ...]
    moves: tuple[bytes, ...]
    kerning: Mapping[tuple[int, int], int]
    copied: Mapping[str, bytes]


def subset(path: Path, texts: Iterable[str]) -> bytes:
    """A WOFF of the letters in those texts, with the kerning of the pairs that are side by side
    there. A letter that the font lacks is left out."""
    font = _read(path)
    lines = sorted(set(texts))
    letters = [letter for letter in sorted(set("".join(lines))) if letter in font.numbers]
    # Number 0 is the sign for letters that are missing: it has no outline here.
    new = {letter: number for number, letter in enumerate(letters, 1)}
    outlines = [b"", *(font.outlines[font.numbers[letter]] for letter in letters)]
    moves = [font.moves[0], *(font.moves[font.numbers[letter]] for letter in letters)]
    pairs = {
        (new[one], new[two]): value
        for one, two in {pair for line in lines for pair in itertools.pairwise(line)}
        if one in new and two in new
        if (value := font.kerning.get((font.numbers[one], font.numbers[two])))
    }
    tables = dict(font.copied)
    offsets = [sum(map(len, outlines[:number])) // 2 for number in range(len(outlines) + 1)]
    tables["loca"] = struct.pack(f">{len(offsets)}H", *offsets)
    tables["glyf"] = b"".join(outlines) or b"\0"
    tables["hmtx"] = b"".join(moves)
    tables["cmap"] = _character_table(letters)
    tables["name"] = struct.pack(">HHH", 0, 0, 6)
    if pairs:
        tables["kern"] = _kern_table(pairs)
    count = len(outlines)
    tables["maxp"] = tables["maxp"][:4] + struct.pack(">H", count) + tables["maxp"][6:]
    tables["hhea"] = tables["hhea"][:34] + struct.pack(">H", count)
    # Without the checksum of the whole, which no program compares; places of outlines are short.
    head = tables["head"]
    tables["head"] = head[:8] + bytes(4) + head[12:50] + bytes(2) + head[52:]
    return _packed(tables)


@lru_cache(maxsize=8)
def _read(path: Path) -> _Font:
    data = path.read_bytes()
    tables: dict[str, bytes] = {}
    for entry in range(struct.unpack(">H", data[4:6])[0]):
        name, _, start, length = struct.unpack_from(">4sLLL", data, 12 + 16 * entry)
        tables[name.decode("ascii")] = data[start : start + length]
    count = struct.unpack_from(">H", tables["maxp"], 4)[0]
    is_long = struct.unpack_from(">H", tables["head"], 50)[0]
    where = struct.unpack(f">{count + 1}{'L' if is_long else 'H'}", tables["loca"])
    ends = [place if is_long else 2 * place for place in where]
    measured = struct.unpack_from(">H", tables["hhea"], 34)[0]
    return _Font(
        numbers=_characters(tables["cmap"]),
        # Places are counted in pairs of bytes.
        outlines=tuple(
            tables["glyf"][start:end] + bytes((end - start) % 2)
            for start, end in itertools.pairwise(ends)
        ),
        moves=tuple(_move(tables["hmtx"], number, measured) for number in range(count)),
        kerning=_kerning(tables["kern"]),
        copied={name: tables[name] for name in _COPIED},
    )


def _move(table: bytes, number: int, measured: int) -> bytes:
    """How far a letter moves the pen, and where it begins: those behind the measured move alike."""
    if number < measured:
        return table[4 * number : 4 * number + 4]
    start = 4 * measured + 2 * (number - measured)
    return table[4 * measured - 4 : 4 * measured - 2] + table[start : start + 2]


def _characters(table: bytes) -> dict[str, int]:
    """{character: number of its outline} of a `cmap` with rows of characters that follow each
    other (format 4)."""
    for entry in range(struct.unpack_from(">H", table, 2)[0]):
        start = struct.unpack_from(">L", table, 8 + 8 * entry)[0]
        if struct.unpack_from(">H", table, start)[0] == 4:
            break
    else:
        raise ValueError("a font without a table of characters in format 4")
    rows = struct.unpack_from(">H", table, start + 6)[0] // 2
    at = start + 14
    ends = struct.unpack_from(f">{rows}H", table, at)
    firsts = struct.unpack_from(f">{rows}H", table, at + 2 * rows + 2)
    steps = struct.unpack_from(f">{rows}H", table, at + 4 * rows + 2)
    ranges = at + 6 * rows + 2
    found: dict[str, int] = {}
    for row, (first, end, step) in enumerate(zip(firsts, ends, steps, strict=True)):
        reach = struct.unpack_from(">H", table, ranges + 2 * row)[0]
        for code in range(first, min(end, 0xFFFE) + 1):
            number = code
            if reach:
                place = ranges + 2 * row + reach + 2 * (code - first)
                number = struct.unpack_from(">H", table, place)[0]
            if number:
                found[chr(code)] = (number + step) & 0xFFFF
    return found


def _character_table(letters: list[str]) -> bytes:
    """A `cmap` in which each letter is a separate row; they are numbered from 1 in order."""
    codes = [*map(ord, letters), 0xFFFF]
    steps = [(number - code) & 0xFFFF for number, code in enumerate(codes[:-1], 1)] + [1]
    rows = len(codes)
    power = 1 << (rows.bit_length() - 1)
    search = (2 * rows, 2 * power, power.bit_length() - 1, 2 * rows - 2 * power)
    line = f">{rows}H"
    body = struct.pack(line, *codes) + b"\0\0" + struct.pack(line, *codes)
    body += struct.pack(line, *steps) + bytes(2 * rows)
    inner = struct.pack(">HHHHHHH", 4, 14 + len(body), 0, *search) + body
    return struct.pack(">HHHHL", 0, 1, 3, 1, 12) + inner


def _kerning(table: bytes) -> dict[tuple[int, int], int]:
    count = struct.unpack_from(">H", table, 10)[0]
    rows = struct.iter_unpack(">HHh", table[18 : 18 + 6 * count])
    return {(one, two): value for one, two, value in rows}


def _kern_table(pairs: Mapping[tuple[int, int], int]) -> bytes:
    count = len(pairs)
    power = 1 << (count.bit_length() - 1)
    search = (count, 6 * power, power.bit_length() - 1, 6 * (count - power))
    rows = b"".join(struct.pack(">HHh", *pair, pairs[pair]) for pair in sorted(pairs))
    return struct.pack(">HHHHH", 0, 1, 0, 14 + len(rows), 1) + struct.pack(">HHHH", *search) + rows


def _packed(tables: Mapping[str, bytes]) -> bytes:
    """The tables as a WOFF: each with its sum and its two lengths, deflated where that helps."""
    start = 44 + 20 * len(tables)
    rows, body, whole = b"", b"", 12 + 16 * len(tables)
    for name in sorted(tables):
        table = tables[name]
        deflated = zlib.compress(table, 9)
        packed = deflated if len(deflated) < len(table) else table
        padded = table + bytes(-len(table) % 4)
        checksum = sum(struct.unpack(f">{len(padded) // 4}L", padded)) & 0xFFFFFFFF
        place = (start + len(body), len(packed), len(table), checksum)
        rows += name.encode("ascii") + struct.pack(">LLLL", *place)
        body += packed + bytes(-len(packed) % 4)
        whole += len(padded)
    length = start + len(body)
    head = struct.pack(
        ">4sLLHHLHHLLLLL",
        b"wOFF", _TRUE_TYPE, length, len(tables), 0, whole, 1, 0, 0, 0, 0, 0, 0,
    )  # fmt: skip
    return head + rows + body
