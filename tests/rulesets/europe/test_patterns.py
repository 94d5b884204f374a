"""The language of order forms, which features of other packages use too."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.errors import BrokenPromise, GameError
from generator.engine.forms.pattern import Form, parse_pattern
from generator.engine.forms.sheet import FormReader, segments_of
from generator.engine.units import Piece
from generator.rulesets.europe.reading.names import Names
from tests.rulesets.europe.sheets import OPENING

NAMES = Names(OPENING.facts, OPENING.facts.board)


def slots(pattern: str, text: str) -> dict[str, Any] | None:
    """What a text fills the slots of a pattern with; None if it does not fit."""
    reader = FormReader([Form(pattern, dict, "X")], NAMES)
    (segment,) = segments_of(text)
    found = reader.read_segment(segment, "france").orders
    assert len(found) == 1
    order: dict[str, Any] | None = found[0].order
    return order


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("GO {n:number}", "go -3", {"n": -3}),
        ("GO {n:number}", "GO: 3", {"n": 3}),
        ("GO {n:number}", "go 3.5", None),
        ("GO {n:number}", "go 99999999999", None),
        ("IN {y:year}", "in 1625", {"y": 1625}),
        ("IN {y:year}", "in 25", None),
        ("TO {p:power}", "to the Papal", {"p": "papacy"}),
        ("TO {p:powers}", "to Spain", {"p": ("spain",)}),
        ("TO {p:powers}", "to Spain, Savoy & Venice", {"p": ("spain", "savoy", "venice")}),
        ("IN {s:state}", "in Hesse", {"s": "HES"}),
        ("IN {s:states}", "in HES and BRE", {"s": ("HES", "BRE")}),
        ("AT {p:place}", "at Holstein (east coast)", {"p": "HOL/EC"}),
        ("AT {p:place}", "at MED", {"p": "MED"}),
        ("X {u:unit}", "x A PAR", {"u": Piece("A", "PAR")}),
        ("X {u:unit}", "x fleet IRE/EC", {"u": Piece("F", "IRE/EC")}),
        ("X {u:unit}", "x Paris", {"u": Piece("", "PAR")}),
        ("X {u:units}", "x A PAR, F NORM", {"u": (Piece("A", "PAR"), Piece("F", "NORM"))}),
        ("X {t:type} [{c:coast}]", "x fleet (wc)", {"t": "F", "c": "WC"}),
        ("X {t:type} [{c:coast}]", "x a", {"t": "A"}),
        ("SAY {t:text}", 'say "Not a word, or two"', {"t": "Not a word, or two"}),
        ("SAY {t:text}", "say: Enter not Lorraine!", {"t": "Enter not Lorraine!"}),
        ("GO [FAST] {n:number}", "go fast 1", {"n": 1}),
        ("GO [FAST|SLOW] {n:number}", "go slow 1", {"n": 1}),
        ("GO (HOME|TO {p:place}) [NOW]", "go to PAR now", {"p": "PAR"}),
        ("GO (HOME|TO {p:place}) [NOW]", "go home", {}),
        ("GO (HOME|TO {p:place}) [NOW]", "go now", None),
        ("GO 1", "go 1", {}),
        ("GO 1", "go 2", None),
        ("{s:state} > {p:power}", "BRE => SPAIN", {"s": "BRE", "p": "spain"}),
        (
            "LEND {n:number} [AT {i:number}] [TO {p:power}]",
            "lend 3 to Spain",
            {"n": 3, "p": "spain"},
        ),
        ("LEND {n:number} [AT {i:number}]", "lend 3, at 1", {"n": 3, "i": 1}),
        ("LEND {n:number} [AT {i:number}]", "lend 3 (at 1)", {"n": 3, "i": 1}),
    ],
)
def test_a_text_fills_the_slots_of_a_pattern(
    pattern: str, text: str, found: dict[str, Any] | None
) -> None:
    assert slots(pattern, text) == found


@pytest.mark.parametrize(
    "pattern",
    ["", "GO {n}", "GO {n:nothing}", "GO {:number}", "GO [NOW", "GO (A|B", "GO ]", "A | B", "GO)"],
)
def test_a_broken_pattern_is_a_defect_of_the_program(pattern: str) -> None:
    with pytest.raises(BrokenPromise, match="pattern"):
        parse_pattern(pattern, NAMES.kinds)


def test_what_a_form_refuses_is_a_fault_of_the_order() -> None:
    def refuse(slots: object) -> Any:
        raise GameError("there is no such agenda", hint="agendas: 1, 2, 3")

    reader = FormReader([Form("CALL {n:number}", refuse, "CALL 1")], NAMES)
    (segment,) = segments_of("call 9")
    read = reader.read_segment(segment, "austria")
    assert [one.order for one in read.orders] == [None]
    (complaint,) = read.complaints
    assert (complaint.problem, complaint.hint) == ("there is no such agenda", "agendas: 1, 2, 3")


def test_half_of_a_double_name_is_not_somebody_elses_name() -> None:
    """Saxony is a power, Prussia a province of Brandenburg, and Munster lies in Ireland."""
    assert slots("IN {s:state}", "in Prussia") == {"s": "BRAP"}
    assert slots("IN {s:state}", "in Alsace") == {"s": "LOR"}
    assert slots("IN {s:state}", "in Saxony") is None
    assert slots("IN {s:state}", "in Munster") is None
    assert slots("AT {p:place}", "at Munster") == {"p": "MUN"}
