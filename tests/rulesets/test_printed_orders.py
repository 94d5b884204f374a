"""What the program prints can be ordered: orders as verdicts have them, and names as pages do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from generator.archive import load_game
from generator.engine.phases import Setup
from generator.rulesets import get_ruleset
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe_1619 import EDITION as EUROPE_1619
from generator.rulesets.europe_1619_draft import EDITION as DRAFT

SAMPLES = sorted((Path(__file__).parents[2] / "games").iterdir())
GAMES = [
    (edition, players)
    for edition in (EUROPE_1619, DRAFT)
    for players in edition.tables["players_supported"]
]


def read(ruleset: Any, state: Any, power: str, text: str) -> list[str]:
    (sheet,) = ruleset.read(state, {power: text}).sheets.values()
    return [str(one.order) for one in sheet.orders]


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("folder", SAMPLES, ids=lambda one: one.name)
def test_every_order_of_a_record_is_read_back(folder: Path, step: int) -> None:
    """In its own phase; what was never understood stands there as it was written."""
    game = load_game(folder)
    count = 0
    for phase in game.phases[::step]:
        state = phase.before()
        for one in phase.resolution().verdicts:
            if one.power not in game.ruleset.powers:
                # A state whose units have handlers, or by whose units several vote.
                assert one.order.endswith(" H") or one.power == "OTT"
                continue
            again = read(game.ruleset, state, one.power, one.order)
            if again == ["None"]:
                assert one.outcome in ("illegal", "void")
                assert read(game.ruleset, state, one.power, one.written or one.order) == ["None"]
            else:
                count += 1
                assert again == [one.order], f"{phase.title}: {one.order}"
    assert count > 200 // step


@pytest.mark.parametrize(("edition", "players"), GAMES, ids=lambda one: getattr(one, "id", one))
def test_every_name_of_a_power_a_state_or_a_province_is_read(
    edition: Edition, players: int
) -> None:
    ruleset = get_ruleset(edition.id)
    state = ruleset.opening(Setup({"players": players}))
    facts, author = state.facts, next(iter(state.facts.powers))
    diplomatic = replace(state, moment=edition.moment_of(state.year, "diplomatic"))
    movement = replace(state, moment=edition.moment_of(state.year, "movement"))
    for code, minor in facts.minors.items():
        for name in (code, minor.name, facts.name_of(code)):
            assert read(ruleset, diplomatic, author, f"1: {name}") == [f"1: {code}"]
    for power, one in facts.powers.items():
        for name in (power, one.name, one.short, one.order_name):
            assert read(ruleset, diplomatic, author, f"WAR: {name}") == [f"WAR: {power.upper()}"]
    for code in facts.board.provinces:
        name = facts.board.name_of(code)
        assert read(ruleset, movement, author, f"A {name} H") == [f"A {code} H"]


@pytest.mark.parametrize(("edition", "players"), GAMES, ids=lambda one: getattr(one, "id", one))
def test_a_power_that_is_a_minor_state_keeps_the_names_of_the_power(
    edition: Edition, players: int
) -> None:
    """With fourteen players and fewer `1: Papacy` means the Papal States."""
    ruleset = get_ruleset(edition.id)
    state = ruleset.opening(Setup({"players": players}))
    state = replace(state, moment=edition.moment_of(state.year, "diplomatic"))
    author = next(iter(state.facts.powers))
    for row in edition.tables["player_count"]:
        code, power = row["minor"]["code"], edition.tables["powers"][row["convert"]]
        if code not in state.facts.minors or row["convert"] in state.facts.powers:
            continue
        for name in (row["convert"], power["name"], power["order_name"], power["adjective"]):
            assert read(ruleset, state, author, f"1: {name}") == [f"1: {code}"]


def test_every_name_of_a_standard_province_or_power_is_read() -> None:
    ruleset = get_ruleset("standard")
    state: Any = ruleset.opening(Setup({}))
    for code, name in ruleset.names().items():
        if "/" not in code:
            assert read(ruleset, state, "france", f"A {name} H") == [f"A {code} H"], name
