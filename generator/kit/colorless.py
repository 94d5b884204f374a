"""In place of the library's module of colors: nothing of the desk's program is read in a terminal.

The runtime imports `traceback` when it starts, which needs `_colorize`: that one makes five data
classes with a hundred fields in all, which is a twentieth of all that is computed until the program
answers.
"""

from __future__ import annotations


class _Colors:
    """No color for any part of a text."""

    def __getattr__(self, name: str) -> str:
        return ""


class _Theme:
    traceback = _Colors()


def can_colorize(*, file: object = None) -> bool:
    return False


def get_theme(*, force_color: bool = False, force_no_color: bool = False) -> _Theme:
    return _Theme()
