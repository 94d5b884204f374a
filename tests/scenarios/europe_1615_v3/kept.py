"""Where the scenarios of Version 3 stand, and how their positions begin."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tests.scenarios.playing import Scenarios

VERSION3: Final = Scenarios(
    Path(__file__).parent,
    "europe-1615-v3",
    ("year = 1617", 'phase = "spring"', 'blank = ["units"]'),
)
