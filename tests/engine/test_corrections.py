"""A few corrected orders, put into a sheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from generator.engine.corrections import is_partial, merge_sheets, subject_of, unread
from generator.engine.phases import Setup, WrittenOrder
from generator.rulesets import get_ruleset

# (ruleset, power, sheet, correction, sheet after it, what is gone)
MERGED = [
    ("standard", "france", "A PAR - BUR\nF BRE - MAO", "F BRE - ENG",
     "A PAR - BUR\nF BRE - ENG\n", ["F BRE - MAO"]),
    ("standard", "france", "A PAR - BUR\nF BRE - MAO", "A MAR H",
     "A PAR - BUR\nF BRE - MAO\nA MAR H\n", []),
    ("standard", "france", "A MAR suports A PAR - BUR\nA PAR - BUR", "A MAR S A PAR - BUR",
     "A MAR S A PAR - BUR\nA PAR - BUR\n", ["A MAR suports A PAR - BUR"]),
    ("standard", "france", "A PAR - BUR; F BRE - MAO # go", "F BRE - ENG",
     "A PAR - BUR\nF BRE - ENG\n", ["F BRE - MAO"]),
    ("standard", "france", "# mine\nA PAR - BUR", "A PAR - BUR", "# mine\nA PAR - BUR\n", []),
    ("standard", "france", "A PAR - BUR\nA PAR - PIC", "A PAR - GAS",
     "A PAR - GAS\n", ["A PAR - BUR", "A PAR - PIC"]),
    ("europe-1619", "france", "3: LOR\n2: GEN\nWAR: AUSTRIA", "5: LOR\nALLIANCE: AUSTRIA",
     "5: LOR\n2: GEN\nALLIANCE: AUSTRIA\n", ["3: LOR", "WAR: AUSTRIA"]),
    ("europe-1619", "france", "5: Genua\n2: LOR", "5: GEN", "5: GEN\n2: LOR\n", ["5: Genua"]),
    ("europe-1619-draft", "france", "3: LOR\nWAR: AUSTRIA", "WAR: SPAIN",
     "3: LOR\nWAR: AUSTRIA\nWAR: SPAIN\n", []),
]  # fmt: skip


def reader(name: str, power: str) -> Callable[[str], Sequence[WrittenOrder]]:
    ruleset: Any = get_ruleset(name)
    state = ruleset.opening(Setup())

    def read(text: str) -> Sequence[WrittenOrder]:
        found: Sequence[WrittenOrder] = ruleset.read(state, {power: text}).sheets[power].orders
        return found

    return read


@pytest.mark.parametrize(("name", "power", "before", "after", "merged", "gone"), MERGED)
def test_an_order_replaces_those_about_the_same_thing(
    name: str, power: str, before: str, after: str, merged: str, gone: list[str]
) -> None:
    found = merge_sheets(before, after, reader(name, power), get_ruleset(name).subject)
    assert (found.text, list(found.gone)) == (merged, gone)


def test_westphalia_tells_what_its_orders_are_about() -> None:
    from generator.rulesets.westphalia.state.orders import Choose, Faith, PlaceInfluence, Vote

    subject = get_ruleset("westphalia").subject
    assert subject(Choose(("heresy", "war"))) == subject(Choose(("diplomacy", "war")))
    assert subject(Faith("A1", 2)) == subject(Faith("A1", 3)) != subject(Faith("A2", 2))
    assert subject(PlaceInfluence("hesse", 1)) == subject(PlaceInfluence("hesse", 3))
    assert subject(Vote("mainz", "red")) == subject(Vote("mainz", "blue"))
    assert subject(Vote("mainz", "red")) != subject(Vote("", "red"))


def test_a_line_that_is_named_is_the_one_that_is_replaced() -> None:
    read = reader("standard", "france")
    subject = get_ruleset("standard").subject
    found = merge_sheets("A XYZ q\nA QQQ w", "A MAR H", read, subject, {1: 2})
    assert found.text == "A XYZ q\nA MAR H\n"


@pytest.mark.parametrize(
    ("before", "after", "reply", "partial"),
    [
        ("A PAR - BUR\nA MAR H\nF BRE - MAO", "F BRE - ENG", False, True),
        ("A PAR - BUR\nA MAR H\nF BRE - MAO", "F BRE - ENG\nA MAR H", False, False),
        ("A PAR - BUR\nA MAR H\nF BRE - MAO", "F BRE - ENG\nA MAR H", True, True),
        ("A PAR - BUR\nA MAR H", "F BRE - ENG", False, True),
        ("A PAR - BUR\nA PAR - BUR", "A PAR - PIC", True, False),
        ("A PAR - BUR", "A PAR - PIC", True, False),
        ("", "A PAR - PIC", True, False),
    ],
)
def test_fewer_orders_that_would_lose_others_look_like_a_correction(
    before: str, after: str, reply: bool, partial: bool
) -> None:
    read = reader("standard", "france")
    subject = get_ruleset("standard").subject
    assert is_partial(read(before), read(after), subject, is_reply=reply) is partial


def test_lines_for_a_later_phase_are_merged_by_their_units() -> None:
    before = "Fall 1901:\nA BUR - BEL\nBuild A PAR\n"
    found = merge_sheets(before, "Fall 1901:\nA BUR - RUH\nBuild A MAR", unread, subject_of)
    assert found.text == "Fall 1901:\nA BUR - RUH\nBuild A PAR\nBuild A MAR\n"
    assert found.gone == ("A BUR - BEL",)
