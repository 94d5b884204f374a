"""The guide to trials: the small variant is tried, changed, and tried again, as the page shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.cli import main
from mapsvg.workshop.gridboard import main as draw
from tests.guide.test_formats import section
from tests.guide.test_ruleset_guide import FILES, OWN
from tests.guide.walking import GUIDE, ROOT, walk

PAGE = GUIDE / "trial.md"


@pytest.fixture
def variant(tmp_path: Path) -> Path:
    """The package of the Fens, installed as pip would."""
    folder = tmp_path / "fens-variant"
    for name, text in OWN.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    metadata = folder / "fens-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: fens\nVersion: 1.0\n")
    points = FILES["pyproject.toml"].partition('[project.entry-points."')[2]
    assert points.startswith("theatrum.rulesets")
    text = "[theatrum.rulesets]\nfens = fens:RULESET\n[mapsvg.boards]\nfens = fens\n"
    (metadata / "entry_points.txt").write_text(text, encoding="utf-8")
    assert draw([str(folder / "fens/board.toml")]) == 0
    return folder


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
