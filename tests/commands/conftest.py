"""Games to test with, made by the command itself in a folder of the test's own."""

from __future__ import annotations

from tests.archive.games import tiny_is_installed

__all__ = ["tiny_is_installed"]
