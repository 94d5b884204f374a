"""What must be true of reading whatever the text is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.engine.errors import Complaint
from generator.engine.orders import (
    AnyOrder,
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    OrderReader,
    PhaseKind,
    Remove,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
    read_order,
    read_orders,
)
from generator.engine.units import Piece
from tests.engine.orders.sheets import BOARD, CORPUS, KINDS, POWERS

ARMIES = st.sampled_from(BOARD.codes).map(lambda code: Piece("A", code))
FLEETS = st.sampled_from(BOARD.places).map(lambda place: Piece("F", place))
UNTYPED = st.sampled_from(BOARD.places).map(lambda place: Piece("", place))
PIECES = st.one_of(ARMIES, FLEETS, UNTYPED)


def goals(piece: Piece) -> st.SearchStrategy[str]:
    return st.sampled_from(BOARD.codes if piece.kind == "A" else BOARD.places)


@st.composite
def movement_orders(draw: st.DrawFn) -> AnyOrder:
    unit, other = draw(PIECES), draw(PIECES)
    army = draw(st.one_of(ARMIES, UNTYPED))
    return draw(
        st.one_of(
            st.just(Hold(unit)),
            st.builds(Move, st.just(unit), goals(unit), st.booleans()),
            st.just(SupportHold(unit, other)),
            st.builds(SupportMove, st.just(unit), st.just(other), goals(other)),
            st.builds(Convoy, st.just(unit), st.just(army), st.sampled_from(BOARD.codes)),
        )
    )


@st.composite
def retreat_orders(draw: st.DrawFn) -> AnyOrder:
    unit = draw(PIECES)
    return draw(st.one_of(st.just(Disband(unit)), st.builds(Retreat, st.just(unit), goals(unit))))


BUILD_ORDERS = st.one_of(st.builds(Build, PIECES), st.builds(Remove, PIECES), st.just(Waive()))
ORDERS: st.SearchStrategy[tuple[PhaseKind, AnyOrder]] = st.one_of(
    st.tuples(st.just("movement"), movement_orders()),
    st.tuples(st.just("retreat"), retreat_orders()),
    st.tuples(st.just("build"), BUILD_ORDERS),
)

# Pieces of orders in any arrangement find more than letters in any arrangement.
WORDS = (
    "A F S C H - -> to via convoy from ( ) / , ; : . # // R D B build remove waive hold supports"
    " PAR BUR MAR STP SPA sc nc NTH ENG English North Sea NOR GUL BURG xyz France French 1901 +"
    " +1 1. * \n \t \u202e \0 🙂 é"
)
SCRAPS = st.sampled_from(WORDS.split(" "))
TEXTS = st.one_of(
    st.text(),
    st.lists(SCRAPS, max_size=30).map(" ".join),
    st.lists(st.one_of(SCRAPS, st.text(max_size=4)), max_size=30).map("".join),
)


@given(TEXTS, st.sampled_from(KINDS))
def test_no_text_raises_and_every_word_has_its_place(text: str, kind: PhaseKind) -> None:
    written, complaints = read_orders(text, BOARD, kind, "france", POWERS)
    lines = text.split("\n")
    for one in written:
        line = lines[one.line - 1]
        assert one.text
        assert line[one.column - 1 : one.column - 1 + len(one.text)] == one.text
        if one.order is None:
            assert any(said.line == one.line and said.severity == "error" for said in complaints)
    for said in complaints:
        assert said.problem
        assert 1 <= said.column <= len(lines[said.line - 1])
        assert str(said).isprintable()


@given(TEXTS, st.sampled_from(KINDS))
def test_no_text_raises_as_a_single_order(text: str, kind: PhaseKind) -> None:
    answer = read_order(text, BOARD, kind)
    assert answer == OrderReader(BOARD).read(text, kind)
    written, complaints = read_orders(text, BOARD, kind)
    if not isinstance(answer, Complaint):
        assert [one.order for one in written] == [answer]
    else:
        assert len(written) != 1 or answer in complaints


@given(ORDERS)
def test_every_order_is_read_back_from_its_notation(case: tuple[PhaseKind, AnyOrder]) -> None:
    kind, order = case
    assert read_order(str(order), BOARD, kind) == order


@given(ORDERS)
def test_both_ways_of_reading_agree(case: tuple[PhaseKind, AnyOrder]) -> None:
    """The lookup for canonical notation and the grammar for players' spellings."""
    kind, order = case
    written, complaints = read_orders(str(order), BOARD, kind)
    assert [one.order for one in written] == [order]
    assert complaints == ()


@given(ORDERS, st.lists(st.booleans(), min_size=32, max_size=32))
def test_letter_case_of_an_order_does_not_matter(
    case: tuple[PhaseKind, AnyOrder], lower: list[bool]
) -> None:
    kind, order = case
    mixed = "".join(
        letter.lower() if low else letter
        for letter, low in zip(str(order), lower * 2, strict=False)
    )
    assert read_order(mixed, BOARD, kind) == order


@given(TEXTS, st.text(), st.sampled_from(["#", "//"]), st.sampled_from(KINDS))
def test_remark_behind_the_orders_changes_nothing(
    text: str, remark: str, mark: str, kind: PhaseKind
) -> None:
    remark = " ".join(remark.split("\n"))
    assert read_orders(f"{text} {mark}{remark}", BOARD, kind) == read_orders(text, BOARD, kind)


@given(st.lists(movement_orders(), min_size=1, max_size=6))
def test_orders_on_separate_lines_are_read_one_by_one(orders: list[AnyOrder]) -> None:
    for separator in ("\n", "; ", ", "):
        written, _ = read_orders(separator.join(map(str, orders)), BOARD, "movement")
        assert [one.order for one in written] == orders


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.txt")), ids=lambda path: path.stem)
def test_odd_sheets_are_read_without_an_error(path: object, kind: PhaseKind) -> None:
    text = path.read_bytes().decode("utf-8")  # type: ignore[attr-defined]
    written, complaints = read_orders(text, BOARD, kind, "france", POWERS)
    unread = [one for one in written if one.order is None]
    assert len({one.line for one in unread}) <= len(complaints)
    assert all(len(str(one)) < 500 for one in complaints)
