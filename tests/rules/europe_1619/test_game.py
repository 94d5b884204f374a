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
    infs_in,
    opening,
    outcome,
    play,
    position,
    units_of,
    verdict,
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


@pytest.mark.rule("E19-GEN-2")
def test_equal_armies_bounce_as_in_the_standard_game() -> None:
    """Two powers at war enter an empty unaligned province."""
    state = position(
        EDITION, units={"saxony": ["A SAX"], "union": ["A HES"]}, wars=[("saxony", "union")]
    )
    orders = {"saxony": "A SAX - ERF", "union": "A HES - ERF"}
    assert "HES" in FACTS.board.provinces["ERF"].army
    played = play(EDITION, state, orders)
    assert outcome(played, "A SAX - ERF") == outcome(played, "A HES - ERF") == "bounce"


@pytest.mark.rule("E19-GEN-2")
def test_an_order_that_cannot_be_read_harms_no_other() -> None:
    played = play(EDITION, OPENING, {"france": "what?\n2: SWI"})
    assert verdict(played, "what?").reasons[0].rule == "E19-GEN-2"
    assert infs_in(played.state, "SWI") == {"france": 2}


@pytest.mark.rule("E19-GEN-3")
def test_a_year_has_its_phases_once_and_in_order() -> None:
    """Nobody has to retreat in a year without orders; then comes the next year's diplomacy."""
    state, seen = OPENING, []
    while state.year == 1619:
        seen.append(state.moment.phase)
        state = play(EDITION, state).state
    assert seen == ["diplomatic", "movement", "adjustment", "builds", "scoring"]
    assert str(state.moment) == "1620 diplomatic"


@pytest.mark.rule("E19-GEN-3")
def test_retreats_come_between_orders_and_map_adjustment() -> None:
    state = position(
        EDITION,
        units={"france": ["A BUR +3"], "spain": ["A FRC +1"]},
        wars=[("france", "spain")],
    )
    after = play(EDITION, state, {"france": "A BUR - FRC"}).state
    assert after.moment.phase == "retreats"
    assert play(EDITION, after).state.moment.phase == "adjustment"


@pytest.mark.rule("E19-GEN-3")
def test_an_order_of_another_phase_does_nothing() -> None:
    played = play(EDITION, position(EDITION), {"france": "2: SWI"})
    (refused,) = [one for one in played.verdicts if one.written or "SWI" in one.order]
    assert refused.outcome == "illegal"
    assert infs_in(played.state, "SWI") == {}


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


@pytest.mark.rule("E19-GEN-6")
def test_confessions_are_eight_to_six_to_one() -> None:
    confessions = [one.confession for one in FACTS.powers.values()]
    assert [confessions.count(one) for one in ("catholic", "protestant", "muslim")] == [8, 6, 1]
    played = play(EDITION, OPENING, {"venice": "1: BOHC", "sweden": "1: BOHC"})
    assert outcome(played, "1: BOHC", "venice") == "illegal"
    assert outcome(played, "1: BOHC", "sweden") == "success"


@pytest.mark.rule("E19-GEN-7")
def test_reaching_the_target_wins_in_any_year() -> None:
    """France has 25 in 1627, and nobody else so many."""
    state = position(EDITION, phase="scoring", year=1627, infs={})
    facts = {"power": "france", "item": "ruling", "points": 17}
    ruling = Ruling(1, "scoring", "score", "for the test", "", facts)
    ending = play(EDITION, state, {}, [ruling]).state.ending
    assert ending is not None
    assert (ending.kind, ending.powers) == ("victory", ("france",))
    assert "25" in ending.text


@pytest.mark.rule("E19-GEN-8")
def test_money_goes_by_the_name_that_the_players_chose() -> None:
    """Amounts are the same; only the word is another."""
    plain, named = (
        play(EDITION, position(EDITION, phase="builds", options=options))
        for options in ({}, {"currency_name": "florins"})
    )
    assert plain.state.treasury == named.state.treasury
    for one, other in zip(plain.events, named.events, strict=True):
        assert one.text.replace(" TP", " florins") == other.text
    assert any("florins" in one.text for one in named.events)


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


@pytest.mark.rule("E19-SET-3")
def test_build_sites_are_no_home_centers() -> None:
    """London and Lancashire are captured, Scotland is held: England falls."""
    assert FACTS.powers["spain"].build_sites == ("NAP", "MIL", "FLA")
    assert FACTS.powers["england"].build_sites == ("SCOT",)
    state = position(
        EDITION,
        phase="adjustment",
        units={"france": ["A LON", "A LNC"], "england": ["A SCOT"]},
        captures={"LON": "france", "LNC": "france"},
        wars=[("france", "england")],
    )
    assert play(EDITION, state).state.eliminated == {"england": 1619}


@pytest.mark.rule("E19-SET-4")
def test_the_first_infs_are_not_those_of_the_first_year() -> None:
    """The Union has 23 INFs on the board, and places all of its allotment."""
    sums = {
        power: sum(row.get(power, 0) for row in OPENING.infs.values()) for power in OPENING.living
    }
    assert {power: number for power, number in sums.items() if number} == {
        "spain": 9,
        "papacy": 2,
        "france": 1,
        "league": 15,
        "austria": 3,
        "union": 23,
        "denmark": 6,
        "ottoman": 6,
    }
    state = opening(EDITION)
    number = state.facts.infs_of("union", 1619)
    played = play(EDITION, state, {"union": f"{number}: BOHC"})
    assert outcome(played, f"{number}: BOHC") == "success"
    assert infs_in(played.state, "BOHC") == {"union": number}


@pytest.mark.rule("E19-SET-5")
def test_the_first_statuses_follow_from_the_infs() -> None:
    """25 aligned, 13 unaligned, none neutral, no vassal."""
    kinds = [one.kind for one in OPENING.statuses.values()]
    assert len(kinds) == 38
    assert (kinds.count("aligned"), kinds.count("unaligned")) == (25, 13)
    for patron, states in ALIGNED.items():
        assert {c for c, one in OPENING.statuses.items() if one.patron == patron} == states


@pytest.mark.rule("E19-SET-6")
def test_the_first_relations_are_in_effect_from_the_first_year() -> None:
    found = {frozenset(pair): one.kind for pair, one in OPENING.relations.items()}
    assert found == {
        frozenset(("austria", "spain")): "alliance",
        frozenset(("austria", "league")): "alliance",
        frozenset(("england", "union")): "alliance",
        frozenset(("ottoman", "union")): "alliance",
        frozenset(("spain", "dutch")): "war",
    }
    march = "A HLD - BRB"
    assert FACTS.provinces["BRB"].owner == "spain"
    assert outcome(play(EDITION, position(EDITION), {"dutch": march}), march) != "illegal"
    peace = position(EDITION, wars=[])
    assert outcome(play(EDITION, peace, {"dutch": march}), march) == "illegal"


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


@pytest.mark.rule("E19-REP-5")
def test_a_refused_order_is_told_to_its_author_alone() -> None:
    played = play(EDITION, OPENING, {"venice": "1: BOHC", "spain": "ALLIANCE: FRANCE"})
    assert verdict(played, "1: BOHC").known_to == ("venice",)
    assert verdict(played, "ALLIANCE: FRANCE").known_to == ("spain",)
    assert not any("France" in one.text for one in played.events)
