"""Games with fewer players: powers that are minor states."""

from __future__ import annotations

import pytest

from generator.engine.errors import GameError
from generator.rulesets.europe.state.soundness import flaws_of
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619 import EDITION
from generator.rulesets.europe_1619.passage import Empire
from generator.rulesets.europe_1619.reichstag_meeting import ReichstagRules
from tests.rules.europe.building import infs_in, opening, outcome, play, units_of

ORDER = ["papacy", "saxony", "savoy", "venice", "league"]
BECOMES = {"papacy": "PAPL", "saxony": "SAX", "savoy": "SAV", "venice": "VEN", "league": "BAV"}
SEATS = {"PAPL": "ROM", "SAX": "SAX", "SAV": "TUR", "VEN": "VEN", "BAV": "BAV"}


def game(players: int) -> EuropeState:
    return opening(EDITION, players=players)


def placed(players: int, code: str) -> dict[str, str]:
    """The outcome of one INF that every power places in a state."""
    state = game(players)
    played = play(EDITION, state, dict.fromkeys(state.living, f"1: {code}"))
    return {power: outcome(played, f"1: {code}", power) for power in state.living}


def only_catholics(players: int, code: str) -> bool:
    found = placed(players, code)
    powers = game(players).facts.powers
    return all(
        (one == "success") is (powers[power].confession == "catholic")
        for power, one in found.items()
    )


def status(state: EuropeState, code: str) -> str:
    one = state.statuses[code]
    return " ".join(word for word in (one.kind, one.patron) if word)


@pytest.mark.rule("E19-PLC-1")
def test_with_fourteen_players_the_papacy_is_a_state() -> None:
    state = game(14)
    assert "papacy" not in state.facts.powers
    assert state.facts.minors["PAPL"].provinces == ("ROM", "MAR", "RMG")
    assert state.facts.centers["ROM"] == 3
    assert units_of(state, "PAPL") == ["A ROM"]
    assert not state.facts.minors["PAPL"].marks


@pytest.mark.rule("E19-PLC-3")
def test_with_thirteen_players_saxony_is_a_neutral_state_open_to_all() -> None:
    state = game(13)
    assert state.facts.centers["SAX"] == 3
    assert units_of(state, "SAX") == ["A SAX"]
    assert infs_in(state, "SAX") == {"league": 1, "union": 1}
    assert status(state, "SAX") == "neutral"
    assert set(placed(13, "SAX").values()) == {"success"}


@pytest.mark.rule("E19-PLC-4")
def test_with_twelve_players_savoy_is_aligned_with_france() -> None:
    state = game(12)
    assert state.facts.minors["SAV"].provinces == ("TUR", "SAV")
    assert state.facts.centers["TUR"] == 3
    assert status(state, "SAV") == "aligned france"
    assert only_catholics(12, "SAV")
    assert placed(12, "SAV")["sweden"] == "illegal"


@pytest.mark.rule("E19-PLC-5")
def test_with_eleven_players_venice_is_an_unaligned_state() -> None:
    state = game(11)
    assert state.facts.minors["VEN"].provinces == ("VEN", "DLM")
    assert state.facts.centers["VEN"] == 3
    assert units_of(state, "VEN") == ["F VEN"]
    assert status(state, "VEN") == "unaligned"
    assert only_catholics(11, "VEN")


@pytest.mark.rule("E19-PLC-6")
def test_with_ten_players_the_league_is_gone() -> None:
    state = game(10)
    assert len(state.living) == 10
    assert [status(state, code) for code in ("TRI", "COL", "WUE")] == ["unaligned"] * 3
    assert state.facts.centers["BAV"] == 3
    assert units_of(state, "BAV") == ["A BAV"]
    assert only_catholics(10, "BAV")


@pytest.mark.rule("E19-PLC-7")
def test_with_ten_players_austria_and_union_have_infs_of_their_own() -> None:
    """The Union's INF in Saxony is stated twice, and there is one."""
    state = game(10)
    assert infs_in(state, "BAV") == {"austria": 3}
    assert infs_in(state, "BOHC") == {"union": 3}
    assert infs_in(state, "SAX") == {"austria": 1, "union": 1}
    assert [status(state, code) for code in ("BAV", "BOHC", "SAX")] == [
        "aligned austria",
        "aligned union",
        "neutral",
    ]


@pytest.mark.rule("E19-PLC-9")
@pytest.mark.parametrize("players", range(10, 16))
def test_a_power_takes_all_that_is_its_own_along(players: int) -> None:
    state, facts = game(players), game(players).facts
    gone = ORDER[: 15 - players]
    assert len(state.living) == len(facts.attack_order) == players
    assert [power for power in opening(EDITION).facts.attack_order if power not in gone] == list(
        facts.attack_order
    )
    assert sorted(facts.rank.values()) == list(range(1, players + 1))
    assert len(state.states) == 38 + len(gone)
    for power in gone:
        assert power not in facts.powers
        assert power not in facts.allotment.infs
        assert power not in state.treasury
        assert not any(power in row for row in state.infs.values())
        assert not any(power in pair for pair in state.relations)
        for table, name in (
            (ReichstagRules, "members"),
            (ReichstagRules, "foreign_powers"),
            (Empire, "exempt_powers"),
        ):
            assert power not in getattr(facts.of(table), name)
        code = BECOMES[power]
        assert facts.minors[code].home == SEATS[code]
        assert units_of(state, code)
        assert all(unit.strength == 1 for unit in state.units[code])
    assert flaws_of(state) == ()


@pytest.mark.rule("E19-PLC-9")
def test_the_tables_of_each_number_of_players() -> None:
    """Confessions, members of the Reichstag and privileged powers, from 15 players to 10."""
    blocs = {15: (8, 6, 1), 14: (7, 6, 1), 13: (7, 5, 1), 12: (6, 5, 1), 11: (5, 5, 1)}
    members = {15: 5, 14: 5, 13: 4, 12: 3, 11: 3, 10: 2}
    for players, number in members.items():
        facts = game(players).facts
        confessions = [one.confession for one in facts.powers.values()]
        counts = tuple(confessions.count(c) for c in ("catholic", "protestant", "muslim"))
        assert counts == {**blocs, 10: (4, 5, 1)}[players]
        assert len(facts.of(ReichstagRules).members) == number
        assert len(facts.of(Empire).exempt_powers) == number + 1
    assert list(game(10).facts.of(Empire).exempt_powers) == ["austria", "spain", "union"]


@pytest.mark.rule("E19-PLC-9")
def test_the_papacys_states_begin_unaligned_without_it() -> None:
    state = game(14)
    assert [status(state, code) for code in ("PAD", "WES")] == ["unaligned", "unaligned"]
    assert len(state.facts.attack_order) == 14


def test_no_other_number_of_players_is_possible() -> None:
    for players in (9, 16, 0):
        with pytest.raises(GameError, match="option players cannot be"):
            game(players)


@pytest.mark.parametrize("players", range(10, 16))
def test_a_year_is_played_with_every_number_of_players(players: int) -> None:
    state = game(players)
    while state.year == 1619:
        state = play(EDITION, state).state
        assert flaws_of(state) == ()
    assert tuple(state.scores) == state.living
