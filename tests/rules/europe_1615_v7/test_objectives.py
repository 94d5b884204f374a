"""Secret objectives: E15V7-OBJ."""

from __future__ import annotations

import pytest
from hypothesis import given as with_any
from hypothesis import strategies as st

from generator.engine.errors import GameError
from generator.rulesets.europe.features.objective_terms import Term, kinds_of, read_term
from generator.rulesets.europe_1615_v7 import EDITION
from tests.rules.europe.building import opening

FACTS = opening(EDITION).facts


@pytest.mark.rule("E15V7-OBJ-16")
def test_which_conditions_are_military_or_political():
    def kinds(text: str) -> tuple[str, ...]:
        return kinds_of(read_term(text, FACTS, "sweden"))

    assert kinds("ANY(OCCUPY SER, OCCUPY BOS)") == ("military", "strategic")
    assert kinds("ALL(ALIGN LOR, ALIGN SAV)") == ("political", "strategic")
    assert kinds("ALL(OCCUPY BOH, ALIGN SAX)") == ("strategic",)
    assert kinds("NOT(OCCUPY BOH)") == ("strategic",)
    assert kinds("ALL(OCCUPY BOH, NOT(OCCUPY MOR))") == ("strategic",)


@pytest.mark.rule("E15V7-OBJ-3")
def test_free_words_in_quotes_are_an_objective():
    assert str(read_term('"the most centers"', FACTS, "france")) == 'TEXT "the most centers"'


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
