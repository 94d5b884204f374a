"""Orders with the names that pages, reports, sheets and receipts print are read as those orders."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

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

CATALOG = tomllib.loads(Path(__file__).with_name("spellings.toml").read_text("utf-8"))
SPELLINGS = [
    pytest.param(phase, order, ways, id=f"{phase}: {order}")
    for phase, orders in CATALOG.items()
    for order, ways in orders.items()
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


@pytest.mark.parametrize(("phase", "text", "ways"), SPELLINGS)
def test_an_order_is_read_however_it_is_written(phase: str, text: str, ways: list[str]) -> None:
    """Canonically, in small letters, as a sentence, with the names of the pages, and as listed."""
    state = at_phase(six(), phase)
    order = read_order(state, text, "red")
    assert str(order) == text
    verb, _, rest = text.partition(" ")
    for written in (text.lower(), f"{verb.capitalize()} {rest}", shown(text), f"{text}.", *ways):
        assert read_order(state, written, "red") == order, written


def test_every_kind_of_order_is_among_them() -> None:
    assert {text.split()[0].lower() for orders in CATALOG.values() for text in orders} == set(FORMS)


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
