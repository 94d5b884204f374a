"""How a receipt says an order in words."""

from __future__ import annotations

import pytest

from generator.mailroom.receipt import in_words

NAMES = {"WAR": "Warsaw", "DAN": "Danzig", "PAR": "Paris", "BRE": "Bremen"}


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("A WAR - DAN", "A Warsaw - Danzig"),
        ("5: BRE", "5: Bremen"),
        # The word for a declaration is the code of a province, too.
        ("WAR: FRANCE", "WAR: FRANCE"),
    ],
)
def test_codes_of_places_become_names(order: str, words: str) -> None:
    assert in_words(order, NAMES) == words
