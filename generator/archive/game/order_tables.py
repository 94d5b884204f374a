'''The tables of an order file, told apart without parsing it.

    [movement]                 {"movement": b"..."}, the bytes of the three lines below the name
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
_IDLE: Final = rb"(?:(?:#[^\n]*)?" + _END + rb")*"
_VALUE: Final = rb'[a-z_]+ = (?:"[^"\\\n]*"|' + _TEXT + rb"|[0-9]+|true|false)" + _END
# Remarks and blank lines behind the last value belong to the next table.
_VALUES: Final = rb"(?P<values>(?:" + _IDLE + _VALUE + rb")*)" + _IDLE
_BEFORE: Final = re.compile(_VALUES)
_TABLE: Final = re.compile(rb"\[(?P<name>[a-z][a-z0-9-]*)\]" + _END + _VALUES)


def tables_in(data: bytes) -> Mapping[str, bytes]:
    """The bytes of the values of each table by its name."""
    found: dict[str, bytes] = {}
    name, table = WHOLE, _BEFORE.match(data)
    while table is not None and name not in found:
        found[name] = table["values"]
        if table.end() == len(data):
            return found
        table = _TABLE.match(data, table.end())
        name = table["name"].decode() if table else WHOLE
    return {WHOLE: data}
