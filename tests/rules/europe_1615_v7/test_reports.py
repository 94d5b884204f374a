"""What is published of a phase: E15V7-REP."""

from __future__ import annotations

import pytest

from generator.engine.errors import FileError
from generator.engine.phases import Document, Setup
from generator.rulesets.europe.features.rebellion import Mood
from generator.rulesets.europe_1615_v7 import EDITION, RULESET
from tests.rules.europe.building import events, opening
from tests.rules.europe_1615_v7.landing import adjust, with_moods
from tests.rules.europe_1615_v7.seven import at, given, sheets, through

SECRET = {"public_treasury": False}


@pytest.mark.rule("E15V7-ELIM-10")
def test_a_fallen_power_is_listed_without_a_rank_and_cannot_win() -> None:
    """Bavaria fell in 1621; the others tie with nothing."""
    state = given(phase="scoring", year=1629, units={}, eliminated={"bavaria": 1621})
    played = sheets(state)
    assert "bavaria" not in played.state.scores
    assert not any(one.data["power"] == "bavaria" for one in events(played, "score"))
    (table,) = (one for one in RULESET.report(state, played) if one.title == "Scores")
    row = next(row for row in table.plain_rows if row[0] == "Duchy of Bavaria")
    assert row[-4:] == ("0", "0", "eliminated (1621)", "")
    ending = played.state.ending
    assert ending is None or "bavaria" not in ending.powers


def test_the_income_phase_reports_every_figure() -> None:
    state = RULESET.opening(Setup())
    *_, played = through(state, "income")
    before = through(state, "adjustment")[-1].state
    titles = [one.title for one in RULESET.report(before, played)]
    assert titles[:3] == ["Income", "Donations", "Maintenance"]
    assert "Treasuries and strengths" in titles
    assert RULESET.summary(before, played)[0] == "Maintenance costs 28 wealth in all."
    lines = RULESET.ledger(played)
    for power, tp in played.state.treasury.items():
        assert sum(line.amount for line in lines if line.power == power) == tp


@pytest.mark.rule("E15V7-REB-1")
def test_the_maps_strip_says_until_when_land_is_in_revolt() -> None:
    moods = {"NET": Mood("revolt", "catholic", "protestant", 1622), "CHA": Mood("quelled")}
    state = with_moods(given(captures={"NET": "dutch", "CHA": "dutch"}), moods)
    for shown in (RULESET.picture(state), RULESET.picture_of(state, sheets(state))):
        assert shown.corner == ("Southern Netherlands is in revolt until 1622",)


@pytest.mark.rule("E15V7-DIP-9")
@pytest.mark.parametrize(("phase", "year"), [("movement", 1620), ("builds", 1621)])
def test_infs_are_listed_in_the_order_of_attacks(phase: str, year: int) -> None:
    state = given(phase=phase, extra_infs={"papacy": 2})
    (infs,) = RULESET.tables(state)
    assert infs.title == f"INFs to place in {year}, in the order of attacks"
    order = [state.facts.name_of(power) for power in state.facts.attack_order]
    assert [power for power, _ in infs.plain_rows] == order
    assert dict(infs.plain_rows)["Papacy"] == str(state.facts.infs_of("papacy", year) + 2)


def test_a_game_that_begins_has_no_table_of_what_was_done() -> None:
    (only,) = RULESET.tables(given(year=1615))
    assert only.title.startswith("INFs to place")


def test_what_a_fallen_power_forfeits_is_in_the_ledger() -> None:
    played = adjust(
        options=SECRET,
        year=1621,
        wars=[("austria", "bavaria")],
        units={"austria": ["A BAV"]},
        treasury={"bavaria": 77000},
    )
    (line,) = [one for one in RULESET.ledger(played) if one.amount < 0]
    assert (line.account, line.power, line.amount) == ("forfeit", "bavaria", -77000)


def test_a_public_state_with_treasuries_is_refused() -> None:
    document = RULESET.dump(opening(EDITION))
    tables = {**document.public, "options": SECRET}
    with pytest.raises(FileError, match="treasury: it is secret in this game"):
        RULESET.load(Document(tables, document.private))
    # Without the referee's files a state can be read, and nothing is known of its treasuries.
    played = sheets(at(given(options=SECRET, treasury={"france": 9}), "income"))
    seen = RULESET.load(Document(RULESET.dump(played.state).public))
    assert set(seen.treasury.values()) == {0}
