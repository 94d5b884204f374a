"""How the draft's map looks in its reports."""

from __future__ import annotations

import pytest

from generator.engine.picture import MarkSign
from generator.rulesets.europe.telling.pictures import picture_of_phase, picture_of_position
from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe.building import opening, play, position


@pytest.mark.rule("E19D-ALN-11", "E19D-RPT-1")
def test_the_diplomatic_report_colors_the_map():
    infs = {"HES": {"union": 4}, "SWI": {}, "VEN": {"spain": 1, "france": 1}}
    state = position(EDITION, phase="diplomatic", infs=infs)
    picture = picture_of_phase(EDITION, state, play(EDITION, state, {"league": "5: HES"}))
    assert (picture.fills["HES"].kind, picture.fills["HES"].power) == ("aligned", "league")
    assert picture.fills["DAR"] == picture.fills["HES"]
    assert picture.fills["SWI"].kind == "unaligned"
    assert picture.fills["VEN"].kind == "neutral"


@pytest.mark.rule("E19D-CNF-4")
def test_a_blue_cross_and_an_orange_one():
    state = opening(EDITION)
    picture = picture_of_phase(EDITION, state, play(EDITION, state))
    assert picture.markers["POR"] == (MarkSign("catholic", "Portugal: Catholic marker"),)
    assert picture.markers["BRU"] == (MarkSign("protestant", "Lower Saxony: Protestant marker"),)
    kinds = {sign.kind for signs in picture.markers.values() for sign in signs}
    assert kinds == {"catholic", "protestant"}


@pytest.mark.rule("E19D-RPT-5", "E19D-FRT-5", "E19D-STR-11")
def test_units_of_states_are_labelled_and_shields_are_drawn():
    """+1 is a strength of 2, +9 one of 10. (source)"""
    units = {"france": ["A PAR", "A BUR +9"], "HES": ["A HES +1"], "POR": ["F POR"]}
    picture = picture_of_position(EDITION, position(EDITION, units=units))
    signs = {sign.unit.province: sign for sign in picture.units}
    assert (signs["POR"].owner, signs["POR"].label) == ("", "Pt")
    assert (signs["PAR"].owner, signs["PAR"].label) == ("france", "")
    assert (signs["HES"].owner, signs["HES"].label, signs["HES"].flag) == ("", "He", "shield")
    assert (signs["BUR"].unit.strength, str(signs["BUR"].unit)) == (10, "A BUR +9")
    labels = [
        one.label
        for one in opening(EDITION, players=7, bohemia="minor").facts.states.values()
        if one.label
    ]
    assert len(set(labels)) == len(labels)
