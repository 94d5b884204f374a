"""What the rulesets teach is what they read: every example is an order, every kind of ruling is
told of."""

from __future__ import annotations

import re

import pytest

from generator.engine.phases import Moment, Setup
from generator.engine.primer import OrderPart
from generator.rulesets import get_ruleset, ruleset_ids
from generator.rulesets.westphalia.land.lands import found_principality
from generator.rulesets.westphalia.reading.read import read_order as read_westphalia
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.year.course import COURSE
from tests.rules.westphalia.rounds import at_phase
from tests.rules.westphalia.table import six

EUROPE = ("europe-1619", "europe-1619-draft", "europe-1615-v3", "europe-1615-v7")
WRITTEN = {
    "WAIVE SAX": "WAIVE CAPTURE SAX",
    "BOLSTER A VIE": "BOLSTER A VIE 1",
    "REDUCE A VIE -1": "REDUCE A VIE 1",
}
"""Examples in the notation of a rulebook that records write in the family's."""
FORMS = [
    pytest.param(ruleset, part, form, id=f"{ruleset}: {form.example}")
    for ruleset in ("standard", *EUROPE, "westphalia")
    for part in get_ruleset(ruleset).primer().parts
    for form in part.forms
]


def read(ruleset: str, part: OrderPart, order: str) -> tuple[str, list[str]]:
    """The order as it is written canonically, and what is wrong with it."""
    phase = part.phases[0]
    if ruleset == "standard":
        from generator.engine.orders import read_order
        from generator.rulesets.standard import RULESET
        from generator.rulesets.standard.state import kind_of
        from generator.rulesets.standard.votes import read_vote

        if vote := read_vote(RULESET.facts, order):
            return str(vote), []
        found = read_order(order, RULESET.facts.board, kind_of(RULESET.facts, phase))
        problem = getattr(found, "problem", "")
        return str(found), [problem] if problem else []
    if ruleset == "westphalia":
        return str(read_westphalia(at_ulm(phase), order)), []
    from generator.rulesets.europe.reading.reader import game_reader

    edition = get_ruleset(ruleset).edition  # type: ignore[attr-defined]
    state = edition_opening(ruleset)
    power = next(iter(get_ruleset(ruleset).powers))
    sheet = game_reader(edition, state.facts).read_sheet(order, phase, power)
    wrong = [one.problem for one in sheet.complaints if one.severity == "error"]
    return ", ".join(str(one.order) for one in sheet.orders), wrong


def at_ulm(phase: str) -> State:
    """A table of Westphalia at which Ulm is on the map."""
    progress = Progress(six())
    found_principality(progress, "ulm", ("A2",), "A2", "POW-ACT-2")
    return at_phase(progress.state, phase)


def edition_opening(ruleset: str):  # type: ignore[no-untyped-def]
    return get_ruleset(ruleset).opening(Setup())


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_every_ruleset_teaches(ruleset: str) -> None:
    assert get_ruleset(ruleset).primer().parts


@pytest.mark.parametrize(("ruleset", "part", "form"), FORMS)
def test_example_is_an_order_in_its_canonical_form(ruleset: str, part: OrderPart, form) -> None:  # type: ignore[no-untyped-def]
    written, wrong = read(ruleset, part, form.example)
    assert wrong == []
    assert written == WRITTEN.get(form.example, form.example)


@pytest.mark.parametrize(("ruleset", "part", "form"), FORMS)
def test_first_form_that_fits_an_example_is_its_own(ruleset: str, part: OrderPart, form) -> None:  # type: ignore[no-untyped-def]
    """So that a support is not taught as a move."""
    first = next(one for one in part.forms if one.read(form.example, lambda kind, text: text))
    assert first.title == form.title


@pytest.mark.parametrize("ruleset", ruleset_ids())
def test_parts_are_of_phases_that_there_are(ruleset: str) -> None:
    found = get_ruleset(ruleset)
    for part in found.primer().parts:
        assert part.forms
        for phase in part.phases:
            assert found.phase_title(Moment(1620, 1, phase))
            assert ruleset != "westphalia" or phase in COURSE
        assert all(rule in found.rulebook for rule in part.rules)


def test_standard_tells_of_every_kind_of_ruling() -> None:
    from generator.rulesets.standard.play import KINDS

    primer = get_ruleset("standard").primer()
    assert set(primer.rulings) == set(KINDS)


@pytest.mark.parametrize("ruleset", EUROPE)
def test_europe_tells_of_every_kind_of_ruling(ruleset: str) -> None:
    from generator.rulesets.europe.rulings.kinds import KINDS

    edition = get_ruleset(ruleset).edition  # type: ignore[attr-defined]
    known = set(KINDS).union(*(feature.rulings for feature in edition.features))
    assert set(get_ruleset(ruleset).primer().rulings) == known


def test_westphalia_teaches_every_kind_of_order_in_the_phases_that_take_it() -> None:
    """The desk has them as forms to fill in; standing orders in every phase."""
    parts = get_ruleset("westphalia").primer().parts
    missing = []
    for slug in COURSE.slugs:
        known = COURSE[slug].numbered.replace("#", r"\d+")
        names = re.compile(f"{slug}|{known}")
        taught = {
            form.pattern.split(" ")[0].lower()
            for part in parts
            if part.always or any(names.fullmatch(phase) for phase in part.phases)
            for form in part.forms
        }
        standing = {"concede", "loss", "withdraw"}
        missing += [(slug, kind) for kind in {*COURSE[slug].forms, *standing} - taught]
    assert missing == []


def test_every_phase_of_westphalia_in_which_somebody_decides_is_taught() -> None:
    """Each by its own name: a range of phases stands for every one of them."""
    known = [phase for part in get_ruleset("westphalia").primer().parts for phase in part.phases]
    assert set(COURSE.slugs) - {COURSE[phase].slug for phase in known} == {"setup"}
    assert {
        "principality-46", "game-8", "battles-3-round-2", "religious-war-round-48", "ballot-7",
    } <= set(known)  # fmt: skip
    assert not any(".." in one for one in known)
