"""Where the scenarios of Version 7 stand, and how their positions begin."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tests.scenarios.playing import Scenarios

VERSION7: Final = Scenarios(
    Path(__file__).parent, "europe-1615-v7", ("year = 1620", 'blank = ["units"]')
)
