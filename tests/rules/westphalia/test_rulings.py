"""The referee's rulings."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.errors import GameError
from generator.engine.phases import Resolution, Ruling
from generator.rulesets.westphalia.primer import westphalia_primer
from generator.rulesets.westphalia.ruling_kinds import KINDS
from generator.rulesets.westphalia.state import State
from tests.rules.westphalia.rounds import at_phase, play, texts_of, verdict
from tests.rules.westphalia.table import ally, six


def ruled(
    state: State, kind: str, orders: dict[str, str] | None = None, **facts: Any
) -> Resolution[State]:
    ruling = Ruling(1, state.moment.phase, kind, "late FAITH accepted", facts=facts)
    return play(state, orders, rulings=(ruling,))


def choice() -> State:
    return at_phase(six(), "choice")


@pytest.mark.rule("POW-MAIL-8")
def test_a_ruling_is_shown_with_its_reason() -> None:
    done = ruled(choice(), "question")
    assert texts_of(done, "ruling") == ["Ruling 1: a question decided (late FAITH accepted)"]
    assert [one.rule for one in done.events if one.kind == "ruling"] == ["POW-MAIL-8"]


@pytest.mark.rule("POW-MAIL-8")
def test_a_late_order_counts() -> None:
    done = ruled(choice(), "order", power="red", order="CHOOSE diplomacy war")
    assert done.state.players["red"].tasks == ("diplomacy", "war")
    (said,) = [one for one in done.verdicts if one.order == "CHOOSE diplomacy war"]
    assert said.note == "ruling 1"


def test_a_line_is_corrected() -> None:
    done = ruled(
        choice(),
        "order",
        {"red": "CHOSE war heresy"},
        power="red",
        order="CHOOSE heresy war",
        instead="CHOSE war heresy",
    )
    assert done.state.players["red"].tasks == ("heresy", "war")
    assert verdict(done, "red", "CHOSE war heresy") == "void POW-MAIL-8"


def test_an_order_is_void() -> None:
    done = ruled(
        choice(), "void", {"red": "CHOOSE heresy war"}, power="red", order="CHOOSE heresy war"
    )
    assert done.state.players["red"].tasks == ("heresy", "diplomacy")


@pytest.mark.rule("POW-RNG-5")
def test_a_lot_is_drawn_anew_under_a_label_of_its_own() -> None:
    state = at_phase(six(), "upheaval")
    done = ruled(state, "redraw", label="r1/upheaval/bag", time=1)
    labels = [row[1] for one in done.events if one.kind == "lots" for row in one.data["draws"]]
    assert labels[0] == "r1/upheaval/bag/redo1"


def test_a_die_thrown_by_hand() -> None:
    state = at_phase(six(), "upheaval")
    done = ruled(state, "result", label="r1/upheaval/player/red", value=6)
    assert "Red rolls 6: nothing converts" in texts_of(done, "upheaval-roll")
    with pytest.raises(GameError, match="is from 1 to 6, not 7"):
        ruled(state, "result", label="r1/upheaval/player/red", value=7)


@pytest.mark.parametrize(
    ("kind", "facts", "look"),
    [
        ("influence", {"power": "red", "principality": "hesse", "number": 4},
         lambda s: s.influence("red", "hesse") == 4 and s.principalities["hesse"].ally == "red"),
        ("saved", {"power": "red", "number": 9}, lambda s: s.players["red"].saved >= 9),
        ("score", {"power": "red", "number": 9}, lambda s: s.players["red"].saints >= 9),
        ("religion", {"power": "red", "religion": "protestant"},
         lambda s: s.religion_of("red") == s.provinces["A3"].religion == "protestant"),
        ("province", {"province": "A2", "owner": "green", "religion": "protestant", "town": True},
         lambda s: s.provinces["A2"].owner == "green" and s.provinces["A2"].town),
        ("electors", {"remove": ["trier"], "add": ["hesse"]},
         lambda s: "hesse" in s.electors and len(s.electors) == 7),
        ("emperor", {"power": "red"}, lambda s: s.emperor == "red" and s.emperor_rounds == 0),
        ("league", {"power": "red", "league": "catholic"},
         lambda s: s.players["red"].league == "catholic"),
        ("name", {"principality": "hesse", "name": "Hesse-Kassel"},
         lambda s: s.principalities["hesse"].name == "Hesse-Kassel"),
        ("option", {"option": "ally_rule", "value": "strict"},
         lambda s: s.option("ally_rule") == "strict"),
        ("end", {"powers": ["red", "white"]},
         lambda s: s.ending is not None and s.ending.powers == ("red", "white")),
    ],
)  # fmt: skip
@pytest.mark.parametrize("when", ["before", "after"])
def test_what_rulings_set(kind: str, facts: dict[str, Any], look: Any, when: str) -> None:
    state = at_phase(six(), "choice")
    assert look(ruled(state, kind, **facts, when=when).state)


def test_an_alliance_by_ruling_needs_the_influence_for_it() -> None:
    state = ally(choice(), "hesse", "red", red=2, black=2)
    assert (
        ruled(state, "ally", principality="hesse", power="black").state.principalities["hesse"].ally
        == "black"
    )
    with pytest.raises(GameError, match="too little influence"):
        ruled(state, "ally", principality="hesse", power="green")


def test_a_war_is_cancelled() -> None:
    state = at_phase(six(), "diplomacy").with_player("red", tasks=("heresy", "war"))
    wars = play(state, {"red": "WAR black"}).state
    assert wars.moment.phase == "battles-1"
    done = ruled(wars, "cancel-war", war=1)
    assert [war.status for war in done.state.wars] == ["cancelled"]
    assert done.state.moment.phase == "election"


def at_war() -> State:
    """Red against unaligned Anhalt, which green leads."""
    state = at_phase(six("purple red green white orange black"), "diplomacy")
    return play(state.with_player("red", tasks=("heresy", "war")), {"red": "WAR anhalt"}).state


@pytest.mark.rule("POW-BAT-26")
def test_another_leader_or_the_automatic_script() -> None:
    state = at_war()
    assert state.hands["1"].sides[1].leader == "green"
    script = "BATTLE vs:red play:PPPP*"
    done = ruled(state, "leader", {"green": script, "black": script}, war=1, power="black")
    said = {one.power: one.outcome for one in done.verdicts if one.order.startswith("BATTLE")}
    assert said == {"green": "void", "black": "success"}
    with pytest.raises(GameError, match="red cannot lead"):
        ruled(state, "leader", war=1, power="red")


def test_cards_dealt_by_hand() -> None:
    """A hand of cavalry against one of musketeers, as it was dealt at the table."""
    state = at_war()
    first = ruled(state, "hand", war=1, power="red", cards="CCCC")
    (battle,) = [one for one in first.events if one.kind == "battle"]
    assert battle.data["rounds"][0]["cards"][0] == "C"
    with pytest.raises(GameError, match="white has no cards there"):
        ruled(state, "hand", war=1, power="white", cards="CC")
    with pytest.raises(GameError, match="X is no card"):
        ruled(state, "hand", war=1, power="red", cards="XX")


@pytest.mark.parametrize(
    ("kind", "facts", "said"),
    [
        ("gift", {}, "there is no kind 'gift'"),
        ("saved", {"power": "blue", "number": 1}, "power is 'blue'"),
        ("saved", {"power": "red", "number": -1}, "number is not a whole number from 0"),
        ("saved", {"power": "red"}, "number is missing"),
        ("saved", {"power": "red", "number": 1, "why": "x"}, "there is no why"),
        ("option", {"option": "seats", "value": "red"}, "shapes the opening"),
        ("province", {"province": "A3", "owner": "green"}, "A3 is a capital"),
        ("electors", {"remove": ["trier"], "add": []}, "as many are added"),
        ("order", {"power": "red", "order": "CHOSE"}, "cannot be read"),
    ],
)
def test_rulings_that_do_not_apply(kind: str, facts: dict[str, Any], said: str) -> None:
    with pytest.raises(GameError, match=said):
        ruled(choice(), kind, **facts)


def test_every_kind_is_taught() -> None:
    assert set(westphalia_primer().rulings) == set(KINDS)
