"""Orders as players write them: with the names that pages, reports, sheets and receipts print, read
back from their notation, and warned of. `spellings.toml` has the spellings, `checks.txt` what is
said of sheets."""

from __future__ import annotations

import random
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.engine.chance import Chance
from generator.engine.forms.verbs import Unreadable
from generator.engine.phases import Setup
from generator.rulesets.westphalia.data.facts import homes, powers, principalities
from generator.rulesets.westphalia.diplomacy.actions import declare, open_wars
from generator.rulesets.westphalia.playing.playing import westphalia_primer
from generator.rulesets.westphalia.reading.read import FORMS, read_order, read_sheets
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.orders import DeclareWar
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.state.words import LEAGUES, TASKS
from generator.rulesets.westphalia.wars.battles import open_battles
from generator.rulesets.westphalia.year.course import ALWAYS, COURSE, awaited
from tests.rules.westphalia.rounds import at_phase
from tests.rules.westphalia.table import after, ally, lots, six
from tests.rules.westphalia.writing import write_sheet

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


def test_missing_are_those_who_have_something_to_decide() -> None:
    state = at_phase(six(), "first-election")
    assert awaited(state) == ()
    held = ally(ally(state, "trier", "red"), "mainz", "black")
    assert read_sheets(held, {"red": "VOTE ALL red"}).missing == ("black",)
    assert read_sheets(held, {"red": "VOTE ALL red", "black": "  "}).missing == ("black",)


WORDS = st.sampled_from(
    [*(verb.upper() for verb in FORMS), "hesse", "trier", "red", "black", "A1", "G7", "3", "x2",
     "TAKE", "ALLY", "TO", "AS", "IF", "TARGET", "attacked", ">", "none", "all", "vs:red", "#",
     "france", "EDGE", "SW", "provinces", "P", "MMC", "ALSO", "REST", "0", "ü", "\x00"]
)  # fmt: skip


@given(
    st.sampled_from(sorted(FORMS)),
    st.lists(WORDS, max_size=6),
    st.sampled_from(["choice", "faith", "diplomacy", "battles-1", "religious-war", "election"]),
)
@example("battle", ["vs:red", ">"], "battles-1")
def test_what_is_read_reads_the_same_in_its_notation(
    verb: str, words: list[str], phase: str
) -> None:
    state = at_phase(six(), phase)
    try:
        order = read_order(state, " ".join((verb, *words)), "red")
    except Unreadable:
        return
    assert read_order(state, str(order), "red") == order


def test_unreadable_lines_have_a_column() -> None:
    with pytest.raises(Unreadable) as caught:
        read_order(at_phase(six(), "choice"), "   CHOOSE herecy war")
    assert caught.value.column == 11
    assert caught.value.hint == "did you mean heresy?"


@pytest.mark.parametrize(
    ("phase", "text"),
    [("choice", "CONCEDE"), ("faith", "FAITH A2 ALSO"), ("provinces-1", "SETUP provinces")],
)
def test_a_list_of_provinces_has_one_at_least(phase: str, text: str) -> None:
    """A forgotten list must not clear what is on file."""
    with pytest.raises(Unreadable, match="a province is missing"):
        read_order(at_phase(six(), phase), text)


# --- lines that replace each other


# --- nothing is refused without a warning but for what others did

OTHERS = {
    "POW-ELE-2",  # the Emperor lives
    "POW-TRD-8",  # somebody asks for Initiative Order
    "POW-WAR-2", "POW-WAR-3", "POW-WAR-4", "POW-WAR-5", "POW-RWD-1", "POW-RWD-3",
    "POW-PCE-1", "POW-PCE-2", "POW-PCE-7", "POW-PCE-15", "POW-PCE-16", "POW-PCE-23",
    "POW-FP-4", "POW-LEA-5", "POW-RWP-4", "POW-RWP-5", "POW-RWP-6", "POW-ELE-3", "POW-ACT-4",
}  # fmt: skip


@pytest.mark.parametrize("pacing", ["merged", "stepwise"])
def test_what_is_refused_for_reasons_that_everybody_could_see_was_warned_of(pacing: str) -> None:
    """Games on wild sheets: what came as a surprise came from others, or from lots."""
    rng = random.Random(pacing)
    options = {"game_id": "demo", "pacing": pacing}
    state = RULESET.opening(Setup(options))
    surprises: Counter[str] = Counter()
    warned_of = 0
    while state.ending is None:
        texts = {player: write_sheet(state, player, rng) for player in state.seats}
        book = RULESET.read(state, texts)
        told = {(one.power, one.line) for one in book.complaints}
        done = RULESET.adjudicate(state, book, (), Chance("surprises", str(state.moment)))
        for player, sheet in book.sheets.items():
            own = [one for one in done.verdicts if one.power == player]
            for order, found in zip(sheet.orders, own, strict=False):
                if found.outcome not in ("illegal", "void", "excess"):
                    continue
                warned_of += (player, order.line) in told
                if (player, order.line) not in told:
                    surprises[found.reasons[0].rule] += 1
        state = done.state
    assert set(surprises) <= OTHERS, surprises
    assert warned_of > 200
