"""The dossier of a power on a phone and on paper."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from generator.archive import load_game
from generator.archive.people.dossier import dossier_of
from generator.pages.base.theme import Templates, find_theme, themes_folders
from generator.pages.game.dossier import dossier_page
from tests.pages.sample import ROOT

pytestmark = pytest.mark.browser

PHONE = 390


@pytest.mark.parametrize(
    ("name", "phases", "power"),
    [
        ("after-the-comet", 43, "france"),
        ("after-the-comet", 94, "england"),
        ("nine-winters", 31, "denmark"),
        ("eleven-voices", 70, "austria"),
        ("cuius-regio", 48, "orange"),
        ("winter-king", 32, "denmark"),
    ],
)
def test_it_has_two_pages_and_fits_a_phone(
    browser: Any, tmp_path: Path, name: str, phases: int, power: str
) -> None:
    """The longest dossiers of the sample games."""
    game = load_game(ROOT / "games" / name)
    dossier = dossier_of(replace(game, phases=game.phases[:phases]), power)
    templates = Templates(find_theme("default", themes_folders(ROOT / "site")))
    path = tmp_path / "dossier.html"
    path.write_bytes(dossier_page(templates, dossier, game.ruleset.powers[power].color))
    page = browser.new_page(viewport={"width": PHONE, "height": 844})
    page.goto(path.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE
    pages = re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))
    page.close()
    assert 1 <= len(pages) <= 2
