"""Other numbers of players: E19D-PLR."""

from __future__ import annotations

from itertools import combinations

import pytest

from generator.engine.errors import GameError
from generator.engine.phases import Setup
from generator.rulesets import get_ruleset
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.features.handlers import HandlerRules
from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe.building import infs_in, opening, units_of

CONVERTIBLE = ("saxony", "poland", "sweden", "papacy", "dutch")
CATHOLIC = {"poland", "papacy"}


def counts(facts: Facts) -> tuple[int, int]:
    confessions = [one.confession for one in facts.powers.values()]
    return confessions.count("catholic"), confessions.count("protestant")


@pytest.mark.rule("E19D-PLR-1")
def test_saxony_is_a_neutral_state_of_value_3():
    """The first paragraph of the source on fewer players."""
    state = opening(EDITION)
    assert state.facts.centers["SAX"] == 3
    assert infs_in(state, "SAX") == {"union": 1, "league": 1}
    assert state.statuses["SAX"].kind == "neutral"


@pytest.mark.rule("E19D-PLR-2")
def test_ten_players_without_poland():
    state = opening(EDITION, players=10)
    poland = state.facts.minors["POLN"]
    assert state.statuses["POLN"].kind == "unaligned"
    assert poland.handled
    assert state.facts.of(HandlerRules).minors == ("OTT", "POLN")
    assert state.facts.of(HandlerRules).first_handler["POLN"] == "catholic"


@pytest.mark.rule("E19D-PLR-4")
def test_eight_players_without_the_papacy():
    state = opening(EDITION, players=8)
    assert state.facts.centers["ROM"] == 2
    assert state.facts.minors["PAPL"].deposit == ("catholic",)
    assert "papacy" not in state.facts.powers
    assert [state.statuses[code].kind for code in ("TUS", "WES", "PAD")] == ["unaligned"] * 3


@pytest.mark.rule("E19D-PLR-5")
def test_seven_players_without_the_dutch():
    state = opening(EDITION, players=7)
    assert list(state.facts.powers) == [
        "austria", "denmark", "spain", "france", "england", "league", "union",
    ]  # fmt: skip
    assert state.facts.centers["HLD"] == 5
    assert state.facts.minors["DUT"].deposit == ("protestant",)
    assert units_of(state, "DUT") == ["A HLD", "F FRI"]
    assert state.statuses["TRA"].kind == "unaligned"


@pytest.mark.rule("E19D-PLR-6")
@pytest.mark.parametrize(
    "converted", [list(some) for n in range(6) for some in combinations(CONVERTIBLE, n)], ids=str
)
def test_any_conversions_in_balance_open_a_game(converted: list[str]):
    """All 32 sets of conversions: those within the balance open, in either order of the list."""
    gone = len(CATHOLIC & set(converted))
    catholic, protestant = 6 - gone, 6 - (len(converted) - gone)
    setup = Setup({"converted": list(reversed(converted))})
    if abs(catholic - protestant) > 1:
        with pytest.raises(GameError, match="not in balance"):
            get_ruleset("europe-1619-draft").opening(setup)
        return
    state = get_ruleset("europe-1619-draft").opening(setup)
    assert counts(state.facts) == (catholic, protestant)
    assert state.options["players"] == 12 - len(converted)
    assert state.options["converted"] == converted
    ruleset = get_ruleset("europe-1619-draft")
    assert ruleset.load(ruleset.dump(state)) == state


@pytest.mark.rule("E19D-PLR-6")
def test_the_examples_of_the_text():
    with pytest.raises(GameError, match="6 Catholic, 4 Protestant"):
        opening(EDITION, converted=["saxony", "dutch"])
    assert counts(opening(EDITION, converted=["saxony", "poland"]).facts) == (5, 5)


@pytest.mark.rule("E19D-PLR-6")
def test_players_and_conversions_must_agree():
    with pytest.raises(GameError, match="do not agree"):
        opening(EDITION, players=11, converted=["saxony", "poland"])
    with pytest.raises(GameError, match="powers that may be minor states"):
        opening(EDITION, converted=["france"])
    state = opening(EDITION, players=10, converted=["saxony", "poland"])
    assert len(state.facts.powers) == 10


@pytest.mark.rule("E19D-PLR-7")
@pytest.mark.parametrize("players", range(7, 13))
def test_no_infs_of_a_power_that_is_not_played(players: int):
    state = opening(EDITION, players=players)
    assert {power for row in state.infs.values() for power in row} == set(state.facts.powers)
    for code in ("OTT", "TUN", "ALG", "SHA"):
        assert infs_in(state, code) == dict.fromkeys(state.facts.powers, 1)
    assert set(state.facts.attack_order) == set(state.facts.powers)
    assert set(state.treasury) == set(state.facts.powers)


@pytest.mark.rule("E19D-PLR-7")
def test_nine_players_leave_mecklenburg_unaligned():
    state = opening(EDITION, players=9)
    assert state.statuses["MEC"].kind == "unaligned"
    assert sum(infs_in(state, "OTT").values()) == 9


@pytest.mark.rule("E19D-PLR-8")
@pytest.mark.parametrize(
    ("power", "code", "home", "centers"),
    [
        ("saxony", "SAX", "SAX", ["SAX"]),
        ("poland", "POLN", "WAR", ["WAR", "DAN"]),
        ("sweden", "SWE", "STO", ["STO"]),
        ("papacy", "PAPL", "ROM", ["ROM"]),
        ("dutch", "DUT", "HLD", ["HLD", "FRI"]),
    ],
)
def test_a_converted_state_has_the_lands_and_units_of_the_power(
    power: str, code: str, home: str, centers: list[str]
):
    state = opening(EDITION, players=7)
    minor, own = state.facts.minors[code], EDITION.tables["powers"][power]
    assert minor.home == minor.seat == home
    assert set(minor.provinces) == set(own["home"])
    assert [place for place in minor.provinces if place in state.facts.centers] == centers
    assert sorted(units_of(state, code)) == sorted(own["units"])
    assert {state.standing.holders[place] for place in own["home"]} == {code}


@pytest.mark.rule("E19D-PLR-8")
def test_dynasties_of_powers_that_are_not_played_are_gone():
    assert opening(EDITION).facts.victory.dynasties == (
        ("austria", "spain"), ("sweden", "poland"),
    )  # fmt: skip
    ten = opening(EDITION, players=10).facts
    assert ten.victory.dynasties == (("austria", "spain"),)
