"""Order forms of a game that is no ruleset's: a pattern, kinds of slots, and what is missing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.engine.errors import BrokenPromise
from generator.engine.forms.matching import Matcher, Reading, SlotKind, Wanted, match_pattern
from generator.engine.forms.names import Spellings, group, list_of, named, number, shortened
from generator.engine.forms.pattern import Fillers, Word, filled, forms, parse_pattern
from generator.engine.forms.tokens import read_tokens, words_of

SHIPS = {("argo",): "ARGO", ("black", "pearl"): "PEARL", ("black",): "SMITH"}


def _kinds() -> dict[str, SlotKind]:
    kinds = {
        "number": number("a number"),
        "crew": number("a crew", "crew", range(1, 100)),
        "ship": named("ship", "ship", Spellings(SHIPS)),
        "ships": list_of("ship"),
    }
    cargo = parse_pattern("{count:number} [SACKS|OF]* {what=RUM}", kinds)
    return kinds | {"cargo": group(cargo, lambda slots: (slots["what"], slots["count"]))}


KINDS = _kinds()


def slots(pattern: str, text: str, start: int = 0) -> dict[str, Any] | None:
    match = match_pattern(parse_pattern(pattern, KINDS), read_tokens(text), KINDS, start=start)
    return None if match is None else dict(match.slots)


def wanted(pattern: str, text: str) -> tuple[int, list[str], list[str]]:
    """How far a text fits, and the kinds and words that could have stood there."""
    found = Wanted()
    assert match_pattern(parse_pattern(pattern, KINDS), read_tokens(text), KINDS, found) is None
    return found.at, found.kinds, found.words


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("SAIL {ship:ship} [TO|THE]* ISLE", "sail Argo isle", {"ship": "ARGO"}),
        ("SAIL {ship:ship} [AT|TO|ANY]* ISLE", "sail Argo to any to isle", {"ship": "ARGO"}),
        ("SAIL {ship:ship} [TO|THE]* ISLE", "sail Argo at isle", None),
        ("({who=ALL}|{ship:ship}) WAIT", "all wait", {"who": "all"}),
        ("({who=ALL}|{ship:ship}) WAIT", "Black Pearl wait", {"ship": "PEARL"}),
        ("{ship:ship} PEARL", "black pearl", {"ship": "SMITH"}),
        ("LOAD {cargo:cargo}", "load 5 sacks of rum", {"cargo": ("rum", 5)}),
        ("LOAD {cargo:cargo}", "load 5 sacks", None),
        ("MAN {n:crew}", "man 99", {"n": 99}),
        ("MAN {n:crew}", "man 100", None),
        ("{ships:ships} SAIL", "Argo and Black Pearl sail", {"ships": ("ARGO", "PEARL")}),
    ],
)
def test_a_text_fills_slots(pattern: str, text: str, found: dict[str, Any] | None) -> None:
    assert slots(pattern, text) == found


def test_a_match_may_begin_behind_a_verb() -> None:
    assert slots("{ship:ship}", "please sail Argo", start=1) == {"ship": "ARGO"}
    assert slots("{ship:ship}", "sail Argo") is None


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("SAIL {ship:ship}", "sail", (1, ["ship"], [])),
        ("SAIL {ship:ship}", "sail Argo now", (2, ["end"], [])),
        ("SAIL ({ship:ship}|HOME) [NOW]", "sail argus", (1, ["ship", "word"], ["home"])),
        ("LOAD {cargo:cargo}", "load 5 sacks of gin", (4, ["word"], ["rum"])),
        # Fillers are never missed.
        ("SAIL [TO|THE]* {ship:ship}", "sail to", (2, ["ship"], [])),
        # One more is missed only where something announces it.
        ("SAIL {ships:ships}", "sail Argo, argus", (3, ["ship"], [])),
        ("SAIL {ships:ships}", "sail Argo argus", (2, ["end"], [])),
    ],
)
def test_what_is_wanted_is_known_at_the_furthest_place(
    pattern: str, text: str, found: tuple[int, list[str], list[str]]
) -> None:
    assert wanted(pattern, text) == found


def test_an_unknown_word_may_stand_for_a_name() -> None:
    pattern, tokens = parse_pattern("SAIL {ship:ship}", KINDS), read_tokens("sail argus")
    match = match_pattern(pattern, tokens, KINDS, unknown={1})
    assert match is not None
    assert match.guesses == {1: "ship"}


def test_a_kind_may_read_in_several_ways() -> None:
    def readings(matcher: Matcher, at: int) -> Iterator[Reading]:
        for end in range(len(matcher.tokens), at, -1):
            yield Reading(end - at, end)

    kinds = {"words": SlotKind("words", readings)}
    pattern = parse_pattern("{first:words} STOP {second:words}", kinds)
    match = match_pattern(pattern, read_tokens("a b stop c"), kinds)
    assert match is not None
    assert match.slots == {"first": 2, "second": 1}


def test_fillers_and_named_words_are_nodes() -> None:
    assert parse_pattern("[TO|The]* {who=ALL}", ()) == (
        Fillers(frozenset({"to", "the"})),
        Word("all", "who"),
    )


@pytest.mark.parametrize("pattern", ["[A {n:number}]*", "[A|B C]*", "(A|B)*", "{=ALL}", "{who=}"])
def test_only_single_words_fill_a_sentence(pattern: str) -> None:
    with pytest.raises(BrokenPromise, match="pattern"):
        parse_pattern(pattern, KINDS)


def test_forms_of_one_order_share_what_they_make() -> None:
    several = forms("SAIL ARGO", filled(dict, speed=1), "SAIL {ship:ship}", "{ship:ship} SAILS")
    assert [form.example for form in several] == ["SAIL ARGO", "SAIL ARGO"]
    assert several[0].make({"ship": "ARGO"}) == {"ship": "ARGO", "speed": 1}


def test_a_shortened_name_means_one_thing() -> None:
    known = {("northumberland",): "NLD", ("northampton",): "NTH"}
    short = shortened(known, [("northu",)])
    assert short[("northum",)] == "NLD"
    assert ("north",) not in short
    assert ("northu",) not in short


@given(st.lists(st.sampled_from(["to", "the", "argo", "black", "pearl", "5", ",", "(", '"x"'])))
def test_any_tokens_end_in_a_match_or_in_something_wanted(words: list[str]) -> None:
    tokens, found = read_tokens(" ".join(words)), Wanted()
    pattern = parse_pattern("[TO|THE]* ({ships:ships} [{n:number}]|{cargo:cargo})", KINDS)
    match = match_pattern(pattern, tokens, KINDS, found)
    assert match is not None or (0 <= found.at <= len(tokens) and found.kinds)


def test_many_words_that_only_fill_are_passed_over() -> None:
    assert slots("SAIL [TO|THE]* {ship:ship}", f"sail {'to ' * 50_000} argo") == {"ship": "ARGO"}


def test_the_words_of_a_name_are_those_of_a_line() -> None:
    assert words_of("Saint-Étienne's") == tuple(one.text for one in read_tokens("saint etienne"))
