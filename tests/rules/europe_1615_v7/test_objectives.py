"""Secret objectives: E15V7-OBJ."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given as with_any
from hypothesis import strategies as st

from generator.engine.errors import FileError, GameError
from generator.engine.phases import Ruling
from generator.rulesets.europe.features.changing_objectives import Held
from generator.rulesets.europe.features.objective_terms import Term, kinds_of, read_term
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v7 import EDITION
from tests.rules.europe.building import opening
from tests.rules.europe_1615_v7.seven import Played, given, sheets

FACTS = opening(EDITION).facts


def held(state: EuropeState) -> Held:
    found: Held = state.parts["objectives"]
    return found


def with_goals(*rows: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The parts of a state in which the game has begun with these objectives."""
    tables = {"closed": True, "held": list(rows), **more}
    feature = next(one for one in EDITION.features if one.key == "objectives")
    opened = opening(EDITION)
    return {**opened.parts, "objectives": feature.load(tables, opened.facts)}


def final(*rows: dict[str, Any], rulings: tuple[Ruling, ...] = (), **parts: Any) -> Played:
    """The final scoring of a position with these objectives."""
    changes = parts.pop("changes", {})
    state = given(phase="scoring", year=1629, parts=with_goals(*rows, changes=changes), **parts)
    return sheets(state, *rulings)


def goal(power: str, kind: str, text: str, **more: Any) -> dict[str, Any]:
    return {"power": power, "kind": kind, "goal": text, **more}


@pytest.mark.rule("E15V7-OBJ-16")
def test_which_conditions_are_military_or_political():
    def kinds(text: str) -> tuple[str, ...]:
        return kinds_of(read_term(text, FACTS, "sweden"))

    assert kinds("ANY(OCCUPY SER, OCCUPY BOS)") == ("military", "strategic")
    assert kinds("ALL(ALIGN LOR, ALIGN SAV)") == ("political", "strategic")
    assert kinds("ALL(OCCUPY BOH, ALIGN SAX)") == ("strategic",)
    assert kinds("NOT(OCCUPY BOH)") == ("strategic",)
    assert kinds("ALL(OCCUPY BOH, NOT(OCCUPY MOR))") == ("strategic",)


def test_a_position_with_a_wrong_objective_is_refused():
    with pytest.raises(FileError, match="objectives: austria, military: there is no land 'XXX'"):
        with_goals(goal("austria", "military", "OCCUPY XXX"))


@pytest.mark.rule("E15V7-OBJ-3")
@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("occupy southern netherlands", "OCCUPY NET"),
        ("ALIGN Saxony", "ALIGN SAX"),
        ("NO INFLUENCE Poland IN Brandenburg-Prussia", "NO_INFLUENCE POLAND IN BRA"),
        ("at peace sweden", "AT_PEACE SWEDEN"),
        ('"the most centers"', 'TEXT "the most centers"'),
        ("any(align lor, all(align sav, align swi))", "ANY(ALIGN LOR, ALL(ALIGN SAV, ALIGN SWI))"),
    ],
)
def test_objectives_are_read_as_players_write_them(text, kept):
    assert str(read_term(text, FACTS, "france")) == kept


def terms() -> st.SearchStrategy[Term]:
    states, lands = st.sampled_from(["SAX", "HES", "BRA"]), st.sampled_from(["NET", "LOR", "POM"])
    leaves = st.one_of(
        st.builds(lambda code: Term("ALIGN", (code,)), states),
        st.builds(lambda code: Term("OCCUPY", (code,)), lands),
        st.builds(lambda n: Term("CENTERS", (), n), st.integers(0, 99)),
        st.builds(lambda code: Term("NO_INFLUENCE", ("poland", code)), states),
        st.builds(lambda code: Term("CONFESSION", (code, "catholic")), states),
        st.just(Term("TEXT", text="as agreed")),
    )
    joined = st.builds(
        lambda form, parts: Term(form, parts=tuple(parts[:1] if form == "NOT" else parts)),
        st.sampled_from(["ALL", "ANY", "NOT"]),
        st.lists(leaves, min_size=1, max_size=3),
    )
    return st.one_of(leaves, joined)


@with_any(terms())
def test_a_condition_reads_back_as_it_is_written(term: Term):
    assert read_term(str(term), FACTS, "austria") == term


@with_any(st.text(alphabet='ALNOTYCUP(),>= "09', max_size=40))
def test_any_text_is_a_condition_or_a_clear_error(text: str):
    try:
        term = read_term(text, FACTS, "austria")
    except GameError:
        return
    assert read_term(str(term), FACTS, "austria") == term
