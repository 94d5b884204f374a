"""What a stranger reads in the rulebook of Version 3, played through the commands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.scenarios.europe_1615_v3.kept import VERSION3
from tests.scenarios.playing import play


@pytest.mark.parametrize(
    "scenario",
    [
        pytest.param(one, id=one["title"], marks=pytest.mark.rule(*one["rules"]))
        for one in VERSION3.read()
    ],
)
def test_the_rulebook_is_followed(scenario: dict[str, Any], tmp_path: Path) -> None:
    play(VERSION3, scenario, tmp_path)
