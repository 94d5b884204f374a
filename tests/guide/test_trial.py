"""The guide to trials: the small variant is tried, changed, and tried again, as the page shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.cli import main
from tests.guide.test_formats import section
from tests.guide.test_ruleset_guide import fens
from tests.guide.walking import GUIDE, ROOT, walk

PAGE = GUIDE / "trial.md"


@pytest.fixture
def variant(tmp_path: Path) -> Path:
    return fens(tmp_path / "fens-variant")


def test_guide_does_what_it_shows(variant: Path) -> None:
    assert walk(PAGE, variant, {"PYTHONPATH": f"{variant}:{ROOT}"}) == 2
    assert not (variant / "games").exists()


def test_every_option_of_the_command_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["ruleset", "trial", "--help"])
    options = set(re.findall(r"--[a-z]+", capsys.readouterr().out.partition("examples:")[0]))
    told = section("### theatrum ruleset trial", "commands")
    shown = set(re.findall(r"--[a-z]+", told + PAGE.read_text("utf-8")))
    assert options - {"--help", "--output"} <= shown
