"""The Papacy: who may declare war on it, and what ends its immunity."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace

from generator.engine.errors import FileError, GameError
from generator.engine.phases import Ruling
from generator.engine.units import Unit
from generator.rulesets.europe.record.document import dump_state, load_state
from generator.rulesets.europe.state.standing import Capture
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619 import EDITION
from generator.rulesets.europe_1619.papacy import Immunity, ImmunityBreach, PapalImmunity
from tests.rules.europe.building import events, outcome, play, position
from tests.rules.europe_1619.years import Played, at, cited, diplomacy, diplomatic, next_year

CATHOLIC = ("austria", "spain", "france", "league", "poland", "venice", "savoy")
OTHERS = ("denmark", "dutch", "england", "sweden", "union", "saxony", "ottoman")


def may_declare(state: EuropeState, power: str = "venice") -> bool:
    """Whether a power may declare war on the Papacy in the diplomatic phase of a state."""
    found, rule = cited(diplomacy(state, **{power: "WAR: PAPACY"}), "WAR: PAPACY", power)
    assert (found, rule) in (("success", "E19-DEC-2"), ("illegal", "E19-PAP-2"))
    return found == "success"


def breaches(played: Played) -> list[tuple[str, int]]:
    """The rules by which the immunity ended in a phase, with the year from which it counts."""
    return [(event.rule, event.data["year"]) for event in events(played, "papal-immunity")]


@pytest.mark.rule("E19-PAP-1")
@pytest.mark.parametrize("enemy", [*CATHOLIC, *OTHERS])
def test_the_papacy_declares_war_on_any_power(enemy: str) -> None:
    declared = diplomacy(diplomatic(), papacy=f"WAR: {enemy}")
    assert outcome(declared, f"WAR: {enemy.upper()}") == "success"


@pytest.mark.rule("E19-PAP-2")
@pytest.mark.parametrize("power", CATHOLIC)
def test_catholic_powers_are_bound_by_the_immunity(power: str) -> None:
    assert not may_declare(diplomatic(1619), power)


@pytest.mark.rule("E19-PAP-3")
@pytest.mark.parametrize("power", OTHERS)
def test_protestants_and_ottomans_are_not_bound(power: str) -> None:
    assert may_declare(diplomatic(1619), power)


# --- captures


def _after_adjustment(**parts: Any) -> Played:
    """Map adjustment of 1621 with a Papal unit in Modena, or where `units` say."""
    units = parts.pop("units", {"papacy": ["A ROM", "A MOD"]})
    state = position(
        EDITION, phase="adjustment", year=1621, units=units, wars=(), alliances=(), **parts
    )
    return play(EDITION, state)


@pytest.mark.rule("E19-PAP-4")
def test_capturing_a_center_ends_the_immunity() -> None:
    """Modena is captured in 1621: all Catholic powers may declare war in 1622."""
    adjusted = _after_adjustment()
    assert adjusted.state.captures["MOD"].holder == "papacy"
    assert breaches(adjusted) == [("E19-PAP-4", 1622)]
    assert all(may_declare(next_year(adjusted.state), power) for power in CATHOLIC)


@pytest.mark.rule("E19-PAP-4")
def test_capturing_a_province_without_a_center_does_not_count() -> None:
    adjusted = _after_adjustment(units={"papacy": ["A ROM", "A ERF"]})
    assert adjusted.state.captures["ERF"].holder == "papacy"
    assert breaches(adjusted) == []
    assert not may_declare(next_year(adjusted.state))


@pytest.mark.rule("E19-PAP-4")
def test_what_a_state_of_the_papacy_captures_does_not_count() -> None:
    """A-PAP-4: the Papacy itself has to hold the center."""
    adjusted = _after_adjustment(
        units={"papacy": ["A ROM"], "TUS": ["A MOD"]}, infs={"TUS": {"papacy": 5}}
    )
    assert adjusted.state.captures["MOD"].holder == "TUS"
    assert breaches(adjusted) == []
    assert not may_declare(next_year(adjusted.state))


@pytest.mark.rule("E19-PAP-4")
def test_the_immunity_is_lost_for_good() -> None:
    """Modena is captured in 1621 and lost again: 1622 is open, and 1623 too."""
    adjusted = _after_adjustment()
    in_1622 = replace(next_year(adjusted.state), captures=MappingProxyType({}))
    assert may_declare(in_1622)
    assert may_declare(next_year(in_1622))


@pytest.mark.rule("E19-PAP-4")
def test_an_old_capture_that_is_still_held() -> None:
    """A game may begin with it."""
    captures = MappingProxyType({"MOD": Capture("papacy", 1621)})
    state = replace(diplomatic(1625), captures=captures)
    assert may_declare(state)
    assert breaches(diplomacy(state))


# --- wars of its allies


@pytest.mark.rule("E19-PAP-5")
def test_an_ally_that_declares_war_on_a_catholic_power_ends_the_immunity() -> None:
    """Spain declares war on France in 1622: open from 1623, even if the alliance ends then."""
    state = diplomatic(1622, alliances=[("papacy", "spain")])
    declared = diplomacy(state, spain="WAR: FRANCE; DISSOLVE: PAPACY", venice="WAR: PAPACY")
    assert outcome(declared, "WAR: PAPACY") == "illegal"
    assert breaches(declared) == [("E19-PAP-5", 1623)]
    in_1623 = next_year(declared.state)
    assert in_1623.standing.relation("papacy", "spain") == "peace"
    assert all(may_declare(in_1623, power) for power in CATHOLIC if power != "spain")


@pytest.mark.rule("E19-PAP-5")
def test_an_alliance_with_a_power_that_is_at_war_ends_the_immunity() -> None:
    """It counts as soon as the alliance is in effect: that is before the declarations."""
    state = diplomatic(1621, wars=[("spain", "france")])
    declared = diplomacy(state, papacy="ALLIANCE: SPAIN", spain="ALLIANCE: PAPACY")
    assert not may_declare(state)
    year = play(EDITION, at(declared.state, "scoring"))
    assert breaches(year) == [("E19-PAP-5", 1622)]
    assert may_declare(year.state)


@pytest.mark.rule("E19-PAP-5")
def test_a_war_that_others_declare_on_the_ally_counts_once_it_is_in_effect() -> None:
    state = diplomatic(1621, alliances=[("papacy", "spain")])
    declared = diplomacy(state, france="WAR: SPAIN")
    assert breaches(declared) == []
    assert may_declare(next_year(declared.state))


@pytest.mark.rule("E19-PAP-5")
def test_the_immunity_is_not_back_when_the_war_is_over() -> None:
    state = diplomatic(1622, alliances=[("papacy", "spain")], wars=[("spain", "france")])
    declared = diplomacy(state, spain="ARMISTICE: FRANCE", france="ARMISTICE: SPAIN")
    assert may_declare(state)
    assert may_declare(next_year(declared.state))


@pytest.mark.rule("E19-PAP-5")
def test_x_48_a_war_of_the_ally_with_protestants_does_not_count() -> None:
    state = diplomatic(alliances=[("papacy", "spain")], wars=[("spain", "dutch")])
    declared = diplomacy(state, spain="WAR: SWEDEN")
    assert breaches(declared) == []
    assert not may_declare(next_year(declared.state))


@pytest.mark.rule("E19-PAP-2", "E19-PAP-5")
def test_x_47_an_event_of_the_same_phase_comes_too_late() -> None:
    state = diplomatic(1622, alliances=[("papacy", "spain")])
    declared = diplomacy(state, spain="WAR: FRANCE", venice="WAR: PAPACY")
    assert cited(declared, "WAR: PAPACY", "venice") == ("illegal", "E19-PAP-2")
    assert may_declare(next_year(declared.state))


# --- support


def _supported(support: str, move: str, by: str = "ottoman", **parts: Any) -> Played:
    """The movement of 1620: the Ottomans are at war with Venice, the Papacy with nobody."""
    parts.setdefault("wars", [("ottoman", "venice")])
    parts.setdefault("units", {"ottoman": ["F GOV"], "venice": ["F VEN"], "papacy": ["A RMG"]})
    state = position(EDITION, year=1620, alliances=(), **parts)
    return play(EDITION, state, {by: move, "papacy": support})


@pytest.mark.rule("E19-PAP-6")
def test_support_against_a_catholic_power_ends_the_immunity() -> None:
    """Papal support for an Ottoman move into Venice in 1620: open from 1621."""
    moved = _supported("A RMG S F GOV - VEN", "F GOV - VEN")
    assert outcome(moved, "F GOV - VEN") == "success"
    assert breaches(moved) == [("E19-PAP-6", 1621)]
    assert may_declare(next_year(moved.state), "savoy")


@pytest.mark.rule("E19-PAP-6")
@pytest.mark.parametrize(
    ("support", "move", "wars"),
    [
        ("A RMG S F GOV - VEN", "F GOV H", [("ottoman", "venice")]),
        ("A RMG S F GOV - VEN", "F GOV - VEN", []),
        ("A RMG S F GOV", "F GOV H", [("ottoman", "venice")]),
    ],
    ids=["the move is not made", "the move is illegal", "it supports a hold"],
)
def test_support_that_is_no_valid_support_of_an_attack_does_not_count(
    support: str, move: str, wars: Any
) -> None:
    moved = _supported(support, move, wars=wars)
    assert breaches(moved) == []
    assert not may_declare(next_year(moved.state), "savoy")


@pytest.mark.rule("E19-PAP-7")
def test_a_war_that_the_papacy_declares_is_mutual() -> None:
    """The Papacy declares war on Savoy: in the next year Savoy attacks Papal units."""
    units = {"savoy": ["A MAN", "A VEN"], "papacy": ["A RMG"]}
    state = diplomatic(1620, units=units, captures={"MAN": "savoy", "VEN": "savoy"})
    declared = diplomacy(state, papacy="WAR: SAVOY")
    attack = {"savoy": "A MAN - RMG\nA VEN S A MAN - RMG"}
    early = play(EDITION, declared.state, attack)
    assert outcome(early, "A MAN - RMG") == "illegal"
    late = play(EDITION, at(next_year(declared.state), "movement"), attack)
    assert outcome(late, "A MAN - RMG") == "success"
    assert not may_declare(next_year(declared.state), "venice")


# --- fewer players, rulings, documents


def _ruled(lifted: bool) -> Ruling:
    return Ruling(1, "diplomatic", "immunity", "as agreed", facts={"lifted": lifted})


@pytest.mark.rule("E19-PAP-2")
def test_a_ruling_restores_the_immunity_whatever_was_before() -> None:
    """Neither the noted event nor what still stands on the board counts; a new event does."""
    adjusted = _after_adjustment()
    in_1622 = next_year(adjusted.state)
    declared = diplomacy(in_1622, _ruled(False), venice="WAR: PAPACY")
    assert outcome(declared, "WAR: PAPACY") == "illegal"
    assert not may_declare(next_year(declared.state))
    units = {"papacy": (Unit("A", "MOD"), Unit("A", "PARM"))}
    again = play(EDITION, at(declared.state, "adjustment", units=MappingProxyType(units)))
    assert set(again.state.captures) == {"MOD", "PARM"}
    assert breaches(again) == [("E19-PAP-4", 1623)]
    assert may_declare(next_year(again.state))


@pytest.mark.rule("E19-PAP-2")
def test_a_ruling_on_the_immunity_says_yes_or_no() -> None:
    wrong = Ruling(1, "diplomatic", "immunity", "?", facts={"lifted": "maybe"})
    with pytest.raises(GameError, match="lifted"):
        diplomacy(diplomatic(), wrong)


@pytest.mark.parametrize(
    "part",
    [
        Immunity(),
        Immunity((ImmunityBreach(1622, "papacy_captures_center", "MOD"),)),
        Immunity((ImmunityBreach(1622, "ruling", "ruling 3"),), 1621),
    ],
)
def test_the_immunity_survives_writing_and_reading(part: Immunity) -> None:
    state = diplomatic()
    state = replace(state, parts=MappingProxyType({**state.parts, "papacy": part}))
    assert load_state(EDITION, dump_state(EDITION, state)).parts["papacy"] == part


@pytest.mark.parametrize(
    "tables",
    [
        {"restored": "1622"},
        {"lifted": True},
        {"breaches": [{"year": 1622, "event": "weather"}]},
        {"breaches": [{"year": "1622", "event": "ruling"}]},
        {"breaches": ["1622"]},
    ],
)
def test_what_is_no_immunity_is_refused(tables: Any) -> None:
    with pytest.raises(FileError):
        PapalImmunity().load(tables, diplomatic().facts)
