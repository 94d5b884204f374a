"""The referee's rulings."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.errors import GameError
from generator.engine.phases import Resolution, Ruling
from generator.engine.rulings import RulingKind
from generator.rulesets.westphalia.playing.ruling_kinds import KINDS
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.telling.primer import westphalia_primer
from tests.rules.westphalia.rounds import at_phase, play, texts_of, verdict
from tests.rules.westphalia.table import ally, foreign, give, protestant, six


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
        ("option", {"option": "battle_play", "value": "live"},
         lambda s: s.option("battle_play") == "live"),
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
    said = {
        one.power: one.outcome for one in done.verdicts if one.order.startswith("BATTLE vs:red")
    }
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
        ("saved", {"power": "red", "number": 100}, "red has 100 saved DI, more than any counter"),
        (
            "influence",
            {"power": "red", "principality": "hesse", "number": 150},
            "hesse: more influence of one player than any counter shows",
        ),
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


# --- how rulings are told


@pytest.mark.rule("POW-MAIL-8")
@pytest.mark.parametrize(
    ("kind", "facts", "words"),
    [
        ("order", {"power": "red", "order": "CHOOSE diplomacy war"},
         "'CHOOSE diplomacy war' counts as an order of Red"),
        ("influence", {"power": "red", "principality": "hesse", "number": 4},
         "Red has 4 DI in Hesse"),
        ("saved", {"power": "red", "number": 9}, "Red has 9 saved DI"),
        ("score", {"power": "red", "number": 9}, "Red has 9 Saints or Reformation Points"),
        ("religion", {"power": "red", "religion": "protestant"}, "Red is Protestant"),
        ("religion", {"power": "hesse", "religion": "protestant"}, "Hesse is Protestant"),
        ("province", {"province": "A2", "owner": "green", "religion": "protestant", "town": True},
         "A2 belongs to Green, is Protestant and has a town"),
        ("electors", {"remove": ["trier"], "add": ["hesse"]},
         "Trier leaves the Electorate, and Hesse joins it"),
        ("emperor", {"power": "red"}, "Red is Emperor"),
        ("league", {"power": "red", "league": "catholic"}, "Red is in the Catholic League"),
        ("name", {"principality": "hesse", "name": "Hesse-Kassel"},
         "Hesse is called Hesse-Kassel"),
        ("option", {"option": "battle_play", "value": "live"}, "the option battle_play is live"),
        ("question", {}, "a question decided"),
        ("end", {"powers": ["red", "white"]}, "the game is over, and Red and White win"),
    ],
)  # fmt: skip
def test_a_ruling_is_told_in_a_sentence(kind: str, facts: dict[str, Any], words: str) -> None:
    done = ruled(choice(), kind, **facts)
    assert texts_of(done, "ruling") == [f"Ruling 1: {words} (late FAITH accepted)"]


@pytest.mark.rule("POW-MAIL-8")
def test_rulings_on_lots_name_them() -> None:
    state = at_phase(six(), "upheaval")
    told = ruled(state, "redraw", label="r1/upheaval/bag")
    assert "the lot r1/upheaval/bag is drawn anew (" in texts_of(told, "ruling")[0]
    told = ruled(state, "result", label="r1/upheaval/player/red", value=6)
    assert "the lot r1/upheaval/player/red shows 6 (" in texts_of(told, "ruling")[0]


@pytest.mark.rule("POW-MAIL-8")
def test_rulings_on_orders_quote_them() -> None:
    order = {"red": "CHOSE war heresy"}
    done = ruled(
        choice(),
        "order",
        order,
        power="red",
        order="CHOOSE heresy war",
        instead="CHOSE war heresy",
    )
    (told,) = texts_of(done, "ruling")
    assert "'CHOOSE heresy war' counts as an order of Red, in place of 'CHOSE war heresy'" in told
    void = ruled(choice(), "void", {"red": "STAY"}, power="red", order="STAY")
    assert texts_of(void, "ruling") == [
        "Ruling 1: the order 'STAY' of Red does not count (late FAITH accepted)"
    ]


@pytest.mark.rule("POW-MAIL-8")
def test_rulings_on_wars_and_alliances_are_sentences() -> None:
    told = ruled(at_war(), "leader", war=1, power="")
    assert "the automatic script leads the principality in war 1" in texts_of(told, "ruling")[0]
    told = ruled(at_war(), "cancel-war", war=1)
    assert "Ruling 1: war 1 is cancelled (" in texts_of(told, "ruling")[0]
    told = ruled(at_war(), "hand", war=1, power="red", cards="cccc")
    assert "Red holds CCCC in war 1" in texts_of(told, "ruling")[0]
    state = ally(choice(), "hesse", "red", red=2, black=2)
    told = ruled(state, "ally", principality="hesse", power="black")
    assert "Hesse is the ally of Black" in texts_of(told, "ruling")[0]
    told = ruled(state, "ally", principality="hesse", power="")
    assert "Hesse is unaligned" in texts_of(told, "ruling")[0]


def test_every_kind_but_a_question_has_its_own_words() -> None:
    said = [kind.words for kind in KINDS.values()]
    assert len(set(said)) == len(KINDS)
    assert RulingKind(()).words not in said


@pytest.mark.rule("POW-MAIL-8")
@pytest.mark.rule("POW-MAIL-1")
def test_a_secret_ruling_is_told_to_those_whom_it_names() -> None:
    """A card of the Diplomacy Game that came late is not for everybody's eyes."""
    done = ruled(choice(), "order", power="red", order="DILEMMA LEAD compete", secret=True)
    (told,) = [one for one in done.events if one.kind == "ruling"]
    assert told.known_to == ("red",)
    question = ruled(choice(), "question", secret=True)
    assert [one.known_to for one in question.events if one.kind == "ruling"] == [("referee",)]
    void = ruled(choice(), "void", {"red": "STAY"}, power="red", order="STAY", secret=True)
    (said,) = [one for one in void.verdicts if one.order == "STAY" and one.outcome == "void"]
    assert (said.known_to, said.reasons[0].text) == (("red",), "void by ruling 1")
    with pytest.raises(GameError, match="secret is not true or false"):
        ruled(choice(), "question", secret="yes")


# --- what a ruling on land and religion takes with it


@pytest.mark.rule("POW-MAP-7")
def test_a_principality_changes_its_religion_as_a_whole() -> None:
    done = ruled(choice(), "religion", power="hesse", religion="protestant").state
    assert {done.provinces[code].religion for code in done.lands["hesse"]} == {"protestant"}
    same = ruled(choice(), "religion", power="hesse", religion="catholic").state
    assert same.religion_of("hesse") == "catholic"
    with pytest.raises(GameError, match=r'all of Hesse is of one religion .*power = "hesse"'):
        ruled(choice(), "province", province="C2", religion="protestant")
    single = ruled(choice(), "province", province="D1", religion="protestant").state
    assert single.religion_of("trier") == "protestant"


@pytest.mark.rule("POW-MAP-7")
@pytest.mark.rule("POW-GEN-7")
def test_land_that_is_given_takes_the_religion_and_may_make_an_alliance() -> None:
    state = ally(at_phase(protestant(six(), "hesse"), "choice"), "hesse", "red")
    done = ruled(state, "province", province="C1", owner="hesse").state
    assert done.provinces["C1"].religion == "protestant"
    assert done.principalities["hesse"].ally == "red"
    less = ally(at_phase(six(), "choice"), "hesse", "", red=2)
    after = ruled(less, "province", province="C2", owner="green").state
    assert after.principalities["hesse"].ally == "red"


@pytest.mark.rule("POW-TRD-5")
def test_land_given_to_a_foreign_power_is_remembered() -> None:
    state = at_phase(foreign(give(six(), "hesse", "B1 A1 B2 C1", capital=False), "green"), "choice")
    done = ruled(state, "province", province="A2", owner="green").state
    assert done.landed == ("green",)


# --- rulings that would have no effect, or cannot be read


@pytest.mark.rule("POW-MAIL-8")
@pytest.mark.parametrize(
    ("kind", "facts", "said"),
    [
        ("result", {"label": "r1/upheaval/player/rde", "value": 6},
         "no lot r1/upheaval/player/rde is drawn in this phase .lots: r1/upheaval/bag, r1"),
        ("redraw", {"label": "r1/emperor"}, "no lot r1/emperor is drawn in this phase"),
        ("result", {"label": "r1/upheaval/bag", "value": 2}, "puts things in order"),
        ("result", {"label": "r1/upheaval/player/red", "value": "six"},
         "value is not a whole number from 1"),
        ("result", {"label": 5, "value": 1}, "label is missing or not a text"),
        ("redraw", {"label": "r1/upheaval/bag", "time": 0}, "time is not a whole number from 1"),
        ("question", {"when": "before"}, "question has no when"),
        ("name", {"principality": "hesse", "name": " "}, "the name is empty"),
        ("name", {"principality": "hesse", "name": "Trier"}, "Trier is a name already"),
    ],
)  # fmt: skip
def test_rulings_without_effect_are_refused(kind: str, facts: dict[str, Any], said: str) -> None:
    with pytest.raises(GameError, match=said):
        ruled(at_phase(six(), "upheaval"), kind, **facts)


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


def test_what_a_ruling_has_changed_is_not_told_as_it_was_before() -> None:
    """A2 and Saxony convert in the phase, and the referee takes it back."""
    state = at_phase(six(), "upheaval")
    die = {"label": "r1/upheaval/player/red", "value": 1}
    facts: list[dict[str, Any]] = [
        {"province": "A2", "religion": "catholic"},
        {"power": "saxony", "religion": "catholic"},
    ]
    converts = Ruling(1, "upheaval", "result", "thrown by hand", facts=die)
    back = [
        Ruling(2, "upheaval", "province", "a slip", facts=facts[0]),
        Ruling(3, "upheaval", "religion", "a slip", facts=facts[1]),
    ]
    slips = {"A2 of Red becomes Protestant", "Saxony becomes Protestant"}
    assert slips <= {one.text for one in play(state, rulings=(converts,)).events}
    done = play(state, rulings=(converts, *back))
    assert done.state.provinces["A2"].religion == "catholic"
    assert done.state.religion_of("saxony") == "catholic"
    assert not slips & {one.text for one in done.events}


def test_a_note_changes_nothing_and_is_told() -> None:
    plain, noted = play(choice(), None), ruled(choice(), "note", text="Hesse is read as Kassel")
    assert noted.state == plain.state
    said = "Ruling 1: Hesse is read as Kassel (late FAITH accepted)"
    assert texts_of(noted, "ruling") == [said]
    assert texts_of(ruled(choice(), "note"), "ruling") == ["Ruling 1: late FAITH accepted"]
