'''The tables of an order file, told apart without parsing it.

    [movement]                 {"movement": b"..."}, the bytes of these four lines
    orders = """
    A VIE - BOH
    """

A build looks at every order file of a game of which one has changed, and parsing takes ten times as
long. Only a file that is written as the program writes it is told apart so; of any other one all is
one piece.
'''

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

WHOLE: Final = ""
"""Stands for what comes before the first table, or for a file that is written in another way."""

_END: Final = rb"[ \t\r]*(?:\n|\Z)"
_TEXT: Final = rb'"""[ \t\r]*\n[^"\\]*(?:"(?!"")[^"\\]*)*"""'
_LINES: Final = (
    rb'(?:(?:[a-z_]+ = (?:"[^"\\\n]*"|' + _TEXT + rb"|[0-9]+|true|false)|#[^\n]*)?" + _END + rb")*+"
)
_BEFORE: Final = re.compile(_LINES)
_TABLE: Final = re.compile(rb"\[([a-z][a-z0-9-]*)\]" + _END + _LINES)


def tables_in(data: bytes) -> Mapping[str, bytes]:
    """The bytes of each table by its name, without blank lines and remarks behind it: those that
    stand there belong to the next one."""
    before = _BEFORE.match(data)
    at = before.end() if before else 0
    found = {WHOLE: _bare(data[:at])}
    while at < len(data):
        table = _TABLE.match(data, at)
        if table is None or (name := table[1].decode()) in found:
            return {WHOLE: data}
        found[name] = _bare(table[0])
        at = table.end()
    return found


def _bare(lines: bytes) -> bytes:
    found = lines.rstrip()
    while (last := found.rfind(b"\n") + 1) < len(found) and found.startswith(b"#", last):
        found = found[:last].rstrip()
    return found
