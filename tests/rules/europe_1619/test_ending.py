"""The end of the game: victory, the last year, ties, votes and extensions."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace

from generator.engine.phases import Ruling
from generator.rulesets.europe.course import YEAR
from generator.rulesets.europe.features.extension import Extended, Extension, Vote
from generator.rulesets.europe.record.document import dump_state, load_state
from generator.rulesets.europe.state.state import ComingChange, EuropeState
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe_1619 import EDITION, RULESET
from tests.rules.europe.building import events, play, position
from tests.rules.europe_1619.adjusting import Played

NO_MARKERS: Mapping[str, str] = MappingProxyType({})
PLACES = {"savoy": "COL", "venice": "HES", "sweden": "BRA"}


def score(year: int = 1630, rulings: list[Ruling] | None = None, **wanted: Any) -> Played:
    """The scoring of a board on which powers have as many points as wanted."""
    return play(EDITION, board(year, **wanted), rulings=rulings or [])


def board(year: int, options: Mapping[str, Any] | None = None, **wanted: int) -> EuropeState:
    captures = {PLACES[power]: power for power in wanted}
    values = {PLACES[power]: number for power, number in wanted.items()}
    return position(
        EDITION,
        phase="scoring",
        year=year,
        units={power: [f"A {PLACES[power]}"] for power in wanted},
        captures=captures,
        markers=NO_MARKERS,
        tables={"centers": values},
        options=options,
    )


def won(played: Played) -> tuple[str, ...]:
    ending = played.state.ending
    return ending.powers if ending and ending.kind == "victory" else ()


@pytest.mark.rule("E19-END-1")
@pytest.mark.parametrize(("number", "winners"), [(24, ()), (25, ("savoy",)), (26, ("savoy",))])
def test_twenty_five_points_win_at_once(number: int, winners: tuple[str, ...]) -> None:
    played = score(savoy=number, venice=3)
    assert won(played) == winners
    if winners:
        over = events(played, "game-over")[0]
        assert over.rule == "E19-END-1"
        assert RULESET.awaits(played.state) == ()
        document = dump_state(EDITION, played.state)
        assert load_state(EDITION, document).ending == played.state.ending
    else:
        assert played.state.moment == EDITION.moment_of(1631, "diplomatic")


@pytest.mark.rule("E19-END-1")
def test_a_game_may_set_another_target() -> None:
    assert won(score(savoy=12, options={"victory.points": 12})) == ("savoy",)


@pytest.mark.rule("E19-END-2")
def test_the_highest_score_of_the_last_year_wins() -> None:
    assert not won(score(1647, savoy=19, venice=18))
    played = score(1648, savoy=19, venice=18)
    assert won(played) == ("savoy",)
    assert events(played, "game-over")[0].rule == "E19-END-2"
    assert won(score(1624, savoy=2, options={"last_year": 1624})) == ("savoy",)


@pytest.mark.rule("E19-END-3")
def test_equals_above_the_target_are_tied() -> None:
    tied = score(savoy=27, venice=27)
    assert tied.state.moment == EDITION.moment_of(1630, "vote")
    assert won(score(savoy=27, venice=28)) == ("venice",)


def tie() -> EuropeState:
    """A tie of Savoy and Venice in 1648, waiting for the vote."""
    played = score(1648, savoy=20, venice=20)
    assert [event.rule for event in events(played, "tie")] == ["E19-END-4"]
    assert played.state.moment == EDITION.moment_of(1648, "vote")
    return played.state


def test_without_a_vote_a_tie_is_a_draw() -> None:
    """An edition whose features say nothing of ties."""
    features = tuple(one for one in EDITION.features if not isinstance(one, Extension))
    edition = Edition(EDITION.package, features, EDITION.passage, YEAR)
    played = play(edition, board(1648, savoy=20, venice=20))
    assert played.state.ending is not None
    assert played.state.ending.kind == "draw"
    assert set(played.state.ending.powers) == {"savoy", "venice"}
    assert events(played, "game-over")[0].rule == "E19-END-4"


def votes(state: EuropeState, vote: Vote, **others: Vote) -> dict[str, list[Vote]]:
    return {power: [others.get(power, vote)] for power in state.living}


@pytest.mark.rule("E19-END-4")
def test_a_tied_game_goes_on_if_all_agree() -> None:
    state = tie()
    assert RULESET.awaits(state) == state.living
    played = play(EDITION, state, votes(state, Vote("extend", 1)))
    assert {one.outcome for one in played.verdicts} == {"success"}
    assert played.state.moment == EDITION.moment_of(1649, "movement")
    assert events(played, "extended")[0].data["until"] == 1649


@pytest.mark.rule("E19-END-4")
def test_an_extension_lasts_as_long_as_all_want() -> None:
    state = tie()
    played = play(EDITION, state, votes(state, Vote("extend", 3), france=Vote("extend", 2)))
    assert events(played, "extended")[0].data["until"] == 1650
    document = dump_state(EDITION, played.state)
    assert load_state(EDITION, document).parts["extension"] == Extended(1650)


@pytest.mark.rule("E19-END-4")
@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({}, "it is agreed"),
        ({"france": Vote("extend", 1)}, "there is no agreement"),
    ],
)
def test_without_an_extension_the_tied_powers_draw(given: dict[str, Vote], why: str) -> None:
    state = tie()
    played = play(EDITION, state, votes(state, Vote("draw"), **given))
    ending = played.state.ending
    assert ending is not None
    assert (ending.kind, ending.powers) == ("draw", ("venice", "savoy"))
    assert why in ending.text


@pytest.mark.rule("E19-END-4")
def test_whoever_does_not_vote_does_not_agree() -> None:
    state = tie()
    given = votes(state, Vote("extend", 1))
    del given["poland"]
    played = play(EDITION, state, given)
    assert played.state.ending is not None
    assert played.state.ending.kind == "draw"
    assert play(EDITION, state).state.ending == played.state.ending


@pytest.mark.rule("E19-END-4")
def test_the_first_vote_counts_and_an_extension_takes_a_year() -> None:
    state = tie()
    first = [Vote("extend", 0), Vote("extend", 1), Vote("draw")]
    played = play(EDITION, state, {**votes(state, Vote("extend", 1)), "savoy": first})
    assert [one.outcome for one in played.verdicts if one.power == "savoy"] == [
        "illegal",
        "success",
        "excess",
    ]
    assert played.state.moment.year == 1649


@pytest.mark.rule("E19-END-4")
def test_votes_are_read_from_sheets() -> None:
    state = tie()
    sheets = {**dict.fromkeys(state.living, "extend 2"), "venice": "EXTEND 2 YEARS"}
    played = play(EDITION, state, sheets)
    assert events(played, "extended")[0].data["until"] == 1650


@pytest.mark.rule("E19-END-5")
def test_an_extension_year_begins_with_orders_and_allots_nothing() -> None:
    state = tie()
    played = play(EDITION, state, votes(state, Vote("extend", 1)))
    assert played.state.moment == EDITION.moment_of(1649, "movement")
    assert not [event for event in played.events if event.kind == "allotment"]


@pytest.mark.rule("E19-END-5")
def test_declarations_of_the_last_year_take_effect_in_the_extension() -> None:
    state = tie()
    change = ComingChange(1649, "war", ("france", "savoy"), ("france",))
    state = replace(state, changes=(change,))
    played = play(EDITION, state, votes(state, Vote("extend", 1)))
    assert played.state.standing.relation("france", "savoy") == "war"


def extended(year: int, until: int, **wanted: int) -> Played:
    state = board(year, **wanted)
    parts = MappingProxyType({**state.parts, "extension": Extended(until)})
    return play(EDITION, replace(state, parts=parts))


@pytest.mark.rule("E19-END-2")
def test_whoever_leads_in_an_extension_year_wins() -> None:
    assert won(extended(1649, 1651, savoy=9, venice=8)) == ("savoy",)


@pytest.mark.rule("E19-END-4")
def test_a_tie_is_voted_on_again_when_the_extension_is_over() -> None:
    running = extended(1649, 1650, savoy=9, venice=9)
    assert running.state.moment == EDITION.moment_of(1650, "movement")
    over = extended(1650, 1650, savoy=9, venice=9)
    assert over.state.moment == EDITION.moment_of(1650, "vote")


@pytest.mark.rule("E19-END-4")
def test_the_referee_may_extend_the_game() -> None:
    ruling = Ruling(1, "scoring", "extend", "all agreed by mail", facts={"years": 2})
    played = score(1648, [ruling], savoy=20, venice=20)
    assert played.state.moment == EDITION.moment_of(1649, "movement")
    assert played.state.parts["extension"] == Extended(1650)
    state = tie()
    in_vote = Ruling(1, "vote", "extend", "all agreed by mail", facts={"years": 1})
    assert play(EDITION, state, rulings=[in_vote]).state.moment.year == 1649


def test_a_game_without_powers_ends() -> None:
    gone = dict.fromkeys(EDITION.powers, 1620)
    played = play(EDITION, position(EDITION, phase="scoring", units={}, eliminated=gone))
    assert played.state.ending is not None
    assert played.state.ending.kind == "ended"
