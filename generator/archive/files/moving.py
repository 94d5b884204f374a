"""Renaming files, even while a virus scanner or an index has them open (Windows)."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Final

StrPath = str | os.PathLike[str]

_HELD: Final = (5, 32)
"""What Windows answers while another process has the file open: a virus scanner, an index."""
_PATIENCE: Final = 3.0
_PAUSE: Final = 0.05


def patiently(move: Callable[[StrPath, StrPath], None], source: StrPath, target: StrPath) -> None:
    """Call os.rename or os.replace; again for some seconds while Windows says the file is held.

    Raises OSError, as they do.
    """
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            return move(source, target)
        except PermissionError as error:
            if getattr(error, "winerror", 0) not in _HELD or time.monotonic() > until:
                raise
        time.sleep(_PAUSE)
