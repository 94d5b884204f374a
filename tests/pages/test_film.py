"""The film of a game: which pictures it has, in which order, and what is said above them."""

from __future__ import annotations

from generator.pages.maps.drawing import MapStyle
from generator.pages.story.film import film_of_game, film_of_turn
from tests.pages.told import sample

STYLE = MapStyle(pixels=320)


def test_turn_shows_orders_before_their_outcomes_and_ends_with_the_position() -> None:
    chronicle = sample("first-light")
    game = chronicle.game
    spring = game.phases[0]
    before, orders, outcomes, after = film_of_turn(game, [spring], STYLE)
    assert {before.title, orders.title, outcomes.title} == {"First Light"}
    assert [one.heading for one in (before, orders, outcomes)] == [spring.title] * 3
    assert 'class="order' not in before.svg
    assert 'class="order' in orders.svg
    # Nobody sees yet what comes of them.
    assert " fails" not in orders.svg
    assert " fails" in outcomes.svg
    assert outcomes.text == chronicle.facts[0].headline
    assert 'class="order' not in after.svg
    assert after.text == f"Next: {game.phases[1].title}"


def test_year_tells_its_phases_one_after_the_other() -> None:
    game = sample("first-light").game
    year = [one for one in game.phases if one.moment.year == game.phases[0].moment.year]
    told = [frame.heading for frame in film_of_turn(game, year, STYLE)]
    assert list(dict.fromkeys(told))[:-1] == [one.title for one in year]


def test_game_has_a_picture_for_each_phase_with_orders_and_ends_where_it_stands() -> None:
    chronicle = sample("winter-king")
    frames = list(film_of_game(chronicle.game, STYLE))
    assert frames[0].text == "The opening"
    told = [frame.heading for frame in frames[1:-1]]
    titles = [record.title for record in chronicle.game.phases]
    assert told == [title for title in titles if title in told]
    moves = [title for title in titles if title.endswith("adjudication")]
    assert set(moves) <= set(told)
    # Scoring moves nobody and nothing.
    assert not [title for title in told if title.endswith("scoring")]
    headlines = {
        phase.link.title: phase.facts.headline for phase in chronicle.phases if phase.facts
    }
    assert all(frame.text == headlines[frame.heading] for frame in frames[1:-1])
    assert frames[-1].text.startswith("Next: ") or chronicle.game.ending
