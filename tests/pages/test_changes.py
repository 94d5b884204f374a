"""What differs between two positions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.engine.chronicle import MinorStand, Snapshot
from generator.pages.story.changes import ChangeGroup, changes
from tests.pages.told import view_of

COMET = "after-the-comet"
VIEW = view_of(COMET)


def said(groups: tuple[ChangeGroup, ...]) -> dict[str, list[str]]:
    """Each line as text: word and side, then the items with their notes."""
    return {
        title: [
            " ".join(part for part in (word, side.id if side else "") if part)
            + ": "
            + ", ".join(f"{text} ({note})" if note else text for text, _, note, _ in items)
            for word, side, _, items in lines
        ]
        for title, lines in groups
    }


def test_provinces_stand_by_their_new_holders_centers_first() -> None:
    before = Snapshot(holders={"BRB": "spain", "HLD": "dutch", "TRI": "TRI"})
    after = Snapshot(holders={"BRB": "france", "HLD": "france"})
    assert said(changes(VIEW, before, after)) == {
        "Provinces": [
            "france: Holland (from Dutch Republic), Brabant (from Spain)",
            "nobody: Trier",
        ]
    }


def test_states_stand_by_what_they_are_now_with_what_they_were() -> None:
    before = {"HES": MinorStand("aligned", "union"), "ERF": MinorStand("neutral")}
    after = {
        "HES": MinorStand("vassal", "union"),
        "ERF": MinorStand("aligned", "spain", "catholic"),
        "TRI": MinorStand("captured", "union"),
    }
    found = said(changes(VIEW, Snapshot(minors=before), Snapshot(minors=after)))
    assert found == {
        "States": [
            "aligned spain: Erfurt (was neutral)",
            "vassal union: Hesse (was aligned)",
            "captured union: Trier (new)",
        ],
        "Markers": ["Catholic: Erfurt"],
    }


HOLDERS = st.dictionaries(
    st.sampled_from(list(VIEW.gazetteer.provinces)[:12]), st.sampled_from(["spain", "TRI", ""])
)


@given(HOLDERS, HOLDERS)
def test_what_differs_is_listed_and_nothing_else(
    one: dict[str, str], other: dict[str, str]
) -> None:
    groups = changes(VIEW, Snapshot(holders=one), Snapshot(holders=other))
    listed = {page for _, lines in groups for *_, items in lines for _, page, *_ in items}
    differ = {code for code in {*one, *other} if one.get(code, "") != other.get(code, "")}
    assert listed == {VIEW.province_address(code) for code in differ}
    same = replace(Snapshot(holders=one))
    assert changes(VIEW, same, same) == ()
