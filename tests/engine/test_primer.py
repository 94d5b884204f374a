"""Order forms: patterns with slots, and what an order of each form means."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.engine.errors import FileError
from generator.engine.primer import OrderForm, read_primer


def said(kind: str, text: str) -> str:
    return f"<{kind} {text}>"


def form(pattern: str, means: str = "yes") -> OrderForm:
    return OrderForm("t", "e", pattern, means)


@pytest.mark.parametrize(
    ("pattern", "order", "means"),
    [
        ("<unit> - <place>", "A PAR - BUR", "<unit A PAR> to <place BUR>"),
        ("<unit> - <place>", "A HLD +1 - BRB", "<unit A HLD +1> to <place BRB>"),
        ("<unit> - <place>", "F MAO - SPA/SC", "<unit F MAO> to <place SPA/SC>"),
        ("<unit> - <place>", "A PAR - BUR VIA", ""),
        ("<unit> - <place>", "A PAR S A MAR - BUR", ""),
        ("<unit> - <place>", "a par - bur", ""),
    ],
)
def test_pattern_takes_the_whole_order(pattern: str, order: str, means: str) -> None:
    assert form(pattern, "{unit} to {place}").read(order, said) == means


def test_two_slots_of_a_kind_have_numbers() -> None:
    support = form("<unit> S <unit2> - <place>", "{unit}, {unit2}, {place}")
    assert support.read("A PAR S A MAR - BUR", said) == "<unit A PAR>, <unit A MAR>, <place BUR>"


def test_list_of_powers_is_one_slot() -> None:
    assert form("WAR: <powers>", "{powers}").read("WAR: SPAIN, FRANCE", said) == (
        "<powers SPAIN, FRANCE>"
    )
    assert form("WAR: <power>", "{power}").read("WAR: SPAIN, FRANCE", said) == ""


def test_text_around_the_slots_is_taken_as_it_stands() -> None:
    assert form("<state> > <power> (A.)", "x").read("BRE > SPAIN (A.)", said) == "x"
    assert form("<state> > <power> (A.)", "x").read("BRE > SPAIN (AB)", said) == ""


@given(st.text())
def test_no_text_of_a_player_breaks_a_form(text: str) -> None:
    for pattern in ("<unit> - <place>", "DECREE <powers>: <text>", "<number>: <state>"):
        form(pattern, "ok").read(text, said)


PART = {"title": "Winter", "phases": ["winter"], "note": "n", "causes": ["none", "late"]}
ROW = {"title": "build", "example": "BUILD A PAR", "pattern": "BUILD <unit>", "means": "A {unit}."}


def test_part_leads_to_its_rules_by_their_causes() -> None:
    primer = read_primer([{"part": [{**PART, "form": [ROW]}]}], {"late": "X-1"}, "x.toml")
    assert primer.parts[0].rules == ("X-1",)
    assert primer.parts[0].forms[0].read("BUILD A PAR", lambda kind, text: text) == "A A PAR."


def test_second_file_adds_to_a_part_of_the_first() -> None:
    other = {**ROW, "title": "waive", "example": "WAIVE", "pattern": "WAIVE", "means": "Nothing."}
    primer = read_primer(
        [
            {"words": {"A": "army"}, "part": [{**PART, "form": [ROW]}]},
            {"words": {"F": "fleet"}, "part": [{"title": "Winter", "form": [other]}]},
        ],
        {},
        "x.toml",
    )
    (part,) = primer.parts
    assert [one.title for one in part.forms] == ["build", "waive"]
    assert (part.phases, part.note) == (("winter",), "n")
    assert dict(primer.words) == {"A": "army", "F": "fleet"}
    assert primer.rulings["note"].facts == ("text",)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"pattern": "BUILD <brick>"}, "there is no slot <brick>"),
        ({"example": "REMOVE A PAR"}, "'REMOVE A PAR' is not of the form 'BUILD <unit>'"),
    ],
)
def test_form_that_cannot_be_right_is_refused(change: dict[str, str], problem: str) -> None:
    with pytest.raises(FileError, match=problem):
        read_primer([{"part": [{**PART, "form": [{**ROW, **change}]}]}], {}, "x.toml")
