"""The options of Europe 1619: every value has its effect, and nothing else is accepted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from generator.engine.errors import GameError
from generator.rulesets import europe_1615_v3, europe_1615_v7
from generator.rulesets.europe.data.edition_data import choose
from generator.rulesets.europe.record.document import dump_state, load_state
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import events, opening, play, position
from tests.rulesets.europe.random_play import options_by

Options = dict[str, Any]


def scored(options: Options, **parts: Any) -> EuropeState:
    return play(EDITION, position(EDITION, phase="scoring", options=options, **parts)).state


def start(options: Options) -> str:
    state = position(EDITION, phase="diplomatic", options=options)
    return f"{state.year} {len(state.facts.powers)}"


def after_last_year(options: Options) -> str:
    return str(scored(options, year=1640).moment)


def money_words(options: Options) -> bool:
    played = play(EDITION, position(EDITION, phase="builds", options=options))
    return "ducats" in events(played, "treasuries")[0].text


def winner(options: Options) -> tuple[str, ...]:
    """Who wins with 20 points from the years before and 6 of this one."""
    ending = scored(options, totals={"sweden": 20}).ending
    return ending.powers if ending else ()


def target(options: Options) -> str:
    return str(scored(options).moment)


def placement_known(options: Options) -> bool:
    state = position(EDITION, phase="diplomatic", options=options)
    return events(play(EDITION, state, {"france": "2: SWI"}), "placement")[0].public


CASES: Mapping[str, tuple[Callable[[Options], Any], Mapping[Any, Any]]] = {
    "players": (start, {n: f"1619 {n}" for n in range(10, 16)}),
    "first_year": (start, {1619: "1619 15", 1625: "1625 15"}),
    "last_year": (after_last_year, {1648: "1641 diplomatic", 1640: "1640 vote"}),
    "currency_name": (money_words, {"TP": False, "ducats": True}),
    "scoring.mode": (winner, {"standing": (), "cumulative": ("sweden",)}),
    "victory.points": (target, {25: "1620 diplomatic", 8: "1619 vote"}),
    "report.placements": (placement_known, {"public": True, "totals": False}),
}
"""For each option a scene that takes options, and what it gives for each value."""

EFFECTS = [(name, value) for name, (_, found) in CASES.items() for value in found]


def test_there_is_a_case_for_every_value_of_every_option() -> None:
    assert set(CASES) == set(EDITION.options)
    for name, option in EDITION.options.items():
        _, found = CASES[name]
        if option.choices:
            assert set(found) == set(option.choices)
        assert option.default in found
        assert len({repr(effect) for effect in found.values()}) == len(found), name


@pytest.mark.parametrize(("name", "value"), EFFECTS, ids=[f"{n}={v}" for n, v in EFFECTS])
def test_an_option_has_its_effect(name: str, value: Any) -> None:
    scene, found = CASES[name]
    assert scene({name: value}) == found[value]
    if value == EDITION.options[name].default:
        assert scene({}) == found[value]


def test_options_name_rules_that_exist() -> None:
    for option in EDITION.options.values():
        assert option.rule in EDITION.rulebook
        assert option.title
        assert all(option.choices.values())


@pytest.mark.parametrize("name", list(EDITION.options))
def test_an_option_takes_no_other_value(name: str) -> None:
    option = EDITION.options[name]
    for value in (None, [], {}, 1.5, "", "no such value"):
        if type(value) is type(option.default) and not option.choices:
            continue
        values, wrong = choose(EDITION, {name: value})
        assert len(wrong) == 1
        assert wrong[0].startswith(f"option {name} cannot be ")
        assert values[name] == option.default
    if isinstance(option.default, bool) or 1 in option.choices:
        other: Any = 1 if isinstance(option.default, bool) else True
        assert choose(EDITION, {name: other})[1]


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("first_year", 0, "1 to 9999"),
        ("last_year", 10_000, "1 to 9999"),
        ("last_year", 1618, "the game begins in 1619"),
        ("first_year", 1700, "the game begins in 1700"),
        ("victory.points", 0, "1 or more"),
        ("currency_name", "", "one line of 1 to 40 characters"),
        ("currency_name", "gold\nsilver", "one line of 1 to 40 characters"),
        ("currency_name", "x" * 41, "one line of 1 to 40 characters"),
    ],
)
def test_a_number_or_a_text_has_its_limits(name: str, value: Any, problem: str) -> None:
    with pytest.raises(GameError) as caught:
        opening(EDITION, **{name.replace(".", "__"): value})
    assert problem in str(caught.value)


@pytest.mark.rule("E19-GEN-4")
def test_a_year_outside_the_table_has_the_infs_of_the_nearest() -> None:
    early, late = opening(EDITION, first_year=1610), opening(EDITION, last_year=1660)
    for power in early.living:
        row = EDITION.tables["allotment"]["infs"][power]
        assert early.facts.infs_of(power, 1610) == row[0]
        assert late.facts.infs_of(power, 1660) == row[-1]
        assert late.facts.infs_of(power, 1661) == 0
        assert opening(EDITION).facts.infs_of(power, 1649) == 0


def test_a_state_names_the_options_that_are_not_the_defaults() -> None:
    state = opening(EDITION, victory__points=30, scoring__mode="standing")
    assert dump_state(EDITION, state).public["options"] == {"victory.points": 30}
    assert load_state(EDITION, dump_state(EDITION, state)).options["victory.points"] == 30


@pytest.mark.parametrize("edition", [europe_1615_v3.EDITION, europe_1615_v7.EDITION])
def test_games_by_dice_have_every_value_of_every_option(edition: Edition) -> None:
    games = [options_by(edition, number) for number in range(10)]
    for name, option in edition.options.items():
        met = [one[name] for one in games]
        assert all(value in met for value in option.choices), name
        assert len(option.choices) == 1 or any(value != option.default for value in met), name
