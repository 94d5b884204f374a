"""The site of a game of Version 3: modifiers, rounds and counterbalance, and nothing of money."""

from __future__ import annotations

import re
from pathlib import Path

import html5lib
import pytest

from generator.cli import main
from tests.pages.test_registers import section, site_of
from tests.pages.told import targets, words

MONEY = re.compile(
    r"\b(treasur\w*|tp|money|loans?|debts?|wars?|peace|armistice\w*|relations?|vassals?|occup\w+)\b",
    re.IGNORECASE,
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The site of a game of three years."""
    folder = tmp_path_factory.mktemp("prelude")
    start = ["--games", str(folder), "new", "prelude", "--ruleset", "europe-1615-v3"]
    assert main([*start, "--seed", "s", "--demo", "3"]) == 0
    return site_of(folder)


def test_the_page_of_modifiers_has_the_history_of_each(site: dict[str, str]) -> None:
    page = site["prelude/measures/index.html"]
    html5lib.HTMLParser(strict=True).parse(page)
    targets("prelude/measures/", page)
    assert page.count("<dt>") == 19
    told = words(page)
    for line in re.findall(
        r"([A-Z][\w' -]+) is in effect", words(site["prelude/turns/index.html"])
    ):
        assert f"{line} is in effect" in told
    voted = re.findall(r"\d for, \d against: voted", told)
    assert voted
    assert re.search(r"in effect since 161\d", told)


LYON = """
year = 1616
phase = "spring"

[units]
spain = ["A MIL"]

[sanctions.modifiers]
treaty_of_lyon = { state = "in_effect", since = 1615 }
"""


def test_the_page_of_modifiers_leads_to_what_each_has_decided(tmp_path: Path) -> None:
    (tmp_path / "given.toml").write_text(LYON, encoding="utf-8")
    games = ["--games", str(tmp_path)]
    start = ["new", "lyon", "--ruleset", "europe-1615-v3", "--seed", "s"]
    assert main([*games, *start, "--from", str(tmp_path / "given.toml")]) == 0
    sheet = tmp_path / "lyon" / "private" / "1616" / "orders" / "spain.toml"
    sheet.write_text('[spring]\norders = "3: SWI; A MIL - SWI"\n', encoding="utf-8")
    assert main([*games, "adjudicate", "lyon"]) == 0
    page = site_of(tmp_path)["lyon/measures/index.html"]
    (own,) = re.findall(r'<div id="treaty_of_lyon">(.*?)</div>', page, re.DOTALL)
    assert re.match("Treaty of Lyon in effect since 1615 .* E15V3-LYON-2 E15V3-LYON-3", words(own))
    # The refused INFs are known to Spain alone, the refused move to everybody.
    assert words(own).endswith("What it decided: 1616 spring")
    assert page.count("What it decided") == 1


def test_the_front_page_says_how_things_stand(site: dict[str, str]) -> None:
    front = site["prelude/index.html"]
    html5lib.HTMLParser(strict=True).parse(front)
    assert "Power INFs Placed Left" in section(front, "INFs of 1617, in the order of attacks")
    assert "Catholic" in section(front, "Counterbalance in 1617")
    assert section(front, "Modifiers in effect")
    assert "Rounds by year" in words(front)
    # A change of rounds is one of rounds, and not of points.
    standings = section(front, "Standings")
    powers = "Austria|France|Spain|England|Denmark"
    changes = re.findall(rf"(?:{powers}) (\d+)(?: \+(\d+))? ", standings)
    assert len(changes) == 5
    assert {change for _, change in changes} <= {"", "1"}


def test_lists_grow_with_the_game(site: dict[str, str]) -> None:
    page = site["prelude/records/index.html"]
    html5lib.HTMLParser(strict=True).parse(page)
    for title in ("Modifiers", "Ballots", "Rounds"):
        assert section(page, title)
    rounds = section(page, "Rounds").partition("Prelude to War")[0]
    assert len(re.findall(r"\b161[567]\b", rounds.removesuffix("Europe 1615: "))) == 3


def test_the_ottomans_are_on_the_map_and_in_no_tracker(site: dict[str, str]) -> None:
    assert "Ottoman Empire</a> <small" not in site["prelude/influence/index.html"]
    for name in ("prelude/influence/index.html", "prelude/states/index.html"):
        rows = re.findall(r'<tr[^>]*>\s*<th scope="row"[^>]*>(.*?)</th>', site[name], re.DOTALL)
        found = [words(row) for row in rows]
        assert "Saxony Sx" in [one.strip() for one in found]
        assert not [one for one in found if one.startswith("Ottoman")]
    own = words(site["prelude/states/ottoman-empire/index.html"])
    assert "it follows no one" in own
    assert "Ottoman Empire" in site["prelude/map.svg"]


def test_phases_are_told_apart_in_the_rail(site: dict[str, str]) -> None:
    rail = re.findall(r'title="1616, [a-z ]+"[^>]*>(\w+)<', site["prelude/1616/spring/index.html"])
    assert len(set(rail) - {"Ret"}) == len([one for one in rail if one != "Ret"]) >= 6
    # The page's own is written out.
    assert {"Sta", "Spring", "Sum", "Fall", "Early", "Late", "Sco"} <= set(rail)


def test_the_tracker_of_influence_weighs_the_confessions(site: dict[str, str]) -> None:
    page = site["prelude/scores/index.html"]
    assert "INFs by confession" in words(page)
    assert "Allotment" in words(page)


def test_no_page_speaks_of_what_the_edition_has_not(site: dict[str, str]) -> None:
    found = []
    for name, text in site.items():
        if name.startswith("prelude/") and name.endswith((".html", ".txt")):
            told = words(text) if name.endswith(".html") else text
            # WAR is the code of Warsaw, which some players write as a name.
            hits = MONEY.findall(re.sub(r"\bW(AR|ar)\b", "", told))
            found += [(name, hit) for hit in hits]
    assert found == []
