"""Declarations: who may declare what, what passes, and when it is in effect."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace

from generator.rulesets.europe.state.standing import Relation
from generator.rulesets.europe.state.state import ComingChange, EuropeState
from generator.rulesets.europe.state.values import Declare
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import events, opening, outcome, play, position, verdict
from tests.rules.europe_1619.years import (
    at,
    cited,
    diplomacy,
    diplomatic,
    next_year,
    relation,
    texts,
)


def with_relation(year: int, kind: str, since: int, after: str = "") -> EuropeState:
    """France and England, with what is in effect between them."""
    pair = ("france", "england")
    one = Relation(kind, since, after)  # type: ignore[arg-type]
    return replace(diplomatic(year), relations=MappingProxyType({pair: one}))


# --- when and how


@pytest.mark.rule("E19-DEC-1")
def test_declarations_belong_to_the_diplomatic_phase() -> None:
    before = position(EDITION, phase="movement")
    after = play(EDITION, before, {"france": [Declare("war", "spain")]})
    assert outcome(after, "WAR: SPAIN") == "illegal"
    assert after.state.changes == ()
    assert play(EDITION, before, {"france": "WAR: SPAIN"}).state.changes == ()


@pytest.mark.rule("E19-DEC-2")
def test_war_is_in_effect_from_the_next_year() -> None:
    """England declares war on France in 1620 and enters Normandy in 1621."""
    units = {"england": ["F ENG"], "france": ["A PAR"]}
    declared = diplomacy(diplomatic(1620, units=units), england="WAR: FRANCE")
    assert cited(declared, "WAR: FRANCE", "england") == ("success", "E19-DEC-2")
    assert declared.state.changes == (
        ComingChange(1621, "war", ("france", "england"), ("england",)),
    )
    early = play(EDITION, declared.state, {"england": "F ENG - NORM"})
    assert outcome(early, "F ENG - NORM") == "illegal"
    year = next_year(declared.state)
    assert (year.year, year.moment.phase, year.changes) == (1621, "diplomatic", ())
    late = play(EDITION, at(year, "movement"), {"england": "F ENG - NORM"})
    assert outcome(late, "F ENG - NORM") == "success"


@pytest.mark.rule("E19-DEC-3")
def test_war_is_mutual() -> None:
    """Only England declared it; in 1621 French units attack English ones."""
    units = {"england": ["F ENG"], "france": ["F BRIT", "F NAR"]}
    declared = diplomacy(diplomatic(1620, units=units), england="WAR: FRANCE")
    attack = {"france": "F BRIT - ENG\nF NAR S F BRIT - ENG"}
    early = play(EDITION, declared.state, attack)
    assert outcome(early, "F BRIT - ENG") == "bounce"
    late = play(EDITION, at(next_year(declared.state), "movement"), attack)
    assert outcome(late, "F BRIT - ENG") == "success"
    assert outcome(late, "F ENG H") == "dislodged"


# --- armistice and dissolution


@pytest.mark.rule("E19-DEC-11")
def test_an_armistice_of_both_ends_the_war_with_the_year() -> None:
    state = diplomatic(1623, wars=[("spain", "dutch")])
    declared = diplomacy(state, spain="ARMISTICE: DUTCH", dutch="ARMISTICE: SPAIN")
    assert relation(declared.state, "spain", "dutch") == "war"
    year = next_year(declared.state)
    assert year.relations["spain", "dutch"] == Relation("peace", 1624, "war")


def _from_war_to_alliance() -> tuple[EuropeState, EuropeState]:
    """France and England at war in 1623, armistice in 1624: the starts of 1625 and 1626."""
    state = diplomatic(1623, wars=[("france", "england")])
    in_1624 = next_year(state)
    armistice = diplomacy(in_1624, france="ARMISTICE: ENGLAND", england="ARMISTICE: FRANCE")
    assert relation(armistice.state, "france", "england") == "war"
    in_1625 = next_year(armistice.state)
    return in_1625, next_year(in_1625)


@pytest.mark.rule("E19-DEC-14")
def test_an_alliance_waits_a_year_after_the_armistice() -> None:
    """The rulebook's example of 1623 to 1627."""
    in_1625, in_1626 = _from_war_to_alliance()
    both = {"france": "ALLIANCE: ENGLAND", "england": "ALLIANCE: FRANCE"}
    early = diplomacy(in_1625, **both)
    assert cited(early, "ALLIANCE: ENGLAND", "france") == ("illegal", "E19-DEC-14")
    assert early.state.changes == ()
    declared = diplomacy(in_1626, **both)
    assert outcome(declared, "ALLIANCE: ENGLAND") == "success"
    assert relation(declared.state, "france", "england") == "peace"
    assert next_year(declared.state).relations["france", "england"] == Relation("alliance", 1627)


@pytest.mark.rule("E19-DEC-15")
def test_between_war_and_alliance_the_lands_are_closed() -> None:
    """By land and by convoy, in 1625 as in 1626."""
    for state in _from_war_to_alliance():
        fleet = {"england": ["F ENG", "A LON", "F NTH"], "france": ["A PAR"]}
        there = position(EDITION, year=state.year, units=fleet, relations=state.relations)
        sailed = play(EDITION, there, {"england": "F ENG - NORM"})
        assert outcome(sailed, "F ENG - NORM") == "illegal"
        carried = play(EDITION, there, {"england": "A LON - NORM VIA\nF ENG C A LON - NORM"})
        assert outcome(carried, "A LON - NORM VIA") == "illegal"


@pytest.mark.rule("E19-DEC-16")
def test_one_ally_ends_the_alliance_and_war_waits_a_year() -> None:
    """Dissolved 1620, at peace 1621 and 1622, war declared 1622 in effect 1623."""
    state = diplomatic(1620, alliances=[("austria", "spain")])
    declared = diplomacy(state, austria="DISSOLVE: SPAIN")
    assert relation(declared.state, "austria", "spain") == "alliance"
    in_1621 = next_year(declared.state)
    assert in_1621.relations["austria", "spain"] == Relation("peace", 1621, "alliance")
    early = diplomacy(in_1621, spain="WAR: AUSTRIA")
    assert cited(early, "WAR: AUSTRIA", "spain") == ("illegal", "E19-DEC-16")
    in_1622 = next_year(in_1621)
    war = diplomacy(in_1622, spain="WAR: AUSTRIA")
    assert outcome(war, "WAR: AUSTRIA") == "success"
    assert relation(war.state, "austria", "spain") == "peace"
    assert next_year(war.state).relations["austria", "spain"] == Relation("war", 1623)


@pytest.mark.rule("E19-DEC-16")
def test_one_ally_is_enough_to_end_the_alliance() -> None:
    state = diplomatic(alliances=[("austria", "spain")])
    alone = diplomacy(state, austria="DISSOLVE: SPAIN")
    assert relation(next_year(alone.state), "austria", "spain") == "peace"
    both = diplomacy(state, austria="DISSOLVE: SPAIN", spain="DISSOLVE: AUSTRIA")
    assert relation(next_year(both.state), "austria", "spain") == "peace"


# --- secrecy, contradictions, pairs


@pytest.mark.rule("E19-DEC-18")
@pytest.mark.parametrize(
    ("order", "wars"), [("ARMISTICE: SPAIN", [("spain", "dutch")]), ("ALLIANCE: SPAIN", ())]
)
def test_an_offer_without_an_answer_stays_secret(order: str, wars: Any) -> None:
    silent = diplomacy(diplomatic(wars=wars), spain="")
    declared = diplomacy(diplomatic(wars=wars), dutch=order)
    assert verdict(declared, order).known_to == ("dutch",)
    public = [event for event in declared.events if event.public]
    assert public == [event for event in silent.events if event.public]
    assert declared.state == silent.state


@pytest.mark.rule("E19-DEC-18", "E19-REP-2")
def test_what_passed_is_published_with_its_year() -> None:
    declared = diplomacy(
        diplomatic(alliances=[("austria", "spain")]),
        england="WAR: FRANCE",
        spain="DISSOLVE: AUSTRIA",
    )
    assert {event.public for event in declared.events} == {True}
    assert verdict(declared, "WAR: FRANCE").public
    assert texts(declared, "declaration") == [
        "Spain dissolves the alliance with Austria: they are at peace from 1621",
        "England declares war on France: they are at war from 1621",
    ]
    data = {event.data["declared"]: event.data for event in events(declared, "declaration")}
    assert data["war"] == {
        "declared": "war",
        "pair": ["france", "england"],
        "by": ["england"],
        "year": 1621,
    }


@pytest.mark.rule("E19-DEC-19")
@pytest.mark.parametrize(
    ("relation_now", "sheet"),
    [
        ("peace", "WAR: FRANCE; ALLIANCE: FRANCE"),
        ("war", "WAR: FRANCE; ARMISTICE: FRANCE"),
        ("alliance", "ALLIANCE: FRANCE; DISSOLVE: FRANCE"),
    ],
)
def test_contradictory_declarations_are_all_void(relation_now: str, sheet: str) -> None:
    declared = diplomacy(
        with_relation(1620, relation_now, 1619),
        england=sheet,
        france="ALLIANCE: ENGLAND" if relation_now == "peace" else "ARMISTICE: ENGLAND",
    )
    mine = [one for one in declared.verdicts if one.power == "england"]
    assert [one.outcome for one in mine] == ["illegal", "illegal"]
    assert {one.reasons[0].rule for one in mine} == {"E19-DEC-19"}
    assert declared.state.changes == ()


@pytest.mark.rule("E19-DEC-19")
@pytest.mark.parametrize(
    ("kind", "order"),
    [
        ("war", "WAR: FRANCE"),
        ("alliance", "ALLIANCE: FRANCE"),
        ("peace", "WAR: ENGLAND"),
        ("peace", "WAR: DUTCH"),
    ],
)
def test_what_is_so_already_cannot_be_declared(kind: str, order: str) -> None:
    """Nor can anything be declared against oneself or an eliminated power."""
    state = replace(with_relation(1620, kind, 1619), eliminated=MappingProxyType({"dutch": 1619}))
    declared = diplomacy(state, england=[_order(order)], france=[Declare("alliance", "england")])
    assert cited(declared, order, "england") == ("illegal", "E19-DEC-19")
    assert declared.state.changes == ()


def _order(text: str) -> Declare:
    word, power = text.split(": ")
    return Declare("war" if word == "WAR" else "alliance", power.lower())


@pytest.mark.rule("E19-DEC-19")
def test_a_power_that_is_not_played_is_not_in_the_game() -> None:
    state = diplomatic(options={"players": 14})
    declared = diplomacy(state, venice=[Declare("war", "papacy")])
    assert cited(declared, "WAR: PAPACY", "venice") == ("illegal", "E19-DEC-19")


@pytest.mark.rule("E19-DEC-21")
def test_relations_are_matters_of_pairs() -> None:
    """England and the Ottomans are both allied with the Union, and at peace."""
    state = opening(EDITION)
    assert relation(state, "england", "union") == relation(state, "ottoman", "union") == "alliance"
    assert relation(state, "england", "ottoman") == "peace"


# --- edge cases


@pytest.mark.rule("E19-DEC-7")
def test_x_18_an_alliance_of_next_year_gives_no_rights() -> None:
    """French and Swedish armies stand side by side in the year of the declaration."""
    units = {"sweden": ["A FLA"], "france": ["A PAR", "A BUR", "A CHA"]}
    state = diplomatic(1620, units=units, captures={"FLA": "sweden"})
    declared = diplomacy(state, france="ALLIANCE: SWEDEN", sweden="ALLIANCE: FRANCE")
    march = {"sweden": "A FLA - NORM"}
    assert outcome(play(EDITION, declared.state, march), "A FLA - NORM") == "illegal"
    later = at(next_year(declared.state), "movement")
    assert outcome(play(EDITION, later, march), "A FLA - NORM") == "success"


@pytest.mark.rule("E19-DEC-2")
def test_x_19_a_war_of_next_year_is_still_peace() -> None:
    """No move into the enemy's land, and whoever stands there is evicted as in peace."""
    units = {"dutch": ["A HLD"], "spain": ["A FLA"], "england": ["A BRB"]}
    state = diplomatic(1620, units=units)
    declared = diplomacy(state, england="WAR: SPAIN", dutch="WAR: SPAIN")
    played = play(EDITION, declared.state, {"dutch": "A HLD - FLA"})
    assert outcome(played, "A HLD - FLA") == "illegal"
    assert [event.data["unit"] for event in events(played, "evicted")] == ["A BRB"]
    in_war = play(EDITION, at(next_year(declared.state), "movement"), {"dutch": "A HLD - FLA"})
    assert outcome(in_war, "A HLD - FLA") == "bounce"
    assert events(in_war, "evicted") == []
