"""The referee's rulings: their kinds, and checks under a ruling. `rulings.txt` has what they do."""

from __future__ import annotations

import pytest

from generator.engine.phases import Ruling
from generator.rulesets.westphalia.playing.playing import westphalia_primer
from generator.rulesets.westphalia.playing.ruling_kinds import KINDS, WestphaliaRuling
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.state import State
from tests.rules.westphalia.rounds import at_phase, play
from tests.rules.westphalia.table import six


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
