"""A year as a value: phases, their steps, and those that are added."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest

from generator.engine.course import END, START, Added, Course, Phase, Step, Steps, reordered
from generator.engine.errors import BrokenPromise
from generator.engine.phases import Moment
from generator.rulesets import get_ruleset


class Placement: ...


class March: ...


def noting(name: str, **fields: Any) -> Step:
    """A step that writes its name into the list that it is played on."""
    return Step(name, lambda turn: turn.append(name), **fields)


def spring() -> Steps:
    return (
        noting("places", takes=(Placement,), does="counters are placed"),
        noting("news", tried=False),
        noting("storm", when=lambda turn: "calm" not in turn),
    )


def summer() -> Steps:
    return (noting("marches", takes=(March,)),)


COURSE = Course(
    (
        Phase("spring", "Spring {year}", spring, following="summer"),
        Phase("summer", "Summer {year}", summer, following=lambda turn: turn[-1]),
    ),
    MappingProxyType({START: lambda: (noting("dawn"),)}),
)


def played(course: Course, part: str, *before: str, trying: bool = False) -> list[str]:
    turn = list(before)
    course.play(part, turn, trying=trying)
    return turn[len(before) :]


def test_steps_are_played_in_the_order_of_the_table() -> None:
    assert played(COURSE, "spring") == ["places", "news", "storm"]


def test_a_step_may_ask_whether_it_is_played() -> None:
    assert played(COURSE, "spring", "calm") == ["places", "news"]


def test_a_sheet_that_is_checked_plays_the_steps_that_settle_orders() -> None:
    assert played(COURSE, "spring", trying=True) == ["places", "storm"]


def test_added_steps_stand_beside_the_step_that_they_name() -> None:
    course = COURSE.adding(
        Added("spring", noting("last")),
        Added("spring", noting("early"), before="places"),
        Added("spring", noting("second"), after="places"),
        Added("spring", noting("third"), after="places"),
        Added("summer", noting("heat"), before="marches"),
    )
    assert played(course, "spring") == [
        "early", "places", "second", "third", "news", "storm", "last",
    ]  # fmt: skip
    assert played(course, "summer") == ["heat", "marches"]


def test_a_step_of_every_phase_may_be_for_one_of_them() -> None:
    course = COURSE.adding(
        Added(START, noting("dew"), before="dawn", of="spring"), Added(START, noting("noon"))
    )
    for phase, steps in (("spring", ["dew", "dawn", "noon"]), ("summer", ["dawn", "noon"])):
        turn: list[str] = []
        course.play(START, turn, of=phase)
        assert turn == steps


def test_steps_that_belong_to_no_phase_have_parts_of_their_own() -> None:
    course = COURSE.adding(Added(END, noting("dusk")))
    assert (played(course, START), played(course, END)) == (["dawn"], ["dusk"])


def test_a_step_beside_one_that_is_not_there_is_refused() -> None:
    course = COURSE.adding(Added("spring", noting("lost"), after="storms"))
    with pytest.raises(BrokenPromise, match="spring has no step storms"):
        course.steps("spring")


def test_an_edition_may_change_a_phase_and_the_order_of_its_steps() -> None:
    course = COURSE.changing("spring", steps=reordered(spring, ("storm", "places")))
    assert [step.name for step in course.steps("spring")] == ["storm", "news", "places"]
    assert (
        COURSE.changing("summer", title="High summer").title(Moment(1, 2, "summer"))[:4] == "High"
    )


def test_moments_count_the_phases_of_the_year() -> None:
    moment = COURSE.moment(1620, "summer")
    assert (moment, COURSE.title(moment)) == (Moment(1620, 2, "summer"), "Summer 1620")


def test_the_next_phase_may_hang_on_what_was_played() -> None:
    assert COURSE["spring"].next_after([]) == "summer"
    assert COURSE["summer"].next_after(["vote"]) == "vote"


def test_the_phase_that_takes_an_order_is_found_where_its_step_says_what_it_does() -> None:
    found = COURSE.taker_of(Placement(), but="summer")
    assert found is not None
    assert (found[0].slug, found[1].does) == ("spring", "counters are placed")
    assert COURSE.taker_of(Placement(), but="spring") is None
    assert COURSE.taker_of(March(), but="spring") is None  # its step says nothing of them


@pytest.mark.parametrize("ruleset", ["europe-1619", "europe-1619-draft"])
def test_every_step_of_an_edition_has_its_place(ruleset: str) -> None:
    course = get_ruleset(ruleset).edition.course  # type: ignore[attr-defined]
    for phase in course.phases:
        names = [step.name for step in course.steps(phase.slug)]
        assert names, phase.slug
        base = [step.name for step in phase.steps()]
        assert len(set(base)) == len(base), phase.slug
    parts = {*course.by_slug, *course.others, START, END, "new-year", "reveal"}
    assert {added.part for added in course.added} <= parts


NUMBERED = Course(
    (
        Phase("spring", "Spring {year}", spring),
        Phase("battle", "{year}, battle", summer, numbered="battle-#"),
        Phase("round", "{year}, battle {0}, round", summer, numbered="battle-#-round-#"),
    )
)


@pytest.mark.parametrize(
    ("slug", "kind", "title"),
    [
        ("spring", "spring", "Spring 1510"),
        ("battle", "battle", "1510, battle"),
        ("battle-12", "battle", "1510, battle 12"),
        ("battle-2-round-13", "round", "1510, battle 2, round 13"),
    ],
)
def test_a_numbered_phase_is_known_by_its_slug(slug: str, kind: str, title: str) -> None:
    assert (NUMBERED[slug].slug, NUMBERED.title(Moment(1510, 1, slug))) == (kind, title)


@pytest.mark.parametrize("slug", ["spring-1", "battle-", "battle-2-round-x", "battle-1-2", "#"])
def test_a_number_where_none_belongs_is_no_phase(slug: str) -> None:
    assert slug not in NUMBERED
    with pytest.raises(KeyError, match=slug):
        NUMBERED[slug]


def test_a_numbered_phase_makes_its_slugs_and_plays_its_steps() -> None:
    assert NUMBERED["round"].slug_of(2, 13) == "battle-2-round-13"
    assert NUMBERED["spring"].held(NUMBERED["spring"], None) == ("spring",)
    course = NUMBERED.adding(Added("round", noting("retreat")))
    assert played(course, "battle-2-round-13") == ["marches", "retreat"]


def test_no_step_is_played_once_a_turn_is_settled() -> None:
    turn: list[str] = []
    COURSE.play("spring", turn, until=lambda turn: "news" in turn)
    assert turn == ["places", "news"]
