"""Two referees with clones of their own, sealed orders on both sides."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.walk.desk import Desk
from tests.walk.second import walk_of_two


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="a process is found by /proc")
def test_two_referees_lose_nothing_and_tell_nothing(tmp_path: Path) -> None:
    pytest.importorskip("pyrage", reason="both seal their secrets, which needs pyrage")
    walk_of_two(Desk(tmp_path, [sys.executable, "-m", "generator"]))
