"""The replay: a list of all phases, and for each year what is said of its phases."""

from __future__ import annotations

import gzip
import json
import re
from typing import Any

import pytest
from msgspec.structs import replace

from generator.pages.base.page import Page
from generator.pages.phases.replay import bare_map, replay_pages
from generator.pages.story.chronicle import Chronicle
from tests.pages.told import sample, text_of, up_to

GAMES = ("after-the-comet", "first-light")


def pages_of(chronicle: Chronicle) -> dict[str, Page]:
    return {page.address: page for page in replay_pages(chronicle)}


def data_of(page: Page) -> Any:
    found = re.fullmatch(r'theatrum\.data\("replay",(.*)\);\n', page.make().decode())
    assert found
    return json.loads(found[1])


@pytest.mark.parametrize("name", GAMES)
def test_every_phase_is_a_frame_with_a_link_without_scripts(name: str) -> None:
    chronicle = sample(name)
    text = text_of(pages_of(chronicle), f"{name}/replay/")
    frames = re.findall(r'<a href="([^"]*)" data-frame="([^"]*)">', text)
    assert len(frames) == len(chronicle.phases)
    for (href, frame), told in zip(frames, chronicle.phases, strict=True):
        assert told.link.address == f"{name}/{frame}"
        assert href == f"../{frame}index.html"
    assert f'max="{len(frames) - 1}"' in text
    file, view = chronicle.phases[-1].link.map
    still = f"{file.removeprefix(f'{name}/')}#{view}-view-whole"
    assert f'<noscript><img src="../{still}"' in text


@pytest.mark.parametrize("name", GAMES)
def test_each_year_tells_what_its_phases_say_of_themselves(name: str) -> None:
    chronicle = sample(name)
    pages = pages_of(chronicle)
    told_of = {}
    for year in chronicle.years:
        told_of |= data_of(pages[f"{name}/{year}/replay.js"])["phases"]
    assert len(told_of) == len(chronicle.phases)
    for told in chronicle.phases[1:]:
        summary, labels, rows, moves = told_of[told.link.address.removeprefix(f"{name}/")]
        assert told.facts
        assert summary == " ".join(told.facts.summary[:3])
        came_off = [one for one in told.facts.verdicts if one.outcome == "success"]
        assert moves == [
            [one.power, one.provinces[0], one.provinces[-1]]
            for one in came_off
            if one.kind in ("move", "retreat")
        ]
        after = dict(told.facts.after)
        for power, counts in rows:
            said = [int(count.replace("−", "-")) for count, _ in counts]
            assert said == [after[label][power] for label in labels]


def test_counts_are_in_order_with_their_changes() -> None:
    chronicle = sample("after-the-comet")
    told = next(
        one for one in chronicle.phases
        if one.facts and dict(one.facts.before[0][1]) != dict(one.facts.after[0][1])
    )  # fmt: skip
    assert told.facts
    file = pages_of(chronicle)[f"after-the-comet/{told.year}/replay.js"]
    rows = data_of(file)["phases"][told.link.address.removeprefix("after-the-comet/")][2]
    first = [int(counts[0][0].replace("−", "-")) for _, counts in rows]
    assert first == sorted(first, reverse=True)
    before, after = told.facts.before[0][1], told.facts.after[0][1]
    for power, counts in rows:
        change = after[power] - before[power]
        assert counts[0][1] == (f"{change:+d}".replace("-", "−") if change else "")


def test_page_is_hardly_heavier_than_its_board() -> None:
    chronicle = sample("after-the-comet")
    pages = pages_of(chronicle)
    whole = pages["after-the-comet/replay/"].make()
    board = len(bare_map(chronicle).svg.encode())
    assert len(whole) - board < 35_000
    assert len(gzip.compress(whole)) < 45_000
    assert max(len(page.make()) for name, page in pages.items() if name.endswith(".js")) < 7_000


def test_what_is_not_shown_makes_nothing_stale() -> None:
    whole = up_to(sample("after-the-comet"), 1621)
    other = replace(
        whole, facts=tuple(replace(one, tally="otherwise", rulings=()) for one in whole.facts)
    )
    keys = {name: page.key for name, page in pages_of(whole).items()}
    assert {name: page.key for name, page in pages_of(other).items()} == keys
