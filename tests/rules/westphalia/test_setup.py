"""The setup: seats, the drafted board, the first influence."""

from __future__ import annotations

from types import MappingProxyType

import pytest
from msgspec.structs import replace

from generator.engine.errors import FileError, GameError
from generator.engine.phases import Setup
from generator.rulesets.westphalia.land.lands import hand_over
from generator.rulesets.westphalia.reading.read import read_sheets
from generator.rulesets.westphalia.setup.opening import (
    automatic_influence,
    automatic_provinces,
    best_capital,
    capital_refusal,
    land_refusal,
    largest_size,
    open_game,
    provinces_refusal,
)
from generator.rulesets.westphalia.setup.phases import placer_of
from generator.rulesets.westphalia.state.power import imperial_power
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import Province, State
from tests.rules.westphalia.rounds import opened, play, texts_of, verdict, why
from tests.rules.westphalia.table import ally, di, six


def empty(free: str = "") -> State:
    """A board of which only some provinces are free, or all."""
    state = open_game(Setup())
    if free:
        rest = {code: Province("" if code in free.split() else "red") for code in state.provinces}
        state = replace(state, provinces=MappingProxyType(rest))
    return state


@pytest.mark.rule("POW-GEN-1")
def test_four_may_play() -> None:
    four = {"seats": "red green white black", "setup_mode": "draft"}
    assert len(open_game(Setup(four)).provinces) == 36


@pytest.mark.rule("POW-GEN-1")
def test_nine_never_play() -> None:
    with pytest.raises(GameError, match="there is no color pink"):
        open_game(Setup({"seats": "red blue green yellow orange purple white black pink"}))


@pytest.mark.rule("POW-SET-1")
def test_a_color_is_taken_once() -> None:
    with pytest.raises(GameError, match="the color red is taken by two players"):
        open_game(Setup({"seats": "red red green white black"}))


@pytest.mark.rule("POW-SET-3")
def test_own_provinces_touch_at_a_vertex_and_are_contiguous() -> None:
    assert provinces_refusal(empty(), ("B1", "A1", "B2", "C1")) is None
    line = provinces_refusal(empty(), ("A1", "A2", "A3", "A4"))
    assert why(line) == "no three of the provinces touch at a vertex"
    apart = provinces_refusal(empty(), ("B1", "A1", "B2", "G7"))
    assert why(apart) == "the provinces are not contiguous"
    assert provinces_refusal(empty(), ("B1", "A1", "B2")) is not None
    taken = provinces_refusal(empty("A1 B1 B2"), ("B1", "A1", "B2", "C1"))
    assert why(taken) == "C1 is not free"


@pytest.mark.rule("POW-SET-4")
def test_without_a_word_the_capital_has_most_own_neighbors() -> None:
    board = empty().board
    assert best_capital(board, ("B1", "A1", "B2", "C1")) == "B1"
    assert best_capital(board, ("A2", "A1", "A3")) == "A2"


@pytest.mark.rule("POW-SET-3")
@pytest.mark.rule("POW-SET-4")
def test_a_player_takes_the_first_legal_line() -> None:
    state = opened("provinces-1", setup_mode="draft")
    first = state.setup_order[0]
    done = play(
        state,
        {
            first: "SETUP provinces A1 A2 A3 A4\nSETUP provinces B1 A1 B2 C1 CAPITAL A1\n"
            "SETUP provinces D5 D6 E5 E6"
        },
    )
    assert verdict(done, first, "SETUP provinces A1 A2 A3 A4") == "illegal POW-SET-3"
    assert verdict(done, first, "SETUP provinces B1 A1 B2 C1 CAPITAL A1") == "success"
    assert done.state.capital_of(first) == "A1"
    assert done.state.lands[first] == ("A1", "B1", "B2", "C1")
    assert done.state.moment.phase == "provinces-2"


@pytest.mark.rule("POW-SET-4")
def test_a_capital_elsewhere_is_warned_of() -> None:
    state = opened("provinces-1", setup_mode="draft")
    first = state.setup_order[0]
    found = read_sheets(state, {first: "SETUP provinces B1 A1 B2 C1 CAPITAL E5"}).complaints
    assert [(one.problem, one.rule) for one in found] == [("E5 is not among them", "POW-SET-4")]


@pytest.mark.rule("POW-SET-5")
@pytest.mark.parametrize(
    ("seats", "placed"),
    [("red green white orange purple", [2, 2, 1, 1, 1]), (None, [2, 1, 1, 1, 1, 1])],
)
def test_electors_go_round_in_setup_order(seats: str | None, placed: list[int]) -> None:
    options = {"seats": seats} if seats else {}
    state = opened("elector-1", setup_mode="draft", **options)
    counts = dict.fromkeys(state.setup_order, 0)
    while state.moment.phase.startswith("elector"):
        done = play(state)
        (event,) = [one for one in done.events if one.kind == "principality-placed"]
        counts[event.powers[0]] += 1
        state = done.state
    assert list(counts.values()) == placed
    assert len(state.electors) == 7


@pytest.mark.rule("POW-SET-6")
def test_an_elector_has_its_size() -> None:
    refusal = land_refusal(empty(), "bohemia", ("D8", "D9", "E7"), "D8", 4)
    assert refusal == ("POW-SET-6", "Bohemia needs 4 provinces, not 3")
    state = opened("elector-1", setup_mode="draft")
    first = state.setup_order[0]
    text = f"SETUP elector bohemia {' '.join(automatic_provinces(state, 3))}"
    assert verdict(play(state, {first: text}), first, text) == "illegal POW-SET-6"


@pytest.mark.rule("POW-SET-7")
def test_an_elector_may_have_any_shape_but_is_contiguous() -> None:
    assert land_refusal(empty(), "bohemia", ("A1", "A2", "A3", "A4"), "A4", 4) is None
    apart = land_refusal(empty(), "bohemia", ("A1", "A2", "G6", "G7"), "A1", 4)
    assert why(apart) == "the provinces are not contiguous, and a contiguous place is free"
    scattered = empty("A1 A2 G6 G7")
    assert land_refusal(scattered, "bohemia", ("A1", "A2", "G6", "G7"), "A1", 4) is None
    assert sorted(automatic_provinces(scattered, 4)) == ["A1", "A2", "G6", "G7"]


@pytest.mark.rule("POW-SET-8")
def test_the_next_seat_clockwise_places_the_first_principality() -> None:
    """With six players the seventh Elector is placed by the first in Setup Order."""
    state = opened("principality-1", setup_mode="draft")
    last = state.seats.index(state.setup_order[0])
    assert placer_of(state, 1) == state.seats[(last + 1) % 6]
    assert placer_of(state, 3) == state.seats[(last + 3) % 6]


@pytest.mark.rule("POW-SET-8")
def test_principalities_fill_the_board() -> None:
    state = opened("influence", setup_mode="draft")
    assert all(one.owner for one in state.provinces.values())
    assert all(state.board.is_contiguous(state.lands[name]) for name in state.principalities)


@pytest.mark.rule("POW-SET-9")
@pytest.mark.parametrize(("roll", "size"), [(1, 2), (4, 2), (5, 3), (6, 3)])
def test_a_die_gives_the_size(roll: int, size: int) -> None:
    state = opened("elector-7", setup_mode="draft")
    done = play(state, rolls={"setup/size/1": roll})
    assert done.state.size == size


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


@pytest.mark.rule("POW-SET-13")
@pytest.mark.parametrize("name", ["austria", "trier"])
def test_names_that_are_kept_back_are_refused(name: str) -> None:
    state = opened("principality-1", setup_mode="draft")
    free = automatic_provinces(state, state.size)
    player = placer_of(state, 1)
    text = f"SETUP principality {name} {' '.join(free)}"
    assert verdict(play(state, {player: text}), player, text).startswith("illegal POW-SET")


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


@pytest.mark.rule("POW-SET-15")
def test_all_influence_is_placed_in_setup_order() -> None:
    state = opened("influence")
    done = play(
        state,
        {"orange": "SETUP influence trier 1", "green": "SETUP influence trier 2, cologne 1"},
    )
    assert done.state.influence("orange", "trier") == 1
    assert sum(one.influence.get("orange", 0) for one in done.state.principalities.values()) == 3
    assert done.state.principalities["trier"].ally == "green"
    assert all(one.saved == 0 for one in done.state.players.values())


@pytest.mark.rule("POW-SET-15")
def test_more_than_three_is_refused() -> None:
    done = play(opened("influence"), {"orange": "SETUP influence trier 4"})
    assert verdict(done, "orange", "SETUP influence trier 4") == "illegal POW-SET-15"


@pytest.mark.rule("POW-SET-16")
def test_everybody_starts_with_four() -> None:
    state = six(order="red green white orange purple black")
    assert imperial_power(replace(state, emperor=""), "red") == 4
    assert imperial_power(replace(ally(state, "trier", "red"), emperor=""), "red") == 7
    assert imperial_power(ally(state, "trier", "red"), "red") == 10
    assert {one.saints for one in state.players.values()} == {0}


@pytest.mark.rule("POW-SET-17")
def test_the_compact_block_goes_before_the_line() -> None:
    state = empty("D8 D9 E7 E8 G1 G2 G3 G4")
    assert sorted(automatic_provinces(state, 4)) == ["D8", "D9", "E7", "E8"]


@pytest.mark.rule("POW-SET-18")
def test_automatic_influence_of_the_whole_table() -> None:
    state = opened("first-election")
    placed = {
        player: {
            name: one.influence[player]
            for name, one in state.principalities.items()
            if player in one.influence
        }
        for player in state.setup_order
    }
    assert placed == {
        "orange": {"trier": 1, "mainz": 1, "cologne": 1},
        "green": {"anhalt": 3},
        "black": {"brandenburg": 3},
        "white": {"salzburg": 3},
        "purple": {"saxony": 3},
        "red": {"palatinate": 3},
    }


@pytest.mark.rule("POW-SET-18")
def test_what_is_left_goes_to_the_first_one_chosen() -> None:
    state = six()
    assert automatic_influence(state, "green", 3) == (
        ("cologne", 1),
        ("mainz", 1),
        ("trier", 1),
    )
    taken = di(di(di(state, "cologne", green=1), "mainz", green=1), "trier", green=1)
    assert automatic_influence(taken, "red", 3) == (("anhalt", 3),)


@pytest.mark.rule("POW-SET-19")
def test_without_allies_the_first_in_setup_order_is_elected() -> None:
    """Nobody holds an Elector, so all seven vote as a block for the First Player."""
    state = opened("influence")
    orders = dict.fromkeys(state.seats, "SETUP influence hesse 3")
    done = play(play(state, orders).state)
    assert done.state.emperor == state.setup_order[0]
    assert texts_of(done, "emperor-elected") == ["Orange is elected Emperor: Orange 7"]


def written_board() -> dict[str, str]:
    """The board that is ready to play as a referee writes it, capitals first."""
    state = opened("influence")
    return {
        name: " ".join(sorted(own, key=lambda code: (not state.provinces[code].capital, code)))
        for name, own in state.lands.items()
        if own
    }


@pytest.mark.rule("POW-SET-3")
def test_a_board_of_the_referee_stands_with_warnings() -> None:
    board = written_board()
    state = open_game(Setup({"setup_mode": "referee"}, {"board": board}))
    done = play(state)
    assert not texts_of(done, "setup-warning")
    assert done.state.moment.phase == "influence"
    swapped = {**board, "red": "A1 G2 G1 G3", "orange": "B1 F3 B2 C1"}
    warned = play(open_game(Setup({"setup_mode": "referee"}, {"board": swapped})))
    assert len(texts_of(warned, "setup-warning")) == 2


@pytest.mark.rule("POW-SET-3")
def test_a_board_that_cannot_be_is_an_error() -> None:
    with pytest.raises(FileError, match="there is no province Z9"):
        open_game(Setup({"setup_mode": "referee"}, {"board": {"red": "Z9"}}))
    for table, hint in (
        ({"red": "Z9"}, "provinces of this board are A1 to G7"),
        ({"red": "A1", "black": "A1"}, "red has it already"),
        ({"red": ""}, "leave out who has none"),
        ({"bohemai": "A1"}, "did you mean bohemia?"),
        ({"xyz": "A1"}, "players: red, green, white, orange, purple, black"),
        ("red", 'write red = "B1 A1 B2 C1" under [board]'),
    ):
        with pytest.raises(FileError) as raised:
            open_game(Setup({"setup_mode": "referee"}, {"board": table}))
        assert raised.value.hint == hint
    with pytest.raises(FileError, match="the referee's board is missing"):
        play(open_game(Setup({"setup_mode": "referee"})))


@pytest.mark.rule("POW-SET-6")
@pytest.mark.rule("POW-SET-10")
@pytest.mark.rule("POW-SET-14")
def test_what_is_unusual_about_principalities_of_the_referee_is_told() -> None:
    """Bohemia lacks E8, Württemberg has it and is scattered, Hesse's capital is at its end, and
    Austria is a name for later."""
    board = written_board()
    board |= {"bohemia": "D8 D9 E7", "wurttemberg": "E4 E3 F4 E8", "hesse": "D4 C3 C2"}
    board["austria"] = board.pop("anhalt")
    done = play(open_game(Setup({"setup_mode": "referee"}, {"board": board})))
    warned = sorted(texts_of(done, "setup-warning"))
    assert all(text.endswith(", and stands by the referee's word") for text in warned)
    assert [text.removesuffix(", and stands by the referee's word") for text in warned] == [
        "Austria: the name is kept for a principality that grows great",
        "Bohemia: begins with 4 provinces, not 3",
        "Hesse: not all provinces border D4; they border C3",
        "Württemberg: the provinces are not contiguous",
    ]
