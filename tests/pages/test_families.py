"""What all families of pages have in common: they are sound and light, say what the record says,
take no harm from names, and are stale only for what they show."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

import html5lib
import pytest
from msgspec.structs import replace

from generator.pages.base.links import page_links
from generator.pages.base.page import Page
from generator.pages.game.downloads import download_pages
from generator.pages.game.feeds import game_feed_pages
from generator.pages.game.search import search_pages
from generator.pages.game.submit import submit_pages
from generator.pages.minors.minors import influence_pages, minor_pages
from generator.pages.phases.replay import compare_pages, replay_pages
from generator.pages.phases.years import turn_pages
from generator.pages.powers.diplomacy import diplomacy_pages
from generator.pages.powers.powers import power_pages
from generator.pages.provinces import province_pages
from generator.pages.rules.rulings import ruling_pages
from generator.pages.rules.used import used_rules_pages
from generator.pages.scores.scores import score_pages
from generator.pages.scores.treasury import treasury_pages
from generator.pages.story.chronicle import Chronicle
from tests.pages.sample import HOSTILE, MAP
from tests.pages.told import (
    SAMPLES,
    card_of,
    keys,
    made,
    remembered,
    sample,
    up_to,
    weight_of,
    words,
)

Family = Callable[[Chronicle], Iterator[Page]]
COMET, KING, LIGHT = "after-the-comet", "winter-king", "first-light"
FAMILIES: tuple[Family, ...] = (
    *(compare_pages, diplomacy_pages, download_pages, influence_pages, minor_pages, power_pages),
    *(province_pages, replay_pages, ruling_pages, score_pages, submit_pages, treasury_pages),
    *(turn_pages, used_rules_pages),
)
every_family = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)


@lru_cache(maxsize=64)
def html_of(family: Family, name: str) -> dict[str, str]:
    """The pages of a family, without its files."""
    return made(page for page in family(sample(name)) if page.address.endswith("/"))


@pytest.mark.parametrize("name", SAMPLES)
@every_family
def test_pages_are_sound_and_light(family: Family, name: str) -> None:
    pages = html_of(family, name)
    for address, text in pages.items():
        assert not page_links(address, text).problems, address
        assert len(re.findall(r"<h1\b", text)) == 1, address
        assert re.findall(r"<th(?![^>]*scope=)[ >]", text) == [], address
        plain = re.sub(MAP, "", text, flags=re.DOTALL)
        assert len(plain.encode()) < 60_000, address
        assert weight_of(plain) < 100_000, address
    if pages:
        html5lib.HTMLParser(strict=True).parse(max(pages.values(), key=len))


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("family", [*FAMILIES, game_feed_pages], ids=lambda family: family.__name__)
def test_remembered_facts_make_no_page_stale(family: Family, name: str) -> None:
    assert keys(family(remembered(sample(name)))) == keys(family(sample(name)))


@pytest.mark.parametrize("name", SAMPLES)
def test_remembered_facts_make_the_same_card(name: str) -> None:
    assert card_of(remembered(sample(name))) == card_of(sample(name))


@pytest.mark.parametrize("family", [influence_pages, minor_pages, treasury_pages, diplomacy_pages])
def test_a_game_without_it_has_no_page_and_no_link_to_one(family: Family) -> None:
    assert list(family(sample(LIGHT))) == []
    assert not {"influence", "states", "treasury", "diplomacy"} & {
        tab.id for tab in sample(LIGHT).view.tabs
    }


@pytest.mark.parametrize(
    ("family", "earlier", "later", "changed"),
    [
        # What is about a year has a link to the next one, and no more of what comes after.
        (influence_pages, (1625,), (1627,), "influence/ influence/1625/"),
        (diplomacy_pages, (1629,), (1634,), "diplomacy/ diplomacy/1629/"),
        (score_pages, (1625,), (1626, 1), ""),
        (score_pages, (1625,), (1626,), "scores/ scores/table/ scores/1625/"),
        (treasury_pages, (1625,), (1626, 1), ""),
        (
            *(treasury_pages, (1625,), (1626,)),
            "treasury/ treasury/strength/ treasury/units/ treasury/price/ treasury/1625/",
        ),
        (turn_pages, (1626, 2), (1626, 3), "turns/ 1626/"),
        (turn_pages, (1625,), (1626, 1), "turns/ 1625/"),
        # The page asks for the positions when it is open; only they know of a new phase.
        (compare_pages, (1622, 2), (1622, 3), "positions.js"),
        (replay_pages, (1622, 2), (1622, 3), "replay/ 1622/replay.js"),
        (search_pages, (1622, 2), (1622, 3), "search.js"),
        # Bars end where they end, and what lasts is not as long as the game.
        (province_pages, (1625, 4), (1625, 5), "provinces/"),
    ],
)
def test_only_what_a_page_shows_makes_it_stale(
    family: Family, earlier: tuple[int, ...], later: tuple[int, ...], changed: str
) -> None:
    before, after = (keys(family(up_to(sample(COMET), *time))) for time in (earlier, later))
    assert {address for address in before if after[address] != before[address]} == {
        f"{COMET}/{part}" for part in changed.split()
    }


@pytest.mark.parametrize(
    ("page", "said"),
    [
        # Held by right, won and lost again; at home and away.
        ("powers/dutch/", "Holland 6 lost in 1619 to Spain"),
        ("powers/spain/", "Gascony 1622 to 1623, then held by France"),
        ("powers/spain/", "Holland 6 1619 to 1631 Paris 5"),
        ("powers/denmark/", "Won and held 1 Holland 6 since 1632 Lost 2"),
        ("powers/france/", "Gascony lost in 1622 to Spain, back in 1623 Guyenne"),
        ("powers/france/", "Normandy 3 lost in 1634 to England"),
        # Years, with what was placed where, greatest first; without what is not known any more.
        ("powers/england/", "1624 4 3 2 7 21 8 1 Sharifate 5, Pomerania 1, La Roc"),
        ("powers/england/", "1645 27 8 4 14 51 8 La Rochelle 6, Bohemian Con"),
        ("powers/dutch/", "1621 −1 1 2 3 5 5 Erfurt 2, Hamburg 2, "),
        ("powers/dutch/", "1622 – – – – – 5 Westphalia-Münster 4"),
        ("powers/denmark/", "Bremen 22 of 48 Magdeburg 19 of 39"),
        ("powers/denmark/", "Irish Earldoms 9 of 72 England has 38 Pomerania"),
        ("powers/denmark/", "A Copenhagen +3 A Hamburg +1 A Holland +2 F Holstein /WC"),
        # Orders: what came off are those that succeed and hold.
        ("powers/dutch/", "1622 3 1 1 1 33 % 4 2 all 10 5 1 2 1 1 60 % 18 3"),
        ("powers/england/", "Rowan Ashby · place 1 of 9 · won in 1645"),
        ("powers/england/", "Allotment 8 INFs that it may place this year E19-INF-1"),
        ("powers/denmark/", "Rulings about it 1621, ruling 1"),
        ("scores/1619/", "1 Spain 11 · 14 6 5 · a b 2= Austria 5 · 20 · 5 · b"),
        ("scores/1645/", "1 England 27 +3 reached 20 6 1 · · a b 2= France 18 −3 7"),
        # The same letter for the same item, whichever others a year has.
        ("scores/1619/", "d Lost home centers E19-SCO-4"),
        ("scores/1645/", "d Lost home centers E19-SCO-4"),
        ("treasury/1619/", "Spain +3 Home centers: Madrid 6, Andalusia 4 E19-INC-1 in the report"),
        ("treasury/1619/", "Captured centers: Holland 6 E19-INC-2 in the report +6 Spain builds"),
        # What changes hands stands on both sides, and is no income of all.
        ("treasury/1620/", "Poland 1 fl., due in 1623 E19-LON-3 in the report −1"),
        ("treasury/1620/", "Poland 1 fl., due in 1623 E19-LON-3 in the report +1"),
        ("treasury/1620/", "All together 39 +99 +12 +11 +9 · −34 −27 −5 104"),
        ("treasury/", "1619 +104 +12 +6 · +11 −24 −70 ·"),
        ("treasury/", "Debts Debtor Owes to Still to pay Interest in it Lent in "),
        ("treasury/", "League Sweden 6 1 1626 1629 overdue"),
        ("treasury/strength/", "Savoy start 2 2 6 4 2 3 1 1 1 1 2 1 1 1 1 1619 4"),
        ("diplomacy/1625/", "Denmark · A · · W · · · W end 26"),
        ("diplomacy/1625/", "War League and Union since 1620 Spain and England"),
        ("diplomacy/1625/", "Austria and Savoy : alliance from 1626 declared by "),
    ],
)  # fmt: skip
def test_pages_say_what_the_record_says(page: str, said: str) -> None:
    family = {
        "powers": power_pages,
        "scores": score_pages,
        "treasury": treasury_pages,
        "diplomacy": diplomacy_pages,
    }[page.partition("/")[0]]
    assert said in words(html_of(family, COMET)[f"{COMET}/{page}"])


def hostile(name: str) -> Chronicle:
    """A game in which all names are scripts."""
    chronicle = sample(name)
    view = chronicle.view
    bad = f"</style></script>{HOSTILE}"
    powers = {
        power: replace(shown, name=f"{bad} {power}", short=f"{bad} {power}", player=bad)
        for power, shown in view.powers.items()
    }
    minors = {
        code: replace(minor, name=f"{bad} {code}", label=bad, notes=(bad,))
        for code, minor in view.gazetteer.minors.items()
    }
    provinces = {
        code: replace(province, name=f"{bad} {code}", notes=(bad,))
        for code, province in view.gazetteer.provinces.items()
    }
    gazetteer = replace(view.gazetteer, minors=minors, provinces=provinces)
    phases = tuple(replace(one, title=bad) for one in view.phases)
    changed = replace(view, powers=powers, gazetteer=gazetteer, phases=phases)
    facts = tuple(
        replace(
            one,
            summary=(bad,),
            rulings=tuple(ruling._replace(reason=bad) for ruling in one.rulings),
            events=tuple(event._replace(text=bad) for event in one.events),
        )
        for one in chronicle.facts
    )
    return replace(chronicle, view=changed, facts=facts)


@pytest.mark.parametrize("name", [KING, LIGHT])
@every_family
def test_names_are_harmless(family: Family, name: str) -> None:
    # Other files are read as what they are; see test_downloads.
    pages = made(page for page in family(hostile(name)) if page.address.endswith(("/", ".js")))
    for address, text in pages.items():
        assert "<script>alert" not in text, address
        assert "<img src=x" not in text, address
        assert "</style></script>" not in text, address
    assert len(pages) < 2 or any("alert(" in text for text in pages.values())
