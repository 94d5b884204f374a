"""The sections of a phase's page: every event once, with links, in tables where it has one."""

from __future__ import annotations

from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from generator.engine.report import Named, Row, Section
from generator.engine.verdicts import Event
from generator.pages.base.page import link
from generator.pages.story.sections import HIDDEN, Contents, SectionView, arrange
from tests.pages.told import sample

HERE = "after-the-comet/1621/movement/"
EVENTS = (
    Event("a", "E19-CAP-3", "Spain captures Holland"),
    Event("b", "E19-CAP-3", "Poland leaves <script>"),
    Event("b", "NO-RULE", "Poland leaves <script>"),
    Event("c", "", "nothing else"),
)


def arranged(*sections: Section, events: tuple[Event, ...] = EVENTS) -> Contents:
    view = sample("after-the-comet").view
    return arrange(view, sections, events, frozenset({1}), partial(link, HERE), HERE, set())


def numbers(contents: Contents) -> list[int]:
    """The numbers of the events in the order in which they are told."""
    return [number for one in contents.sections for number in events_of(one)]


def events_of(section: SectionView) -> list[int]:
    told = [*(line.event for line in section.lines), *(row.event for row in section.rows)]
    return [number for number in [section.event, *told] if number]


def test_sentence_of_a_plain_report_is_the_event_with_the_same_text() -> None:
    """A ruleset that knows nothing of entries gets anchors and rules all the same."""
    told = Section("Land", ("Poland leaves <script> (E19-CAP-3)", "a word of its own (E19-CAP-4)"))
    land, rest = arranged(told).sections
    assert [(line.event, line.rule) for line in land.lines] == [(2, "E19-CAP-3"), (0, "")]
    assert 'index.html#E19-CAP-4">E19-CAP-4</a>' in land.lines[1].text
    assert rest.title == "Also"
    assert events_of(rest) == [1, 3, 4]


def test_names_lead_to_their_pages_and_texts_are_escaped() -> None:
    entry = Row(
        (
            Named("Spain & <b>", side="spain"),
            Named("Bohemia", side="BOHC"),
            Named("Holland", province="HLD"),
            ("with ", Named("nobody", side="nobody"), " <i>"),
            "-3",
        )
    )
    table = arranged(Section("<T>", columns=("a",) * 5, rows=(entry,))).sections[0]
    power, state, place, mixed, figure = table.rows[0].cells
    assert power == (
        '<a class="pw pw-spain" href="../../powers/spain/index.html">Spain &amp; &lt;b&gt;</a>'
    )
    assert '/states/bohemian-confederacy/index.html">Bohemia</a>' in state
    assert '/provinces/holland/index.html">Holland</a>' in place
    assert mixed == "with nobody &lt;i&gt;"
    assert figure == "−3"
    assert [column.css for column in table.columns] == ["", "", "", "", "n"]


def test_columns_of_sentences_are_told_from_those_of_names() -> None:
    said = Row(("1", Named("Spain", "spain"), "x" * 30), 1, "E19-CAP-3")
    (table, _) = arranged(Section("Table", columns=("A", "B", "C"), rows=(said,))).sections
    assert [(one.css, one.is_long) for one in table.columns] == [
        ("n", False),
        ("", False),
        ("", True),
    ]


def test_what_few_knew_comes_last() -> None:
    """The end of a game reveals it; it has not been told by any section."""
    hidden = Event("hand", "", "Spain holds 3 cards", known_to=("spain",))
    contents = arranged(events=(hidden, *EVENTS))
    assert [one.title for one in contents.sections] == ["What happened", HIDDEN]
    assert numbers(contents) == [2, 3, 4, 5, 1]


def test_wide_tables_stand_alone_and_narrow_ones_in_two_columns() -> None:
    def table(title: str, columns: int, rows: int) -> Section:
        entry = Row(("x",) * columns)
        return Section(title, columns=("c",) * columns, rows=(entry,) * rows)

    contents = arranged(
        table("a", 3, 9), table("b", 3, 2), table("wide", 8, 1), table("c", 2, 1), events=()
    )
    shown = [[[one.title for one in column] for column in band] for band in contents.bands]
    assert shown == [[["a"], ["b"]], [["wide"]], [["c"]]]


TEXTS = st.sampled_from([event.text for event in EVENTS] + ["other"])
SECTIONS = st.builds(
    Section,
    title=st.sampled_from(["x", "y"]),
    lines=st.lists(TEXTS, max_size=3).map(tuple),
    columns=st.just(("c",)),
    rows=st.lists(
        st.builds(Row, cells=st.just(("cell",)), event=st.integers(0, 4)), max_size=3
    ).map(tuple),
    event=st.integers(0, 4),
    part=st.sampled_from(["", "verdicts", "influence"]),
)


@given(st.lists(SECTIONS, max_size=4))
def test_every_event_is_told_exactly_once(sections: list[Section]) -> None:
    contents = arranged(*sections)
    assert sorted(numbers(contents)) == [1, 2, 3, 4]
    anchors = [one.anchor for one in contents.sections]
    assert len(set(anchors)) == len(anchors)
