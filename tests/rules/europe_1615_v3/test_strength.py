"""Units of strength 2 in movement: E15V3-SPU-2 and the edge cases about it."""

from __future__ import annotations

from typing import Any

import pytest

from generator.rulesets.europe.features.marked_units import LetterRules
from generator.rulesets.europe.features.modifiers import SanctionRules
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v3 import EDITION
from tests.rules.europe.building import events, opening, outcome, units_of
from tests.rules.europe_1615_v3.three import Played, sheets, with_modifiers

FACTS = opening(EDITION).facts
LETTERS = FACTS.of(LetterRules).units
MODIFIERS = FACTS.of(SanctionRules).by_id
RHINE = {"RHI": {"france": 5}, "SAX": {"denmark": 5}}


def lettered(units: dict[str, list[str]], infs: Any) -> EuropeState:
    """Spring, with a letter in effect for each unit of strength 2."""
    letters: dict[str, str] = {}
    for side, own in units.items():
        for text in own:
            if text.endswith(" +1"):
                letter = next(one for one, rule in LETTERS.items() if rule.side == side)
                letters[letter] = text.split()[1]
    bare = {side: [text.removesuffix(" +1") for text in own] for side, own in units.items()}
    modifiers = [ids for ids, one in MODIFIERS.items() if one.dual in letters]
    return with_modifiers(modifiers, letters=letters, units=bare, infs=infs)


def on(played: Played, side: str) -> list[str]:
    return units_of(played.state, side)


@pytest.mark.rule("E15V3-SPU-2")
def test_it_attacks_and_holds_with_two():
    units = {"RHI": ["A RHI +1"], "HES": ["A HES"]}
    played = sheets(lettered(units, RHINE), france="RHI-HES")
    assert on(played, "RHI") == ["A HES +1"]
    assert on(played, "HES") == []
    attackers = {"spain": ["A WES", "A NET"], "RHI": ["A RHI +1"]}
    played = sheets(lettered(attackers, RHINE), spain="WES-RHI ; NET S WES-RHI")
    assert not events(played, "dislodged")


@pytest.mark.rule("E15V3-SPU-2")
def test_its_support_is_worth_two_and_one_attack_cuts_all_of_it():
    """X-37."""
    units = {
        "RHI": ["A RHI +1"], "france": ["A FRA"], "spain": ["A HES", "A SAX"], "england": ["A WES"]
    }  # fmt: skip
    state = lettered(units, RHINE)
    texts = {"france": "FRA-HES ; RHI S FRA-HES", "spain": "SAX S HES"}
    played = sheets(state, **texts)
    assert [event.data["unit"] for event in events(played, "dislodged")] == ["A HES"]
    cut = sheets(state, **texts, england="WES-RHI")
    assert outcome(cut, "A RHI S A FRA - HES") == "cut"
    assert not events(cut, "dislodged")


@pytest.mark.rule("E15V3-SPU-2")
def test_head_to_head_it_wins_against_one():
    """X-38."""
    units = {"POLN": ["A WAR +1"], "austria": ["A SIL"]}
    state = lettered(units, {"POLN": {"spain": 5}})
    played = sheets(state, spain="WAR-SIL", austria="SIL-WAR")
    assert on(played, "POLN") == ["A SIL +1"]
    assert [event.data["unit"] for event in events(played, "dislodged")] == ["A SIL"]


@pytest.mark.rule("E15V3-SPU-2")
def test_it_keeps_a_rival_of_one_out():
    units = {"POLN": ["A WAR +1"], "denmark": ["A PRU", "A SAM"]}
    state = lettered(units, {"POLN": {"spain": 5}})
    played = sheets(state, spain="WAR-LIT", denmark="PRU-LIT ; SAM S PRU-LIT")
    assert outcome(played, "A WAR - LIT") == outcome(played, "A PRU - LIT") == "bounce"


@pytest.mark.rule("E15V3-SPU-2")
def test_in_a_neutral_state_it_is_dislodged_by_more():
    units = {"RHI": ["A SAX +1"], "austria": ["A BOH", "A BRA", "A FRA"]}
    infs = {"RHI": {"denmark": 5}, "SAX": {"denmark": 5, "austria": 5}}
    state = lettered(units, infs)
    two = sheets(state, austria="BOH-SAX ; BRA S BOH-SAX")
    assert not events(two, "dislodged")
    three = sheets(state, austria="BOH-SAX ; BRA S BOH-SAX ; FRA S BOH-SAX")
    assert on(three, "austria") == ["A BRA", "A FRA", "A SAX"]
