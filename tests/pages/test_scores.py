"""Score pages: figures as in the state files, each with its event; nothing before its time."""

from __future__ import annotations

import re
import tomllib

import pytest

from generator.pages.base.page import Page
from generator.pages.game.game import counts_by_year
from generator.pages.scores.ledgers import Books
from generator.pages.scores.scores import courses_of, score_pages
from generator.pages.scores.tables import (
    breakdown_of,
    from_start,
    point_course,
    telling,
    yearly_scores,
)
from tests.pages.told import ROOT, remembered, sample, text_of, unrevealed, up_to

COMET, DRAFT, LIGHT = "after-the-comet", "winter-king", "first-light"


def pages_of(name: str) -> dict[str, Page]:
    return {page.address: page for page in score_pages(sample(name))}


@pytest.mark.parametrize("year", [1619, 1625, 1645])
def test_points_are_those_of_the_state_file(year: int) -> None:
    file = ROOT / "games" / COMET / str(year) / "state" / "6-scoring.toml"
    scored = tomllib.loads(file.read_text(encoding="utf-8"))["state"]["scores"]
    known = next(one for one in yearly_scores(sample(COMET)) if one.year == year)
    assert {one.power: one.points for one in known.scores} == {
        power: sum(items.values()) for power, items in scored.items()
    }


def test_every_figure_leads_to_the_event_that_tells_of_it() -> None:
    chronicle = sample(COMET)
    phases = {told.link.address: told for told in chronicle.phases}
    count = 0
    for year in yearly_scores(chronicle):
        for score in year.scores:
            events = {event.anchor: event for event in phases[score.address].events}
            event = events[score.anchor]
            assert event.powers == (score.power,)
            assert re.search(rf": {score.points} point", event.text)
            count += 1
    assert count == 305


def test_scores_that_were_withheld_are_those_of_their_years_when_they_are_told() -> None:
    chronicle = remembered(sample(DRAFT))
    phases = {told.link.address: told for told in chronicle.phases}
    years = yearly_scores(chronicle)
    assert [year.year for year in years] == [1619, 1620, 1621, 1622, 1623, 1624]
    for year in years:
        assert any(score.points for score in year.scores)
        for score in year.scores:
            events = {event.anchor: event for event in phases[score.address].events}
            assert re.search(rf": {score.points} point", events[score.anchor].text)


def test_the_chart_of_the_front_page_leaves_out_years_whose_scores_are_withheld() -> None:
    told, withheld = counts_by_year(sample(DRAFT)), counts_by_year(unrevealed(DRAFT))
    assert told.labels == ("start", "1619", "1620", "1621", "1622", "1623", "1624")
    assert withheld.labels == ("start", "1624")
    assert dict(told.rows)["1624"] == dict(withheld.rows)["1624"]


@pytest.mark.parametrize("name", [COMET, DRAFT, LIGHT, "eleven-voices", "cuius-regio"])
def test_all_courses_begin_with_the_start(name: str) -> None:
    """Points, money and the count of the front page: charts and tables have the same first line."""
    chronicle = sample(name)
    years = from_start(chronicle, yearly_scores(chronicle))
    courses = [point_course(chronicle, years), counts_by_year(chronicle)]
    courses += [course["course"] for course in courses_of(chronicle)]
    if chronicle.view.has("treasury"):
        courses += [Books(chronicle).course(figure) for figure in ("treasury", "units")]
    assert {course.labels[:2] for course in courses} == {("start", str(chronicle.years[0]))}
    table = text_of(pages_of(name), f"{name}/scores/").partition('id="all-years"')[2]
    assert re.search(r'<tbody>\s*<tr><th scope="row">start</th>', table)


def test_items_add_up_to_the_points() -> None:
    chronicle = sample(COMET)
    years = yearly_scores(chronicle)
    for before, year in zip((None, *years), years, strict=False):
        table = breakdown_of(chronicle, year, before)
        assert not table["adds_up"]
        assert table["rows"]
        for row in table["rows"]:
            assert row["sum"] == row["score"].points
            assert row["missing"] == max(0, 25 - row["score"].points)
        for column in (*table["columns"], *table["unused"]):
            assert column.rule in chronicle.game.ruleset.rulebook


def test_only_published_scores_are_shown() -> None:
    """The draft publishes in the years 1624 to 1628 only, and this game ends in 1625."""
    chronicle = unrevealed(DRAFT)
    pages = {page.address: page for page in score_pages(chronicle)}
    assert [one.year for one in yearly_scores(chronicle)] == [1624]
    assert set(pages) == {f"{DRAFT}/scores/{part}" for part in ("", "table/", "1624/")}
    front = text_of(pages, f"{DRAFT}/scores/")
    assert "No scores were published for 1619, 1620, 1621, 1622, 1623 and 1625." in front
    early = {page.address: page for page in score_pages(up_to(chronicle, 1622))}
    text = early.pop(f"{DRAFT}/scores/").make().decode()
    assert early == {}
    assert "Nothing has been scored yet." in text


def test_revealed_scores_are_those_of_their_own_years() -> None:
    """The state kept the scores of 1620, which a ruling published, through the next years."""
    chronicle = sample("eleven-voices")
    years = {one.year: one for one in yearly_scores(chronicle)}
    assert set(years) == set(range(1615, 1631))
    for phase in chronicle.phases:
        for event in telling(chronicle, phase):
            score = years[phase.year].of(event.powers[0])
            if score is not None and event.kind == "score":
                assert f": {score.points} point" in event.text
    published = {one.year: one for one in yearly_scores(unrevealed("eleven-voices"))}
    assert set(published) == {1620, 1625, 1629, 1630}
    assert published[1625].scores[0].points == years[1625].scores[0].points


def test_what_is_told_of_scores_without_a_scoring_is_on_the_front() -> None:
    text = text_of(pages_of(DRAFT), f"{DRAFT}/scores/")
    assert "had the military objective" in text
    assert 'href="../1625/diplomatic/index.html#e30"' in text


def test_centers_are_counted_year_by_year_where_no_events_score() -> None:
    years = yearly_scores(sample(LIGHT))
    assert [one.label for one in years[:3]] == ["start", "1901", "1902"]
    assert len(years) == 16
    start = {one.power: one.points for one in years[0].scores}
    assert start["russia"] == 4
    assert sum(start.values()) == 22
    last = {one.power: one.points for one in years[-1].scores}
    assert (last["turkey"], last["france"], last["england"]) == (18, 11, 5)


def test_centers_say_from_whom_they_came_and_where_it_is_told() -> None:
    chronicle = sample(LIGHT)
    years = yearly_scores(chronicle)
    at = next(at for at, one in enumerate(years) if one.year == 1905)
    table = breakdown_of(chronicle, years[at], years[at - 1])
    rows = {row["view"].id: row for row in table["rows"]}
    assert {gain[:2] for gain in rows["france"]["gained"]} == {
        ("BER", "germany"),
        ("KIE", "germany"),
    }
    assert {code for code, *_ in rows["austria"]["lost"]} == {"SER", "TRI", "VIE"}
    phases = {told.link.address: told for told in chronicle.phases}
    for row in table["rows"]:
        change = int(row["score"].change.replace("−", "-") or 0)
        assert len(row["gained"]) - len(row["lost"]) == change
        for code, _, address, anchor in (*row["gained"], *row["lost"]):
            event = {one.anchor: one for one in phases[address].events}[anchor]
            assert chronicle.gazetteer.provinces[code].name in event.text


@pytest.mark.parametrize(
    ("name", "goal", "rule"),
    [(COMET, "25 points win", "E19-END-1"), (LIGHT, "18 centers win", "STD-END-1")],
)
def test_the_goal_is_told_with_its_rule(name: str, goal: str, rule: str) -> None:
    text = text_of(pages_of(name), f"{name}/scores/")
    assert goal in text
    assert f">{rule}</a>" in text


def test_without_a_goal_none_is_told() -> None:
    text = text_of(pages_of(DRAFT), f"{DRAFT}/scores/")
    assert " win." not in text
    assert 'class="goal"' not in text


def test_every_power_is_named_in_the_charts() -> None:
    pages = pages_of(COMET)
    fallen = {"Venice": 1619, "Dutch Republic": 1621, "Spain": 1630}
    for address in (f"{COMET}/scores/", f"{COMET}/scores/table/"):
        text = text_of(pages, address)
        assert ">27 England</text>" in text or ">1 England 27</text>" in text
        for name, year in fallen.items():
            assert f">{name} to {year}</text>" in text


def test_a_year_that_has_begun_is_marked() -> None:
    chronicle = up_to(sample(LIGHT), 1905, 2)
    assert yearly_scores(chronicle)[-1].label == "1904"
    chronicle = up_to(sample(LIGHT), 1905, 4)
    assert yearly_scores(chronicle)[-1].label == "1905 so far"
