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
from generator.rulesets.europe_1615_v7 import EDITION, RULESET
from tests.rules.europe.building import events, opening
from tests.rules.europe_1615_v7.seven import Played, at, given, sheets

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


def ruled(power: str, kind: str, phase: str = "movement", **facts: Any) -> Ruling:
    told = {"power": power, "of": kind, "secret": True, **facts}
    return Ruling(1, phase, "objective", "as agreed", "E15V7-OBJ-13", told)


def final(*rows: dict[str, Any], rulings: tuple[Ruling, ...] = (), **parts: Any) -> Played:
    """The final scoring of a position with these objectives."""
    changes = parts.pop("changes", {})
    state = given(phase="scoring", year=1629, parts=with_goals(*rows, changes=changes), **parts)
    return sheets(state, *rulings)


def points(played: Played, power: str, item: str = "objective_met") -> int:
    return played.state.scores[power].get(item, 0)


def goal(power: str, kind: str, text: str, **more: Any) -> dict[str, Any]:
    return {"power": power, "kind": kind, "goal": text, **more}


AUSTRIAN = "OBJECTIVE MILITARY: OCCUPY NET ; OBJECTIVE POLITICAL: ALIGN SAX"


@pytest.mark.rule("E15V7-OBJ-1")
def test_a_power_is_told_which_objective_is_missing():
    played = sheets(given(year=1615), austria=AUSTRIAN)
    (told,) = [one for one in events(played, "objective-missing") if one.powers == ("austria",)]
    assert told.text == "Austria has set no objective that is strategic"
    assert told.known_to == ("austria",)


@pytest.mark.rule("E15V7-OBJ-4")
@pytest.mark.rule("E15V7-REP-5")
def test_nobody_else_sees_an_objective_or_a_change():
    first = sheets(given(year=1615), austria="OBJECTIVE MILITARY: OCCUPY NET")
    state = first.state
    later = sheets(state, austria="CHANGE OBJECTIVE MILITARY: OCCUPY LOR")
    for played in (first, later):
        public = str(dict(RULESET.dump(played.state).public))
        assert "OCCUPY" not in public
        assert "objectives" not in public
        for one in played.verdicts:
            assert one.known_to == ("austria",) or "OBJECTIVE" not in one.order
        assert all(one.known_to for one in played.events if "objective" in one.text)


@pytest.mark.rule("E15V7-OBJ-5")
def test_all_objectives_are_revealed_at_the_end_with_those_before():
    played = final(
        goal("austria", "political", "ALIGN HES", former=[{"goal": "ALIGN SAX", "until": 1620}]),
        goal("spain", "military", "OCCUPY HLD"),
        infs={"HES": {"austria": 3}, "SAX": {"spain": 1}},
    )
    told = {one.powers[0]: one.text for one in events(played, "objective")}
    assert told["austria"] == (
        "the political objective of Austria: to be the patron of Hesse (met); "
        "before that to be the patron of Saxony until 1620"
    )
    assert told["spain"].endswith("to hold Holland (not met)")


@pytest.mark.rule("E15V7-OBJ-6")
@pytest.mark.rule("E15V7-SCORE-5")
@pytest.mark.rule("E15V7-OBJ-7")
@pytest.mark.parametrize(("changes", "lost"), [(0, 0), (1, -50), (2, -100)])
def test_each_change_costs_fifty(changes, lost):
    played = final(changes={"austria": changes} if changes else {}, infs={"LOR": {"spain": 1}})
    assert points(played, "austria", "objective_changed") == lost


@pytest.mark.rule("E15V7-OBJ-7")
def test_the_same_objective_changed_twice_costs_twice():
    state = given(parts=with_goals(goal("austria", "political", "ALIGN SAX")))
    state = sheets(state, austria="CHANGE OBJECTIVE POLITICAL: ALIGN HES").state
    state = sheets(state, austria="CHANGE OBJECTIVE POLITICAL: ALIGN WES").state
    assert held(state).changes == {"austria": 2}
    (one,) = held(state).objectives
    assert [old.goal for old in one.former] == ["ALIGN SAX", "ALIGN HES"]


@pytest.mark.rule("E15V7-OBJ-8")
@pytest.mark.parametrize("text", ["OCCUPY LOR", "OCCUPY BRA", "OCCUPY POM"])
def test_occupation_is_control(text):
    captures = {"LOR": "france", "KUR": "france", "POM": "france"}
    units = {"france": ["A LOR", "A KUR", "A POM"], "spain": ["A MAD"]}
    row = goal("france", "military", text)
    assert points(final(row, captures=captures, units=units), "france") == 100
    assert points(final(row, units=units), "france") == 0


@pytest.mark.rule("E15V7-OBJ-9")
def test_a_guest_does_not_occupy():
    units = {"france": ["A NET"], "spain": ["A MAD"]}
    row = goal("france", "military", "OCCUPY NET")
    assert points(final(row, units=units, alliances=[("france", "spain")]), "france") == 0


@pytest.mark.rule("E15V7-OBJ-10")
def test_alignment_is_being_the_patron():
    row = goal("austria", "political", "ALIGN SAX")
    assert points(final(row, infs={"SAX": {"austria": 6, "spain": 4}}), "austria") == 100
    assert points(final(row, infs={"SAX": {"austria": 5, "spain": 5}}), "austria") == 0


@pytest.mark.rule("E15V7-OBJ-11")
def test_a_captured_state_meets_no_align():
    row = goal("austria", "political", "ALIGN SAX")
    played = final(
        row,
        infs={"SAX": {"austria": 6, "spain": 4}},
        captures={"SAX": "sweden"},
        units={"sweden": ["A SAX"], "spain": ["A MAD"]},
    )
    assert points(played, "austria") == 0


@pytest.mark.rule("E15V7-OBJ-13")
def test_free_words_count_only_with_approval():
    text = 'OBJECTIVE STRATEGIC: TEXT "most centers"'
    state = sheets(given(year=1615), austria=text).state
    assert held(state).objectives[0].approved == "pending"
    assert points(final(goal("austria", "strategic", 'TEXT "most"', approved="pending")),
                  "austria") == 0  # fmt: skip
    state = sheets(state, ruled("austria", "strategic", state.moment.phase, word="approved")).state
    assert held(state).objectives[0].approved == "approved"
    named = sheets(given(year=1615), austria="OBJECTIVE STRATEGIC: ELIMINATE POLAND").state
    assert held(named).objectives[0].approved == "approved"
    named = sheets(named, ruled("austria", "strategic", named.moment.phase, word="rejected")).state
    assert held(named).objectives[0].approved == "rejected"


@pytest.mark.rule("E15V7-OBJ-13")
def test_a_change_waits_for_approval_and_the_old_one_stands():
    state = given(parts=with_goals(goal("austria", "strategic", "ALIGN HES")))
    state = sheets(state, austria="CHANGE OBJECTIVE STRATEGIC: CENTERS >= 9").state
    (one,) = held(state).objectives
    assert (one.goal, one.wish, held(state).changes) == ("ALIGN HES", "CENTERS >= 9", {})
    yes = sheets(state, ruled("austria", "strategic", state.moment.phase, word="approved")).state
    assert (held(yes).objectives[0].goal, held(yes).changes) == ("CENTERS >= 9", {"austria": 1})
    no = sheets(state, ruled("austria", "strategic", state.moment.phase, word="rejected")).state
    assert (held(no).objectives[0].goal, held(no).changes) == ("ALIGN HES", {})


@pytest.mark.rule("E15V7-OBJ-14")
def test_elimination_counts_whoever_did_it():
    row = goal("austria", "strategic", "ELIMINATE PALATINATE")
    assert points(final(row, eliminated={"palatinate": 1620}), "austria") == 100
    assert points(final(row), "austria") == 0


@pytest.mark.rule("E15V7-OBJ-15")
def test_no_influence_looks_at_suspended_infs_too():
    row = goal("sweden", "strategic", "NO_INFLUENCE POLAND IN BRA")
    assert points(final(row), "sweden") == 100
    assert points(final(row, infs={"BRA": {"poland": 1}}), "sweden") == 0
    captured = final(row, infs={"BRA": {"poland": 1}}, captures={"KUR": "sweden"})
    assert points(captured, "sweden") == 0


@pytest.mark.rule("E15V7-OBJ-16")
@pytest.mark.parametrize(
    ("text", "is_met"),
    [
        ("CONFESSION HES IS PROTESTANT", True),
        ("CONFESSION HES IS CATHOLIC", False),
        ("NOT_CONTROLLED BOH BY SPAIN", True),
        ("NOT_CONTROLLED MAD BY SPAIN", False),
        ("CENTERS >= 2", True),
        ("CENTERS >= 3", False),
        ("TREASURY >= 7", True),
        ("TREASURY >= 8", False),
        ("STRENGTH >= 3", True),
        ("STRENGTH >= 4", False),
        ("ALLIED DENMARK", True),
        ("ALLIED SPAIN", False),
        ("AT_PEACE DENMARK", True),
        ("AT_PEACE POLAND", False),
        ("PRESENT COP", True),
        ("PRESENT STO", False),
        ("NOT(PRESENT COP)", False),
        ("ALL(PRESENT COP, ALIGN HES)", True),
        ("ALL(PRESENT STO, ALIGN HES)", False),
        ("ANY(PRESENT STO, ALIGN HES)", True),
        ("ANY(PRESENT STO, NOT(ALIGN HES))", False),
    ],
)
def test_the_board_judges_every_condition(text, is_met):
    played = final(
        goal("sweden", "strategic", text),
        units={"sweden": ["A COP +2"], "spain": ["A MAD"]},
        infs={"HES": {"sweden": 4}},
        markers={"HES": "protestant"},
        alliances=[("sweden", "denmark")],
        wars=[("sweden", "poland")],
        treasury={"sweden": 7},
    )
    assert points(played, "sweden") == (100 if is_met else 0)


@pytest.mark.rule("E15V7-OBJ-16")
def test_which_conditions_are_military_or_political():
    def kinds(text: str) -> tuple[str, ...]:
        return kinds_of(read_term(text, FACTS, "sweden"))

    assert kinds("ANY(OCCUPY SER, OCCUPY BOS)") == ("military", "strategic")
    assert kinds("ALL(ALIGN LOR, ALIGN SAV)") == ("political", "strategic")
    assert kinds("ALL(OCCUPY BOH, ALIGN SAX)") == ("strategic",)
    assert kinds("NOT(OCCUPY BOH)") == ("strategic",)
    assert kinds("ALL(OCCUPY BOH, NOT(OCCUPY MOR))") == ("strategic",)


@pytest.mark.rule("E15V7-OBJ-16")
def test_all_with_one_part_open_is_not_met():
    row = goal("sweden", "strategic", "ALL(OCCUPY BOH, ALIGN SAX)")
    played = final(row, captures={"BOH": "sweden"}, units={"sweden": ["A BOH"]})
    assert points(played, "sweden") == 0


@pytest.mark.rule("E15V7-OBJ-17")
@pytest.mark.rule("E15V7-CORE-10")
def test_scoring_waits_for_the_referee_and_names_what_is_missing():
    row = goal("austria", "strategic", 'TEXT "most centers"')
    with pytest.raises(GameError, match="wait for the referee's word on 1 objective: austria"):
        final(row)
    yes = final(row, rulings=(ruled("austria", "strategic", "scoring", word="met"),))
    no = final(row, rulings=(ruled("austria", "strategic", "scoring", word="missed"),))
    assert (points(yes, "austria"), points(no, "austria")) == (100, 0)
    assert held(yes.state).objectives[0].reason == "as agreed"


@pytest.mark.rule("E15V7-OBJ-17")
@pytest.mark.rule("E15V7-SCORE-9")
def test_an_extended_game_is_judged_anew():
    row = goal("austria", "strategic", 'TEXT "most centers"', verdict="met", reason="as agreed")
    before = given(phase="builds", year=1629, parts=with_goals(row))
    assert held(sheets(before).state).objectives[0].verdict == "met"
    extended = sheets(given(phase="movement", year=1630, parts=with_goals(row))).state
    assert (held(extended).objectives[0].verdict, held(extended).objectives[0].reason) == ("", "")
    scoring = at(extended, "scoring")
    with pytest.raises(GameError, match="wait for the referee's word on 1 objective: austria"):
        sheets(scoring)
    scored = sheets(scoring, ruled("austria", "strategic", "scoring", word="missed"))
    assert points(scored, "austria") == 0


@pytest.mark.rule("E15V7-OBJ-18")
@pytest.mark.rule("E15V7-SCORE-4")
def test_what_was_true_before_the_end_does_not_score():
    row = goal("france", "military", "OCCUPY LOR")
    state = given(
        phase="scoring",
        year=1625,
        parts=with_goals(row),
        captures={"LOR": "france"},
        units={"france": ["A LOR"]},
    )
    played = sheets(state)
    assert "objective_met" not in played.state.scores["france"]
    assert points(final(row), "france") == 0


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
