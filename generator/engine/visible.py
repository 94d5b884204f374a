"""Text from people, shown so that it neither gives the terminal orders nor turns a line around."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["visible"]

# Controls of both kinds; marks, embeddings, overrides and isolates that change the direction of
# writing; the separators that some terminals take for line ends.
_HIDDEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]"
)
_LINE_ENDS: Final = re.compile("[\t\n]")


def visible(text: str, *, one_line: bool = False) -> str:
    """The text with such characters as escapes (`\\u001b`, `\\u202e`), as JSON has them.

    Line ends and tabs stay, unless it is to be one line.
    """
    found = _HIDDEN.sub(_escape, text)
    return _LINE_ENDS.sub(_escape, found) if one_line else found


def _escape(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"
