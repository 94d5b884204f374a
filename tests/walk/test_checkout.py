"""The walk with the program of this checkout."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.walk.after import walk
from tests.walk.desk import Desk


def test_a_referee_publishes_the_first_year(tmp_path: Path) -> None:
    walk(Desk(tmp_path, [sys.executable, "-m", "generator"]))
