"""The game, its opening, and what is reported of each phase."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from generator.engine.phases import Ruling
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.record.document import dump_state
from generator.rulesets.europe_1619 import EDITION, RULESET
from tests.archive.games import command, new_game, write_orders
from tests.rules.europe.building import (
    events,
    opening,
    play,
    position,
    units_of,
)

OPENING = opening(EDITION)
FACTS = OPENING.facts

ALIGNED = {
    "spain": {"POR", "CAT", "TUS"},
    "papacy": {"PAD", "WES"},
    "france": {"LOR"},
    "league": {"TRI", "COL", "WUE"},
    "austria": {"CRO"},
    "union": {"ANS", "STR", "BRAP", "HES", "WUR"},
    "denmark": {"LOWR", "BRE", "OLD", "MEC", "MAG", "HAM"},
    "ottoman": {"TRA", "TUN", "MOL", "WAL"},
}


# --- the game


@pytest.mark.rule("E19-GEN-1")
def test_fifteen_powers_play() -> None:
    assert set(OPENING.living) == {
        *("austria", "denmark", "spain", "france", "dutch", "england", "sweden", "league"),
        *("union", "papacy", "poland", "saxony", "ottoman", "venice", "savoy"),
    }


@pytest.mark.rule("E19-GEN-4")
def test_there_are_thirty_scorings_when_nobody_reaches_the_target() -> None:
    state, scorings = OPENING, []
    while state.ending is None:
        rulings = []
        if state.moment.phase == "scoring":
            scorings.append(state.year)
            facts = {"power": "sweden", "item": "ruling", "points": 9}
            rulings = [Ruling(1, "scoring", "score", "one leads", "", facts)]
        state = play(EDITION, state, {}, rulings).state
    assert scorings == list(range(1619, 1649))
    assert state.ending.powers == ("sweden",)


@pytest.mark.rule("E19-GEN-5")
def test_every_treasury_is_empty_at_first() -> None:
    assert dict(OPENING.treasury) == dict.fromkeys(OPENING.living, 0)
    assert len(OPENING.treasury) == 15


# --- the opening


@pytest.mark.rule("E19-SET-1")
def test_powers_hold_their_home_provinces() -> None:
    france = FACTS.powers["france"]
    held = [code for code, holder in OPENING.standing.holders.items() if holder == "france"]
    assert len(held) == 12
    assert set(held) == set(france.home)
    assert set(france.centers) == {"NORM", "PAR", "LYO", "PRO"}
    for minor in FACTS.minors.values():
        assert all(OPENING.standing.holders[code] == minor.code for code in minor.provinces)
    assert not OPENING.captures


@pytest.mark.rule("E19-SET-2")
def test_the_powers_have_twenty_eight_units() -> None:
    assert sum(len(own) for side, own in OPENING.units.items() if not is_minor(side)) == 28
    assert units_of(OPENING, "spain") == ["A FLA +1", "A MAD", "A MIL", "A NAP", "F ANDL/WC"]
    assert units_of(OPENING, "sweden") == ["F STO"]


@pytest.mark.rule("E19-SET-5")
def test_the_first_statuses_follow_from_the_infs() -> None:
    """25 aligned, 13 unaligned, none neutral, no vassal."""
    kinds = [one.kind for one in OPENING.statuses.values()]
    assert len(kinds) == 38
    assert (kinds.count("aligned"), kinds.count("unaligned")) == (25, 13)
    for patron, states in ALIGNED.items():
        assert {c for c, one in OPENING.statuses.items() if one.patron == patron} == states


@pytest.mark.rule("E19-SET-7")
def test_the_first_markers_stand() -> None:
    by_confession = {
        confession: {code for code, one in OPENING.markers.items() if one == confession}
        for confession in FACTS.confessions
    }
    assert by_confession == {
        "catholic": {"POR", "CAT", "TUS", "WES", "LOR", "COL", "WUE", "CRO"},
        "protestant": {"ANS", "BRAP", "HES", "WUR", "LOWR", "MEC"},
        "muslim": {"TRA", "TUN"},
    }


# --- reports


@pytest.mark.rule("E19-REP-1")
def test_every_status_is_published_after_diplomacy() -> None:
    """38 rows with INFs, and a map in the colors of the statuses."""
    played = play(EDITION, OPENING, {"savoy": "2: SWI", "france": "2: MAN", "spain": "2: MAN"})
    tables = dump_state(EDITION, played.state).public
    assert len(tables["statuses"]) == 38
    assert tables["statuses"]["SWI"] == "aligned savoy"
    assert tables["statuses"]["MAN"] == "neutral"
    assert tables["infs"]["MAN"] in ("france 2, spain 2", "spain 2, france 2")
    before, after = RULESET.picture(OPENING), RULESET.picture_of(OPENING, played)
    assert before.fills["SWI"] != after.fills["SWI"]
    assert after.fills["SWI"] == RULESET.picture(played.state).fills["SWI"]
    assert after.fills["HES"] == before.fills["HES"]


@pytest.mark.rule("E19-REP-2")
def test_attacks_declarations_and_the_reichstag_are_published() -> None:
    """One attack, with the figures before and after; what passed; what was adopted."""
    state = position(EDITION, phase="diplomatic", infs={"MAN": {"austria": 3, "france": 2}})
    played = play(
        EDITION,
        state,
        {
            "france": "MAN > AUSTRIA\nWAR: SPAIN",
            "austria": "REICHSTAG CALL 1",
        },
    )
    (attack,) = events(played, "diplomatic-attack")
    assert attack.public
    assert attack.data["before"] == {"france": 2, "austria": 3}
    assert attack.data["after"] == {"france": 0, "austria": 1}
    assert "France 2 to 0, Austria 3 to 1" in attack.text
    (war,) = events(played, "declaration")
    assert (war.public, war.data["year"]) == (True, 1620)
    (meeting,) = events(played, "reichstag")
    assert (meeting.public, meeting.data["result"]) == (True, "rejected")


@pytest.mark.rule("E19-REP-3")
def test_transactions_are_published_after_builds() -> None:
    state = position(
        EDITION, phase="builds", tables={"price": [1] * 15}, treasury={"spain": 9, "france": 9}
    )
    played = play(
        EDITION, state, {"spain": "LOAN 5 TO AUSTRIA DUE 1625", "france": "BOLSTER A PAR"}
    )
    (transfer,) = events(played, "transfer")
    assert transfer.public
    assert transfer.text == "Spain lends Austria 5 TP, due in 1625"
    (purchase,) = events(played, "purchase")
    assert purchase.public
    (treasuries,) = events(played, "treasuries")
    assert list(treasuries.data["by_power"]) == list(played.state.living)


@pytest.mark.rule("E19-REP-4")
def test_scores_are_published_item_by_item() -> None:
    played = play(EDITION, position(EDITION, phase="scoring", captures={"BOH": "austria"}))
    scores = {one.data["power"]: one for one in events(played, "score")}
    assert set(scores) == set(played.state.living)
    assert all(one.public for one in scores.values())
    assert scores["austria"].data["items"]["holds"] == 5
    assert scores["sweden"].data["items"]["own_marker"] == 6
    assert scores["sweden"].text == "Sweden: 6 points (markers of its confession 6)"


@pytest.mark.rule("E19-REP-5")
def test_orders_are_secret_until_the_phase_is_published(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither what anybody may read of a game nor the check of it says what others wrote."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    folder = new_game(tmp_path, "bohemia", "europe-1619")
    write_orders(folder, 1619, "diplomatic", france="5: SWI", spain="ALLIANCE: FRANCE")
    capsys.readouterr()
    assert command(folder, "status") == 0
    said = capsys.readouterr()
    assert "SWI" not in said.out + said.err
    states = [path.read_text("utf-8") for path in folder.rglob("state/*.toml")]
    assert not any("5: SWI" in text for text in states)
    command(folder, "check")
    assert "Spain has" not in capsys.readouterr().out
    assert command(folder, "adjudicate") == 0
    states = [path.read_text("utf-8") for path in folder.glob("1619/state/*.toml")]
    assert any("5: SWI" in text for text in states)
    assert not any("ALLIANCE: FRANCE" in text for text in states), "an offer without an answer"
