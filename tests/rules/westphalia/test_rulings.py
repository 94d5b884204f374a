"""The referee's rulings."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.phases import Resolution, Ruling
from generator.rulesets.westphalia.playing.playing import westphalia_primer
from generator.rulesets.westphalia.playing.ruling_kinds import KINDS, WestphaliaRuling
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.state import State
from tests.rules.westphalia.rounds import at_phase, play, texts_of
from tests.rules.westphalia.table import six


def ruled(
    state: State, kind: str, orders: dict[str, str] | None = None, **facts: Any
) -> Resolution[State]:
    ruling = Ruling(1, state.moment.phase, kind, "late FAITH accepted", facts=facts)
    return play(state, orders, rulings=(ruling,))


def choice() -> State:
    return at_phase(six(), "choice")


@pytest.mark.rule("POW-MAIL-8")
@pytest.mark.parametrize(
    ("kind", "facts", "words", "look"),
    [
        ("influence", {"power": "red", "principality": "hesse", "number": 4},
         "Red has 4 DI in Hesse",
         lambda s: s.influence("red", "hesse") == 4 and s.principalities["hesse"].ally == "red"),
        ("saved", {"power": "red", "number": 9}, "Red has 9 saved DI",
         lambda s: s.players["red"].saved >= 9),
        ("score", {"power": "red", "number": 9}, "Red has 9 Saints or Reformation Points",
         lambda s: s.players["red"].saints >= 9),
        ("religion", {"power": "red", "religion": "protestant"}, "Red is Protestant",
         lambda s: s.religion_of("red") == s.provinces["A3"].religion == "protestant"),
        ("religion", {"power": "hesse", "religion": "protestant"}, "Hesse is Protestant",
         lambda s: s.religion_of("hesse") == "protestant"),
        ("province", {"province": "A2", "owner": "green", "religion": "protestant", "town": True},
         "A2 belongs to Green, is Protestant and has a town",
         lambda s: s.provinces["A2"].owner == "green" and s.provinces["A2"].town),
        ("electors", {"remove": ["trier"], "add": ["hesse"]},
         "Trier leaves the Electorate, and Hesse joins it",
         lambda s: "hesse" in s.electors and len(s.electors) == 7),
        ("emperor", {"power": "red"}, "Red is Emperor",
         lambda s: s.emperor == "red" and s.emperor_rounds == 0),
        ("league", {"power": "red", "league": "catholic"}, "Red is in the Catholic League",
         lambda s: s.players["red"].league == "catholic"),
        ("name", {"principality": "hesse", "name": "Hesse-Kassel"},
         "Hesse is called Hesse-Kassel",
         lambda s: s.principalities["hesse"].name == "Hesse-Kassel"),
        ("option", {"option": "battle_play", "value": "live"}, "the option battle_play is live",
         lambda s: s.option("battle_play") == "live"),
        ("end", {"powers": ["red", "white"]}, "the game is over, and Red and White win",
         lambda s: s.ending is not None and s.ending.powers == ("red", "white")),
    ],
)  # fmt: skip
@pytest.mark.parametrize("when", ["before", "after"])
def test_what_rulings_set_and_say(
    kind: str, facts: dict[str, Any], words: str, look: Any, when: str
) -> None:
    done = ruled(choice(), kind, **facts, when=when)
    assert look(done.state)
    assert texts_of(done, "ruling") == [f"Ruling 1: {words} (late FAITH accepted)"]


def at_war() -> State:
    """Red against unaligned Anhalt, which green leads."""
    state = at_phase(six("purple red green white orange black"), "diplomacy")
    return play(state.with_player("red", tasks=("heresy", "war")), {"red": "WAR anhalt"}).state


def test_every_kind_is_taught() -> None:
    assert set(westphalia_primer().rulings) == set(KINDS)


def test_every_kind_has_its_own_words() -> None:
    said = [(kind.words, getattr(kind, "form", "")) for kind in KINDS.values()]
    assert len(set(said)) == len(KINDS)
    assert (WestphaliaRuling.words, "") not in said


@pytest.mark.rule("POW-BAT-26")
def test_orders_are_checked_with_the_leader_whom_a_ruling_names() -> None:
    """What adjudicating takes is no warning in a check."""
    state = at_war()
    texts = {"black": "BATTLE vs:red play:PPPP*"}
    assert RULESET.read(state, texts).complaints
    facts = {"war": 1, "power": "black"}
    ruling = Ruling(1, state.moment.phase, "leader", "green is away", facts=facts)
    book = RULESET.read(RULESET.governed(state, (ruling,)), texts)
    assert book.complaints == ()
    assert "black" in book.sheets
    assert "green" in RULESET.read(state, {}).missing
    assert "black" in RULESET.read(RULESET.governed(state, (ruling,)), {}).missing
