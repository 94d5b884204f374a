"""Pages made from facts that come out of the build's memory are the same as before."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from generator.pages.chronicle import Chronicle
from generator.pages.downloads import download_pages
from generator.pages.gamefeed import game_feed_pages
from generator.pages.page import Page
from generator.pages.rulesused import used_rules_pages
from generator.pages.rulings import ruling_pages
from generator.pages.submit import submit_pages
from tests.pages.chronicles import remembered
from tests.pages.told import SAMPLES, card_of, keys, sample

FAMILIES = (ruling_pages, used_rules_pages, submit_pages, download_pages, game_feed_pages)


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
def test_remembered_facts_make_no_page_stale(
    family: Callable[[Chronicle], Iterator[Page]], name: str
) -> None:
    assert keys(family(remembered(sample(name)))) == keys(family(sample(name)))


@pytest.mark.parametrize("name", SAMPLES)
def test_remembered_facts_make_the_same_card(name: str) -> None:
    assert card_of(remembered(sample(name))) == card_of(sample(name))
