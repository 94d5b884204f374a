"""The options of the draft: defaults, what they accept, and what they change in the facts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from generator.engine.errors import GameError, TheatrumError
from generator.engine.phases import Ruling, Setup
from generator.rulesets import get_ruleset
from generator.rulesets.europe.data.alternatives import entries_set
from generator.rulesets.europe.features.decree_records import DecreeRules
from generator.rulesets.europe.features.fortification import FortificationRules
from generator.rulesets.europe.features.handlers import HandlerRules
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe.building import opening, outcome
from tests.rules.europe_1619_draft.drafted import diplomatic, sheets

RULESET = get_ruleset("europe-1619-draft")

DEFAULTS = {
    "end_mode": "final_score",
    "start_year": 1619,
    "final_year": 1634,
    "target_points": 25,
    "target_last_year": 1648,
    "draw_vote": "unanimous",
    "players": 11,
    "converted": ["saxony"],
    "dynastic": "sum",
    "dynastic_pairs": [["austria", "spain"], ["sweden", "poland"]],
    "dynastic_requires_alliance": True,
    "dynastic_markers_once": True,
    "objectives": "three",
    "objective_points": 5,
    "publish_scores": "window",
    "midgame_score_window": [1624, 1628],
    "bohemia": "union",
    "barbary_start_inf": True,
    "extra_minors": True,
    "savoy_centre": "SAV",
    "ottoman_centre": "auto",
    "handled_minors": ["OTT"],
    "handler_fallback": True,
    "inf_overrun": "truncate",
    "publish_influence": "full",
    "publish_offers": False,
    "alliance_formation": "pairwise",
    "armistice": "both",
    "cooldown_war_alliance": 1,
    "cooldown_alliance_war": 1,
    "marker_needs_alignment": False,
    "marker_when_captured": "remove",
    "protected_move": "blocked",
    "cut_counts_supports": False,
    "sea_combat_without_war": True,
    "expulsion_penalty": True,
    "fallen_minor_provinces": "open",
    "attrition_second_retreat": False,
    "attrition_bolster": "no_cure",
    "control_check": "after_retreats",
    "unaligned_keeps_control": True,
    "ally_liberates": True,
    "fortify_by": "aligned",
    "fortify_price": "rising",
    "bolster_sites": "home",
    "starting_treasury": 5,
    "currency_name": "TP",
    "water_income": True,
    "spain_outlying_build": True,
    "minor_captures_score": False,
    "minor_start_units": "coastal_fleet",
    "converted_capital": "default",
    "decree_begins": "movement",
    "decree_violation": "per_year",
    "decree_penalty": 3,
    "annulment_counts": True,
    "revival": False,
    "default_coast": "none",
    "nmr": "hold",
    "publish_orders": True,
    "deadlines": [],
}


def test_the_options_and_their_defaults():
    assert {name: one.default for name, one in EDITION.options.items()} == DEFAULTS


def test_the_defaults_written_out_are_the_usual_game():
    assert RULESET.opening(Setup(DEFAULTS)) == opening(EDITION)


def test_the_defaults_are_those_of_the_facts():
    """An option sets an entry that the facts leave to it, or that is its default there too."""
    usual = opening(EDITION).facts
    for row in EDITION.option_rows:
        for path, value in entries_set(row, row["default"]) if "sets" in row else ():
            name, _, key = path.partition(".")
            found = getattr(usual, name, None) or usual.of(EDITION.own_tables[name])
            for part in filter(None, key.split(".")):
                found = getattr(found, part)
            assert msgspec.json.decode(msgspec.json.encode(found)) == value, row["id"]
            written = EDITION.tables.get(name, {})
            assert written == value if not key else key not in written, row["id"]


def test_every_option_belongs_to_a_rule_and_says_what_its_choices_mean():
    for option in EDITION.options.values():
        assert option.rule in EDITION.rulebook, option.id
        assert option.title
        assert all(option.choices.values())
        assert not option.choices or option.default in option.choices


CHANGED = [
    ("start_year", 1620, lambda s: s.facts.first_year, 1620),
    ("final_year", 1630, lambda s: s.facts.last_year, 1630),
    ("end_mode", "target", lambda s: s.facts.last_year, 1648),
    ("end_mode", "both", lambda s: s.facts.last_year, 1634),
    ("target_points", 30, lambda s: s.facts.victory.threshold, 30),
    ("dynastic_pairs", [], lambda s: s.facts.victory.dynasties, ()),
    ("starting_treasury", 0, lambda s: s.treasury["france"], 0),
    ("handled_minors", [], lambda s: s.facts.minors["OTT"].handled, False),
    ("handled_minors", ["TUN"], lambda s: s.facts.minors["TUN"].handled, True),
    ("handler_fallback", False, lambda s: s.facts.of(HandlerRules).fallback, False),
    ("inf_overrun", "void_all", lambda s: s.facts.influence.overspend, "void_all"),
    ("publish_offers", True, lambda s: s.facts.declarations.offers, "public"),
    ("armistice", "either", lambda s: s.facts.declarations.armistice, "unilateral"),
    ("protected_move", "void", lambda s: s.facts.movement.nonhostile, "void"),
    ("cut_counts_supports", True, lambda s: s.facts.bolster.cut_includes_supports, True),
    ("minor_captures_score", True, lambda s: s.facts.control.credits_patron, True),
    ("fortify_price", "flat", lambda s: s.facts.minor_builds.purchase_raises_price, False),
    ("fortify_by", "any", lambda s: s.facts.of(FortificationRules).by, "any"),
    ("decree_penalty", 2, lambda s: s.facts.of(DecreeRules).penalty, 2),
    ("bohemia", "minor", lambda s: s.facts.provinces["BOH"].owner, "BOHC"),
    ("extra_minors", False, lambda s: s.facts.provinces["HAM"].owner, ""),
    ("savoy_centre", "PIE", lambda s: s.facts.minors["SAV"].home, "PIE"),
    ("ottoman_centre", "WAL", lambda s: s.facts.minors["OTT"].home, "WAL"),
]


@pytest.mark.parametrize(("name", "value", "read", "expected"), CHANGED)
def test_an_option_changes_the_game_and_its_state_is_written(
    name: str, value: Any, read: Any, expected: Any
):
    usual, state = opening(EDITION), RULESET.opening(Setup({name: value}))
    assert read(state) == expected
    if expected != 1634:
        assert read(usual) != expected
    document = RULESET.dump(state)
    assert document.public["options"][name] == value
    assert RULESET.load(document) == state


def test_every_choice_of_every_option_opens_a_game():
    for option in EDITION.options.values():
        for value in option.choices:
            state: EuropeState = RULESET.opening(Setup({option.id: value}))
            assert state.options[option.id] == value
            assert RULESET.load(RULESET.dump(state)) == state


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"end_mod": "both"}, "did you mean end_mode"),
        ({"end_mode": "never"}, "final_score, target, both"),
        ({"final_year": 1618}, "start_year is 1619"),
        ({"target_last_year": 1618}, "start_year is 1619"),
        ({"start_year": 1635}, "final_year cannot be 1634"),
        ({"target_points": 0}, "1 or more"),
        ({"cooldown_war_alliance": -1}, "0 or more"),
        ({"players": 6}, "12, 11, 10, 9, 8, 7"),
        ({"players": "11"}, "players"),
        ({"converted": "saxony"}, "a list"),
        ({"converted": ["saxony", "turkey"]}, "powers that may be minor states"),
        ({"dynastic_pairs": [["austria"]]}, "pairs of powers"),
        ({"dynastic_pairs": [["austria", "saxon"]]}, "pairs of powers"),
        ({"midgame_score_window": [1628, 1624]}, "two years"),
        ({"handled_minors": ["BRE", "XXX"]}, "codes of minor states"),
        ({"deadlines": [1]}, "a list of texts"),
        ({"barbary_start_inf": 1}, "true, false"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], said: str):
    with pytest.raises(TheatrumError, match=re.escape(said)):
        RULESET.opening(Setup(options))


OPENING = (
    "players", "converted", "start_year", "bohemia", "barbary_start_inf", "extra_minors",
    "savoy_centre", "ottoman_centre", "handled_minors", "minor_start_units", "converted_capital",
    "starting_treasury",
)  # fmt: skip


def test_no_ruling_changes_what_shapes_the_opening():
    assert {name for name, one in EDITION.options.items() if one.opening} == set(OPENING)
    state = opening(EDITION)
    for name in OPENING:
        facts = {"option": name, "value": EDITION.options[name].default}
        ruling = Ruling(1, "diplomatic", "option", "an afterthought", facts=facts)
        with pytest.raises(GameError):
            sheets(state, ruling)


def test_a_ruling_changes_another_option_and_what_it_stands_for():
    facts = {"option": "armistice", "value": "either"}
    ruling = Ruling(1, "diplomatic", "option", "agreed by all", facts=facts)
    state = diplomatic(wars=[("france", "england")])
    played = sheets(state, ruling, england="ARMISTICE: FRANCE")
    assert outcome(played, "ARMISTICE: FRANCE") == "success"
    assert played.state.options["armistice"] == "either"
    assert RULESET.load(RULESET.dump(played.state)) == played.state


def test_a_game_brings_values_of_its_own():
    """Triangles and circles as somebody read them from the lost map."""
    position = {"values": {"KAL": 2, "BOT": 3, "POI": 1}, "centers": {"COL": 4}}
    state = RULESET.opening(Setup({}, position))
    assert (state.facts.provinces["KAL"].value, state.facts.provinces["POI"].value) == (2, 1)
    assert (state.facts.seas["BOT"], state.facts.centers["COL"]) == (3, 4)
    assert RULESET.load(RULESET.dump(state)) == state


@pytest.mark.parametrize("values", [{"COL": 2}, {"XXX": 1}, {"KAL": -1}, {"KAL": "1"}, [1]])
def test_wrong_values_are_refused(values: Any):
    with pytest.raises(TheatrumError, match="values"):
        RULESET.opening(Setup({}, {"values": values}))


def test_options_are_given_on_the_command_line(tmp_path: Path):
    from generator.cli import main

    games = ["--games", str(tmp_path)]
    new = ["new", "bohemia", "--ruleset", "europe-1619-draft"]
    chosen = [
        "--option",
        "converted=saxony,poland",
        "--option",
        'dynastic_pairs=[["austria","spain"]]',
    ]
    assert main([*games, *new, *chosen]) == 0
    text = (tmp_path / "bohemia" / "game.toml").read_text(encoding="utf-8")
    assert 'converted = ["saxony", "poland"]' in text
    assert main([*games, "status", "bohemia"]) == 0
    assert main([*games, "new", "other", *new[2:], "--option", "converted=saxony,dutch"]) != 0
    assert not (tmp_path / "other").exists()
