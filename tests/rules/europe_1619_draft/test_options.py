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
from generator.rulesets.europe.data.variation import entry_value
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe.building import opening
from tests.rules.europe_1619_draft.drafted import diplomatic, sheets

RULESET = get_ruleset("europe-1619-draft")

DEFAULTS = {
    "end_mode": "final_score",
    "start_year": 1619,
    "final_year": 1634,
    "target_points": 25,
    "target_last_year": 1648,
    "players": 11,
    "converted": ["saxony"],
    "objectives": "three",
    "objective_points": 5,
    "publish_scores": "window",
    "midgame_score_window": [1624, 1628],
    "bohemia": "union",
    "currency_name": "TP",
}


def test_the_options_and_their_defaults():
    assert {name: one.default for name, one in EDITION.options.items()} == DEFAULTS


def test_the_defaults_written_out_are_the_usual_game():
    assert RULESET.opening(Setup(DEFAULTS)) == opening(EDITION)


def test_the_defaults_are_those_of_the_facts():
    """An option sets an entry that the facts leave to it, or that is its default there too."""
    usual = opening(EDITION).facts
    for row in EDITION.option_rows:
        if "sets" not in row:
            continue
        value = entry_value(row, row["default"])
        name, _, key = row["sets"].partition(".")
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
    ("bohemia", "minor", lambda s: s.facts.provinces["BOH"].owner, "BOHC"),
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
        ({"objective_points": -1}, "0 or more"),
        ({"players": 6}, "12, 11, 10, 9, 8, 7"),
        ({"players": "11"}, "players"),
        ({"converted": "saxony"}, "a list"),
        ({"converted": ["saxony", "turkey"]}, "powers that may be minor states"),
        ({"midgame_score_window": [1628, 1624]}, "two years"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], said: str):
    with pytest.raises(TheatrumError, match=re.escape(said)):
        RULESET.opening(Setup(options))


OPENING = ("players", "converted", "start_year", "bohemia")


def test_no_ruling_changes_what_shapes_the_opening():
    assert {name for name, one in EDITION.options.items() if one.opening} == set(OPENING)
    state = opening(EDITION)
    for name in OPENING:
        facts = {"option": name, "value": EDITION.options[name].default}
        ruling = Ruling(1, "diplomatic", "option", "an afterthought", facts=facts)
        with pytest.raises(GameError):
            sheets(state, ruling)


def test_a_ruling_changes_another_option_and_what_it_stands_for():
    facts = {"option": "final_year", "value": 1630}
    ruling = Ruling(1, "diplomatic", "option", "agreed by all", facts=facts)
    played = sheets(diplomatic(), ruling)
    assert played.state.options["final_year"] == played.state.facts.last_year == 1630
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
    chosen = ["--option", "converted=saxony,poland", "--option", "midgame_score_window=[1625,1626]"]
    assert main([*games, *new, *chosen]) == 0
    text = (tmp_path / "bohemia" / "game.toml").read_text(encoding="utf-8")
    assert 'converted = ["saxony", "poland"]' in text
    assert main([*games, "status", "bohemia"]) == 0
    assert main([*games, "new", "other", *new[2:], "--option", "converted=saxony,dutch"]) != 0
    assert not (tmp_path / "other").exists()
