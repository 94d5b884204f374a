"""Pages made from facts that come out of the build's memory are the same as before."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from generator.pages.base.page import Page
from generator.pages.game.downloads import download_pages
from generator.pages.game.feeds import game_feed_pages
from generator.pages.game.submit import submit_pages
from generator.pages.rules.rulings import ruling_pages
from generator.pages.rules.used import used_rules_pages
from generator.pages.story.chronicle import Chronicle
from tests.pages.told import SAMPLES, card_of, keys, remembered, sample

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
