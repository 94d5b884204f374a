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
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619 import EDITION
from generator.rulesets.europe_1619.papacy import Immunity, ImmunityBreach, PapalImmunity
from tests.rules.europe.building import events, outcome, play, position
from tests.rules.europe_1619.years import Played, at, cited, diplomacy, diplomatic, next_year


def may_declare(state: EuropeState, power: str = "venice") -> bool:
    """Whether a power may declare war on the Papacy in the diplomatic phase of a state."""
    found, rule = cited(diplomacy(state, **{power: "WAR: PAPACY"}), "WAR: PAPACY", power)
    assert (found, rule) in (("success", "E19-DEC-2"), ("illegal", "E19-PAP-2"))
    return found == "success"


def breaches(played: Played) -> list[tuple[str, int]]:
    """The rules by which the immunity ended in a phase, with the year from which it counts."""
    return [(event.rule, event.data["year"]) for event in events(played, "papal-immunity")]


# --- captures


def _after_adjustment(**parts: Any) -> Played:
    """Map adjustment of 1621 with a Papal unit in Modena, or where `units` say."""
    units = parts.pop("units", {"papacy": ["A ROM", "A MOD"]})
    state = position(
        EDITION, phase="adjustment", year=1621, units=units, wars=(), alliances=(), **parts
    )
    return play(EDITION, state)


@pytest.mark.rule("E19-PAP-4")
def test_the_immunity_is_lost_for_good() -> None:
    """Modena is captured in 1621 and lost again: 1622 is open, and 1623 too."""
    adjusted = _after_adjustment()
    in_1622 = replace(next_year(adjusted.state), captures=MappingProxyType({}))
    assert may_declare(in_1622)
    assert may_declare(next_year(in_1622))


# --- wars of its allies


# --- support


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
