"""Orders with the names that pages, reports, sheets and receipts print are read as those orders."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from generator.engine.forms.verbs import Unreadable
from generator.rulesets.westphalia.data.facts import homes, powers, principalities
from generator.rulesets.westphalia.diplomacy.actions import declare, open_wars
from generator.rulesets.westphalia.playing.playing import westphalia_primer
from generator.rulesets.westphalia.reading.read import FORMS, read_order, read_sheets
from generator.rulesets.westphalia.state.orders import DeclareWar
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.state.words import LEAGUES, TASKS
from generator.rulesets.westphalia.wars.battles import open_battles
from generator.rulesets.westphalia.year.course import ALWAYS, COURSE
from tests.rules.westphalia.rounds import at_phase
from tests.rules.westphalia.table import after, ally, lots, six

CANONICAL = [
    ("provinces-1", "SETUP provinces B1 A1 B2 C1 CAPITAL B1"),
    ("elector-1", "SETUP elector bohemia D8 D9 E7 E8 CAPITAL D8"),
    ("principality-1", "SETUP principality wurttemberg C3 C2 D4 CAPITAL C3"),
    ("influence", "SETUP influence trier 1, cologne 2"),
    ("choice", "CHOOSE heresy diplomacy"),
    ("choice", "CHOOSE diplomacy war"),
    ("choice", "CONVERT"),
    ("choice", "STAY"),
    ("choice", "DILEMMA LEAD cooperate"),
    ("choice", "DILEMMA FOLLOW compete"),
    ("faith", "FAITH hesse x2"),
    ("faith", "FAITH D5 ALSO C7 > C8"),
    ("faith", "FAITH REST wurttemberg"),
    ("diplomacy", "INFLUENCE wurttemberg 2"),
    ("diplomacy", "RELEASE C5 AS saxe-lauenburg"),
    ("diplomacy", "GIFT C6 TO hesse"),
    ("diplomacy", "LEAGUE evangelical"),
    ("leagues", "LEAGUE none"),
    ("upheaval", "LEAGUE catholic IF TARGET hesse"),
    ("diplomacy", "WAR black"),
    ("diplomacy", "WAR hesse"),
    ("diplomacy", "WAR none"),
    ("diplomacy", "RELIGIOUSWAR hesse"),
    ("battles-1", "SWAP C C"),
    ("battles-1", "SWAP vs:black M C FOR P P"),
    ("battles-1", "REQUEST initiative"),
    ("battles-1", "BATTLE vs:black play:MCP* policy:most"),
    ("battles-1", "TREATY black TAKE D5 D6"),
    ("battles-1", "TREATY black ALLY hesse TAKE C1"),
    ("battles-1", "TREATY black VASSALIZE C5 AS ulm"),
    ("religious-war", "TREATY religious TAKE D5"),
    ("battles-1", "YIELD D4 > C3 > C2 TO hesse"),
    ("religious-war", "ELECTORS REMOVE brandenburg mainz ADD salzburg hesse"),
    ("religious-war", "ELECTORS none"),
    ("battles-1-round-1", "PLAY vs:black M"),
    ("battles-1-round-1", "CALL vs:hesse M M C"),
    ("battles-1-round-1", "NOCALL"),
    ("election", "VOTE ALL purple"),
    ("election", "VOTE trier purple"),
    ("election", "FOREIGN france EDGE SW AS ulm"),
    ("peace", "WINNER white"),
    ("upheaval", "CONCEDE D5 > C7"),
    ("upheaval", "LOSS saved > hesse > trier"),
    ("upheaval", "WITHDRAW hesse IF attacked"),
    ("upheaval", "WITHDRAW none"),
    ("upheaval", "WITHDRAW hesse"),
    ("upheaval", "CONCEDE none"),
    ("principality-1", "SETUP principality ulm C3 C2 D4"),
    ("diplomacy", "LEAGUE none IF TARGET hesse"),
    ("battles-1", "SWAP vs:black none"),
    ("battles-1", "TREATY black TAKE none"),
    ("battles-1", "TREATY bohemia TAKE E7"),
    ("battles-1", "YIELD D4 TO hesse"),
    ("battles-1-round-1", "PLAY M"),
    ("battles-1-round-1", "CALL M M C"),
    ("election", "FOREIGN none"),
]


def names(text: str) -> dict[str, str]:
    """What pages call each word of an order, {id: name}, by the kinds of things there are."""
    found = {name: one.name for name, one in principalities().items()}
    found |= {name: one.name for name, one in homes().items()}
    return found | {seat: one.name for seat, one in powers().items()}


def shown(text: str) -> str:
    """An order with the names that pages print: Red Phoenix, Württemberg, the Catholic League."""
    known = names(text)
    if text.startswith("LEAGUE"):
        word = text.split()[1]
        text = text.replace(word, LEAGUES["" if word == "none" else word], 1)  # type: ignore[index]
    elif text.startswith("CHOOSE"):
        tasks = [TASKS[word] for word in text.split()[1:]]  # type: ignore[index]
        return "Choose " + " and ".join(tasks)
    words = [
        f"vs:{known.get(word[3:], word[3:])}" if word.startswith("vs:") else
        re.sub(r"^([a-z-]+)(,?)$", lambda one: known.get(one[1], one[1]) + one[2], word)
        for word in text.split()
    ]  # fmt: skip
    return " ".join(words)


@pytest.mark.parametrize(("phase", "text"), CANONICAL, ids=[text for _, text in CANONICAL])
def test_an_order_is_read_as_it_is_printed(phase: str, text: str) -> None:
    """Canonically, in small letters, as a sentence, and with the names of the pages."""
    state = at_phase(six(), phase)
    order = read_order(state, text)
    assert str(order) == text
    verb, _, rest = text.partition(" ")
    for written in (text.lower(), f"{verb.capitalize()} {rest}", shown(text), f"- {text}."[2:]):
        assert read_order(state, written) == order, written


def test_every_kind_of_order_is_among_them() -> None:
    assert {text.split()[0].lower() for _, text in CANONICAL} == set(FORMS)


@pytest.mark.parametrize(
    ("phase", "text", "means"),
    [
        ("diplomacy", "RELIGIOUS WAR hesse", "RELIGIOUSWAR hesse"),
        ("diplomacy", "Religious War over Hesse", "RELIGIOUSWAR hesse"),
        ("diplomacy", "Declare the Religious War over Hesse", "RELIGIOUSWAR hesse"),
        ("diplomacy", "Declare war on the Black Dragon", "WAR black"),
        ("diplomacy", "Private war on Hesse", "WAR hesse"),
        ("diplomacy", "WAR Red Phoenix", "WAR red"),
        ("diplomacy", "Release Vassal C5", "RELEASE C5"),
        ("diplomacy", "Release a vassal C5 as Ulm", "RELEASE C5 AS ulm"),
        ("diplomacy", "INFLUENCE 2 DI in Hesse", "INFLUENCE hesse 2"),
        ("diplomacy", "Influence Hesse 2 DI", "INFLUENCE hesse 2"),
        ("diplomacy", "Join the Evangelical League", "LEAGUE evangelical"),
        ("faith", "FAITH 2 on Hesse", "FAITH hesse x2"),
        ("faith", "FAITH 2 dice on Hesse", "FAITH hesse x2"),
        ("faith", "Faith Hesse 2 dice", "FAITH hesse x2"),
        ("faith", "FAITH A2", "FAITH A2"),
        ("faith", "FAITH the rest on Hesse", "FAITH REST hesse"),
        ("choice", "Convert to Protestantism", "CONVERT"),
        ("choice", "Convert to the Protestant faith", "CONVERT"),
        ("choice", "Stay Catholic", "STAY"),
        ("choice", "Choose heresy & war", "CHOOSE heresy war"),
        ("choice", "CHOOSE heresy+diplomacy", "CHOOSE heresy diplomacy"),
        ("choice", "Dilemma as leader: cooperate", "DILEMMA LEAD cooperate"),
        ("battles-1", "TREATY black TAKE C2 and D4", "TREATY black TAKE C2 D4"),
        ("battles-1", "Treaty with the Black Dragon: take C2 & D4", "TREATY black TAKE C2 D4"),
        ("battles-1", "SWAP 2C 1P", "SWAP C C P"),
        ("battles-1", "YIELD D4 and C3", "YIELD D4 > C3"),
        ("religious-war", "ELECTORS REMOVE Brandenburg and Mainz ADD Salzburg and Hesse",
         "ELECTORS REMOVE brandenburg mainz ADD salzburg hesse"),
        ("election", "Vote for the Purple Unicorn", "VOTE ALL purple"),
        ("election", "Vote all Electors for Purple", "VOTE ALL purple"),
        ("election", "Vote Trier for Purple Unicorn", "VOTE trier purple"),
        ("election", "Foreign Britain at the edge NW", "FOREIGN britain EDGE NW"),
        ("peace", "Winner: the White Wolf", "WINNER white"),
        ("upheaval", "Withdraw from Hesse if it is attacked", "WITHDRAW hesse IF attacked"),
        ("upheaval", "CONCEDE D5 and C7", "CONCEDE D5 > C7"),
        ("upheaval", "LOSS saved, Hesse and Trier", "LOSS saved > hesse > trier"),
    ],
)  # fmt: skip
def test_words_of_the_rulebook_and_of_reports_are_read(phase: str, text: str, means: str) -> None:
    assert str(read_order(at_phase(six(), phase), text, "red")) == means


def test_examples_of_the_primer_are_read_with_display_names() -> None:
    for part in westphalia_primer().parts:
        state = at_phase(ally(six(), "hesse", "red"), part.phases[0])
        for form in part.forms:
            if "SETUP" in form.example:
                state = at_phase(six(), form.example.split()[1])
            text = form.example.replace(" TO ulm", " TO hesse")
            assert str(read_order(state, shown(text))) == text


@pytest.mark.parametrize(
    ("text", "hint"),
    [("Convert to Catholicism", "STAY keeps"), ("Stay Protestant", "CONVERT takes")],
)
def test_a_religion_that_contradicts_the_verb_is_asked_about(text: str, hint: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read_order(at_phase(six(), "choice"), text, "red")
    assert hint in caught.value.hint


def at_war() -> State:
    """Red has attacked black, and the hands are dealt."""
    state = replace(after(open_wars, six()).state, moment=at_phase(six(), "battles-1").moment)
    state = state.with_player("red", tasks=("heresy", "war"))
    state = after(declare, state, "red", [DeclareWar("black")]).state
    return after(open_battles, state, 1, lots()).state


def test_take_alone_is_of_the_only_enemy() -> None:
    state = at_war()
    assert str(read_order(state, "TAKE C2 and D4", "red")) == "TREATY black TAKE C2 D4"
    assert str(read_order(state, "Vassalize C5", "black")) == "TREATY red VASSALIZE C5"
    with pytest.raises(Unreadable, match="does not say whose"):
        read_order(state, "TAKE C2", "green")


# --- hints


def with_turn(phase: str) -> State:
    """A phase in which it is red's turn."""
    state = at_phase(six(), phase).with_player("red", tasks=("diplomacy", "war"))
    return replace(state, setup_order=("red", *(one for one in state.seats if one != "red")))


SLIPS = ["CHOSE war", "WARR black", "FATH hesse", "VOET trier purple", "SETUPP", "TREETY", "xyz"]


def phases() -> list[str]:
    numbered = {"provinces", "elector", "principality", "battles", "ballot", "game", "treaties"}
    numbered |= {"actions", "declarations", "battle-round", "melee-round"}
    return [one.slug_of(1, 1) if one.slug in numbered else one.slug for one in COURSE.phases]


@pytest.mark.parametrize("phase", phases())
def test_hints_name_no_orders_of_other_phases(phase: str) -> None:
    state = with_turn(phase)
    kind = COURSE[phase].slug
    own = {*COURSE[kind].forms, *ALWAYS}
    broken = [form.example.rpartition(" ")[0] for form in FORMS.values()]
    broken += [f"{verb.upper()} nonsense" for verb in FORMS]
    for text in [*SLIPS, *broken, *(form.example for form in FORMS.values())]:
        for one in read_sheets(state, {"red": text}).complaints:
            if one.severity == "error":
                said = {word.lower() for word in re.findall(r"\b[A-Z]{3,}\b", one.hint)}
                assert said & set(FORMS) <= own, f"{text}: {one.hint}"


def test_a_hint_of_the_setup_is_an_order_of_its_phase() -> None:
    for kind in ("provinces", "elector", "principality", "influence"):
        phase = kind if kind == "influence" else f"{kind}-1"
        (one,) = read_sheets(with_turn(phase), {"red": "SETUP"}).complaints
        assert f"SETUP {kind}" in one.hint
