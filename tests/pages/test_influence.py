"""The influence tracker: figures as in the state files, words of the rulebook, light pages."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from typing import Any

import html5lib
import pytest
from msgspec.structs import replace

from generator.pages.base.links import page_links
from generator.pages.base.page import Page
from generator.pages.base.signs import sign_sheet
from generator.pages.minors.minors import influence_pages
from generator.pages.story.alignment import year_ends
from generator.pages.story.chronicle import Chronicle
from tests.pages.told import ROOT, sample, text_of

COMET, DRAFT, LIGHT = "after-the-comet", "winter-king", "first-light"


def pages_of(name: str) -> dict[str, Page]:
    return {page.address: page for page in influence_pages(sample(name))}


def state_of(name: str, year: int) -> dict[str, Any]:
    """The state at the end of a year, as its file has it."""
    last = sorted((ROOT / "games" / name / str(year) / "state").glob("*.toml"))[-1]
    state: dict[str, Any] = tomllib.loads(last.read_text(encoding="utf-8"))["state"]
    return state


@lru_cache(maxsize=8)
def matrix_of(name: str, year: int) -> dict[str, list[str]]:
    """The cells of each state's row as texts, by the state's code."""
    chronicle = sample(name)
    codes = {minor.name: code for code, minor in chronicle.gazetteer.minors.items()}
    rows = rows_in(text_of(pages_of(name), f"{name}/influence/{year}/"), "tbody[1]/tr")
    return {codes[next(iter(names))]: cells for names, cells in rows}


def rows_in(html: str, path: str) -> list[tuple[list[str], list[str]]]:
    """For each row of a page's first table the names that it links, and all cells as texts."""
    tree = html5lib.parse(html, namespaceHTMLElements=False)
    found = []
    for row in tree.findall(f".//table[1]/{path}"):
        links = ["".join(link.itertext()) for link in row.findall("./th/a")]
        found.append((links, [" ".join("".join(cell.itertext()).split()) for cell in row]))
    return found


def powers_in(text: str) -> dict[str, int]:
    """ "denmark 1, sweden 2" of a state file."""
    pairs = (one.rsplit(" ", 1) for one in text.split(", "))
    return {power: int(amount) for power, amount in pairs}


@pytest.mark.parametrize(
    ("name", "year"), [(COMET, 1619), (COMET, 1625), (COMET, 1645), (DRAFT, 1622)]
)
def test_influence_is_that_of_the_state_file(name: str, year: int) -> None:
    infs = state_of(name, year)["infs"]
    chronicle = sample(name)
    shown = matrix_of(name, year)
    assert set(infs) <= set(shown)
    for state, cells in shown.items():
        numbers = {
            power: int(re.match(r"\d+", cell or "0")[0])  # type: ignore[index]
            for power, cell in zip(chronicle.view.powers, cells[6:], strict=True)
        }
        has = powers_in(infs[state]) if state in infs else {}
        assert {power: amount for power, amount in numbers.items() if amount} == has, state


@pytest.mark.parametrize(("name", "year"), [(COMET, 1625), (COMET, 1645), (DRAFT, 1625)])
def test_status_and_power_are_those_of_the_state_file(name: str, year: int) -> None:
    state = state_of(name, year)
    view = sample(name).view
    for code, cells in matrix_of(name, year).items():
        status, _, power = state["statuses"].get(code, "unaligned").partition(" ")
        told = f"{status} {view.powers[power].short}" if power else status
        assert cells[1].startswith((f"{told} since", f"{told} new:")), code
        mark = state["markers"].get(code, "")
        letter = {"catholic": "C Catholic", "protestant": "P Protestant", "muslim": "O Ottoman"}
        assert cells[4] == letter.get(mark, "")
        assert ("INF suspended" in cells[1]) == (status == "captured" and code in state["infs"])


def test_what_was_placed_and_lost_is_that_of_the_events() -> None:
    file = ROOT / "games" / COMET / "1625" / "state" / "1-diplomatic.toml"
    moved: dict[tuple[str, str], list[int]] = {}
    for event in tomllib.loads(file.read_text(encoding="utf-8"))["events"]:
        data = event[-1]
        if event[0] == "placement":
            for state, amount in data["placed"].items():
                moved.setdefault((state, data["power"]), [0, 0])[0] += amount
        if event[0] == "diplomatic-attack":
            for power, amount in data["before"].items():
                lost = moved.setdefault((data["state"], power), [0, 0])
                lost[1] += amount - data["after"][power]
    assert moved[("WUR", "league")] == [4, 1]
    for state, cells in matrix_of(COMET, 1625).items():
        for power, cell in zip(sample(COMET).view.powers, cells[6:], strict=True):
            placed, lost = moved.get((state, power), (0, 0))
            told = f"{f'+{placed}' if placed else ''} {f'−{lost}' if lost else ''}".strip()
            assert re.sub(r"^\d+ ?", "", cell) == told.replace(" ", " "), (state, power)


def test_influence_of_a_fallen_power_is_lost() -> None:
    """The Dutch placed 4 in Westphalia in 1622 and fell the same year, with the 8 that they had."""
    at = 6 + list(sample(COMET).view.powers).index("dutch")
    assert matrix_of(COMET, 1622)["WES"][at] == "0+4 −8"
    assert "out 1622" in text_of(pages_of(COMET), f"{COMET}/influence/1622/")
    assert "out 1622" not in text_of(pages_of(COMET), f"{COMET}/influence/1621/")


def test_a_state_says_since_when_it_is_as_it_is() -> None:
    statuses: dict[str, str] = {}
    since: dict[str, int] = {}
    for year in range(1619, 1626):
        for file in sorted((ROOT / "games" / COMET / str(year) / "state").glob("*.toml")):
            now = tomllib.loads(file.read_text(encoding="utf-8"))["state"]["statuses"]
            since |= {code: year for code, status in now.items() if statuses.get(code) != status}
            statuses |= now
    opening = year_ends(sample(COMET))[0].before
    for code, cells in matrix_of(COMET, 1625).items():
        if since[code] == 1625:
            assert "new: was" in cells[1], code
        elif since[code] > 1619 or opening[code].status == "unaligned":
            assert cells[1].split("since ")[1].startswith(str(since[code])), code


def test_leaders_have_their_share_and_ties_say_so() -> None:
    shown = matrix_of(COMET, 1645)
    assert shown["STR"][2] == "tied at 32 %"
    assert shown["WES"][2] == "England 69 %"
    assert shown["NAP"][2] == "no INF"
    assert matrix_of(DRAFT, 1622)["SCOT"][2].startswith("tied at ")


def test_the_foot_adds_up() -> None:
    page = text_of(pages_of(COMET), f"{COMET}/influence/1625/")
    snapshot = sample(COMET).end_of(1625).snapshot
    foot = {cells[0]: cells[2:] for _, cells in rows_in(page, "tfoot/tr")}
    powers = list(sample(COMET).view.powers)
    cells = list(matrix_of(COMET, 1625).values())
    for at, power in enumerate(powers):
        column = sum(int(re.match(r"\d*", row[6 + at])[0] or 0) for row in cells)  # type: ignore[index]
        assert int(re.match(r"\d*", foot["INF in the states"][at])[0] or 0) == column  # type: ignore[index]
        follow = re.match(r"\d*", foot["States following"][at])
        assert follow
        assert int(follow[0] or 0) == snapshot.figures["states"].get(power, 0), power


def test_every_year_has_an_address_and_links_to_those_before_it() -> None:
    pages = pages_of(COMET)
    years = range(1619, 1646)
    assert set(pages) == {f"{COMET}/influence/", *(f"{COMET}/influence/{one}/" for one in years)}
    newest = page_links(f"{COMET}/influence/", text_of(pages, f"{COMET}/influence/"))
    assert {f"{COMET}/influence/{one}/" for one in years} <= set(newest.targets)
    address = f"{COMET}/influence/1625/"
    middle = page_links(address, text_of(pages, address)).targets
    assert {f"{COMET}/influence/{one}/" for one in (*range(1619, 1625), 1626)} <= set(middle)
    assert f"{COMET}/influence/" in middle
    assert f"{COMET}/influence/1627/" not in middle


def test_a_game_that_has_not_begun_has_its_opening() -> None:
    chronicle = sample(COMET)
    begun = replace(chronicle, view=replace(chronicle.view, phases=()), facts=())
    pages = {page.address: page for page in influence_pages(begun)}
    assert set(pages) == {f"{COMET}/influence/", f"{COMET}/influence/1619/"}
    assert "Opening" in text_of(pages, f"{COMET}/influence/")


def test_every_marker_has_its_sign_letter_and_word() -> None:
    marks = sample(COMET).gazetteer.marks
    page = text_of(pages_of(COMET), f"{COMET}/influence/1625/")
    for mark, facts in marks.items():
        assert re.search(rf'<symbol id="sign-{mark}"[^>]*><path d="M', page)
        assert f'<use href="#sign-{mark}"/></svg><b>{facts.letter}</b> {facts.name}' in page
    lettered = replace(marks["catholic"], sign="text")
    assert "<circle" in sign_sheet({"other": lettered})
    assert sign_sheet({}) == ""


def test_a_state_that_ceased_to_be_is_told_of() -> None:
    chronicle = absorbed(sample(COMET), "TRI", 1630)
    pages = {page.address: page for page in influence_pages(chronicle)}
    told = text_of(pages, f"{COMET}/influence/1630/")
    assert "Trier ceased to exist." in told
    assert 'id="trier"' not in told
    assert 'id="trier"' in text_of(pages, f"{COMET}/influence/1629/")


def absorbed(chronicle: Chronicle, code: str, year: int) -> Chronicle:
    """The game as if a state had come to an end in a year."""
    facts = []
    for link, one in zip(chronicle.view.phases, chronicle.facts, strict=True):
        if link.year >= year:
            left = {name: stand for name, stand in one.snapshot.minors.items() if name != code}
            one = replace(one, snapshot=replace(one.snapshot, minors=left), changes=(), events=())
        facts.append(one)
    return replace(chronicle, facts=tuple(facts))
