"""Games with fewer players: powers that are minor states."""

from __future__ import annotations

import pytest

from generator.engine.errors import GameError
from generator.rulesets.europe.state.soundness import flaws_of
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619 import EDITION, Empire
from generator.rulesets.europe_1619.reichstag_meeting import ReichstagRules
from tests.rules.europe.building import opening, units_of

ORDER = ["papacy", "saxony", "savoy", "venice", "league"]
BECOMES = {"papacy": "PAPL", "saxony": "SAX", "savoy": "SAV", "venice": "VEN", "league": "BAV"}
SEATS = {"PAPL": "ROM", "SAX": "SAX", "SAV": "TUR", "VEN": "VEN", "BAV": "BAV"}


def game(players: int) -> EuropeState:
    return opening(EDITION, players=players)


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


def test_no_other_number_of_players_is_possible() -> None:
    for players in (9, 16, 0):
        with pytest.raises(GameError, match="option players cannot be"):
            game(players)
