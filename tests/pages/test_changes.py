"""What differs between two positions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.engine.chronicle import Snapshot
from generator.pages.story.changes import changes
from tests.pages.told import view_of

VIEW = view_of("after-the-comet")


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
