"""Text from people, shown so that it neither gives the terminal orders nor turns a line around."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

# Controls of both kinds; marks, embeddings, overrides and isolates that change the direction of
# writing; the separators that some terminals take for line ends.
_SPANS: Final = (
    (0x00, 0x08),
    (0x0B, 0x1F),
    (0x7F, 0x9F),
    (0x061C, 0x061C),
    (0x200E, 0x200F),
    (0x2028, 0x202E),
    (0x2066, 0x2069),
    (0xFEFF, 0xFEFF),
)
# Tables of translation: every command imports this, and a regular expression is slow to compile.
_HIDDEN: Final[Mapping[int, str]] = MappingProxyType(
    {code: f"\\u{code:04x}" for first, last in _SPANS for code in range(first, last + 1)}
)
_LINE_ENDS: Final[Mapping[int, str]] = MappingProxyType({9: "\\u0009", 10: "\\u000a"})


def visible(text: str, *, one_line: bool = False) -> str:
    """The text with such characters as escapes (`\\u001b`, `\\u202e`), as JSON has them.

    Line ends and tabs stay, unless it is to be one line.
    """
    found = text.translate(_HIDDEN)
    return found.translate(_LINE_ENDS) if one_line else found
