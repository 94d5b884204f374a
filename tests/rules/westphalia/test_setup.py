"""The setup: seats, the drafted board, the first influence."""

from __future__ import annotations

from types import MappingProxyType

import pytest
from msgspec.structs import replace

from generator.engine.phases import Setup
from generator.rulesets.westphalia.land.lands import hand_over
from generator.rulesets.westphalia.setup.opening import (
    automatic_influence,
    automatic_provinces,
    capital_refusal,
    land_refusal,
    largest_size,
    open_game,
)
from generator.rulesets.westphalia.setup.phases import placer_of
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import Province, State
from tests.rules.westphalia.rounds import opened, play, texts_of, why
from tests.rules.westphalia.table import ally, di, six


def empty(free: str = "") -> State:
    """A board of which only some provinces are free, or all."""
    state = open_game(Setup())
    if free:
        rest = {code: Province("" if code in free.split() else "red") for code in state.provinces}
        state = replace(state, provinces=MappingProxyType(rest))
    return state


@pytest.mark.rule("POW-SET-7")
def test_an_elector_may_have_any_shape_but_is_contiguous() -> None:
    assert land_refusal(empty(), "bohemia", ("A1", "A2", "A3", "A4"), "A4", 4) is None
    apart = land_refusal(empty(), "bohemia", ("A1", "A2", "G6", "G7"), "A1", 4)
    assert why(apart) == "the provinces are not contiguous, and a contiguous place is free"
    scattered = empty("A1 A2 G6 G7")
    assert land_refusal(scattered, "bohemia", ("A1", "A2", "G6", "G7"), "A1", 4) is None
    assert sorted(automatic_provinces(scattered, 4)) == ["A1", "A2", "G6", "G7"]


@pytest.mark.rule("POW-SET-10")
def test_the_capital_of_a_line_is_in_its_middle() -> None:
    board = empty().board
    line = ("A1", "A2", "A3")
    assert capital_refusal(board, line, "A2") is None
    refusal = capital_refusal(board, line, "A1")
    assert why(refusal) == "not all provinces border A1; they border A2"
    assert automatic_provinces(empty("A1 A2 A3"), 3) == ("A2", "A1", "A3")


@pytest.mark.rule("POW-SET-11")
def test_the_largest_that_fits_is_placed() -> None:
    state = opened("principality-1", setup_mode="draft")
    nearly = {
        code: replace(one, owner=one.owner or "red") if code not in ("D5", "D6") else one
        for code, one in state.provinces.items()
    }
    for code in ("D5", "D6", "A1", "G7"):
        nearly[code] = Province("")
    state = replace(state, provinces=MappingProxyType(nearly), size=1)
    assert largest_size(state) == 2
    done = play(state, {placer_of(state, 1): "SETUP principality ulm A1"}, {"setup/size/2": 6})
    assert done.state.size == 2
    assert texts_of(done, "size-limited") == ["The largest area that is free has 2 provinces"]


@pytest.mark.rule("POW-SET-12")
def test_single_provinces_become_principalities_without_a_roll() -> None:
    state = opened("principality-1", setup_mode="draft")
    table = {code: replace(one, owner=one.owner or "red") for code, one in state.provinces.items()}
    for code in ("A1", "C5", "G7"):
        table[code] = Province("")
    state = replace(state, provinces=MappingProxyType(table), size=1)
    placers = []
    while state.moment.phase.startswith("principality"):
        done = play(state)
        assert not texts_of(done, "size-rolled")
        placers += [one.powers[0] for one in done.events if one.kind == "principality-placed"]
        state = done.state
    assert placers == [placer_of(state, index) for index in (1, 2, 3)]
    assert state.moment.phase == "influence"


@pytest.mark.rule("POW-SET-14")
def test_the_first_to_grow_great_is_called_austria() -> None:
    """Only the name changes: id, influence and ally stay."""
    progress = Progress(ally(six(), "hesse", "red"))
    for code in ("B2", "B3", "D5"):
        hand_over(progress, code, "hesse", "POW-ACT-4")
    grown = progress.state.principalities["hesse"]
    held = progress.state.influence("red", "hesse")
    assert (grown.name, grown.ally, held) == ("Austria", "red", 3)
    for code in ("A1", "A2", "A4", "C1"):
        hand_over(progress, code, "thuringia", "POW-ACT-4")
    assert progress.state.principalities["thuringia"].name == "Bavaria"
    for code in ("F5", "E6", "G4", "G5", "G6"):
        hand_over(progress, code, "salzburg", "POW-ACT-4")
    assert progress.state.principalities["salzburg"].name == "Salzburg"


@pytest.mark.rule("POW-SET-14")
def test_an_elector_keeps_its_name() -> None:
    progress = Progress(six())
    for code in ("E9", "F8", "F7"):
        hand_over(progress, code, "bohemia", "POW-ACT-4")
    assert progress.state.principalities["bohemia"].name == "Bohemia"


@pytest.mark.rule("POW-SET-17")
def test_the_compact_block_goes_before_the_line() -> None:
    state = empty("D8 D9 E7 E8 G1 G2 G3 G4")
    assert sorted(automatic_provinces(state, 4)) == ["D8", "D9", "E7", "E8"]


@pytest.mark.rule("POW-SET-18")
def test_what_is_left_goes_to_the_first_one_chosen() -> None:
    state = six()
    assert automatic_influence(state, "green", 3) == (("cologne", 1), ("mainz", 1), ("trier", 1))
    taken = di(di(di(state, "cologne", green=1), "mainz", green=1), "trier", green=1)
    assert automatic_influence(taken, "red", 3) == (("anhalt", 3),)
