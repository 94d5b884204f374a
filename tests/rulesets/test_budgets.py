"""What a sheet costs, and what comes of it if nothing else changes."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace

from generator.archive import load_game
from generator.archive.people.dossier import known_state
from generator.engine.chance import Chance
from generator.engine.offers import NO_BUDGET, Budget
from generator.engine.phases import Setup
from generator.rulesets import get_ruleset
from tests.pages.sample import ROOT


def budget(ruleset: Any, state: Any, power: str, text: str) -> Budget:
    return ruleset.budget(state, ruleset.read(state, {power: text}).sheets[power])


def before(name: str, year: int, phase: str) -> tuple[Any, Any]:
    """The ruleset of a sample game, and the state that waited for a phase."""
    game = load_game(ROOT / "games" / name)
    record = next(one for one in game.phases if str(one.moment) == f"{year} {phase}")
    return game.ruleset, record.before()


def test_infs_count_down_and_the_forecast_is_what_the_rules_make_of_them() -> None:
    ruleset, state = before("after-the-comet", 1628, "diplomatic")
    text = "1: COL\n2: CAT\n20: LOR\n2: GEN\nWAR: SPAIN\n"
    found = budget(ruleset, state, "france", text)
    assert [(one.order, one.text) for one in found.prices] == [
        (0, "1 INF, 9 left"),
        (1, "2 INFs, 7 left"),
        (2, "7 INFs, 0 left"),
    ]
    assert found.forecast[1] == (
        "Catalonia: aligned with you (15 of its 29 INFs are yours); "
        "any power can tip it with 1 more INF"
    )
    assert [one.partition(":")[0] for one in found.forecast] == [
        "Cologne",
        "Catalonia",
        "Lorraine-Alsace",
        "Genoa",
    ]
    # Alone, the sheet comes to just this.
    book = ruleset.read(state, {"france": text})
    after = ruleset.adjudicate(state, book, (), Chance("s", "p")).state
    assert after.statuses["CAT"].patron == "france"
    assert (after.infs["CAT"]["france"], sum(after.infs["CAT"].values())) == (15, 29)


def test_a_single_inf_of_another_is_not_yours() -> None:
    ruleset = get_ruleset("europe-1619")
    state = ruleset.opening(Setup())
    found = budget(ruleset, state, "austria", "LOR > FRANCE\n")
    assert "(its only INF is not yours)" in found.forecast[0]


@pytest.mark.parametrize(
    ("name", "year", "phase", "power"),
    [
        ("after-the-comet", 1628, "builds", "france"),
        ("winter-king", 1624, "builds", "france"),
        ("eleven-voices", 1615, "builds", "austria"),
    ],
)
def test_prices_of_builds_are_what_adjudicating_the_sheet_takes(
    name: str, year: int, phase: str, power: str
) -> None:
    game = load_game(ROOT / "games" / name)
    ruleset, state = before(name, year, phase)
    text = game.year_orders(year).of(phase)[power].text
    found = budget(ruleset, state, power, text)
    assert found.prices
    book = ruleset.read(state, {power: text})
    after = ruleset.adjudicate(state, book, (), Chance("s", "p")).state
    left = found.prices[-1].text.rpartition(", ")[2]
    assert left.startswith(f"{after.treasury[power]} ")


def test_influence_in_principalities() -> None:
    ruleset, state = before("cuius-regio", 1560, "diplomacy")
    player = next(
        one.id for one in state.players.values() if one.saved > 1 and "diplomacy" in one.tasks
    )
    saved = state.players[player].saved
    code = next(iter(state.principalities))
    text = f"INFLUENCE {code} 1\nINFLUENCE {code} {saved + 5}\n"
    found = budget(ruleset, state, player, text)
    assert [one.text for one in found.prices] == [
        f"1 DI, {saved - 1} left",
        f"{saved - 1} DI, 0 left",
    ]
    assert found.forecast[0].startswith(f"{state.principalities[code].name}: ")


def test_orders_of_diplomacy_cost_nothing() -> None:
    ruleset = get_ruleset("standard")
    assert budget(ruleset, ruleset.opening(Setup()), "austria", "A VIE - GAL") == NO_BUDGET


@pytest.mark.parametrize(
    ("name", "year", "phase", "power", "text"),
    [
        ("winter-king", 1624, "diplomatic", "france", "3: CAT\n2: SAV\nCAT > SPAIN\n"),
        ("winter-king", 1624, "builds", "france", "BOLSTER A PAR 1\nBUILD A LYO\n"),
        ("eleven-voices", 1624, "movement", "austria", "PLACE 4 INFS IN SAX\nA VIE - TYR\n"),
        ("nine-winters", 1623, "spring", "france", "2 lowr\n4 gen\n"),
    ],
)
def test_nothing_that_is_secret_changes_a_budget(
    name: str, year: int, phase: str, power: str, text: str
) -> None:
    """Objectives, handlers and orders of others that wait are no part of the answer."""
    game = load_game(ROOT / "games" / name)
    ruleset, state = before(name, year, phase)
    found = budget(ruleset, state, power, text)
    assert found.prices
    assert found == budget(ruleset, known_state(game, state), power, text)


def test_treasuries_of_others_change_nothing() -> None:
    """Also in a game that keeps them secret: whoever lends, gives or buys is told of his own."""
    ruleset, state = before("winter-king", 1624, "builds")
    text = "LOAN 2 TO POLAND DUE 1628\nBOLSTER A PAR 1\n"
    others = {power: 0 if power != "france" else own for power, own in state.treasury.items()}
    poor = replace(state, treasury=MappingProxyType(others))
    assert budget(ruleset, state, "france", text) == budget(ruleset, poor, "france", text)
    # Where nobody knows what the power has, nothing is said of it.
    blank = replace(state, treasury=MappingProxyType({}))
    assert not budget(ruleset, blank, "france", text).prices


def test_a_flood_of_lines_is_priced_no_further_than_a_sheet_can_be_long() -> None:
    ruleset, state = before("after-the-comet", 1628, "diplomatic")
    text = "0: CAT\n" * 59 + "1: CAT\n" * 5000
    assert [one.order for one in budget(ruleset, state, "france", text).prices] == [59]
