"""The front page of a game, the home page, and what they say in words."""

from __future__ import annotations

import re

from generator.archive import load_game
from generator.engine.phases import Moment
from generator.pages.chart import Series, count_chart
from generator.pages.facts import PhaseFacts, StateFacts, phase_facts, state_facts
from generator.pages.game import stand_of
from generator.pages.gameview import PhaseLink, Rails, game_view
from generator.pages.gameview import _labels as labels
from generator.pages.material import Material
from generator.pages.standings import ranks, signed, standings_table
from generator.pages.words import LOOKS, counted, joined, tally
from tests.pages.sample import Sample


def test_front_page_lists_every_phase_and_the_standings(built: Sample) -> None:
    page = built.page("duel/index.html")
    for phase in ("opening", "spring-movement", "fall-movement", "winter-adjustments"):
        assert f'href="1901/{phase}/index.html"' in page
    assert 'id="standings"' in page
    assert 'id="years"' in page
    assert 'class="chart"' in page


def test_home_page_shows_every_game(built: Sample) -> None:
    page = built.page("index.html")
    assert "The quiet game" in page
    assert "A duel of &lt;b&gt;seven&lt;/b&gt;" in page
    assert "2 games in play" in page


def test_game_without_a_phase_says_whose_orders_are_due(built: Sample) -> None:
    page = built.page("quiet/index.html")
    assert "orders due from Austria, England, France, Germany, Italy, Russia and Turkey" in page


def test_game_that_is_over_says_who_won(built: Sample) -> None:
    game = load_game(built.games / "quiet")
    over = StateFacts("", 1910, "x", (), (), "Italy has 18 centers.", "victory", ("italy",))
    stand = stand_of(game, game_view(game), over, ())
    assert (stand.state, stand.detail, stand.is_over) == (
        "Won by Italy",
        "Italy has 18 centers.",
        True,
    )


def test_facts_survive_being_kept(built: Sample) -> None:
    game = load_game(built.games / "duel")
    facts = phase_facts(Material(game, game.phases[1]))
    assert PhaseFacts.load(facts.dump()) == facts
    now = state_facts(game.ruleset, game.current_state())
    assert StateFacts.load(now.dump()) == now


def test_labels_of_the_rail_tell_a_retreat_from_its_movement() -> None:
    names = ["spring-movement", "spring-retreats", "fall-movement", "fall-retreats", "winter-x"]
    moments = [Moment(1901, number, name) for number, name in enumerate(names, 1)]
    assert labels(moments) == ["S", "R", "F", "R", "W"]


def test_rail_shows_the_years_around_a_page(built: Sample) -> None:
    view = game_view(load_game(built.games / "duel"))
    due = PhaseLink("S", "Spring 1902", 1902, "")
    years, _ = Rails(view, due).around(1901)
    assert [(one.year, one.is_here, len(one.phases)) for one in years] == [
        (1901, True, 4),
        (1902, False, 1),
    ]


def test_words_count_and_join() -> None:
    assert counted(1, "order") == "1 order"
    assert counted(0, "order") == "0 orders"
    assert joined(()) == ""
    assert joined(["a"]) == "a"
    assert joined(["a", "b", "c"]) == "a, b and c"
    looks = [LOOKS["cut"], LOOKS["success"], LOOKS["success"]]
    assert tally(looks) == "2 carried out, 1 cut"


def test_standings_put_the_largest_first_and_sign_changes(built: Sample) -> None:
    view = game_view(load_game(built.games / "duel"))
    table = standings_table(
        view,
        (("Centers", {"austria": 3, "italy": 5}),),
        (("Centers", {"austria": 4, "italy": 3}),),
    )
    assert [row.power.id for row in table.rows[:2]] == ["italy", "austria"]
    assert [row.counts[0].change for row in table.rows[:3]] == ["+2", "−1", ""]
    assert signed(0) == ""
    assert ranks((9, 5, 5, 1)) == ("1", "2=", "2=", "4")


def test_chart_needs_two_years_and_names_every_line() -> None:
    lines = [Series("Austria & <b>", "pw-austria", (3, 4)), Series("Italy", "pw-italy", (3, 4))]
    assert count_chart("Centers", ["1901"], [Series("A", "x", (1,))]) == ""
    svg = count_chart("Centers", ["1901", "1902"], lines)
    assert "4 Austria &amp; &lt;b&gt;" in svg
    heights = [int(y) for y in re.findall(r'y="(\d+)">4 ', svg)]
    assert abs(heights[0] - heights[1]) >= 15
