"""The index of the search: its parts, what is in them, and when they are made anew."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from generator.pages.base.page import Page, file_of
from generator.pages.game.search import rulebook_search_pages, search_pages, site_search_page
from generator.pages.story.chronicle import Chronicle
from generator.pages.story.press import PressPiece
from generator.rulesets import get_ruleset, ruleset_ids
from tests.pages.sample import HOSTILE, Sample
from tests.pages.told import ROOT, sample, up_to

RULESETS = tuple(get_ruleset(one) for one in ruleset_ids())


class Card(Struct, frozen=True):
    address: str
    title: str
    kick: str


CARDS = (Card("one/", "The first game", "Standard · 7 players"), Card("two/", HOSTILE, ""))


def data_of(page: Page) -> Any:
    found = re.fullmatch(r'theatrum\.data\("search",(.*)\);\n', page.make().decode())
    assert found
    return json.loads(found[1])


def part_of(chronicle: Chronicle) -> Any:
    (page,) = search_pages(chronicle)
    return data_of(page)


def site_parts(root: Path = ROOT / "site") -> dict[str, Page]:
    maker = sample("first-light").maker
    books = [(one.id, one.title) for one in RULESETS]
    pages = (*rulebook_search_pages(maker, RULESETS), site_search_page(maker, root, CARDS, books))
    return {page.address: page for page in pages}


def names(part: Any, kind: str) -> list[str]:
    return [row[0] for row in part["groups"][kind]]


def test_game_is_found_by_its_phases_powers_states_and_provinces() -> None:
    chronicle = sample("after-the-comet")
    part = part_of(chronicle)
    assert part["base"] == "after-the-comet/"
    assert names(part, "power") == [power.name for power in chronicle.view.powers.values()]
    assert names(part, "state") == [one.name for one in chronicle.gazetteer.minors.values()]
    assert names(part, "province") == [one.name for one in chronicle.gazetteer.provinces.values()]
    assert ["1625, orders and adjudication", "1625/movement/", "movement"] in part["groups"][
        "phase"
    ]
    assert ["1625", "1625/"] in part["groups"]["phase"]
    assert "Influence" in names(part, "page")


def test_province_is_found_by_its_code_and_power_by_its_player() -> None:
    part = part_of(sample("after-the-comet"))
    assert ["Vienna", "provinces/vienna/", "VIE"] in part["groups"]["province"]
    player = sample("after-the-comet").view.powers["austria"].player
    assert ["Austria", "powers/austria/", f"austria {player}"] in part["groups"]["power"]


def test_game_without_states_has_none_in_its_part() -> None:
    assert "state" not in part_of(sample("first-light"))["groups"]


def test_every_address_of_a_part_is_a_page(built: Sample) -> None:
    files = built.files()
    parts = [text for name, text in files.items() if name.endswith("search.js") and "/" in name]
    parts.append(files["search-site.js"])
    seen = 0
    for text in parts:
        found = re.fullmatch(r'theatrum\.data\("search",(.*)\);\n', text.decode())
        assert found
        part = json.loads(found[1])
        for part_file in part.get("parts", ()):
            assert part_file in files
        for rows in part["groups"].values():
            for _, address, *_ in rows:
                file, _, anchor = address.partition("#")
                page = file_of(part["base"] + file)
                assert page in files, address
                if anchor:
                    assert f'id="{anchor}"'.encode() in files[page], address
                seen += 1
    assert seen > 300


def test_rules_are_found_by_title_and_number() -> None:
    part = data_of(site_parts()["rules/europe-1619/search.js"])
    rule = get_ruleset("europe-1619").rulebook.rules[0]
    assert part["groups"]["rule"][0] == [rule.title, f"#{rule.id}", rule.id]


def test_part_of_the_site_names_the_others_and_the_guide() -> None:
    part = data_of(site_parts()["search-site.js"])
    games = [file for file in part["parts"] if not file.startswith("rules/")]
    assert games == ["one/search.js", "two/search.js"]
    assert "rules/standard/search.js" in part["parts"]
    assert names(part, "game") == ["The first game", HOSTILE]
    assert ["Rulebook: Europe 1619", "rules/europe-1619/"] in part["groups"]["page"]
    assert "guide/orders/" in [row[1] for row in part["groups"]["page"]]
    assert part["full"] is False


def test_index_of_the_sample_games_is_small() -> None:
    texts = [page.make() for page in site_parts().values()]
    for name in ("after-the-comet", "winter-king", "first-light"):
        (page,) = search_pages(sample(name))
        texts.append(page.make())
    assert len(gzip.compress(b"".join(texts))) < 30_000


@pytest.mark.parametrize("title", [HOSTILE, "</script>", "A \u2028 B"])
def test_press_of_anybody_stays_text(title: str) -> None:
    piece = PressPiece(
        name="1620-01-01-x", title=title, author=title, date="1620-01-01", text="", mentions=()
    )
    whole = replace(up_to(sample("first-light"), 1901), press=(piece,))
    (page,) = search_pages(whole)
    text = page.make().decode()
    assert "<" not in text
    assert "\u2028" not in text
    assert data_of(page)["groups"]["press"] == [[title, "press/1620-01-01-x/"]]
