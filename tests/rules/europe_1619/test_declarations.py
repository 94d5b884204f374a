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

POWERS = tuple(EDITION.powers)


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


@pytest.mark.rule("E19-DEC-1")
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("WAR: SPAIN", "war"),
        ("DECLARE WAR ON SPAIN", "war"),
        ("war spain", "war"),
        ("ALLIANCE: SPAIN, ENGLAND", "alliance"),
        ("DISSOLVE: SPAIN", "dissolution"),
        ("ARMISTICE: SPAIN", "armistice"),
    ],
)
def test_declarations_are_read_as_the_rulebook_writes_them(text: str, kind: str) -> None:
    played = diplomacy(diplomatic(), france=text)
    word = {"war": "WAR", "alliance": "ALLIANCE", "dissolution": "DISSOLVE"}.get(kind, "ARMISTICE")
    assert verdict(played, f"{word}: SPAIN").power == "france"


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


@pytest.mark.rule("E19-DEC-3")
def test_both_sides_may_declare_one_war() -> None:
    declared = diplomacy(diplomatic(), england="WAR: FRANCE", france="WAR: ENGLAND")
    (change,) = declared.state.changes
    assert (change.pair, change.by) == (("france", "england"), ("france", "england"))
    (text,) = texts(declared, "declaration")
    assert text == "France and England declare war on each other: they are at war from 1621"


@pytest.mark.rule("E19-DEC-4")
@pytest.mark.parametrize(("patron", "expected"), [("france", "success"), ("spain", "illegal")])
def test_war_follows_the_alignments_of_the_enemy(patron: str, expected: str) -> None:
    """England is at war with France; Lorraine is aligned with France in one year only."""
    state = position(
        EDITION,
        units={"england": ["A WUR"]},
        infs={"LOR": {patron: 3}},
        wars=[("england", "france")],
        alliances=(),
    )
    played = play(EDITION, state, {"england": "A WUR - LOR"})
    assert outcome(played, "A WUR - LOR") == expected


@pytest.mark.rule("E19-DEC-5", "E19-SET-6")
def test_war_opens_the_land_of_the_enemy() -> None:
    """Spain and the Dutch begin at war."""
    state = replace(opening(EDITION), moment=EDITION.moment_of(1619, "movement"))
    played = play(EDITION, state, {"dutch": "A HLD - BRB"})
    assert outcome(played, "A HLD - BRB") == "success"


@pytest.mark.rule("E19-DEC-6")
@pytest.mark.parametrize(
    ("wars", "expected"), [((), "illegal"), ((("union", "league"),), "bounce")]
)
def test_a_state_attacks_another_powers_state_only_in_war(wars: Any, expected: str) -> None:
    state = position(EDITION, wars=wars, alliances=())
    played = play(EDITION, state, {"union": "A HES - COL"})
    assert outcome(played, "A HES - COL") == expected


@pytest.mark.rule("E19-DEC-7")
def test_alliance_is_in_effect_from_the_next_year() -> None:
    declared = diplomacy(diplomatic(1620), france="ALLIANCE: SWEDEN", sweden="ALLIANCE: FRANCE")
    assert relation(declared.state, "france", "sweden") == "peace"
    year = next_year(declared.state)
    assert relation(year, "france", "sweden") == "alliance"
    assert year.relations["france", "sweden"] == Relation("alliance", 1621)


@pytest.mark.rule("E19-DEC-8")
def test_who_does_not_declare_the_alliance_is_left_out() -> None:
    declared = diplomacy(
        diplomatic(), england="ALLIANCE: FRANCE, SPAIN", spain="ALLIANCE: FRANCE, ENGLAND"
    )
    year = next_year(declared.state)
    assert relation(year, "england", "spain") == "alliance"
    assert relation(year, "england", "france") == relation(year, "spain", "france") == "peace"
    assert outcome(declared, "ALLIANCE: SPAIN", "england") == "success"
    assert cited(declared, "ALLIANCE: FRANCE", "england") == ("void", "E19-DEC-8")


@pytest.mark.rule("E19-DEC-9")
def test_the_war_of_an_ally_is_not_ones_own() -> None:
    state = diplomatic(alliances=[("france", "denmark")])
    year = next_year(diplomacy(state, france="WAR: ENGLAND").state)
    assert relation(year, "france", "england") == "war"
    assert relation(year, "denmark", "england") == "peace"
    assert relation(year, "france", "denmark") == "alliance"


@pytest.mark.rule("E19-DEC-10")
def test_union_and_league_never_ally() -> None:
    declared = diplomacy(diplomatic(), union="ALLIANCE: LEAGUE", league="ALLIANCE: UNION")
    assert cited(declared, "ALLIANCE: LEAGUE", "union") == ("illegal", "E19-DEC-10")
    assert cited(declared, "ALLIANCE: UNION", "league") == ("illegal", "E19-DEC-10")
    assert declared.state.changes == ()


@pytest.mark.rule("E19-DEC-10", "E19-PLC-8")
@pytest.mark.parametrize(("players", "expected"), [(10, "illegal"), (11, "success")])
def test_with_ten_players_union_and_austria_never_ally(players: int, expected: str) -> None:
    state = diplomatic(options={"players": players})
    declared = diplomacy(state, union="ALLIANCE: AUSTRIA", austria="ALLIANCE: UNION")
    assert outcome(declared, "ALLIANCE: AUSTRIA", "union") == expected


def test_a_game_may_forbid_other_alliances() -> None:
    state = diplomatic(tables={"forbidden_alliances": [["spain", "france"]]})
    declared = diplomacy(
        state,
        spain="ALLIANCE: FRANCE",
        france="ALLIANCE: SPAIN",
        union="ALLIANCE: LEAGUE",
        league="ALLIANCE: UNION",
    )
    assert outcome(declared, "ALLIANCE: FRANCE") == "illegal"
    assert outcome(declared, "ALLIANCE: LEAGUE") == "success"


# --- armistice and dissolution


@pytest.mark.rule("E19-DEC-11")
def test_an_armistice_of_both_ends_the_war_with_the_year() -> None:
    state = diplomatic(1623, wars=[("spain", "dutch")])
    declared = diplomacy(state, spain="ARMISTICE: DUTCH", dutch="ARMISTICE: SPAIN")
    assert relation(declared.state, "spain", "dutch") == "war"
    year = next_year(declared.state)
    assert year.relations["spain", "dutch"] == Relation("peace", 1624, "war")


@pytest.mark.rule("E19-DEC-11")
def test_an_armistice_of_one_side_is_not_enough() -> None:
    declared = diplomacy(diplomatic(1623, wars=[("spain", "dutch")]), dutch="ARMISTICE: SPAIN")
    assert cited(declared, "ARMISTICE: SPAIN", "dutch") == ("void", "E19-DEC-11")
    assert relation(next_year(declared.state), "spain", "dutch") == "war"


@pytest.mark.rule("E19-DEC-11")
def test_there_is_no_armistice_without_a_war() -> None:
    declared = diplomacy(diplomatic(), spain="ARMISTICE: DUTCH", dutch="ARMISTICE: SPAIN")
    assert cited(declared, "ARMISTICE: DUTCH", "spain") == ("illegal", "E19-DEC-11")


@pytest.mark.rule("E19-DEC-12")
def test_nobody_declares_war_on_an_ally() -> None:
    state = diplomatic(alliances=[("austria", "spain")])
    declared = diplomacy(state, austria="WAR: SPAIN")
    assert cited(declared, "WAR: SPAIN", "austria") == ("illegal", "E19-DEC-12")
    both = diplomacy(state, austria="DISSOLVE: SPAIN; WAR: SPAIN")
    assert outcome(both, "DISSOLVE: SPAIN") == "success"
    assert cited(both, "WAR: SPAIN", "austria") == ("illegal", "E19-DEC-12")


@pytest.mark.rule("E19-DEC-13")
def test_nobody_declares_an_alliance_with_an_enemy() -> None:
    state = diplomatic(wars=[("spain", "dutch")])
    declared = diplomacy(state, spain="ALLIANCE: DUTCH", dutch="ALLIANCE: SPAIN")
    assert cited(declared, "ALLIANCE: DUTCH", "spain") == ("illegal", "E19-DEC-13")
    assert cited(declared, "ALLIANCE: SPAIN", "dutch") == ("illegal", "E19-DEC-13")


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


@pytest.mark.rule("E19-DEC-14")
def test_a_war_may_follow_its_own_armistice_at_once() -> None:
    declared = diplomacy(with_relation(1625, "peace", 1625, "war"), france="WAR: ENGLAND")
    assert outcome(declared, "WAR: ENGLAND") == "success"


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


@pytest.mark.rule("E19-DEC-16")
def test_only_allies_dissolve_an_alliance() -> None:
    declared = diplomacy(diplomatic(), austria="DISSOLVE: SPAIN")
    assert cited(declared, "DISSOLVE: SPAIN", "austria") == ("illegal", "E19-DEC-16")


# --- secrecy, contradictions, pairs


@pytest.mark.rule("E19-DEC-17")
@pytest.mark.parametrize("kind", ["war", "alliance", "peace"])
def test_diplomatic_attacks_ask_for_no_declaration(kind: str) -> None:
    pair = [("austria", "spain")]
    state = diplomatic(
        wars=pair if kind == "war" else (),
        alliances=pair if kind == "alliance" else (),
        infs={"TUS": {"austria": 1, "spain": 1}},
    )
    played = diplomacy(state, austria="TUS > SPAIN")
    assert outcome(played, "TUS > SPAIN") == "success"
    assert not any(played.state.infs["TUS"].values())
    assert relation(played.state, "austria", "spain") == kind


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


@pytest.mark.rule("E19-DEC-18")
def test_illegal_declarations_are_told_to_their_author_alone() -> None:
    declared = diplomacy(diplomatic(alliances=[("austria", "spain")]), austria="WAR: SPAIN")
    assert verdict(declared, "WAR: SPAIN").known_to == ("austria",)


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
def test_a_declaration_counts_once() -> None:
    declared = diplomacy(diplomatic(), england="WAR: FRANCE; WAR: FRANCE")
    assert [one.outcome for one in declared.verdicts] == ["success", "illegal"]
    assert len(declared.state.changes) == 1


@pytest.mark.rule("E19-DEC-19")
def test_a_power_that_is_not_played_is_not_in_the_game() -> None:
    state = diplomatic(options={"players": 14})
    declared = diplomacy(state, venice=[Declare("war", "papacy")])
    assert cited(declared, "WAR: PAPACY", "venice") == ("illegal", "E19-DEC-19")


@pytest.mark.rule("E19-DEC-20")
def test_war_beats_an_offer_of_alliance() -> None:
    declared = diplomacy(diplomatic(), austria="WAR: VENICE", venice="ALLIANCE: AUSTRIA")
    assert outcome(declared, "WAR: VENICE") == "success"
    offer = verdict(declared, "ALLIANCE: AUSTRIA")
    assert offer.outcome == "void"
    assert [reason.rule for reason in offer.reasons] == ["E19-DEC-8", "E19-DEC-20"]
    assert relation(next_year(declared.state), "austria", "venice") == "war"


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
