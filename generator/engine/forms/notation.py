"""The canonical notation of orders, declared beside their fields.

class Release(NotedOrder, frozen=True):
    notation = "RELEASE {province}[ AS {name}]"
    corrected = ("name",)
    province: str
    name: str = ""

str(Release("C5", "ulm"))    "RELEASE C5 AS ulm"
str(Release("C5"))           "RELEASE C5"
"""

from __future__ import annotations

import re
from typing import ClassVar, Final

from msgspec import Struct

_PART: Final = re.compile(r"(?:\[(.*?))?\{(\w+)([>^]?)(?:\|(\w+))?\}\]?")


class NotedOrder(Struct, frozen=True):
    """One order, whose `str` is its notation.

    `notation` has the fields in braces: `{home|none}` is "none" where the home is empty, and
    `[ EDGE {edge}]` is left out without an edge. A list is divided by blanks, and by ` > ` where
    it is one by preference, as `{provinces>}`; `{role^}` is in capitals. `corrected` are the fields
    that a correction changes.
    """

    notation: ClassVar[str]
    corrected: ClassVar[tuple[str, ...]] = ()

    def __str__(self) -> str:
        return _PART.sub(self._written, self.notation)

    def _written(self, part: re.Match[str]) -> str:
        before, name, mark, instead = part.groups("")
        value = getattr(self, name)
        text = (" > " if mark == ">" else " ").join(value) if type(value) is tuple else str(value)
        text = text.upper() if mark == "^" else text
        return f"{before}{text}" if text else instead
